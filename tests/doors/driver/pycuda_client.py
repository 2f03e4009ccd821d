"""Compiles a kernel with nvcc, and launches its machine code with PyCUDA. Needs nvcc in the path."""

import numpy as np
import pycuda.autoinit
import pycuda.driver as cuda
from pycuda import gpuarray
from pycuda.compiler import SourceModule

CODE = """
__constant__ float factor;
__global__ void scaled(float *x) { x[threadIdx.x] *= factor; }
"""

print(pycuda.autoinit.device.name())
module = SourceModule(CODE)
address, _bytes = module.get_global("factor")
cuda.memcpy_htod(address, np.float32(3))
x = np.arange(64, dtype=np.float32)
found = x.copy()
module.get_function("scaled")(cuda.InOut(found), block=(64, 1, 1))
assert (found == 3 * x).all()
assert (2 * gpuarray.to_gpu(x) + 1).get().tolist() == (2 * x + 1).tolist()
print("passed")
