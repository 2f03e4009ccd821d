"""Packs and unpacks elements of types such as `.f16x2`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._arrays import native


def pack(*elements: ArrayLike) -> NDArray[Any]:
    """Packs arrays of the same dtype into words. The first array is in the low bits.

    >>> import numpy as np
    >>> pack(np.float16([1, 2]), np.float16([-1, 0])).tolist() == [0xBC003C00, 0x00004000]
    True
    """
    arrays = [native(f"elements[{i}]", one) for i, one in enumerate(elements)]
    dtypes = {array.dtype for array in arrays}
    if len(dtypes) != 1:
        raise TypeError(f"expected arrays of one dtype, found {', '.join(sorted(map(str, dtypes)))}")
    size = arrays[0].dtype.itemsize * len(arrays)
    if size not in (2, 4, 8):
        raise ValueError(f"expected elements of 16, 32 or 64 bits together, found {8 * size}")
    stacked = np.ascontiguousarray(np.stack(np.broadcast_arrays(*arrays), -1))
    return stacked.view(f"uint{8 * size}")[..., 0]


def unpack(words: ArrayLike, dtype: DTypeLike) -> tuple[NDArray[Any], ...]:
    """Unpacks words into arrays. The first array has the low bits.

    >>> import numpy as np
    >>> unpack(np.uint32([0xBC003C00]), np.float16)
    (array([1.], dtype=float16), array([-1.], dtype=float16))
    """
    array, element = native("words", words), np.dtype(dtype).newbyteorder("=")
    count, rest = divmod(array.dtype.itemsize, element.itemsize or 1)
    if rest or count < 2 or not element.itemsize or element.hasobject:
        help = "\nhelp: `nvfp4_unpack(…)` unpacks elements of 4 bits" if array.dtype == np.uint8 else ""
        raise TypeError(f"{array.dtype} has no two elements of {element}{help}")
    all_elements = np.ascontiguousarray(array)[..., None].view(element)
    return tuple(np.ascontiguousarray(all_elements[..., i]) for i in range(count))
