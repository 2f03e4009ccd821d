"""Inline assembly on arrays, like Triton's `inline_asm_elementwise`."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import _arrays, _native, _tensor
from ._arguments import Given

# The dtype of a result if the caller gives no `dtype`, for each register type.
_DTYPES = {"b16": "uint16", "b32": "uint32", "b64": "uint64", "f32": "float32", "f64": "float64"}

# The number of threads in a block. The number does not affect the result.
_BLOCK = 256


def asm(
    template: str,
    constraints: str,
    *arrays: ArrayLike,
    dtype: DTypeLike | Sequence[DTypeLike] | None = None,
    pack: int = 1,
    target: str = "sm_121",
    version: str | None = None,
) -> Any:
    """Runs a template of inline assembly on every element of arrays, like Triton's `inline_asm_elementwise`.

    `$0`, `$1` … are the operands, results first. `$$` is the character `$`. A template may have several statements,
    its own registers, scopes, labels and branches. Clobbers such as `~{memory}` are ignored. `constraints` has an item
    for each operand:

    * `=r` a result, `r` a source, in a 32-bit register
    * `h` a 16-bit register, `l` a 64-bit register, `f` a float register, `d` a double register
    * `n` a Python integer that is inserted into the text
    * `0` a source in the register of result 0

    NumPy's broadcasting rules apply. `dtype` is the dtype of all results, or a sequence with the dtype of each result.
    Without `dtype`, a result has the bits of its register: uint16, uint32, uint64, float32 or float64.

    Each execution of the template computes `pack` consecutive elements. Elements of 8 and 16 bits are packed into
    registers of up to 32 bits, first element in the low bits. Elements of 32 and 64 bits have a register each. The
    registers of an array are consecutive operands. Missing elements at the end are zeros.

    >>> import numpy as np
    >>> x = np.uint32([1, 2, 3])
    >>> asm("{ .reg .b32 t; shl.b32 t, $1, 4; or.b32 $0, t, $1; }", "=r,r", x)
    array([17, 34, 51], dtype=uint32)
    >>> asm("prmt.b32 $0, $1, 0, 0x0123;", "=r,r", np.uint8([1, 2, 3, 4]), dtype=np.uint8, pack=4)
    array([4, 3, 2, 1], dtype=uint8)
    """
    if pack < 1 or pack & (pack - 1):
        raise ValueError(f"expected a power of two for `pack`, found {pack}")
    if "$" not in template and (other := re.search(r"%(\d+)", template)):
        raise ValueError(f"`{other[0]}` is not an operand\nhelp: write `${other[1]}`")
    slots = _native.asm_constraints(constraints)
    if any(ty == "b128" for _, ty in slots):
        raise TypeError(
            "`constraints` has `q`, but NumPy has no integers of 128 bits\n"
            "help: write `l` for each half, and `mov.b128` with the vector of both halves in the template"
        )
    results = [ty for is_result, ty in slots if is_result]
    sources, integers = _sources([ty for is_result, ty in slots if not is_result], arrays, pack)
    dtypes = _dtypes(results, dtype, pack)
    shape = np.broadcast_shapes(*(source.shape for source in sources))
    size = math.prod(shape)
    runs = -(-size // pack)
    kernel = _kernel(
        template,
        constraints,
        tuple(_layout(of, pack) for of in [*dtypes, *(source.dtype for source in sources)]),
        tuple(integers),
        target,
        version,
    )
    written = [np.zeros(runs * pack, of.newbyteorder("=")) for of in dtypes]
    if runs:
        read = [_padded(source, shape, runs * pack) for source in sources]
        arguments: list[Given] = [(i, 0) for i in range(len(written + read))]
        kernel.launch(
            [-(-runs // _BLOCK), 1, 1],
            [_BLOCK, 1, 1],
            0,
            [*arguments, ("u64", runs)],
            [one.view(np.uint8) for one in read],
            [one.view(np.uint8) for one in written],
            [],
            (False, False, None, 10**9, 1, False, [], None, 0, None, False),
        )
    # If a result has no dimensions, return a NumPy scalar.
    outputs = tuple(
        one[:size].reshape(shape).astype(of, copy=False)[()] for one, of in zip(written, dtypes, strict=True)
    )
    is_one = len(outputs) == 1 and (dtype is None or not _is_several(dtype))
    result = outputs[0] if is_one else outputs
    tensor = next((given for given in arrays if not isinstance(given, np.ndarray | np.generic | int | float)), None)
    return _tensor.of_numpy(result, tensor)


@functools.lru_cache(maxsize=256)
def _kernel(
    template: str,
    constraints: str,
    layouts: tuple[tuple[int, int], ...],
    integers: tuple[str, ...],
    target: str,
    version: str | None,
) -> _native.NativeKernel:
    return _native.asm_kernel(template, constraints, list(layouts), list(integers), target, version)


def _layout(dtype: np.dtype[Any], pack: int) -> tuple[int, int]:
    """Returns the number of registers for `pack` elements, and how many bytes of a register the elements fill."""
    together = min(pack, max(1, 4 // dtype.itemsize))
    return pack // together, together * dtype.itemsize


def _is_several(dtype: Any) -> bool:
    return isinstance(dtype, list | tuple)


def _sources(types: list[str | None], arrays: Sequence[Any], pack: int) -> tuple[list[Any], list[str]]:
    """Splits the sources into arrays and integer constants. Checks both against the constraints."""
    sources, integers, start = [], [], 0
    for i, given in enumerate(arrays):
        ty = types[start] if start < len(types) else "b32"
        if ty is None:
            if not isinstance(given, int) or isinstance(given, bool):
                raise TypeError(f"operand {i} is part of the text: expected a Python integer, found {_name(given)}")
            integers.append(str(given))
            start += 1
            continue
        source = _source(given, ty, i)
        registers, size = _layout(source.dtype, pack)
        for ty in types[start : start + registers]:
            _fits(f"operand {i}", source.dtype, size, ty)
        sources.append(source)
        start += registers
    if start != len(types):
        raise TypeError(f"expected operands for {len(types)} sources of `constraints`, found {start} with pack={pack}")
    return sources, integers


def _source(given: Any, ty: str, i: int) -> Any:
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(f"operand {i} has a mask\nhelp: `.data` is all elements")
    if isinstance(given, bool):
        raise TypeError(f"operand {i} is in a register `.{ty}`, found a bool\nhelp: write 0 or 1")
    if isinstance(given, int) and ty[0] == "b":
        bits = int(ty[1:])
        if not -(1 << (bits - 1)) <= given < 1 << bits:
            raise OverflowError(f"{given} does not fit operand {i}, which has {bits} bits")
        return np.array(given % (1 << bits), _DTYPES[ty])
    if isinstance(given, float) and not isinstance(given, np.generic) and ty[0] == "f":
        return np.array(given, _DTYPES[ty])
    if type(given) in (int, float):
        raise TypeError(
            f"operand {i} is in a register `.{ty}`, found {_name(given)}\n"
            f"help: give a NumPy scalar, such as `np.float32({given})`"
        )
    source = np.asarray(given)
    if source.dtype.kind == "b" or not _is_number(source.dtype):
        raise TypeError(f"expected integers or floats for operand {i}, found {source.dtype}")
    return _arrays.of_list(f"operand {i}", given, _DTYPES[ty], ty) if _arrays.is_list(given) else source


def _is_number(dtype: np.dtype[Any]) -> bool:
    """Returns whether elements are booleans, integers or floats, also of ml_dtypes, of at most 64 bits."""
    is_other = dtype.hasobject or dtype.kind in "cSUMm" or issubclass(dtype.type, np.void)
    return not is_other and dtype.itemsize <= 8


def _dtypes(types: list[str | None], given: Any, pack: int) -> list[np.dtype[Any]]:
    """Returns the dtypes of the results. Checks the dtypes against the constraints."""
    if not types:
        raise ValueError("expected a result in `constraints`, such as `=r`")
    if given is None:
        if pack > 1:
            raise TypeError(f"expected `dtype`, the dtype of the results, with pack={pack}")
        return [np.dtype(_DTYPES[ty or "b32"]) for ty in types]
    dtypes = [_dtype(one) for one in (given if _is_several(given) else [given])]
    start = 0
    for i, one in enumerate(dtypes):
        registers, size = _layout(one, pack)
        for ty in types[start : start + registers]:
            _fits(f"result {i}", one, size, ty)
        start += registers
    if start != len(types):
        raise TypeError(f"`dtype` is for {start} results with pack={pack}, `constraints` has {len(types)}")
    return dtypes


def _dtype(given: Any) -> np.dtype[Any]:
    try:
        dtype: np.dtype[Any] = np.dtype(given)
        is_number = _is_number(dtype)
    except TypeError:
        is_number = False
    if not is_number:
        raise TypeError(f"`dtype` takes a dtype of integers or floats of at most 64 bits, found {given!r}")
    return dtype


def _fits(name: str, dtype: np.dtype[Any], size: int, ty: str | None) -> None:
    bits = int((ty or "b0")[1:])
    if 8 * size > bits or ty is not None and ty[0] == "f" and 8 * size != bits:
        raise TypeError(
            f"{name} is in a register `.{ty}`, found {8 * size} bits of {dtype}\n"
            "help: the constraints are `h` for 16 bits, `r` and `f` for 32, `l` and `d` for 64"
        )


def _padded(source: Any, shape: tuple[int, ...], count: int) -> Any:
    """Returns the elements in C order, followed by zeros."""
    flat = np.broadcast_to(source, shape).ravel()
    native = flat.astype(flat.dtype.newbyteorder("="), copy=False)
    padded = np.concatenate([native, np.zeros(count - flat.size, native.dtype)]) if count > flat.size else native
    return np.ascontiguousarray(padded)


def _name(given: Any) -> str:
    return {bool: "a bool", int: "an integer", float: "a float"}.get(type(given), f"`{type(given).__name__}`")
