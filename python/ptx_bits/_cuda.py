"""CUDA C++ kernels as modules."""

import re
from collections.abc import Sequence
from typing import Any

from . import nvrtc
from ._kernel import Kernel, Module


def cuda(source: str, *, target: str = "sm_90", options: Sequence[str] = ()) -> "CudaModule":
    """Compiles CUDA C++ kernels with NVRTC and returns their module.

    `options` are options of NVRTC, such as `-use_fast_math` or `-DN=64`. `kernel` finds a kernel by its name in C++:
    `kernel("scale")`, or `kernel("softmax<float>")`, which instantiates a template. The extra `ptx-bits[cuda]` installs
    NVRTC. Host code is an error.

    ```python
    module = ptx.cuda("__global__ void scale(float a, float *x) { x[threadIdx.x] *= a; }", target="sm_80")
    x = np.array([1, 3], np.float32)
    module.kernel("scale")(1, 2, 0.5, x)
    ```

    Raises CompileError, a ValueError, if NVRTC reports an error; its `log` has all messages. Raises ImportError if NVRTC is
    not installed.
    """
    text, _ = nvrtc.compile(source, target=target, options=options)
    return CudaModule(text, source, target, tuple(options))


class CudaModule(Module):
    """The kernels of a CUDA C++ source, which `cuda` returns. `text` is their PTX.

    A template that only `kernel` instantiates has variables of its own. An explicit instantiation in the source,
    `template __global__ void f<float>(float *);`, shares the variables of the other kernels.
    """

    def __init__(self, text: str, source: str, target: str, options: tuple[str, ...]) -> None:
        super().__init__(text, "kernel.ptx")
        self.text = text
        self._source = source, target, options
        self._instances: dict[str, tuple[Module, str]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        _, _, variables = super().__reduce__()
        return type(self), (self.text, *self._source), variables

    def kernel(self, name: str | None = None) -> Kernel:
        """Returns a kernel by its name in C++ or in the PTX. If there is only one kernel, `name` may be omitted."""
        try:
            return super().kernel(name)
        except ValueError as error:
            if name is None or name in self.kernels:
                raise
            if name not in self._instances:
                try:
                    self._instances[name] = self._instance(name)
                except nvrtc.CompileError:
                    if not name.isidentifier():
                        raise
                    is_template = re.search(rf"template\b[^{{}};]*\b{name}\b", self._source[0])
                    help = f"\nhelp: `{name}<float>` instantiates the template" if is_template else ""
                    raise ValueError(f"{error}{help}") from None
        module, lowered = self._instances[name]
        return Module.kernel(module, lowered)

    def _instance(self, name: str) -> tuple[Module, str]:
        """Returns a module that has a kernel, and the kernel's name in the PTX."""
        source, target, options = self._source
        text, (lowered,) = nvrtc.compile(source, target=target, options=options, names=[name])
        return self if lowered in self.kernels else Module(text), lowered
