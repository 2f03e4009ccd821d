"""The arithmetic of an NVIDIA GPU, bit for bit, on NumPy arrays."""

from ._native import InstructionError, run

__all__ = ["InstructionError", "run"]
