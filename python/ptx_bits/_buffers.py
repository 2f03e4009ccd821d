"""The buffers of a launch: the arrays and structs in the arguments of a kernel."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _arrays


@dataclass(frozen=True, eq=False)
class Pointer:
    """An address in an array or in a struct. `pointer` makes it."""

    array: Any
    bytes: int


@dataclass(frozen=True, eq=False)
class Struct:
    """The members of a struct. `struct` makes it."""

    members: tuple[tuple[str, Any], ...]


@dataclass(frozen=True, eq=False)
class TensorMap(Struct):
    """A tensor map, as the struct that the engine reads. `tensor_map` makes it."""


def is_array(argument: Any) -> bool:
    """Returns whether an argument is an array, or a tensor with the methods of DLPack or with an address."""
    if isinstance(argument, np.generic):
        return False
    has_address = hasattr(argument, "data_ptr") and hasattr(argument, "dtype")
    return isinstance(argument, np.ndarray) or hasattr(argument, "__dlpack__") or has_address


@dataclass
class Buffer:
    """Arrays that share memory, as one buffer."""

    name: str
    start: int
    content: np.ndarray[Any, Any]
    is_written: bool
    is_argument: bool

    @property
    def end(self) -> int:
        return self.start + self.content.size


class Buffers:
    """The buffers of a launch: arrays that the kernel may write, other arrays, and structs to which pointers point.

    `others` are arrays that are not in the arguments.
    """

    def __init__(self, names: Sequence[str], arguments: Sequence[Any], others: Sequence[Any] = ()) -> None:
        self._arrays: dict[int, np.ndarray[Any, Any]] = {}
        self.structs = [one for argument in arguments for one in _structs_of(argument)]
        found: list[Buffer] = []
        of_arguments = [
            (name, given, True)
            for name, argument in zip(names, arguments, strict=True)
            for given in _arrays_of(argument)
        ]
        of_others = [(f"buffers[{i}]", given, False) for i, given in enumerate(others)]
        for name, given, is_argument in of_arguments + of_others:
            array = self._arrays.setdefault(id(given), _arrays.shared(name, given))
            content = array.reshape(-1).view(np.uint8)
            found.append(Buffer(name, array.ctypes.data, content, array.flags.writeable, is_argument))
        merged = _merged(found)
        self.written = [buffer for buffer in merged if buffer.is_written]
        self.read = [buffer for buffer in merged if not buffer.is_written]

    @property
    def all(self) -> list[Buffer]:
        return self.written + self.read

    @property
    def names(self) -> list[str | None]:
        """The names of the buffers in messages. Messages describe the buffer of an argument by its parameter."""
        return [None if buffer.is_argument else buffer.name for buffer in self.all]

    def array(self, given: Any) -> np.ndarray[Any, Any]:
        """Returns the array with the memory of an argument."""
        return self._arrays[id(given)]

    def place(self, given: Any, offset: int = 0) -> tuple[int, int]:
        """Returns the index of the buffer of an array or struct, and the offset of one of its bytes in the buffer."""
        if isinstance(given, Struct):
            return len(self.all) + next(i for i, one in enumerate(self.structs) if one is given), offset
        array = self.array(given)
        start = array.ctypes.data
        for i, buffer in enumerate(self.all):
            # An array without elements has a buffer of its own, even inside another array.
            is_inside = buffer.start <= start and start + array.nbytes <= buffer.end
            if is_inside and (buffer.content.size == 0) == (array.nbytes == 0):
                return i, start - buffer.start + offset
        raise AssertionError("every array is part of a buffer")


def _arrays_of(argument: Any) -> list[Any]:
    """Returns the arrays in an argument."""
    if isinstance(argument, Pointer):
        return _arrays_of(argument.array)
    if isinstance(argument, Struct):
        return [array for _, value in argument.members for array in _arrays_of(value)]
    return [argument] if is_array(argument) else []


def _structs_of(argument: Any) -> list[Struct]:
    """Returns the structs in an argument to which pointers point."""
    if isinstance(argument, Pointer) and isinstance(argument.array, Struct):
        return [argument.array, *_structs_of(argument.array)]
    if isinstance(argument, TensorMap):
        return [argument]
    if isinstance(argument, Struct):
        return [one for _, value in argument.members for one in _structs_of(value)]
    return []


def _merged(found: list[Buffer]) -> list[Buffer]:
    """Returns the buffers in the order of their first arrays. Arrays with common bytes are in one buffer."""
    groups: list[list[int]] = []
    end = 0
    for i in sorted(range(len(found)), key=lambda i: (found[i].start, -found[i].content.size)):
        # An array without elements shares no memory.
        if groups and found[i].content.size and found[i].start < end:
            groups[-1].append(i)
        else:
            groups.append([i])
        end = max(end, found[i].end)
    return [_union([found[i] for i in sorted(group)]) for group in sorted(groups, key=min)]


def _union(parts: list[Buffer]) -> Buffer:
    """Returns one buffer for arrays whose memory overlaps."""
    start, end = min(part.start for part in parts), max(part.end for part in parts)
    is_written = any(part.is_written for part in parts)
    whole = [part.content for part in parts if part.content.size == end - start and part.is_written == is_written]
    content = whole[0] if whole else _arrays.memory(start, end - start)
    return Buffer(parts[0].name, start, content, is_written, parts[0].is_argument)
