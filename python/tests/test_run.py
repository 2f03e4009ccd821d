"""Tests `run`: shapes, strides, dtypes, numbers, results and threads."""

import threading
import time

import ml_dtypes
import numpy as np
import pytest

import ptx_bits as ptx

X = np.linspace(-3, 3, 24, dtype=np.float32).reshape(4, 6)


def same(one, other):
    """Returns whether two arrays are equal. NaNs and zeros are compared by their bits."""
    one, other = np.asarray(one), np.asarray(other)
    assert one.dtype == other.dtype and one.shape == other.shape
    np.testing.assert_array_equal(one.view(f"u{one.itemsize}"), other.view(f"u{one.itemsize}"))


def test_the_host_adds_the_same():
    same(ptx.run("add.rn.f32", X, X[::-1]), X + X[::-1])
    same(ptx.run("mul.rn.f64", X.astype(np.float64), np.float64(3)), X.astype(np.float64) * 3)


@pytest.mark.parametrize(
    "a, b",
    [
        (X, X[0]),
        (X, X[:, :1]),
        (X[:, None], X[None]),
        (X, np.float32(2)),
        (np.float32(2), X),
        (X[:, :, None], X[:1, :1, None]),
        (X[0, :0], np.float32(1)),
        (np.zeros((3, 0, 2), np.float32), np.ones((1, 2), np.float32)),
    ],
)
def test_shapes_are_broadcast(a, b):
    same(ptx.run("add.rn.f32", a, b), a + b)


@pytest.mark.parametrize(
    "view",
    [
        X.T,
        X[::-1],
        X[:, ::2],
        X[1:3, 2:5],
        np.asfortranarray(X),
        np.broadcast_to(X[0], (5, 6)),
        np.frombuffer(b"\0" + X.tobytes(), np.float32, offset=1),
    ],
)
def test_elements_may_lie_anywhere(view):
    same(ptx.run("neg.f32", view), -np.ascontiguousarray(view))


def test_an_operand_may_be_read_only():
    x = X.copy()
    x.flags.writeable = False
    same(ptx.run("add.rn.f32", x, x), X + X)


def test_large_arrays_are_computed_in_parts():
    x = np.arange(1, 1 << 20, dtype=np.float32)
    same(ptx.run("div.rn.f32", x, np.float32(3)), x / np.float32(3))
    p, q = ptx.run("setp.gt.and.f32", x, np.float32(777), x % 2 == 0)
    same(p, (x > 777) & (x % 2 == 0))
    same(q, ~(x > 777) & (x % 2 == 0))


def test_a_result_without_dimensions_is_a_number():
    result = ptx.run("add.rn.f32", np.float32(1), 2.0)
    assert isinstance(result, np.float32) and result == 3
    assert ptx.run("setp.lt.f32 p", 1.0, 2.0) is np.True_


def test_several_results_are_a_tuple():
    low, carry = ptx.run("add.cc.u32", np.uint32([0xFFFFFFFF, 1]), np.uint32(1))
    same(low, np.uint32([0, 2]))
    same(carry, np.array([True, False]))
    same(ptx.run("addc.u32", np.uint32([1, 1]), 0, carry), np.uint32([2, 1]))


def test_dtypes_of_halves():
    half = np.float16([1, 2, 30000])
    same(ptx.run("add.rn.f16", half, half), half + half)
    brain = np.array([1, 2, 3], ml_dtypes.bfloat16)
    twice = ptx.run("add.rn.bf16", brain, brain)
    assert twice.dtype == ml_dtypes.bfloat16
    same(twice, brain + brain)
    same(ptx.run("add.rn.bf16", brain.view(np.uint16), brain), brain + brain)
    same(ptx.run("cvt.rn.bf16.f32", np.float32([1, 2])), np.uint16([0x3F80, 0x4000]))


def test_any_byte_of_a_bool_but_zero_is_true():
    p = np.array([0, 1, 2, 255], np.uint8).view(bool)
    same(ptx.run("selp.b32", np.uint32(1), np.uint32(0), p), np.uint32([0, 1, 1, 1]))


