"""Runs the command `ptx-bits`, which the tests compare the package with, and generates operands."""

import itertools
import os
import pathlib
import signal
import subprocess
import threading
import time

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def command():
    """Returns the path of the command: `PTX_COMMAND`, or a new build."""
    named = os.environ.get("PTX_COMMAND")
    if named:
        return named
    subprocess.run(["cargo", "build", "--locked", "--quiet", "-p", "ptx-bits"], cwd=ROOT, check=True)
    return str(ROOT / "target/debug/ptx-bits")


@pytest.fixture(scope="session")
def answers(command):
    """Returns a function that runs `ptx-bits eval --batch` on input lines and returns the printed lines."""

    def ask(lines):
        text = "".join(f"{line}\n" for line in lines)
        asked = subprocess.run(
            [command, "eval", "--batch", "-"], input=text, capture_output=True, text=True
        )
        assert asked.stderr == ""
        found = asked.stdout.splitlines()
        assert len(found) == len(lines)
        return found

    return ask


def interrupt(call):
    """Calls a function that runs long, and sends SIGINT to this process during the call. Returns the time of the call."""
    # A shell starts background processes with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    start = time.monotonic()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    return time.monotonic() - start


# Special operands: zeros, subnormals, limits, ties, infinities, quiet and signalling NaNs, and shift amounts.
SPECIAL = {
    1: [0, 1],
    8: [0, 1, 2, 7, 0x7F, 0x80, 0x96, 0xE8, 0xFF],
    16: [
        0, 0x8000, 1, 0x83FF, 0x0400, 0x8401, 0x007F, 0x8080, 0x3800, 0xBC00, 0x3C01, 0x3F80,
        0xBF81, 0x4248, 0x7BFF, 0x7C00, 0xFC00, 0x7C01, 0xFE00, 0x7F7F, 0x7F80, 0xFF80, 0x7F81,
        0x7FFF, 0xFFFF,
    ],
    32: [
        0, 0x80000000, 1, 0x807FFFFF, 0x00800000, 0x80800001, 0x33000000, 0x3F000000, 0xBF800000,
        0x3F800001, 0x40200000, 0x40490FDB, 0xC2FE0000, 0x4B000001, 0x4F000000, 0xCF800000,
        0x5F000000, 0x7E800001, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7F800001, 0xFFA5A5A5,
        0x7FC00000, 0xFFFFFFFF, 31, 32, 33, 0x7FFFFFFF, 0x3C003800,
    ],
    64: [
        0, 1 << 63, 1, 0x800FFFFFFFFFFFFF, 0x0010000000000000, 0x8010000000000001,
        0x36A0000000000000, 0x380FFFFFF0000000, 0x3E60000010000000, 0x3FE0000000000000,
        0xBFF0000000000000, 0x3FF0000000000001, 0x4004000000000000, 0x400921FB54442D18,
        0x40EFFFF000000000, 0x41DFFFFFFFE00000, 0xC3E0000000000000, 0x47EFFFFFF0000000,
        0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000, 0x7FF0000000000001,
        0xFFFCDEADBEEF0123, 0xFFFFFFFFFFFFFFFF, 0x3F80000040490FDB,
    ],
}  # fmt: skip


def width(dtype):
    """Returns the number of bits of a dtype's elements."""
    return 1 if dtype == "bool" else 8 * np.dtype(dtype).itemsize


def operand(dtype, count, random):
    """Returns operands of a dtype: special values, random bits and, for floats, normally distributed numbers."""
    bits = width(dtype)
    unsigned = np.dtype(f"uint{max(bits, 8)}")
    words = random.integers(0, 1 << bits, count, dtype=np.uint64, endpoint=False) if bits < 64 else (
        random.integers(0, np.iinfo(np.uint64).max, count, dtype=np.uint64, endpoint=True)
    )
    special = np.array(SPECIAL[bits], np.uint64)
    chosen = random.random(count)
    words = np.where(chosen < 0.5, random.choice(special, count), words).astype(unsigned)
    if np.dtype(dtype).kind == "f":
        ordinary = random.normal(0, 4, count).astype(dtype).view(unsigned)
        words = np.where(chosen > 0.75, ordinary, words)
    return words.view(dtype)


def bits(array):
    """Returns the bits of an array's elements, or of a number."""
    array = np.asarray(array)
    return array.view(f"uint{8 * array.dtype.itemsize}")


def digits(array):
    """Formats elements for `ptx-bits eval --batch`."""
    count = -(-width(array.dtype) // 4)
    return [f"{int(word):0{count}x}" for word in bits(array).ravel()]


def spellings(form):
    """Returns every combination of modifiers."""
    places = [
        [*place["words"], None] if place["optional"] else place["words"] for place in form.modifiers
    ]
    first = [form.opcode, form.operation] if hasattr(form, "opcode") else [form.mnemonic]
    for words in itertools.product(*places):
        yield ".".join(filter(None, [*first, *words]))
