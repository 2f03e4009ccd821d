"""Compiles a kernel with NVRTC, and launches it with cuda.core."""

import numpy as np
from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch
from cuda.core import LegacyPinnedMemoryResource

CODE = """
template <typename T> __global__ void saxpy(T a, const T *x, T *y, size_t n) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}
"""

device = Device()
device.set_current()
stream = device.create_stream()
print(device.name)
options = ProgramOptions(std="c++17", arch=f"sm_{device.arch}")
module = Program(CODE, code_type="c++", options=options).compile("ptx", name_expressions=("saxpy<float>",))
kernel = module.get_kernel("saxpy<float>")
memory = LegacyPinnedMemoryResource()
buffers = [memory.allocate(4000) for _ in range(2)]
x, y = (np.from_dlpack(buffer).view(np.float32) for buffer in buffers)
x[:], y[:] = np.arange(1000), 1
launch(stream, LaunchConfig(grid=4, block=256), kernel, np.float32(2), buffers[0], buffers[1], np.uint64(1000))
stream.sync()
assert (y == 2 * x + 1).all()
print("passed")
