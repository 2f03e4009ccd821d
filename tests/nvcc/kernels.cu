// CUDA kernels of the kinds that users write. `run` compiles them and compares the PTX with the machine code.
//
// A line `RUN` stands before each kernel: the grid, the block, options of `ptx-bits verify`, and the arguments.
// `TYPE@N` is a buffer of N random elements, and `TYPE[N]` a buffer of zeros. `from=NN` names the first chip.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdint>
#include <cstdio>
#include <cuComplex.h>
#include <cuda/barrier>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <mma.h>

// A `cuda::barrier` in shared memory is initialised by `init`.
#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

constexpr unsigned ALL = 0xffffffff;

__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

// Linear algebra

struct Line {
    float slope;
    double offset;
    short step;
};

// RUN saxpy 2 64 f32@512 f32@512 u32:500 struct:f32:0.3,f64:1.7,s16:3
__global__ void saxpy(const float* x, float* y, unsigned n, Line line) {
    for (unsigned i = global_index(); i < n; i += gridDim.x * blockDim.x) {
        y[i] = line.slope * x[i] + y[i] + static_cast<float>(line.offset * line.step);
    }
}

// RUN matrix_product 2,2 16,16 f32@1024 f32@1024 f32[1024] s32:32
__global__ void matrix_product(const float* a, const float* b, float* c, int n) {
    __shared__ float left[16][16], right[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n; tile += 16) {
        left[threadIdx.y][threadIdx.x] = a[row * n + tile + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(tile + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// RUN tensor_cores 1 32 f16@1024 f16@1024 f32[256]
__global__ void tensor_cores(const half* a, const half* b, float* c) {
    using namespace nvcuda::wmma;
    fragment<matrix_a, 16, 16, 16, half, row_major> left;
    fragment<matrix_b, 16, 16, 16, half, col_major> right;
    fragment<accumulator, 16, 16, 16, float> sum;
    fill_fragment(sum, 0.5f);
    for (int k = 0; k < 64; k += 16) {
        load_matrix_sync(left, a + k, 64);
        load_matrix_sync(right, b + k, 64);
        mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; i++) sum.x[i] *= 0.3f;
    store_matrix_sync(c, sum, 16, mem_row_major);
}

// RUN quantized_product 2,2 16,16 b32@512 b32@512 s32[1024] s32:16
__global__ void quantized_product(const int* a, const int* b, int* c, int words) {
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    int sum = 0;
    unsigned positive = 0;
    for (int k = 0; k < words; k++) {
        sum = __dp4a(a[row * words + k], b[column * words + k], sum);
        positive = __dp4a(unsigned(a[row * words + k]), unsigned(b[column * words + k]), positive);
    }
    c[row * 32 + column] = sum ^ positive;
}

// RUN sparse_product 1 64 b32@64 b32@512 f32@512 f32@256 f32[64]
__global__ void sparse_product(const unsigned* lengths, const unsigned* columns, const float* values, const float* x,
                               float* y) {
    int row = threadIdx.x;
    float sum = 0;
    for (unsigned i = 0; i < lengths[row] % 8; i++) {
        sum += __ldg(values + row * 8 + i) * __ldg(x + columns[row * 8 + i] % 256);
    }
    y[row] = sum;
}

// RUN transpose 2,2 32,8 b32@4096 u32[4096]
__global__ void transpose(const unsigned* x, unsigned* y) {
    __shared__ unsigned tile[32][33];
    int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) tile[threadIdx.y + i][threadIdx.x] = x[(row + i) * 64 + column];
    __syncthreads();
    column = blockIdx.y * 32 + threadIdx.x;
    row = blockIdx.x * 32 + threadIdx.y;
    for (int i = 0; i < 32; i += 8) y[(row + i) * 64 + column] = tile[threadIdx.x][threadIdx.y + i];
}

// Reductions and scans

__device__ float warp_sum(float value) {
    for (int distance = 16; distance; distance /= 2) value += __shfl_xor_sync(ALL, value, distance);
    return value;
}

// RUN block_sum 4 256 f32@4096 f32[4]
__global__ void block_sum(const float* x, float* y) {
    __shared__ float sums[8];
    float sum = 0;
    for (int i = global_index(); i < 4096; i += gridDim.x * blockDim.x) sum += x[i];
    sum = warp_sum(sum);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0) y[blockIdx.x] = sum;
    }
}

// RUN tree_maximum 2 128 --shared 512 s32@256 s32[2]
__global__ void tree_maximum(const int* x, int* y) {
    extern __shared__ int tree[];
    tree[threadIdx.x] = x[global_index()];
    for (int half = blockDim.x / 2; half; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) tree[threadIdx.x] = max(tree[threadIdx.x], tree[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) y[blockIdx.x] = tree[0];
}

// RUN last_block 8 64 f32@512 f32[8] u32[1] f32[1]
__global__ void last_block(const float* x, volatile float* parts, unsigned* finished, float* total) {
    __shared__ float sums[2];
    float sum = warp_sum(x[global_index()]);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x) return;
    parts[blockIdx.x] = sums[0] + sums[1];
    __threadfence();
    if (atomicInc(finished, gridDim.x - 1) == gridDim.x - 1) {
        __threadfence();
        float all = 0;
        for (int i = 0; i < gridDim.x; i++) all += parts[i];
        *total = all;
    }
}

// RUN prefix_sum 4 256 b32@1024 u32[1024]
__global__ void prefix_sum(const unsigned* x, unsigned* y) {
    __shared__ unsigned sums[2][256];
    int i = threadIdx.x, now = 0;
    sums[now][i] = x[global_index()];
    for (int distance = 1; distance < 256; distance *= 2) {
        __syncthreads();
        sums[1 - now][i] = sums[now][i] + (i >= distance ? sums[now][i - distance] : 0);
        now = 1 - now;
    }
    y[global_index()] = sums[now][i];
}

// RUN histogram 4 256 b32@4096 u32[256]
__global__ void histogram(const unsigned* x, unsigned* counts) {
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = global_index(); i < 4096; i += gridDim.x * blockDim.x) atomicAdd(&local[x[i] >> 24], 1);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], local[threadIdx.x]);
}

