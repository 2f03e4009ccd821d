"""Converts results to tensors of other libraries, which are recognised by their methods."""

import sys
from typing import Any

import numpy as np


def of_numpy(result: Any, given: Any) -> Any:
    """Converts a result to a tensor of the library that an operand belongs to, without a copy.

    The library is the top-level module of the operand's class. If this module has `from_dlpack`, as PyTorch and CuPy
    do, the function calls it. Otherwise the result remains a NumPy array.
    """
    library = sys.modules.get(type(given).__module__.partition(".")[0])
    convert = getattr(library, "from_dlpack", None)
    if convert is None or not hasattr(given, "__dlpack__"):
        return result
    if isinstance(result, tuple):
        return tuple(convert(np.asarray(one)) for one in result)
    return convert(np.asarray(result))
