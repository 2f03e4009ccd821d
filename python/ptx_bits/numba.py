"""Kernels of `numba.cuda` on NumPy arrays, without a GPU. Needs the extra `ptx-bits[numba]`.

```python
@ptx_bits.numba.jit(target="sm_80")
def add(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += x[i]

report = add[4, 128](x, y)
```
"""

import contextlib
import importlib
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np

from ._kernel import Kernel, Module, Report

try:
    cuda: Any = importlib.import_module("numba.cuda")
    dispatcher: Any = importlib.import_module("numba.cuda.dispatcher")
    numba: Any = importlib.import_module("numba")
    sigutils: Any = importlib.import_module("numba.core.sigutils")
except ModuleNotFoundError as error:
    raise ImportError(
        f"`ptx_bits.numba` needs a package: {error}\nhelp: `python -m pip install numba-cuda nvidia-nvvm`"
    ) from None
types = numba.types


def jit(
    function: Any = None, *, target: str = "sm_90", races: bool = False, jobs: int = 1, **options: Any
) -> Any:
    """Compiles a Python function to a kernel, like `numba.cuda.jit`. `target` is the chip that runs it.

    `options` are those of `numba.cuda.compile`, such as `fastmath=True`. `device=True` makes a function that kernels call. A
    signature may be given first. A launch returns its report.
    """
    if options.get("device"):
        return cuda.jit(function, **options)
    if callable(function) and not isinstance(function, types.Type):
        return Dispatcher(function, None, target, races, jobs, options)
    signature = None if function is None else sigutils.normalize_signature(function)[0]
    return lambda function: Dispatcher(function, signature, target, races, jobs, options)


class Dispatcher:
    """A function that `jit` compiles for the types of its arguments: `kernel[grid, block](…)`.

    `kernel[grid, block, stream, shared]` ignores the stream, and `shared` is the size of dynamic shared memory in bytes.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Any,
        target: str,
        races: bool,
        jobs: int,
        options: dict[str, Any],
    ) -> None:
        self.py_func = function
        self._signature, self._options = signature, {"lineinfo": True, **options}
        digits = target.removeprefix("sm_").rstrip("af")
        if not target.startswith("sm_") or not digits.isdecimal():
            raise ValueError(f"unknown target {target!r}\nhelp: write a target such as `sm_90`")
        self._capability = divmod(int(digits), 10)
        self._launch: dict[str, Any] = {"races": races, "jobs": jobs}
        self._kernels: dict[Any, Kernel] = {}
        self.__name__, self.__doc__ = function.__name__, function.__doc__

    def __getitem__(self, configuration: Any) -> Callable[..., Report]:
        if not isinstance(configuration, tuple) or not 2 <= len(configuration) <= 4:
            raise ValueError("expected `kernel[grid, block]`, with a stream and a size of shared memory if they are needed")
        grid, block, _, shared = (*configuration, 0, 0)[:4]
        return lambda *arguments: self._run(grid, block, shared, arguments)

    def forall(self, tasks: int, tpb: int = 256, stream: Any = 0, sharedmem: int = 0) -> Callable[..., Report]:
        """Returns the kernel for a grid of at least `tasks` threads, in blocks of `tpb` threads."""
        block = tpb or 256
        return self[max(1, -(-tasks // block)), block, stream, sharedmem]

    def _run(self, grid: Any, block: Any, shared: int, arguments: tuple[Any, ...]) -> Report:
        sorts = self._signature or tuple(numba.typeof(one) for one in arguments)
        if len(sorts) != len(arguments):
            raise TypeError(f"{self.__name__} takes {len(sorts)} arguments, found {len(arguments)}")
        kernel = self._kernel(sorts)
        words = [word for sort, one in zip(sorts, arguments, strict=True) for word in _words(sort, one)]
        return kernel(grid, block, *words, shared=shared, **self._launch)

    def _kernel(self, sorts: tuple[Any, ...]) -> Kernel:
        """Returns the kernel for the types of arguments."""
        if sorts not in self._kernels:
            with _device(self._capability):
                text, _ = cuda.compile(self.py_func, sorts, cc=self._capability, device=False, abi="numba", **self._options)
            self._kernels[sorts] = Module(text.rstrip("\0"), f"{self.__name__}.ptx").kernel()
        return self._kernels[sorts]

    def inspect_asm(self) -> dict[Any, str]:
        """Returns the PTX for each tuple of types that the function was compiled for."""
        return {sorts: str(kernel._module._file[1]) for sorts, kernel in self._kernels.items()}


@contextlib.contextmanager
def _device(capability: tuple[int, int]) -> Iterator[None]:
    """Replaces the device that Numba compiles the functions for which a kernel calls."""
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


def _words(sort: Any, argument: Any) -> Iterator[Any]:
    """Yields the arguments of the PTX kernel for an argument of the Python function, in Numba's layout."""
    if isinstance(sort, types.Array):
        array = np.asarray(argument)
        yield from (None, None, array.size, array.itemsize, array.T if sort.layout == "F" else array)
        yield from array.shape
        yield from array.strides
    elif isinstance(sort, types.BaseTuple):
        for one, item in zip(sort.types, argument, strict=True):
            yield from _words(one, item)
    elif isinstance(sort, types.Complex):
        part = np.float32 if sort.bitwidth == 64 else np.float64
        yield from (part(argument.real), part(argument.imag))
    elif isinstance(sort, types.Boolean | types.Integer):
        yield int(argument)
    elif isinstance(sort, types.Float):
        yield np.float16(argument) if sort.bitwidth == 16 else float(argument)
    else:
        raise TypeError(f"a kernel cannot take an argument of Numba's type {sort}\nhelp: pass NumPy arrays and numbers")