// Layers of neural networks

// RUN softmax 4 32 f32@1024 f32[1024]
__global__ void softmax(const float* x, float* y) {
    float values[8], largest = -INFINITY, sum = 0;
    for (int i = 0; i < 8; i++) {
        values[i] = x[blockIdx.x * 256 + i * 32 + threadIdx.x];
        largest = fmaxf(largest, values[i]);
    }
    for (int distance = 16; distance; distance /= 2) {
        largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, distance));
    }
    for (float& value : values) sum += value = expf(value - largest);
    sum = warp_sum(sum);
    for (int i = 0; i < 8; i++) y[blockIdx.x * 256 + i * 32 + threadIdx.x] = values[i] / sum;
}

// RUN layer_norm 4 32 f32@1024 f32@256 f32@256 f32[1024]
__global__ void layer_norm(const float* x, const float* scale, const float* shift, float* y) {
    const float* row = x + blockIdx.x * 256;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < 256; i += 32) sum += row[i];
    float mean = warp_sum(sum) / 256;
    for (int i = threadIdx.x; i < 256; i += 32) squares += (row[i] - mean) * (row[i] - mean);
    float factor = rsqrtf(warp_sum(squares) / 256 + 1e-5f);
    for (int i = threadIdx.x; i < 256; i += 32) {
        y[blockIdx.x * 256 + i] = (row[i] - mean) * factor * scale[i] + shift[i];
    }
}

// RUN attention 8 32 f32@256 f32@1024 f32@1024 f32[256] f32:0.17
__global__ void attention(const float* queries, const float* keys, const float* values, float* y,
                          float scale) {
    int i = blockIdx.x * 32 + threadIdx.x;
    float largest = -INFINITY, sum = 0, output = 0;
    for (int key = 0; key < 32; key++) {
        float score = warp_sum(queries[i] * keys[key * 32 + threadIdx.x]) * scale;
        float next = fmaxf(largest, score);
        float keep = __expf(largest - next), weight = __expf(score - next);
        sum = sum * keep + weight;
        output = output * keep + weight * values[key * 32 + threadIdx.x];
        largest = next;
    }
    y[i] = output / sum;
}

