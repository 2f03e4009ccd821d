"""CUDA C++ kernels for the tensor cores of sm_90a, sm_100a and sm_120a, compiled with NVRTC. The operands are small integers, so
that every order of summation is exact."""

import numpy as np
import pytest

import ptx_bits as ptx
from ptx_bits import nvrtc

pytestmark = pytest.mark.skipif(not nvrtc.is_available(), reason="NVRTC is not installed (the extra `cuda`)")

RNG = np.random.default_rng(11)

COMMON = """
struct __align__(64) Map { char bytes[128]; };
__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(unsigned long long *bar, unsigned count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(shared(bar)), "r"(count) : "memory");
}
__device__ void expect(unsigned long long *bar, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(shared(bar)), "r"(bytes) : "memory");
}
__device__ void arrive(unsigned long long *bar) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(shared(bar)) : "memory");
}
__device__ void wait(unsigned long long *bar, unsigned parity) {
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(shared(bar)), "r"(parity) : "memory");
}
__device__ void load(void *to, const Map *map, int column, int row, unsigned long long *bar) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 :: "r"(shared(to)), "l"(map), "r"(column), "r"(row), "r"(shared(bar)) : "memory");
}
"""

# D is 64 × 64. A ring of two stages holds tiles of 64 columns of A and B, with rows of 128 bytes that a swizzle permutes.
WGMMA = (
    COMMON
    + """
// The descriptor of a K-major tile with the swizzle of 128 bytes: rows in groups of eight, 1,024 bytes each.
__device__ unsigned long long descriptor(const void *tile) {
    return (shared(tile) & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62;
}
extern "C" __global__ void __launch_bounds__(256) product(
    const __grid_constant__ Map a, const __grid_constant__ Map b, float *d, int stages)
{
    __shared__ __align__(1024) char tiles[2][2][8192];
    __shared__ unsigned long long full[2], empty[2];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++) init(&full[i], 1), init(&empty[i], 128);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x >= 128) {
        if (threadIdx.x == 128)
            for (int i = 0; i < stages; i++) {
                if (i >= 2) wait(&empty[i % 2], (i / 2 + 1) % 2);
                expect(&full[i % 2], 2 * 8192);
                load(tiles[i % 2][0], &a, 64 * i, 0, &full[i % 2]);
                load(tiles[i % 2][1], &b, 64 * i, 0, &full[i % 2]);
            }
        return;
    }
    float c[32];
    for (int i = 0; i < 32; i++) c[i] = 0;
    for (int i = 0; i < stages; i++) {
        wait(&full[i % 2], i / 2 % 2);
        unsigned long long x = descriptor(tiles[i % 2][0]), y = descriptor(tiles[i % 2][1]);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        for (int k = 0; k < 4; k++)
            asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {REGISTERS}, %32, %33, 1, 1, 1, 0, 0;"
                : OUTPUTS : "l"(x + 2 * k), "l"(y + 2 * k));
        asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
        arrive(&empty[i % 2]);
    }
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
    for (int i = 0; i < 32; i++)
        d[(row + i / 2 % 2 * 8) * 64 + i / 4 * 8 + lane % 4 * 2 + i % 2] = c[i];
}
"""
).replace("REGISTERS", ", ".join(f"%{i}" for i in range(32))).replace("OUTPUTS", ", ".join(f'"+f"(c[{i}])' for i in range(32)))

# D is 128 × 64, in tensor memory.
TCGEN05 = (
    COMMON
    + """
__device__ unsigned long long descriptor(const void *tile) {
    return (shared(tile) & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 46 | 2ull << 61;
}
extern "C" __global__ void __launch_bounds__(128) product(
    const __grid_constant__ Map a, const __grid_constant__ Map b, float *d, int stages)
{
    __shared__ __align__(1024) char tile_a[16384];
    __shared__ __align__(1024) char tile_b[8192];
    __shared__ unsigned long long full, done;
    __shared__ unsigned memory;
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 64;" :: "r"(shared(&memory)) : "memory");
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
    }
    if (threadIdx.x == 0) {
        init(&full, 1), init(&done, 1);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    asm volatile("tcgen05.fence::before_thread_sync;");
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;");
    // f32 results, f16 operands, N = 64, M = 128.
    unsigned form = 1 << 4 | 64 / 8 << 17 | 128 / 16 << 24;
    for (int i = 0; i < stages; i++) {
        if (threadIdx.x == 0) {
            expect(&full, 16384 + 8192);
            load(tile_a, &a, 64 * i, 0, &full);
            load(tile_b, &b, 64 * i, 0, &full);
            wait(&full, i % 2);
            for (int k = 0; k < 4; k++)
                asm volatile("{ .reg .pred p; setp.ne.u32 p, %4, 0;"
                    " tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p; }"
                    :: "r"(memory), "l"(descriptor(tile_a) + 2 * k), "l"(descriptor(tile_b) + 2 * k), "r"(form), "r"(i + k)
                    : "memory");
            asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];"
                :: "r"(shared(&done)) : "memory");
        }
        wait(&done, i % 2);
    }
    asm volatile("tcgen05.fence::after_thread_sync;");
    unsigned c[64];
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x64.b32 {REGISTERS}, [%64];"
        : OUTPUTS : "r"(memory + (threadIdx.x / 32 * 32 << 16)));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
    for (int i = 0; i < 64; i++) d[threadIdx.x * 64 + i] = __uint_as_float(c[i]);
    asm volatile("tcgen05.fence::before_thread_sync;");
    __syncthreads();
    if (threadIdx.x < 32)
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 64;" :: "r"(memory));
}
"""
).replace("REGISTERS", ", ".join(f"%{i}" for i in range(64))).replace("OUTPUTS", ", ".join(f'"=r"(c[{i}])' for i in range(64)))

