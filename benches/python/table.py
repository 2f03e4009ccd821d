#!/usr/bin/env python3
"""Measures products, the multi-function unit and kernels, next to NumPy's f32.

    pip install ./python && python benches/python/table.py [CORES]

Uses one core if CORES is not given. Products and NumPy use all cores.

Prints tables in Markdown, with the fastest of several rounds. The rounds of all rows of a table alternate, so that other
jobs affect all of them. Builds `crates/wide/examples/unit_speed.rs` first, for the times of the unit without NumPy arrays.
"""

import os
import pathlib
import subprocess
import sys
import time

CORES = sys.argv[1] if sys.argv[1:] else "1"
os.environ.update(dict.fromkeys(("RAYON_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), CORES))

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
.version 8.7
.target TARGET
.address_size 64
.visible .entry chain(.param .u64 d)
{
    .reg .b32 %i, %t, %e, %s; .reg .b64 %d; .reg .pred %p;
    .reg .BITS %a<8>, %b<4>; .reg .TYPE %c<8>;
    mov.b32 %e, 0x44444444; mov.b32 %s, 0x7f7f7f7f; mov.u32 %i, 0;
    START
LOOP:
    FORM {C}, {A}, {B}, {C}FURTHER;
    add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 64; @%p bra LOOP;
    ld.param.u64 %d, [d]; mov.u32 %t, %tid.x; mad.wide.u32 %d, %t, 8, %d; st.global.TYPE [%d], %c0; ret;
}
"""
SPARSE = ", %e, 0x0"
SCALED = ", %s, {0, 0}, %s, {0, 0}"
# A form, its target, the numbers of registers of A, B and D, the bits of ones in a register, the further operands, and
# the number of products.
KERNELS = [
    ("m16n8k16.row.col.f32.f16.f16.f32", "sm_80", (4, 2, 4), "0x3c003c00", "", 2048),
    ("m16n8k16.row.col.f32.f16.f16.f32", "sm_90", (4, 2, 4), "0x3c003c00", "", 2048),
    ("m16n8k8.row.col.f32.tf32.tf32.f32", "sm_90", (4, 2, 4), "0x3f800000", "", 1024),
    ("m16n8k32.row.col.f32.e4m3.e4m3.f32", "sm_120", (4, 2, 4), "0x38383838", "", 4096),
    ("m16n8k32.row.col.s32.s8.s8.s32", "sm_90", (4, 2, 4), "0x01010101", "", 4096),
    ("m16n8k32.row.col.f32.f16.f16.f32", "sm_80", (4, 4, 4), "0x3c003c00", SPARSE, 2048),
    ("m16n8k32.row.col.f32.f16.f16.f32", "sm_90", (4, 4, 4), "0x3c003c00", SPARSE, 2048),
    ("m16n8k64.row.col.s32.s8.s8.s32", "sm_90", (4, 4, 4), "0x01010101", SPARSE, 4096),
    ("m16n8k16.row.col.f64.f64.f64.f64", "sm_90", (8, 4, 4), "0d3ff0000000000000", "", 2048),
    ("m16n8k16.row.col.rz.f64.f64.f64.f64", "sm_90", (8, 4, 4), "0d3ff0000000000000", "", 2048),
    ("m8n8k4.row.col.f64.f64.f64.f64", "sm_80", (1, 1, 2), "0d3ff0000000000000", "", 256),
    ("m8n8k4.row.col.f32.f16.f16.f32", "sm_70", (2, 2, 8), "0x3c003c00", "", 1024),
    (
        "m16n8k32.row.col.kind::mxf8f6f4.block_scale.scale_vec::1X.f32.e4m3.e4m3.f32.ue8m0",
        "sm_120a",
        (4, 2, 4),
        "0x38383838",
        SCALED,
        4096,
    ),
    (
        "m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
        "sm_120a",
        (4, 2, 4),
        "0x22222222",
        SCALED,
        8192,
    ),
]

# Each warpgroup computes 64 products of a chain, of the same matrices of ones in shared memory.
WARPGROUP = """
.version 8.0
.target sm_90a
.address_size 64
.visible .entry chain(.param .u64 d)
{
    .shared .align 1024 .b8 ab[4096];
    .reg .b32 %i, %t, %w, %s, %n, %one; .reg .f32 %c<32>; .reg .b64 %d, %a, %b; .reg .pred %p;
    mov.u32 %t, %tid.x; mov.u32 %n, %ntid.x; mov.u32 %s, ab; mov.b32 %one, 0x3c003c00; mov.u32 %i, %t;
FILL:
    shl.b32 %w, %i, 2; add.u32 %w, %w, %s; st.shared.b32 [%w], %one;
    add.u32 %i, %i, %n; setp.lt.u32 %p, %i, 1024; @%p bra FILL;
    fence.proxy.async; bar.sync 0;
    // Rows of 32 bytes without a swizzle: 8 rows of 16 bytes are 128 bytes apart along K, and 256 along M and N.
    shr.u32 %s, %s, 4; cvt.u64.u32 %a, %s; or.b64 %a, %a, 0x1000080000; add.u64 %b, %a, 128;
    ZERO
    mov.u32 %i, 0; wgmma.fence.sync.aligned;
LOOP:
    wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {REGISTERS}, %a, %b, 1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;
    add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 64; @%p bra LOOP;
    ld.param.u64 %d, [d]; mad.wide.u32 %d, %t, 4, %d; st.global.f32 [%d], %c0; ret;
}
"""


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


def chain(form, target, registers, ones, further):
    """Returns the text of a kernel with a chain of products."""
    a, b, c = ([f"%{name}{i}" for i in range(count)] for name, count in zip("abc", registers))
    name = "mma.sp::ordered_metadata" if further == SPARSE else "mma"
    ty = next(ty for ty in ("f64", "s32", "f32") if f".{ty}." in form)
    zero = {"f64": "0d0000000000000000", "f32": "0f00000000", "s32": "0"}[ty]
    bits = "f64" if ty == "f64" else "b32"
    start = [f"mov.{bits} {register}, {ones};" for register in a + b]
    start += [f"mov.{ty} {register}, {zero};" for register in c]
    parts = {
        "TARGET": target,
        "BITS": bits,
        "TYPE": ty,
        "START": " ".join(start),
        "FORM": f"{name}.sync.aligned.{form}",
        "FURTHER": further,
        "{A}": f"{{{', '.join(a)}}}",
        "{B}": f"{{{', '.join(b)}}}",
        "{C}": f"{{{', '.join(c)}}}",
    }
    text = KERNEL
    for part, value in parts.items():
        text = text.replace(part, value)
    return text


def kernels():
    rows, calls, counts = [], [], []
    for form, target, registers, ones, further, products in KERNELS:
        kernel = ptx.Module(chain(form, target, registers, ones, further)).kernel("chain")
        rows.append([f"{'sparse ' if further == SPARSE else ''}`{form.split('.block')[0]}`, {target}"])
        for warps in (1, 8):
            d = np.zeros(32 * warps, np.float64)
            calls.append(lambda kernel=kernel, warps=warps, d=d: kernel(1, 32 * warps, d))
            counts.append(64 * warps * products)
    sums = [f"%c{i}" for i in range(32)]
    text = WARPGROUP.replace("ZERO", " ".join(f"mov.f32 {sum}, 0f00000000;" for sum in sums))
    kernel = ptx.Module(text.replace("REGISTERS", ", ".join(sums))).kernel("chain")
    rows.append(["`wgmma`, m64n64k16 of f16, sm_90a, 4 and 8 warps"])
    for warps in (4, 8):
        d = np.zeros(32 * warps, np.float32)
        calls.append(lambda kernel=kernel, warps=warps, d=d: kernel(1, 32 * warps, d))
        counts.append(64 * warps * 16 * 64 * 16)
    times = [seconds * 1e9 / count for seconds, count in zip(fastest(calls), counts)]
    for i, row in enumerate(rows):
        row += [f"{each:.2f}" for each in times[2 * i : 2 * i + 2]]
    table(["ns a product in a kernel", "1 warp", "8 warps"], rows)


if __name__ == "__main__":
    loads = " ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"Load: {loads}. Cores: {CORES}. NumPy {np.__version__}.\n")
    products()
    unit()
    kernels()
