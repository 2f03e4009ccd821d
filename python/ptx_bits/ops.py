"""Every instruction as a function: `ops.rsqrt_approx_ftz_f32(x)` is `run("rsqrt.approx.ftz.f32", x)`.

>>> import numpy as np
>>> from ptx_bits import ops
>>> ops.fma_rz_f32(np.float32([1, 2]), 3.0, [0.5, 0.25])
array([3.5 , 6.25], dtype=float32)
"""

from typing import Any

from . import _functions


def __getattr__(name: str) -> Any:
    """Returns the function of an instruction."""
    found = _functions.function(name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return list(_functions.named())
