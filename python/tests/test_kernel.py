"""Tests whole kernels on arrays."""

import copy
import pathlib
import pickle
import signal
import threading
import time

import ml_dtypes
import numpy as np
import pytest
from conftest import ROOT, interrupt

import ptx_bits as ptx

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"

KERNELS = (
    HEADER
    + """
.global .u32 launches;
.visible .entry saxpy(.param .f32 a, .param .u64 x, .param .u64 y, .param .u32 n)
{
    .reg .pred %p; .reg .f32 %f<4>; .reg .b32 %r<6>; .reg .b64 %rd<6>;
    ld.param.u32 %r1, [n]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4; setp.ge.u32 %p, %r5, %r1; @%p bra DONE;
    ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.f32 %f1, [a];
    mad.wide.u32 %rd1, %r5, 4, %rd1; mad.wide.u32 %rd2, %r5, 4, %rd2;
    ld.global.f32 %f2, [%rd1]; ld.global.f32 %f3, [%rd2];
    fma.rn.f32 %f3, %f1, %f2, %f3; st.global.f32 [%rd2], %f3;
DONE:
    red.global.add.u32 [launches], 1; ret;
}
.visible .entry race(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i;
    ld.param.u64 %y, [y]; mov.u32 %i, %tid.x; st.global.u32 [%y], %i; ret;
}
"""
)


def test_arrays_change_in_place():
    rng = np.random.default_rng(7)
    x, y = rng.standard_normal((2, 1000)).astype(np.float32)
    # binary64 holds the product exactly, so only the sum is rounded here. The 1e-12 below allows for this rounding.
    exact = np.float64(np.float32(1.7)) * x.astype(np.float64) + y.astype(np.float64)
    module = ptx.Module(KERNELS)
    kernel = module.kernel("saxpy")
    assert kernel.parameters == [".f32 a", ".u64 x", ".u64 y", ".u32 n"]
    report = kernel(8, 128, 1.7, x, y, 1000)
    assert report.threads == 1024
    near = np.abs(y.astype(np.float64) - exact) <= np.spacing(np.abs(y)) / 2 + 1e-12
    assert near.all()
    # The variables keep their values after a launch.
    kernel([8, 1], (128,), np.float32(0), x, y, np.uint32(1000))
    assert int.from_bytes(module.variable("launches"), "little") == 2048


def test_a_fault_keeps_the_arrays():
    x = np.ones(10, np.float32)
    y = np.zeros(10, np.float32)
    kernel = ptx.Module(KERNELS).kernel("saxpy")
    with pytest.raises(ptx.KernelError, match="out of bounds") as caught:
        kernel(1, 32, 1.0, x, y, 11)
    assert caught.value.kind == "OutOfBounds"
    assert not y.any()
    y.flags.writeable = False
    with pytest.raises(ptx.KernelError, match="read-only"):
        kernel(1, 32, 1.0, x, y, 10)


UNDEFINED = HEADER + """.entry rotate(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i, %w; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %laneid; mad.wide.u32 %y, %i, 4, %y;
    setp.ge.u32 %p, %i, 16; @%p bra END;
    shfl.sync.down.b32 %w, %i, 4, 31, 0xffff; st.global.u32 [%y], %w;
END: ret;
}
.entry past(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %laneid; setp.ge.u32 %p, %i, 16; @%p bra PAST;
    bar.sync 0;
PAST: st.global.u32 [%y], 1; ret;
}
.entry ticket(.param .u64 y)
{
    .reg .b64 %y, %w; .reg .b32 %i, %t;
    ld.param.u64 %y, [y]; mov.u32 %i, %tid.x; mad.wide.u32 %w, %i, 4, %y;
    atom.global.add.u32 %t, [%y], 1; st.global.u32 [%w+4], %t; ret;
}
.entry forever() { L: bra L; }
"""


