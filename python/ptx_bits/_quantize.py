"""NVFP4 and MXFP8 quantisers. They use the same instructions as CUDA kernels, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import is_list, native, of_list
from ._native import run

_LARGEST = float(np.finfo(np.float32).max)

# The largest e2m1 and e4m3 numbers.
_E2M1_MAX, _E4M3_MAX = 6.0, 448.0


def nvfp4_quantize(
    x: ArrayLike, global_scale: float = 1.0, *, fast_math: bool = False, target: str = "sm_100a"
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Quantises blocks of 16 elements to `.e2m1` with a `.ue4m3` scale. Returns the packed elements and the scales.

    `x` is float32, float16 or bfloat16; a list is float32. Its last dimension must be a multiple of 16. A byte contains two elements, the
    first in the low bits. The value of an element is `e2m1 * scale / global_scale`. `global_scale` is usually 2688
    divided by the largest absolute value of the tensor.

    With `fast_math`, divisions are replaced by products with `rcp.approx.ftz.f32`, and no step limits a number to the
    largest finite float32. If the scale of a nonzero block is rounded to zero, the block is therefore multiplied by
    infinity. A block of zeros is multiplied by 0. All other steps are the same.

    >>> import numpy as np
    >>> packed, scales = nvfp4_quantize(np.arange(16, dtype=np.float32))
    >>> packed.tobytes().hex(" "), scales.tobytes().hex()  # 15/6 is 2.5; 1 * 0.4 is nearest to 0.5, 3 * 0.4 to 1
    ('10 22 43 54 65 66 76 77', '42')
    """
    blocks, largest = _blocks(x, 16)
    scale = np.float32(global_scale)
    if fast_math:
        sixth = run("rcp.approx.ftz.f32", _E2M1_MAX, target=target)
        wanted = run("mul.rn.f32", scale, run("mul.rn.f32", largest, sixth))
    else:
        wanted = run("mul.rn.f32", run("div.rn.f32", largest, _E2M1_MAX), scale)
        wanted = run("min.f32", wanted, _LARGEST)
    # The instruction converts a pair of sources. The second source becomes the low bits of the result.
    scales = run("cvt.rn.satfinite.e4m3x2.f32", 0.0, wanted).astype(np.uint8)
    halves = run("cvt.rn.f16x2.e4m3x2", scales.astype(np.uint16)).astype(np.uint16)
    rounded = run("cvt.f32.f16", halves.view(np.float16))
    if fast_math:
        inverse = run("rcp.approx.ftz.f32", scale, target=target)
        factor = run("rcp.approx.ftz.f32", run("mul.rn.f32", rounded, inverse), target=target)
        factor = run("selp.b32", factor.view(np.uint32), 0, run("setp.neu.f32 p", largest, 0.0)).view(np.float32)
    else:
        inverse = run("div.rn.f32", 1.0, scale)
        factor = run("div.rn.f32", 1.0, run("mul.rn.f32", rounded, inverse))
        factor = run("min.f32", factor, _LARGEST)
    scaled = run("mul.rn.f32", blocks, factor[..., None])
    packed = run("cvt.rn.satfinite.e2m1x2.f32", scaled[..., 1::2], scaled[..., 0::2], target=target)
    return _joined(packed), scales


def nvfp4_unpack(packed: ArrayLike) -> NDArray[np.uint8]:
    """Unpacks the elements of `nvfp4_quantize`: one element in bits 3 to 0 of each byte, as `matmul` takes them.

    >>> import numpy as np
    >>> from ptx_bits import matmul
    >>> form = "m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3"
    >>> a, scales = nvfp4_quantize(np.full((1, 64), 3, np.float32))
    >>> matmul(nvfp4_unpack(a), nvfp4_unpack(a).T, form=form, scales=(scales, scales))  # 64 * 3 * 3
    array([[576.]], dtype=float32)
    """
    array = of_list("packed", packed, "uint8", "b8") if is_list(packed) else native("packed", packed)
    if array.dtype != np.uint8:
        raise TypeError(f"expected an array of uint8 for `packed`, found {array.dtype}")
    return _joined(np.stack([array & 15, array >> 4], -1))


