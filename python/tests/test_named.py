"""Tests named functions, packing, and tensors of other libraries."""

import sys
import types

import numpy as np
import pytest
from conftest import ROOT

import ptx_bits as ptx
from ptx_bits import _functions

X = np.linspace(0.5, 8, 1000, dtype=np.float32)


def test_names_are_the_instructions():
    same = np.testing.assert_array_equal
    same(ptx.rsqrt_approx_ftz_f32(X), ptx.run("rsqrt.approx.ftz.f32", X))
    same(ptx.fma_rz_f32(X, X, 1.0, target="sm_90"), ptx.run("fma.rz.f32", X, X, 1.0))
    assert ptx.rsqrt_approx_ftz_f32 is ptx.rsqrt_approx_ftz_f32
    assert "rsqrt.approx{.ftz}.f32 d, a" in ptx.rsqrt_approx_ftz_f32.__doc__
    assert {"rsqrt_approx_ftz_f32", "and_b32", "run"} <= set(dir(ptx))
    with pytest.raises(AttributeError, match="'rsqrt_aprox_f32'\nhelp: did you mean `rsqrt_approx_f32`"):
        ptx.rsqrt_aprox_f32
    with pytest.raises(AttributeError, match="did you mean `Module`"):
        ptx.Modul
    with pytest.raises(AttributeError, match="'_setp'$"):
        ptx._setp
    assert "(p, q)" in ptx.setp_lt_f32.__doc__


def test_version():
    cargo = (ROOT / "python/Cargo.toml").read_text()
    assert f'\nversion = "{ptx.__version__}"\n' in cargo


def test_parameters_of_the_stub_are_positional():
    stub = _functions.stub()
    assert "def rcp_rn_f32(a: ArrayLike, /, **options: Unpack[_Options]) -> _float32: ..." in stub
    names = [line for line in stub.splitlines() if line.startswith("def ")]
    assert names and all("ArrayLike" not in line or "ArrayLike, /, **" in line for line in names)


def test_stub_is_that_of_the_table():
    assert (ROOT / "python/ptx_bits/_named.pyi").read_text() == _functions.stub()


def test_pairs():
    low, high = np.float16([1, 2, -3]), np.float16([0.5, -0.0, np.inf])
    words = ptx.pack(low, high)
    assert words.tolist() == [0x38003C00, 0x80004000, 0x7C00C200]
    for one, other in zip(ptx.unpack(words, np.float16), (low, high), strict=True):
        np.testing.assert_array_equal(one.view(np.uint16), other.view(np.uint16))
    assert [one.tolist() for one in ptx.unpack(np.uint32([0x04030201]), np.uint8)] == [[1], [2], [3], [4]]
    assert ptx.unpack(ptx.add_rn_f16x2(words, words), np.float16)[0].tolist() == [2, 4, -6]
    with pytest.raises(TypeError, match="float16, uint16"):
        ptx.pack(low, low.view(np.uint16))
    for dtype in (np.float32, "S", "O"):
        with pytest.raises(TypeError, match="no two elements"):
            ptx.unpack(np.uint32([1]), dtype)
    for swapped in ((words.astype(">u4"), np.float16), (words, ">f2")):
        for one, other in zip(ptx.unpack(*swapped), (low, high), strict=True):
            np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(ptx.pack(low.astype(">f2"), high), words)
    with pytest.raises(TypeError, match="without a mask for `words`"):
        ptx.unpack(np.ma.masked_array(words), np.float16)


@pytest.fixture
def library():
    """Replaces a library whose tensors have the methods of PyTorch's tensors."""
    module = types.ModuleType("standin")

    class Tensor:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **options):
            return self.array.__dlpack__(**options)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

        def numpy(self):
            return self.array

        __array__ = numpy

    Tensor.__module__ = "standin.tensors"
    module.Tensor = Tensor
    module.from_dlpack = lambda array: Tensor(np.from_dlpack(array))
    sys.modules["standin"] = module
    yield module
    del sys.modules["standin"]


def test_tensors_in_and_out(library):
    tensor = library.Tensor(X)
    for found in (
        ptx.run("ex2.approx.ftz.f32", tensor),
        ptx.ex2_approx_ftz_f32(tensor),
        ptx.asm("ex2.approx.ftz.f32 $0, $1;", "=f,f", tensor),
    ):
        assert type(found) is library.Tensor
        np.testing.assert_array_equal(found.array, ptx.run("ex2.approx.ftz.f32", X))
    low, carry = ptx.run("add.cc.u32", library.Tensor(np.uint32([1])), 2)
    assert (type(low), type(carry)) == (library.Tensor, library.Tensor)
    out = np.empty_like(X)
    assert ptx.run("ex2.approx.ftz.f32", tensor, out=out) is out
    assert type(ptx.run("ex2.approx.ftz.f32", X)) is np.ndarray


@pytest.mark.parametrize(
    ("instruction", "operands", "text"),
    [
        ("rcp.rn.f32", [3], r"`a` is `\.f32`, found an integer\nhelp: write `3\.0`"),
        ("add.rn.f32", [[1.0], 1.0], r"found a list\nhelp: write `np\.array\(\[…\], np\.float32\)`"),
        ("add.rn.f32", [None, 1.0], r"expected an array of float32 or a number for `a`, found None"),
    ],
)
def test_words_of_python(instruction, operands, text):
    with pytest.raises(TypeError, match=text):
        ptx.run(instruction, *operands)


def test_other_functions_are_named():
    with pytest.raises(ptx.InstructionError, match="ptx_bits.mma"):
        ptx.run("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", X)
    with pytest.raises(ptx.InstructionError, match=r"`forms\(\)`"):
        ptx.forms("foo")
