#!/usr/bin/env python3
"""Compares launches of ptx_bits with Triton's interpreter and Numba's simulator: times, and results that differ.

    python benches/python/doors.py [--target sm_80]

Needs ptx-bits-triton and the extra `ptx-bits[numba]`. The peers are selected when their packages are imported, so each runs
in a process of its own. Prints a table in Markdown. A time is the minimum of three launches after the first.
"""

import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

RNG = np.random.default_rng(1)


class Storage:
    """The memory of a tensor, with the methods that Triton's interpreter calls."""

    def __init__(self, content):
        self.content = content

    def data_ptr(self):
        return self.content.ctypes.data

    def cpu(self):
        return Storage(self.content.copy())

    def copy_(self, other):
        self.content[...] = other.content

    def nbytes(self):
        return self.content.nbytes


class Tensor:
    """A NumPy array with the methods that Triton's interpreter calls."""

    def __init__(self, content):
        self.storage = Storage(content)
        self.dtype, self.shape = content.dtype, content.shape

    def data_ptr(self):
        return self.storage.data_ptr()

    def untyped_storage(self):
        return self.storage

    def new_empty(self, _, device):
        return Tensor(np.empty(0, self.dtype))

    def set_(self, storage, *_):
        self.storage = storage

    def storage_offset(self):
        return 0

    def size(self):
        return self.shape

    def stride(self):
        return ()


def timed(launch):
    times = []
    for _ in range(4):
        start = time.perf_counter()
        launch()
        times.append(time.perf_counter() - start)
    return min(times[1:])


def triton_results(target, is_peer):
    """Yields the name, the results and the time of each Triton kernel."""
    import triton
    import triton.language as tl

    if not is_peer:
        import ptx_bits.triton

        ptx_bits.triton.install(target)

    @triton.jit
    def axpy(x, y, out, n, BLOCK: tl.constexpr):
        i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(out + i, 1.7 * tl.load(x + i, i < n) + tl.load(y + i, i < n), i < n)

    @triton.jit
    def softmax(x, y, columns, BLOCK: tl.constexpr):
        row, i = tl.program_id(0), tl.arange(0, BLOCK)
        own = tl.load(x + row * columns + i, i < columns, -float("inf"))
        top = tl.exp(own - tl.max(own, 0))
        tl.store(y + row * columns + i, top / tl.sum(top, 0), i < columns)

    @triton.jit
    def dot(a, b, c, K: tl.constexpr, N: tl.constexpr):
        m, n, k = tl.arange(0, N), tl.arange(0, N), tl.arange(0, 64)
        total = tl.zeros((N, N), tl.float32)
        for start in range(0, K, 64):
            left = tl.load(a + m[:, None] * K + (start + k)[None, :])
            total = tl.dot(left, tl.load(b + (start + k)[:, None] * N + n[None, :]), total)
        tl.store(c + m[:, None] * N + n[None, :], total)

    n = 100_000
    x, y = RNG.standard_normal((2, n)).astype(np.float32)
    rows = RNG.standard_normal((64, 1000)).astype(np.float32)
    a, b = RNG.standard_normal((64, 512)).astype(np.float16), RNG.standard_normal((512, 64)).astype(np.float16)
    for name, kernel, grid, given, rest, options in (
        ("axpy, 100,000", axpy, 98, (x, y), (n,), {"BLOCK": 1024}),
        ("softmax, 64 rows of 1,000", softmax, 64, (rows,), (1000,), {"BLOCK": 1024}),
        ("product of f16, 64 × 512 × 64", dot, 1, (a, b), (), {"K": 512, "N": 64}),
    ):
        out = np.zeros((64, 64) if kernel is dot else given[0].shape, np.float32)
        tensors = [Tensor(one) for one in (*given, out)]
        yield name, out, timed(lambda: kernel[(grid,)](*tensors, *rest, **options))  # noqa: B023


def numba_results(target, is_peer):
    """Yields the name, the results and the time of each kernel of Numba."""
    global cuda  # the simulator replaces a global name
    from numba import cuda

    if is_peer:
        jit = cuda.jit
    else:
        import ptx_bits.numba

        jit = ptx_bits.numba.jit(target=target)

    @jit
    def axpy(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = np.float32(1.7) * x[i] + x[i] * x[i]

    @jit
    def special(x, y):
        i = cuda.grid(1)
        if i < x.size:
            y[i] = math.exp(x[i]) / (np.float32(1) + math.sqrt(abs(x[i])))

    @jit
    def total(x, y):
        part = cuda.shared.array(256, np.float32)
        i = cuda.threadIdx.x
        part[i] = x[cuda.grid(1)]
        step = 128
        while step:
            cuda.syncthreads()
            if i < step:
                part[i] += part[i + step]
            step //= 2
        if i == 0:
            y[cuda.blockIdx.x] = part[0]

    x = RNG.standard_normal(4096).astype(np.float32)
    for name, kernel, size in (("a·x + x², 4,096", axpy, 4096), ("exp, sqrt, 4,096", special, 4096), ("sums of 256, 16", total, 16)):
        y = np.zeros(size, np.float32)
        yield name, y, timed(lambda: kernel[16, 256](x, y))  # noqa: B023


def child(kind, target, is_peer, folder):
    """Runs kernels in a new process. Returns the names, results and times."""
    peers = {"triton": {"TRITON_INTERPRET": "1"}, "numba": {"NUMBA_ENABLE_CUDASIM": "1"}}
    file = pathlib.Path(folder) / f"{kind}{is_peer}.npz"
    command = [sys.executable, __file__, "--target", target, "--child", kind, str(file), *(["--peer"] if is_peer else [])]
    subprocess.run(command, check=True, env={**os.environ, **(peers[kind] if is_peer else {})})
    found = np.load(file)
    return [(name, found[f"{name}/bits"], float(found[f"{name}/time"])) for name in found["names"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="sm_80", help="the chip")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        kind, file = given.child
        results = triton_results if kind == "triton" else numba_results
        saved = {"names": []}
        for name, out, seconds in results(given.target, given.peer):
            saved["names"].append(name)
            saved |= {f"{name}/bits": out.view(np.int32), f"{name}/time": seconds}
        np.savez(file, **saved)
        return
    print(f"| kernel | peer | results that differ | largest difference, ulp | peer, ms | ptx_bits on {given.target}, ms |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for kind, peer in (("triton", "TRITON_INTERPRET"), ("numba", "NUMBA_ENABLE_CUDASIM")):
            ours, theirs = (child(kind, given.target, is_peer, folder) for is_peer in (False, True))
            for (name, bits, seconds), (_, other, other_seconds) in zip(ours, theirs, strict=True):
                ulps = np.abs(bits.astype(np.int64) - other)
                share = f"{100 * (ulps != 0).mean():.1f} %"
                print(f"| {name} | {peer} | {share} | {ulps.max()} | {1e3 * other_seconds:.1f} | {1e3 * seconds:.2f} |")


if __name__ == "__main__":
    main()
