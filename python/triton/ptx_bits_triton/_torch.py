"""Makes PyTorch treat the device "cuda" as the CPU."""

import contextlib
import types
from typing import Any

_modes: list[Any] = []

# The size of the memory that programs see.
_BYTES = 80 << 30

_NAME = "a chip simulated by ptx_bits"


def as_cuda() -> None:
    """Replaces the functions of `torch.cuda`, and the device "cuda" in the arguments of all functions of PyTorch."""
    if _modes:
        return
    import torch
    import triton
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
            if "pin_memory" in given:
                given["pin_memory"] = False
            return function(*[plain(one) for one in args], **given)

    class Meta(type):
        def __call__(cls, device: Any = "cpu") -> Any:
            return generator(plain(device))

        def __instancecheck__(cls, instance: Any) -> bool:
            return isinstance(instance, generator)

    class Generator(metaclass=Meta):
        """Creates generators on the CPU, because no mode replaces the arguments of a class."""

    generator, torch.Generator = torch.Generator, Generator
    for name, replacement in _functions().items():
        setattr(torch.cuda, name, replacement)
    # `torch.random.fork_rng` calls the functions of the device to which the mode changes "cuda".
    torch.cpu.get_rng_state, torch.cpu.set_rng_state = torch.cuda.get_rng_state, torch.cuda.set_rng_state
    triton.testing.do_bench = triton.testing.do_bench_cudagraph = _benchmark
    torch.Tensor.is_cuda = property(lambda tensor: True)
    torch.Tensor.cuda = torch.Tensor.pin_memory = torch.nn.Module.cuda = lambda self, *_, **__: self
    mode = OnCpu()
    mode.__enter__()
    _modes.append(mode)


def _benchmark(fn: Any, *_: Any, return_mode: str = "mean", **options: Any) -> Any:
    """Returns the number of instructions of a call, in millions, as `triton.testing.do_bench` returns a time."""
    import triton

    time = triton.runtime.driver.active.get_benchmarker()(fn, quantiles=options.get("quantiles"))
    return [time] if return_mode == "all" else time


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
            name=_NAME,
            major=major,
            minor=minor,
            multi_processor_count=of["multiprocessor_count"],
            total_memory=_BYTES,
            warp_size=32,
            max_threads_per_multi_processor=2048,
            regs_per_multiprocessor=of["max_num_regs"],
            shared_memory_per_block_optin=of["max_shared_mem"],
            shared_memory_per_multiprocessor=of["max_shared_mem"],
            L2_cache_size=50 << 20,
        )

    import torch

    def constant(value: Any) -> Any:
        return lambda *_, **__: value

    # `torch.compile` requires that different names have different objects.
    seeds = ("manual_seed", "manual_seed_all", "seed", "seed_all")
    resets = ("empty_cache", "reset_peak_memory_stats", "reset_max_memory_allocated", "reset_accumulated_memory_stats")
    sizes = ("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved")
    return {
        **{name: constant(None) for name in ("synchronize", "set_device", "set_stream", "init", *seeds, *resets)},
        **{name: constant(0) for name in ("current_device", *sizes)},
        **{name: type(name, (contextlib.nullcontext,), {}) for name in ("device", "device_of", "stream")},
        **{name: type(name, (_Event,), {}) for name in ("Stream", "Event")},
        **{name: constant(_Event()) for name in ("current_stream", "default_stream")},
        "mem_get_info": constant((_BYTES, _BYTES)),
        "get_rng_state": lambda *_: torch.get_rng_state(),
        "set_rng_state": lambda state, *_: torch.set_rng_state(state),
        "is_available": constant(True),
        "device_count": constant(1),
        "get_device_capability": lambda *_: driver().get_device_capability(),
        "get_device_name": constant(_NAME),
        "get_device_properties": properties,
    }
