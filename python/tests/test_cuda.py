"""CUDA C++ kernels, compiled with NVRTC. References are exact integers, exact sums of small integers, zlib, or NumPy."""

import pickle
import subprocess
import sys
import zlib

import numpy as np
import pytest

import ptx_bits as ptx
from ptx_bits import nvrtc

pytestmark = pytest.mark.skipif(not nvrtc.is_available(), reason="NVRTC is not installed (the extra `cuda`)")

RNG = np.random.default_rng(5)
N = 1000

INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"

SIMPLE = f"""
struct Pair {{ int add, times; }};
__constant__ unsigned weights[4] = {{1, 2, 3, 5}};
__device__ unsigned launches;

__global__ void saxpy(float a, const float *x, float *y, int n) {{ {INDEX} if (i < n) y[i] = a * x[i] + y[i]; }}
__global__ void affine(Pair by, int *x, int n) {{ {INDEX} if (i < n) x[i] = x[i] * by.times + by.add; }}
__global__ void dot4(const unsigned *x, unsigned *y, int n) {{
    {INDEX}
    if (i < n) {{ y[i] = 0; for (int k = 0; k < 4; k++) y[i] += weights[k] * x[4 * i + k]; }}
}}
__global__ void count() {{ atomicAdd(&launches, 1u); }}
__global__ void hello() {{ if (threadIdx.x == 3) printf("thread %d of %s\\n", threadIdx.x, "four"); }}
__global__ void histogram(const unsigned char *x, unsigned *bins, int n) {{
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0; __syncthreads();
    for ({INDEX[:-1]}; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[x[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}}
__global__ void transpose(const float *x, float *y, int rows, int columns) {{
    __shared__ float tile[16][17];
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = x[r * columns + c];
    __syncthreads();
    c = blockIdx.y * 16 + threadIdx.x; r = blockIdx.x * 16 + threadIdx.y;
    if (r < columns && c < rows) y[r * rows + c] = tile[threadIdx.x][threadIdx.y];
}}
__global__ void prefix(int *x) {{
    int own = x[threadIdx.x];
    for (int d = 1; d < 32; d *= 2) {{
        int other = __shfl_up_sync(0xffffffff, own, d);
        if (threadIdx.x >= d) own += other;
    }}
    x[threadIdx.x] = own;
}}
__global__ void crc32(const unsigned char *x, unsigned *y, int length) {{
    unsigned crc = ~0u;
    for (int i = 0; i < length; i++) {{
        crc ^= x[threadIdx.x * length + i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }}
    y[threadIdx.x] = ~crc;
}}
"""


@pytest.fixture(scope="module")
def simple():
    return ptx.cuda(SIMPLE)


def test_saxpy_is_fused(simple):
    # binary64 holds the product and the sum of these operands exactly.
    x, y = (RNG.integers(-(2**20), 2**20, N).astype(np.float32) / 2**10 for _ in range(2))
    exact = np.float64(0.3125 + 2**-20) * x.astype(np.float64) + y.astype(np.float64)
    simple.kernel("saxpy")(8, 128, 0.3125 + 2**-20, x, y, N)
    assert (y == exact.astype(np.float32)).all()


def test_a_struct_is_bytes(simple):
    x = np.arange(N, dtype=np.int32)
    simple.kernel("affine")(8, 128, np.int32([7, 3]).tobytes(), x, N)
    assert (x == np.arange(N) * 3 + 7).all()


def test_constants_and_variables(simple):
    x, y = np.arange(4 * N, dtype=np.uint32), np.zeros(N, np.uint32)
    simple.kernel("dot4")(8, 128, x, y, N)
    assert (y == x.reshape(N, 4) @ np.uint32([1, 2, 3, 5])).all()
    simple.kernel("count")(3, 5)
    assert int.from_bytes(simple.variable("launches"), "little") == 15
    copy = pickle.loads(pickle.dumps(simple))
    copy.kernel("count")(1, 1)
    assert int.from_bytes(copy.variable("launches"), "little") == 16
    assert int.from_bytes(simple.variable("launches"), "little") == 15


