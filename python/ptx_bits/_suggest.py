"""Finds the `mma` form for matrices, if a caller of `mma` or `matmul` gives none."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numpy as np

from . import _native
from ._arrays import native
from ._table import forms

_P = ParamSpec("_P")
_R = TypeVar("_R")

# The largest number of forms that a help lists. Several forms fit uint8, which is the dtype of several element types.
_MOST = 3


def needs_form(dtypes: dict[str, tuple[str, ...]]) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Returns a decorator for `mma` and `matmul`: a call without a form raises TypeError with the forms that fit.

    `dtypes` has the dtypes of each element type.
    """

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        name = function.__name__

        @functools.wraps(function)
        def call(*operands: _P.args, **options: _P.kwargs) -> _R:
            form = options.get("form", operands[0] if operands and name == "mma" else None)
            if isinstance(form, str):
                return function(*operands, **options)
            # `mma(None, a, b, c)` has a form in the place of the first operand.
            matrices = operands[name == "mma" and len(operands) > 3 :]
            given = {**options, **dict(zip("abc", matrices, strict=False))}
            raise TypeError(f"`{name}` needs `form`, an instruction of tensor cores{_help(name, given, dtypes)}")

        return call

    return decorate


def _help(name: str, given: dict[str, Any], dtypes: dict[str, tuple[str, ...]]) -> str:
    arrays = {one: native(one, given[one]) for one in "abc" if given.get(one) is not None}
    others = "".join(f", {one}={one}" for one in ("metadata", "scales") if given.get(one) is not None)
    operands = ", ".join(arrays)
    if {"a", "b"} <= set(arrays):
        tiles = _fitting(given, arrays, dtypes, are_tiles=True) if name == "mma" and "c" in arrays else []
        if tiles:
            return _written([f'`mma("{form}", {operands}{others})`' for form in tiles])
        if found := _fitting(given, arrays, dtypes):
            return _written([f'`matmul({operands}, form="{form}"{others})`' for form in found])
        listed = ", ".join(str(array.dtype) for array in arrays.values())
        note = f"\nnote: no form of `mma` for {given.get('target', 'sm_121')} has the dtypes {listed}"
    else:
        note = ""
    return f'{note}\nhelp: `ptx_bits.forms("mma")` lists the forms'


def _written(texts: list[str]) -> str:
    *first, last = texts
    return f"\nhelp: write {', '.join(first)} or {last}" if first else f"\nhelp: write {last}"


def _fitting(
    given: dict[str, Any], arrays: dict[str, Any], dtypes: dict[str, tuple[str, ...]], are_tiles: bool = False
) -> list[str]:
    """Returns a form for each pair of element types that has the dtypes of the matrices, at most `_MOST` forms.

    Returns forms with the same type of A and B if there are any. With `are_tiles`, the forms have the shapes of the
    matrices.
    """
    target, version, scales = given.get("target", "sm_121"), given.get("version"), given.get("scales")
    widths = [
        _width(given.get("metadata")),
        _width(scales[0] if isinstance(scales, list | tuple) and scales else scales),
    ]
    found: dict[tuple[str, ...], str] = {}
    for text in _texts():
        a, b, c, *others = _types(text)
        key = (a, b, *others)
        if len(found) == _MOST or found and a != b:
            break
        kinds = zip(arrays.values(), (a, b, c), strict=False)
        if key in found or not all(array.dtype.name in dtypes[kind] for array, kind in kinds):
            continue
        try:
            (m, n, k), (d, *_), (stored, *counts) = _native.matrix_form(text, target, version)
        except ValueError:
            continue
        columns = _width(arrays["a"])
        fits = all(width * stored == count * columns for width, count in zip(widths, counts, strict=True))
        shapes = [array.shape[-2:] for array in arrays.values()]
        if fits and d == c and (not are_tiles or shapes == [(m, stored), (k, n), (m, n)]):
            found[key] = text
    return list(found.values())


def _width(array: Any) -> int:
    """Returns the length of the last dimension, and 0 for a number or None."""
    return 0 if array is None else (np.shape(array) or (0,))[-1]


@functools.cache
def _texts() -> list[str]:
    """Returns the `mma` forms without optional modifiers, as `mma` and `matmul` accept them, best first."""
    found = []
    for form in forms("mma"):
        places = [place["words"] for place in form.modifiers if not place["optional"]]
        for words in itertools.product(*places):
            text = ".".join((form.mnemonic, *words))
            # The layouts do not change a result.
            if ".row.col." in text:
                found.append(text.removeprefix("mma.sync.aligned."))
    return sorted(found, key=_order)


def _order(form: str) -> tuple[bool, bool, bool, bool, int, int]:
    """Sorts forms: elements of one type, few modifiers, elements of bytes, a wide accumulator, a large tile first."""
    a, b, c, *_ = _types(form)
    shape = re.search(r"m(\d+)n\d+k(\d+)", form)
    m, k = (int(one) for one in shape.groups()) if shape else (0, 0)
    return a != b, "kind::" in form, a in ("u4", "s4"), c == "f16", -k, -m


def _types(form: str) -> list[str]:
    """Returns the types of A, B and C, and the words after these types, such as `xor` and `popc`."""
    words = form.split(".")
    place = max(i for i, word in enumerate(words) if word in ("f16", "f32", "f64", "s32"))
    return words[place - 2 :]
