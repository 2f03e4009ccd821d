"""Kernels that compute each element, or each row, by itself."""

import math

import numpy as np
import triton
import triton.language as tl
from cases import U, case, equal, exp_error, floats, integers, near, rng, zeros
from ptx_bits.triton import array
from triton.language.extra import libdevice


@triton.jit
def axpy_kernel(a, x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(y + i, tl.fma(a + tl.zeros_like(i).to(tl.float32), tl.load(x + i, mask), tl.load(y + i, mask)), mask)


@case
def axpy():
    # binary64 holds the product and the sum of these operands exactly.
    x, y = (array(rng().integers(-(2**20), 2**20, 1000).astype(np.float32)) / 2**k for k in (10, 11))
    a = 0.3125 + 2**-20
    exact = (np.float64(a) * x.astype(np.float64) + y.astype(np.float64)).astype(np.float32)
    axpy_kernel[(4,)](a, x, y, 1000, BLOCK=256)
    equal(y, exact)


@triton.jit
def sigmoid_kernel(x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.sigmoid(tl.load(x + i)))


@case
def sigmoid():
    x, y = floats(1024), zeros(1024)
    sigmoid_kernel[(4,)](x, y, BLOCK=256)
    wide = np.float64(x)
    exact = 1 / (1 + np.exp(-wide))
    # The division is div.full (2 ulp). The error of exp enters with a factor below 1.
    near(y, exact, (exp_error(wide) + 6 * U) * exact)


@triton.jit
def softmax_kernel(x, y, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    own = tl.load(x + row * columns + i, i < columns, -float("inf"))
    top = tl.exp(own - tl.max(own, 0))
    tl.store(y + row * columns + i, top / tl.sum(top, 0), i < columns)


@case
def softmax():
    x, y = floats(6, 100), zeros((6, 100))
    softmax_kernel[(6,)](x, y, 100, BLOCK=128)
    wide = np.float64(x)
    shifted = wide - wide.max(1, keepdims=True)
    exact = np.exp(shifted) / np.exp(shifted).sum(1, keepdims=True)
    # The difference is rounded once, so its error in the exponent is U of it. Each sum of 128 terms has 7 levels.
    error = exp_error(shifted) + U * np.abs(shifted)
    near(y, exact, (error + error.max() + (7 + 4) * U) * exact)


@triton.jit
def layer_norm_kernel(x, y, weight, bias, columns, epsilon, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    mask = i < columns
    own = tl.load(x + row * columns + i, mask, 0.0)
    mean = tl.sum(own, 0) / columns
    centred = tl.where(mask, own - mean, 0.0)
    scale = 1 / tl.sqrt_rn(tl.sum(centred * centred, 0) / columns + epsilon)
    tl.store(y + row * columns + i, centred * scale * tl.load(weight + i, mask) + tl.load(bias + i, mask), mask)


@case
def layer_norm():
    x, y, weight, bias = floats(5, 100), zeros((5, 100)), floats(100), floats(100)
    layer_norm_kernel[(5,)](x, y, weight, bias, 100, 1e-5, BLOCK=128)
    x, w, b = (np.float64(one) for one in (x, weight, bias))
    centred = x - x.mean(1, keepdims=True)
    scale = 1 / np.sqrt((centred**2).mean(1, keepdims=True) + 1e-5)
    exact = centred * scale * w + b
    # The mean has 7 roundings of sums and a division: its error is at most 9 U of the mean of |x|. That error moves each
    # centred value. The variance has 2 roundings for each square, 7 of sums, a division, a sum; its root halves them.
    mean_error = 9 * U * np.abs(x).mean(1, keepdims=True)
    centred_error = mean_error + U * np.abs(centred)
    variance_error = 2 * (np.abs(centred) * centred_error).mean(1, keepdims=True) * scale**2 + 13 * U
    error = centred_error * scale * np.abs(w) + np.abs(centred * scale * w) * (variance_error / 2 + 8 * U)
    near(y, exact, 1.01 * error + U * np.abs(exact))


@triton.jit
def layer_norm_backward_kernel(dy, x, weight, dx, columns, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    mask = i < columns
    normed, top = tl.load(x + row * columns + i, mask, 0.0), tl.load(dy + row * columns + i, mask, 0.0)
    scaled = top * tl.load(weight + i, mask, 0.0)
    along = tl.sum(normed * scaled, 0)
    tl.store(dx + row * columns + i, scaled * columns - tl.sum(scaled, 0) - normed * along, mask)


@case
def layer_norm_backward():
    # All operands are small integers, so that every rounding is exact.
    dy, x, weight = (integers(-8, 8, shape, np.float32) for shape in ((5, 100), (5, 100), (100,)))
    dx = zeros((5, 100))
    layer_norm_backward_kernel[(5,)](dy, x, weight, dx, 100, BLOCK=128)
    scaled = np.asarray(dy * weight)
    along = (np.asarray(x) * scaled).sum(1, keepdims=True)
    equal(dx, scaled * 100 - scaled.sum(1, keepdims=True) - np.asarray(x) * along)


@triton.jit
def quantise_kernel(x, y, scales, columns: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, columns)
    own = tl.load(x + row * columns + i)
    scale = tl.div_rn(tl.max(tl.abs(own), 0), 127.0)
    tl.store(scales + row, scale)
    tl.store(y + row * columns + i, libdevice.rint(tl.div_rn(own, scale + tl.zeros_like(own))).to(tl.int8))


@case
def quantise():
    x, y, scales = floats(4, 128), zeros((4, 128), np.int8), zeros(4)
    quantise_kernel[(4,)](x, y, scales, columns=128)
    plain = np.asarray(x)
    expected = np.abs(plain).max(1) / np.float32(127)
    equal(scales, expected)
    equal(y, np.rint(plain / expected[:, None]).astype(np.int8))


@triton.jit
def dropout_kernel(x, y, seed, p, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    keep = tl.rand(seed, i) > p
    tl.store(y + i, tl.where(keep, tl.load(x + i) * 2, 0.0))


def philox(counter, seed):
    """Returns the first word of Philox 4x32-10 (Salmon et al., SC11) for each counter."""
    c = [counter.astype(np.uint64), *(np.zeros(counter.shape, np.uint64) for _ in range(3))]
    low, high, mask = np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32), np.uint64(0xFFFFFFFF)
    for _ in range(10):
        first, second = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [
            second >> np.uint64(32) ^ c[1] ^ low, second & mask, first >> np.uint64(32) ^ c[3] ^ high, first & mask,
        ]  # fmt: skip
        low, high = low + np.uint64(0x9E3779B9) & mask, high + np.uint64(0xBB67AE85) & mask
    return c[0].astype(np.uint32)


@case
def dropout():
    x, y = floats(1024), zeros(1024)
    dropout_kernel[(4,)](x, y, 123, 0.5, BLOCK=256)
    signed = philox(np.arange(1024, dtype=np.uint32), 123).view(np.int32)
    # `tl.rand` maps a signed word to [0, 1): a negative word w becomes -w - 1, and the factor is 4.6566127342e-10.
    uniform = np.where(signed < 0, -signed - 1, signed).astype(np.float32) * np.float32(4.6566127342e-10)
    equal(y, np.where(uniform > 0.5, np.asarray(x) * 2, 0))


@triton.jit
def libdevice_kernel(x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, libdevice.erf(tl.load(x + i)))


@case
def erf_of_libdevice():
    x, y = floats(1024), zeros(1024)
    libdevice_kernel[(4,)](x, y, BLOCK=256)
    # The CUDA C++ Programming Guide states 2 ulp for erff.
    exact = np.array([math.erf(one) for one in x.tolist()])
    near(y, exact, 2.5 * np.spacing(np.abs(exact).astype(np.float32)))


@triton.jit
def transpose_kernel(x, y, rows: tl.constexpr, columns: tl.constexpr):
    r, c = tl.arange(0, rows), tl.arange(0, columns)
    tile = tl.load(x + r[:, None] * columns + c[None, :])
    tl.store(y + c[:, None] * rows + r[None, :], tl.trans(tile))


@case
def transpose():
    x, y = integers(-(2**31), 2**31, (32, 64)), zeros((64, 32), np.int32)
    transpose_kernel[(1,)](x, y, 32, 64)
    equal(y, x.T)


@triton.jit
def bfloat16_kernel(x, y, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i).to(tl.bfloat16))


@case
def bfloat16():
    x, y = floats(256), zeros(256, np.uint16)
    bfloat16_kernel[(1,)](x, triton.reinterpret(y, tl.bfloat16), BLOCK=256)
    words = np.asarray(x).view(np.uint32).astype(np.uint64)
    equal(y, words + 0x7FFF + (words >> 16 & 1) >> 16)
