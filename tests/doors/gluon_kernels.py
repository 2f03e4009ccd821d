"""Kernels in Gluon, which name their own copies, mbarriers and products: convolutions, and warps with their own tasks."""

import numpy as np
import triton
from cases import case, equal, rng, zeros
from ptx_bits.triton import array
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia import blackwell, hopper
from triton.experimental.gluon.language.nvidia.hopper import mbarrier, tma
from triton.experimental.gluon.nvidia.hopper import TensorDescriptor, TensorDescriptorIm2Col

# The bytes of a row of each tile.
ROW = 128


def layout(bits):
    return gl.NVMMASharedLayout(swizzle_byte_width=ROW, element_bitwidth=bits, rank=2)


def rows(x, block, bits):
    """Returns a descriptor of a matrix."""
    return TensorDescriptor(x, list(x.shape), [x.shape[1], 1], block, layout(bits))


def chip():
    """Returns the number of the chip. Raises ValueError if it has no bulk copies, for which Triton's compiler aborts."""
    arch = triton.runtime.driver.active.get_current_target().arch
    if arch < 90:
        raise ValueError(f"sm_{arch} has no bulk copies")
    return arch


def is_blackwell():
    """Returns whether the products of the chip are those of tcgen05. Raises ValueError if it has neither them nor wgmma."""
    arch = chip()
    if arch // 10 not in (9, 10):
        raise ValueError(f"sm_{arch} has neither wgmma nor tcgen05")
    return arch // 10 == 10