def test_printf(simple):
    assert simple.kernel("hello")(1, 4).printed == b"thread 3 of four\n"


def test_histogram_without_races(simple):
    x, bins = RNG.integers(0, 256, 5000).astype(np.uint8), np.zeros(256, np.uint32)
    assert simple.kernel("histogram")(4, 256, x, bins, x.size, races=True).races == []
    assert (bins == np.bincount(x, minlength=256)).all()


def test_transpose(simple):
    x, y = RNG.standard_normal((37, 50)).astype(np.float32), np.zeros((50, 37), np.float32)
    simple.kernel("transpose")((4, 3), (16, 16), x, y, 37, 50)
    assert (y == x.T).all()


def test_prefix_sum_by_shuffles(simple):
    x = RNG.integers(-1000, 1000, 32).astype(np.int32)
    before = x.copy()
    simple.kernel("prefix")(1, 32, x)
    assert (x == np.cumsum(before)).all()


def test_crc32(simple):
    x, y = RNG.integers(0, 256, (32, 100)).astype(np.uint8), np.zeros(32, np.uint32)
    simple.kernel("crc32")(1, 32, x, y, 100)
    assert [*y] == [zlib.crc32(row.tobytes()) for row in x]


TEMPLATES = """
template <typename T> __global__ void total(const T *x, T *y, int n) {
    __shared__ T part[128];
    T sum = 0;
    for (int i = threadIdx.x; i < n; i += 128) sum += x[i];
    part[threadIdx.x] = sum; __syncthreads();
    for (int d = 64; d; d /= 2) { if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d]; __syncthreads(); }
    if (!threadIdx.x) *y = part[0];
}
namespace bits { template <int N> __global__ void rotate(unsigned *x) {
    x[threadIdx.x] = __funnelshift_l(x[threadIdx.x], x[threadIdx.x], N);
} }
template <typename T> __global__ void softmax(const T *x, T *y, int n) {
    T most = x[0], sum = 0;
    for (int i = 1; i < n; i++) most = max(most, x[i]);
    for (int i = 0; i < n; i++) sum += exp(x[i] - most);
    y[threadIdx.x] = exp(x[threadIdx.x] - most) / sum;
}
"""


def test_templates_by_name_expressions():
    module = ptx.cuda(TEMPLATES, target="sm_80")
    for dtype, name in ((np.int32, "int"), (np.float64, "double"), (np.uint64, "unsigned long long")):
        x, y = RNG.integers(0, 1000, N).astype(dtype), np.zeros(1, dtype)
        module.kernel(f"total<{name}>")(1, 128, x, y, N)
        assert y[0] == x.sum()
    x = np.uint32([1, 0x80000001])
    module.kernel("bits::rotate<4>")(1, 2, x)
    assert [*x] == [0x10, 0x18]


def test_softmax_in_double():
    x, y = RNG.standard_normal(50), np.zeros(50)
    ptx.cuda(TEMPLATES).kernel("softmax<double>")(1, 50, x, y, 50)
    exact = np.exp(x - x.max()) / np.exp(x - x.max()).sum()
    # CUDA's exp has an error of at most 1 ulp, NumPy's of at most 1. Each sum of 50 terms adds at most 49 roundings.
    assert (np.abs(y - exact) <= (2 * 49 + 8) * 2.0**-53 * exact).all()


