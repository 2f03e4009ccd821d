"""Runs kernels of numba-cuda: arrays, shared memory, atomics, warp shuffles, and an access out of bounds."""

import numpy as np
from numba import cuda, float32


@cuda.jit
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


@cuda.jit
def total(x, out):
    words = cuda.shared.array(128, float32)
    i = cuda.threadIdx.x
    words[i] = x[i]
    cuda.syncthreads()
    step = 64
    while step > 0:
        if i < step:
            words[i] += words[i + step]
        cuda.syncthreads()
        step //= 2
    if i == 0:
        cuda.atomic.add(out, 0, words[0])


@cuda.jit
def rotated(x):
    x[cuda.threadIdx.x] = cuda.shfl_down_sync(0xFFFFFFFF, x[cuda.threadIdx.x], 1)


print(cuda.get_current_device().name)
x, y = np.arange(1000, dtype=np.float32), np.ones(1000, dtype=np.float32)
axpy[4, 256](np.float32(2), x, y)
assert (y == 2 * x + 1).all()
out = np.zeros(1, dtype=np.float32)
total[1, 128](x[:128], out)
assert out[0] == 127 * 64
words = cuda.to_device(np.arange(32, dtype=np.int32))
rotated[1, 32](words)
assert words.copy_to_host().tolist() == [*range(1, 32), 31]
print("passed")
