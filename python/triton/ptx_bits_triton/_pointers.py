"""Finds the tensors to which pointers that lie in memory lead."""

import gc
import re
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._memory import Array, Memory, found

# Operating systems give no lower address to the memory of tensors.
_LOWEST = 1 << 22

# Addresses in user space have fewer bits.
_HIGHEST = 1 << 56


def targets(words: Sequence[tuple[str, Any]]) -> list[np.ndarray[Any, Any]]:
    """Returns the memory of the tensors to which the arguments lead through 64-bit integers, as arrays of bytes.

    The integers are elements of tensors, and scalars. `words` are the types and values of the arguments.
    """
    values = [_addresses(value) for sort, value in words if re.fullmatch(r"\*k?[iu]64", sort) and value is not None]
    values += [np.array([value], np.uint64) for sort, value in words if sort in ("i64", "u64") and _is_address(value)]
    new = np.concatenate([np.zeros(0, np.uint64), *values])
    if not new.size:
        return []
    left = _live(words)
    reached: list[Memory] = []
    while new.size:
        new = np.sort(new)
        hits = [one for one in left if _count(new, one[0])]
        left = [one for one in left if not _count(new, one[0])]
        reached += [memory for memory, _ in hits]
        # A tensor to which a pointer leads may have pointers itself.
        next_values = [_addresses(tensor) for _, tensor in hits if str(tensor.dtype).endswith("int64")]
        new = np.concatenate([np.zeros(0, np.uint64), *next_values])
    return [memory.array() for memory in reached]


def _is_address(value: Any) -> bool:
    return isinstance(value, int) and _LOWEST <= value < _HIGHEST


def _count(addresses: np.ndarray[Any, Any], memory: Memory) -> int:
    """Returns the number of sorted addresses that are in a memory."""
    first, end = np.searchsorted(addresses, np.array([memory.start, memory.end], np.uint64))
    return int(end - first)


def _addresses(tensor: Any) -> np.ndarray[Any, Any]:
    """Returns the 64-bit words in the memory of a tensor that can be addresses."""
    address, memory = found(tensor)
    start = memory.start + (address - memory.start) % 8
    words = Memory(start, max(start, memory.end - (memory.end - start) % 8), False).array().view(np.uint64)
    return words[(words >= _LOWEST) & (words < _HIGHEST)]


def _live(words: Sequence[tuple[str, Any]]) -> list[tuple[Memory, Any]]:
    """Returns the tensors on the CPU that exist in this process, one for each memory."""
    kinds = {type(value) for sort, value in words if sort.startswith("*") and hasattr(value, "data_ptr")} | {Array}
    if "torch" in sys.modules:
        kinds.add(sys.modules["torch"].Tensor)
    memories: dict[int, tuple[Memory, Any]] = {}
    for one in gc.get_objects():
        if type(one) in kinds or isinstance(one, tuple(kinds)):
            try:
                _, memory = found(one)
            except Exception:
                # The memory of some tensors is elsewhere, or nowhere.
                continue
            known = memories.get(memory.start)
            if memory.start < memory.end and (known is None or known[0].end < memory.end):
                memories[memory.start] = memory, one
    return list(memories.values())
