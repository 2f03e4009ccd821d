"""Makes PyTorch treat the device "cuda" as the CPU."""

import contextlib
import types
from typing import Any

_modes: list[Any] = []


def as_cuda() -> None:
    """Replaces the functions of `torch.cuda`, and the device "cuda" in the arguments of all functions of PyTorch."""
    if _modes:
        return
    import torch
    from torch.overrides import TorchFunctionMode

    def plain(value: Any) -> Any:
        if isinstance(value, str) and value.partition(":")[0] == "cuda":
            return "cpu"
        if isinstance(value, torch.device) and value.type == "cuda":
            return torch.device("cpu")
        return value

    class OnCpu(TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            given = {name: plain(value) for name, value in (kwargs or {}).items()}
            return function(*[plain(one) for one in args], **given)

    for name, replacement in _functions().items():
        setattr(torch.cuda, name, replacement)
    torch.Tensor.is_cuda = property(lambda tensor: True)
    torch.Tensor.cuda = torch.nn.Module.cuda = lambda self, *_, **__: self
    mode = OnCpu()
    mode.__enter__()
    _modes.append(mode)


class _Event:
    """An event of a stream. Launches end before they return, so that no time passes between events."""

    cuda_stream = 0

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    def __enter__(self) -> "_Event":
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def elapsed_time(self, other: "_Event") -> float:
        return 0.0

    def record(self, *_: Any) -> None:
        pass

    synchronize = wait_stream = wait_event = record


def _functions() -> dict[str, Any]:
    def driver() -> Any:
        import triton

        return triton.runtime.driver.active

    def properties(*_: Any) -> Any:
        major, minor = driver().get_device_capability()
        of = driver().utils.get_device_properties(0)
        return types.SimpleNamespace(
            name=_name(),
            major=major,
            minor=minor,
            multi_processor_count=of["multiprocessor_count"],
            total_memory=80 << 30,
            warp_size=32,
            max_threads_per_multi_processor=2048,
            regs_per_multiprocessor=of["max_num_regs"],
            shared_memory_per_block_optin=of["max_shared_mem"],
            shared_memory_per_multiprocessor=of["max_shared_mem"],
            L2_cache_size=50 << 20,
        )

    def nothing(*_: Any, **__: Any) -> None:
        pass

    def context(*_: Any, **__: Any) -> Any:
        return contextlib.nullcontext()

    return {
        **dict.fromkeys(("synchronize", "empty_cache", "set_device", "manual_seed", "manual_seed_all", "init"), nothing),
        **dict.fromkeys(("device", "device_of", "stream"), context),
        **dict.fromkeys(("Stream", "Event"), _Event),
        **dict.fromkeys(("current_stream", "default_stream"), lambda *_: _Event()),
        "is_available": lambda: True,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "get_device_capability": lambda *_: driver().get_device_capability(),
        "get_device_name": _name,
        "get_device_properties": properties,
    }


def _name(*_: Any) -> str:
    return "a chip simulated by ptx_bits"
