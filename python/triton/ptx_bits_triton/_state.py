"""The functions of the package."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


def install(target: str | None = None, races: bool = False, jobs: int | None = None) -> None:
    """Makes Triton launch kernels on a simulated chip, in this process.

    The default target is `PTX_BITS_TARGET`, or else sm_90. With `races`, the report of each launch lists races. At most
    `jobs` cores run a launch. Raises ValueError if the target is unknown.
    """
    import triton  # noqa: F401  # Triton imports `driver`, and does not work if `driver` imports Triton

    from .driver import PtxBitsDriver

    PtxBitsDriver(target, races, jobs).activate()


@contextlib.contextmanager
def target(name: str, races: bool | None = None, jobs: int | None = None) -> Iterator[None]:
    """Launches kernels on another chip inside a `with` statement. `races` and `jobs` remain if they are omitted."""
    import triton

    from .driver import PtxBitsDriver

    active = triton.runtime.driver
    # `_active` is read, because `active` looks for a GPU if no driver is active.
    before = getattr(active, "_active", None)
    hook = triton.knobs.runtime.add_stages_inspection_hook
    if isinstance(before, PtxBitsDriver):
        races = before.races if races is None else races
        jobs = jobs or before.jobs
    try:
        PtxBitsDriver(name, bool(races), jobs).activate()
        yield
    finally:
        active.set_active(before)
        triton.knobs.runtime.add_stages_inspection_hook = hook


def array(given: Any) -> "np.ndarray[Any, Any]":
    """Returns a NumPy array that Triton kernels take as an argument. It has the memory of `given`, if that is an array."""
    import numpy as np

    from ._memory import Array

    return np.asarray(given).view(Array)


def as_cuda() -> None:
    """Makes PyTorch treat the device "cuda" as the CPU: `device="cuda"`, `.cuda()`, `torch.cuda.is_available()` and others.

    Tests that name the device then run unchanged. The functions remain replaced until the process ends.
    """
    from ._torch import as_cuda

    as_cuda()