# D is 16 × 8 in each warp. The operands are e4m3 with a scale for each row of A and column of B.
BLOCK_SCALED = (
    COMMON
    + """
extern "C" __global__ void __launch_bounds__(32) product(
    const unsigned char *a, const unsigned char *b, const unsigned char *scales, float *d, int steps)
{
    __shared__ __align__(128) unsigned char rows[16 * 32], columns[8 * 32];
    __shared__ unsigned long long full;
    int lane = threadIdx.x, group = lane / 4, part = lane % 4;
    if (lane == 0) {
        init(&full, 1);
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncwarp();
    float c[4] = {0, 0, 0, 0};
    for (int i = 0; i < steps; i++) {
        if (lane == 0) {
            expect(&full, sizeof rows + sizeof columns);
            asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                :: "r"(shared(rows)), "l"(a + i * sizeof rows), "r"((unsigned)sizeof rows), "r"(shared(&full)) : "memory");
            asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                :: "r"(shared(columns)), "l"(b + i * sizeof columns), "r"((unsigned)sizeof columns), "r"(shared(&full)) : "memory");
        }
        wait(&full, i % 2);
        const unsigned *x = (const unsigned *)rows, *y = (const unsigned *)columns;
        unsigned a0 = x[group * 8 + part], a1 = x[(group + 8) * 8 + part], a2 = x[group * 8 + part + 4];
        unsigned a3 = x[(group + 8) * 8 + part + 4], b0 = y[group * 8 + part], b1 = y[group * 8 + part + 4];
        // The first two lanes of a group have the scales of its rows of A, and the first lane that of its column of B.
        unsigned scale_a = scales[i * 24 + group + part % 2 * 8], scale_b = scales[i * 24 + 16 + group];
        asm volatile("mma.sync.aligned.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col.f32.e4m3.e4m3.f32.ue8m0"
            " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}, %10, {0, 0}, %11, {0, 0};"
            : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
            : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1), "r"(scale_a), "r"(scale_b));
        __syncwarp();
    }
    for (int i = 0; i < 4; i++) d[(group + i / 2 * 8) * 8 + part * 2 + i % 2] = c[i];
}
"""
)


def integers(*shape):
    return RNG.integers(-4, 5, shape)


@pytest.mark.parametrize("stages", [1, 2, 5])
@pytest.mark.parametrize("source, target, rows", [(WGMMA, "sm_90a", 64), (TCGEN05, "sm_100a", 128)])
def test_a_product_of_tiles(source, target, rows, stages):
    a, b = integers(rows, 64 * stages), integers(64, 64 * stages)
    d = np.zeros((rows, 64), np.float32)
    maps = [
        ptx.tensor_map(x.astype(np.float16), box=(box, 64), swizzle=128) for x, box in [(a, rows), (b, 64)]
    ]
    kernel = ptx.cuda(source, target=target).kernel("product")
    threads = 256 if target == "sm_90a" else 128
    report = kernel(1, threads, *maps, d, stages, races=True)
    assert not report.races
    assert (d == a @ b.T).all()


def test_a_product_with_block_scales():
    steps = 3
    a, b = integers(steps, 16, 32), integers(steps, 8, 32)
    exponents = RNG.integers(-3, 4, (steps, 24))
    e4m3 = {0: 0, 1: 0x38, 2: 0x40, 3: 0x44, 4: 0x48}
    encoded = [np.vectorize(lambda x: e4m3[abs(x)] | (0x80 if x < 0 else 0))(x).astype(np.uint8) for x in (a, b)]
    d = np.zeros((16, 8), np.float32)
    kernel = ptx.cuda(BLOCK_SCALED, target="sm_120a").kernel("product")
    report = kernel(1, 32, *encoded, (exponents + 127).astype(np.uint8), d, steps, races=True)
    scales = 2.0**exponents
    products = np.einsum("smk,snk->smn", a, b) * scales[:, :16, None] * scales[:, None, 16:]
    assert (d == products.sum(axis=0)).all()
    assert not report.races
