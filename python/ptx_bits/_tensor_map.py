"""Tensor maps, from which bulk copies take tiles."""

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _arrays, _native
from ._buffers import TensorMap, is_array

# The size of the fields before and after the address in the format of the engine.
_BEFORE, _AFTER = 8, 16

# For each dtype of NumPy and PyTorch that is a type of elements, the PTX type. Elements of other dtypes are bits.
_WORDS = {
    **{f"uint{bits}": f"u{bits}" for bits in (8, 16, 32, 64)},
    **{f"int{bits}": f"s{bits}" for bits in (32, 64)},
    **{f"float{bits}": f"f{bits}" for bits in (16, 32, 64)},
    "bfloat16": "bf16",
}


def tensor_map(
    array: Any, box: Sequence[int], *, swizzle: int = 0, fill: float = 0, atom: int = 16, flip: int = 0
) -> TensorMap:
    """Returns an argument that is a tensor map of an array.

    >>> import numpy as np
    >>> import ptx_bits as ptx
    >>> x = np.zeros((256, 64), np.float16)
    >>> map = ptx.tensor_map(x, box=(64, 64), swizzle=128)

    A bulk copy moves `box` elements, in the order of the dimensions of the array: the innermost is last. `swizzle` is 32, 64
    or 128, the number of bytes within which chunks of `atom` bytes, 16, 32 or 64, are permuted in shared memory. With `atom=32`,
    `flip=8` also exchanges the halves of 16 bytes in every other row. For elements
    outside of the array, a copy writes `fill`: 0 or NaN. A kernel takes the map as a struct of 128 bytes or as its address.

    Raises ValueError if the CUDA driver would refuse the map, for example because a stride is no multiple of 16 bytes.
    """
    word, shape, strides = _layout("tensor_map", array)
    return of(array, word, shape, strides, _integers("box", box), swizzle, (atom, flip), _is_nan(fill))


def im2col_map(
    array: Any,
    *,
    lower: Sequence[int],
    upper: Sequence[int],
    channels: int,
    pixels: int | None = None,
    wide: bool = False,
    steps: Sequence[int] | None = None,
    swizzle: int | None = None,
    fill: float = 0,
    atom: int = 16,
    flip: int = 0,
) -> TensorMap:
    """Returns an argument that is a tensor map of an array for copies with `.im2col`.

    >>> import numpy as np
    >>> import ptx_bits as ptx
    >>> x = np.zeros((8, 14, 9, 64), np.float16)
    >>> map = ptx.im2col_map(x, lower=(-1, -1), upper=(-1, -1), channels=64, pixels=32)

    The dimensions of the array are N, the spatial dimensions, of which W is the last, and C. A copy moves `channels` of
    `pixels`. `lower` and `upper` are the corners of the bounding box: for each spatial dimension, the distance from the first
    and from the last pixel. `steps` are the distances of the pixels in the spatial dimensions. With `wide`, the map is for
    `.im2col::w`, or without `pixels` for `.im2col::w::128`; its corners are one number each, and `swizzle` starts at 128 instead
    of 0. The other arguments are those of `tensor_map`.

    Raises ValueError if the CUDA driver would refuse the map.
    """
    word, shape, strides = _layout("im2col_map", array)
    if pixels is None and not wide:
        raise TypeError("`im2col_map` takes `pixels`, unless `wide` is true")
    if swizzle is None:
        swizzle = 128 if wide else 0
    within = [1] * max(len(shape) - 2, 0) if steps is None else _integers("steps", steps)
    corners = (_integers("lower", lower), _integers("upper", upper))
    return of_pixels(
        array,
        word,
        shape,
        strides,
        corners,
        channels,
        pixels,
        wide,
        [1, *within, 1],
        swizzle,
        (atom, flip),
        _is_nan(fill),
    )


def _layout(function: str, array: Any) -> tuple[str, list[int], list[int]]:
    """Returns the type of an array's elements, its shape, and its strides in bytes without that of the innermost dimension."""
    if not is_array(array):
        raise TypeError(f"`{function}` takes an array, found {type(array).__name__}")
    _arrays.shared("array", array)
    shape = [int(size) for size in array.shape]
    if not shape:
        raise ValueError(f"`{function}` takes an array with dimensions")
    # `shared` has refused arrays whose elements are not adjacent.
    size = array.dtype.itemsize
    strides = [size * math.prod(shape[axis:]) for axis in range(1, len(shape))]
    return _WORDS.get(str(array.dtype).rpartition(".")[2], f"b{8 * size}"), shape, strides


def _integers(name: str, values: Sequence[int]) -> list[int]:
    try:
        return [operator.index(value) for value in values]
    except TypeError:
        raise TypeError(f"`{name}` takes integers, found {values!r}") from None


def _is_nan(fill: float) -> bool:
    if fill != 0 and not np.isnan(fill):
        raise ValueError(f"`fill` is 0 or NaN, found {fill!r}")
    return bool(np.isnan(fill))


def of(
    array: Any,
    word: str,
    shape: Sequence[int],
    strides: Sequence[int],
    box: Sequence[int],
    swizzle: int,
    atom: tuple[int, int],
    fills_nan: bool,
) -> TensorMap:
    """Returns the tensor map of a tensor at the start of an array.

    Dimensions are innermost last, strides are in bytes. `atom` has the bytes of a chunk and of a flip.
    """
    native = _native.tensor_map(word, list(shape[::-1]), list(strides[::-1]), list(box[::-1]), swizzle, atom, fills_nan)
    return _with_address(native, array)


def of_pixels(
    array: Any,
    word: str,
    shape: Sequence[int],
    strides: Sequence[int],
    corners: tuple[Sequence[int], Sequence[int]],
    channels: int,
    pixels: int | None,
    is_wide: bool,
    steps: Sequence[int],
    swizzle: int,
    atom: tuple[int, int],
    fills_nan: bool,
) -> TensorMap:
    """Returns the tensor map for `.im2col` of a tensor at the start of an array. Dimensions are innermost last."""
    shape, strides, lower, upper, steps = (list(all[::-1]) for all in (shape, strides, *corners, steps))
    native = _native.im2col_map(
        word, shape, strides, lower, upper, channels, pixels, is_wide, steps, swizzle, atom, fills_nan
    )
    return _with_address(native, array)


def _with_address(native: bytes, array: Any) -> TensorMap:
    return TensorMap((("bytes", native[:_BEFORE]), ("ptr", array), ("bytes", native[_AFTER:])))