// RUN gelu 4 64 b32@256 f32[256]
__global__ void gelu(const float* x, float* y) {
    float v = x[global_index()];
    y[global_index()] = 0.5f * v * (1 + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
}

// RUN quantize 1 64 f32@256 s8[256] f32[2]
__global__ void quantize(const float4* x, char4* y, float* scales) {
    float4 v = x[threadIdx.x];
    float largest = fmaxf(fmaxf(fabsf(v.x), fabsf(v.y)), fmaxf(fabsf(v.z), fabsf(v.w)));
    for (int distance = 16; distance; distance /= 2) {
        largest = fmaxf(largest, __shfl_xor_sync(ALL, largest, distance));
    }
    float scale = largest / 127;
    if (threadIdx.x % 32 == 0) scales[threadIdx.x / 32] = scale;
    auto byte = [=](float one) { return static_cast<signed char>(__float2int_rn(one / scale)); };
    y[threadIdx.x] = make_char4(byte(v.x), byte(v.y), byte(v.z), byte(v.w));
}

// Numbers

// RUN single_functions 4 64 b32@256 f32[1536]
__global__ void single_functions(const float* x, float* y) {
    int i = global_index();
    float v = x[i];
    y[i] = sinf(v);
    y[256 + i] = expf(v);
    y[512 + i] = logf(fabsf(v));
    y[768 + i] = powf(fabsf(v), 1.7f);
    y[1024 + i] = v / 3.3f + sqrtf(fabsf(v));
    y[1280 + i] = fmodf(v, 0.7f) + erff(v);
}

// RUN double_functions 2 64 f64@128 f64[768]
__global__ void double_functions(const double* x, double* y) {
    int i = global_index();
    double v = x[i];
    y[i] = sin(v);
    y[128 + i] = exp(v);
    y[256 + i] = log(fabs(v));
    y[384 + i] = 1 / v + sqrt(fabs(v));
    y[512 + i] = rsqrt(fabs(v)) + rint(v);
    y[640 + i] = pow(fabs(v), 1.7);
}

// RUN half_pairs 1 64 b32@128 f16[512]
__global__ void half_pairs(const half2* x, half2* y) {
    int i = threadIdx.x;
    half2 a = x[i], b = x[64 + i];
    y[i] = __hfma2(a, b, __hneg2(a));
    y[64 + i] = h2exp(a);
    y[128 + i] = __hmax2(a, __h2div(a, b));
    y[192 + i] = __hadd2(__hmul2(a, b), __lowhigh2highlow(b));
}

// RUN brain_floats 1 64 from=80 b32@128 bf16[384]
__global__ void brain_floats(const __nv_bfloat162* x, __nv_bfloat162* y) {
#if __CUDA_ARCH__ >= 800
    int i = threadIdx.x;
    __nv_bfloat162 a = x[i], b = x[64 + i];
    y[i] = __hfma2(a, b, a);
    y[64 + i] = __hadd2(__hmin2(a, b), __hmul2(a, b));
    float2 wide = __bfloat1622float2(a);
    y[128 + i] = __floats2bfloat162_rn(wide.x * 0.3f, tanhf(wide.y));
#endif
}

// RUN eight_bit_floats 1 64 f32@256 u32[64] f32[64]
__global__ void eight_bit_floats(const float4* x, uint32_t* y, float* sums) {
    __nv_fp8x4_e4m3 packed(x[threadIdx.x]);
    y[threadIdx.x] = packed.__x;
    float4 wide = static_cast<float4>(packed);
    sums[threadIdx.x] = wide.x + wide.y + wide.z + wide.w;
}

// RUN complex_numbers 2 64 f32@256 f32@256 f32[512]
__global__ void complex_numbers(const cuFloatComplex* x, const cuFloatComplex* y, cuFloatComplex* z) {
    int i = global_index();
    z[i] = cuCaddf(cuCmulf(x[i], y[i]), cuCdivf(x[i], y[i]));
    z[128 + i] = make_cuFloatComplex(cuCabsf(x[i]), cuCrealf(cuConjf(y[i])));
}

// RUN fourier 1 32 f32@64 f32[128]
__global__ void fourier(const float* x, float2* y) {
    __shared__ float2 values[64];
    int thread = threadIdx.x;
    for (int i = thread; i < 64; i += 32) values[__brev(i) >> 26] = make_float2(x[i], 0);
#pragma unroll 1
    for (int n = 1; n < 64; n *= 2) {
        __syncthreads();
        int k = thread & (n - 1), at = 2 * (thread - k) + k;
        float sine, cosine;
        sincospif(-float(k) / n, &sine, &cosine);
        float2 a = values[at], b = values[at + n];
        float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
        values[at] = make_float2(a.x + turned.x, a.y + turned.y);
        values[at + n] = make_float2(a.x - turned.x, a.y - turned.y);
    }
    __syncthreads();
    y[thread] = values[thread];
    y[thread + 32] = values[thread + 32];
}

// RUN long_integers 1 64 b64@128 u64[384]
__global__ void long_integers(const long long* x, unsigned long long* y) {
    int i = threadIdx.x;
    long long a = x[i], b = x[64 + i] >> (i % 48) | 1;
    y[i] = a / b ^ a % b;
    y[64 + i] = (unsigned long long)a / b + (unsigned long long)a % 1000000007;
    y[128 + i] = __mul64hi(a, b) ^ __umul64hi(a, b);
    __int128 wide = static_cast<__int128>(a) * b / (x[64 + i] | 1);
    y[192 + i] = wide;
    y[256 + i] = wide >> 64;
    y[320 + i] = __clzll(a) + __popcll(b) + (a >> (b & 63));
}

// RUN bits 2 64 b32@128 u32[896]
__global__ void bits(const unsigned* x, unsigned* y) {
    int i = global_index();
    unsigned v = x[i];
    y[i] = __brev(v) ^ __clz(v) ^ __ffs(v) << 8 ^ __popc(v) << 16;
    y[128 + i] = __byte_perm(v, i * 0x1234567, v >> 5);
    y[256 + i] = __funnelshift_l(v, i, v) + __funnelshift_rc(v, i, v >> 3);
    y[384 + i] = __vadd4(v, v >> 7) ^ __vmaxs2(v, v << 5);
    y[512 + i] = v / 7 + v % 10 + int(v) / 1000;
    y[640 + i] = (v & 0xff00ff) | (~v & i);
    y[768 + i] = __mulhi(int(v), i * 77777) + __usad(v, i, 1);
}

// RUN random_numbers 2 64 u32[512] f32[256]
__global__ void random_numbers(uint4* y, float2* normal) {
    uint4 counter = make_uint4(global_index(), 1, 2, 3);
    uint2 key = make_uint2(0xdeadbeef, 0xcafe);
    for (int round = 0; round < 10; round++) {
        unsigned high0 = __umulhi(0xd2511f53, counter.x), low0 = 0xd2511f53 * counter.x;
        unsigned high1 = __umulhi(0xcd9e8d57, counter.z), low1 = 0xcd9e8d57 * counter.z;
        counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9e3779b9;
        key.y += 0xbb67ae85;
    }
    y[global_index()] = counter;
    float radius = sqrtf(-2 * logf(counter.x * 0x1p-32f + 0x1p-33f)), sine, cosine;
    sincospif(counter.y * 0x1p-31f, &sine, &cosine);
    normal[global_index()] = make_float2(radius * sine, radius * cosine);
}

// `nvcc` does not fuse the product with the sum, because it does not read the assembly. `ptxas` does.
// RUN inline_assembly 1 64 f32@128 f32[64]
__global__ void inline_assembly(const float* x, float* y) {
    float product;
    asm("mul.f32 %0, %1, %2;" : "=f"(product) : "f"(x[threadIdx.x]), "f"(x[threadIdx.x + 64]));
    y[threadIdx.x] = product + x[threadIdx.x];
}

// Grids and simulations

// RUN stencil 2,2 16,16 f32@1024 f32[1024]
__global__ void stencil(const float* x, float* y) {
    __shared__ float tile[18][18];
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    int i = threadIdx.x + 1, j = threadIdx.y + 1, at = row * 32 + column;
    tile[j][i] = x[at];
    if (i == 1) tile[j][0] = column ? x[at - 1] : 0;
    if (i == 16) tile[j][17] = column < 31 ? x[at + 1] : 0;
    if (j == 1) tile[0][i] = row ? x[at - 32] : 0;
    if (j == 16) tile[17][i] = row < 31 ? x[at + 32] : 0;
    __syncthreads();
    y[at] = 0.25f * (tile[j - 1][i] + tile[j + 1][i] + tile[j][i - 1] + tile[j][i + 1]) - tile[j][i];
}

__constant__ float filter[9] = {0.1f, 0.2f, 0.1f, 0.2f, 0.5f, 0.2f, 0.1f, 0.2f, 0.1f};

// RUN convolution 2 64 f32@256 f32[128]
__global__ void convolution(const float* x, float* y) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 9; i++) sum += filter[i] * x[global_index() + i];
    y[global_index()] = sum * filter[threadIdx.x % 9];
}

