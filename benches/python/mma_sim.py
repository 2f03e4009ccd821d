#!/usr/bin/env python3
"""Compares products of tiles with MMA-Sim, a public reference model of tensor cores in Python.

    mma_sim.py [TILES]

Needs PyTorch, and MMA-Sim (https://github.com/microsoft/MMA-Sim) in PYTHONPATH. The elements of A, B and C are random bits,
so infinities, NaNs and subnormals occur. Compares all words, and prints the processor time of a product: a tile of m16n8k16
has 2,048 of them. Prints Markdown. Exits with status 1 if a word differs.
"""

import os
import sys
import time

os.environ["RAYON_NUM_THREADS"] = "1"

import numpy as np  # noqa: E402
import torch  # noqa: E402
from mmasim.simulator import nv_ptx  # noqa: E402

import ptx_bits  # noqa: E402

TILES = int(sys.argv[1]) if sys.argv[1:] else 20
ROUNDS = 200

# MMA-Sim's name of the architecture, its target, and MMA-Sim's name of the form.
FORMS = [
    ("Turing", "sm_75", "m16n8k8.f32.f16.f16.f32"),
    ("Ampere", "sm_80", "m16n8k16.f32.f16.f16.f32"),
    ("Ampere", "sm_80", "m16n8k16.f32.bf16.bf16.f32"),
    ("Ampere", "sm_80", "m16n8k8.f32.tf32.tf32.f32"),
    ("Ampere", "sm_80", "m8n8k4.f64.f64.f64.f64"),
    ("Ada Lovelace", "sm_89", "m16n8k32.f32.e4m3.e4m3.f32"),
    ("Hopper", "sm_90", "m16n8k16.f32.f16.f16.f32"),
    ("Hopper", "sm_90", "m16n8k16.f16.f16.f16.f16"),
    ("RTX Blackwell", "sm_120a", "m16n8k32.f32.e4m3.e4m3.f32"),
    ("RTX Blackwell", "sm_120a", "m16n8k32.f32.e5m2.e5m2.f32"),
]

WORDS = {2: np.uint16, 4: np.uint32, 8: np.uint64, 1: np.uint8}


def draw(random, shape, dtype):
    """Returns random bits as a tensor, and as the array that `ptx_bits.mma` takes."""
    words = random.bytes(int(np.prod(shape)) * dtype.itemsize)
    bits = np.frombuffer(words, WORDS[dtype.itemsize]).reshape(shape).copy()
    signed = torch.from_numpy(bits.view(bits.dtype.name.removeprefix("u")))
    arrays = {torch.float16: np.float16, torch.float32: np.float32, torch.float64: np.float64}
    return signed.view(dtype), bits.view(arrays.get(dtype, bits.dtype))


def words(tensor):
    """Returns the bits of a tensor, with all NaNs of binary64 alike: MMA-Sim does not model them."""
    array = tensor if isinstance(tensor, np.ndarray) else tensor.numpy()
    if array.dtype == np.float64:
        array = np.where(np.isnan(array), np.nan, array)
    return array.view(WORDS[array.dtype.itemsize])


def main():
    random = np.random.default_rng(1)
    differ = 0
    print("| form | target | words | equal | MMA-Sim, ns a product | ptx_bits, ns a product | ratio |")
    print("|---|---|---|---|---|---|---|")
    for architecture, target, name in FORMS:
        model = nv_ptx.mma(architecture, name)
        form = f"{name.split('.', 1)[0]}.row.col.{name.split('.', 1)[1]}"
        kind = ".kind::f8f6f4" if target == "sm_120a" else ""
        form = form.replace(".row.col", f".row.col{kind}")
        shapes = ((model.m, model.k), (model.k, model.n), (model.m, model.n))
        types = (model.a_type, model.b_type, model.c_type)
        tiles = [[draw(random, *one) for one in zip(shapes, types)] for _ in range(TILES)]
        start = time.process_time()
        theirs = [model(*(tensor for tensor, _ in tile)) for tile in tiles]
        their_time = time.process_time() - start
        batches = [np.stack([tile[i][1] for tile in tiles]) for i in range(3)]
        ours = ptx_bits.mma(form, *batches, target=target)
        start = time.process_time()
        for _ in range(ROUNDS):
            ptx_bits.mma(form, *batches, target=target)
        our_time = (time.process_time() - start) / ROUNDS
        pairs = [words(their) == words(our) for their, our in zip(theirs, ours)]
        equal, count = sum(int(pair.sum()) for pair in pairs), sum(pair.size for pair in pairs)
        differ += count - equal
        products = TILES * model.m * model.n * model.k
        their_time, our_time = (1e9 * one / products for one in (their_time, our_time))
        shown = f"{their_time:,.0f} | {our_time:.2f} | {their_time / our_time:,.0f}"
        print(f"| `{name}` | {target} | {count:,} | {equal:,} | {shown} |")
    sys.exit(differ != 0)


main()
