"""Whole kernels on arrays."""

import operator
import os
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _arguments, _buffers, _tasks
from ._native import KernelError, NativeKernel, NativeModule


@dataclass(frozen=True)
class Traced:
    """An instruction of a traced thread, with the bits of its sources and destinations.

    `statement` is the whole statement. `source_registers` and `destination_registers` are the names of the registers, or
    None for a constant. `origin` is the line of the source, such as `kernel.cu:25`, if the text has `.loc`.
    """

    block: list[int]
    thread: list[int]
    line: int
    instruction: str
    sources: list[str]
    destinations: list[str]
    statement: str
    source_registers: list[str | None]
    destination_registers: list[str | None]
    origin: str | None


@dataclass(frozen=True)
class Report:
    """The report of a launch.

    `may_fuse` lists the lines where `ptxas` may fuse a product and a sum, so that a GPU may compute other bits.
    `presumed` has a sentence for each kind of instruction whose bits no chip has confirmed (`tcgen05.mma`).
    `races`, `same_value_races` and `order_matters` are empty without `races=True`. `printed` is the output of `printf`.
    `undefined_shuffles` lists the lines of shuffles that read a lane that does not take part. `undefined_barriers` counts
    how often a warp passed an `.aligned` barrier although some of its threads had exited. `trace` has the instructions of
    the threads in `trace=`, in the order in which they ran.
    """

    threads: int
    instructions: int
    may_fuse: list[str]
    presumed: list[str]
    races: list[str]
    same_value_races: list[str]
    order_matters: list[str]
    undefined_shuffles: list[str]
    undefined_barriers: int
    printed: bytes
    trace: list[Traced]


class Module:
    """A PTX file. Its kernels run on the host with the bits of the GPU.

    >>> import numpy as np
    >>> import ptx_bits as ptx
    >>> module = ptx.Module('''
    ... .version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry halve(.param .u64 x) {
    ...     .reg .b32 %r<2>; .reg .b64 %rd<4>; .reg .f32 %f<2>;
    ...     ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x;
    ...     mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
    ...     ld.global.f32 %f1, [%rd3]; mul.rn.f32 %f1, %f1, 0f3F000000; st.global.f32 [%rd3], %f1;
    ...     ret;
    ... }''')
    >>> x = np.array([1, 3], np.float32)
    >>> module.kernel("halve")(1, 2, x).threads
    2
    >>> x
    array([0.5, 1.5], dtype=float32)

    An error in any line of the file raises ValueError. An instruction that PTX has, but that cannot run here, raises
    ValueError only if `kernel` returns a kernel that contains it. `name` is the name of the file in messages.

    The variables of the file keep their values between launches. `variable` returns their bytes. If the file has
    variables that its kernels can write, launches from several Python threads run one after the other. Launches of
    different modules run at the same time.

    `copy` and `pickle` copy the module with the current values of its variables. Later launches of the original do not
    change the copy.
    """

    def __init__(self, text: str, name: str = "kernel.ptx") -> None:
        if not isinstance(text, str) or text.endswith(".ptx") and "\n" not in text:
            found = repr(text) if isinstance(text, str | os.PathLike) else type(text).__name__
            raise TypeError(
                f"expected the text of a PTX file, found {found}\n"
                "help: `pathlib.Path(…).read_text()` reads a file, `.decode()` converts bytes"
            )
        self._native = NativeModule(name, text)
        self._file: tuple[str, _tasks.Text] = (name, text)
        self._lock = threading.Lock()

    @staticmethod
    def link(modules: "Sequence[Module]") -> "Module":
        """Links modules to one, as `nvlink` and the CUDA driver do.

        An `.extern` function or variable of a module is the one that another module defines `.visible`, `.weak` or `.common`.
        Names without such a directive are local to their module. The target is the highest of the modules. Messages name the
        file and the line of each module, so the modules should have names of their own. The variables have their initial
        values, and are not those of the modules.

        >>> head = ".version 8.0\\n.target sm_80\\n.address_size 64\\n"
        >>> user = Module(head + ".extern .func f(); .visible .entry k() { call f; ret; }", "user.ptx")
        >>> Module.link([user, Module(head + ".visible .func f() { ret; }", "f.ptx")])
        <Module user.ptx, f.ptx: k>

        Two definitions of a name without `.weak`, and a declaration that does not fit its definition, raise ValueError.
        """
        texts: list[tuple[str, str]] = []
        for module in modules:
            name, text = module._file
            if isinstance(text, bytes):
                raise ValueError(f"{name}: machine code cannot be linked with other files")
            texts.extend([(name, text)] if isinstance(text, str) else text)
        return Module._of_texts(tuple(texts))

    @staticmethod
    def _of_texts(texts: tuple[tuple[str, str], ...]) -> "Module":
        module = Module.__new__(Module)
        name = ", ".join(name for name, _ in texts)
        module._native = NativeModule(name, texts)
        module._file = (name, texts)
        module._lock = threading.Lock()
        return module

    def __repr__(self) -> str:
        return f"<Module {self._file[0]}: {', '.join(self.kernels) or 'no kernels'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        name, text = self._file
        with self._lock:
            variables = self._native.variables()
        return (Module._of_texts, (text,), variables) if isinstance(text, tuple) else (type(self), (text, name), variables)

    def __setstate__(self, variables: list[tuple[str, bytes]]) -> None:
        self._native.set_variables(variables)

    @property
    def kernels(self) -> list[str]:
        """The names of the kernels, in the order of the file."""
        return self._native.kernels()

    def kernel(self, name: str | None = None) -> "Kernel":
        """Returns a kernel. If the file has only one kernel, `name` may be omitted.

        A C++ kernel has its name in PTX, `_Z5saxpyifPfS_`, and its name in C++, from which namespaces and parameters may be
        omitted: "saxpy", "saxpy<float>". A name of several kernels raises ValueError with these kernels.
        """
        if name is None:
            names = self.kernels
            if not names:
                raise ValueError(f"{self._file[0]} has no kernel: `.entry` declares a kernel")
            if len(names) != 1:
                raise ValueError(f"expected the name of one of the kernels: {', '.join(names)}")
            name = names[0]
        return Kernel(self, name)

    def variable(self, name: str) -> bytes:
        """Returns the bytes of a variable in `.global` or `.const`."""
        return self._native.variable(name)