// RUN bodies 1 64 f32@256 f32[256]
__global__ void bodies(const float4* x, float4* forces) {
    __shared__ float4 others[64];
    float4 own = x[threadIdx.x], force = make_float4(0, 0, 0, 0);
    others[threadIdx.x] = own;
    __syncthreads();
    for (float4 other : others) {
        float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), scale = other.w * r * r * r;
        force.x += dx * scale;
        force.y += dy * scale;
        force.z += dz * scale;
    }
    forces[threadIdx.x] = force;
}

// RUN mandelbrot 4 64 u32[256]
__global__ void mandelbrot(unsigned* y) {
    int i = global_index();
    float a = -2 + i % 16 * 0.1875f, b = -1 + i / 16 * 0.125f, re = 0, im = 0;
    unsigned steps = 0;
    for (; re * re + im * im < 4 && steps < 200; steps++) {
        float next = re * re - im * im + a;
        im = 2 * re * im + b;
        re = next;
    }
    y[i] = steps;
}

// Warps, groups and barriers

// RUN votes 1 64 b32@64 u32[448]
__global__ void votes(const unsigned* x, unsigned* y) {
    int i = threadIdx.x, equal;
    unsigned v = x[i], key = v >> 29;
    y[i] = __shfl_sync(ALL, v, i * 7 & 31) ^ __shfl_up_sync(ALL, v, 3, 8);
    y[64 + i] = __ballot_sync(ALL, v & 4);
    y[128 + i] = __match_any_sync(ALL, key);
    y[192 + i] = __match_all_sync(ALL, i / 32, &equal) + equal;
    y[256 + i] = __all_sync(ALL, v > 5) + 2 * __any_sync(ALL, v > 0xf0000000);
    if (i & 1) {
        y[320 + i] = __shfl_sync(0xaaaaaaaa, v, 1);
    } else {
        y[320 + i] = __ballot_sync(0x55555555, v & 8);
    }
    y[384 + i] = __syncthreads_count(v & 1);
}

