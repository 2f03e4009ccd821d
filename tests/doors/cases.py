"""The list of the kernels, and what their tests share. A test raises AssertionError if a result is wrong."""

import numpy as np
from ptx_bits.triton import array

ALL = []


def case(test):
    """Adds a test to the list. Its name is the name of the kernel."""
    ALL.append(test)
    return test


def rng():
    return np.random.default_rng(11)


def floats(*shape):
    return array(rng().standard_normal(shape).astype(np.float32))


def integers(low, high, shape, dtype=np.int32):
    return array(rng().integers(low, high, shape).astype(dtype))


def zeros(shape, dtype=np.float32):
    return array(np.zeros(shape, dtype))


def equal(found, expected):
    differing = np.argwhere(np.asarray(found) != np.asarray(expected))
    assert not len(differing), f"{len(differing)} of {found.size} results differ, the first at {differing[0].tolist()}"


def near(found, exact, bound):
    """Checks that each result is within a bound of the exact value."""
    excess = np.abs(np.asarray(found, np.float64) - exact) / bound
    assert (excess <= 1).all(), f"the largest error is {excess.max():.3g} of its bound"


# The relative error of one rounding to binary32.
U = 2.0**-24


def exp_error(x):
    """Bounds the relative error of `tl.exp(x)`, which is ex2.approx(x * log2(e)).

    The product has the rounding of log2(e) and its own, each at most U of |x| in the exponent of e. PTX states 2^-22 for
    ex2.approx.
    """
    return 2 * U * np.abs(x) + 2.0**-22
