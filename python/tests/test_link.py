"""Tests modules that consist of several files."""

import pickle

import numpy as np
import pytest

import ptx_bits as ptx

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
DECLARATION = ".func (.param .b32 result) next(.param .b32 x)"
CALLER = f"""{HEAD}.extern {DECLARATION};
.visible .global .b32 total = 5;
.global .b32 own = 1;
.visible .entry k(.param .u64 y) {{
    .reg .b64 %rd<3>; .reg .b32 %r<3>; .param .b32 x, result;
    ld.param.u64 %rd1, [y]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd2, %r1, 4, %rd1;
    st.param.b32 [x], %r1; call (result), next, (x); ld.param.b32 %r2, [result];
    st.global.u32 [%rd2], %r2; st.global.u32 [own], 2; ret;
}}"""
CALLEE = f"""{HEAD}.extern .global .b32 total;
.global .b32 own = 7;
.visible {DECLARATION} {{
    .reg .b32 %r<3>; ld.param.b32 %r1, [x]; ld.global.b32 %r2, [own]; add.u32 %r1, %r1, %r2;
    st.param.b32 [result], %r1; st.global.b32 [total], %r1;
    ret;
}}"""


def linked(callee=CALLEE):
    return ptx.Module.link([ptx.Module(CALLER, "a.ptx"), ptx.Module(callee, "b.ptx")])


def test_a_call_reaches_another_file():
    module = linked()
    y = np.zeros(4, np.uint32)
    module.kernel("k")(1, 4, y)
    assert y.tolist() == [7, 8, 9, 10]
    # The variable is that of the first file, and both files have a variable `own`.
    assert int.from_bytes(module.variable("total"), "little") == 10
    assert int.from_bytes(module.variable("own"), "little") == 2
    assert repr(module) == "<Module a.ptx, b.ptx: k>"
    again = ptx.Module.link([module, ptx.Module(HEAD + ".entry other() { ret; }", "c.ptx")])
    assert again.kernels == ["k", "other"]
    assert int.from_bytes(again.variable("total"), "little") == 5


def test_a_copy_has_the_values_of_the_variables():
    module = linked()
    module.kernel("k")(1, 1, np.zeros(1, np.uint32))
    copied = pickle.loads(pickle.dumps(module))
    assert (copied.variable("total"), copied.kernels) == (module.variable("total"), ["k"])


def test_faults_name_the_file():
    module = linked(CALLEE.replace("[total]", "[total+4]"))
    with pytest.raises(ptx.KernelError, match=r"b.ptx:8: `st.global.b32`: out of bounds") as caught:
        module.kernel("k")(1, 1, np.zeros(1, np.uint32))
    assert caught.value.line == 8


def test_errors_name_both_files():
    with pytest.raises(ValueError, match=r"b.ptx:6:37: `next` is defined in two files\nnote: the first definition is at a.ptx:6"):
        ptx.Module.link([ptx.Module(CALLEE, "a.ptx"), ptx.Module(CALLEE, "b.ptx")])
    with pytest.raises(ValueError, match="the declaration of `next` differs from its definition"):
        linked(CALLEE.replace(".param .b32 x", ".param .b64 x").replace("ld.param.b32 %r1, [x]", "mov.b32 %r1, 0"))
    with pytest.raises(ValueError, match="expected at least one module"):
        ptx.Module.link([])
    cubin = ptx.Cubin.__new__(ptx.Cubin)
    cubin._file = ("k.cubin", b"")
    with pytest.raises(ValueError, match="k.cubin: machine code cannot be linked"):
        ptx.Module.link([cubin])
    alone = ptx.Module.link([ptx.Module(CALLER, "a.ptx")])
    with pytest.raises(ValueError, match=r"a.ptx:10:43: `next` has no body in this file"):
        alone.kernel("k")