// RUN warp_reductions 1 64 from=80 b32@64 u32[256]
__global__ void warp_reductions(const unsigned* x, unsigned* y) {
#if __CUDA_ARCH__ >= 800
    int i = threadIdx.x;
    y[i] = __reduce_add_sync(ALL, x[i]);
    y[64 + i] = __reduce_max_sync(ALL, int(x[i]));
    y[128 + i] = __reduce_xor_sync(ALL, x[i]);
    if (i & 1) y[192 + i] = __reduce_or_sync(0xaaaaaaaa, x[i]);
#endif
}

// RUN group_tiles 1 64 f32@64 s32@64 f32[128] s32[192]
__global__ void group_tiles(const float* x, const int* z, float* y, int* w) {
    int i = threadIdx.x;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto tile = cg::tiled_partition<8>(warp);
    y[i] = cg::reduce(warp, x[i], cg::plus<float>());
    y[64 + i] = cg::reduce(tile, x[i], cg::greater<float>());
    w[i] = cg::reduce(tile, z[i], cg::plus<int>()) + tile.meta_group_rank();
    auto alike = cg::binary_partition(warp, z[i] & 1);
    w[64 + i] = alike.thread_rank() * 100 + alike.num_threads();
    w[128 + i] = cg::reduce(alike, z[i], cg::less<int>());
}

