"""Converts the arguments of a kernel to buffers, addresses and numbers."""

import operator
from typing import Any, TypeAlias, Union

import numpy as np

from . import _native
from ._buffers import Buffers, Pointer, Struct, TensorMap, is_array

# An argument of the native launch: the type and the bits of a scalar, the index of a buffer and an offset in it, the bytes
# of a struct, or the members of a struct.
Given: TypeAlias = Union[tuple[str, int], tuple[int, int], bytes, list["Given"]]

# The options of a launch: `races`, `strict`, `shuffle`, `max_steps`, `jobs`, `allow_divergent_barrier`, the blocks and threads
# to trace, the extent of a cluster, `heap`, whether the lanes of machine code at the same instruction join, and
# `cooperative`.
Options: TypeAlias = tuple[
    bool,
    bool,
    Union[int, None],
    int,
    int,
    bool,
    list[tuple[list[int], list[int]]],
    Union[list[int], None],
    int,
    Union[bool, None],
    bool,
]

# A parameter: its type (None for a struct), its size, its alignment and its name.
Parameter: TypeAlias = tuple[Union[str, None], int, int, str]

# For each kind of NumPy dtype (the key is `dtype.kind`), the first letter of the PTX type.
_KINDS = {"b": "u", "u": "u", "i": "s", "f": "f"}

# The types of parameters that take a Python float.
_FLOATS: dict[str, type[np.floating[Any]]] = {"f16": np.float16, "f32": np.float32, "f64": np.float64}

# The types of members that are numbers, and their sizes in bytes.
_NUMBERS = {f"{kind}{8 * size}": size for kind in "usb" for size in (1, 2, 4, 8)}
_NUMBERS |= {"f16": 2, "bf16": 2, "f32": 4, "f64": 8}


def pointer(array: Any, bytes: int = 0) -> Pointer:
    """Returns an argument that is the address `bytes` bytes after the start of an array, a tensor or a struct.

    >>> import numpy as np
    >>> import ptx_bits as ptx
    >>> x = np.zeros(16, np.float32)
    >>> address = ptx.pointer(x, 8)  # the address of x[2]

    The kernel can reach the whole array, also the elements before the address. A struct is in memory that the kernel must
    not write: `ptx.pointer(ptx.struct(("ptr", x), ("ptr", y)))` is an array of pointers.
    """
    if not (is_array(array) or isinstance(array, Struct)):
        raise TypeError(f"`pointer` takes an array, found {type(array).__name__}")
    try:
        return Pointer(array, operator.index(bytes))
    except TypeError:
        raise TypeError(f"`bytes` takes an integer, found {bytes!r}") from None


def struct(*members: tuple[str, Any] | Struct) -> Struct:
    """Returns an argument that is a struct with these members.

    >>> import numpy as np
    >>> import ptx_bits as ptx
    >>> x = np.zeros(16, np.float32)
    >>> view = ptx.struct(("ptr", x), ("u32", 16))
    >>> both = ptx.struct(("u8", 1), view, ("ptr", ptx.pointer(x, 8)), ("f32", 1.5))

    A member is a pair of a type and a value, or another struct. The types are those of numbers in PTX, such as "u32", "f16"
    or "b64"; "ptr", whose value is an array, a pointer or None; and "bytes". Each member is aligned to its size, as in C++,
    and the padding is zero. A member "bytes" is not aligned.
    """
    return Struct(tuple(_member(i, member) for i, member in enumerate(members)))


def _member(number: int, member: Any) -> tuple[str, Any]:
    """Checks a member of a struct. Converts a number to its bits."""
    name = f"member {number}"
    if isinstance(member, Struct):
        return "struct", member
    if not (isinstance(member, tuple | list) and len(member) == 2 and isinstance(member[0], str)):
        raise TypeError(
            f'expected a pair of a type and a value for {name}, found {member!r}\nhelp: write `("u32", 3)` or `("ptr", x)`'
        )
    ty, value = member
    if ty in _NUMBERS:
        return ty, _number(value, (ty, _NUMBERS[ty], 1, name))
    if ty == "ptr":
        if value is None or isinstance(value, Pointer) or is_array(value):
            return ty, value
        raise TypeError(f"expected an array, a pointer or None for {name}, found {type(value).__name__}")
    if ty == "bytes":
        if isinstance(value, bytes | bytearray):
            return ty, bytes(value)
        raise TypeError(f"expected bytes for {name}, found {type(value).__name__}")
    types = ", ".join([*_NUMBERS, "ptr", "bytes"])
    raise ValueError(f"unknown type {ty!r} of {name}\nnote: the types are {types}")