@pytest.mark.parametrize(
    "instruction, operands",
    [
        ("add.rn.f32", (X, X.astype(np.float64))),
        ("add.rn.f32", (X.view(np.uint32), X)),
        ("add.rn.f32", (X.astype(">f4"), X)),
        ("add.rn.f32", (X, 1)),
        ("add.rn.f32", (X, True)),
        ("add.u32", ([1.0, 2.0], np.uint32([1]))),
        ("add.u32", (np.int32([1]), np.uint32([1]))),
        ("add.u32", (np.uint32([1]), 1.0)),
        ("add.rn.f16", (np.uint16([1]), np.float16([1]))),
        ("add.rn.bf16", (np.float16([1]), np.uint16([1]))),
        ("selp.b32", (np.uint32([1]), np.uint32([1]), np.uint8([1]))),
        ("selp.b32", (np.uint32([1]), np.uint32([1]), 1)),
        ("lop3.b32", (1, 2, 3, np.uint32([0xCA]))),
        ("lop3.b32", (1, 2, 3, 0.5)),
        ("add.rn.f32", (X, object())),
        ("add.rn.f32", (X, None)),
        ("MUFU.RCP", (X,)),
        ("add.rn.f32", (np.ma.masked_array(X, X > 1), X)),
    ],
)
def test_no_dtype_is_cast(instruction, operands):
    with pytest.raises(TypeError):
        ptx.run(instruction, *operands)


def test_numbers_are_literals():
    same(ptx.run("add.rn.f32", 0.1, X), np.float32(0.1) + X)
    same(ptx.run("add.u32", np.uint32([1]), -1), np.uint32([0]))
    same(ptx.run("add.s32", np.int32([1]), 0xFFFFFFFF), np.int32([0]))
    same(ptx.run("lop3.b32", np.uint32([12]), 10, 6, 0xCA), np.uint32([12 & 10 | ~12 & 6]))
    for number in (1 << 32, -(1 << 31) - 1, 1 << 200):
        with pytest.raises(OverflowError):
            ptx.run("add.u32", np.uint32([1]), number)
    with pytest.raises(ptx.InstructionError, match="from 0 to 255"):
        ptx.run("lop3.b32", 1, 2, 3, 256)


@pytest.mark.parametrize(
    "instruction, options, message",
    [
        ("rcp.rn.sat.f32", {}, "modifier `.sat` is not supported"),
        ("rcp.ftz.rn.f32", {}, "rcp.rn.ftz.f32"),
        ("rcp.rn.f31", {}, "f31"),
        ("foo.f32", {}, "foo"),
        ("rcp.rn.f32", {"target": "sm_99"}, "sm_99"),
        ("rcp.rn.f32", {"version": "10.99"}, "10.99"),
        ("rcp.rn.f32", {"target": "sm_13"}, "sm_20"),
        ("rcp.rn.f32", {"target": "sm_121", "version": "3.0"}, "sm_121"),
        ("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", {}, "mma"),
        ("", {}, ""),
    ],
)
def test_the_checker_refuses(instruction, options, message):
    with pytest.raises(ptx.InstructionError) as refused:
        ptx.run(instruction, X, **options)
    assert message in str(refused.value)
    assert refused.value.message in str(refused.value)


def test_the_number_of_operands_is_checked():
    with pytest.raises(ptx.InstructionError, match="takes 2 values, found 1"):
        ptx.run("add.rn.f32", X)


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match="broadcast"):
        ptx.run("add.rn.f32", X, X[:, :4])