def test_what_ptx_leaves_undefined_is_reported():
    module = ptx.Module(UNDEFINED)
    y = np.zeros(33, np.uint32)
    report = module.kernel("rotate")(2, 32, y)
    assert report.undefined_shuffles == [
        "line 9: lanes 12 to 15 read lanes that have exited or are not in the mask: 8 times"
    ]
    assert report.undefined_barriers == 0
    assert module.kernel("past")(2, 64, y).undefined_barriers == 4
    with pytest.raises(ptx.KernelError, match="without all threads of the warp"):
        module.kernel("past")(2, 64, y, strict=True)
    (line,) = module.kernel("ticket")(1, 32, y, races=True).order_matters
    assert "the order matters" in line and "`atom.global.add.u32`" in line
    with pytest.raises(ptx.KernelError, match="endless loop") as caught:
        module.kernel("forever")(1, 1)
    assert caught.value.kind == "EndlessLoop"


def test_a_product_of_matrices():
    # All terms and sums are integers that f32 holds, so every order gives the same bits.
    rng = np.random.default_rng(5)
    a, b = rng.integers(-9, 10, (32, 48)).astype(np.float16), rng.integers(-9, 10, (48, 16)).astype(np.float16)
    c = np.zeros((32, 16), np.float32)
    file = ROOT / "examples/kernels/matmul.ptx"
    report = ptx.Module(file.read_text(), file.name).kernel("matmul")((2, 2), 32, a, b, c, 48, races=True)
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32))
    assert report.races == [] and report.threads == 128


def test_other_threads_run_meanwhile():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    text = HEADER + """.entry loop(.param .u32 n) {
        .reg .u32 %n; .reg .pred %p; ld.param.u32 %n, [n];
    L:  sub.u32 %n, %n, 1; setp.ne.u32 %p, %n, 0; @%p bra L; ret;
    }"""
    ticker = threading.Thread(target=tick)
    ticker.start()
    start = time.monotonic()
    ptx.Module(text).kernel()(1, 32, 50_000)
    end = time.monotonic()
    done.set()
    ticker.join()
    assert sum(start < tick < end for tick in ticks) >= 2


ENDLESS = """.visible .entry endless(.param .u64 y, .param .u32 block)
{
    .reg .b64 %y, %n; .reg .b32 %b, %i; .reg .pred %p;
    ld.param.u64 %y, [y]; ld.param.u32 %b, [block]; mov.u32 %i, %ctaid.x;
    setp.ne.u32 %p, %b, %i; @%p exit;
    st.global.u32 [%y], 1;
L:  add.u64 %n, %n, 1; bra L;
}
"""


@pytest.mark.parametrize("block, jobs", [(0, 1), (7, 2)])
def test_an_interrupted_launch_stops(block, jobs):
    # With two jobs, the calling thread waits for the thread that runs block 7.
    module = ptx.Module(KERNELS + ENDLESS)
    x, y = np.ones(1, np.float32), np.zeros(1, np.float32)
    interrupt(lambda: module.kernel("endless")(8, 1024, y, block, max_steps=0, jobs=jobs))
    assert y == 0
    module.kernel("saxpy")(1, 32, 2.0, x, y, 1)
    assert y == 2
    assert int.from_bytes(module.variable("launches"), "little") == 32


def test_a_handler_that_returns_does_not_stop_the_launch():
    handled = []
    before = signal.signal(signal.SIGINT, lambda number, _: handled.append(number))
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    try:
        timer.start()
        with pytest.raises(ptx.KernelError, match="more than 3000000 instructions"):
            ptx.Module(HEADER + ENDLESS).kernel()(1, 1024, np.zeros(1), 0, max_steps=3_000_000)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert handled == [signal.SIGINT]


def test_races_are_reported():
    y = np.zeros(1, np.uint32)
    kernel = ptx.Module(KERNELS).kernel("race")
    assert kernel(1, 64, y).races == []
    assert len(kernel(1, 64, y, races=True).races) == 1


