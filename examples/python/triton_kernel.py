#!/usr/bin/env python3
"""Runs the PTX of a Triton kernel without a GPU, and compares the results with NumPy.

Triton returns the PTX of a compiled kernel: `scale_kernel[grid](...).asm["ptx"]`. CuPy compiles CUDA C to PTX with
NVRTC: `cupy.RawModule(code=..., options=("-fmad=false",))`. `examples/kernels/triton_scale.ptx` has the form of
Triton's PTX. The kernel is

    offsets = tl.program_id(0) * 512 + tl.arange(0, 512)
    x = tl.load(x_ptr + offsets, mask=offsets < n)
    tl.store(y_ptr + offsets, a * x + x, mask=offsets < n)
"""

import pathlib

import numpy as np

import ptx_bits as ptx

file = pathlib.Path(__file__).parents[1] / "kernels/triton_scale.ptx"
kernel = ptx.Module(file.read_text(), file.name).kernel()
print(", ".join(kernel.parameters))

n, a = 3000, np.float32(0.1)
x = np.linspace(-1, 1, n, dtype=np.float32)
y = np.zeros_like(x)
# Triton's "program" is a block of threads. The last argument is Triton's scratch memory, which the kernel does not use.
report = kernel(-(-n // 512), 128, x, y, a, n, None)
print(f"{report.instructions} instructions of {report.threads} threads")

# NumPy rounds the product and the sum. In the kernel, Triton has fused them into one `fma`.
host = a * x + x
print(f"{np.count_nonzero(y.view(np.uint32) != host.view(np.uint32))} of {n} results differ from NumPy's")
# In float64, the product and the sum are exact here, or rounded far below the last place of float32.
fused = (np.float64(a) * x.astype(np.float64) + x.astype(np.float64)).astype(np.float32)
assert np.abs(y.view(np.int32) - fused.view(np.int32)).max() <= 1