def mxfp8_quantize(
    x: ArrayLike, *, fast_math: bool = False, target: str = "sm_100a"
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Quantises blocks of 32 elements to `.e4m3` with a `.ue8m0` scale. Returns the elements and the scales.

    `x` is float32, float16 or bfloat16; a list is float32. Its last dimension must be a multiple of 32. The value of an element is
    `e4m3 * 2**(scale - 127)`. The scale is rounded up, so that no element exceeds 448.

    With `fast_math`, `rcp.approx.ftz.f32` computes 1/448 and the inverse of the scale. Otherwise, 1/448 is correctly
    rounded, and integer arithmetic computes the inverse of the scale, a power of two.

    >>> import numpy as np
    >>> elements, scales = mxfp8_quantize(np.full(32, 1000, np.float32))
    >>> elements[0], scales
    (np.uint8(120), array([129], dtype=uint8))
    """
    blocks, largest = _blocks(x, 32)
    if fast_math:
        inverse = run("rcp.approx.ftz.f32", _E4M3_MAX, target=target)
    else:
        inverse = run("div.rn.f32", 1.0, _E4M3_MAX)
    wanted = run("mul.rn.f32", largest, inverse)
    scales = run("cvt.rp.satfinite.ue8m0x2.f32", 0.0, wanted, target=target).astype(np.uint8)
    if fast_math:
        pairs = run("cvt.rn.bf16x2.ue8m0x2", scales.astype(np.uint16), target=target)
        rounded = run("shl.b32", pairs, 16).view(np.float32)
        bits = run("rcp.approx.ftz.f32", rounded, target=target).view(np.uint32)
        bits = run("selp.b32", bits, 0, run("setp.neu.f32 p", largest, 0.0))
    else:
        bits = run("shl.b32", run("sub.u32", 254, scales.astype(np.uint32)), 23)
        one = int(np.float32(1).view(np.uint32))
        bits = run("selp.b32", one, bits, run("setp.eq.u32 p", scales.astype(np.uint32), 0))
    scaled = run("mul.rn.f32", blocks, bits.view(np.float32)[..., None])
    pairs = run("cvt.rn.satfinite.e4m3x2.f32", scaled[..., 1::2], scaled[..., 0::2], target=target)
    elements = np.ascontiguousarray(pairs).view(np.uint8)
    return _joined(elements), scales


def _joined(blocks: NDArray[Any]) -> NDArray[Any]:
    """Joins the last two dimensions, which are the blocks and their elements."""
    *leading, count, size = blocks.shape
    return blocks.reshape(*leading, count * size)


def _blocks(x: ArrayLike, size: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Returns the elements as float32 in blocks, and the largest absolute value of each block."""
    array = of_list("x", x, "float32", "f32") if is_list(x) else native("x", x)
    if array.dtype.name == "float16":
        array = run("cvt.f32.f16", array)
    elif array.dtype.name == "bfloat16":
        array = run("cvt.f32.bf16", array)
    elif array.dtype != np.float32:
        raise TypeError(
            f"expected an array of float32, float16 or bfloat16 for `x`, found {array.dtype}\n"
            "help: `.astype(np.float32)` converts values"
        )
    if array.ndim == 0 or array.shape[-1] % size:
        raise ValueError(f"expected a last dimension of `x` that is a multiple of {size}, found the shape {array.shape}")
    blocks = np.ascontiguousarray(array).reshape(*array.shape[:-1], array.shape[-1] // size, size)
    magnitudes = run("abs.f32", blocks)
    largest = np.ascontiguousarray(magnitudes[..., 0])
    for i in range(1, size):
        largest = run("max.f32", largest, magnitudes[..., i])
    return blocks, largest