def test_threads_are_traced():
    y = np.zeros(1, np.uint32)
    kernel = ptx.Module(KERNELS).kernel("race")
    assert kernel(1, 64, y).trace == []
    report = kernel(1, 64, y, trace=[(0, 3), ((0, 0, 0), (5, 0, 0))])
    of_three = [one for one in report.trace if one.thread == [3, 0, 0]]
    assert len(report.trace) == 2 * len(of_three)
    assert [one.instruction for one in of_three][:3] == ["ld.param.u64", "mov.u32", "st.global.u32"]
    line = 1 + KERNELS[: KERNELS.index("mov.u32 %i")].count("\n")
    assert (of_three[1].block, of_three[1].line, of_three[1].destinations) == ([0, 0, 0], line, ["0x00000003"])
    assert "0x00000003" in of_three[2].sources
    for place in [(1, 0), (0, 64), ((0, 0, 0, 0), 0), (0, -1), (0,)]:
        with pytest.raises(ValueError, match="trace"):
            kernel(1, 64, y, trace=[place])
    # The exception of a fault contains the trace of the instructions before the fault.
    with pytest.raises(ptx.KernelError) as caught:
        kernel(1, 64, np.zeros(0, np.uint32), trace=[(0, 0)])
    assert [one.instruction for one in caught.value.trace] == ["ld.param.u64", "mov.u32"]


def test_divergent_barriers_are_allowed_on_request():
    text = HEADER + """.entry divided()
    {
        .reg .b32 %i; .reg .pred %p;
        mov.u32 %i, %laneid; setp.ge.u32 %p, %i, 16; @%p bra OTHER;
        bar.sync 0; ret;
    OTHER:
        bar.sync 0; ret;
    }"""
    kernel = ptx.Module(text).kernel()
    with pytest.raises(ptx.KernelError, match="different instructions"):
        kernel(1, 32)
    assert kernel(1, 32, allow_divergent_barrier=True).threads == 32


def test_a_struct_of_one_field_takes_the_field():
    text = HEADER + """.entry k(.param .align 2 .b8 h[2], .param .align 8 .b8 y[8])
    { .reg .b16 %h; .reg .b64 %y; ld.param.b16 %h, [h]; ld.param.u64 %y, [y]; st.global.b16 [%y], %h; ret; }"""
    y = np.zeros(1, np.float16)
    ptx.Module(text).kernel()(1, 1, np.float16(1.5), y)
    assert y == 1.5


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((1.0,), TypeError),
        ((1, np.ones(1, np.float32), np.ones(1, np.float32), 1), TypeError),
        ((1.0, np.ones(1, np.float32), np.ones(1, np.float32), 1 << 32), OverflowError),
        ((1.0, np.ones(1, np.float32), np.ones((2, 2), np.float32).T, 1), ValueError),
        ((1.0, np.ones(1, np.float32), "y", 1), ValueError),
    ],
)
def test_wrong_arguments(arguments, error):
    with pytest.raises(error):
        ptx.Module(KERNELS).kernel("saxpy")(1, 1, *arguments)


def test_a_faulty_file_names_the_place():
    with pytest.raises(ValueError, match=r"my.ptx:4"):
        ptx.Module(HEADER + ".entry k() { add.f33 %f1, %f2, %f3; }", "my.ptx")
    with pytest.raises(ValueError, match="unknown instruction `ad`"):
        ptx.Module(KERNELS + ".entry k() { .reg .u32 %r<3>; ad.u32 %r0, %r1, %r2; ret; }")
    with pytest.raises(ValueError, match="my.ptx has no kernel"):
        ptx.Module(HEADER, "my.ptx").kernel()
    with pytest.raises(ValueError, match="saxpy"):
        ptx.Module(KERNELS).kernel()


def test_an_unknown_variable_lists_the_variables():
    with pytest.raises(ValueError, match="no variable `launch`\nnote: its variables are `launches`$"):
        ptx.Module(KERNELS).variable("launch")


