"""A plugin of pytest: `pytest --ptx-bits=sm_90` runs Triton kernels on a simulated chip."""

import importlib.util
from typing import Any


def pytest_addoption(parser: Any) -> None:
    """Adds the option."""
    parser.addoption(
        "--ptx-bits",
        metavar="TARGET",
        help="run Triton kernels without a GPU, with the bits of this chip, such as sm_90",
    )


def pytest_configure(config: Any) -> None:
    """Selects the chip before tests are collected. Without the option, imports nothing."""
    target = config.getoption("--ptx-bits")
    if not target:
        return
    import pytest

    from ._state import as_cuda, install

    try:
        install(target)
        if importlib.util.find_spec("torch"):
            as_cuda()
    except (ImportError, ValueError) as error:
        raise pytest.UsageError(f"--ptx-bits={target}: {error}") from error
