#!/usr/bin/env python3
"""Compares a PyTorch function on the CPU with the instruction that computes it on a GPU."""

import sys

import numpy as np

import ptx_bits as ptx

try:
    import torch
except ImportError:
    print("skipped: torch is not installed")
    sys.exit()

x = torch.linspace(-20, 20, 100_001)
# `run` reads a tensor on the CPU without a copy, and returns a tensor.
gpu = ptx.run("ex2.approx.ftz.f32", x)
host = torch.exp2(x)
ulps = (gpu.view(torch.int32) - host.view(torch.int32)).abs()
print(f"{(ulps > 0).float().mean():.2%} of the results are different, by {ulps.max()} ulp at most")
assert np.shares_memory(x.numpy(), np.asarray(x))
