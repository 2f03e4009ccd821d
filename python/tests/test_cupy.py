"""CuPy's raw kernels on NumPy arrays. The references are NumPy."""

import numpy as np
import pytest

import ptx_bits as ptx
from ptx_bits import nvrtc
from ptx_bits.cupy import RawKernel, RawModule

pytestmark = pytest.mark.skipif(not nvrtc.is_available(), reason="NVRTC is not installed (the extra `cuda`)")

ADD = r"""
extern "C" __global__ void my_add(const float *x1, const float *x2, float *y, int n) {
    int tid = blockDim.x * blockIdx.x + threadIdx.x;
    if (tid < n) y[tid] = x1[tid] + x2[tid];
}
"""


def test_a_kernel_on_two_chips():
    x, y = np.arange(50, dtype=np.float32).reshape(2, 25), np.zeros((2, 25), np.float32)
    for target in ("sm_75", "sm_90"):
        add = RawKernel(ADD, "my_add", target=target)
        report = add((2,), (32,), (x, x, y, np.int32(50)), races=True)
        assert (y == x + x).all() and report.races == [] and report.threads == 64
        y[:] = 0


def test_a_python_number_has_eight_bytes():
    x = np.zeros(2, np.float32)
    with pytest.raises(TypeError, match="a NumPy number of 32 bits"):
        RawKernel(ADD, "my_add")((1,), (2,), (x, x, x, 2))
    wide = RawKernel('extern "C" __global__ void f(double *x, double a, long long n) { *x = a + n; }', "f")
    y = np.zeros(1)
    wide((1,), (1,), (y, 0.5, 2))
    assert y[0] == 2.5


def test_a_module_with_templates_and_shared_memory():
    module = RawModule(
        code="""
            template <typename T> __global__ void reverse(T *x) {
                extern __shared__ unsigned char bytes[];
                T *part = (T *)bytes;
                part[threadIdx.x] = x[threadIdx.x]; __syncthreads();
                x[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
            }""",
        options=("-std=c++17",),
        name_expressions=["reverse<float>", "reverse<short>"],
    )
    for name, dtype in (("float", np.float32), ("short", np.int16)):
        x = np.arange(32, dtype=dtype)
        module.get_function(f"reverse<{name}>")((1,), (32,), (x,), shared_mem=32 * x.itemsize)
        assert (x == np.arange(32)[::-1]).all()


def test_a_complex_number_is_a_struct():
    code = 'struct C { float re, im; }; extern "C" __global__ void f(C z, float *y) { y[0] = z.re; y[1] = z.im; }'
    y = np.zeros(2, np.float32)
    RawKernel(code, "f")((1,), (1,), (np.complex64(3 - 4j), y))
    assert [*y] == [3, -4]


def test_the_modules_load_when_they_are_used():
    assert ptx.cupy.RawKernel is RawKernel
