"""Tests a Triton kernel on three chips: its error, its races, and whether the chips differ. Needs no GPU.

    pip install ./python ./python/triton pytest
    pytest examples/python/test_kernels.py

`kernels.yml` is a workflow that runs such tests on GitHub.
"""

import numpy as np
import pytest

tl = pytest.importorskip("triton.language", reason="Triton is not installed")
simulated = pytest.importorskip("ptx_bits.triton", reason="ptx-bits-triton is not installed", exc_type=ImportError)
import triton  # noqa: E402

CHIPS = ("sm_75", "sm_80", "sm_120")


@triton.jit
def product_kernel(a, b, c, K: tl.constexpr, N: tl.constexpr):
    m, n, k = tl.program_id(0) * 16 + tl.arange(0, 16), tl.arange(0, N), tl.arange(0, K)
    found = tl.dot(tl.load(a + m[:, None] * K + k[None, :]), tl.load(b + k[:, None] * N + n[None, :]))
    tl.store(c + m[:, None] * N + n[None, :], found)


A, B = (np.random.default_rng(1).standard_normal((64, 64)).astype(np.float16) for _ in "ab")


def product(chip):
    c = simulated.array(np.zeros((64, 64), np.float32))
    with simulated.target(chip, races=True):
        product_kernel[(4,)](simulated.array(A), simulated.array(B), c, 64, 64)
    assert simulated.last.races == []
    return np.asarray(c)


@pytest.mark.parametrize("chip", CHIPS)
def test_the_error(chip):
    a, b = np.float64(A), np.float64(B)
    assert (np.abs(product(chip) - a @ b) <= 2.0**-17 * (np.abs(a) @ np.abs(b))).all()


def test_the_chips_have_different_bits():
    turing, ampere, blackwell = (product(chip).view(np.uint32) for chip in CHIPS)
    assert (turing != ampere).mean() > 0.5 and (ampere != blackwell).mean() > 0.5
