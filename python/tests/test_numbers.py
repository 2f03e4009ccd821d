"""Tests numbers in strings against exact fractions: operands of `run` and arguments of kernels."""

import fractions
import os
import random

import ml_dtypes
import numpy as np
import pytest

import ptx_bits as ptx

# For each type: the dtype of its values, the dtype of its bits, and an instruction that returns its operand.
FORMATS = {
    "f16": (np.float16, np.uint16, "max.f16"),
    "bf16": (ml_dtypes.bfloat16, np.uint16, "max.bf16"),
    "f32": (np.float32, np.uint32, "max.f32"),
    "f64": (np.float64, np.uint64, "max.f64"),
}
COUNT = 100_000 if os.environ.get("PTX_TESTS") == "full" else 1_000


def _value(bits, dtype, of_bits):
    return fractions.Fraction(float(np.array([bits], of_bits).view(dtype)[0]))


def _nearest(exact, dtype, of_bits):
    """Returns the bits of the nearest number, ties to even, or None for infinity."""
    size = abs(exact)
    infinity = int(np.array([np.inf], dtype).view(of_bits)[0])
    low, high = 0, infinity
    # Larger positive numbers have larger bits.
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _value(middle, dtype, of_bits) <= size else (low, middle)
    below = _value(low, dtype, of_bits)
    step = _value(low, dtype, of_bits) - _value(low - 1, dtype, of_bits) if high == infinity else None
    above = below + step if step else _value(high, dtype, of_bits)
    if size - below > above - size or size - below == above - size and low % 2 == 1:
        low = high
    sign = 1 << (8 * np.dtype(of_bits).itemsize - 1) if exact < 0 else 0
    return None if low == infinity else low | sign


def _cases(word):
    """Returns texts of decimals next to midpoints, and anywhere, with their exact values."""
    dtype, of_bits, _ = FORMATS[word]
    rng = random.Random(word)
    infinity = int(np.array([np.inf], dtype).view(of_bits)[0])
    for _ in range(COUNT):
        if rng.random() < 0.3:
            text = f"{rng.choice('+- ').strip()}{rng.randrange(10**rng.randrange(1, 25))}.{rng.randrange(1000)}e{rng.randrange(-60, 45)}"
        else:
            low = rng.choice([rng.randrange(infinity - 1), rng.randrange(1024), infinity - 2])
            midpoint = (_value(low, dtype, of_bits) + _value(low + 1, dtype, of_bits)) / 2
            power = midpoint.denominator.bit_length() - 1
            digits = midpoint.numerator * 5**power * 10**30 + rng.choice([-1, 0, 0, 1])
            text = f"{rng.choice(['', '-'])}{digits}e{-power - 30}"
        yield text, fractions.Fraction(text)


def _read(call):
    try:
        return call()
    except ptx.InstructionError:
        return None


@pytest.mark.parametrize("word", FORMATS)
def test_strings_are_rounded_once(word):
    dtype, of_bits, instruction = FORMATS[word]
    for text, exact in _cases(word):
        expected = _nearest(exact, dtype, of_bits)
        if expected is not None and text.startswith("-"):
            # -0 is not a fraction.
            expected |= 1 << (8 * np.dtype(of_bits).itemsize - 1)
        native = _read(lambda text=text: ptx._native.number(word, text))
        assert native == expected, text
        result = _read(lambda text=text: ptx.run(instruction, text, text))
        bits = None if result is None else int(np.asarray(result).reshape(-1).view(of_bits)[0])
        assert bits == expected, text


COPY = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 to, .param .f32 x, .param .s32 n)
{
    .reg .b64 %rd<2>;
    .reg .b32 %r<3>;
    ld.param.u64 %rd1, [to];
    ld.param.b32 %r1, [x];
    st.global.b32 [%rd1], %r1;
    ld.param.b32 %r2, [n];
    st.global.b32 [%rd1+4], %r2;
    ret;
}
"""


def test_arguments_of_kernels():
    kernel = ptx.Module(COPY).kernel("k")
    for text, number, expected in [
        ("1.00000005960464477539062500001", "-1", [0x3F800001, 0xFFFFFFFF]),
        ("nan", "0x10", [0x7FFFFFFF, 0x10]),
        ("-inf", "017", [0xFF800000, 17]),
        ("0x1", "+7", [1, 7]),
    ]:
        to = np.zeros(2, np.uint32)
        kernel(1, 1, to, text, number)
        assert to.tolist() == expected
    for text, number, message in [
        ("1e39", "0", "write `inf`, or `3.4028235e38`"),
        ("Inf", "0", "write `inf`"),
        ("1", "1.5", "expected an integer of `s32`"),
        ("1", "2147483648", "does not fit `s32`"),
    ]:
        with pytest.raises(ptx.InstructionError, match=message):
            kernel(1, 1, np.zeros(2, np.uint32), text, number)


def test_lanes_and_other_operands():
    assert int(ptx.run("max.s16x2", "-1,3", "{2, -5}")[()]) == 0x00030002
    assert int(ptx.run("add.s16x2", "0x00e00104", np.uint32(0x00010001))[()]) == 0x00E10105
    assert int(ptx.run("lop3.b32", "12", "10", "6", "0xca")[()]) == 12 & 10 | ~12 & 6
    assert ptx.run("add.rn.f32", np.float32([1, 2]), "0.5").tolist() == [1.5, 2.5]
    assert int(ptx.run("MUFU.RCP", "3")) == 0x3EAAAAAB
    for operands in [("one", "1"), ("1.5", "NaN"), ("1e39", "1"), ("", "1")]:
        with pytest.raises(ptx.InstructionError):
            ptx.run("add.rn.f32", *operands)