def test_an_instruction_that_cannot_run_is_an_error_of_its_kernel():
    module = ptx.Module(KERNELS + ".entry asks() { .reg .b64 %s; .reg .b32 %w; suq.width.b32 %w, [%s]; ret; }")
    y = np.zeros(1, np.uint32)
    assert module.kernel("race")(1, 1, y).threads == 1
    with pytest.raises(ValueError, match="`suq.width.b32` is not supported"):
        module.kernel("asks")


@pytest.mark.parametrize("text", ["saxpy.ptx", pathlib.Path("saxpy.ptx"), KERNELS.encode()])
def test_a_module_takes_a_text(text):
    with pytest.raises(TypeError, match=r"text of a PTX file.*\n.*read_text\(\)"):
        ptx.Module(text)


def unpickled(given):
    return pickle.loads(pickle.dumps(given))


@pytest.mark.parametrize("copied", [unpickled, copy.deepcopy])
def test_a_copy_has_the_values_of_the_variables(copied):
    x, y = np.ones(32, np.float32), np.zeros(32, np.float32)
    module = ptx.Module(KERNELS, "my.ptx")
    kernel = module.kernel("saxpy")
    kernel(1, 32, 1.0, x, y, 32)
    other, other_kernel = copied((module, kernel))
    other_kernel(1, 32, 1.0, x, y, 32)
    assert (y == 2).all()
    assert repr((other, other_kernel)) == repr((module, kernel))
    assert [int.from_bytes(one.variable("launches"), "little") for one in (module, other)] == [32, 64]


def test_exceptions_are_pickled():
    with pytest.raises(ptx.InstructionError) as wrong:
        ptx.run("rcp.ftz.rn.f32", 3.0)
    with pytest.raises(ptx.KernelError) as fault:
        ptx.Module(KERNELS).kernel("race")(1, 1, None, trace=[(0, 0)])
    for caught in (wrong, fault):
        other = unpickled(caught.value)
        assert (type(other), str(other), vars(other)) == (caught.type, str(caught.value), vars(caught.value))
    assert wrong.value.help and fault.value.trace


STORE = HEADER + """
.visible .entry store(.param .u64 y, .param .b16 h, .param .align 4 .b8 st[8], .param .align 8 .b8 p[8])
{ .reg .b16 %h; .reg .b64 %y; ld.param.b16 %h, [h]; ld.param.u64 %y, [y]; st.global.b16 [%y], %h; ret; }
"""


def store(y, h=np.float16(1.5), st=bytes(8), p=bytes(8), grid=1, block=1, **options):
    return ptx.Module(STORE).kernel()(grid, block, y, h, st, p, **options)


def test_names_are_shown():
    module = ptx.Module(KERNELS, "my.ptx")
    assert repr(module) == "<Module my.ptx: saxpy, race>"
    assert repr(module.kernel("saxpy")) == "<Kernel saxpy(.f32 a, .u64 x, .u64 y, .u32 n)>"


def test_launches_of_several_threads_keep_all_updates():
    module = ptx.Module(KERNELS)

    def work():
        kernel = module.kernel("saxpy")
        x, y = np.ones(32, np.float32), np.ones(32, np.float32)
        for _ in range(100):
            kernel(1, 32, 1.0, x, y, 32)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert int.from_bytes(module.variable("launches"), "little") == 4 * 100 * 32


@pytest.mark.parametrize(
    ("y", "text"),
    [
        (np.zeros(2, ">u2"), r"`y` is big-endian\nhelp: pass `y\.astype\(y\.dtype\.newbyteorder\('='\)\)`"),
        (np.zeros(2, [("a", ">u2")]), "`y` is big-endian"),
        (np.ma.masked_array(np.zeros(2, np.uint16)), "without a mask for `y`"),
        (np.array([None]), "expected numbers in `y`, found Python objects"),
        ([0.0], "for `y`, found list"),
    ],
)
def test_arrays_that_a_kernel_rejects(y, text):
    with pytest.raises(TypeError, match=text):
        store(y)


