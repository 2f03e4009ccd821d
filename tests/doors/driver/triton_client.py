"""Launches kernels with Triton's own driver for NVIDIA GPUs, which loads the machine code of its assembler."""

import ctypes

import numpy as np
import triton
import triton.language as tl
from triton.runtime import driver


class Array:
    """An array on the device, which Triton accepts because of `data_ptr` and `dtype`."""

    def __init__(self, values):
        self.shape, self.dtype = values.shape, values.dtype
        self.address = ctypes.c_uint64()
        assert cuda.cuMemAlloc_v2(ctypes.byref(self.address), ctypes.c_size_t(values.nbytes)) == 0
        from_host = np.ascontiguousarray(values)
        assert cuda.cuMemcpyHtoD_v2(self.address, from_host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(values.nbytes)) == 0

    def data_ptr(self):
        return self.address.value

    def host(self):
        values = np.empty(self.shape, self.dtype)
        assert cuda.cuMemcpyDtoH_v2(values.ctypes.data_as(ctypes.c_void_p), self.address, ctypes.c_size_t(values.nbytes)) == 0
        return values


@triton.jit
def add(x, y, z, n, SIZE: tl.constexpr):
    i = tl.program_id(0) * SIZE + tl.arange(0, SIZE)
    mask = i < n
    tl.store(z + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def softmax(x, z, n, SIZE: tl.constexpr):
    row, i = tl.program_id(0), tl.arange(0, SIZE)
    values = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
    powers = tl.exp(values - tl.max(values, 0))
    tl.store(z + row * n + i, powers / tl.sum(powers, 0), mask=i < n)


@triton.jit
def product(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, j, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    left = tl.load(a + i[:, None] * K + k[None, :])
    right = tl.load(b + k[:, None] * N + j[None, :])
    tl.store(c + i[:, None] * N + j[None, :], tl.dot(left, right))


def try_add():
    x, y = np.arange(1000, dtype="f4"), np.full(1000, 0.5, "f4")
    z = Array(np.zeros(1000, "f4"))
    add[(4,)](Array(x), Array(y), z, 1000, SIZE=256)
    assert (z.host() == x + y).all()


def try_softmax():
    x = np.sin(np.arange(8 * 100)).astype("f4").reshape(8, 100)
    z = Array(np.zeros_like(x))
    softmax[(8,)](Array(x), z, 100, SIZE=128)
    powers = np.exp(x.astype("f8") - x.max(1, keepdims=True))
    assert np.allclose(z.host(), powers / powers.sum(1, keepdims=True), rtol=1e-6, atol=0)


def try_product():
    # Sums of small integers are exact.
    a, b = np.arange(32 * 32) % 7, np.arange(32 * 32) % 5
    a, b = a.reshape(32, 32), b.reshape(32, 32)
    c = Array(np.zeros((32, 32), "f4"))
    product[(1,)](Array(a.astype("f2")), Array(b.astype("f2")), c, M=32, N=32, K=32)
    assert (c.host() == a @ b).all()


cuda = ctypes.CDLL("libcuda.so.1")
print(driver.active.get_current_target())
driver.active.set_current_device(0)
failed = []
for one in (try_add, try_softmax, try_product):
    try:
        one()
    except Exception as error:
        failed.append(f"{one.__name__}: {type(error).__name__}: {error}")
print("\n".join(failed) or "passed")
raise SystemExit(bool(failed))
