"""Tests pointers, structs, arrays that share memory, and tensors."""

import copy
import ctypes
import pickle

import ml_dtypes
import numpy as np
import pytest

import ptx_bits as ptx

HEADER = ".version 8.0\n.target sm_50\n.address_size 64\n"

# The first kernel takes `struct { struct { char step; float scale; } f; const float *x; short count; }`, whose offsets 0, 4,
# 8 and 16, and size of 24 bytes, are those of nvcc. The second adds 1 to the number at each of its
# pointers. The third does
# the same for the pointers of an array, a thread for each. `sum` adds the values of a list of `struct { node *next; unsigned
# value; }`, and `double` writes y[i] = 2 * x[i].
MODULE = ptx.Module(
    HEADER
    + """
.entry _ZN1a7membersEv(.param .align 8 .b8 s[24], .param .u64 y)
{
    .reg .b64 %x, %y; .reg .b32 %a, %b; .reg .f32 %f, %g;
    ld.param.s8 %a, [s]; ld.param.f32 %f, [s+4]; ld.param.u64 %x, [s+8]; ld.param.s16 %b, [s+16];
    ld.param.u64 %y, [y]; ld.global.f32 %g, [%x];
    st.global.s32 [%y], %a; st.global.f32 [%y+4], %f; st.global.f32 [%y+8], %g; st.global.s32 [%y+12], %b;
    ret;
}
.entry increment(.param .align 8 .b8 all[24])
{
    .reg .b64 %x<3>; .reg .b32 %i;
    ld.param.u64 %x0, [all]; ld.param.u64 %x1, [all+8]; ld.param.u64 %x2, [all+16];
    ld.global.u32 %i, [%x0]; add.u32 %i, %i, 1; st.global.u32 [%x0], %i;
    ld.global.u32 %i, [%x1]; add.u32 %i, %i, 1; st.global.u32 [%x1], %i;
    ld.global.u32 %i, [%x2]; add.u32 %i, %i, 1; st.global.u32 [%x2], %i;
    ret;
}
.entry _Z5tablePPj(.param .u64 all)
{
    .reg .b64 %all, %x; .reg .b32 %i;
    ld.param.u64 %all, [all]; mov.u32 %i, %tid.x; mad.wide.u32 %all, %i, 8, %all;
    ld.global.u64 %x, [%all]; ld.global.u32 %i, [%x]; add.u32 %i, %i, 1; st.global.u32 [%x], %i;
    ret;
}
.entry sum(.param .u64 first, .param .u64 y)
{
    .reg .b64 %n, %y; .reg .b32 %a, %s; .reg .pred %p;
    ld.param.u64 %n, [first]; ld.param.u64 %y, [y]; mov.u32 %s, 0;
NEXT:
    setp.eq.u64 %p, %n, 0; @%p bra DONE;
    ld.global.u32 %a, [%n+8]; add.u32 %s, %s, %a; ld.global.u64 %n, [%n]; bra NEXT;
DONE:
    st.global.u32 [%y], %s; ret;
}
.entry double(.param .u64 x, .param .u64 y)
{
    .reg .b64 %x, %y; .reg .b32 %i, %w;
    ld.param.u64 %x, [x]; ld.param.u64 %y, [y]; mov.u32 %i, %tid.x;
    mad.wide.u32 %x, %i, 4, %x; mad.wide.u32 %y, %i, 4, %y;
    ld.global.u32 %w, [%x]; add.u32 %w, %w, %w; st.global.u32 [%y], %w;
    ret;
}
.entry root(.param .u64 y)
{
    .reg .b64 %y; .reg .f32 %f;
    ld.param.u64 %y, [y]; sqrt.approx.f32 %f, 0f40400000; st.global.f32 [%y], %f; ret;
}
.entry _ZN1b7membersEv() { ret; }
"""
)


def double(x, y, threads=2):
    return MODULE.kernel("double")(1, threads, x, y)


