// Typical kernels: memory, shared memory, loops, calls, atomics, warps.

extern "C" __global__ void saxpy(float a, const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

extern "C" __global__ void reduction(const float *in, float *out, unsigned n) {
    __shared__ float partial[256];
    float sum = 0.0f;
    for (unsigned i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += in[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned s = 128; s > 0; s >>= 1) {
        if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, partial[0]);
}

extern "C" __global__ void warp_sum(float *data) {
    float v = data[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
    if ((threadIdx.x & 31) == 0) data[threadIdx.x / 32] = v;
}

extern "C" __global__ void tiled_product(const float *a, const float *b, float *c, int n) {
    __shared__ float ta[16][16], tb[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k += 16) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; ++j) sum += ta[threadIdx.y][j] * tb[j][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

extern "C" __global__ void softmax(const float *in, float *out, int n) {
    const float *row = in + blockIdx.x * n;
    float greatest = row[0], sum = 0.0f;
    for (int i = 1; i < n; ++i) greatest = fmaxf(greatest, row[i]);
    for (int i = 0; i < n; ++i) sum += expf(row[i] - greatest);
    for (int i = 0; i < n; ++i) out[blockIdx.x * n + i] = expf(row[i] - greatest) / sum;
}

__device__ __noinline__ float called(float x, int depth) {
    return depth == 0 ? x : called(x * 0.5f + 1.0f, depth - 1);
}

extern "C" __global__ void recursion(float *data) { data[threadIdx.x] = called(data[threadIdx.x], 5); }

typedef float (*function)(float);
__device__ float twice(float x) { return x + x; }
__device__ float squared(float x) { return x * x; }
__device__ function table[2] = {twice, squared};

extern "C" __global__ void indirect(float *data, int which) {
    data[threadIdx.x] = table[which & 1](data[threadIdx.x]);
}

__constant__ float coefficients[4] = {1.0f, -0.5f, 0.25f, -0.125f};

extern "C" __global__ void horner(float *data) {
    float x = data[threadIdx.x], y = 0.0f;
    for (int i = 3; i >= 0; --i) y = fmaf(y, x, coefficients[i]);
    data[threadIdx.x] = y;
}

extern "C" __global__ void integers(const int *a, const unsigned *b, long long *out) {
    int i = threadIdx.x;
    int x = a[i];
    unsigned y = b[i];
    out[i] = (long long)x * y + (x / 7) % 5 + __popc(y) + __clz(x) + __brev(y) + __ffs(x)
        + __mulhi(x, x) + min(x, 3) + max(y, 9u) + abs(x) + (x << 3) + (y >> 5) + __byte_perm(x, y, 0x3210)
        + __funnelshift_l(x, y, 7) + __umul24(x, y) + __sad(x, x, y) + ((x & y) | ~x) + (x ^ 5);
}

extern "C" __global__ void conversions(const double *in, float *f, int *i, unsigned long long *u) {
    double x = in[threadIdx.x];
    f[threadIdx.x] = __double2float_ru(x);
    i[threadIdx.x] = __double2int_rd(x) + (int)(char)(int)x + (short)(int)x;
    u[threadIdx.x] = __float2ull_rn((float)x) + (unsigned char)(int)x;
}

extern "C" __global__ void selection(const float *a, const float *b, float *out) {
    int i = threadIdx.x;
    float x = a[i], y = b[i];
    out[i] = x < y && !isnan(x) ? x : (isinf(y) || x != x ? 0.0f : y);
}

extern "C" __global__ void vectors(const float4 *a, float2 *out) {
    float4 v = a[threadIdx.x];
    out[threadIdx.x] = make_float2(v.x * v.y, v.z - v.w);
}

extern "C" __global__ void assembled(float *x, unsigned long long *packed) {
    float y;
    asm("{ .reg .f32 t; rcp.approx.ftz.f32 t, %1; mul.rn.f32 %0, t, %1; }" : "=f"(y) : "f"(x[0]));
    unsigned long long two;
    asm("mov.b64 %0, {%1, %2};" : "=l"(two) : "f"(y), "f"(x[1]));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(x));
    x[0] = y;
    *packed = two;
}

struct Complex {
    float re, im;
};

extern "C" __global__ void mandelbrot(const Complex *points, int *steps) {
    Complex c = points[threadIdx.x], z = {0.0f, 0.0f};
    int n = 0;
    while (n < 100 && z.re * z.re + z.im * z.im < 4.0f) {
        Complex next = {z.re * z.re - z.im * z.im + c.re, 2.0f * z.re * z.im + c.im};
        z = next;
        ++n;
    }
    steps[threadIdx.x] = n;
}

extern "C" __global__ __launch_bounds__(128, 2) void dispatched(float *x, int kind) {
    switch (kind) {
    case 0: x[threadIdx.x] += 1.0f; break;
    case 1: x[threadIdx.x] *= 2.0f; break;
    case 2: x[threadIdx.x] = -x[threadIdx.x]; break;
    case 3: x[threadIdx.x] = fabsf(x[threadIdx.x]); break;
    case 4: x[threadIdx.x] = x[threadIdx.x] / 3.0f; break;
    default: x[threadIdx.x] = 0.0f;
    }
}

template <typename T> __device__ T clamped(T x, T low, T high) { return x < low ? low : x > high ? high : x; }

extern "C" __global__ void clamp_all(float *f, double *d, short *s) {
    int i = threadIdx.x;
    f[i] = clamped(f[i], 0.0f, 1.0f);
    d[i] = clamped(d[i], 0.0, 1.0);
    s[i] = clamped(s[i], (short)-5, (short)5);
}