// RUN large_tiles 1 256 b32@256 u32[512]
__global__ void large_tiles(const unsigned* x, unsigned* y) {
    __shared__ cg::block_tile_memory<256> memory;
    auto tile = cg::tiled_partition<128>(cg::this_thread_block(memory));
    int i = threadIdx.x;
    y[i] = cg::reduce(tile, x[i], cg::plus<unsigned>());
    tile.sync();
    y[256 + i] = tile.shfl(x[i], 100);
}

// RUN grid_barrier 6 96 --cooperative b32@576 u32[576] u32[577]
__global__ void grid_barrier(const unsigned* x, unsigned* parts, unsigned* y) {
    cg::grid_group grid = cg::this_grid();
    unsigned i = grid.thread_rank();
    unsigned sum = x[i];
    for (unsigned distance = 1; distance < grid.size(); distance *= 2) {
        parts[i] = sum;
        grid.sync();
        sum = 3 * sum + parts[(i + distance) % grid.size()];
        grid.sync();
    }
    y[i] = sum;
    if (i == 0) y[grid.size()] = grid.is_valid() + 2 * grid.num_blocks();
}

// RUN async_copies 2 64 f32@1024 f32[1024]
__global__ void async_copies(const float* x, float* y) {
    __shared__ alignas(16) float stages[2][256];
    const float* from = x + blockIdx.x * 512;
    auto load = [&](int stage) {
        __pipeline_memcpy_async(&stages[stage][4 * threadIdx.x], from + stage * 256 + 4 * threadIdx.x, 16);
        __pipeline_commit();
    };
    load(0);
    for (int stage = 0; stage < 2; stage++) {
        if (stage == 0) load(1);
        __pipeline_wait_prior(1 - stage);
        __syncthreads();
        for (int i = threadIdx.x; i < 256; i += 64) y[blockIdx.x * 512 + stage * 256 + i] = stages[stage][255 - i];
    }
}

// RUN block_barrier 1 64 f32@256 f32[64]
__global__ void block_barrier(const float* x, float* y) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ float values[64];
    if (threadIdx.x == 0) init(&barrier, 64);
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 4; i++) {
        values[threadIdx.x] = x[i * 64 + threadIdx.x];
        barrier.arrive_and_wait();
        sum += values[(threadIdx.x + 17 * i) % 64];
        barrier.arrive_and_wait();
    }
    y[threadIdx.x] = sum;
}

// RUN cluster 4 64 --cluster 2 from=90 f32@256 f32[256]
__global__ void cluster(const float* x, float* y) {
#if __CUDA_ARCH__ >= 900
    __shared__ float values[64];
    auto group = cg::this_cluster();
    values[threadIdx.x] = x[global_index()];
    group.sync();
    y[global_index()] = group.map_shared_rank(values, group.block_rank() ^ 1)[63 - threadIdx.x] * 2;
    group.sync();
#endif
}

// Atomics

__device__ void atomic_maximum(float* address, float value) {
    int* bits = reinterpret_cast<int*>(address);
    int seen = *bits, old;
    do {
        old = seen;
        if (__int_as_float(old) >= value) return;
        seen = atomicCAS(bits, old, __float_as_int(value));
    } while (seen != old);
}

// RUN atomics 2 64 s32@128 f32@128 s32[40] u64[8] f32[4]
__global__ void atomics(const int* x, const float* z, int* words, unsigned long long* longs, float* largest) {
    int i = global_index(), v = x[i], k = v & 7;
    atomicAdd(words + k, v);
    atomicMin(words + 8 + k, v);
    atomicXor(words + 16 + k, v);
    atomicOr(words + 24 + k, v);
    atomicInc(reinterpret_cast<unsigned*>(words) + 32, 10);
    atomicMax(longs + k, static_cast<unsigned long long>(v));
    atomic_maximum(largest + k % 4, z[i]);
}

// RUN lock 2 64 u32[1] u32[1]
__global__ void lock(unsigned* taken, volatile unsigned* count) {
    for (bool done = false; !done;) {
        if (atomicCAS(taken, 0, 1) == 0) {
            __threadfence();
            *count += 1;
            __threadfence();
            atomicExch(taken, 0);
            done = true;
        }
    }
}

// Control, calls and memory

