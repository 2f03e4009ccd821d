"""The driver, the arguments of kernels, and that Triton and pytest work without the package's help."""

import os
import subprocess
import sys
import types

import numpy as np
import ptx_bits
import pytest

tl = pytest.importorskip("triton.language", reason="Triton is not installed")
simulated = pytest.importorskip("ptx_bits.triton", reason="ptx-bits-triton is not installed", exc_type=ImportError)
import triton  # noqa: E402
from triton.tools.tensor_descriptor import TensorDescriptor  # noqa: E402


@triton.jit
def add_one(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.load(x + i, i < n) + 1, i < n)


@pytest.fixture(autouse=True)
def chip():
    with simulated.target("sm_80"):
        yield


def ones(n=64, dtype=np.float32):
    return simulated.array(np.ones(n, dtype))


def test_a_chip_in_a_context():
    x, y = ones(), ones()
    capability = triton.runtime.driver.active.get_device_capability
    for name in ("sm_75", "sm_86", "sm_87", "sm_89", "sm_90", "sm_100", "sm_103", "sm_110", "sm_120", "sm_121"):
        with simulated.target(name, races=True):
            assert triton.runtime.driver.active.get_device_capability() == divmod(int(name[3:]), 10)
            kernel = add_one[(1,)](x, y, 64, BLOCK=64)
            assert f".target {name}" in kernel.asm["ptx"]
            assert (y == 2).all() and simulated.last.races == [] and simulated.last.threads == 128
    assert capability() == (8, 0)
    with pytest.raises(ValueError, match="write one of sm_75"):
        simulated.install("sm_10")


@triton.jit
def total(x, y, BLOCK: tl.constexpr):
    own = tl.load(x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK))
    tl.store(y + tl.program_id(0), tl.sum(own, 0))


@pytest.mark.parametrize("num_ctas", [2, 4])
def test_a_program_on_a_cluster(num_ctas):
    x, y = simulated.array(np.arange(1024, dtype=np.int32)), simulated.array(np.zeros(2, np.int32))
    with simulated.target("sm_90"):
        total[(2,)](x, y, BLOCK=512, num_ctas=num_ctas)
    assert simulated.last.threads == 2 * num_ctas * 128
    assert (y == x.reshape(2, 512).sum(1)).all()


def test_modules_are_kept_by_text():
    first, second = (add_one.warmup(ones(), ones(), 64, BLOCK=64, grid=(1,)) for _ in range(2))
    for one in (first, second):
        one._init_handles()
    assert first.module is second.module


class Tensor:
    """An object with nothing but the methods that a tensor needs."""

    dtype = "int32"

    def __init__(self, content):
        self.content = np.array(content, np.int32)

    def data_ptr(self):
        return self.content.ctypes.data

    def numel(self):
        return self.content.size

    def element_size(self):
        return 4


def test_other_tensors():
    x, y = Tensor(range(64)), Tensor([0] * 64)
    add_one[(1,)](x, y, 64, BLOCK=64)
    assert (y.content == np.arange(64) + 1).all()
    x.device = "cuda:0"
    with pytest.raises(TypeError, match="found one on `cuda:0`"):
        add_one[(1,)](x, y, 64, BLOCK=64)


class View:
    """A tensor with a storage, like one of PyTorch: 64 elements from `first` on."""

    dtype = "float32"

    def __init__(self, storage, first):
        self.storage, self.first = storage, first

    def untyped_storage(self):
        return types.SimpleNamespace(nbytes=lambda: self.storage.nbytes, data_ptr=lambda: self.storage.ctypes.data)

    def data_ptr(self):
        return self.storage.ctypes.data + 4 * self.first


def test_a_tensor_with_a_storage():
    storage = np.arange(64, dtype=np.float32)
    add_one[(1,)](View(storage, 0), View(storage, 0), 64, BLOCK=64)
    assert (storage == np.arange(64) + 1).all()


@pytest.mark.skipif(not hasattr(ptx_bits, "pointer"), reason="ptx_bits lacks `pointer`")
def test_views_share_a_buffer():
    whole = simulated.array(np.arange(128, dtype=np.float32))
    add_one[(1,)](whole[:64], whole[64:], 64, BLOCK=64)
    assert (whole[64:] == np.arange(64) + 1).all()
    with pytest.raises(ptx_bits.KernelError, match="out of bounds"):
        add_one[(1,)](whole[:64], whole[80:], 64, BLOCK=64)


@pytest.mark.skipif(not hasattr(ptx_bits, "pointer"), reason="ptx_bits lacks `pointer`")
def test_an_address_keeps_its_alignment():
    # The view starts at a multiple of 16, for which Triton loads vectors, but its memory does not.
    content = memoryview(bytearray(1024))
    first = -np.frombuffer(content, np.uint8).ctypes.data % 16 + 4
    view = simulated.array(np.frombuffer(content[first : first + 4 * 67], np.float32))[3:]
    assert view.ctypes.data % 16 == 0
    add_one[(1,)](view, view, 64, BLOCK=64)
    assert (view == 1).all() and not any(content[: first + 12])


