#!/usr/bin/env python3
"""Compares `run` of the Python package with Rust loops, and measures small calls.

    speed.py [PASSES]
    speed.py numpy

Uses one thread, arrays of 2^20 elements and existing arrays for results, and takes the min of interleaved rounds. The
Rust loops are in `crates/loops/examples/speed.rs`, which the program builds first. Prints Markdown. With `numpy`, compares
`ex2.approx.ftz.f32` over 2^22 elements on all cores with NumPy's `exp2`.
"""

import os
import pathlib
import subprocess
import sys
import time

if sys.argv[1:] != ["numpy"]:
    os.environ["RAYON_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402

import ptx_bits as ptx  # noqa: E402
from ptx_bits import _native  # noqa: E402

COUNT = 1 << 20
ROUNDS = 3
RUST = pathlib.Path(__file__).resolve().parents[2]
LOOPS = ["cargo", "run", "--release", "--locked", "--quiet", "-p", "ptx-loops", "--features", "std,wide", "--example", "speed"]

# Upper bounds for the time of `run` divided by the time of the Rust loop. The first bound is for the instructions in the
# table "Operations" of benches/RESULTS.md, the second for other common instructions. Rare instructions have no bound,
# because their loops are not vectorised.
BOUNDS = (1.2, 2.0, None)


def rust(passes):
    """Returns the nanoseconds per element of the Rust loops: a dictionary for each bound."""
    done = subprocess.run(
        [*LOOPS, "--", str(passes)], cwd=RUST, capture_output=True, text=True, check=True
    )
    return [
        {name: float(time) for name, time in (line.split("\t") for line in part.splitlines())}
        for part in done.stdout.split("\n\n")
    ]


def draw(dtype, random):
    """Returns operands like those of the Rust loops."""
    dtype = np.dtype(dtype)
    if dtype.kind == "b":
        return random.random(COUNT) < 0.5
    if dtype.itemsize == 2:
        return random.uniform(1, 2, COUNT).astype(np.float16).view(dtype)
    if dtype.kind == "f":
        return random.uniform(1, 4, COUNT).astype(dtype)
    return np.frombuffer(random.bytes(dtype.itemsize * COUNT), dtype)


class Call:
    """Measures `run` on arrays."""

    def __init__(self, instruction, random):
        self.instruction = instruction
        self.target = "sm_100a" if ".rs." in instruction or "x2" in instruction else "sm_90"
        for count in range(1, 5):
            try:
                taken, given = _native.dtypes(instruction, count, self.target)
            except ptx.InstructionError:
                continue
            self.operands = [draw(dtype, random) for dtype in taken]
            self.out = tuple(np.zeros(COUNT, dtype) for dtype in given)
            return
        raise SystemExit(f"`{instruction}` has no form on {self.target}")

    def time(self, passes):
        """Returns nanoseconds per element."""
        best = float("inf")
        for _ in range(passes):
            start = time.perf_counter()
            ptx.run(self.instruction, *self.operands, target=self.target, out=self.out)
            best = min(best, time.perf_counter() - start)
        return best * 1e9 / COUNT


def small(*operands, **options):
    """Returns the microseconds that a call on eight elements takes."""
    best = float("inf")
    for _ in range(50):
        start = time.perf_counter()
        for _ in range(200):
            ptx.run(*operands, **options)
        best = min(best, (time.perf_counter() - start) / 200)
    return best * 1e6


def compare_numpy():
    x = np.random.default_rng(1).uniform(-10, 10, 1 << 22).astype(np.float32)
    out = np.empty_like(x)
    functions = {
        "run": lambda: ptx.run("ex2.approx.ftz.f32", x, out=out),
        "exp2": lambda: np.exp2(x, out=out),
    }
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(100):
        for name, function in functions.items():
            start = time.perf_counter()
            function()
            best[name] = min(best[name], time.perf_counter() - start)
    ratio = best["run"] / best["exp2"]
    print(f"`run` {best['run'] * 1e3:.2f} ms, NumPy {best['exp2'] * 1e3:.2f} ms, ratio {ratio:.2f} (bound 2)")


def main(passes):
    random = np.random.default_rng(1)
    subprocess.run([*LOOPS[:1], "build", *LOOPS[2:]], cwd=RUST, check=True)
    best = rust(passes)
    calls = [{name: Call(name, random) for name in part} for part in best]
    times = [{name: float("inf") for name in part} for part in best]
    for _ in range(ROUNDS):
        for part, of_part in zip(calls, times):
            for name, call in part.items():
                of_part[name] = min(of_part[name], call.time(passes))
        for part, again in zip(best, rust(passes)):
            for name in part:
                part[name] = min(part[name], again[name])
    for part, of_part, bound in zip(best, times, BOUNDS):
        head = f"ratio (bound {bound})" if bound else "ratio"
        print(f"| instruction | Rust, ns | `run`, ns | {head} |\n|---|---|---|---|")
        for name in part:
            ratio = of_part[name] / part[name]
            held = ", NOT HELD" if bound and ratio > bound else ""
            print(f"| `{name}` | {part[name]:.2f} | {of_part[name]:.2f} | {ratio:.2f}{held} |")
        print()
    x = np.linspace(1, 2, 8, dtype=np.float32)
    print(f"Eight elements: `ex2.approx.ftz.f32` {small('ex2.approx.ftz.f32', x):.2f} µs, ", end="")
    print(f"`fma.rn.f32` {small('fma.rn.f32', x, x, x):.2f} µs, ", end="")
    print(f"with `out=` {small('fma.rn.f32', x, x, x, out=x.copy()):.2f} µs, ", end="")
    h = x.astype(np.float16)
    print(f"`add.rn.f16` {small('add.rn.f16', h, h):.2f} µs")


if __name__ == "__main__":
    if sys.argv[1:] == ["numpy"]:
        compare_numpy()
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
