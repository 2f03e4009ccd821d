#!/usr/bin/env python3
"""Measures products, the multi-function unit and kernels, next to NumPy's f32, on one core.

    pip install ./python && python benches/python/table.py

Prints tables in Markdown, with the fastest of several rounds. The rounds of all rows of a table alternate, so that other
jobs affect all of them. Builds `crates/wide/examples/unit_speed.rs` first, for the times of the unit without NumPy arrays.
"""

import os
import pathlib
import subprocess
import time

os.environ.update(dict.fromkeys(("RAYON_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"))

import numpy as np  # noqa: E402

import ptx_bits as ptx  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIDE = 256
ELEMENTS = 1 << 16
ROUNDS = 15
# The number of calls of a short function in a round. A single call between those of other rows finds nothing in the cache,
# and takes three to five times as long.
CALLS = 100
RANDOM = np.random.default_rng(1)

# The name of a row, its form, and the target.
PRODUCTS = [
    ("f16", "m16n8k16.row.col.f32.f16.f16.f32", "sm_121"),
    ("f16", "m16n8k16.row.col.f32.f16.f16.f32", "sm_90"),
    ("tf32", "m16n8k8.row.col.f32.tf32.tf32.f32", "sm_90"),
    ("e4m3", "m16n8k32.row.col.f32.e4m3.e4m3.f32", "sm_121"),
    ("s8", "m16n8k32.row.col.s32.s8.s8.s32", "sm_90"),
    ("f64 `.rn`", "m16n8k16.row.col.f64.f64.f64.f64", "sm_90"),
    ("f64 `.rz`", "m16n8k16.row.col.rz.f64.f64.f64.f64", "sm_90"),
    ("sparse f16", "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", "sm_90"),
    ("mxf8f6f4", "m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0", "sm_120a"),
    ("mxf4", "m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0", "sm_120a"),
]

UNIT = {
    "rcp": np.reciprocal,
    "rsqrt": None,
    "sqrt": np.sqrt,
    "lg2": np.log2,
    "ex2": np.exp2,
    "sin": np.sin,
    "cos": np.cos,
    "tanh": np.tanh,
}

# Each warp computes 64 products of a chain. The registers start with ones.
KERNEL = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry chain(.param .u64 d)
{
    .reg .b32 %a<4>, %b<2>, %i, %t; .reg .TYPE %c<4>; .reg .b64 %d; .reg .pred %p;
    mov.b32 %a0, ONES; mov.b32 %a1, ONES; mov.b32 %a2, ONES; mov.b32 %a3, ONES; mov.b32 %b0, ONES; mov.b32 %b1, ONES;
    mov.TYPE %c0, ZERO; mov.TYPE %c1, ZERO; mov.TYPE %c2, ZERO; mov.TYPE %c3, ZERO;
    mov.u32 %i, 0;
LOOP:
    mma.sync.aligned.FORM {%c0, %c1, %c2, %c3}, {%a0, %a1, %a2, %a3}, {%b0, %b1}, {%c0, %c1, %c2, %c3};
    add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 64; @%p bra LOOP;
    ld.param.u64 %d, [d]; mov.u32 %t, %tid.x; mad.wide.u32 %d, %t, 4, %d; st.global.TYPE [%d], %c0; ret;
}
"""
KERNELS = [
    ("f16", "m16n8k16.row.col.f32.f16.f16.f32", "f32", "0x3c003c00", "0f00000000", 16),
    ("s8", "m16n8k32.row.col.s32.s8.s8.s32", "s32", "0x01010101", "0", 32),
]


def fastest(functions):
    """Returns the seconds of the fastest call of each function."""
    best = [float("inf")] * len(functions)
    for _ in range(ROUNDS):
        for i, function in enumerate(functions):
            start = time.perf_counter()
            function()
            best[i] = min(best[i], time.perf_counter() - start)
    return best


def repeated(function):
    """Returns a function that calls a short function several times."""

    def calls():
        for _ in range(CALLS):
            function()

    return calls


def table(head, rows):
    print("| " + " | ".join(head) + " |\n" + "|---" * len(head) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def draw(kind, shape):
    """Returns random elements of a type: numbers from 1 to 2, bits of small floats, or integers."""
    if kind in ("f16", "f64"):
        return RANDOM.uniform(1, 2, shape).astype({"f16": np.float16, "f64": np.float64}[kind])
    if kind == "tf32":
        return RANDOM.uniform(1, 2, shape).astype(np.float32)
    if kind == "s8":
        return RANDOM.integers(-128, 128, shape, np.int8)
    return RANDOM.integers(0, 8, shape, np.uint8) | (0 if kind == "e2m1" else 0x38)


class Product:
    """The operands of products of one form."""

    def __init__(self, form, target):
        self.form, self.target = form, target
        words = form.split(".")
        shape = next(word for word in words if word.startswith("m") and word[1].isdigit())
        self.m, n, self.k = (int(number) for number in shape[1:].replace("n", " ").replace("k", " ").split())
        self.n = n
        self.kind = next(word for word in words if word in ("f16", "tf32", "e4m3", "s8", "f64", "e2m1"))
        self.is_sparse = "mma.sp" in form
        self.scales = 2 if "2X" in form else 1 if "1X" in form else 0

    def stored(self, k):
        return k // 2 if self.is_sparse else k

    def call(self, function, lead, m, n, k):
        """Returns a call of `mma` or `matmul` with random operands."""
        options = {"form": self.form} if function is ptx.matmul else {}
        arguments = () if options else (self.form,)
        a, b = draw(self.kind, (*lead, m, self.stored(k))), draw(self.kind, (*lead, k, n))
        c = np.zeros((*lead, m, n), {"s8": np.int32, "f64": np.float64}.get(self.kind, np.float32))
        if self.is_sparse:
            options["metadata"] = np.full((*lead, m, k // 4), 0x4, np.uint8)
        if self.scales:
            count = k // self.k * self.scales
            options["scales"] = tuple(np.full((*lead, lines, count), 127, np.uint8) for lines in (m, n))
        return lambda: function(*arguments, a, b, c, target=self.target, **options)


def products():
    rows, calls, counts = [], [], []
    for name, form, target in PRODUCTS:
        one = Product(form, target)
        rows.append([f"{name}, {target}"])
        calls.append(one.call(ptx.matmul, (), SIDE, SIDE, SIDE))
        counts.append(SIDE * SIDE * one.stored(SIDE))
        each = one.m * one.n * one.stored(one.k)
        calls += [
            repeated(one.call(ptx.mma, (1,), one.m, one.n, one.k)),
            one.call(ptx.mma, (512,), one.m, one.n, one.k),
        ]
        counts += [CALLS * each, 512 * each]
    x, y = RANDOM.uniform(1, 2, (2, SIDE, SIDE)).astype(np.float32)
    calls.append(lambda: x @ y)
    counts.append(SIDE**3)
    times = [seconds * 1e9 / count for seconds, count in zip(fastest(calls), counts)]
    for i, row in enumerate(rows):
        each = times[3 * i : 3 * i + 3]
        row += [f"{each[0]:.3f}", f"{each[1] * counts[3 * i + 1] / CALLS / 1e3:.1f} µs", f"{each[2]:.3f}"]
    rows.append(["NumPy, f32", f"{times[-1]:.3f}", "", ""])
    table(["ns a product", f"`matmul`, {SIDE}³", "call of `mma`, 1 tile", "`mma`, 512 tiles"], rows)


def unit():
    x = RANDOM.uniform(1, 4, ELEMENTS).astype(np.float32)
    out = np.empty_like(x)
    rows, calls = [], []
    for name, function in UNIT.items():
        for words in ("approx", "approx.ftz") if name != "tanh" else ("approx",):
            instruction = f"{name}.{words}.f32"
            rows.append([f"`{instruction}`"])
            calls.append(lambda instruction=instruction: ptx.run(instruction, x, target="sm_90", out=out))
            calls.append((lambda function=function: function(x, out=out)) if function else (lambda: 1 / np.sqrt(x)))
    times = [seconds * 1e9 / ELEMENTS for seconds in fastest(calls)]
    command = ["cargo", "run", "--release", "--locked", "--quiet", "-p", "ptx-wide", "--example", "unit_speed"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loops = {name: rest for name, *rest in (line.split("\t") for line in done.stdout.splitlines())}
    for i, row in enumerate(rows):
        row += [f"{times[2 * i]:.2f}", *loops.get(row[0].strip("`"), [""] * 4), f"{times[2 * i + 1]:.2f}"]
    own = ["`ptx-wide`, AVX-512", "`ptx-wide`, AVX2", "loop, AVX-512", "loop, AVX2"]
    table(["ns an element", "`run`", *own, "NumPy, f32"], rows)


def kernels():
    rows, calls, counts = [], [], []
    for name, form, ty, ones, zero, k in KERNELS:
        text = KERNEL.replace("FORM", form).replace("TYPE", ty).replace("ONES", ones).replace("ZERO", zero)
        kernel = ptx.Module(text).kernel("chain")
        rows.append([f"`mma`, {name}"])
        for warps in (1, 8):
            d = np.zeros(32 * warps, np.float32 if ty == "f32" else np.int32)
            calls.append(lambda kernel=kernel, warps=warps, d=d: kernel(1, 32 * warps, d))
            counts.append(64 * warps * 16 * 8 * k)
    times = [seconds * 1e9 / count for seconds, count in zip(fastest(calls), counts)]
    for i, row in enumerate(rows):
        row += [f"{each:.2f}" for each in times[2 * i : 2 * i + 2]]
    table(["ns a product in a kernel", "1 warp", "8 warps"], rows)


if __name__ == "__main__":
    print(f"Load: {' '.join(f'{load:.1f}' for load in os.getloadavg())}. NumPy {np.__version__}.\n")
    products()
    unit()
    kernels()