// RUN bitonic_sort 1 256 b32@256 u32[256]
__global__ void bitonic_sort(const unsigned* x, unsigned* y) {
    __shared__ unsigned values[256];
    int i = threadIdx.x;
    values[i] = x[i];
    for (int size = 2; size <= 256; size *= 2) {
        for (int distance = size / 2; distance; distance /= 2) {
            __syncthreads();
            int other = i ^ distance;
            if (other > i && (values[i] > values[other]) == !(i & size)) {
                unsigned kept = values[i];
                values[i] = values[other];
                values[other] = kept;
            }
        }
    }
    __syncthreads();
    y[i] = values[i];
}

__device__ void quick(int* values, int left, int right) {
    if (left >= right) return;
    int pivot = values[(left + right) / 2], i = left, j = right;
    while (i <= j) {
        while (values[i] < pivot) i++;
        while (values[j] > pivot) j--;
        if (i > j) break;
        int kept = values[i];
        values[i++] = values[j];
        values[j--] = kept;
    }
    quick(values, left, j);
    quick(values, i, right);
}

// RUN recursion 1 8 s32@256
__global__ void recursion(int* values) { quick(values + threadIdx.x * 32, 0, 31); }

// RUN local_array 1 64 b32@64 u32[64]
__global__ void local_array(const unsigned* x, unsigned* y) {
    unsigned stack[16], sum = 0;
    int top = 0;
    stack[top++] = x[threadIdx.x];
    while (top) {
        unsigned v = stack[--top];
        sum = sum * 31 + (v & 15);
        if (v >> 8 && top < 14) {
            stack[top++] = v >> 8;
            stack[top++] = v >> 16 & 255;
        }
    }
    y[threadIdx.x] = sum;
}

// RUN branches 1 64 b32@64 s32[64]
__global__ void branches(const unsigned* x, int* y) {
    unsigned v = x[threadIdx.x];
    int result = 1;
    switch (v % 9) {
        case 0: result = v * 2; break;
        case 1: result = v + 7; break;
        case 2: result = v / 3; break;
        case 3: result = v ^ 99; [[fallthrough]];
        case 4: result += v >> 2; break;
        case 5: result = __popc(v); break;
        case 6: for (; v > 100; v = v * 5 / 9) result += v % 5 == 2 ? 3 : v; break;
        case 7: return;
        default: result = -v;
    }
    y[threadIdx.x] = result;
}

__device__ int triple(int x) { return 3 * x; }
__device__ int mixed(int x) { return x ^ 0x55; }
__device__ int (*table[2])(int) = {triple, mixed};

// RUN function_pointers 1 64 s32@64 s32[64]
__global__ void function_pointers(const int* x, int* y) {
    y[threadIdx.x] = table[x[threadIdx.x] & 1](x[threadIdx.x]) + table[threadIdx.x & 1](7);
}

struct Shape {
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};

struct Square : Shape {
    float side;
    __device__ explicit Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
};

struct Circle : Shape {
    float radius;
    __device__ explicit Circle(float radius) : radius(radius) {}
    __device__ float area() const override { return 3.14159f * radius * radius; }
};

// RUN virtual_functions 1 64 f32@64 f32[64]
__global__ void virtual_functions(const float* x, float* y) {
    float v = x[threadIdx.x];
    Shape* shape = threadIdx.x & 1 ? static_cast<Shape*>(new Square(v)) : new Circle(v);
    y[threadIdx.x] = shape->area();
    delete shape;
}

// RUN wide_loads 1 64 f32@512 b64@128 f32[512] u64[128]
__global__ void wide_loads(const float4* x, const ulonglong2* z, float4* y, ulonglong2* w) {
    float4 v = x[threadIdx.x];
    v.x += 1;
    v.w *= v.y;
    y[threadIdx.x] = v;
    y[64 + threadIdx.x] = __ldg(x + 127 - threadIdx.x);
    ulonglong2 pair = z[threadIdx.x];
    pair.x ^= pair.y;
    w[threadIdx.x] = pair;
}

// RUN print 1 4 f32@4 f32[4]
__global__ void print(const float* x, float* y) {
    int count = printf("%d: %f %5.2e %c %s\n", threadIdx.x, x[threadIdx.x], x[threadIdx.x], 'a' + threadIdx.x, "text");
    y[threadIdx.x] = x[threadIdx.x] + count;
}