def test_faults():
    x, y = ones(60), ones()
    with pytest.raises(ptx_bits.KernelError, match="out of bounds"):
        add_one[(1,)](x, y, 64, BLOCK=64)
    y.flags.writeable = False
    with pytest.raises(ptx_bits.KernelError, match="read-only"):
        add_one[(1,)](ones(), y, 64, BLOCK=64)


@triton.jit
def follow(pointers, y):
    x = tl.load(pointers).to(tl.pointer_type(tl.float32))
    tl.store(y, tl.load(x))


def test_pointers_that_lie_in_memory():
    x, y = simulated.array(np.array([2.5], np.float32)), ones(1)
    pointers = simulated.array(np.array([x.data_ptr()]))
    follow[(1,)](pointers, y)
    assert y.item() == 2.5
    y[:] = 1
    x.flags.writeable = False
    follow[(1,)](pointers, y)
    assert y.item() == 2.5
    with pytest.raises(ptx_bits.KernelError, match="in no buffer.*\nnote: a pointer that lies in a tensor of 64-bit"):
        follow[(1,)](simulated.array(np.array([1 << 40])), ones())


@triton.jit
def follow_twice(pointers, y):
    first = tl.load(pointers + 1).to(tl.pointer_type(tl.int64))
    tl.store(y, tl.load(tl.load(first).to(tl.pointer_type(tl.float32)) + 3))


@triton.jit
def follow_number(address, y):
    tl.store(y, tl.load(address.to(tl.pointer_type(tl.float32))))


def test_pointers_to_pointers_and_numbers_that_are_addresses():
    x, y = simulated.array(np.arange(8, dtype=np.float32)), ones(1)
    inner = simulated.array(np.array([x.data_ptr()]))
    follow_twice[(1,)](simulated.array(np.array([0, inner.data_ptr()])), y)
    assert y.item() == 3
    follow_number[(1,)](x.data_ptr() + 8, y)
    assert y.item() == 2


@triton.jit
def numbers(y, whole, wide, flag, single, half: tl.float16, brain: tl.bfloat16, pair):
    tl.store(y, whole)
    tl.store(y + 1, wide)
    tl.store(y + 2, flag)
    tl.store(y + 3, single)
    tl.store(y + 4, half)
    tl.store(y + 5, brain)
    tl.store(y + 6, pair[0] + pair[1])


def test_numbers():
    y = simulated.array(np.zeros(7))
    numbers[(1,)](y, -3, -(2**40), True, 0.1, 0.1, 0.1, (2, 2.5))
    # `extractBF16` in Triton's `driver.c` keeps the high half of 0.1, which is 0x3dcccccd.
    brain = np.array([0x3DCC0000], np.uint32).view(np.float32)[0]
    assert [*y] == [-3, -(2**40), 1, np.float32(0.1), np.float16(0.1), brain, 4.5]


@triton.jit
def one_sum(y):
    i = tl.program_id(0)
    tl.store(y, tl.load(y) + i)


def test_races():
    with simulated.target("sm_80", races=True):
        one_sum[(4,)](ones(1))
    assert "one_sum.ptx" in simulated.last.races[0]


@triton.jit
def squares(x, y, COLUMNS: tl.constexpr):
    own = tl.load(x + tl.program_id(0) * COLUMNS + tl.arange(0, COLUMNS))
    tl.store(y + tl.program_id(0), tl.sum(own * own, 0))


@pytest.mark.parametrize("chip", ["sm_75", "sm_90", "sm_120"])
def test_fusion_makes_a_race(chip):
    # A fused lane adds its exact square to the rounded square of another lane, so that the lanes of a pair may differ.
    x = simulated.array(np.random.default_rng(1).standard_normal((64, 128)).astype(np.float32))
    for is_fused in (True, False):
        with simulated.target(chip, races=True):
            squares[(64,)](x, ones(), COLUMNS=128, enable_fp_fusion=is_fused)
        assert bool(simulated.last.races) == is_fused


@triton.jit
def product(a, b, c, K, TILE: tl.constexpr):
    total = tl.zeros((TILE, TILE), tl.float32)
    for k in tl.range(0, K, TILE, warp_specialize=True):
        total = tl.dot(a.load([0, k]), b.load([k, 0]), total)
    c.store([0, 0], total)


def matrix(x, tile, **options):
    return TensorDescriptor(simulated.array(x), list(x.shape), [x.shape[1], 1], [tile, tile], **options)