class Kernel:
    """A kernel that can be launched: `kernel(grid, block, *arguments)`.

    `copy.deepcopy` and `pickle` copy the kernel with its module.
    """

    def __init__(self, module: Module, name: str) -> None:
        self._module = module
        self._native = module._native.kernel(name)
        # The kernel for each chip that a launch names.
        self._natives: dict[str | None, NativeKernel] = {None: self._native}
        # A kernel of a file without variables needs no lock, because its launches change only their arrays.
        self._lock: AbstractContextManager[Any] = module._lock if module._native.variables() else nullcontext()
        self.name = name

    def __reduce__(self) -> tuple[Any, ...]:
        return Module.kernel, (self._module, self.name)

    def __repr__(self) -> str:
        return f"<Kernel {self.name}({', '.join(self.parameters)})>"

    @property
    def parameters(self) -> list[str]:
        """The parameters as PTX declares them: `.u64 x`, `.b8 s[8]`."""
        return [
            f".{ty} {name}" if ty else f".b8 {name}[{size}]"
            for ty, size, _, name in self._native.parameters()
        ]

    def __call__(
        self,
        grid: int | Sequence[int],
        block: int | Sequence[int],
        *arguments: Any,
        shared: int = 0,
        cluster: int | Sequence[int] | None = None,
        heap: int = 8 << 20,
        cooperative: bool = False,
        races: bool = False,
        strict: bool = False,
        allow_divergent_barrier: bool = False,
        trace: Sequence[tuple[int | Sequence[int], int | Sequence[int]]] = (),
        shuffle: int | None = None,
        order: str | None = None,
        max_steps: int = 10**9,
        jobs: int = 1,
        target: str | None = None,
        memory: str | None = None,
        buffers: Sequence[Any] = (),
        client: Any = None,
        tasks: int | None = None,
        progress: bool | None = None,
    ) -> Report:
        """Runs the kernel for every thread of a grid.

        An array is passed as its address. The kernel's writes change the array in place; a launch that fails restores it.
        Other threads must not use the array meanwhile. The kernel must not write to a read-only array. A tensor on the CPU, such as a PyTorch tensor of any dtype, is passed
        like an array. Arrays with common memory are one buffer. Masked arrays are rejected. A NumPy scalar must have the
        type of its parameter. A Python number is converted to this type. `pointer` is an address in an array, and `struct`
        is a struct, as is `bytes`. `None` is the null pointer. `shared` is the size of dynamic shared memory in bytes.

        `cluster` is the number of blocks of a cluster, whose blocks run together. The default is the number that the kernel
        requires, or 1. `tensor_map` is a tensor map. `heap` is the size of the heap of `malloc` in bytes; `malloc` returns
        null if it is full. Later launches of the module can use and free its memory. With `cooperative`, the registers
        `%envreg1` and `%envreg2` hold the address of the barrier of `cg::this_grid().sync()`, which otherwise traps.

        With `target`, such as "sm_90", the kernel is computed as on this chip, which must not be below the target of the
        file. The default is the target of the file.

        With `memory="host"`, arrays have the addresses that they have in the process, so that pointers which lie in an
        array work. `buffers` lists the arrays to which such pointers lead, unless they are arguments. An access outside of
        all arrays is a fault that names the nearest array.

        `max_steps` is the maximum number of instructions that each thread may run; 0 means no limit. At most `jobs`
        cores run blocks; the results do not depend on `jobs`. The interpreter lock is released. If a signal handler
        raises an exception, as Ctrl-C does, the launch stops and the arrays keep their contents.

        `trace` lists blocks and threads, such as `[((0, 0, 0), (3, 0, 0))]` or `[(0, 3)]`. The report, or the `KernelError`
        of a fault, has the instructions of these threads. With `allow_divergent_barrier`, threads of one warp may wait at
        different `.aligned` barriers.

        `order` is the order of the divergent lanes of machine code. With "stack", the default, the lanes that jump at a branch
        wait, and join the others only at BSYNC and WARPSYNC. With "join", lanes at the same instruction join. For PTX,
        an order is an error.

        With `client`, a client of Dask, the blocks run as `tasks` tasks on its workers. The default is four tasks for
        each thread of the workers. Each task has a copy of the arrays, and the writes of all tasks are merged. The bits
        are the same as in one process. A launch raises ValueError if two tasks access a byte and one of them writes it,
        or if the kernel observes the order of its blocks. `progress` shows a bar, by default if the standard error is a
        terminal.
        """
        parameters = self._native.parameters()
        if len(arguments) != len(parameters):
            raise TypeError(
                f"{self.name} takes {len(parameters)} arguments, found {len(arguments)}: "
                + ", ".join(self.parameters)
            )
        self._check_memory(memory, buffers, client)
        contents = _buffers.Buffers([name for *_, name in parameters], arguments, buffers)
        given = [
            self._given(argument, parameter, contents)
            for argument, parameter in zip(arguments, parameters, strict=True)
        ]
        extents = _extent("grid", grid), _extent("block", block)
        traces: Sequence[Any] = trace if _is_several(trace) else [trace]
        places = [_place(one, extents) for one in traces]
        options = (
            races,
            strict,
            None if shuffle is None else _integer("shuffle", shuffle, 64),
            _integer("max_steps", max_steps, 64),
            _integer("jobs", jobs, 32),
            allow_divergent_barrier,
            places,
            None if cluster is None else _extent("cluster", cluster),
            _integer("heap", heap, 32),
            _joins(order),
            cooperative,
        )
        shared = _integer("shared", shared, 32)
        if tasks is not None:
            tasks = _integer("tasks", tasks, 32, 1)
        if client is not None and not (hasattr(client, "submit") and hasattr(client, "scatter")):
            found = repr(client) if isinstance(client, str) else type(client).__name__
            raise TypeError(
                f"`client` takes a client of Dask, found {found}\nhelp: write `client=dask.distributed.Client(…)`"
            )
        written, read = ([buffer.content for buffer in of] for of in (contents.written, contents.read))
        if client is None:
            native = self._on(target)
            try:
                with self._lock:
                    structs, names = _arguments.structs(contents), contents.names if memory else None
                    described = native.launch(*extents, shared, given, read, written, structs, options, names)
            except KernelError as fault:
                fault.trace = [Traced(*one) for one in fault.trace]
                raise
            return _report(described)
        self._check_divisible(races or cooperative or bool(places), shuffle)
        launch = _tasks.Launch(
            *self._module._file, self.name, target, *extents, shared, given, len(written), _arguments.structs(contents), options
        )
        of_buffers = [buffer.name for buffer in contents.all]
        with self._lock:
            module = self._module._native
            variables = module.variables()
            arrays = [*written, *read]
            described, after, variables = _tasks.launch(client, launch, arrays, of_buffers, variables, tasks, progress)
            for array, content in zip(written, after, strict=False):
                array[:] = content
            module.set_variables(variables)
        return _report(described)

    def _given(self, argument: Any, parameter: _arguments.Parameter, buffers: _buffers.Buffers) -> _arguments.Given:
        """Converts an argument. An error has the signature of the kernel."""
        try:
            return _arguments.given(argument, parameter, buffers)
        except (TypeError, OverflowError) as error:
            raise type(error)(f"{self.name}({', '.join(self.parameters)}): {error}") from None

    def _on(self, target: str | None) -> NativeKernel:
        """Returns the kernel for a chip."""
        if target not in self._natives:
            self._natives[target] = self._module._native.kernel(self.name, target)
        return self._natives[target]

    def _check_memory(self, memory: str | None, buffers: Sequence[Any], client: Any) -> None:
        """Raises an exception if the options `memory` and `buffers` are wrong."""
        if memory not in (None, "host"):
            raise ValueError(f'`memory` takes "host" or None, found {memory!r}')
        if memory and client is not None:
            raise ValueError('`memory="host"` needs all blocks in one process: launch without `client`')
        if not _is_several(buffers):
            raise TypeError(f"`buffers` takes arrays, found {type(buffers).__name__}\nhelp: write `buffers=[…]`")
        for i, one in enumerate(buffers):
            if not _buffers.is_array(one):
                raise TypeError(f"`buffers` takes arrays, found {type(one).__name__} at {i}")
        if len(buffers) and not memory:
            raise ValueError('`buffers` are reached by their addresses in the process\nhelp: add `memory="host"`')

    def _check_divisible(self, is_watched: bool, shuffle: int | None) -> None:
        """Raises an exception if blocks of the launch cannot run as tasks."""
        if is_watched or shuffle is not None:
            raise ValueError("`races`, `trace`, `shuffle` and `cooperative` need all blocks in one process: launch without `client`")
        if not self._native.is_divisible():
            raise ValueError(
                f"{self.name} observes the order of its blocks: it has an `atom` whose result is used, an atomic addition "
                "of floats, `cas`, `exch`, `inc`, `dec`, an access that is volatile, relaxed, acquire or release, or "
                "prints\nhelp: launch without `client`: one process runs the blocks in their order"
            )


