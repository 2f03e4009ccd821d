"""Tests launches on a Dask cluster: same bits as in one process, lost workers, and blocks that depend on each other."""

import os
import signal
import time

import numpy as np
import pytest
from dask.distributed import Client, LocalCluster

import ptx_bits as ptx
from ptx_bits import _tasks

HEADER = ".version 8.0\n.target sm_80\n.address_size 64\n"

# The first lines of a kernel: %r1 is the number of the thread in the grid, %rd2 the address of its word of `x`.
INDEX = """
    .reg .pred %p<4>; .reg .b16 %rs<4>; .reg .b32 %r<20>; .reg .f32 %f<8>; .reg .b64 %rd<12>;
    ld.param.u64 %rd1, [x]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
    mad.lo.u32 %r1, %r2, %r3, %r4; mad.wide.u32 %rd2, %r1, 4, %rd1;
"""

KERNELS = (
    HEADER
    + f"""
.global .u32 last;
.const .u32 factor = 3;
// y[block] = the sum of the block's words of x, in a tree; the thread's byte of z is its number.
.visible .entry sum(.param .u64 x, .param .u64 y, .param .u64 z)
{{
    .shared .f32 part[64];
    {INDEX}
    ld.global.f32 %f1, [%rd2]; mov.u32 %r5, part; mad.lo.u32 %r5, %r4, 4, %r5;
    ld.param.u64 %rd3, [z]; cvt.u64.u32 %rd4, %r1; add.u64 %rd3, %rd3, %rd4; st.global.u8 [%rd3], %r1;
    mov.u32 %r6, 32;
STEP:
    st.shared.f32 [%r5], %f1; bar.sync 0;
    setp.ge.u32 %p1, %r4, %r6; @%p1 bra DONE;
    mad.lo.u32 %r7, %r6, 4, %r5; ld.shared.f32 %f2, [%r7]; add.rn.f32 %f1, %f1, %f2;
DONE:
    bar.sync 0; shr.u32 %r6, %r6, 1; setp.ne.u32 %p2, %r6, 0; @%p2 bra STEP;
    setp.ne.u32 %p3, %r4, 0; @%p3 exit;
    ld.param.u64 %rd5, [y]; mad.wide.u32 %rd5, %r2, 4, %rd5; st.global.f32 [%rd5], %f1;
    setp.ne.u32 %p3, %r2, 9; @%p3 exit;
    st.global.u32 [last], %r2; ret;
}}
// x[i] = 3 * x[i], slowly.
.visible .entry slow(.param .u64 x, .param .u32 n)
{{
    {INDEX}
    ld.global.u32 %r5, [%rd2]; ld.const.u32 %r6, [factor]; mul.lo.u32 %r5, %r5, %r6;
    ld.param.u32 %r7, [n];
LOOP:
    sub.u32 %r7, %r7, 1; setp.ne.u32 %p1, %r7, 0; @%p1 bra LOOP;
    st.global.u32 [%rd2], %r5; ret;
}}
// Block i reads the word that block i + 1 writes.
.visible .entry neighbours(.param .u64 x)
{{
    {INDEX}
    ld.global.u32 %r5, [%rd2+4]; add.u32 %r5, %r5, 1; st.global.u32 [%rd2], %r5; ret;
}}
// Block 5 and the blocks after it read beyond the end.
.visible .entry fails(.param .u64 x)
{{
    {INDEX}
    setp.ge.u32 %p1, %r2, 5; @%p1 ld.global.u32 %r5, [%rd2+1024]; st.global.u32 [%rd2], %r2; ret;
}}
.visible .entry ticket(.param .u64 x)
{{
    {INDEX}
    atom.global.add.u32 %r5, [last], 1; st.global.u32 [%rd2], %r5; ret;
}}
// Lanes of half a warp read lane 20, which does not take part.
.visible .entry shuffle(.param .u64 x)
{{
    {INDEX}
    setp.ge.u32 %p1, %r4, 16; @%p1 exit;
    shfl.sync.idx.b32 %r5, %r4, 20, 31, 0xffff; st.global.u32 [%rd2], %r5; ret;
}}
"""
)


@pytest.fixture(scope="module")
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def client(cluster):
    with Client(cluster) as client:
        yield client


