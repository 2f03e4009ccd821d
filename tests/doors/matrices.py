"""Matrix products. The operands are small integers, so that all sums are exact; attention has a bound."""

import numpy as np
import triton
import triton.language as tl
from cases import U, case, equal, exp_error, integers, near, rng, zeros
from ptx_bits.triton import array
from triton.tools.tensor_descriptor import TensorDescriptor


@triton.jit
def matmul_kernel(
    a, b, c, K, N: tl.constexpr, tile_m: tl.constexpr, tile_n: tl.constexpr, tile_k: tl.constexpr, whole: tl.constexpr
):
    m, n = tl.program_id(0) * tile_m + tl.arange(0, tile_m), tl.program_id(1) * tile_n + tl.arange(0, tile_n)
    k = tl.arange(0, tile_k)
    total = tl.zeros((tile_m, tile_n), tl.int32 if whole else tl.float32)
    for start in range(0, K, tile_k):
        left = tl.load(a + m[:, None] * K + (start + k)[None, :])
        right = tl.load(b + (start + k)[:, None] * N + n[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + m[:, None] * N + n[None, :], total)


def product(convert, low, high, whole=False, shape=(32, 32, 64), tile=(32, 32, 32)):
    """Checks the product of integers. `convert` returns an argument with the integers in the type of the operands."""
    m, n, k = shape
    a, b = (rng().integers(low, high, size).astype(np.int32) for size in ((m, k), (k, n)))
    c = zeros((m, n), np.int32 if whole else np.float32)
    matmul_kernel[(m // tile[0], n // tile[1])](convert(a), convert(b), c, k, n, *tile, whole)
    equal(c, a @ b)


@case
def matmul_f16():
    product(lambda x: array(x.astype(np.float16)), -8, 8)


@case
def matmul_f16_large_tiles():
    # Triton uses wgmma and tcgen05 only for tiles of at least 64 rows.
    product(lambda x: array(x.astype(np.float16)), -8, 8, shape=(128, 128, 128), tile=(128, 64, 64))


@case
def matmul_bf16():
    def convert(x):
        return triton.reinterpret(array((x.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)), tl.bfloat16)

    product(convert, -8, 8)


@case
def matmul_tf32():
    product(lambda x: array(x.astype(np.float32)), -8, 8)


@case
def matmul_fp8():
    # The integers from -7 to 7 as e4m3: sign, exponent with the bias 7, three bits of mantissa.
    positive = [0x00, 0x38, 0x40, 0x44, 0x48, 0x4A, 0x4C, 0x4E]
    words = np.uint8([0x80 | positive[-i] if i < 0 else positive[i] for i in range(-7, 8)])
    product(lambda x: triton.reinterpret(array(words[x + 7]), tl.float8e4nv), -7, 8)


@case
def matmul_int8():
    product(lambda x: array(x.astype(np.int8)), -128, 128, whole=True)


@triton.jit
def grouped_kernel(a, b, c, offsets, sizes, K: tl.constexpr, N: tl.constexpr, tile: tl.constexpr):
    group = tl.program_id(0)
    first, size = tl.load(offsets + group), tl.load(sizes + group)
    k, n = tl.arange(0, K), tl.arange(0, N)
    right = tl.load(b + group * K * N + k[:, None] * N + n[None, :])
    for start in range(0, size, tile):
        m = start + tl.arange(0, tile)
        mask = (m < size)[:, None]
        left = tl.load(a + (first + m)[:, None] * K + k[None, :], mask, 0.0)
        tl.store(c + (first + m)[:, None] * N + n[None, :], tl.dot(left, right), mask)


@case
def grouped_matmul():
    sizes = integers(1, 40, 4)
    offsets = array(np.cumsum(np.append(0, sizes[:-1])).astype(np.int32))
    a, b = integers(-8, 8, (sizes.sum(), 32), np.float16), integers(-8, 8, (4, 32, 32), np.float16)
    c = zeros((sizes.sum(), 32))
    grouped_kernel[(4,)](a, b, c, offsets, sizes, 32, 32, 16)
    groups = np.repeat(np.arange(4), sizes)
    equal(c, np.einsum("mk,mkn->mn", np.float32(a), np.float32(b)[groups]))


@triton.jit
def pointers_kernel(lefts, rights, products, rows, strides, groups, K: tl.constexpr, N: tl.constexpr, tile: tl.constexpr):
    # The tiles of all groups are numbered one after the other, as in the tutorial on grouped matrix products.
    number, end = tl.program_id(0), 0
    for group in range(groups):
        size = tl.load(rows + group)
        tiles = tl.cdiv(size, tile)
        while (number >= end) & (number < end + tiles):
            left = tl.load(lefts + group).to(tl.pointer_type(tl.float16))
            right = tl.load(rights + group).to(tl.pointer_type(tl.float16))
            result = tl.load(products + group).to(tl.pointer_type(tl.float32))
            m, k, n = (number - end) * tile + tl.arange(0, tile), tl.arange(0, K), tl.arange(0, N)
            mask = (m < size)[:, None]
            a = tl.load(left + m[:, None] * tl.load(strides + group) + k[None, :], mask, 0.0)
            b = tl.load(right + k[:, None] * N + n[None, :])
            tl.store(result + m[:, None] * N + n[None, :], tl.dot(a, b), mask)
            number += tl.num_programs(0)
        end += tiles


@case
def grouped_matmul_by_pointers():
    sizes, strides = array(np.int32([20, 16, 37])), array(np.int32([32, 40, 33]))
    lefts = [integers(-8, 8, (size, stride), np.float16) for size, stride in zip(sizes, strides, strict=True)]
    rights = [integers(-8, 8, (32, 32), np.float16) + group for group in range(3)]
    products = [zeros((size, 32)) for size in sizes]
    pointers = [array(np.array([one.data_ptr() for one in of])) for of in (lefts, rights, products)]
    pointers_kernel[(2,)](*pointers, sizes, strides, 3, 32, 32, 16)
    for left, right, result in zip(lefts, rights, products, strict=True):
        equal(result, np.float32(left[:, :32]) @ np.float32(right))


@triton.jit
def attention_kernel(q, k, v, o, scale, length: tl.constexpr, width: tl.constexpr, tile: tl.constexpr):
    m, d = tl.program_id(0) * tile + tl.arange(0, tile), tl.arange(0, width)
    own = tl.load(q + m[:, None] * width + d[None, :])
    top = tl.full((tile,), -float("inf"), tl.float32)
    total, out = tl.zeros((tile,), tl.float32), tl.zeros((tile, width), tl.float32)
    for start in range(0, length, tile):
        n = start + tl.arange(0, tile)
        scores = tl.dot(own, tl.trans(tl.load(k + n[:, None] * width + d[None, :]))) * scale
        new = tl.maximum(top, tl.max(scores, 1))
        weights, fade = tl.exp(scores - new[:, None]), tl.exp(top - new)
        total = total * fade + tl.sum(weights, 1)
        out = tl.dot(weights.to(tl.float16), tl.load(v + n[:, None] * width + d[None, :]), out * fade[:, None])
        top = new
    tl.store(o + m[:, None] * width + d[None, :], out / total[:, None])


@case
def attention():
    length, width = 64, 32
    # The scores are exact, because they are sums of products of small integers.
    q, k = (array(rng().integers(-3, 4, (length, width)).astype(np.float16)) for _ in range(2))
    v, o = array(rng().standard_normal((length, width)).astype(np.float16)), zeros((length, width))
    attention_kernel[(2,)](q, k, v, o, 0.125, length, width, 32)
    scores = np.float64(q) @ np.float64(k).T / 8
    shifted = scores - scores.max(1, keepdims=True)
    weights = np.exp(shifted)
    total = weights.sum(1, keepdims=True)
    exact = weights @ np.float64(v) / total
    sizes = weights @ np.abs(np.float64(v)) / total
    # A weight has the errors of at most two exponentials and products, and is rounded to binary16 (2^-11, or 2^-25 if it
    # is subnormal). A tensor core truncates each sum of 16 products and the accumulator to 24 bits or more: below
    # 2^-23 of the sum of sizes for each of 17 terms and 4 instructions. The total has 6 levels and 2 products.
    error = 2 * exp_error(scores.max() - scores.min()) + 2.0**-11 + 17 * 4 * 2.0**-23 + 12 * U
    lost = 2.0**-25 * np.abs(np.float64(v)).sum(0) / total
    near(o, exact, error * sizes + lost)


@triton.autotune([triton.Config({"tile": 16}), triton.Config({"tile": 32})], key=["length"])
@triton.jit
def tuned_kernel(x, y, length, tile: tl.constexpr):
    for start in range(0, length, tile):
        i = start + tl.arange(0, tile)
        tl.store(y + i, tl.load(x + i) + 1)


@case
def autotuning():
    x, y = integers(0, 1000, 128), zeros(128, np.int32)
    tuned_kernel[(1,)](x, y, 128)
    equal(y, x + 1)
    # The tile of 32 needs half as many iterations, so fewer instructions.
    assert tuned_kernel.best_config.kwargs == {"tile": 32}


@triton.jit
def descriptor_kernel(x, y, rows, columns, tile: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [tile, tile])
    i = tl.arange(0, tile)
    found = source.load([tl.program_id(0) * tile, tl.program_id(1) * tile])
    first = tl.program_id(0) * tile * columns + tl.program_id(1) * tile
    tl.store(y + first + i[:, None] * columns + i[None, :], found * 2)


@case
def descriptor():
    triton.set_allocator(lambda size, alignment, stream: zeros(size, np.int8))
    x, y = integers(-1000, 1000, (64, 64)), zeros((64, 64), np.int32)
    descriptor_kernel[(2, 2)](x, y, 64, 64, 32)
    equal(y, x * 2)


@triton.jit
def tile_kernel(source, y, tile: tl.constexpr, columns: tl.constexpr):
    i = tl.arange(0, tile)
    found = source.load([tl.program_id(0) * tile, tl.program_id(1) * tile])
    first = tl.program_id(0) * tile * columns + tl.program_id(1) * tile
    tl.store(y + first + i[:, None] * columns + i[None, :], found)


@case
def host_descriptor():
    x, y = integers(-1000, 1000, (40, 64)), zeros((64, 64), np.int32)
    tile_kernel[(2, 2)](TensorDescriptor(x, [40, 64], [64, 1], [32, 32]), y, 32, 64)
    # A descriptor returns zeros outside of its shape.
    equal(y, np.concatenate([x, np.zeros((24, 64), np.int32)]))
