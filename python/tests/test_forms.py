"""Compares `run` with `ptx-bits eval` for every form of the instruction table."""

import numpy as np
import pytest
from conftest import bits, digits, operand, spellings, width

import ptx_bits as ptx
from ptx_bits import _native

VECTORS = 40

# Targets and versions. The first pair that supports a form is used.
DIALECTS = [
    ("sm_121", None),
    ("sm_120a", None),
    ("sm_100a", None),
    ("sm_107a", None),
    ("sm_90", None),
    ("sm_75", None),
    ("sm_50", None),
    ("sm_20", "3.2"),
    ("sm_13", "1.4"),
    ("sm_13", "1.3"),
    ("sm_12,map_f64_to_f32", "1.3"),
]

# The scalar video instructions. If a form has a third source but no second operation, the result replaces a byte or
# half of the third source. The destination names this part: `d.b0`.
SCALAR_VIDEO = ("vabsdiff", "vadd", "vmax", "vmin", "vset", "vshl", "vshr", "vsub")

# Targets of several generations for machine instructions.
MACHINES = [(target, None) for target in ("sm_121", "sm_103", "sm_90", "sm_75", "sm_50")]

THREAD = [form for form in ptx.forms() if form.kind == "thread"]
MNEMONICS = sorted({form.mnemonic for form in THREAD})
OPCODES = sorted({form.opcode for form in ptx.machine_forms()})


def sources(form):
    """Returns the number of sources of a form. Each element of a vector counts, and so does the carry flag."""
    given = [one for one in form.operands if not one["destination"] and not one.get("fixed")]
    reads = len(form.reads) if hasattr(form, "reads") else form.mnemonic in ("addc", "subc", "madc")
    return sum(one.get("elements") or 1 for one in given) + reads


def known(instruction, count, dialects=DIALECTS):
    """Returns the first target and version that support an instruction, and the dtypes."""
    for target, version in dialects:
        try:
            return target, version, *_native.dtypes(instruction, count, target, version)
        except ptx.InstructionError:
            continue
    raise AssertionError(f"no dialect has `{instruction}`")


def immediates(form):
    """Returns the indices of the sources that must be immediates."""
    given = [one for one in form.operands if not one["destination"]]
    return [i for i, one in enumerate(given) if one.get("literals") == "immediate"]


def asked(instruction, count, form, random, dialects=DIALECTS):
    """Returns the input lines for a batch, and the results of `run` for the same operands."""
    is_second = instruction.split(".")[-1] in ("add", "min", "max")
    if getattr(form, "mnemonic", "") in SCALAR_VIDEO and count == 3 and not is_second:
        instruction += " d.b0, a, b, c"
    target, version, taken, given = known(instruction, count, dialects)
    operands = [operand(dtype, VECTORS, random) for dtype in taken]
    constant = immediates(form)
    for i in constant:
        operands[i] = int(random.integers(256))
    results = ptx.run(instruction, *operands, target=target, version=version)
    results = results if isinstance(results, tuple) else (results,)
    assert [result.dtype.name for result in results] == given, instruction
    columns = [
        [f"{one:02x}"] * VECTORS if i in constant else digits(one) for i, one in enumerate(operands)
    ]
    field = f"{target} {version}" if version else target
    lines = ["\t".join([field, instruction, *row]) for row in zip(*columns)]
    return lines, [
        " ".join(f"{int(word):0{-(-width(dtype) // 4)}x}" for word, dtype in zip(row, given))
        for row in zip(*(bits(result) for result in results))
    ]


def same(all, answers):
    """Compares the results of `run` with those of the command."""
    lines = [line for lines, _ in all for line in lines]
    found = [result for _, results in all for result in results]
    wrong = [
        f"{line}: {result}, not {answer}"
        for line, result, answer in zip(lines, found, answers(lines))
        if result != answer
    ]
    assert not wrong, "\n".join([f"{len(wrong)} of {len(lines)}", *wrong[:20]])


@pytest.mark.parametrize("mnemonic", MNEMONICS)
def test_every_form(mnemonic, answers):
    random = np.random.default_rng(list(mnemonic.encode()))
    every = [
        asked(instruction, sources(form), form, random)
        for form in THREAD
        if form.mnemonic == mnemonic
        for instruction in spellings(form)
        if not instruction.endswith(".b128")  # NumPy has no integers of 128 bits.
    ]
    assert every
    same(every, answers)


def test_operands_of_128_bits_are_refused():
    with pytest.raises(ptx.InstructionError, match="`mov.b128` has an operand of 128 bits"):
        ptx.run("mov.b128", np.uint64([1]))


@pytest.mark.parametrize("opcode", OPCODES)
def test_every_machine_instruction(opcode, answers):
    random = np.random.default_rng(list(opcode.encode()))
    every = [
        asked(instruction, sources(form), form, random, MACHINES)
        for form in ptx.machine_forms()
        if form.opcode == opcode
        for instruction in spellings(form)
    ]
    assert every
    same(every, answers)


@pytest.mark.parametrize("target", ["sm_50", "sm_52", "sm_70", "sm_75", "sm_90"])
def test_results_depend_on_the_target(target, answers):
    random = np.random.default_rng(7)
    names = ["sin", "cos", "ex2", "lg2", "rcp", "rsqrt", "sqrt"]
    same(
        [
            asked(f"{name}.approx{ftz}.f32", 1, ptx.forms(name)[0], random, [(target, None)])
            for name in names
            for ftz in ("", ".ftz")
        ],
        answers,
    )


@pytest.mark.parametrize(
    "instruction, count",
    [
        ("setp.lt.f32 p", 2),
        ("setp.ltu.or.ftz.f32 _|q", 3),
        ("lop3.or.b32 _|p", 5),
        ("mov.b64 {x, y}", 1),
        ("mov.b64 {_, y}", 1),
        ("mov.b32 {x, y}", 1),
        ("mov.b64 d", 2),
        ("vadd4.u32.u32.u32 d.b310, a.b3201, b.b7770", 3),
        ("add.cc.u32", 2),
    ],
)
def test_written_operands_choose_results(instruction, count, answers):
    random = np.random.default_rng(11)
    mnemonic = instruction.split(".")[0]
    form = next(form for form in ptx.forms(mnemonic) if sources(form) == count)
    same([asked(instruction, count, form, random, [("sm_90", None)])], answers)
