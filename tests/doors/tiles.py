"""Products of tiles that tensor descriptors load, with warps for the loads and others for the products where Triton has them."""

import numpy as np
import triton
import triton.language as tl
from cases import U, case, equal, exp_error, near, rng, zeros
from ptx_bits.triton import array
from triton.tools.tensor_descriptor import TensorDescriptor


def bfloats(x):
    """Returns an array of bfloat16. The values must have at most 8 significant bits."""
    return triton.reinterpret(array((x.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)), tl.bfloat16)


def tiles(x, block):
    """Returns a descriptor of a matrix."""
    return TensorDescriptor(x, list(x.shape), [x.shape[1], 1], block)


@triton.jit
def matmul_tiles_kernel(a, b, c, K, tile_m: tl.constexpr, tile_n: tl.constexpr, tile_k: tl.constexpr, apart: tl.constexpr):
    m, n = tl.program_id(0) * tile_m, tl.program_id(1) * tile_n
    total = tl.zeros((tile_m, tile_n), tl.float32)
    for k in tl.range(0, K, tile_k, warp_specialize=apart):
        total = tl.dot(a.load([m, k]), b.load([k, n]), total)
    c.store([m, n], total)


def matmul_tiles(apart, tile_m):
    m, n, k = 256, 128, 192
    a, b = (rng().integers(-8, 8, size).astype(np.float16) for size in ((m, k), (k, n)))
    c = zeros((m, n))
    of = [tiles(array(a), [tile_m, 64]), tiles(array(b), [64, 64]), tiles(c, [tile_m, 64])]
    matmul_tiles_kernel[(m // tile_m, n // 64)](*of, k, tile_m, 64, 64, apart, num_stages=3)
    equal(c, np.float32(a) @ np.float32(b))


@case
def matmul_of_tiles():
    matmul_tiles(False, 128)


@case
def matmul_of_tiles_by_specialised_warps():
    # Triton 3.9 specialises the warps on sm_90 only for tiles of 64 rows.
    matmul_tiles(True, 64)


@triton.jit
def attention_tiles_kernel(
    q, k, v, o, scale, length, tile_m: tl.constexpr, tile_n: tl.constexpr, width: tl.constexpr, apart: tl.constexpr
):
    m = tl.program_id(0) * tile_m
    top = tl.zeros((tile_m,), tl.float32) - float("inf")
    total, out = tl.zeros((tile_m,), tl.float32), tl.zeros((tile_m, width), tl.float32)
    own = q.load([m, 0])
    for start in tl.range(0, length, tile_n, warp_specialize=apart):
        scores = tl.dot(own, k.load([start, 0]).T) * scale
        new = tl.maximum(top, tl.max(scores, 1))
        weights, fade = tl.exp(scores - new[:, None]), tl.exp(top - new)
        out = tl.dot(weights.to(tl.bfloat16), v.load([start, 0]), out * fade[:, None])
        total = total * fade + tl.sum(weights, 1)
        top = new
    o.store([m, 0], out / total[:, None])


def attention_tiles(tile_m, length=256, width=64):
    """Returns a function that launches attention, and one that checks the results."""
    # The scores are exact, because they are sums of products of small integers.
    q, k = (rng().integers(-3, 4, (length, width)).astype(np.float32) for _ in range(2))
    v = rng().integers(-128, 128, (length, width)).astype(np.float32) / 64
    o = zeros((length, width))
    inputs = ((q, tile_m), (k, 128), (v, 128))
    of = [TensorDescriptor(bfloats(x), [length, width], [width, 1], [rows, width]) for x, rows in inputs]
    to = tiles(o, [tile_m, width])

    def launch(apart, **options):
        grid = (length // tile_m,)
        attention_tiles_kernel[grid](*of, to, 0.125, length, tile_m, 128, width, apart, num_stages=2, **options)

    def check():
        scores = np.float64(q) @ np.float64(k).T / 8
        weights = np.exp(scores - scores.max(1, keepdims=True))
        total = weights.sum(1, keepdims=True)
        exact = weights @ np.float64(v) / total
        sizes = weights @ np.abs(np.float64(v)) / total
        # A weight has the errors of an exponential and of its rounding to bfloat16 (2^-8), and a result those of one more
        # exponential and product for each tile. A tensor core truncates each sum of 16 products and the accumulator to 24
        # bits or more: below 2^-23 of the sum of sizes for each of 17 terms and 16 instructions. The total has 8 levels.
        error = 3 * exp_error(scores.max() - scores.min()) + 2.0**-8 + 17 * 16 * 2.0**-23 + 16 * U
        # A weight below the smallest normal number may become zero.
        lost = 2.0**-126 * np.abs(np.float64(v)).sum(0) / total
        near(o, exact, error * sizes + lost)

    return launch, check


@case
def attention_of_tiles():
    launch, check = attention_tiles(128)
    launch(False, num_warps=8)
    check()


@case
def attention_of_tiles_by_specialised_warps():
    launch, check = attention_tiles(64)
    launch(True, num_warps=4)
    check()