def test_a_struct_has_members():
    x, y = np.array([1, 2.5], np.float32), np.zeros(4, np.uint32)
    members = MODULE.kernel("a::members")
    inner = ptx.struct(("s8", -3), ("f32", 0.5))
    for struct in (
        ptx.struct(inner, ("ptr", ptx.pointer(x, 4)), ("s16", -2)),
        ptx.struct(("u8", "0xfd"), ("b32", 0x3F000000), ("ptr", x[1:]), ("s16", np.int16(-2))),
        ptx.struct(("bytes", b"\xfd\0\0\0\0\0\0\x3f"), ("ptr", ptx.pointer(x[1:])), ("bytes", b"\xfe\xff" + bytes(6))),
    ):
        y[:] = 0
        members(1, 1, struct, y)
        assert y.tolist() == [0xFFFFFFFD, 0x3F000000, 0x40200000, 0xFFFFFFFE]
    with pytest.raises(ValueError, match=r"expected 24 bytes for parameter 0 \(`s`\), found a struct of 8 bytes"):
        members(1, 1, inner, y)
    with pytest.raises(ptx.KernelError, match="reads 4 bytes at address 0x0, near the null pointer"):
        members(1, 1, ptx.struct(inner, ("ptr", None), ("s16", 0)), y)


# For each type of a member, the type of ctypes and a value.
CTYPES = {
    "u8": (ctypes.c_uint8, 0xAB),
    "s16": (ctypes.c_int16, -2),
    "u32": (ctypes.c_uint32, 0x12345678),
    "f32": (ctypes.c_float, 1.5),
    "s64": (ctypes.c_int64, -3),
    "f64": (ctypes.c_double, -0.1),
    "ptr": (ctypes.c_void_p, None),
    "bytes": (ctypes.c_uint8 * 3, b"\1\2\3"),
}


def random_struct(rng, depth):
    """Returns a struct, and a value of the same struct of ctypes."""
    members, fields, values = [], [], []
    for i in range(rng.integers(1, 5)):
        if depth and rng.random() < 0.3:
            member, value = random_struct(rng, depth - 1)
            members.append(member)
            fields.append((f"m{i}", type(value)))
            values.append(value)
        else:
            ty = rng.choice(list(CTYPES))
            of, value = CTYPES[ty]
            members.append((str(ty), value))
            fields.append((f"m{i}", of))
            values.append(of(*value) if ty == "bytes" else value)
    return ptx.struct(*members), type("Layout", (ctypes.Structure,), {"_fields_": fields})(*values)


def test_the_layout_is_that_of_c():
    rng = np.random.default_rng(11)
    for _ in range(200):
        struct, value = random_struct(rng, 2)
        expected = bytes(value)
        size = len(expected)
        copies = "".join(f"ld.param.u8 %r, [s+{i}]; st.global.u8 [%y+{i}], %r; " for i in range(size))
        text = f""".entry k(.param .align 8 .b8 s[{size}], .param .u64 y)
        {{ .reg .b64 %y; .reg .b32 %r; ld.param.u64 %y, [y]; {copies} ret; }}"""
        y = np.full(size, 0xEE, np.uint8)
        ptx.Module(HEADER + text).kernel()(1, 1, struct, y)
        assert y.tobytes() == expected, struct


@pytest.mark.parametrize(
    ("member", "error", "text"),
    [
        (3, TypeError, r"expected a pair of a type and a value for member 0, found 3\nhelp: write `\(\"u32\", 3\)`"),
        (("u33", 3), ValueError, "unknown type 'u33' of member 0\nnote: the types are u8, "),
        (("u8", 256), OverflowError, "256 exceeds `member 0`, which is `.u8`"),
        (("f32", 1), TypeError, "`member 0` is `.f32`, found an integer\nhelp: write `1.0`"),
        (("ptr", 1), TypeError, "expected an array, a pointer or None for member 0, found int"),
        (("bytes", "a"), TypeError, "expected bytes for member 0, found str"),
    ],
)
def test_members_are_checked(member, error, text):
    with pytest.raises(error, match=text):
        ptx.struct(member)


def test_pointers_are_in_one_struct():
    x, n = np.array([1, 2, 3], np.uint32), np.array([10], np.uint32)
    MODULE.kernel("increment")(1, 1, ptx.struct(("ptr", x[1:]), ("ptr", n), ("ptr", x)))
    assert x.tolist() == [2, 3, 3] and n.tolist() == [11]


