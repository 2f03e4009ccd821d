"""Tests named functions, packing, and tensors of other libraries."""

import inspect
import operator
import pickle
import pydoc
import sys
import types

import numpy as np
import pytest
from conftest import ROOT

import ptx_bits as ptx
from ptx_bits import _functions, ops

X = np.linspace(0.5, 8, 1000, dtype=np.float32)


def test_names_are_the_instructions():
    same = np.testing.assert_array_equal
    same(ops.rsqrt_approx_ftz_f32(X), ptx.run("rsqrt.approx.ftz.f32", X))
    same(ops.fma_rz_f32(X, X, 1.0, target="sm_90"), ptx.run("fma.rz.f32", X, X, 1.0))
    assert "rsqrt.approx{.ftz}.f32 d, a" in ops.rsqrt_approx_ftz_f32.__doc__
    assert {"rsqrt_approx_ftz_f32", "and_b32"} <= set(dir(ops))
    with pytest.raises(AttributeError, match="'ptx_bits.ops' .* 'rsqrt_aprox_f32'\nhelp: did you mean `rsqrt_approx_f32`"):
        ops.rsqrt_aprox_f32
    assert "(p, q)" in ops.setp_lt_f32.__doc__


def test_names_of_the_package():
    assert dir(ptx) == sorted(ptx.__all__)
    assert ptx.rsqrt_approx_ftz_f32 is ops.rsqrt_approx_ftz_f32
    assert dir(ptx) == sorted(ptx.__all__)
    assert pickle.loads(pickle.dumps(ptx.add_rn_f32)) is ops.add_rn_f32
    with pytest.raises(AttributeError, match="'ptx_bits' .* 'rsqrt_aprox_f32'\nhelp: did you mean `rsqrt_approx_f32`"):
        ptx.rsqrt_aprox_f32
    with pytest.raises(AttributeError, match="did you mean `Module`"):
        ptx.Modul
    with pytest.raises(AttributeError, match="'_setp'$"):
        ptx._setp


def test_signatures_have_the_names_of_the_operands():
    parameters = inspect.signature(ops.addc_cc_u32).parameters
    assert list(parameters) == ["a", "b", "carry", "target", "version", "out"]
    assert {str(parameters[one].annotation) for one in ("a", "b", "carry")} == {"ArrayLike"}
    assert inspect.signature(ops.add_cc_u32).return_annotation == "tuple[NDArray[np.uint32], NDArray[np.bool_]]"
    assert inspect.signature(ops.fma_rn_f32).return_annotation == "NDArray[np.float32]"


@pytest.mark.parametrize("name", ["ops.fma_rn_f32", "asm", "mma", "matmul", "pack", "unpack", "nvfp4_quantize"])
def test_helps_name_the_types(name):
    text = pydoc.render_doc(operator.attrgetter(name)(ptx), renderer=pydoc.plaintext)
    assert "'ArrayLike'" in text and "_SupportsArray" not in text and "_typing" not in text
    assert "ArrayLike" in ptx.run.__doc__


def test_version():
    cargo = (ROOT / "python/Cargo.toml").read_text()
    assert f'\nversion = "{ptx.__version__}"\n' in cargo


def test_parameters_of_the_stub_are_positional():
    stub = _functions.stub()
    assert "def rcp_rn_f32(a: ArrayLike, /, **options: Unpack[_Options]) -> _float32: ..." in stub
    names = [line for line in stub.splitlines() if line.startswith("def ")]
    assert names and all("ArrayLike" not in line or "ArrayLike, /, **" in line for line in names)


def test_stub_is_that_of_the_table():
    assert (ROOT / "python/ptx_bits/ops.pyi").read_text() == _functions.stub()


