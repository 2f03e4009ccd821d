"""Finds the memory of tensors, so that the tensors of a launch become buffers."""

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np


class Array(np.ndarray[Any, Any]):
    """A NumPy array with the method by which Triton recognises tensors."""

    def data_ptr(self) -> int:
        """Returns the address of the first element."""
        return int(self.ctypes.data)


@dataclass
class _Range:
    start: int
    end: int
    is_writable: bool


class Buffers:
    """The memory of the tensors of a launch. Tensors whose memory overlaps share a buffer."""

    def __init__(self) -> None:
        self._ranges: list[_Range] = []

    def add(self, tensor: Any) -> int:
        """Adds the memory of a tensor. Returns the address of the tensor's first element."""
        address, new = _found(tensor)
        for other in [one for one in self._ranges if one.start < new.end and new.start < one.end]:
            self._ranges.remove(other)
            is_writable = new.is_writable or other.is_writable
            new = _Range(min(new.start, other.start), max(new.end, other.end), is_writable)
        self._ranges.append(new)
        return address

    def argument(self, address: int) -> Any:
        """Returns the argument of a kernel that passes an address. All tensors must have been added before."""
        for one in self._ranges:
            if one.start <= address < one.end:
                array = _bytes(one)
                if address == one.start:
                    return array
                import ptx_bits

                return ptx_bits.pointer(array, address - one.start)
        return None


def _bytes(of: _Range) -> "np.ndarray[Any, Any]":
    array: np.ndarray[Any, Any] = np.ctypeslib.as_array((ctypes.c_uint8 * (of.end - of.start)).from_address(of.start))
    array.flags.writeable = of.is_writable
    return array


def _found(tensor: Any) -> tuple[int, _Range]:
    """Returns the address of a tensor's first element, and the memory that it is a view of."""
    # Triton's `reinterpret` wraps a tensor.
    if not hasattr(tensor, "__array_interface__") and not hasattr(tensor, "numel") and hasattr(tensor, "base"):
        return _found(tensor.base)
    if isinstance(tensor, int):
        raise TypeError(f"expected a tensor, found the address {tensor:#x}\nhelp: pass the tensor itself")
    device = str(getattr(tensor, "device", "cpu"))
    if not device.startswith("cpu"):
        raise TypeError(f"expected a tensor on the CPU, found one on `{device}`\nhelp: pass `.cpu()`")
    if hasattr(tensor, "untyped_storage"):
        storage = tensor.untyped_storage()
        start = storage.data_ptr()
        return tensor.data_ptr(), _Range(start, start + storage.nbytes(), True)
    if isinstance(tensor, np.ndarray):
        root = tensor
        while isinstance(root.base, np.ndarray):
            root = root.base
        low, high = _bounds(root.__array_interface__)
        return int(tensor.ctypes.data), _Range(low, high, tensor.flags.writeable)
    if hasattr(tensor, "__array_interface__"):
        interface = tensor.__array_interface__
        low, high = _bounds(interface)
        return tensor.data_ptr(), _Range(low, high, not interface["data"][1])
    if hasattr(tensor, "data_ptr") and hasattr(tensor, "numel") and hasattr(tensor, "element_size"):
        start = tensor.data_ptr()
        return start, _Range(start, start + tensor.numel() * tensor.element_size(), True)
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
