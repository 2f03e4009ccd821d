"""Finds the memory of tensors, so that the tensors of a launch become buffers."""

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
import ptx_bits


class Array(np.ndarray[Any, Any]):
    """A NumPy array with the method by which Triton recognises tensors."""

    def data_ptr(self) -> int:
        """Returns the address of the first element."""
        return int(self.ctypes.data)


@dataclass
class Memory:
    """The memory that a tensor is a view of."""

    start: int
    end: int
    is_writable: bool

    def array(self) -> np.ndarray[Any, Any]:
        """Returns the bytes."""
        array = np.ctypeslib.as_array((ctypes.c_uint8 * (self.end - self.start)).from_address(self.start))
        array.flags.writeable = self.is_writable
        return array


def argument(tensor: Any, is_host: bool) -> Any:
    """Returns the argument of a kernel for a tensor: its memory as an array of bytes, or an address in it.

    `is_host` tells whether arrays have their addresses in the process.
    """
    address, memory = found(tensor)
    if memory.start == memory.end:
        return None
    # Triton compiles for addresses that are multiples of 16. The engine's buffers start at such addresses, so the array
    # does, too: if a tensor's memory does not, the array has up to 15 bytes before it.
    start = memory.start if is_host else memory.start & -16
    array = Memory(start, memory.end, memory.is_writable).array()
    return ptx_bits.pointer(array, address - start) if address != start else array


def found(tensor: Any) -> tuple[int, Memory]:
    """Returns the address of a tensor's first element, and the memory that it is a view of."""
    # Triton's `reinterpret` wraps a tensor.
    if not hasattr(tensor, "__array_interface__") and not hasattr(tensor, "numel") and hasattr(tensor, "base"):
        return found(tensor.base)
    if isinstance(tensor, int):
        raise TypeError(f"expected a tensor, found the address {tensor:#x}\nhelp: pass the tensor itself")
    device = str(getattr(tensor, "device", "cpu"))
    if not device.startswith("cpu"):
        raise TypeError(f"expected a tensor on the CPU, found one on `{device}`\nhelp: pass `.cpu()`")
    if hasattr(tensor, "untyped_storage"):
        storage = tensor.untyped_storage()
        start = storage.data_ptr()
        return tensor.data_ptr(), Memory(start, start + storage.nbytes(), True)
    if isinstance(tensor, np.ndarray):
        root = tensor
        while isinstance(root.base, np.ndarray):
            root = root.base
        low, high = _bounds(root.__array_interface__)
        return int(tensor.ctypes.data), Memory(low, high, tensor.flags.writeable)
    if hasattr(tensor, "__array_interface__"):
        interface = tensor.__array_interface__
        low, high = _bounds(interface)
        return tensor.data_ptr(), Memory(low, high, not interface["data"][1])
    if hasattr(tensor, "data_ptr") and hasattr(tensor, "numel") and hasattr(tensor, "element_size"):
        start = tensor.data_ptr()
        return start, Memory(start, start + tensor.numel() * tensor.element_size(), True)
    raise TypeError(
        f"expected a tensor, found {type(tensor).__name__}\n"
        "help: `ptx_bits.triton.array(…)` converts a NumPy array; other tensors need `data_ptr()`, `dtype`, and either "
        "`__array_interface__` or `numel()` and `element_size()`"
    )


def _bounds(interface: dict[str, Any]) -> tuple[int, int]:
    """Returns the first address of an array, and the address after its last byte."""
    start = int(interface["data"][0])
    size = np.dtype(interface["typestr"]).itemsize
    shape = interface["shape"]
    if 0 in shape:
        return start, start
    strides = interface.get("strides")
    if strides is None:
        return start, start + size * int(np.prod(shape, dtype=np.int64))
    steps = [(length - 1) * stride for length, stride in zip(shape, strides, strict=True)]
    return start + sum(step for step in steps if step < 0), start + size + sum(step for step in steps if step > 0)
