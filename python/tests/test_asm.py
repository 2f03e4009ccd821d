"""Tests inline assembly on arrays. The expected values come from NumPy's integer arithmetic and Python's `struct`."""

import struct
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from conftest import interrupt

import ptx_bits as ptx

RNG = np.random.default_rng(11)
WORDS = RNG.integers(0, 1 << 32, 1000, dtype=np.uint32)
OTHERS = RNG.integers(0, 1 << 32, 1000, dtype=np.uint32)


def test_statements_registers_and_scopes():
    template = """
    {
        .reg .b32 t, %u<2>;      // own names
        .reg .pred p;
        xor.b32 t, $1, $2;
        { .reg .b32 t; mov.b32 t, 5; add.u32 %u0, t, $1; }
        setp.lo.u32 p, t, %u0;
        selp.b32 $0, t, %u0, p;
    }"""
    low = np.minimum(WORDS ^ OTHERS, WORDS + np.uint32(5))
    np.testing.assert_array_equal(ptx.asm(template, "=r,r,r", WORDS, OTHERS), low)


def test_branches_loops_and_carries():
    # A loop that shifts out the bits up to the lowest set bit, and a 64-bit sum in two words.
    loop = """
    {
        .reg .b32 x; .reg .pred p;
        mov.b32 x, $1; mov.b32 $0, 0;
    AGAIN:
        and.b32 $0, x, 1; setp.eq.u32 p, $0, 0; shr.b32 x, x, 1;
        @p bra AGAIN;
        not.b32 $0, x;
    }"""
    odd = [word // (word & -word) >> 1 for word in map(int, WORDS[WORDS > 0])]
    np.testing.assert_array_equal(ptx.asm(loop, "=r,r", WORDS[WORDS > 0]), ~np.uint32(odd))
    low, high = ptx.asm(
        "add.cc.u32 $0, $2, $3; addc.u32 $1, $2, 0;", "=r,=r,r,r,~{memory}", WORDS, OTHERS
    )
    total = WORDS.astype(np.uint64) + OTHERS
    np.testing.assert_array_equal(low, total.astype(np.uint32))
    np.testing.assert_array_equal(high, WORDS + (total >> np.uint64(32)).astype(np.uint32))


def test_mixed_carry_chains():
    """Tests the chains of `tests/chains.tsv`: the flag of a difference is 1 if there is no borrow."""
    rows = (Path(__file__).parents[2] / "tests" / "chains.tsv").read_text().splitlines()
    for row in (row for row in rows if not row.startswith("#")):
        chain, results = row.split("\t")
        expected = results.split()
        instructions = [instruction.partition(" ") for instruction in chain.split("; ")]
        template = " ".join(f"{spelling} ${i}, {sources};" for i, (spelling, _, sources) in enumerate(instructions))
        constraints = ",".join("=l" if len(digits) == 16 else "=r" for digits in expected)
        found = ptx.asm(template + f" // ${len(expected)}", constraints + ",r", 0)
        assert [f"{int(one):0{len(digits)}x}" for one, digits in zip(found, expected, strict=True)] == expected, row


def test_an_interrupted_template_stops():
    loop = """
    {
        .reg .b64 n; .reg .pred p;
        mov.b64 n, 0;
    AGAIN:
        add.u64 n, n, 1; setp.ne.u64 p, n, 0;
        @p bra AGAIN;
        mov.b32 $0, $1;
    }"""
    interrupt(lambda: ptx.asm(loop, "=r,r", WORDS))


def test_dtypes_follow_the_constraints():
    one = ptx.asm("mov.b16 $0, $3; mov.b32 $1, $4; mov.b64 $2, $5;", "=h,=f,=d,h,f,d",
                  np.uint16(7), np.float32(0.5), np.float64(0.25))  # fmt: skip
    assert [type(x) for x in one] == [np.uint16, np.float32, np.float64]
    assert [float(x) for x in one] == [7, 0.5, 0.25]
    assert ptx.asm("mov.b64 $0, {$1, $2};", "=l,r,r", 1, -1) == np.uint64(0xFFFFFFFF00000001)
    halves = np.float16([1.5, -2])
    assert ptx.asm("neg.f16 $0, $1;", "=h,h", halves, dtype=np.float16).tolist() == [-1.5, 2]
    assert ptx.asm("neg.s32 $0, $1;", "=r,r", np.int32([3]), dtype=[np.int32])[0].tolist() == [-3]


def test_dollars_integers_and_tied_registers():
    assert ptx.asm("{ .reg .b32 $$t; mov.b32 $$t, $1; mov.b32 ${0}, $$t; }", "=r,r", 9) == 9
    shifted = ptx.asm("shl.b32 $0, $1, $2;", "=r,r,n", WORDS, 3)
    np.testing.assert_array_equal(shifted, WORDS << 3)
    # `$1` and `$0` share a register, so the second statement reads the result of the first statement.
    tied = ptx.asm("add.u32 $0, $0, 1; add.u32 $0, $0, $1;", "=r,0", WORDS)
    np.testing.assert_array_equal(tied, 2 * (WORDS + 1))


def test_broadcasting():
    a, b = np.arange(6, dtype=np.int32).reshape(3, 2), np.arange(2, dtype=np.int32)
    np.testing.assert_array_equal(ptx.asm("mul.lo.s32 $0, $1, $2;", "=r,r,r", a.T[:, ::-1], 3, dtype="i4"), 3 * a.T[:, ::-1])
    np.testing.assert_array_equal(ptx.asm("sub.s32 $0, $1, $2;", "=r,r,r", a, b, dtype="i4"), a - b)
    assert ptx.asm("mov.b32 $0, $1;", "=r,r", np.zeros((0, 3), "u4")).shape == (0, 3)
    with pytest.raises(ValueError, match="broadcast"):
        ptx.asm("add.u32 $0, $1, $2;", "=r,r,r", np.zeros(2, "u4"), np.zeros(3, "u4"))


@pytest.mark.parametrize("count", [1, 3, 4, 5, 1023])
def test_four_bytes_in_a_register(count):
    """Tests a source with four bytes per register, and results with four registers each."""
    a = RNG.integers(0, 256, count, dtype=np.uint8)
    b = RNG.integers(-300, 300, count).astype(np.float32)
    template = """
    {
        .reg .b32 t<4>;
        bfe.u32 $0, $8, 0, 8; bfe.u32 $1, $8, 8, 8; bfe.u32 $2, $8, 16, 8; bfe.u32 $3, $8, 24, 8;
        cvt.rn.f32.u32 $4, $0; cvt.rn.f32.u32 $5, $1; cvt.rn.f32.u32 $6, $2; cvt.rn.f32.u32 $7, $3;
    }
    max.f32 $4, $4, $9; max.f32 $5, $5, $10; max.f32 $6, $6, $11; max.f32 $7, $7, $12;"""
    constraints = "=r,=r,=r,=r,=r,=r,=r,=r,r,r,r,r,r"
    whole, larger = ptx.asm(template, constraints, a, b, dtype=(np.int32, np.float32), pack=4)
    np.testing.assert_array_equal(whole, a.astype(np.int32))
    np.testing.assert_array_equal(larger, np.maximum(a.astype(np.float32), b))
    assert (whole.dtype, larger.dtype) == (np.int32, np.float32)


def test_order_of_packed_elements():
    # With pack=2, two bytes share 16 bits, two halves share 32 bits, and two words have a register each. With pack=8,
    # eight bytes are in two registers.
    pairs = RNG.integers(0, 256, 10, dtype=np.uint8)
    found = ptx.asm("mov.b16 $0, $1;", "=h,h", pairs, dtype=np.uint8, pack=2)
    np.testing.assert_array_equal(found, pairs)
    low, high = ptx.asm("and.b32 $0, $2, 0xffff; shr.b32 $1, $2, 16;", "=r,=r,r", np.uint16([1, 2, 3, 4]), dtype=np.uint32, pack=2).reshape(2, 2).T
    assert (low.tolist(), high.tolist()) == ([1, 3], [2, 4])
    eight = np.frombuffer(struct.pack("<II", 0x04030201, 0x08070605), np.uint8)
    swapped = ptx.asm("mov.b32 $0, $3; mov.b32 $1, $2;", "=r,=r,r,r", eight, dtype=np.uint8, pack=8)
    assert struct.unpack("<II", swapped.tobytes()) == (0x08070605, 0x04030201)
    # A single byte is in the low bits of its register. The upper bits are zero.
    assert ptx.asm("mov.b32 $0, $1;", "=r,r", np.int8([-1]), dtype=np.uint32).tolist() == [255]


def test_narrow_floats():
    x = np.float32([0.3, -7, 500, 1e-4])
    bytes_ = ptx.asm("cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;", "=h,f,f", x, dtype=ml_dtypes.float8_e4m3fn, pack=2)
    expected = np.clip(x, -448, 448).astype(ml_dtypes.float8_e4m3fn)
    np.testing.assert_array_equal(bytes_.view(np.uint8), expected.view(np.uint8))


def test_same_bits_as_run():
    x = RNG.standard_normal(1 << 12).astype(np.float32)
    for target in ("sm_50", "sm_90"):
        found = ptx.asm("ex2.approx.ftz.f32 $0, $1;", "=f,f", x, target=target)
        np.testing.assert_array_equal(found, ptx.run("ex2.approx.ftz.f32", x, target=target))


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda: ptx.asm("\n mov.b32 $0, $1;\n rcp.rn.sat.f32 $0, $1;", "=f,f", 1.0), ptx.InstructionError,
         r"line 3: modifier `\.sat` is not supported by `rcp\.rn\.f32`"),
        (lambda: ptx.asm("mov.b32 $0, $2;", "=r,r", 1), ptx.InstructionError, r"`\$2` has no operand"),
        (lambda: ptx.asm("mov.b32 $0, t;", "=r,r", 1), ptx.InstructionError, "undeclared register `t`"),
        (lambda: ptx.asm("} {", "=r,r", 1), ptx.InstructionError, "line 1"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=x,r", 1), ptx.InstructionError, "`=x` is not a constraint"),
        (lambda: ptx.asm("mov.b32 $0, $0;", "+r", 1), ptx.InstructionError, "`=r,0`"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "r,=r", 1), ptx.InstructionError, "constraints of results first"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r"), TypeError, "1 sources of `constraints`, found 0"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", 1, 2), TypeError, "1 sources of `constraints`, found 2"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", np.float64([1])), TypeError, "64 bits of float64"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=f,f", np.float16([1])), TypeError, "16 bits of float16"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", 1.5), TypeError, r"np\.float32\(1\.5\)"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", 1 << 32), OverflowError, "32 bits"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", np.uint8([1]), pack=4), TypeError, "expected `dtype`"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", np.uint8([1]), pack=3), ValueError, "power of two"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", 1, dtype=[np.uint32, np.uint32]), TypeError, "2 results"),
        (lambda: ptx.asm("shl.b32 $0, $1, $2;", "=r,r,n", 1, np.uint32([1])), TypeError, "part of the text"),
        (lambda: ptx.asm("ld.global.b32 $0, [$1];", "=r,l", 16), ptx.KernelError, "out of bounds"),
        (lambda: ptx.asm("mov.b32 $0, $1;", "=r,r", ["a"]), TypeError, "integers or floats"),
        (lambda: ptx.asm("mov.b128 $0, {$1, $1};", "=q,l", np.uint64([1])), TypeError, "128 bits"),
        (lambda: ptx.asm("mov.b32 $0, 1;", "=r,q", 1), TypeError, "128 bits"),
        *((lambda dtype=dtype: ptx.asm("mov.b32 $0, $1;", "=r,r", 1, dtype=dtype), TypeError, "`dtype` takes a dtype")
          for dtype in ("S", "S4", "O", "c8", "M8[s]", "V4", "i2,i2", "nope")),
    ],
)  # fmt: skip
def test_faults(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_byte_order():
    swapped = ptx.asm("add.u32 $0, $1, 1;", "=r,r", WORDS.astype(">u4"), dtype=">u4")
    assert swapped.dtype == np.dtype(">u4")
    np.testing.assert_array_equal(swapped, WORDS + np.uint32(1))
    assert ptx.asm("mov.b32 $0, $1;", "=r,r", 5, dtype=">i4") == 5


def test_shapes_without_memory():
    x = np.broadcast_to(np.uint32(1), (1 << 50,))
    with pytest.raises(MemoryError):
        ptx.asm("mov.b32 $0, $1;", "=r,r", x)


def test_operands_of_nvcc_are_renamed():
    with pytest.raises(ValueError, match=r"`%0` is not an operand\nhelp: write `\$0`"):
        ptx.asm("add.f32 %0, %1, %1;", "=f,f", np.ones(1, np.float32))
