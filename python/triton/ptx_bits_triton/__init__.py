"""Runs Triton kernels without a GPU, with the bits of the GPU.

The environment variable `TRITON_DEFAULT_BACKEND=ptx_bits` selects this backend for a process, `PTX_BITS_TARGET=sm_80` its
chip. `install` selects both in a program:

```python
import ptx_bits.triton

ptx_bits.triton.install("sm_80")
x = ptx_bits.triton.array(np.arange(8, dtype=np.float32))
kernel[(1,)](x, …)
with ptx_bits.triton.target("sm_120", races=True):
    kernel[(1,)](x, …)
print(ptx_bits.triton.last.races)
```

Tensors are PyTorch's on the CPU, arrays that `array` returns, and other objects with `data_ptr()` and `dtype`.
"""

# Triton imports this package whenever it is imported itself. So nothing here imports another package at the top level.
from ._state import array, as_cuda, install, target

__all__ = ["array", "as_cuda", "install", "last", "target"]


def __getattr__(name: str) -> object:
    """Returns `last`, the report of the last launch, or None."""
    if name == "last":
        from . import _report

        return _report.last
    raise AttributeError(f"module 'ptx_bits_triton' has no attribute '{name}'")
