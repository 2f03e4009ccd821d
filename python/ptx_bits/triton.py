"""Runs Triton kernels without a GPU. The package `ptx-bits-triton` has the functions."""

from typing import Any

try:
    import ptx_bits_triton as _package  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from ptx_bits_triton import array, as_cuda, install, target
except ModuleNotFoundError as error:
    if error.name != "ptx_bits_triton":
        raise
    raise ImportError("`ptx_bits.triton` needs a package\nhelp: `python -m pip install ptx-bits-triton`") from None

__all__ = ["array", "as_cuda", "install", "last", "target"]


def __getattr__(name: str) -> Any:
    """Returns `last`, the report of the last launch, or None."""
    if name == "last":
        return _package.last
    raise AttributeError(f"module 'ptx_bits.triton' has no attribute '{name}'")
