"""Matrix products of tensor cores."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._arrays import is_list, native, of_list
from ._suggest import needs_form

# The dtypes that each element type accepts. An e2m1 element is in bits 5 to 2 of its byte, and for kind::mxf4 and
# kind::mxf4nvf4 in bits 3 to 0. An e3m2 or e2m3 element is in bits 5 to 0, an s4 or u4 element in bits 3 to 0.
_DTYPES = {
    "f16": ("float16",),
    "bf16": ("uint16", "bfloat16"),
    "tf32": ("float32",),
    "f32": ("float32",),
    "f64": ("float64",),
    "e4m3": ("uint8", "float8_e4m3fn"),
    "e5m2": ("uint8", "float8_e5m2"),
    "e3m2": ("uint8",),
    "e2m3": ("uint8",),
    "e2m1": ("uint8",),
    "s8": ("int8",),
    "u8": ("uint8",),
    "s4": ("int8",),
    "u4": ("uint8",),
    "b1": ("bool",),
    "s32": ("int32",),
}

# The unsigned integers, by their size in bytes.
_UNSIGNED: dict[int, np.dtype[Any]] = {size: np.dtype(f"u{size}") for size in (1, 2, 4, 8)}


def _operand(name: str, given: ArrayLike, kind: str) -> NDArray[Any]:
    """Converts a matrix to an array. The numbers of a list get the first dtype of the element type."""
    return of_list(name, given, _DTYPES[kind][0], kind) if is_list(given) else native(name, given)


@functools.cache
def _name(dtype: np.dtype[Any]) -> str:
    """Returns the name of a dtype. NumPy computes the name again in every call, which takes microseconds."""
    return dtype.name


def _bits(array: NDArray[Any], kind: str, name: str) -> NDArray[Any]:
    """Returns the bits of the elements of a matrix, as unsigned integers."""
    if _name(array.dtype) not in _DTYPES[kind]:
        expected = " or ".join(_DTYPES[kind])
        raise TypeError(
            f"expected an array of {expected} for `{name}`, which is `.{kind}`, found {array.dtype}{_cast(array, kind)}"
        )
    return array.view(_UNSIGNED[array.dtype.itemsize])


def _spread(array: NDArray[Any], count: tuple[int, ...], dtype: type) -> NDArray[Any]:
    """Broadcasts the leading dimensions of matrices to `count`, and joins them to one dimension."""
    matrix = array.shape[-2:]
    if array.shape[:-2] != count:
        array = np.broadcast_to(array, count + matrix)
    return np.ascontiguousarray(array, dtype).reshape(math.prod(count), *matrix)


def _cast(array: NDArray[Any], kind: str) -> str:
    """Returns a help that converts an array to the dtype of an element type."""
    *_, converted = _DTYPES[kind]
    first = np.dtype(_DTYPES[kind][0])
    cures = []
    if converted != "uint8":
        library = "ml_dtypes" if converted.startswith(("bfloat", "float8")) else "np"
        cures.append(f"`.astype({library}.{converted})` converts values")
    # The bits of `ml_dtypes.float4_e2m1fn` are not those of `.e2m1` in every form.
    if array.dtype.itemsize == first.itemsize and kind not in ("b1", "e2m1"):
        cures.append(f"`.view(np.{first})` keeps bits")
    return f"\nhelp: {', '.join(cures)}" if cures else ""


def _unpack(form: str, a: NDArray[Any]) -> str:
    """Returns a help if bytes of A have two elements."""
    if "::mxf4" not in form or a.dtype != np.uint8 or not (a > 15).any():
        return ""
    return "\nhelp: a byte has one element: `nvfp4_unpack(…)` unpacks the elements of `nvfp4_quantize`"


def _further(
    form: str,
    lengths: tuple[int, int, int],
    steps: int,
    a: NDArray[Any],
    b: NDArray[Any],
    metadata: ArrayLike | None,
    scales: tuple[ArrayLike, ArrayLike] | None,
) -> list[NDArray[Any]]:
    """Checks metadata and scales. Returns metadata, scales of A and scales of B, where missing ones are empty."""
    _, chunks, count = lengths
    if (metadata is not None) != (chunks > 0):
        raise TypeError(f"`{form}` {'needs' if chunks else 'has no'} `metadata`")
    if (scales is not None) != (count > 0):
        raise TypeError(f"`{form}` {'needs' if count else 'has no'} `scales`")
    rows, columns = a.shape[-2], b.shape[-1]
    empty = np.zeros((1, 0), np.uint8)
    scales_a, scales_b = (empty, empty) if scales is None else scales
    parts = []
    for name, array, expected in (
        ("metadata", empty if metadata is None else metadata, (rows, chunks * steps)),
        ("scales[0]", scales_a, (rows, count * steps)),
        ("scales[1]", scales_b, (columns, count * steps)),
    ):
        array = of_list(name, array, "uint8", "b8") if is_list(array) else native(name, array)
        if expected[1] == 0:
            array = np.zeros(expected, np.uint8)
        if array.dtype != np.uint8:
            help = "\nhelp: `.view(np.uint8)` keeps bits" if array.dtype.itemsize == 1 else ""
            raise TypeError(f"expected an array of uint8 for `{name}`, found {array.dtype}{help}")
        if array.shape[-2:] != expected:
            raise ValueError(
                f"`{name}` of `{form}` is {expected[0]} x {expected[1]}, found the shape {array.shape}"
                + _unpack(form, a)
            )
        parts.append(array)
    return parts


def _product(
    form: str,
    target: str,
    version: str | None,
    kinds: tuple[str, str, str, str],
    a: NDArray[Any],
    b: NDArray[Any],
    c: NDArray[Any],
    further: Sequence[NDArray[Any]] = (),
) -> NDArray[Any]:
    """Computes D = A B + C for arrays of matrices. Broadcasts the leading dimensions."""
    leading = {array.shape[:-2] for array in (a, b, c, *further)}
    try:
        count = leading.pop() if len(leading) == 1 else np.broadcast_shapes(*leading)
    except ValueError:
        shapes = " ".join(str(array.shape) for array in (a, b, c, *further))
        raise ValueError(f"matrices could not be broadcast together with shapes {shapes}") from None
    d_kind, a_kind, b_kind, c_kind = kinds
    shape = count + c.shape[-2:]
    bits = [_bits(a, a_kind, "a"), _bits(b, b_kind, "b").swapaxes(-1, -2), _bits(c, c_kind, "c")]
    a, b, c = (_spread(array, count, np.uint64) for array in bits)
    further = [_spread(array, count, np.uint8) for array in further]
    named = dict(zip(("metadata", "scales_a", "scales_b"), further, strict=True)) if further else None
    d = _native.product((form, target, version), a, b, c, named).reshape(shape)
    dtype = np.dtype(_DTYPES[d_kind][0])
    return d.astype(_UNSIGNED[dtype.itemsize]).view(dtype)


@needs_form(_DTYPES)
def mma(
    form: str,
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike,
    *,
    metadata: ArrayLike | None = None,
    scales: tuple[ArrayLike, ArrayLike] | None = None,
    target: str = "sm_121",
    version: str | None = None,
) -> NDArray[Any]:
    """Multiplies matrices of the size of a tile: D = A B + C. One instruction computes each product.

    `form` is the complete spelling of an `mma` or `wgmma.mma_async` form. For `mma`, it may also be the part after
    `mma.sync.aligned.`. The last two dimensions of the arrays are M x K, K x N and M x N, regardless of the layouts of
    the form. The leading dimensions are broadcast.

    An element narrower than 8 bits is in the low bits of its byte. The exception is `.e2m1` of `.kind::f8f6f4`, which is
    in bits 5 to 2, as in the registers of the instruction: write `nvfp4_unpack(…) << 2` for elements of `nvfp4_quantize`.
    `.e2m1` of `.kind::mxf4` and `.kind::mxf4nvf4` is in bits 3 to 0.

    For a sparse form (`mma.sp…`), A has only its stored elements, M x K/2. `metadata` has a uint8 digit for each row
    and chunk of columns. For a block-scaled form, `scales` is a pair of uint8 arrays: the scales of each row of A, and
    the scales of each column of B.

    >>> import numpy as np
    >>> a = np.full((16, 8), 1.0, np.float16)
    >>> c = np.full((16, 8), 2.0**24, np.float32)
    >>> int(mma("m16n8k8.row.col.f32.f16.f16.f32", a, a[:8], c)[0, 0])
    16777224
    """
    d = _native.plain_product((form, target, version), a, b, c, (metadata, scales), True)
    if d is not None:
        return d
    (m, n, k), kinds, lengths = _native.matrix_form(form, target, version)
    a, b, c = _operand("a", a, kinds[1]), _operand("b", b, kinds[2]), _operand("c", c, kinds[3])
    for name, array, expected in (("a", a, (m, lengths[0])), ("b", b, (k, n)), ("c", c, (m, n))):
        if array.shape[-2:] != expected:
            raise ValueError(
                f"`{name}` of `{form}` is {expected[0]} x {expected[1]}, found the shape {array.shape}"
                + _unpack(form, a)
            )
    further: Sequence[NDArray[Any]] = ()
    if lengths[1:] != (0, 0) or metadata is not None or scales is not None:
        further = _further(form, lengths, 1, a, b, metadata, scales)
    return _product(form, target, version, kinds, a, b, c, further)


@needs_form(_DTYPES)
def matmul(
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike | None = None,
    *,
    form: str,
    metadata: ArrayLike | None = None,
    scales: tuple[ArrayLike, ArrayLike] | None = None,
    target: str = "sm_121",
    version: str | None = None,
) -> NDArray[Any]:
    """Multiplies matrices of any size: D = A B + C, with a loop of instructions over K.

    M and N are arbitrary. K is padded with zeros to a multiple of the form's K. Without `c`, the first instruction adds
    zeros. The leading dimensions are broadcast. For sparse and block-scaled forms, K must be a multiple of the form's
    K. `metadata` and `scales` are as in `mma`; their last dimension covers all instructions of the loop.

    >>> import numpy as np
    >>> x = np.arange(12, dtype=np.float16).reshape(3, 4)
    >>> matmul(x, x.T, form="m16n8k16.row.col.f32.f16.f16.f32")
    array([[ 14.,  38.,  62.],
           [ 38., 126., 214.],
           [ 62., 214., 366.]], dtype=float32)
    """
    d = _native.plain_product((form, target, version), a, b, c, (metadata, scales), False)
    if d is not None:
        return d
    (_, _, step), kinds, lengths = _native.matrix_form(form, target, version)
    if kinds[0] != kinds[3]:
        raise ValueError(f"expected a form with the same type of C and D, found `{form}`")
    a, b = _operand("a", a, kinds[1]), _operand("b", b, kinds[2])
    has_further = lengths[1:] != (0, 0)
    stored = lengths[0]
    are_matrices = a.ndim >= 2 and b.ndim >= 2
    if not are_matrices or a.shape[-1] * step != b.shape[-2] * stored:
        is_transposed = are_matrices and a.shape[-1] * step == b.shape[-1] * stored
        help = "\nhelp: `b` is K x N: write `b.swapaxes(-1, -2)`" if is_transposed else ""
        raise ValueError(f"matrices of the shapes {a.shape} and {b.shape} cannot be multiplied{help}")
    if has_further and b.shape[-2] % step:
        raise ValueError(f"K of `{form}` must be a multiple of {step}, found {b.shape[-2]}{_unpack(form, a)}")
    missing = -a.shape[-1] % stored
    if missing:
        a = np.concatenate([a, np.zeros((*a.shape[:-1], missing), a.dtype)], -1)
        b = np.concatenate([b, np.zeros((*b.shape[:-2], missing, b.shape[-1]), b.dtype)], -2)
    if c is None:
        c = np.zeros((a.shape[-2], b.shape[-1]), _DTYPES[kinds[3]][0])
    c = _operand("c", c, kinds[3])
    if c.shape[-2:] != (a.shape[-2], b.shape[-1]):
        raise ValueError(f"`c` has the shape {c.shape}, the product {(a.shape[-2], b.shape[-1])}")
    further: Sequence[NDArray[Any]] = ()
    if has_further or metadata is not None or scales is not None:
        further = _further(form, lengths, b.shape[-2] // step, a, b, metadata, scales)
    return _product(form, target, version, kinds, a, b, c, further)