def _joins(order: str | None) -> bool | None:
    """Returns whether lanes at the same instruction join."""
    if order not in (None, "stack", "join"):
        raise ValueError(f'`order` takes "stack", "join" or None, found {order!r}')
    return None if order is None else order == "join"


def _report(described: dict[str, Any]) -> Report:
    return Report(**{**described, "trace": [Traced(*one) for one in described["trace"]]})


def _place(
    given: tuple[int | Sequence[int], int | Sequence[int]], extents: tuple[list[int], list[int]]
) -> tuple[list[int], list[int]]:
    """Returns the coordinates of a block and of a thread. Omitted numbers are 0."""
    if not _is_several(given):
        raise TypeError(
            f"`trace` takes pairs of a block and a thread, found {given!r}\nhelp: write `trace=[(0, 3)]` for one thread"
        )
    if len(given) != 2:
        raise ValueError(f"expected a block and a thread in `trace`, found {given!r}")
    places = []
    for one, extent, name in zip(given, extents, ("block", "thread"), strict=True):
        place = _integers("trace", one)
        place += [0] * (3 - len(place))
        if len(place) != 3 or not all(0 <= at < size for at, size in zip(place, extent, strict=True)):
            raise ValueError(f"`trace`: the launch has no {name} {one!r}")
        places.append(place)
    return places[0], places[1]


