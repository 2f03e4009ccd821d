"""The checker and the instruction table."""

import json
from typing import Any, NamedTuple

from . import _native


class Diagnostic(NamedTuple):
    """A diagnostic about a text, with the fields of `ptx-bits check --json`.

    Lines and columns are counted from 1. The end column is the column after the last character.
    """

    file: str
    level: str
    """`error`, `warning` or `note`; `unchecked` if the instruction is not in the table."""
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    notes: list[str]
    note: str | None
    help: str | None
    code: str
    """The kind, such as `operand`."""
    origin: str | None = None
    """The line of the source that the line was compiled from, such as `kernel.cu:25`, if the text has `.loc`."""

    def __str__(self) -> str:
        notes = "".join(f"\nnote: {note}" for note in self.notes)
        help = f"\nhelp: {self.help}" if self.help else ""
        return f"{self.level}: {self.message}{notes}{help}"


class Form(NamedTuple):
    """A row of the instruction table, with the fields of `ptx-bits list --json`."""

    form: str
    """The form as in the manual: `rcp.rnd{.ftz}.f32 d, a`."""
    mnemonic: str
    section: str
    summary: str | None
    kind: str
    """`thread`, `warp`, `program` or `not computed`. `run` can compute `thread` instructions."""
    modifiers: list[dict[str, Any]]
    operands: list[dict[str, Any]]
    availability: list[dict[str, Any]]
    later: list[dict[str, Any]]
    short_for: str | None
    functions: list[str]
    grades: list[dict[str, Any]]


class MachineForm(NamedTuple):
    """A machine instruction, with the fields of `ptx-bits list --json`."""

    form: str
    name: str
    opcode: str
    operation: str | None
    summary: str | None
    modifiers: list[dict[str, Any]]
    operands: list[dict[str, Any]]
    reads: list[str]
    first_target: str | None
    last_target: str | None
    functions: list[str]
    ptx: str | None
    grades: list[dict[str, Any]]


def check(
    text: str, *, target: str | None = None, version: str | None = None, file: str = "<text>"
) -> list[Diagnostic]:
    """Returns the diagnostics of `ptx-bits check` for a PTX text.

    `target` and `version` apply if the text has no directives.

    >>> [str(diagnostic) for diagnostic in check("rcp.rn.sat.f32 %f1, %f2;")]  # doctest: +ELLIPSIS
    ['error: modifier `.sat` is not supported by `rcp.rn.f32`...']
    """
    return [Diagnostic._make(fields) for fields in _native.check(text, target, version, file)]


def forms(*names: str) -> list[Form]:
    """Returns the forms of the named PTX instructions, in the manual's order. Without names, returns all forms.

    >>> [form.form for form in forms("ex2")][0]
    'ex2.approx{.ftz}.f32 d, a'
    """
    return [Form(**row) for row in json.loads(_native.table(names))["instructions"]]


def machine_forms(*names: str) -> list[MachineForm]:
    """Returns the named machine instructions. Without names, returns all machine instructions.

    >>> [form.form for form in machine_forms("MUFU.RCP")]
    ['MUFU.RCP{.SAT} Rd, Fa']
    """
    rows = json.loads(_native.table(names))["machine_instructions"]
    return [MachineForm(**row) for row in rows]