def given(argument: Any, parameter: Parameter, buffers: Buffers) -> Given:
    """Converts an argument for the native launch."""
    ty, size, alignment, name = parameter
    if argument is None:
        return "null", 0
    if isinstance(argument, TensorMap) and ty is not None:
        return buffers.place(argument)
    if isinstance(argument, Struct):
        return _of_struct(argument, buffers)
    if isinstance(argument, Pointer):
        return buffers.place(argument.array, argument.bytes)
    if is_array(argument):
        if ty is None and ((size, alignment) != (8, 8) or buffers.array(argument).nbytes == size):
            # A struct whose only field is a pointer has 8 bytes and is aligned to 8 bytes.
            note = "an array of 8 bytes is ambiguous: " if (size, alignment) == (8, 8) else ""
            pointer = ", and a longer array is passed as a pointer" if note else ""
            raise TypeError(
                f"expected {size} bytes for `{name}`, found an array\n"
                f"help: {note}write `.tobytes()` to pass its content{pointer}"
            )
        return buffers.place(argument)
    if isinstance(argument, bytes | bytearray):
        return bytes(argument)
    return _number(argument, parameter)


def structs(buffers: Buffers) -> list[Given]:
    """Returns the contents of the structs to which pointers point."""
    return [_of_struct(one, buffers) for one in buffers.structs]


def _of_struct(struct: Struct, buffers: Buffers) -> Given:
    return [_of_member(ty, value, buffers) for ty, value in struct.members]


def _of_member(ty: str, value: Any, buffers: Buffers) -> Given:
    if ty == "struct":
        return _of_struct(value, buffers)
    if ty == "bytes":
        return bytes(value)
    if ty != "ptr":
        word, bits = value
        return word, bits
    if value is None:
        return "null", 0
    return buffers.place(value.array, value.bytes) if isinstance(value, Pointer) else buffers.place(value)


def _number(argument: Any, parameter: Parameter) -> tuple[str, int]:
    """Returns the type and the bits of a number for a parameter or member."""
    ty, size, _, name = parameter
    if isinstance(argument, np.generic):
        return _word(argument.dtype, parameter), int.from_bytes(argument.tobytes(), "little")
    if ty is None:
        raise TypeError(f"expected {size} bytes for `{name}`, found {type(argument).__name__}")
    if isinstance(argument, str):
        return ty, _native.number(ty, argument)
    bits = 8 * size
    if isinstance(argument, float):
        if ty not in _FLOATS:
            help = f"\nhelp: write `np.float{bits}(…)`" if ty in ("b16", "b32", "b64") else ""
            raise TypeError(f"`{name}` is `.{ty}`, found a float{help}")
        return ty, int.from_bytes(_FLOATS[ty](argument).tobytes(), "little")
    if isinstance(argument, int):
        if ty in ("f16", "bf16", "f32", "f64"):
            help = f"\nhelp: write `{argument:d}.0`" if ty in _FLOATS else ""
            raise TypeError(f"`{name}` is `.{ty}`, found an integer{help}")
        if not -(1 << (bits - 1)) <= argument < 1 << bits:
            raise OverflowError(f"{argument} exceeds `{name}`, which is `.{ty}`")
        return ty, argument & ((1 << bits) - 1)
    help = "\nhelp: write `np.array(…)` before the launch" if isinstance(argument, list | tuple) else ""
    raise TypeError(f"expected an array, a number, bytes or None for `{name}`, found {type(argument).__name__}{help}")


def _word(dtype: np.dtype[Any], parameter: Parameter) -> str:
    """Returns the PTX type of a NumPy scalar."""
    ty, size, _, name = parameter
    fits = ty is None or dtype.itemsize == size
    if dtype.name == "bfloat16" and fits:
        return "bf16"
    if dtype.kind in _KINDS and dtype.itemsize <= 8 and fits:
        return f"{_KINDS[dtype.kind]}{8 * dtype.itemsize}"
    expected = f"a number for `{name}`, which is `.{ty}`" if ty else f"{size} bytes for `{name}`"
    help = ""
    if dtype.itemsize == size and ty is None:
        help = "\nhelp: write `.tobytes()`"
    elif not fits and dtype.kind in "iuf" and ty in _FLOATS:
        help = "\nhelp: write `float(…)`"
    elif not fits and dtype.kind in "iu" and ty != "bf16":
        help = "\nhelp: write `int(…)`"
    elif dtype.itemsize == size and ty in (f"b{8 * size}", f"u{8 * size}"):
        help = f"\nhelp: `.view(np.uint{8 * size})` passes its bits"
    raise TypeError(f"expected {expected}, found a scalar of {dtype}{help}")
