"""Uses a kernel as the reference of a test: compares the bits of another implementation with those of the kernel.

    pytest examples/python/test_softmax.py
"""

import pathlib

import numpy as np
import pytest

import ptx_bits as ptx

KERNELS = pathlib.Path(__file__).parents[1] / "kernels"


@pytest.fixture(scope="session")
def reference():
    """Returns the softmax of rows of 64 floats, as the kernel computes it on a GPU."""
    file = KERNELS / "softmax.ptx"
    kernel = ptx.Module(file.read_text(), file.name).kernel("softmax")

    def softmax(x):
        y = np.empty_like(x)
        report = kernel(x.shape[0], 32, x, y, races=True)
        assert report.races == [] and report.undefined_shuffles == []
        return y

    return softmax


def tree(values, combine):
    """Combines the 32 lanes of each row as `shfl.bfly` with 16, 8, 4, 2 and 1 does."""
    lanes = np.arange(32)
    for distance in (16, 8, 4, 2, 1):
        values = combine(values, values[:, lanes ^ distance])
    return values[:, :1]


def softmax(x):
    """Computes softmax with arrays: the implementation under test."""
    largest = np.maximum(x[:, 0::2], x[:, 1::2])
    x = x - tree(largest, np.maximum)
    e = ptx.run("ex2.approx.ftz.f32", x * np.float32(1.4426950408889634))
    return e * ptx.run("rcp.approx.ftz.f32", tree(e[:, 0::2] + e[:, 1::2], np.add))


def test_the_bits_of_the_kernel(reference):
    x = np.random.default_rng(1).standard_normal((50, 64)).astype(np.float32)
    np.testing.assert_array_equal(softmax(x).view(np.uint32), reference(x).view(np.uint32))


def test_a_sum_in_another_order_has_other_bits(reference):
    x = np.random.default_rng(1).standard_normal((50, 64)).astype(np.float32)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    host = e / e.sum(axis=1, keepdims=True)
    assert (host.view(np.uint32) != reference(x).view(np.uint32)).any()
    np.testing.assert_allclose(host, reference(x), rtol=1e-6)
