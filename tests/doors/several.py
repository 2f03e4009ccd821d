"""Kernels in which elements, or blocks, meet: scans, sorts and atomics."""

import numpy as np
import triton
import triton.language as tl
from cases import U, case, equal, floats, integers, near, zeros


@triton.jit
def scan_kernel(x, y, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(y + i, tl.cumsum(tl.load(x + i), 0))


@case
def scan():
    x, y = integers(-1000, 1000, 512), zeros(512, np.int32)
    scan_kernel[(1,)](x, y, BLOCK=512)
    equal(y, np.cumsum(x))


@triton.jit
def pair(first_a, first_b, second_a, second_b):
    return first_a * second_a, first_b * second_a + second_b


@triton.jit
def recurrence_kernel(a, b, y, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    _, found = tl.associative_scan((tl.load(a + i), tl.load(b + i)), 0, pair)
    tl.store(y + i, found)


@case
def recurrence():
    a, b, y = integers(-9, 9, 256), integers(-9, 9, 256), zeros(256, np.int32)
    recurrence_kernel[(1,)](a, b, y, BLOCK=256)
    expected, state = [], 0
    for one, other in zip(a.tolist(), b.tolist(), strict=True):
        state = (state * one + other) & 0xFFFFFFFF
        expected.append(state)
    equal(y.view(np.uint32), np.uint32(expected))


@triton.jit
def histogram_kernel(x, bins, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.atomic_add(bins + tl.load(x + i, mask, 0), 1, mask)


@case
def histogram():
    x, bins = integers(0, 64, 1000), zeros(64, np.int32)
    histogram_kernel[(4,)](x, bins, 1000, BLOCK=256)
    equal(bins, np.bincount(x, minlength=64))


@triton.jit
def local_histogram_kernel(x, bins, BLOCK: tl.constexpr, BINS: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(bins + tl.arange(0, BINS), tl.histogram(tl.load(x + i), BINS))


@case
def local_histogram():
    x, bins = integers(0, 64, 1024), zeros(64, np.int32)
    local_histogram_kernel[(4,)](x, bins, BLOCK=256, BINS=64)
    equal(bins, np.bincount(x, minlength=64))


@triton.jit
def total_kernel(x, y, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(y, tl.sum(tl.load(x + i), 0))


@case
def total_by_float_atomics():
    # The sums of these integers are exact, so that no order matters.
    x, y = integers(-1000, 1000, 1024, np.float32), zeros(1)
    total_kernel[(4,)](x, y, BLOCK=256)
    equal(y, [x.sum()])


@triton.jit
def topk_kernel(x, y, columns: tl.constexpr, k: tl.constexpr):
    row = tl.program_id(0)
    own = tl.load(x + row * columns + tl.arange(0, columns))
    tl.store(y + row * k + tl.arange(0, k), tl.topk(own, k))


@case
def topk():
    x, y = floats(4, 128), zeros((4, 8))
    topk_kernel[(4,)](x, y, columns=128, k=8)
    equal(y, -np.sort(-np.asarray(x), 1)[:, :8])


@triton.jit
def argmax_kernel(x, y, columns: tl.constexpr):
    row = tl.program_id(0)
    tl.store(y + row, tl.argmax(tl.load(x + row * columns + tl.arange(0, columns)), 0))


@case
def argmax():
    x, y = integers(0, 50, (8, 128)), zeros(8, np.int32)
    argmax_kernel[(8,)](x, y, columns=128)
    # Equal elements: Triton, like NumPy, returns the first.
    equal(y, np.argmax(x, 1))


@triton.jit
def variance_kernel(x, y, columns: tl.constexpr):
    row = tl.program_id(0)
    own = tl.load(x + row * columns + tl.arange(0, columns))
    mean = tl.sum(own, 0) / columns
    tl.store(y + row, tl.sum((own - mean) * (own - mean), 0) / columns)


@case
def variance():
    x, y = floats(8, 128), zeros(8)
    variance_kernel[(8,)](x, y, columns=128)
    wide = np.float64(x)
    centred = wide - wide.mean(1, keepdims=True)
    # The mean has 7 roundings; the division by 128 is exact. Each square has 3, its sum 7.
    moved = 8 * U * np.abs(wide).mean(1, keepdims=True) + U * np.abs(centred)
    near(y, (centred**2).mean(1), (2 * np.abs(centred) * moved + centred**2 * 9 * U).mean(1) * 1.01)


@triton.jit
def locked_kernel(x, y, lock, BLOCK: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, BLOCK)
    own = tl.load(x + row * BLOCK + i)
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(y + i, tl.load(y + i) + own)
    tl.debug_barrier()
    tl.atomic_xchg(lock, 0)


@case
def sum_under_a_lock():
    x, y, lock = integers(-1000, 1000, (6, 128)), zeros(128, np.int32), zeros(1, np.int32)
    locked_kernel[(6,)](x, y, lock, BLOCK=128)
    equal(y, x.sum(0))
    equal(lock, [0])
