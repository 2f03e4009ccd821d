// Half precision in inline assembly, spelled as in common headers.

typedef unsigned short half_bits;

__device__ half_bits added(half_bits a, half_bits b) {
    half_bits d;
    asm("{ add.f16 %0, %1, %2; }" : "=h"(d) : "h"(a), "h"(b));
    return d;
}

extern "C" __global__ void half_sum(const half_bits *in, half_bits *out) {
    out[threadIdx.x] = added(in[threadIdx.x], in[threadIdx.x + 1]);
}

extern "C" __global__ void half_pairs(const unsigned *a, const unsigned *b, unsigned *out) {
    unsigned d;
    asm("{ fma.rn.f16x2 %0, %1, %2, %1; }" : "=r"(d) : "r"(a[threadIdx.x]), "r"(b[threadIdx.x]));
    asm("{ neg.f16x2 %0, %0; }" : "+r"(d));
    out[threadIdx.x] = d;
}

extern "C" __global__ void widened(const half_bits *in, float *out) {
    float f;
    asm("{ cvt.f32.f16 %0, %1; }" : "=f"(f) : "h"(in[threadIdx.x]));
    out[threadIdx.x] = f * 2.0f;
}

extern "C" __global__ void narrowed(const float *in, half_bits *out) {
    half_bits h;
    asm("{ cvt.rn.f16.f32 %0, %1; }" : "=h"(h) : "f"(in[threadIdx.x]));
    out[threadIdx.x] = h;
}