def test_a_pointer_points_to_a_struct():
    x, n, y = np.array([1, 2, 3], np.uint32), np.array([10], np.uint32), np.zeros(2, np.uint32)
    table = ptx.struct(("ptr", x[1:]), ("ptr", n), ("ptr", x))
    MODULE.kernel("_Z5tablePPj")(1, 3, ptx.pointer(table))
    assert x.tolist() == [2, 3, 3] and n.tolist() == [11]
    MODULE.kernel("table")(1, 1, ptx.pointer(table, 8))
    assert n.tolist() == [12]
    inner = ptx.struct(("u32", 5), ("u32", 6))
    double(ptx.pointer(inner), y)
    assert y.tolist() == [10, 12]
    with pytest.raises(ptx.KernelError, match=r"read-only: writes 4 bytes at offset 0 of the buffer of parameter 1 \(8 bytes\)"):
        double(y, ptx.pointer(inner))
    MODULE.kernel("table")(1, 1, ptx.pointer(ptx.struct(("ptr", n))))
    assert n.tolist() == [13]
    chain = ptx.pointer(ptx.struct(("ptr", ptx.pointer(ptx.struct(("ptr", None), ("u32", 7)))), ("u32", 30)))
    MODULE.kernel("sum")(1, 1, chain, y)
    assert y[0] == 37


def test_a_pointer_is_in_the_middle_of_an_array():
    x = np.arange(6, dtype=np.uint32)
    double(ptx.pointer(x, 8), ptx.pointer(x, np.int64(16)))
    assert x.tolist() == [0, 1, 2, 3, 4, 6]
    # Two arrays that touch are two buffers.
    y = np.zeros(2, np.uint32)
    with pytest.raises(ptx.KernelError, match=r"reads 4 bytes at offset -4 of the buffer of parameter 0 \(12 bytes\)"):
        double(ptx.pointer(x[3:], -4), y, 1)
    for array, bytes, text in ((1, 0, "takes an array, found int"), (x, 0.5, "`bytes` takes an integer, found 0.5")):
        with pytest.raises(TypeError, match=text):
            ptx.pointer(array, bytes)
    with pytest.raises(ptx.KernelError, match=r"writes 4 bytes at offset 24 of the buffer of parameter 0 \(24 bytes\)"):
        double(x, ptx.pointer(x, 20))


def test_arrays_with_common_memory_are_one_buffer():
    for x_part, y_part, threads in [
        (slice(0, 4), slice(2, 6), 4),
        (slice(2, 6), slice(0, 4), 4),
        (slice(0, 6), slice(1, 3), 2),
        (slice(0, 3), slice(3, 6), 3),
        (slice(0, 6), slice(0, 6), 6),
    ]:
        base = np.arange(1, 7, dtype=np.uint32)
        expected = base.copy()
        # All threads read before one writes.
        expected[y_part][:threads] = 2 * base[x_part][:threads]
        double(base[x_part], base[y_part], threads)
        assert base.tolist() == expected.tolist(), (x_part, y_part)
    # Arrays that only touch are two buffers, so that the kernel cannot leave one of them.
    base = np.arange(6, dtype=np.uint32)
    with pytest.raises(ptx.KernelError, match=r"offset 12 of the buffer of parameter 1 \(12 bytes\)"):
        double(np.arange(4, dtype=np.uint32), base[:3], 4)
    with pytest.raises(ptx.KernelError, match=r"offset 12 of the buffer of parameter 0 \(12 bytes\)"):
        double(base[3:], base[:3], 4)


def test_read_only_views_of_one_array():
    x = np.array([1, 2, 3], np.uint32)
    view = x[:2]
    view.flags.writeable = False
    double(view, x)
    assert x.tolist() == [2, 4, 3]
    both = view[:1]
    with pytest.raises(ptx.KernelError, match="read-only"):
        double(view, both, 1)
    empty = x[1:1]
    with pytest.raises(ptx.KernelError, match="offset 0 of the buffer of parameter 1"):
        double(x, empty, 1)


