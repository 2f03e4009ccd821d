from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arguments import Given, Options

__version__: str

class InstructionError(ValueError):
    message: str
    note: str | None
    help: str | None

class KernelError(RuntimeError):
    kind: str
    trace: list[Any]
    line: int | None
    origin: str | None

class NativeKernel:
    def parameters(self) -> list[tuple[str | None, int, int, str]]: ...
    def launch(
        self,
        grid: list[int],
        block: list[int],
        shared: int,
        arguments: list[Given],
        read: list[NDArray[np.uint8]],
        written: list[NDArray[np.uint8]],
        structs: list[Given],
        options: Options,
        names: list[str | None] | None = None,
    ) -> dict[str, Any]: ...
    def is_divisible(self) -> bool: ...
    def launch_part(
        self,
        grid: list[int],
        block: list[int],
        shared: int,
        arguments: list[Given],
        buffers: list[NDArray[np.uint8]],
        writable: int,
        structs: list[Given],
        variables: list[tuple[str, bytes]],
        options: Options,
        blocks: tuple[int, int],
    ) -> tuple[dict[str, Any] | KernelError, list[tuple[bytes, bytes, bytes]]]: ...

class NativeModule:
    def __init__(self, name: str, file: str | tuple[tuple[str, str], ...] | bytes) -> None: ...
    def kernels(self) -> list[str]: ...
    def kernel(self, name: str, target: str | None = None) -> NativeKernel: ...
    def variable(self, name: str) -> bytes: ...
    def variables(self) -> list[tuple[str, bytes]]: ...
    def set_variables(self, variables: list[tuple[str, bytes]]) -> None: ...

def im2col_map(
    ty: str,
    shape: Sequence[int],
    strides: Sequence[int],
    lower: Sequence[int],
    upper: Sequence[int],
    channels: int,
    pixels: int | None,
    is_wide: bool,
    steps: Sequence[int],
    swizzle: int,
    atom: tuple[int, int],
    fills_nan: bool,
) -> bytes: ...
def tensor_map(
    ty: str, shape: list[int], strides: list[int], tile: list[int], swizzle: int, atom: tuple[int, int], fills_nan: bool
) -> bytes: ...
def undefined_shuffles(all: list[tuple[int, int, int, int]]) -> list[str]: ...
def run(
    instruction: str,
    *arrays: ArrayLike,
    target: str = "sm_121",
    version: str | None = None,
    out: NDArray[Any] | tuple[NDArray[Any], ...] | None = None,
) -> Any: ...
def asm_constraints(text: str) -> list[tuple[bool, str | None]]: ...
def asm_kernel(
    template: str,
    list: str,
    arrays: list[tuple[int, int]],
    integers: list[str],
    target: str,
    version: str | None,
) -> NativeKernel: ...
def number(ty: str, text: str) -> int: ...
def command(arguments: Sequence[str]) -> int: ...
def explain(
    instruction: str = "", *, target: str = "sm_121", version: str | None = None
) -> str: ...
def most_shared(target: str) -> int: ...
def digest(words: NDArray[np.uint32]) -> int: ...
def dtypes(
    instruction: str, count: int, target: str = "sm_121", version: str | None = None
) -> tuple[list[str], list[str]]: ...
def check(
    text: str, target: str | None, version: str | None, file: str
) -> list[tuple[Any, ...]]: ...
def table(names: Sequence[str]) -> str: ...
def matrix_form(
    form: str, target: str, version: str | None
) -> tuple[tuple[int, int, int], tuple[str, str, str, str], tuple[int, int, int]]: ...
def plain_product(
    instruction: tuple[str, str, str | None],
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike | None,
    further: tuple[ArrayLike | None, tuple[ArrayLike, ArrayLike] | None],
    is_tile: bool,
) -> NDArray[Any] | None: ...
def product(
    instruction: tuple[str, str, str | None],
    a: NDArray[np.uint64],
    b: NDArray[np.uint64],
    c: NDArray[np.uint64],
    further: dict[str, NDArray[np.uint8]] | None,
) -> NDArray[np.uint64]: ...
