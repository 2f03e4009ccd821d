"""Compares the quantisers with a second implementation. The second implementation uses NumPy's float32 for sums and
products, ml_dtypes for narrow floats, and exact fractions for the largest error."""

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

import ptx_bits as ptx

RNG = np.random.default_rng(5)
F = np.float32
LARGEST = np.finfo(F).max
E2M1 = [Fraction(n, 2) for n in (0, 1, 2, 3, 4, 6, 8, 12)]


def blocks_of(size):
    """Returns blocks of many magnitudes, with zeros, subnormals and ties."""
    scales = F(2.0) ** RNG.integers(-30, 30, (400, 1)).astype(F)
    x = (RNG.standard_normal((400, size)).astype(F) * scales).astype(F)
    x[0], x[1], x[2, 1:] = 0, 1e-40, 0
    x[3] = np.resize(F([6, 0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5, -0.25, -5]), size)
    return x


def fp4(x):
    """Converts to e2m1 with ml_dtypes, with saturation. NaN becomes 6."""
    x = np.where(np.isnan(x), F(6), np.clip(x, -6, 6))
    return x.astype(ml_dtypes.float4_e2m1fn).view(np.uint8) & 15


def fp8(x):
    return np.clip(x, -448, 448).astype(ml_dtypes.float8_e4m3fn)


def pairs(digits):
    return digits[..., 0::2] | digits[..., 1::2] << 4


def approximate(x):
    return ptx.run("rcp.approx.ftz.f32", F(x))


@pytest.mark.parametrize("global_scale", [1.0, 2688 / 3.7, 1e-3])
@pytest.mark.parametrize("fast_math", [False, True])
@np.errstate(all="ignore")
def test_nvfp4(fast_math, global_scale):
    x, g = blocks_of(16), F(global_scale)
    largest = np.abs(x).max(-1)
    if fast_math:
        scales = fp8(g * (largest * approximate(6)))
        factor = np.where(largest != 0, approximate(scales.astype(F) * approximate(g)), F(0))
    else:
        scales = fp8(np.minimum(largest / F(6) * g, LARGEST))
        factor = np.minimum(F(1) / (scales.astype(F) * (F(1) / g)), LARGEST)
    packed, found = ptx.nvfp4_quantize(x, global_scale, fast_math=fast_math)
    np.testing.assert_array_equal(found[:, 0], scales.view(np.uint8))
    np.testing.assert_array_equal(packed, pairs(fp4(x * factor[:, None])))