def test_half_and_bfloat16():
    module = ptx.cuda("""
        #include <cuda_fp16.h>
        #include <cuda_bf16.h>
        __global__ void halves(const __half2 *x, __half2 *y) { y[threadIdx.x] = __hadd2(x[threadIdx.x], y[threadIdx.x]); }
        __global__ void brains(const float *x, __nv_bfloat16 *y) { y[threadIdx.x] = __float2bfloat16(x[threadIdx.x]); }
    """)
    x, y = RNG.standard_normal((2, 64)).astype(np.float16)
    expected = x + y
    module.kernel("halves")(1, 32, x, y)
    assert (y == expected).all()
    x, y = RNG.standard_normal(64).astype(np.float32), np.zeros(64, np.uint16)
    module.kernel("brains")(1, 64, x, y)
    # Rounds to the nearest bfloat16, ties to even.
    words = x.view(np.uint32).astype(np.uint64)
    assert (y == words + 0x7FFF + (words >> 16 & 1) >> 16).all()


def test_tensor_cores_in_inline_ptx():
    module = ptx.cuda("""
        __global__ void product(const unsigned *a, const unsigned short *b, float *d) {
            int row = threadIdx.x / 4, two = threadIdx.x % 4;
            unsigned low = a[row * 4 + two], high = a[(row + 8) * 4 + two];
            unsigned right = b[2 * two * 8 + row] | b[(2 * two + 1) * 8 + row] << 16;
            float c[4] = {};
            asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
                : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(low), "r"(high), "r"(right));
            for (int i = 0; i < 4; i++) d[(row + i / 2 * 8) * 8 + 2 * two + i % 2] = c[i];
        }""")
    a, b = RNG.integers(-8, 8, (16, 8)).astype(np.float16), RNG.integers(-8, 8, (8, 8)).astype(np.float16)
    d = np.zeros((16, 8), np.float32)
    module.kernel("product")(1, 32, a, b, d)
    assert (d == a.astype(np.float32) @ b.astype(np.float32)).all()


def test_cooperative_groups_and_std():
    module = ptx.cuda("""
        #include <cooperative_groups.h>
        #include <cuda/std/cstdint>
        namespace cg = cooperative_groups;
        __global__ void total(const cuda::std::int32_t *x, cuda::std::int32_t *y) {
            auto tile = cg::tiled_partition<8>(cg::this_thread_block());
            int own = x[threadIdx.x];
            for (int d = tile.size() / 2; d; d /= 2) own += tile.shfl_down(own, d);
            if (tile.thread_rank() == 0) y[threadIdx.x / 8] = own;
        }""")
    x, y = RNG.integers(-1000, 1000, 64).astype(np.int32), np.zeros(8, np.int32)
    module.kernel("total")(1, 64, x, y)
    assert (y == x.reshape(8, 8).sum(1)).all()


CALLS = """
struct Node { virtual __device__ int value(int x) const = 0; virtual __device__ ~Node() {} };
struct Leaf : Node {
    int n;
    __device__ Leaf(int n) : n(n) {}
    __device__ int value(int x) const override { return n + x; }
};
template <bool IS_SUM> struct Pair : Node {
    Node *a, *b;
    __device__ Pair(Node *a, Node *b) : a(a), b(b) {}
    __device__ ~Pair() override { delete a; delete b; }
    __device__ int value(int x) const override {
        return IS_SUM ? a->value(x) + b->value(x) : a->value(x) * b->value(x);
    }
};
__device__ Node *build(int depth, int seed) {
    if (depth == 0) return new Leaf(seed);
    Node *a = build(depth - 1, 2 * seed), *b = build(depth - 1, 2 * seed + 1);
    if ((depth + seed) % 2) return new Pair<true>(a, b);
    return new Pair<false>(a, b);
}
__global__ void tree(int *out, int depth) {
    Node *root = build(depth, threadIdx.x);
    out[threadIdx.x] = root->value(threadIdx.x);
    delete root;
}

__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int negate(int x) { return -x; }
__device__ int (*table[3])(int) = {twice, square, negate};
__global__ void chosen(int *out) { out[threadIdx.x] = table[threadIdx.x % 3](threadIdx.x); }

__device__ __noinline__ void quick(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int pivot = a[hi], i = lo;
    for (int j = lo; j < hi; j++) if (a[j] < pivot) { int t = a[i]; a[i] = a[j]; a[j] = t; i++; }
    int t = a[i]; a[i] = a[hi]; a[hi] = t;
    quick(a, lo, i - 1); quick(a, i + 1, hi);
}
__global__ void sort(int *a, int n) { quick(a + n * threadIdx.x, 0, n - 1); }

__device__ int *saved[32];
__global__ void allocate() { saved[threadIdx.x] = new int[4]; saved[threadIdx.x][3] = 10 * threadIdx.x; }
__global__ void release(int *out) { out[threadIdx.x] = saved[threadIdx.x][3]; delete[] saved[threadIdx.x]; }
__global__ void full(int *out) { *out = malloc(1000) == nullptr; }
"""


