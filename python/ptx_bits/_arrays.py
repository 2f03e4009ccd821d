"""Checks and converts arrays that callers pass."""

import ctypes
from typing import Any

import numpy as np


def native(name: str, given: Any) -> np.ndarray[Any, Any]:
    """Converts an object to an array with native byte order. Raises TypeError if the object is a masked array."""
    _reject_mask(name, given)
    array = np.asarray(given)
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def is_list(given: Any) -> bool:
    """Returns whether an object is a list of numbers, which has no dtype of its own."""
    return isinstance(given, list | tuple | range)


def of_list(name: str, given: Any, dtype: str, word: str) -> np.ndarray[Any, Any]:
    """Converts a list, or lists of the same length, to an array with a dtype. `word` is the type of PTX, for messages.

    Rounds each number once to a floating-point dtype. The bits of an integer must fit an integer dtype, as signed or
    unsigned. Raises TypeError for a number of another kind, which NumPy would truncate or parse.
    """
    wanted = np.dtype(dtype)
    found = np.asarray(given)
    kind = found.dtype.kind
    if not found.size:
        return np.zeros(found.shape, wanted)
    if wanted.kind == "f" and kind in "fiu":
        with np.errstate(all="ignore"):
            # NumPy rounds an integer to float32 before it rounds to float16.
            exact = found.astype(np.float64) if kind in "iu" and wanted.itemsize == 2 else found
            return exact.astype(wanted)
    if wanted.kind == "b" and kind == "b":
        return found
    # NumPy rounds integers to float64 if they fit no common dtype.
    numbers = np.array(given, object) if wanted.kind in "iu" and kind in "iufO" else found
    if wanted.kind not in "iu" or not all(_is_integer(one) for one in numbers.flat):
        cure = {"bf16": "ml_dtypes.bfloat16"}.get(word, "bool" if wanted.kind == "b" else f"np.{dtype}")
        raise TypeError(
            f"expected an array of {dtype} for `{name}`, which is `.{word}`, found a list of {found.dtype}\n"
            f"help: write `np.array([…], {cure})`"
        )
    bits = 8 * wanted.itemsize
    for one in numbers.flat:
        if not -(1 << (bits - 1)) <= one < 1 << bits:
            raise OverflowError(f"{one} exceeds `{name}`, which is `.{word}`")
    words = [int(one) % (1 << bits) for one in numbers.flat]
    return np.array(words, f"uint{bits}").reshape(numbers.shape).view(wanted)


def _is_integer(number: Any) -> bool:
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def _reject_mask(name: str, given: Any) -> None:
    if isinstance(given, np.ma.MaskedArray):
        raise TypeError(
            f"expected an array without a mask for `{name}`\n"
            "help: `.data` is all elements, `.filled(…)` puts a number where the mask is"
        )


def _is_native(dtype: np.dtype[Any]) -> bool:
    """Returns whether elements, and the fields of structured elements, have native byte order."""
    return dtype == dtype.newbyteorder("=")


def shared(name: str, given: Any) -> np.ndarray[Any, Any]:
    """Returns a NumPy array with the memory of an array or tensor, so that writes change the caller's elements."""
    _reject_mask(name, given)
    array = np.asarray(given) if isinstance(given, np.ndarray) else _of_tensor(name, given)
    if array.dtype.hasobject:
        raise TypeError(
            f"expected numbers in `{name}`, found Python objects\n"
            "help: write `.astype(…)` with a dtype such as np.float32"
        )
    if not _is_native(array.dtype):
        order = "big" if np.little_endian else "little"
        cure = f"{name}.astype({name}.dtype.newbyteorder('='))"
        raise TypeError(f"`{name}` is {order}-endian\nhelp: pass `{cure}`")
    if not array.flags.c_contiguous:
        raise ValueError(_not_contiguous(name))
    return array


def _not_contiguous(name: str) -> str:
    return (
        f"expected a contiguous array for `{name}`\n"
        "help: `np.ascontiguousarray(…)` copies an array, `.contiguous()` a tensor"
    )


def memory(start: int, size: int) -> np.ndarray[Any, Any]:
    """Returns bytes of this process as an array."""
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(start))


def _of_tensor(name: str, given: Any) -> np.ndarray[Any, Any]:
    try:
        array = np.from_dlpack(given)
    except Exception as error:
        content = _of_address(name, given)
        if content is not None:
            return content
        raise TypeError(
            f"`{name}` cannot be shared with NumPy: {error}\n"
            "help: pass a NumPy array, or a tensor on the CPU"
        ) from error
    if not array.flags.writeable and hasattr(given, "__array__"):
        # Before version 2.1, NumPy's `from_dlpack` makes every array read-only.
        other = np.asarray(given)
        if other.ctypes.data == array.ctypes.data and other.strides == array.strides:
            return other
    return array


def _of_address(name: str, given: Any) -> np.ndarray[Any, Any] | None:
    """Returns the bytes of a tensor that DLPack does not share: one with a gradient, or of a dtype that NumPy lacks.

    Returns None if the tensor is not on the CPU, or if its memory does not have its values.
    """
    device = getattr(given, "device", "cpu")
    is_lazy = any(getattr(given, name, bool)() for name in ("is_conj", "is_neg"))
    if not hasattr(given, "data_ptr") or getattr(device, "type", device) != "cpu" or is_lazy:
        return None
    if not getattr(given, "is_contiguous", lambda: True)():
        raise ValueError(_not_contiguous(name))
    if hasattr(given, "numel"):
        size = given.numel() * given.element_size()
    else:
        interface = given.__array_interface__
        size = int(np.prod(interface["shape"], dtype=np.int64)) * np.dtype(interface["typestr"]).itemsize
    return memory(given.data_ptr(), size) if size else np.empty(0, np.uint8)