def test_nvfp4_error_is_half_a_step():
    """Tests that each result is the nearest e2m1 number. The bound allows for the three roundings of the factor."""
    x = blocks_of(16)[4:40]
    g = 2688 / float(np.abs(x).max())
    packed, scales = ptx.nvfp4_quantize(x, g)
    numbers = scales.view(ml_dtypes.float8_e4m3fn).astype(F)[:, 0]
    for row, bytes_, scale in zip(x, packed, numbers, strict=True):
        if scale == 0:
            continue
        unit = Fraction(float(scale)) / Fraction(float(F(g)))
        for i, value in enumerate(row):
            digit = int(bytes_[i // 2]) >> (4 * (i % 2)) & 15
            assert digit >> 3 == np.signbit(value)
            wanted = abs(Fraction(float(value))) / unit
            nearest = min(abs(wanted - one) for one in E2M1)
            assert abs(wanted - E2M1[digit & 7]) <= nearest + wanted * Fraction(1, 1 << 21)


@pytest.mark.parametrize("fast_math", [False, True])
@np.errstate(all="ignore")
def test_mxfp8(fast_math):
    x = blocks_of(32)
    largest = np.abs(x).max(-1)
    wanted = largest * (approximate(448) if fast_math else F(1) / F(448))
    # The scale is the smallest power of two, from 2^-127 on, that is not below the wanted scale.
    exponents = [next((e for e in range(255) if Fraction(2) ** (e - 127) >= Fraction(float(one))), 254) for one in wanted]
    scales = np.array(exponents, np.uint8)
    factor = np.where(scales == 0, F(1), np.ldexp(F(1), 127 - scales.astype(int)).astype(F))
    if fast_math:
        factor = np.where(largest == 0, F(0), np.where(scales == 0, F(np.inf), factor))
    elements, found = ptx.mxfp8_quantize(x, fast_math=fast_math)
    np.testing.assert_array_equal(found[:, 0], scales)
    np.testing.assert_array_equal(elements, fp8(x * factor[:, None]).view(np.uint8))


def test_types_and_shapes():
    x = RNG.standard_normal((2, 3, 64)).astype(F)
    for dtype in (np.float16, ml_dtypes.bfloat16):
        narrow = x.astype(dtype)
        for function in (ptx.nvfp4_quantize, ptx.mxfp8_quantize):
            for one, other in zip(function(narrow), function(narrow.astype(F)), strict=True):
                np.testing.assert_array_equal(one, other)
    packed, scales = ptx.nvfp4_quantize(x)
    assert (packed.shape, scales.shape) == ((2, 3, 32), (2, 3, 4))
    elements, scales = ptx.mxfp8_quantize(x)
    assert (elements.shape, scales.shape) == ((2, 3, 64), (2, 3, 2))
    for one, other in zip(ptx.mxfp8_quantize(x.astype(">f4")), ptx.mxfp8_quantize(x), strict=True):
        np.testing.assert_array_equal(one, other)
    assert [one.shape for one in ptx.mxfp8_quantize(np.zeros((0, 32), F))] == [(0, 32), (0, 1)]
    assert [one.shape for one in ptx.nvfp4_quantize(np.zeros((0, 32), F))] == [(0, 16), (0, 2)]
    assert [one.shape for one in ptx.nvfp4_quantize(np.zeros((3, 0), F))] == [(3, 0), (3, 0)]
    with pytest.raises(TypeError, match="for `x`, found float64"):
        ptx.nvfp4_quantize(x.astype(float))
    with pytest.raises(ValueError, match="multiple of 32"):
        ptx.mxfp8_quantize(x[..., :48])


def test_quantised_tensors_are_multiplied():
    """Tests that packed elements are rejected and that unpacked elements have the product of the dequantised numbers."""
    form = "m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3"
    # All numbers are e2m1 numbers with the scale 1, so every sum is exact.
    a, b = (RNG.choice(F([0, 0.5, 1, 1.5, 2, 3, 4, -6]), (rows, 128)) for rows in (5, 3))
    a[:, ::16], b[:, ::16] = 6, -6
    (packed_a, scales_a), (packed_b, scales_b) = ptx.nvfp4_quantize(a), ptx.nvfp4_quantize(b)
    with pytest.raises(ValueError, match=r"help: a byte has one element: `nvfp4_unpack\(…\)`"):
        ptx.matmul(packed_a, packed_b.T, form=form, scales=(scales_a, scales_b))
    with pytest.raises(ValueError, match=r"is 16 x 64.*\nhelp: .*`nvfp4_unpack\(…\)`"):
        ptx.mma(form, packed_a, packed_b.T, a, scales=(scales_a, scales_b))
    with pytest.raises(ValueError, match=r"multiple of 64, found 32\nhelp: .*`nvfp4_unpack\(…\)`"):
        ptx.matmul(packed_a[:, :32], packed_b.T[:32], form=form, scales=(scales_a, scales_b))
    left, right = ptx.nvfp4_unpack(packed_a), ptx.nvfp4_unpack(packed_b)
    np.testing.assert_array_equal(left, fp4(a))
    product = ptx.matmul(left, right.T, form=form, scales=(scales_a, scales_b))
    np.testing.assert_array_equal(product, a @ b.T)
    with pytest.raises(TypeError, match="for `packed`, found float32"):
        ptx.nvfp4_unpack(a)