class Tensor:
    """A tensor that has only the methods of DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_tensors_and_matrices_change_in_place():
    tensor, matrix = Tensor(np.zeros(3, np.float16)), np.matrix(np.zeros((2, 2), np.float16))
    store(tensor)
    store(matrix)
    assert tensor.array[0] == 1.5 and matrix[0, 0] == 1.5


def test_torch_tensors_change_in_place():
    torch = pytest.importorskip("torch")
    tensor = torch.zeros(3, dtype=torch.float16)
    store(tensor)
    assert tensor.tolist() == [1.5, 0, 0]
    for dtype in (torch.bfloat16, torch.float8_e4m3fn):
        tensor = torch.zeros(4, dtype=dtype)
        store(tensor)
        assert tensor.view(torch.uint8)[:2].tolist() == [0, 0x3E]
    tensor = torch.zeros(3, requires_grad=True)
    store(tensor)
    assert tensor.detach().view(torch.uint8)[:2].tolist() == [0, 0x3E]
    for other in (torch.zeros(3, device="meta"), torch.zeros(3, dtype=torch.complex64).conj()):
        with pytest.raises(TypeError, match="`y` cannot be shared with NumPy"):
            store(other)
    with pytest.raises(ValueError, match=r"`\.contiguous\(\)`"):
        store(torch.zeros(2, 3).T)


def test_an_array_is_no_struct():
    y = np.zeros(2, np.uint16)
    for st in (np.int32([1, 2]), np.zeros(100), np.zeros(1, "i4,i4")):
        with pytest.raises(TypeError, match=r"expected 8 bytes for `st`, found an array\nhelp: write `\.tobytes\(\)`"):
            store(y, st=st)
    with pytest.raises(TypeError, match=r"expected 8 bytes for `st`, found a scalar of .*\nhelp: write `\.tobytes\(\)`"):
        store(y, st=np.zeros(1, "i4,i4")[0])
    # A struct of 8 bytes may be a pointer, or a number.
    with pytest.raises(TypeError, match=r"expected 8 bytes for `p`, found an array\nhelp: .*ambiguous"):
        store(y, p=np.zeros(1))
    store(y, p=np.zeros(2))


def test_scalars():
    y = np.zeros(2, np.uint16)
    store(y, ml_dtypes.bfloat16(1))
    assert y[0] == 0x3F80
    for scalar in (
        np.complex64(1),
        np.zeros(1, "i2,i2")[0],
        np.datetime64("2020"),
        np.str_("a"),
        np.longdouble(1),
        ml_dtypes.float8_e4m3fn(1),
    ):
        with pytest.raises(TypeError, match="expected a number for `h`, which is `.b16`, found a scalar of"):
            store(y, scalar)


@pytest.mark.parametrize("name", ["grid", "block"])
@pytest.mark.parametrize("given", [(2.7,), 10.0, "12", (1, "2"), None, np.array([1.5])])
def test_extents_are_integers(name, given):
    with pytest.raises(TypeError, match=f"`{name}` takes one to three integers, found"):
        store(np.zeros(1, np.uint16), **{name: given})


@pytest.mark.parametrize(
    ("h", "text"),
    [
        (np.int64(1), r"for `h`, which is `.b16`, found a scalar of int64\nhelp: write `int\(…\)`"),
        (np.float32(1), "found a scalar of float32$"),
        ([1], r"found list\nhelp: write `np.array"),
    ],
)
def test_numbers_of_another_size(h, text):
    with pytest.raises(TypeError, match=text):
        store(np.zeros(1, np.uint16), h)
    x = np.zeros(1, np.float32)
    for a, help in ((np.float64(1), r"float\(…\)"), (np.int64(1), r"float\(…\)"), (1, "1.0")):
        with pytest.raises(TypeError, match=rf"`a`.* `.f32`.*\nhelp: write `{help}`"):
            ptx.Module(KERNELS).kernel("saxpy")(1, 1, a, x, x, 1)


def test_extents():
    y = np.zeros(1, np.uint16)
    assert store(y, grid=np.array([2, 1]), block=np.int64(3)).threads == 6
    for given in ((), (1, 1, 1, 1), -1, 1 << 32, (1, -1)):
        with pytest.raises(ValueError, match="`grid` takes"):
            store(y, grid=given)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"trace": (0, 3)}, TypeError),
        ({"trace": 3}, TypeError),
        ({"trace": [(0.5, 0)]}, TypeError),
        ({"shared": -1}, ValueError),
        ({"shared": 1.5}, TypeError),
        ({"jobs": -1}, ValueError),
        ({"shuffle": -1}, ValueError),
        ({"max_steps": -1}, ValueError),
        ({"heap": -1}, ValueError),
        ({"tasks": 0}, ValueError),
        ({"tasks": -1}, ValueError),
        ({"client": "tcp://10.0.0.1:8786"}, TypeError),
    ],
)
def test_options_that_do_not_fit(options, error):
    with pytest.raises(error, match=f"`{next(iter(options))}` takes"):
        store(np.zeros(1, np.uint16), **options)


LINES = """
.version 8.0
.target sm_80
.address_size 64
.file 1 "/home/user/kernel.py"
.entry k(.param .u64 y)
{
    .reg .b64 %y;
    .reg .b32 %t;
    ld.param.u64 %y, [y];
    .loc 1 7 3
    mov.u32 %t, %tid.x;
    .loc 1 2 1, function_name $f, inlined_at 1 7 3
    st.global.u32 [%y], %t;
    .loc 1 9 1
    st.global.u32 [%y+8], %t;
    ret;
}
.section .debug_str { $f: .b8 102, 0 }
"""


def test_faults_races_and_traces_name_lines_of_the_source():
    kernel = ptx.Module(LINES, "k.ptx").kernel()
    report = kernel(1, 2, np.zeros(3, np.uint32), races=True)
    assert report.races[0].startswith("kernel.py:2 in `f`, inlined at kernel.py:7 (k.ptx:14): race at ")
    with pytest.raises(ptx.KernelError, match=r"kernel.py:9 \(k.ptx:16\): ") as caught:
        kernel(1, 1, np.zeros(2, np.uint32), trace=[(0, 0)])
    assert (caught.value.line, caught.value.origin) == (16, "kernel.py:9")
    move = caught.value.trace[1]
    assert (move.statement, move.origin) == ("mov.u32 %t, %tid.x;", "kernel.py:7")
    assert move.destination_registers == ["%t"]


def test_a_function_that_is_inlined_twice_has_two_callers():
    def inlined(call, offset):
        return (
            f".loc 1 {call} 1\n.loc 1 6 1, function_name $f, inlined_at 1 {call} 1\n"
            f".loc 1 2 1, function_name $f, inlined_at 1 6 1\nst.global.u32 [%y+{offset}], %t;\n"
        )

    for offsets, call in (((8, 0), 7), ((0, 8), 8)):
        body = inlined(7, offsets[0]) + inlined(8, offsets[1])
        text = LINES.replace(".loc 1 9 1\n    st.global.u32 [%y+8], %t;", body)
        place = rf"kernel.py:2 in `f`, inlined at kernel.py:6 in `f`, inlined at kernel.py:{call} \(k.ptx:\d+\): "
        with pytest.raises(ptx.KernelError, match=place):
            ptx.Module(text, "k.ptx").kernel()(1, 1, np.zeros(2, np.uint32))


def test_a_check_names_lines_of_the_source():
    [error] = ptx.check(LINES.replace("mov.u32", "mov.u33"))
    assert error.origin == "kernel.py:7"
    [error] = ptx.check(LINES.replace("ld.param.u64", "ld.param.u65"))
    assert error.origin is None
