"""Measures a launch through the CUDA driver in memories of different sizes:

    ptx-bits driver -- python3 benches/python/driver.py

One block of 256 threads increments words. Each time is the minimum of 200 launches.
"""

import ctypes
import time

TEXT = b"""
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd1, %rd1, %rd2;
    ld.global.u32 %r2, [%rd1];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd1], %r2;
    ret;
}
"""

driver = ctypes.CDLL("libcuda.so.1")


def made(function, *arguments):
    handle = ctypes.c_uint64()
    code = function(ctypes.byref(handle), *arguments)
    assert code == 0, code
    return handle


def microseconds(launch):
    times = []
    for _ in range(200):
        start = time.perf_counter()
        code = launch()
        times.append(time.perf_counter() - start)
        assert code == 0, code
    return min(times) * 1e6


def allocated(mib):
    memory = made(driver.cuMemAlloc_v2, ctypes.c_size_t(mib << 20))
    assert driver.cuMemsetD8_v2(memory, ctypes.c_ubyte(1), ctypes.c_size_t(mib << 20)) == 0


driver.cuInit(0)
made(driver.cuCtxCreate_v2, 0, 0)
module = made(driver.cuModuleLoadData, TEXT)
kernel = made(driver.cuModuleGetFunction, module, b"k")
x = made(driver.cuMemAlloc_v2, ctypes.c_size_t(4096))
parameters = (ctypes.c_void_p * 1)(ctypes.addressof(x))
stream = ctypes.c_uint64(0)


def launch():
    return driver.cuLaunchKernel(kernel, 1, 1, 1, 256, 1, 1, 0, stream, parameters, None)


launch()
print(f"{'4 KiB':<32}{microseconds(launch):8.1f} µs")
for mib in (1, 256, 1024):
    allocated(mib)
    print(f"{f'{mib} MiB more':<32}{microseconds(launch):8.1f} µs")
for _ in range(10000):
    made(driver.cuMemAlloc_v2, ctypes.c_size_t(64))
print(f"{'10,000 buffers of 64 bytes more':<32}{microseconds(launch):8.1f} µs")
