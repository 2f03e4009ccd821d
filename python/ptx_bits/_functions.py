"""Builds the functions of the module `ops`.

`stub` returns the text of `ops.pyi`, which editors use to complete the names.
"""

import difflib
import functools
import inspect
import itertools
import keyword
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import _native
from ._table import Form, forms

# Together, these targets support all forms. The types of results do not depend on the target.
_TARGETS = ("sm_121", "sm_120a", "sm_100a", "sm_107a", "sm_90", "sm_20")

# Comparisons with a boolean operation have no named functions, because there are too many spellings.
_OPERATIONS = {"and", "or", "xor"}

# The annotation of the option `out`.
_OUT = "NDArray[Any] | tuple[NDArray[Any], ...] | None"


def _spellings(form: Form) -> Iterator[str]:
    places = [[*place["words"], None] if place["optional"] else place["words"] for place in form.modifiers]
    for words in itertools.product(*places):
        if form.mnemonic not in ("set", "setp") or not _OPERATIONS.intersection(words):
            yield ".".join(word for word in (form.mnemonic, *words) if word)


@functools.cache
def named() -> dict[str, tuple[str, Form]]:
    """Returns a dictionary from each name to its instruction and form."""
    found: dict[str, tuple[str, Form]] = {}
    for form in forms():
        if form.kind == "thread":
            # NumPy has no integers of 128 bits.
            for instruction in (one for one in _spellings(form) if not one.endswith(".b128")):
                found.setdefault(re.sub(r"[.:]+", "_", instruction), (instruction, form))
    return found


def function(name: str, module: str = "ptx_bits.ops", known: Sequence[str] = ()) -> Callable[..., Any]:
    """Returns the function with this name. Raises AttributeError if `module` has none, and suggests a similar name.

    The suggestion is a named function or one of `known`.
    """
    if name not in named():
        near = [] if name.startswith("_") else difflib.get_close_matches(name, [*known, *named()], 1)
        help = "".join(f"\nhelp: did you mean `{one}`?" for one in near)
        raise AttributeError(f"module '{module}' has no attribute '{name}'{help}", name=name, obj=None)
    instruction, form = named()[name]

    def call(*arrays: Any, **options: Any) -> Any:
        return _native.run(instruction, *arrays, **options)

    call.__name__ = call.__qualname__ = name
    call.__module__ = "ptx_bits.ops"
    call.__signature__ = _signature(instruction, form)  # type: ignore[attr-defined]
    call.__doc__ = f"Computes `{instruction}`, like `run`.\n\n{form.form}\n\n{form.summary or ''}".rstrip()
    if form.mnemonic == "setp":
        call.__doc__ += (
            "\n\nReturns the pair (p, q), where q is computed with the negated comparison. "
            f'`run("{instruction} p", …)` returns only p.'
        )
    return call


def _parameters(form: Form) -> list[str]:
    names: list[str] = []
    for operand in form.operands:
        if not operand["destination"]:
            words = [word + "_" * keyword.iskeyword(word) for word in re.findall(r"\w+", operand["name"])]
            count = operand["elements"] or 1
            names += words if len(words) == count else [f"{words[0]}{i}" for i in range(count)]
    return [*names, "carry"] if form.mnemonic in ("addc", "subc", "madc") else names


def _signature(instruction: str, form: Form) -> inspect.Signature:
    """Returns the operands as in the manual, and the options of `run`."""
    operands = _parameters(form)
    result = _results(instruction, len(operands), "NDArray[np.{}]").replace("np.bool]", "np.bool_]")
    one, option = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.KEYWORD_ONLY
    parameters = [inspect.Parameter(name, one, annotation="ArrayLike") for name in operands]
    options = [("target", "sm_121", "str"), ("version", None, "str | None"), ("out", None, _OUT)]
    for name, default, annotation in options:
        parameters.append(inspect.Parameter(name, option, default=default, annotation=annotation))
    return inspect.Signature(parameters, return_annotation=result)


def _results(instruction: str, count: int, text: str) -> str:
    """Returns the type of the results, where `text` is the type of an array with the dtype `{}`."""
    for target in _TARGETS:
        try:
            results = _native.dtypes(instruction, count, target)[1]
        except ValueError:
            continue
        arrays = [text.format(dtype) for dtype in results]
        return arrays[0] if len(arrays) == 1 else f"tuple[{', '.join(arrays)}]"
    return "Any"


def stub() -> str:
    """Returns the text of `ops.pyi`."""
    dtypes = "bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 float32 float64".split()
    lines = [
        "# Generated: `_functions.stub()` returns this text.",
        "from typing import Any, TypedDict",
        "",
        "import numpy as np",
        "from numpy.typing import ArrayLike, NDArray",
        "from typing_extensions import Unpack",
        "",
        *(f"_{dtype} = NDArray[np.{dtype}{'_' * (dtype == 'bool')}]" for dtype in dtypes),
        "",
        "class _Options(TypedDict, total=False):",
        "    target: str",
        "    version: str | None",
        f"    out: {_OUT}",
        "",
    ]
    for name, (instruction, form) in sorted(named().items()):
        parameters = _parameters(form)
        given = "".join(f"{one}: ArrayLike, " for one in parameters) + "/, " * bool(parameters)
        result = _results(instruction, len(parameters), "_{}")
        lines.append(f"def {name}({given}**options: Unpack[_Options]) -> {result}: ...")
    return "\n".join(lines) + "\n"