class Convolution:
    """A convolution of images (N, H, W, C) with filters (C', R, S, C): a padding, and a step for each spatial dimension."""

    def __init__(self, dtype, shape, filters, padding, steps):
        self.x = rng().integers(-3, 4, shape).astype(dtype)
        self.filters = rng().integers(-3, 4, (filters, 3, 3, shape[3])).astype(dtype)
        self.padding, self.steps = padding, steps
        self.height, self.width = ((size + 2 * padding - 3) // step + 1 for size, step in zip(shape[1:3], steps))

    def images(self, pixels):
        """Returns the descriptor of the images."""
        x, bits = self.x, 8 * self.x.dtype.itemsize
        corner = [-self.padding, -self.padding]
        # The last base of a filter in each dimension, as a distance from the last pixel.
        upper = [self.padding - 2] * 2
        return TensorDescriptorIm2Col(
            array(x), list(x.shape), [int(np.prod(x.shape[i + 1 :])) for i in range(4)], [pixels, 8 * ROW // bits], layout(bits),
            element_strides=[1, *self.steps, 1], pixel_box_lower_corner=corner, pixel_box_upper_corner=upper,
        )

    def taps(self):
        """Returns the pixels that each tap of the filters reads, as exact floats: (R, S, N H' W', C)."""
        p, (down, right) = self.padding, self.steps
        padded = np.pad(np.float64(self.x), ((0, 0), (p, p), (p, p), (0, 0)))
        last = (down * (self.height - 1) + 1, right * (self.width - 1) + 1)
        tap = [[padded[:, r : r + last[0] : down, s : s + last[1] : right] for s in range(3)] for r in range(3)]
        return np.array(tap).reshape(3, 3, -1, self.x.shape[3])


@gluon.jit
def pixels_kernel(x, y, base_h, base_w, r: gl.constexpr, s: gl.constexpr):
    tile = gl.allocate_shared_memory(x.dtype, x.block_shape, x.layout)
    bar = mbarrier.allocate_mbarrier()
    mbarrier.init(bar, count=1)
    mbarrier.expect(bar, x.block_type.nbytes)
    tma.async_load_im2col(x, [0, base_h, base_w, 0], [r, s], bar, tile)
    mbarrier.wait(bar, phase=0)
    mbarrier.invalidate(bar)
    tma.async_store(y, [0, 0], tile)
    tma.store_wait(0)


@case
def pixels_of_a_convolution():
    chip()
    for steps, padding in (((1, 1), 1), ((2, 1), 1), ((1, 3), 0)):
        images = Convolution(np.float32, (3, 6, 7, 32), 1, padding, steps)
        taps = images.taps()
        used = min(64, taps.shape[2])
        for r, s in ((0, 0), (1, 2), (2, 1)):
            y = zeros((64, 32))
            pixels_kernel[(1,)](images.images(64), rows(y, [64, 32], 32), -padding, -padding, r, s, num_warps=1)
            equal(y[:used], taps[r, s, :used])


@gluon.jit
def convolution_kernel(
    x, w, y, height, width, down, right, padding, channels: gl.constexpr, filters: gl.constexpr, is_blackwell: gl.constexpr
):
    pixels: gl.constexpr = x.block_shape[0]
    first = gl.program_id(0) * pixels
    image, place = first // (height * width), first % (height * width)
    base_h, base_w = place // width * down - padding, place % width * right - padding
    a = gl.allocate_shared_memory(x.dtype, x.block_shape, x.layout)
    b = gl.allocate_shared_memory(w.dtype, w.block_shape, w.layout)
    bar, done = mbarrier.allocate_mbarrier(), mbarrier.allocate_mbarrier()
    mbarrier.init(bar, count=1)
    mbarrier.init(done, count=1)
    if is_blackwell:
        memory: gl.constexpr = blackwell.TensorMemoryLayout(block=[pixels, filters], col_stride=1)
        sums = blackwell.allocate_tensor_memory(gl.float32, [pixels, filters], memory)
    else:
        registers: gl.constexpr = gl.NVMMADistributedLayout(
            version=[3, 0], warps_per_cta=[4, 1], instr_shape=[16, filters, 16]
        )
        total = gl.zeros([pixels, filters], gl.float32, registers)
    phase = 0
    for r in gl.static_range(3):
        for s in gl.static_range(3):
            for c in range(0, channels, x.block_shape[1]):
                mbarrier.expect(bar, x.block_type.nbytes + w.block_type.nbytes)
                tma.async_load_im2col(x, [image, base_h, base_w, c], [r, s], bar, a)
                tma.async_load(w, [0, (3 * r + s) * channels + c], bar, b)
                mbarrier.wait(bar, phase)
                if is_blackwell:
                    blackwell.tcgen05_mma(a, b.permute((1, 0)), sums, use_acc=(r > 0) | (s > 0) | (c > 0))
                    blackwell.tcgen05_commit(done)
                    mbarrier.wait(done, phase)
                else:
                    total = hopper.warpgroup_mma(a, b.permute((1, 0)), total)
                phase ^= 1
    out = gl.allocate_shared_memory(gl.float32, y.block_shape, y.layout)
    if is_blackwell:
        out.store(sums.load())
    else:
        out.store(total)
    hopper.fence_async_shared()
    tma.async_store(y, [first, 0], out)
    tma.store_wait(0)


@case
def convolution_by_tensor_cores():
    blackwell_chip, filters = is_blackwell(), 32
    for steps, padding in (((1, 1), 1), ((2, 2), 1), ((1, 1), 0)):
        of = Convolution(np.float16, (2, 12, 11, 128), filters, padding, steps)
        taps = of.taps()
        pixels, total = 128, taps.shape[2]
        y = zeros((total, filters))
        weights = array(of.filters.reshape(filters, -1))
        convolution_kernel[(triton.cdiv(total, pixels),)](
            of.images(pixels), rows(weights, [filters, 64], 16), rows(y, [pixels, 32], 32), of.height, of.width,
            *steps, padding, 128, filters, blackwell_chip, num_warps=4,
        )
        # All sums are integers below 2^24, so they are exact.
        equal(y, np.einsum("rspc,frsc->pf", taps, np.float64(of.filters)))


@gluon.jit
def load_task(x, tiles, full, empty, count):
    for i in range(count):
        stage, phase = i % 2, i // 2 & 1
        mbarrier.wait(empty.index(stage), phase ^ 1)
        mbarrier.expect(full.index(stage), x.block_type.nbytes)
        tma.async_load(x, [i * x.block_shape[0], 0], full.index(stage), tiles.index(stage))


@gluon.jit
def sum_task(x, tiles, full, empty, count, y, warps: gl.constexpr):
    by_rows: gl.constexpr = gl.BlockedLayout([1, 4], [4, 8], [warps, 1], [1, 0])
    total = gl.zeros(x.block_shape, gl.float32, by_rows)
    for i in range(count):
        stage, phase = i % 2, i // 2 & 1
        mbarrier.wait(full.index(stage), phase)
        total += tiles.index(stage).load(by_rows)
        mbarrier.arrive(empty.index(stage), count=1)
    row = gl.arange(0, x.block_shape[0], gl.SliceLayout(1, by_rows))
    gl.store(y + row, gl.sum(total, 1))


@gluon.jit
def apart_kernel(x, y, count, warps: gl.constexpr):
    tiles = gl.allocate_shared_memory(x.dtype, [2] + x.block_shape, x.layout)
    full = gl.allocate_shared_memory(gl.int64, [2, 1], mbarrier.MBarrierLayout())
    empty = gl.allocate_shared_memory(gl.int64, [2, 1], mbarrier.MBarrierLayout())
    for i in gl.static_range(2):
        mbarrier.init(full.index(i), count=1)
        mbarrier.init(empty.index(i), count=1)
    gl.warp_specialize(
        [(sum_task, (x, tiles, full, empty, count, y, warps)), (load_task, (x, tiles, full, empty, count))], [1], [24]
    )


@case
def warps_with_tasks():
    chip()
    x = rng().integers(-100, 100, (7 * 32, 32)).astype(np.float32)
    y = zeros(32)
    apart_kernel[(1,)](rows(array(x), [32, 32], 32), y, 7, 4, num_warps=4)
    equal(y, x.reshape(7, 32, 32).sum((0, 2)))