def sums(client=None, tasks=None):
    """Returns the report, the arrays and the variable after a launch of `sum` over 20 blocks."""
    module = ptx.Module(KERNELS)
    x = np.random.default_rng(3).standard_normal(20 * 64).astype(np.float32)
    y, z = np.zeros(20, np.float32), np.zeros(20 * 64 + 5, np.uint8)
    report = module.kernel("sum")(20, 64, x, y, z, client=client, tasks=tasks)
    return report, y.view(np.uint32).tolist(), z.tolist(), module.variable("last")


@pytest.mark.parametrize("tasks", [None, 1, 7, 20, 100])
def test_the_bits_are_those_of_one_process(client, tasks):
    expected = sums()
    assert expected[2] == [i % 256 for i in range(20 * 64)] + [0] * 5
    assert int.from_bytes(expected[3], "little") == 9
    assert sums(client, tasks) == expected


def test_a_worker_is_killed(cluster, client, capfd, monkeypatch):
    x = np.arange(64 * 32, dtype=np.uint32)
    expected = 3 * x
    process = cluster.workers[0].process.pid
    show = _tasks._show

    def kill(done, *rest):
        show(done, *rest)
        if done == 3:
            os.kill(process, signal.SIGKILL)

    monkeypatch.setattr(_tasks, "_show", kill)
    report = ptx.Module(KERNELS).kernel("slow")(64, 32, x, 2000, client=client, tasks=64, progress=True)
    assert (x == expected).all()
    assert report.threads == 64 * 32
    # The last line of the progress bar counts all tasks.
    assert capfd.readouterr().err.splitlines()[-1].startswith(f"[{'#' * 40}] 64/64 ")
    while cluster.workers[0].process is None or cluster.workers[0].process.pid in (None, process):
        time.sleep(0.1)


def test_blocks_that_share_a_byte_are_an_error(client):
    x = np.arange(65, dtype=np.uint32)
    before = x.copy()
    kernel = ptx.Module(KERNELS).kernel("neighbours")
    with pytest.raises(ValueError, match="access byte 64 of `x`, and one of them writes it") as caught:
        kernel(4, 16, x, client=client, tasks=4)
    assert "one process" in str(caught.value)
    assert (x == before).all()
    # With only one task, no other task accesses the byte.
    kernel(4, 16, x, client=client, tasks=1)
    kernel(4, 16, before)
    assert (x == before).all()


def test_the_fault_is_that_of_the_first_block(client):
    x = np.zeros(8 * 16, np.uint32)
    kernel = ptx.Module(KERNELS).kernel("fails")
    with pytest.raises(ptx.KernelError) as alone:
        kernel(8, 16, x)
    with pytest.raises(ptx.KernelError) as caught:
        kernel(8, 16, x, client=client, tasks=8)
    assert "block (5,0,0), thread (0,0,0)" in str(caught.value)
    assert (str(caught.value), caught.value.kind) == (str(alone.value), "OutOfBounds")
    assert not x.any()


def test_the_order_of_the_blocks_is_not_observed(client):
    kernel = ptx.Module(KERNELS).kernel("ticket")
    x = np.zeros(32, np.uint32)
    with pytest.raises(ValueError, match="one process"):
        kernel(2, 16, x, client=client)
    for option in ({"races": True}, {"shuffle": 1}, {"trace": [(0, 0)]}):
        with pytest.raises(ValueError, match="one process"):
            ptx.Module(KERNELS).kernel("fails")(2, 16, x, client=client, **option)


def test_reports_are_added(client):
    kernel = ptx.Module(KERNELS).kernel("shuffle")
    x, y = np.zeros(96, np.uint32), np.zeros(96, np.uint32)
    alone = kernel(3, 32, x)
    # 16 lanes of each of three blocks.
    assert alone.undefined_shuffles[0].endswith(": 48 times")
    assert kernel(3, 32, y, client=client, tasks=3) == alone
    assert (x == y).all()


@pytest.mark.parametrize("tasks", [0, -1])
def test_the_number_of_tasks_is_positive(client, tasks):
    with pytest.raises(ValueError, match="`tasks` takes integers from 1"):
        sums(client, tasks)


def test_an_address_is_no_client():
    with pytest.raises(TypeError, match="`client` takes a client of Dask, found 'tcp://10.0.0.1:8786'"):
        sums("tcp://10.0.0.1:8786")


def test_wrong_arguments_are_those_of_one_process(client):
    x = np.zeros(1, np.uint32)
    with pytest.raises(ValueError, match="1024"):
        ptx.Module(KERNELS).kernel("fails")(1, 2000, x, client=client)