def test_pairs():
    low, high = np.float16([1, 2, -3]), np.float16([0.5, -0.0, np.inf])
    words = ptx.pack(low, high)
    assert words.tolist() == [0x38003C00, 0x80004000, 0x7C00C200]
    for one, other in zip(ptx.unpack(words, np.float16), (low, high), strict=True):
        np.testing.assert_array_equal(one.view(np.uint16), other.view(np.uint16))
    assert [one.tolist() for one in ptx.unpack(np.uint32([0x04030201]), np.uint8)] == [[1], [2], [3], [4]]
    assert ptx.unpack(ops.add_rn_f16x2(words, words), np.float16)[0].tolist() == [2, 4, -6]
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
        ops.ex2_approx_ftz_f32(tensor),
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
        ("add.s32", [[1.5], 1], r"`a`, which is `\.s32`, found a list of float64\nhelp: write `np\.array\(\[…\], np\.int32\)`"),
        ("add.s32", [[True], 1], "found a list of bool"),
        ("add.rn.f32", [["1.0"], 1.0], "found a list of <U3"),
        ("add.rn.f32", [[None], 1.0], "found a list of object"),
        ("add.rn.bf16", [[1.0], 1], r"found a list of float64\nhelp: write `np\.array\(\[…\], ml_dtypes\.bfloat16\)`"),
        ("and.pred", [[1], True], r"found a list of int64\nhelp: write `np\.array\(\[…\], bool\)`"),
        ("add.rn.f32", [None, 1.0], r"expected an array of float32 or a number for `a`, found None"),
    ],
)
def test_words_of_python(instruction, operands, text):
    with pytest.raises(TypeError, match=text):
        ptx.run(instruction, *operands)


def test_lists_are_arrays():
    same = np.testing.assert_array_equal
    numbers = [0.1, 1, -0.0, 1e-40, float("inf"), 1e39, float("-inf")]
    for instruction, dtype in (("abs.f32", np.float32), ("abs.f16", np.float16), ("abs.f64", np.float64)):
        found = ptx.run(instruction, numbers)
        each = [ptx.run(instruction, float(number)) for number in numbers]
        same(found, each)
        assert found.dtype == dtype
    same(ptx.run("add.rn.f32", [[1, 2], [3, 4]], (0.5, 0.25)), np.float32([[1.5, 2.25], [3.5, 4.25]]))
    # 2049 is a midpoint of binary16. 2**53 + 1 is no binary64, and 2**24 + 1 a midpoint of binary32.
    same(ptx.run("abs.f16", [2049, 2051, 70000]), np.float16([2048, 2052, np.inf]))
    same(ptx.run("abs.f32", [(1 << 24) + 1, (1 << 60) + (1 << 36) + 1]), np.float32([1 << 24, (1 << 60) + (1 << 37)]))
    same(ptx.run("add.u32", [-1, 1, 0xFFFFFFFF], 0), np.uint32([0xFFFFFFFF, 1, 0xFFFFFFFF]))
    same(ptx.run("xor.b64", [-1, (1 << 64) - 1, (1 << 63) + 1], 0), np.uint64([2**64 - 1, 2**64 - 1, 2**63 + 1]))
    same(ops.add_s32(range(3), [0x80000000, 1, np.int8(-2)]), np.int32([-(2**31), 2, 0]))
    same(ptx.run("and.pred", [True, False], True), [True, False])
    same(ptx.run("abs.bf16", [0xBF80]), np.uint16([0x3F80]))
    assert ptx.run("abs.f32", []).shape == ptx.run("add.s32", [], 1).shape == (0,)
    with pytest.raises(OverflowError, match="4294967296 exceeds `a`"):
        ptx.run("add.u32", [1, 1 << 32], 0)
    with pytest.raises(TypeError, match="part of the instruction"):
        ptx.run("lop3.b32", 1, 2, 3, [0xCA])
    same(ptx.asm("add.f32 $0, $1, $2;", "=f,f,f", [1.0, 2], 0.5), np.float32([1.5, 2.5]))
    for one, other in zip(ptx.nvfp4_quantize([1.0] * 16), ptx.nvfp4_quantize(np.ones(16, np.float32)), strict=True):
        same(one, other)


def test_other_functions_are_named():
    with pytest.raises(ptx.InstructionError, match="ptx_bits.mma"):
        ptx.run("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", X)
    with pytest.raises(ptx.InstructionError, match=r"`forms\(\)`"):
        ptx.forms("foo")
