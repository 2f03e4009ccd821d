"""The arithmetic of an NVIDIA GPU, bit for bit, on NumPy arrays.

>>> import numpy as np
>>> import ptx_bits as ptx
>>> x = np.array([1.0, 2.0, 3.0], np.float32)
>>> ptx.run("rcp.approx.ftz.f32", x).view(np.uint32)
array([1065353216, 1056964608, 1051372203], dtype=uint32)
"""

from ._asm import asm
from ._kernel import Kernel, Module, Report
from ._matrix import matmul, mma
from ._native import InstructionError, KernelError, digest, explain, run
from ._quantize import mxfp8_quantize, nvfp4_quantize
from ._table import Diagnostic, Form, MachineForm, check, forms, machine_forms

__all__ = [
    "Diagnostic",
    "Form",
    "InstructionError",
    "Kernel",
    "KernelError",
    "MachineForm",
    "Module",
    "Report",
    "asm",
    "check",
    "digest",
    "explain",
    "forms",
    "machine_forms",
    "matmul",
    "mma",
    "mxfp8_quantize",
    "nvfp4_quantize",
    "run",
]
