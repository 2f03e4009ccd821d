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
    array: Any, box: Sequence[int], *, swizzle: int = 0, fill: float = 0, atom: int = 16
) -> TensorMap:
    """Returns an argument that is a tensor map of an array.

    >>> import numpy as np
    >>> import ptx_bits as ptx
    >>> x = np.zeros((256, 64), np.float16)
    >>> map = ptx.tensor_map(x, box=(64, 64), swizzle=128)

    A bulk copy moves `box` elements, in the order of the dimensions of the array: the innermost is last. `swizzle` is 32, 64
    or 128, the number of bytes within which chunks of `atom` bytes, 16 or 32, are permuted in shared memory. For elements
    outside of the array, a copy writes `fill`: 0 or NaN. A kernel takes the map as a struct of 128 bytes or as its address.

    Raises ValueError if the CUDA driver would refuse the map, for example because a stride is no multiple of 16 bytes.
    """
    if not is_array(array):
        raise TypeError(f"`tensor_map` takes an array, found {type(array).__name__}")
    _arrays.shared("array", array)
    shape = [int(size) for size in array.shape]
    if not shape:
        raise ValueError("`tensor_map` takes an array with dimensions")
    try:
        tile = [operator.index(size) for size in box]
    except TypeError:
        raise TypeError(f"`box` takes integers, found {box!r}") from None
    if fill != 0 and not np.isnan(fill):
        raise ValueError(f"`fill` is 0 or NaN, found {fill!r}")
    # `shared` has refused arrays whose elements are not adjacent.
    size = array.dtype.itemsize
    strides = [size * math.prod(shape[axis:]) for axis in range(1, len(shape))]
    word = _WORDS.get(str(array.dtype).rpartition(".")[2], f"b{8 * size}")
    return of(array, word, shape, strides, tile, swizzle, atom, bool(np.isnan(fill)))


def of(
    array: Any,
    word: str,
    shape: Sequence[int],
    strides: Sequence[int],
    box: Sequence[int],
    swizzle: int,
    atom: int,
    fills_nan: bool,
) -> TensorMap:
    """Returns the tensor map of a tensor at the start of an array. Dimensions are innermost last, strides are in bytes."""
    native = _native.tensor_map(word, list(shape[::-1]), list(strides[::-1]), list(box[::-1]), swizzle, atom, fills_nan)
    return TensorMap((("bytes", native[:_BEFORE]), ("ptr", array), ("bytes", native[_AFTER:])))

