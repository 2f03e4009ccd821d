"""The driver that Triton launches kernels with."""

import hashlib
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

from triton.backends.driver import DriverBase

# The architectures that Triton compiles for. sm_88 is missing, because the LLVM of Triton 3.9 ends the process.
_ARCHES = (75, 80, 86, 87, 89, 90, 100, 103, 110, 120, 121)

# Persistent kernels start a block for each multiprocessor. A small number keeps their launches short.
_MULTIPROCESSORS = 4


class _Driver:
    """A driver for a simulated chip."""

    def __init__(self, target: str | None = None, races: bool = False, jobs: int | None = None) -> None:
        from triton.backends.compiler import GPUTarget

        from ._launch import Launcher

        name = target or os.environ.get("PTX_BITS_TARGET") or "sm_90"
        match = re.fullmatch(r"sm_(\d+)[af]?", name)
        if not match or int(match[1]) not in _ARCHES:
            known = ", ".join(f"sm_{arch}" for arch in _ARCHES)
            raise ValueError(f"Triton has no target {name!r}\nhelp: write one of {known}")
        self.target = GPUTarget("cuda", int(match[1]), 32)
        self.races, self.jobs = races, jobs
        self.instructions = 0
        self.utils = _Utils(self)
        self.launcher_cls = Launcher
        _set_hook()

    def activate(self) -> None:
        """Makes Triton use this driver."""
        import triton

        triton.runtime.driver.set_active(self)

    @classmethod
    def is_active(cls) -> bool:
        return os.environ.get("TRITON_DEFAULT_BACKEND") == "ptx_bits"

    def get_current_target(self) -> Any:
        return self.target

    def get_current_device(self) -> int:
        """Returns the number of the chip, because Triton keeps the compiled kernels of each device."""
        return int(self.target.arch)

    def set_current_device(self, device: int) -> None:
        pass

    def get_current_stream(self, device: int) -> int:
        return 0

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        major, minor = divmod(self.target.arch, 10)
        return major, minor

    def get_active_torch_device(self) -> Any:
        import torch

        return torch.device("cpu")

    def get_device_interface(self) -> Any:
        import torch

        return torch.cuda

    def map_python_to_cpp_type(self, ty: str) -> str:
        return ty

    def get_benchmarker(self) -> Callable[..., Any]:
        """Returns a clock for `triton.autotune`: the number of instructions, in millions."""

        def benchmark(call: Callable[[], Any], *, quantiles: Sequence[float] | None = None, **_: Any) -> Any:
            before = self.instructions
            call()
            # Callers divide by the time, also of functions that launch no kernel.
            time = max(1, self.instructions - before) / 1e6
            return [time] * len(quantiles) if quantiles else time

        return benchmark

    def allocate_default_profile_scratch(self, size: int, alignment: int, stream: Any) -> Any:
        import numpy as np

        from ._memory import Array

        return np.zeros(size, np.uint8).view(Array)


class _Utils:
    """The functions of a device that Triton calls."""

    def __init__(self, driver: _Driver) -> None:
        self.driver = driver

    def get_device_properties(self, device: int) -> dict[str, int]:
        from ptx_bits import _native

        return {
            "max_shared_mem": _native.most_shared(f"sm_{self.driver.target.arch}"),
            "max_num_regs": 65536,
            "multiprocessor_count": _MULTIPROCESSORS,
            "warpSize": 32,
            "sm_clock_rate": 1_000_000,
            "mem_clock_rate": 1_000_000,
            "mem_bus_width": 512,
        }

    def load_binary(self, name: str, binary: bytes, shared: int, device: int) -> tuple[Any, Any, int, int, int]:
        """Returns the module, the kernel, the numbers of registers and of spills, and the largest number of threads."""
        from ._launch import module

        loaded = module(binary.decode(), f"{name}.ptx")
        return loaded, loaded.kernel(name), 32, 0, 1024

    def unload_module(self, module: Any) -> None:
        pass

    def is_stream_capturing(self, stream: Any) -> bool:
        return False


def _unused(*_: object) -> None:
    raise NotImplementedError("ptx_bits lacks this function of a Triton driver")


# All abstract methods are defined, whatever their names: an abstract class would make `import triton` fail.
PtxBitsDriver: Any = type(
    "PtxBitsDriver",
    (_Driver, DriverBase),
    {
        **{name: _unused for name in DriverBase.__abstractmethods__ if not hasattr(_Driver, name)},
        "__module__": __name__,
    },
)


def _set_hook() -> None:
    import triton

    triton.knobs.runtime.add_stages_inspection_hook = _stages


def _stages(*given: Any) -> tuple[str, str] | None:
    """Returns a key for Triton's cache. With the stages of a compilation, replaces the assembler: the binary is the PTX."""
    import triton

    if not isinstance(triton.runtime.driver.active, _Driver):
        return None if given else ("", "")
    if not given:
        return "ptx_bits", hashlib.sha256(b"ptx_bits").hexdigest()
    given[1]["cubin"] = lambda text, metadata: text.encode()
    return None