def test_specialised_warps_store_the_same_tile():
    # With Triton 3.9, two groups of warps compute and store the whole tile. They store the same values.
    rng = np.random.default_rng(1)
    a, b = (rng.integers(-8, 8, size).astype(np.float16) for size in ((64, 192), (192, 64)))
    c = np.zeros((64, 64), np.float32)
    with simulated.target("sm_90", races=True):
        product[(1,)](matrix(a, 64), matrix(b, 64), matrix(c, 64), 192, 64, num_stages=3)
    assert (c == np.float32(a) @ np.float32(b)).all() and simulated.last.races == []


@triton.jit
def copy_tile(x, y):
    y.store([0, 0], x.load([0, 0]))


def test_a_descriptor_that_rounds_is_refused():
    x = np.ones((64, 64), np.float32)
    with simulated.target("sm_90"), pytest.raises(NotImplementedError, match="rounds f32 to tf32"):
        copy_tile[(1,)](matrix(x, 32, round_f32_to_tf32=True), matrix(x.copy(), 32))


@triton.jit
def speak(n):
    tl.device_print("n", n)


def test_printed(capsys):
    speak[(1,)](7)
    assert "n: 7" in capsys.readouterr().out


def process(code, *arguments, **variables):
    command = [sys.executable, *arguments, *(["-c", code] if code else [])]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **variables})


CHIP = "import triton; print(triton.runtime.driver.active.get_current_target().arch)"


def test_environment_variables():
    assert process(CHIP, TRITON_DEFAULT_BACKEND="ptx_bits").stdout == "90\n"
    assert process(CHIP, TRITON_DEFAULT_BACKEND="ptx_bits", PTX_BITS_TARGET="sm_120").stdout == "120\n"
    assert "0 active drivers" in process(CHIP).stderr


def test_the_plugin_of_pytest(tmp_path):
    file = tmp_path / "test_chip.py"
    file.write_text(f"def test_chip():\n    {CHIP}\n    assert 0\n")
    run = ("-m", "pytest", "-p", "no:cacheprovider", str(file))
    assert "\n75\n" in process("", *run, "--ptx-bits=sm_75", PTX_BITS_TARGET="sm_120").stdout
    assert "help: write one of sm_75" in process("", *run, "--ptx-bits=sm_1").stderr
    assert "0 active drivers" in process("", *run).stdout


def test_a_fault_of_ours_breaks_nothing(tmp_path):
    (tmp_path / "ptx_bits").mkdir()
    (tmp_path / "ptx_bits/__init__.py").write_text("raise RuntimeError('broken')\n")
    test = tmp_path / "test_one.py"
    test.write_text("import triton\ndef test_one(): pass\n")
    done = process("", "-m", "pytest", "-p", "no:cacheprovider", str(test), PYTHONPATH=str(tmp_path))
    assert "1 passed" in done.stdout


TORCH = """
import sys, types

class Device:
    def __init__(self, name):
        self.type = name.partition(":")[0]

class Mode:
    def __enter__(self):
        torch.mode = self

class Tensor:
    pass

torch = types.ModuleType("torch")
torch.device, torch.Tensor = Device, Tensor
torch.cpu, torch.cuda = types.ModuleType("torch.cpu"), types.ModuleType("torch.cuda")
torch.nn = types.SimpleNamespace(Module=type("Module", (), {}))
torch.Generator = type("Generator", (), {})
torch.overrides = types.ModuleType("torch.overrides")
torch.overrides.TorchFunctionMode = Mode
sys.modules |= {"torch": torch, "torch.overrides": torch.overrides}
import ptx_bits.triton
ptx_bits.triton.install("sm_120")
ptx_bits.triton.as_cuda()
assert torch.cuda.is_available() and torch.cuda.get_device_capability(0) == (12, 0) and Tensor().is_cuda
assert torch.cuda.get_device_properties(0).shared_memory_per_block_optin == 101376
with torch.cuda.device(0), torch.cuda.stream(torch.cuda.Stream()):
    torch.cuda.synchronize()
args, kwargs = torch.mode.__torch_function__(
    lambda *args, **kwargs: (args, kwargs), (), ("cuda:0", 3), {"device": Device("cuda"), "other": "cudagraph"}
)
assert args == ("cpu", 3) and kwargs["device"].type == "cpu" and kwargs["other"] == "cudagraph"
"""


def test_torch_as_cuda():
    # A stand-in for PyTorch, whose package is large.
    done = process(TORCH)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("value", "bits"), [(1.006, 0x3F80), (-1.006, 0xBF80), (float("inf"), 0x7F80), (float("nan"), 0x7FC0)])
def test_numbers_of_bf16_are_truncated(value: float, bits: int) -> None:
    from ptx_bits_triton._launch import _scalar

    assert _scalar("bf16", value) == bits
