"""Machine code as modules, and its comparison with the text."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _arguments, _buffers
from ._kernel import Module, _extent
from ._native import KernelError, NativeModule


class Cubin(Module):
    """A file with machine code: a cubin, or the cubin of a fatbin for its newest chip. Of a fatbin without cubins, the PTX.

    Its kernels run like those of a `Module`.

    `file` is the path of the file, or its bytes. `name` is the name of the file in messages.

    The file has no types of parameters: `kernel.parameters` are bits, such as `.b32 parameter_0`. A parameter takes an
    array, a NumPy scalar of its size, or an integer.
    """

    def __init__(self, file: str | os.PathLike[str] | bytes, name: str | None = None) -> None:
        code = file if isinstance(file, bytes) else pathlib.Path(file).read_bytes()
        name = name or ("kernel.cubin" if isinstance(file, bytes) else os.fspath(file))
        self._native = NativeModule(name, code)
        self._file = (name, code)
        self._lock = threading.Lock()


@dataclass(frozen=True)
class Difference:
    """A buffer in which the machine code gives other bits than the text.

    `parameter` is the number of the parameter, or None for a variable. `index` is the first element that differs, `text` and
    `cubin` are its bits, and `count` is the number of elements that differ.
    """

    parameter: int | None
    name: str
    type: str
    index: int
    text: str
    cubin: str
    count: int


@dataclass(frozen=True)
class Verdict:
    """The comparison of a text with a cubin.

    `cubin` has the options of the assembler, such as `-O3`, or the name of the file. `cause` is None if the bits are equal,
    or "fused", "NaN payload", "order of lanes", "undefined" or "miscompiled". It is "not compared" if the machine code
    reached a limit of the launch. `fault` is the message of a fault of the machine code.
    """

    cubin: str
    equal: bool
    cause: str | None
    fault: str | None
    differences: list[Difference]


def verify(
    text: str,
    grid: int | Sequence[int],
    block: int | Sequence[int],
    *arguments: Any,
    ptxas: str | os.PathLike[str] | None = None,
    levels: Sequence[int] = (0, 3),
    cubins: Sequence[str | os.PathLike[str]] = (),
    target: str | None = None,
    kernel: str | None = None,
    shared: int = 0,
    cooperative: bool = False,
) -> list[Verdict]:
    """Compares a kernel of a PTX text with its machine code, bit for bit, as `ptx-bits verify` does.

    Runs the text and each cubin on copies of the arrays, which do not change. Without `cubins`, `ptxas` assembles the text at
    each of the `levels` with `-fmad=false` and, if it may fuse products and sums of the text, with its default, too. The
    engine computes the text and the machine code; no GPU runs.

    A cause is proved. "fused": the text with fused products and sums gives the bits of the cubin. "NaN payload": every element
    that differs is a NaN in both, or the text with other NaNs gives the bits of the cubin. "order of lanes": if lanes at the
    same instruction join, the cubin gives the bits of the text. "undefined": the text has a race or an undefined operation,
    or its bits depend on values that PTX leaves to the machine, such as `%clock`. "miscompiled": none of these.

    ```python
    for verdict in ptx.verify(text, 1, 32, np.ones(32, np.float32)):
        print(verdict.cubin, verdict.cause or "equal")
    ```

    `kernel` is the name of the kernel if the text has several. `shared` and `cooperative` are those of a launch.

    Raises ValueError if ptxas is not found or refuses the text, and KernelError if the text faults.
    """
    native = Module(text).kernel(kernel)._native
    parameters = native.parameters()
    levels = list(levels)
    if not levels or not all(level in range(4) for level in levels):
        raise ValueError(f"`levels` takes numbers from 0 to 3, found {levels}")
    if len(arguments) != len(parameters):
        raise TypeError(f"the kernel takes {len(parameters)} arguments, found {len(arguments)}")
    options = ["--grid", _words(_extent("grid", grid)), "--block", _words(_extent("block", block))]
    options += ["--shared", str(shared), "--json"]
    options += ["--cooperative"] if cooperative else []
    for option, value in (("--entry", kernel), ("--target", target), ("--ptxas", ptxas)):
        options += [option, os.fspath(value)] if value is not None else []
    for cubin in cubins:
        options += ["--cubin", os.fspath(cubin)]
    if not cubins:
        options += ["--level", _words(levels)]
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "kernel.ptx")
        file.write_text(text)
        words = _command_arguments(arguments, parameters, pathlib.Path(folder))
        command = [sys.executable, "-m", "ptx_bits", "verify", str(file), *options, "--", *words]
        run = subprocess.run(command, capture_output=True, text=True)
    document = json.loads(run.stdout) if run.stdout else None
    if document is None or document["fault"] is not None:
        error = ValueError if run.returncode == 2 else KernelError
        raise error(run.stderr.removeprefix("error: ").replace(f"{folder}{os.sep}", "").strip())
    verdicts = document["cubins"]
    differences = [[Difference(**one) for one in verdict["differences"]] for verdict in verdicts]
    return [Verdict(**{**one, "differences": of}) for one, of in zip(verdicts, differences, strict=True)]


def _words(numbers: Sequence[int]) -> str:
    return ",".join(str(number) for number in numbers)


def _command_arguments(
    arguments: Sequence[Any], parameters: Sequence[_arguments.Parameter], folder: pathlib.Path
) -> list[str]:
    """Returns the arguments of a launch as the command takes them. Writes the buffers to files."""
    buffers = _buffers.Buffers([name for *_, name in parameters], arguments)
    known: dict[int, int] = {}
    words = []
    for number, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
        given = _arguments.given(argument, parameter, buffers)
        if isinstance(given, bytes):
            words.append(f"bytes:{given.hex()}")
            continue
        if isinstance(given, list):
            raise TypeError(f"`verify` takes no struct for `{parameter[3]}`\nhelp: pass its bytes")
        first, second = given
        if isinstance(first, str):
            words.append("null" if first == "null" else f"{first}:{second:#x}")
        elif first in known:
            words.append(f"same:{known[first]}+{second}")
        elif second == 0 and not isinstance(argument, _buffers.Pointer):
            known[first] = number
            path = folder / f"{number}.bin"
            buffer = buffers.all[first]
            path.write_bytes(buffer.content.tobytes())
            words.append(f"{'' if buffer.is_written else 'ro:'}{_type(buffers.array(argument).dtype)}@{path}")
        else:
            raise TypeError(f"`verify` takes the array before a pointer into it, for `{parameter[3]}`")
    return words


def _type(dtype: np.dtype[Any]) -> str:
    """Returns the type of the elements of an array, or of their bits."""
    if dtype.name == "bfloat16":
        return "bf16"
    letter = {"f": "f", "i": "s", "u": "u"}.get(dtype.kind, "b")
    if letter == "b" or dtype.itemsize not in ((2, 4, 8) if letter == "f" else (1, 2, 4, 8)):
        return "b8"
    return f"{letter}{8 * dtype.itemsize}"