def test_out():
    out = np.empty_like(X)
    assert ptx.run("add.rn.f32", X, X, out=out) is out
    same(out, X + X)
    x = X.copy()
    ptx.run("add.rn.f32", x, x, out=x)
    same(x, X + X)
    x = X.copy()
    ptx.run("add.rn.f32", x[:3], x[:3], out=x[1:])
    same(x[1:], X[:3] + X[:3])
    transposed = np.empty((6, 4), np.float32)
    ptx.run("neg.f32", X, out=transposed.T)
    same(transposed.T, -X)
    p, q = np.empty(X.shape, bool), np.empty(X.shape, bool)
    assert ptx.run("setp.lt.f32", X, 0.0, out=(p, q)) == (p, q)
    same(q, ~p)
    brain = np.empty(X.shape, ml_dtypes.bfloat16)
    same(ptx.run("cvt.rn.bf16.f32", X, out=brain), X.astype(ml_dtypes.bfloat16))


def test_out_that_does_not_fit():
    read_only = np.empty_like(X)
    read_only.flags.writeable = False
    for out, error in [
        (np.empty_like(X, np.float64), TypeError),
        ([1.0], TypeError),
        (np.empty((4, 5), np.float32), ValueError),
        (np.empty((2, 4, 6), np.float32), ValueError),
        (read_only, ValueError),
        ((X.copy(), X.copy()), ValueError),
    ]:
        with pytest.raises(error):
            ptx.run("neg.f32", X, out=out)


@pytest.mark.parametrize("protocol", ["__array_interface__", "__dlpack__"])
def test_other_arrays(protocol):
    class Array:
        __dlpack_device__ = staticmethod(X.__dlpack_device__)

    if protocol == "__dlpack__":
        Array.__dlpack__ = staticmethod(X.__dlpack__)
    else:
        Array.__array_interface__ = X.__array_interface__
    same(ptx.run("neg.f32", Array()), -X)


def test_other_threads_run_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    x = np.full(1 << 22, 1e-3, np.float64)
    ticker = threading.Thread(target=tick)
    ticker.start()
    start = time.monotonic()
    ptx.run("fma.rz.f64", x, x, x)
    end = time.monotonic()
    done.set()
    ticker.join()
    assert sum(start < tick < end for tick in ticks) >= 2


def test_many_threads_at_once():
    expected, results = X * X, [None] * 16

    def work(i):
        for _ in range(200):
            results[i] = ptx.run("mul.rn.f32", X, X)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(results))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        same(result, expected)


def test_a_forked_process_has_threads_of_its_own():
    import multiprocessing

    x = np.ones(1 << 18, np.float32)
    ptx.run("neg.f32", x)
    queue = multiprocessing.get_context("fork").SimpleQueue()

    def child():
        queue.put(float(ptx.run("neg.f32", x).sum()))

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    process.join(60)
    assert process.exitcode == 0
    assert queue.get() == -float(1 << 18)


def test_the_help_names_the_byte_order():
    with pytest.raises(TypeError, match=r"found >f4\nhelp: `a` is big-endian: `\.astype\(np\.float32\)`"):
        ptx.run("neg.f32", X.astype(">f4"))
    with pytest.raises(TypeError, match=r"found >f4\nhelp: `out` is big-endian"):
        ptx.run("neg.f32", X, out=X.astype(">f4"))
    with pytest.raises(TypeError, match=r"keeps bits"):
        ptx.run("neg.f32", X.astype(">f8"))


def test_shapes_without_memory():
    long = np.broadcast_to(np.float32(1), (1 << 50,))
    with pytest.raises(MemoryError):
        ptx.run("neg.f32", long)
    for wide in ((1 << 40, 1), (1 << 24, 1)):
        x = np.broadcast_to(np.float32(1), wide)
        with pytest.raises(ValueError, match=r"broadcast to the shape \(\d+,1099511627776\)"):
            ptx.run("add.rn.f32", x, np.broadcast_to(np.float32(1), (1 << 40,)))


@pytest.mark.parametrize(("target", "architecture"), [("H100", "sm_90"), ("A100", "sm_80"), ("RTX 4090", "sm_89")])
def test_products_suggest_their_architecture(target, architecture):
    with pytest.raises(ptx.InstructionError) as refused:
        ptx.run("rcp.rn.f32", X, target=target)
    assert refused.value.help == f"did you mean `{architecture}`?"
