"""CuPy's `RawKernel` and `RawModule` on NumPy arrays, without a GPU and without CuPy. Needs NVRTC (`ptx-bits[cuda]`).

```python
add = ptx_bits.cupy.RawKernel(r'extern "C" __global__ void add(const float *x, float *y) { … }', "add", target="sm_80")
add((4,), (128,), (x, y))
```
"""

import importlib.util
import pathlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ._cuda import CudaModule, cuda
from ._kernel import Kernel, Report

# CuPy passes a Python number as a number of 8 bytes, a complex number as 16 bytes.
_PYTHON: dict[type, Any] = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}


class RawModule:
    """The kernels of a CUDA C++ source, like `cupy.RawModule`. `target` is the chip that runs them."""

    def __init__(
        self,
        *,
        code: str,
        options: Sequence[str] = (),
        backend: str = "nvrtc",
        name_expressions: Iterable[str] | None = None,
        target: str = "sm_90",
        **unused: Any,
    ) -> None:
        self.code, self.options, self.backend = code, tuple(options), backend
        self.name_expressions = tuple(name_expressions or ())
        self.module: CudaModule = cuda(code, target=target, options=(*self.options, *_headers()))

    def get_function(self, name: str) -> "RawKernel":
        """Returns a kernel by its name, or by an expression of C++ such as `scale<float>`."""
        kernel = RawKernel.__new__(RawKernel)
        kernel._of(self, name)
        return kernel


class RawKernel:
    """A CUDA C++ kernel, like `cupy.RawKernel`. `target` is the chip that runs it.

    `max_dynamic_shared_size_bytes` is accepted and has no effect.
    """

    def __init__(
        self,
        code: str,
        name: str,
        options: Sequence[str] = (),
        backend: str = "nvrtc",
        *,
        target: str = "sm_90",
        **unused: Any,
    ) -> None:
        self._of(RawModule(code=code, options=options, backend=backend, target=target), name)

    def _of(self, module: RawModule, name: str) -> None:
        self.code, self.options, self.backend, self.name = module.code, module.options, module.backend, name
        self.kernel: Kernel = module.module.kernel(name)
        self.max_dynamic_shared_size_bytes = 0

    def __call__(
        self, grid: Sequence[int], block: Sequence[int], args: Sequence[Any], *, shared_mem: int = 0, **options: Any
    ) -> Report:
        """Runs the kernel. `options` are those of `Kernel`, such as `races=True`. CuPy's option `stream` is ignored."""
        options.pop("stream", None)
        if len(args) != len(self.kernel.parameters):
            raise TypeError(f"{self.name} takes {len(self.kernel.parameters)} arguments, found {len(args)}")
        given = [_given(one, parameter) for one, parameter in zip(args, self.kernel.parameters, strict=True)]
        return self.kernel(tuple(grid), tuple(block), *given, shared=shared_mem, **options)


def _given(argument: Any, parameter: str) -> Any:
    """Returns an argument as `Kernel` takes it."""
    number = _PYTHON.get(type(argument))
    argument = number(argument) if number else argument
    is_struct = parameter.startswith(".b8 ")
    if isinstance(argument, np.bool_) and not is_struct:
        return int(argument)
    if isinstance(argument, np.complexfloating | np.void) or isinstance(argument, np.generic) and is_struct:
        return argument.tobytes()
    bits = "".join(filter(str.isdigit, parameter.split()[0]))
    if number and bits and int(bits) != 8 * argument.itemsize:
        raise TypeError(
            f"a Python number has {8 * argument.itemsize} bits in CuPy, and the parameter is `{parameter}`\n"
            f"help: pass a NumPy number of {bits} bits, such as `np.float32(…)` or `np.int32(…)`"
        )
    return argument


def _headers() -> list[str]:
    """Returns the option for CuPy's headers, where CuPy is installed."""
    spec = importlib.util.find_spec("cupy")
    if spec is None or spec.origin is None:
        return []
    return [f"-I{pathlib.Path(spec.origin).parent / '_core/include'}"]