class Tensor:
    """A tensor like torch's, of a dtype that DLPack refuses."""

    dtype = "torch.bfloat16"
    device = "cpu"

    def __init__(self, array, is_contiguous=True):
        self.array = array
        self._is_contiguous = is_contiguous

    def __dlpack__(self, **options):
        raise BufferError("Can't export tensors that require gradient")

    def data_ptr(self):
        return self.array.ctypes.data

    def numel(self):
        return self.array.size

    def element_size(self):
        return self.array.itemsize

    def is_contiguous(self):
        return self._is_contiguous


class Interface:
    """An object with an address, and NumPy's array interface for its size."""

    dtype = "float8"

    def __init__(self, array):
        self.array = array
        self.__array_interface__ = array.__array_interface__

    def data_ptr(self):
        return self.array.ctypes.data


def test_tensors_of_every_dtype_change_in_place():
    x = Tensor(np.ones(4, ml_dtypes.bfloat16))
    y = Interface(np.zeros(8, np.uint8))
    double(x, y)
    # The word 0x3f803f80, twice: 0x7f007f00.
    assert y.array.view(np.uint32).tolist() == [0x7F007F00] * 2
    double(ptx.pointer(x, 4), x, 1)
    assert x.array.view(np.uint32).tolist() == [0x7F007F00, 0x3F803F80]


def test_tensors_that_are_not_in_memory_are_rejected():
    y = np.zeros(2, np.uint32)
    tensor = Tensor(np.ones(2, np.uint32))
    tensor.device = type("device", (), {"type": "cuda"})()
    with pytest.raises(TypeError, match="`x` cannot be shared with NumPy: .*gradient\nhelp: pass a NumPy array, or a tensor on the CPU"):
        double(tensor, y)
    tensor = Tensor(np.ones(2, np.uint32))
    tensor.is_conj = lambda: True
    with pytest.raises(TypeError, match="`x` cannot be shared with NumPy"):
        double(tensor, y)
    with pytest.raises(ValueError, match=r"expected a contiguous array for `x`\nhelp: .*`.contiguous\(\)`"):
        double(Tensor(np.ones(2, np.uint32), is_contiguous=False), y)


def test_a_wrong_argument_lists_the_parameters():
    kernel = MODULE.kernel("double")
    signature = r"double\(\.u64 x, \.u64 y\): "
    y = np.zeros(2, np.uint32)
    with pytest.raises(TypeError, match=signature + "`x` is `.u64`, found a float"):
        kernel(1, 1, 1.5, y)
    with pytest.raises(OverflowError, match=signature + ".* exceeds `x`"):
        kernel(1, 1, 1 << 64, y)
    with pytest.raises(TypeError, match=r"double takes 2 arguments, found 3: \.u64 x, \.u64 y"):
        kernel(1, 1, y, y, y)


def test_kernels_have_their_names_in_cpp():
    assert MODULE.kernel("b::members")(1, 1).threads == 1
    assert MODULE.kernel("a::members").parameters == [".b8 s[24]", ".u64 y"]
    with pytest.raises(ValueError, match=r"`members` is the name of 2 kernels\nnote: _ZN1a7membersEv\(.b8 s\[24\], .u64 y\), in C\+\+ a::members\(\)\n"):
        MODULE.kernel("members")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda kernel: pickle.loads(pickle.dumps(kernel))])
def test_a_kernel_runs_on_another_chip(copied):
    kernel = copied(MODULE.kernel("root"))
    y = np.zeros(1, np.float32)
    # The approximation differs between sm_50 and later chips (the page of `sqrt`).
    for target, bits in ((None, 0x3FDDB3D8), ("sm_50", 0x3FDDB3D8), ("sm_90", 0x3FDDB3D7), (None, 0x3FDDB3D8)):
        kernel(1, 1, y, target=target)
        assert y.view(np.uint32)[0] == bits, target
    with pytest.raises(ValueError, match="`sm_37` is below the target of the text, `sm_50`"):
        kernel(1, 1, y, target="sm_37")
    with pytest.raises(ValueError, match="`target`: .*sm_9x"):
        kernel(1, 1, y, target="sm_9x")
