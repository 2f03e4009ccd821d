"""Tests that the digests of a sweep equal those of the C model, even if a worker is killed."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT
from dask.distributed import LocalCluster

SWEEP = [sys.executable, str(ROOT / "examples/python/sweep.py")]
QUESTION = ["rsqrt.approx.f32", "np.float32(1) / np.sqrt(x)", "--bits", "24"]
GROUPS = 16


def expected():
    """Returns the digests of the C model for the first operands."""
    return (ROOT / "conformance/model/blocks/rsqrt_approx.bin").read_bytes()[: 8 * GROUPS]


@pytest.fixture
def cluster():
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


def test_two_workers_and_one_killed(cluster, tmp_path):
    state, digests = tmp_path / "state.jsonl", tmp_path / "digests.bin"
    options = ["--scheduler", cluster.scheduler_address, "--state", state, "--digests", digests]
    killed = subprocess.Popen([*SWEEP, *QUESTION, *options], stdout=subprocess.PIPE, text=True)
    while not state.exists() or state.read_text().count("\n") < 3:
        assert killed.poll() is None
        time.sleep(0.005)
    os.kill(cluster.workers[0].process.pid, signal.SIGKILL)
    assert killed.poll() is None
    report, _ = killed.communicate()
    assert killed.returncode == 0
    assert digests.read_bytes() == expected()
    whole = json.loads(report)
    assert whole["operands"] == 1 << 24

    # Continue from a state file in which some tasks are missing.
    lines = state.read_text().splitlines(keepends=True)
    state.write_text("".join(lines[:6]) + lines[6][:20])
    resumed = subprocess.run(
        [*SWEEP, *QUESTION, *options], capture_output=True, text=True, check=True
    )
    assert json.loads(resumed.stdout) == whole
    assert digests.read_bytes() == expected()

    other = [*SWEEP, "rcp.approx.f32", *QUESTION[1:], *options]
    refused = subprocess.run(other, capture_output=True, text=True)
    assert refused.returncode == 1 and "other arguments" in refused.stderr


def test_workers_of_its_own(tmp_path):
    digests = tmp_path / "digests.bin"
    options = ["--workers", "2", "--digests", str(digests)]
    done = subprocess.run([*SWEEP, *QUESTION, *options], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["worst in ulps"] >= 1
    assert digests.read_bytes() == expected()


@pytest.mark.parametrize(
    "one, text",
    [
        ("rsqrt.aprox.f32", "help: write `rsqrt.approx.f32`"),
        ("np.sqr(x)", "`np.sqr(x)`: module 'numpy' has no attribute"),
        ("np.float64(x)", "expected an array of 32 bits for each operand, found float64"),
        ("fma.rn.f32", "takes 3 values, found 1"),
    ],
)
def test_a_wrong_implementation_starts_no_workers(one, text):
    run = subprocess.run([*SWEEP, "rsqrt.approx.f32", one, "--scheduler", "tcp://none"], capture_output=True, text=True)
    assert run.returncode == 2 and text in run.stderr
