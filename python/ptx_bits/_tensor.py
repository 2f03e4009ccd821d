"""Tensors of other libraries, recognised by their methods."""

import sys
from typing import Any

import numpy as np


def of_numpy(result: Any, given: Any) -> Any:
    """Returns a result as a tensor of the library that an operand belongs to, without a copy.

    The library is the top-level module of the operand's class. It must have `from_dlpack`, as PyTorch and CuPy do;
    otherwise the result stays a NumPy array.
    """
    library = sys.modules.get(type(given).__module__.partition(".")[0])
    convert = getattr(library, "from_dlpack", None)
    if convert is None or not hasattr(given, "__dlpack__"):
        return result
    if isinstance(result, tuple):
        return tuple(convert(np.asarray(one)) for one in result)
    return convert(np.asarray(result))
