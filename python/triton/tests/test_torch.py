"""Tensors of PyTorch, and tests that name the device "cuda". Skipped where PyTorch is not installed."""

import importlib.util
import os
import subprocess
import sys

import pytest

pytest.importorskip("ptx_bits.triton", reason="ptx-bits-triton is not installed", exc_type=ImportError)
if not importlib.util.find_spec("torch"):
    pytest.skip("PyTorch is not installed", allow_module_level=True)

TESTS = """
import pytest
import torch
import triton
import triton.language as tl


@triton.jit
def twice(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    own = tl.load(x + i, i < n)
    tl.store(y + i, own + own, i < n)


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, i < n), i < n)


class Twice(torch.autograd.Function):
    @staticmethod
    def forward(context, x):
        y = torch.empty_like(x)
        twice[(2,)](x, y, x.numel(), BLOCK=64)
        return y

    @staticmethod
    def backward(context, gradient):
        return Twice.forward(None, gradient.contiguous())


@pytest.mark.parametrize("name", [
    "bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32",
    "float64", "float8_e4m3fn", "float8_e5m2",
])
def test_the_bits_of_every_dtype(name):
    dtype = getattr(torch, name)
    bits = (torch.arange(256, device="cuda") % (2 if name == "bool" else 256)).to(torch.uint8)
    x, y = bits.view(dtype), torch.zeros_like(bits).view(dtype)
    copy[(1,)](x, y, x.numel(), BLOCK=256)
    assert torch.equal(y.view(torch.uint8), bits)


def test_gradients():
    x = torch.arange(100.0, device="cuda", requires_grad=True)
    y = Twice.apply(x)
    y.sum().backward()
    assert torch.equal(y, x + x) and torch.equal(x.grad, torch.full((100,), 2.0, device="cuda"))


def test_views_are_parts_of_their_storage():
    whole = torch.arange(300.0).cuda()
    twice[(2,)](whole[3:103], whole[150:250], 100, BLOCK=64)
    assert torch.equal(whole[150:250], torch.arange(3.0, 103.0) * 2) and whole[149] == 149 and whole[250] == 250


def test_functions_that_name_the_device():
    assert torch.cuda.is_available() and torch.cuda.get_device_capability() == (8, 9)
    assert torch.zeros(3, pin_memory=True).pin_memory().to("cuda:0", non_blocking=True).is_cuda
    generator = torch.Generator(device="cuda").manual_seed(3)
    assert isinstance(generator, torch.Generator)
    assert torch.rand(3, device="cuda", generator=generator).shape == (3,)
    torch.cuda.manual_seed(1)
    with torch.cuda.device(0), torch.cuda.stream(torch.cuda.Stream()), torch.device("cuda"):
        assert torch.nn.Linear(4, 2).cuda()(torch.ones(1, 4)).shape == (1, 2)
    with torch.random.fork_rng(devices=["cuda"]):
        torch.rand(1, device=torch.device("cuda", 0))
    assert torch.cuda.memory_allocated() == 0 and torch.cuda.mem_get_info()[1] > 0
    assert not isinstance("cuda", torch.cuda.device)


def test_a_benchmark_counts_instructions():
    x, y = torch.ones(64, device="cuda"), torch.empty(64, device="cuda")
    time = triton.testing.do_bench(lambda: twice[(1,)](x, y, 64, BLOCK=64))
    assert time > 0 and triton.testing.do_bench(lambda: x + x, quantiles=[0.5, 0.2])[0] > 0


def test_functions_that_are_compiled():
    import torch._dynamo

    assert torch._dynamo.trace_rules.get_torch_obj_rule_map()
"""


def test_tests_of_pytorch(tmp_path):
    file = tmp_path / "test_pytorch.py"
    file.write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--ptx-bits=sm_89", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == 0, done.stdout + done.stderr