def _is_several(given: Any) -> bool:
    """Returns whether an argument is a sequence, but not a string."""
    if isinstance(given, np.ndarray):
        return given.ndim > 0
    return isinstance(given, Sequence) and not isinstance(given, str | bytes)


def _extent(name: str, given: int | Sequence[int]) -> list[int]:
    extent = _integers(name, given)
    if not 1 <= len(extent) <= 3:
        raise ValueError(f"`{name}` takes one to three integers, found {len(extent)}")
    for one in extent:
        _integer(name, one, 32)
    return extent + [1] * (3 - len(extent))


def _integers(name: str, given: Any) -> list[int]:
    """Returns the integers of a tuple, or one integer as a list."""
    try:
        return [operator.index(one) for one in (given if _is_several(given) else [given])]
    except TypeError:
        help = "\nhelp: `//` divides integers" if "." in repr(given) and not isinstance(given, str) else ""
        raise TypeError(f"`{name}` takes one to three integers, found {given!r}{help}") from None


def _integer(name: str, given: Any, bits: int, least: int = 0) -> int:
    """Returns an integer option. Raises an exception if it is not an integer, or not from `least` to the largest integer."""
    try:
        number = operator.index(given)
    except TypeError:
        raise TypeError(f"`{name}` takes an integer, found {given!r}") from None
    if not least <= number < 1 << bits:
        raise ValueError(f"`{name}` takes integers from {least} to 2**{bits} - 1, found {number}")
    return number
