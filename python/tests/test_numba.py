"""Kernels of Numba on NumPy arrays. The references are exact integers or NumPy."""

import numpy as np
import pytest

import ptx_bits as ptx

cuda = pytest.importorskip("numba.cuda", reason="numba-cuda is not installed (the extra `numba`)")
RNG = np.random.default_rng(3)


def test_a_kernel_on_two_chips():
    def axpy(a, x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = a * x[i] + y[i]

    for target in ("sm_80", "sm_120"):
        kernel = ptx.numba.jit(target=target)(axpy)
        x, y = RNG.integers(-100, 100, (2, 1000)).astype(np.float64)
        expected = 0.5 * x + y
        report = kernel[8, 128](0.5, x, y)
        assert (y == expected).all() and report.threads == 1024
        assert f".target {target}" in next(iter(kernel.inspect_asm().values()))


def test_arrays_of_several_dimensions():
    @ptx.numba.jit
    def transpose(x, y):
        r, c = cuda.grid(2)
        if r < x.shape[0] and c < x.shape[1]:
            y[c, r] = x[r, c]

    x = RNG.integers(-100, 100, (20, 30)).astype(np.int16)
    for order in "CF":
        y = np.zeros((30, 20), np.int16, order)
        transpose[(2, 2), (16, 16)](np.asarray(x, order=order), y)
        assert (y == x.T).all()


def test_shared_memory_and_races():
    def total(x, y, with_barriers):
        part = cuda.shared.array(64, np.int32)
        i = cuda.threadIdx.x
        part[i] = x[i]
        step = 32
        while step:
            if with_barriers:
                cuda.syncthreads()
            if i < step:
                part[i] += part[i + step]
            step //= 2
        if i == 0:
            cuda.atomic.add(y, 0, part[0])

    kernel = ptx.numba.jit(total, races=True)
    x, y = RNG.integers(-100, 100, 64).astype(np.int32), np.zeros(1, np.int32)
    assert kernel[1, 64](x, y, True).races == [] and y[0] == x.sum()
    assert "shared" in kernel[1, 64](x, y, False).races[0]


def test_dynamic_shared_memory_and_a_signature():
    @ptx.numba.jit("void(int32[::1], int64)")
    def reverse(x, n):
        part = cuda.shared.array(0, np.int32)
        i = cuda.threadIdx.x
        part[i] = x[i]
        cuda.syncthreads()
        x[i] = part[n - 1 - i]

    x = np.arange(32, dtype=np.int32)
    reverse[1, 32, 0, 128](x, 32)
    assert (x == np.arange(32)[::-1]).all()


def test_other_numbers():
    @ptx.numba.jit
    def numbers(y, flag, number, pair, half):
        y[0], y[1] = number.real, number.imag
        y[2] = flag
        y[3], y[4] = pair
        y[5] = half

    y = np.zeros(6)
    numbers[1, 1](y, True, 1.5 - 2j, (7, 0.25), np.float32(0.1))
    assert [*y] == [1.5, -2, 1, 7, 0.25, np.float32(0.1)]


@ptx.numba.jit(device=True)
def cube(x):
    return x * x * x


def test_a_device_function_and_a_grid_for_all_elements():
    @ptx.numba.jit
    def cubes(x):
        i = cuda.grid(1)
        if i < x.size:
            x[i] = cube(x[i])

    x = np.arange(300, dtype=np.int64)
    assert cubes.forall(x.size)(x).threads == 512
    assert (x == np.arange(300) ** 3).all()


def test_faults_and_wrong_arguments():
    @ptx.numba.jit
    def beyond(x):
        x[cuda.threadIdx.x] = 1

    with pytest.raises(ptx.KernelError, match="out of bounds"):
        beyond[1, 32](np.zeros(31, np.float32))
    with pytest.raises(ValueError, match="expected `kernel"):
        beyond[1]
    with pytest.raises(ValueError, match="unknown target"):
        ptx.numba.jit(beyond.py_func, target="H100")
