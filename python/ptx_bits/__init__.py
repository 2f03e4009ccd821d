"""The arithmetic of an NVIDIA GPU, bit for bit, on NumPy arrays.

>>> import numpy as np
>>> import ptx_bits as ptx
>>> x = np.array([1.0, 2.0, 3.0], np.float32)
>>> [f"{word:08x}" for word in ptx.ops.rcp_approx_ftz_f32(x).view(np.uint32)]
['3f800000', '3f000000', '3eaaaaab']
"""

import importlib
from typing import TYPE_CHECKING, Any

from . import _functions, ops
from ._arguments import pointer, struct
from ._asm import asm
from ._buffers import Pointer, Struct, TensorMap
from ._cubin import Cubin, Difference, Verdict, verify
from ._cuda import CudaModule, cuda
from ._kernel import Kernel, Module, Report, Traced
from ._matrix import matmul, mma
from ._native import InstructionError, KernelError, __version__, digest, explain, run
from ._pairs import pack, unpack
from ._quantize import mxfp8_quantize, nvfp4_quantize, nvfp4_unpack
from ._table import Diagnostic, Form, MachineForm, check, forms, machine_forms
from ._tensor_map import im2col_map, tensor_map
from .nvrtc import CompileError

__all__ = [
    "CompileError",
    "Cubin",
    "CudaModule",
    "Diagnostic",
    "Difference",
    "Form",
    "InstructionError",
    "Kernel",
    "KernelError",
    "MachineForm",
    "Module",
    "Pointer",
    "Report",
    "Struct",
    "TensorMap",
    "Traced",
    "Verdict",
    "__version__",
    "asm",
    "check",
    "cuda",
    "digest",
    "explain",
    "forms",
    "machine_forms",
    "matmul",
    "mma",
    "mxfp8_quantize",
    "nvfp4_quantize",
    "nvfp4_unpack",
    "ops",
    "pack",
    "pointer",
    "run",
    "struct",
    "im2col_map",
    "tensor_map",
    "unpack",
    "verify",
]

if TYPE_CHECKING:
    from . import cupy as cupy
    from . import numba as numba
    from . import triton as triton


def __getattr__(name: str) -> Any:
    """Returns the function of an instruction: `ptx_bits.rsqrt_approx_ftz_f32` is `ptx_bits.ops.rsqrt_approx_ftz_f32`.

    `dir` does not list these aliases. Imports the modules `cupy`, `numba` and `triton` when they are used.
    """
    if name in ("cupy", "numba", "triton"):
        return importlib.import_module(f".{name}", __name__)
    found = getattr(ops, name) if name in _functions.named() else _functions.function(name, __name__, __all__)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return list(__all__)
