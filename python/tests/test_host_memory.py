"""Tests arrays at the addresses that they have in the process."""

import numpy as np
import pytest

import ptx_bits as ptx

# Adds 1 to the number at each pointer of an array, a thread for each.
MODULE = ptx.Module("""
.version 8.0
.target sm_50
.address_size 64
.global .u32 launches;
.entry increment(.param .u64 all)
{
    .reg .b64 %all, %x; .reg .b32 %i;
    ld.param.u64 %all, [all]; mov.u32 %i, %tid.x; mad.wide.u32 %all, %i, 8, %all;
    ld.global.u64 %x, [%all]; ld.global.u32 %i, [%x]; add.u32 %i, %i, 1; st.global.u32 [%x], %i;
    ld.global.u32 %i, [launches]; add.u32 %i, %i, 1; st.global.u32 [launches], %i;
    ret;
}
.entry address(.param .u64 x, .param .u64 y)
{
    .reg .b64 %x, %y;
    ld.param.u64 %x, [x]; ld.param.u64 %y, [y]; st.global.u64 [%y], %x;
    ret;
}
""")
increment = MODULE.kernel("increment")


def pointers(*arrays):
    return np.array([array.ctypes.data for array in arrays], np.uint64)


def parts():
    """Returns three arrays at fixed distances: 8 and 4 numbers with a gap of 4, and 2 numbers 100 after them."""
    whole = np.arange(256, dtype=np.uint32)
    return whole[:8], whole[12:16], whole[116:118]


def test_pointers_have_the_addresses_of_the_process():
    x, y = np.zeros(16, np.uint8), np.zeros(1, np.uint64)
    MODULE.kernel("address")(1, 1, x, y, memory="host")
    assert y[0] == x.ctypes.data
    MODULE.kernel("address")(1, 1, ptx.pointer(x, 5), y, memory="host")
    assert y[0] == x.ctypes.data + 5
    MODULE.kernel("address")(1, 1, x, y)
    assert y[0] != x.ctypes.data


def test_pointers_that_lie_in_an_array():
    x, y, z = parts()
    increment(1, 4, pointers(y[1:], x, z[1:], x[3:]), memory="host", buffers=[x, y, z])
    assert x.tolist() == [1, 1, 2, 4, 4, 5, 6, 7] and y.tolist() == [12, 14, 14, 15] and z.tolist() == [116, 118]


def test_views_of_one_array_are_one_buffer():
    whole = np.arange(16, dtype=np.uint32)
    both = np.concatenate([whole.view(np.uint64), np.zeros(1, np.uint64)])
    both[-1] = both.ctypes.data
    increment(1, 1, both[-1:], memory="host", buffers=[both[:4], both, both[2:]])
    assert both[:8].view(np.uint32).tolist() == [1, *range(1, 16)]


@pytest.mark.parametrize(
    "array, offset, text",
    [
        (0, 8, r"at offset 32 of buffer `buffers\[0\]` \(32 bytes\)"),
        (1, -1, r"at offset -4 of buffer `buffers\[1\]` \(16 bytes\)"),
        (1, 53, r"at offset 212 of buffer `buffers\[1\]` \(16 bytes\)"),
        (2, -48, r"at offset -192 of buffer `buffers\[2\]` \(8 bytes\)"),
    ],
)
def test_an_access_outside_names_the_nearest_array(array, offset, text):
    all = parts()
    before = [one.tolist() for one in all]
    launches = MODULE.variable("launches")
    outside = pointers(all[0], all[array])
    outside.view(np.int64)[1] += 4 * offset
    with pytest.raises(ptx.KernelError, match=f"out of bounds: reads 4 bytes {text}") as fault:
        increment(2, 2, outside, memory="host", buffers=all)
    assert fault.value.kind == "OutOfBounds"
    assert [one.tolist() for one in all] == before and MODULE.variable("launches") == launches


def test_the_array_of_an_argument_has_no_other_name():
    (x, _, _), y = parts(), np.zeros(1, np.uint64)
    with pytest.raises(ptx.KernelError, match=r"offset 0 of the buffer of parameter 1 \(4 bytes\)"):
        MODULE.kernel("address")(1, 1, x, y.view(np.uint32)[:1], memory="host", buffers=[x])
    with pytest.raises(ptx.KernelError, match="address 0x0, near the null pointer"):
        increment(1, 1, np.zeros(1, np.uint64), memory="host", buffers=[x])


def test_an_array_that_is_read_only():
    x = np.zeros(4, np.uint32)
    x.flags.writeable = False
    with pytest.raises(ptx.KernelError, match=r"read-only: writes 4 bytes at offset 0 of buffer `buffers\[0\]`"):
        increment(1, 1, pointers(x), memory="host", buffers=[x])


def test_many_arrays():
    arrays = [np.full(2, i, np.uint32) for i in range(1000)]
    for block in (1000, 7):
        increment(1, block, pointers(*arrays), memory="host", buffers=arrays)
    assert [one.tolist() for one in arrays] == [[i + (2 if i < 7 else 1), i] for i in range(1000)]


def test_a_fault_leaves_arrays_in_either_memory():
    x = np.arange(8, dtype=np.uint64)
    with pytest.raises(ptx.KernelError, match="in no buffer|near the null pointer"):
        increment(1, 8, x)
    assert x.tolist() == list(range(8))


def test_options_are_checked():
    x = np.zeros(1, np.uint64)
    for options, error, text in [
        ({"memory": "device"}, ValueError, "`memory` takes \"host\" or None, found 'device'"),
        ({"buffers": [x]}, ValueError, '`buffers` are reached by their addresses in the process\nhelp: add `memory="host"`'),
        ({"memory": "host", "buffers": [3]}, TypeError, "`buffers` takes arrays, found int at 0"),
        ({"memory": "host", "buffers": 3}, TypeError, "`buffers` takes arrays, found int\nhelp: write `buffers=[…]`"),
        (
            {"memory": "host", "client": object()},
            ValueError,
            '`memory="host"` needs all blocks in one process: launch without `client`',
        ),
    ]:
        with pytest.raises(error) as found:
            increment(1, 1, x, **options)
        assert str(found.value) == text