def test_calls_through_addresses_and_the_heap():
    module = ptx.cuda(CALLS)

    def value(depth, seed, x):
        if depth == 0:
            return seed + x
        a, b = value(depth - 1, 2 * seed, x), value(depth - 1, 2 * seed + 1, x)
        return (a + b if (depth + seed) % 2 else a * b) & 0xFFFFFFFF

    out = np.zeros(40, np.int32)
    module.kernel("tree")(1, 40, out, 4)
    assert out.view(np.uint32).tolist() == [value(4, t, t) for t in range(40)]
    module.kernel("chosen")(1, 40, out)
    assert out.tolist() == [(2 * t, t * t, -t)[t % 3] for t in range(40)]
    numbers = RNG.integers(-1000, 1000, (32, 50), np.int32)
    expected = np.sort(numbers)
    module.kernel("sort")(1, 32, numbers, 50)
    assert (numbers == expected).all()
    # The memory of a launch belongs to the module, until a launch frees it.
    module.kernel("allocate")(1, 32)
    module.kernel("release")(1, 32, out)
    assert out[:32].tolist() == [10 * t for t in range(32)]
    with pytest.raises(ptx.KernelError, match="use after free"):
        module.kernel("release")(1, 32, out)
    module.kernel("full")(1, 1, out, heap=512)
    assert out[0] == 1


def test_errors_name_the_cure():
    with pytest.raises(ptx.CompileError, match=r'kernel.cu\(1\): error: identifier "b" is undefined') as caught:
        ptx.cuda("__global__ void f(float *x) { *x = b; }")
    assert "1 error detected" in caught.value.log
    with pytest.raises(ptx.CompileError, match="cut the kernel launches `<<<…>>>`, cut `main`") as caught:
        ptx.cuda("__global__ void f() {} int main() { f<<<1, 1>>>(); }")
    assert "nvcc -ptx" in str(caught.value)
    with pytest.raises(ValueError, match="no kernel `scale`"):
        ptx.cuda("__global__ void f() {}").kernel("scale")
    with pytest.raises(ValueError, match="help: `softmax<float>` instantiates the template"):
        ptx.cuda(TEMPLATES).kernel("softmax")
    with pytest.raises(ptx.CompileError, match="does not support `sm_10`"):
        ptx.cuda("__global__ void f() {}", target="sm_10")
    with pytest.raises(TypeError, match="write `options="):
        ptx.cuda("__global__ void f() {}", options="-DN=1")


def test_the_command(tmp_path):
    file = tmp_path / "f.cu"
    file.write_text('#include "n.h"\n__global__ void f(int *x) { *x = N + M; }\n')
    (tmp_path / "n.h").write_text("#define N 3\n")
    command = [sys.executable, "-m", "ptx_bits.nvrtc", str(file), "--target", "sm_80"]
    done = subprocess.run([*command, "-DM=4"], capture_output=True, text=True, check=True)
    assert ".target sm_80" in done.stdout and ".loc" in done.stdout
    x = np.zeros(1, np.int32)
    ptx.Module(done.stdout).kernel()(1, 1, x)
    assert x[0] == 7
    failed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert failed.returncode == 1 and '"M" is undefined' in failed.stderr
