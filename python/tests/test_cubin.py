"""Tests machine code against the text that NVIDIA's assembler assembled: `PTXAS`, or `ptxas` in `PATH`."""

import os
import pickle
import shutil
import subprocess

import numpy as np
import pytest

import ptx_bits as ptx

PTXAS = os.environ.get("PTXAS") or shutil.which("ptxas")

TEXT = """
.version 8.0
.target sm_80
.address_size 64
// y[i] = a * x[i] + x[i], without a rounding.
.visible .entry scale(.param .f32 a, .param .u64 x, .param .u64 y)
{
    .reg .b32 %r<2>; .reg .b64 %rd<4>; .reg .f32 %f<5>;
    ld.param.f32 %f1, [a]; ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 4, %rd1; mad.wide.u32 %rd2, %r1, 4, %rd2;
    ld.global.f32 %f2, [%rd1]; mul.f32 %f3, %f1, %f2; add.f32 %f4, %f3, %f2; st.global.f32 [%rd2], %f4;
    ret;
}
"""
X = np.array([0.1, 0.7, 0.9, 5], np.float32)

needs_assembler = pytest.mark.skipif(PTXAS is None, reason="no assembler; set PTXAS to the path of NVIDIA's ptxas")


@pytest.fixture
def cubin(tmp_path):
    """Returns the path of the cubin of the text, with fused sums."""
    (tmp_path / "scale.ptx").write_text(TEXT)
    path = tmp_path / "scale.cubin"
    subprocess.run([PTXAS, "-arch", "sm_80", tmp_path / "scale.ptx", "-o", path], check=True)
    return path


def fused(a, x):
    """Returns a x + x, rounded once. The product of two binary32 numbers is exact in binary64."""
    return (np.float64(np.float32(a)) * x.astype(np.float64) + x).astype(np.float32)


@needs_assembler
def test_machine_code_runs_like_a_module(cubin):
    for module in ptx.Cubin(cubin), ptx.Cubin(str(cubin)), ptx.Cubin(cubin.read_bytes()):
        assert module.kernels == ["scale"]
        for kernel in module.kernel("scale"), pickle.loads(pickle.dumps(module)).kernel():
            assert kernel.parameters == [".b32 parameter_0", ".b64 parameter_1", ".b64 parameter_2"]
            y = np.zeros(4, np.float32)
            assert kernel(1, 4, np.float32(0.3), X, y).threads == 4
            assert (y.view(np.uint32) == fused(0.3, X).view(np.uint32)).all()


@needs_assembler
def test_a_float_has_no_width_in_machine_code(cubin):
    with pytest.raises(TypeError, match=r"found a float\nhelp: write `np.float32\(…\)`"):
        ptx.Cubin(cubin).kernel()(1, 1, 0.3, X, X.copy())


@pytest.mark.parametrize("content", [b"kernel", b""])
def test_other_bytes_are_an_error(content):
    with pytest.raises(ValueError, match="^kernel.cubin: the file is not a cubin"):
        ptx.Cubin(content)


@needs_assembler
def test_the_text_is_compared_with_its_machine_code(cubin):
    y = np.zeros(4, np.float32)
    verdicts = ptx.verify(TEXT, 1, 4, 0.3, X, y, ptxas=PTXAS)
    assert [one.cubin for one in verdicts] == ["-O0 -fmad=false", "-O3 -fmad=false", "-O0", "-O3"]
    rounded = np.float32(0.3) * X + X
    differs = (rounded != fused(0.3, X)).nonzero()[0]
    assert [one.cause for one in verdicts] == [None, None, None, "fused"] and len(differs)
    (difference,) = verdicts[3].differences
    assert (difference.parameter, difference.name, difference.type) == (2, "y", "f32")
    assert (difference.index, difference.count) == (differs[0], len(differs))
    assert int(difference.text, 16) == rounded.view(np.uint32)[differs[0]]
    assert not y.any()
    (given,) = ptx.verify(TEXT, 1, 4, 0.3, X, y, cubins=[cubin])
    assert (given.cubin, given.cause) == (str(cubin), "fused")


@needs_assembler
def test_views_of_one_array_are_one_buffer():
    x = np.arange(8, dtype=np.float32)
    assert not [one for one in ptx.verify(TEXT, 1, 4, 2.0, x, x[4:], ptxas=PTXAS) if not one.equal]


def test_errors_have_the_words_of_the_command():
    with pytest.raises(ValueError, match="^cannot start /no/ptxas"):
        ptx.verify(TEXT, 1, 4, 0.3, X, X.copy(), ptxas="/no/ptxas")
    with pytest.raises(TypeError, match="takes 3 arguments, found 1"):
        ptx.verify(TEXT, 1, 4, 0.3)


@pytest.mark.parametrize("levels", [(), (4,), (-1,), "0"])
def test_levels_are_checked(levels):
    with pytest.raises(ValueError, match="`levels` takes numbers from 0 to 3"):
        ptx.verify(TEXT, 1, 4, 0.3, X, X.copy(), levels=levels)


@needs_assembler
def test_a_fault_of_the_text_is_an_error():
    with pytest.raises(ptx.KernelError, match="out of bounds"):
        ptx.verify(TEXT, 1, 5, 0.3, X, X.copy(), ptxas=PTXAS)
