// A second implementation of NVIDIA's multi-function unit, independent of ptx-core. Each step of the hardware is written
// plainly, so the program is slow. Tests compare ptx-core with its digests.
//
//   gcc -O2 -fopenmp mufu_model.c -o mufu_model
//   ./mufu_model mufu_tables.tsv OP > OP.bin      (OP: a name of OPS below)
//
// Output: 4096 little-endian 64-bit digests. Digest k covers the inputs from k·2^20 to (k+1)·2^20 - 1. It is FNV-1a
// over the digests of its 16 blocks of 2^16 inputs, with one 64-bit word per step. The digest of a block is FNV-1a over
// the results, with one 32-bit result per step.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;

static i64 RCP[128][3], RSQ[128][3], SQRT[128][3], LG2[64][3], EX2[64][3], SIN[64][3], TANH[51][3];

static void read_tables(const char *path) {
    static const struct { const char *name; i64 (*rows)[3]; } tables[] =
        {{"rcp", RCP}, {"rsq", RSQ}, {"sqrt", SQRT}, {"lg2", LG2}, {"ex2", EX2}, {"sin", SIN}, {"tanh", TANH}};
    FILE *f = fopen(path, "r");
    char line[512], name[8];
    int i, n = 0;
    long c[3];
    if (!f) { perror(path); exit(1); }
    while (fgets(line, sizeof line, f))
        if (line[0] != '#' && sscanf(line, "%7s %d %ld %ld %ld", name, &i, c, c + 1, c + 2) == 5)
            for (int t = 0; t < 7; t++)
                if (!strcmp(name, tables[t].name)) {
                    for (int k = 0; k < 3; k++) tables[t].rows[i][k] = c[k];
                    n++;
                }
    if (n != 627) { fprintf(stderr, "%d rows\n", n); exit(1); }
    fclose(f);
}

static const u32 NAN32 = 0x7fffffff, INF32 = 0x7f800000;

// A table of the hardware's truncated squares: each set bit i of x adds x >> (18 - i). The sum is halved and truncated.
static u32 SQ[1 << 17];
static void make_squares(void) {
    for (u32 x = 0; x < 1 << 17; x++) {
        u32 sum = 0;
        for (int i = 0; i < 17; i++)
            if (x >> i & 1) sum += x >> (18 - i);
        SQ[x] = sum >> 1;
    }
}
static i64 sq(u32 x) { return SQ[x]; }

static u32 pack(u32 s, int E, i64 m) {
    if (m == 1 << 24) { m = 1 << 23; E++; }
    if (E <= 0 || m < 1 << 23) return s << 31;
    if (E >= 255) return s << 31 | INF32;
    return s << 31 | (u32)E << 23 | ((u32)m & 0x7fffff);
}

// Returns 24 bits of the reciprocal of the significand 1.f.
static i64 rcp_bits(u32 f) {
    i64 *c = RCP[f >> 16], r = f & 0xffff;
    return ((c[0] << 13) + c[1] * r + c[2] * sq(r << 1) + 0x47e7) >> 15;
}
// Returns 24 bits of the reciprocal square root of a significand in [1, 4); bit 23 of g is the parity of the exponent.
static i64 rsq_bits(u32 g) {
    i64 *c = RSQ[g >> 17], r = g & 0x1ffff;
    return ((c[0] << 14) + c[1] * r + (c[2] * sq(r) << 2) + 0x7fff) >> 16;
}

#define FIELDS u32 s = x >> 31, f = x & 0x7fffff; int e = x >> 23 & 255; int nan = e == 255 && f

static u32 rcp(u32 x) {
    FIELDS;
    if (nan) return NAN32;
    if (e == 255) return s << 31;
    if (e == 0) return s << 31 | INF32;
    return pack(s, 253 - e, rcp_bits(f));
}

static u32 rsq(u32 x) {
    FIELDS;
    if (nan) return NAN32;
    if (e == 0) return s << 31 | INF32;
    if (s) return NAN32;
    if (e == 255) return 0;
    int k = e - 127, E = 126 - (k >> 1);
    u32 g = f | (u32)(k & 1) << 23;
    return g ? pack(0, E, rsq_bits(g)) : pack(0, E + 1, 1 << 23);
}

static u32 sqrt_(u32 x) {
    FIELDS;
    if (nan) return NAN32;
    if (e == 0) return s << 31;
    if (s) return NAN32;
    if (e == 255) return x;
    int k = e - 127;
    i64 *c = SQRT[(k & 1) << 6 | f >> 17], r = f & 0x1ffff;
    return pack(0, 127 + (k >> 1), ((c[0] << 15) + c[1] * r + (c[2] * sq(r) * 2) + 0xffff) >> 17);
}

static u32 lg2(u32 x) {
    FIELDS;
    if (nan) return NAN32;
    if (e == 0) return 1u << 31 | INF32;
    if (s) return NAN32;
    if (e == 255) return x;
    i64 t = 0;
    if (x != 0x3f800000) {
        i64 *c = LG2[f >> 17], r = f & 0x1ffff;
        t = ((c[0] << 12) + c[1] * r + c[2] * sq(r) * 2 + 0x3345) >> 2;
    }
    t += (i64)(e - 127) * ((i64)1 << 36);
    if (t < 0) { s = 1; t = ~t; }
    if (t == 0) return s << 31;
    int E = 133;
    for (; !(t >> 42 & 1); t <<= 1) E--;
    return pack(s, E, t >> 19);
}

// Returns m·2^k, truncated to an integer, modulo 2^32.
static u32 shifted(u64 m, int k) {
    if (k >= 32) return 0;
    for (; k > 0; k--) m = m << 1 & 0xffffffff;
    for (; k < 0 && m; k++) m >>= 1;
    return (u32)m;
}

#define WITHOUT_VALUE                              \
    if (nan) return s << 31 | 0x40000000;          \
    if (e == 255) return s << 31 | 0x40800000;     \
    if (e == 0) return s << 31

static u32 rro_ex2(u32 x) {
    FIELDS;
    WITHOUT_VALUE;
    if (e - 127 >= 7) return s << 31 | 0x40800000;
    return s << 31 | shifted(f | 0x800000, e - 127);
}

static u32 rro_sincos(u32 x) {
    FIELDS;
    WITHOUT_VALUE;
    return s << 31 | (shifted((u64)(f | 0x800000) * 0xa2f983 >> 16, e - 127 - 8) & 0x1ffffff);
}

// Returns floor(|x|·2^25) mod 2^25 with the sign of x. x = m·2^(e - 150) is an angle in turns.
static u32 turns(u32 x) {
    FIELDS;
    WITHOUT_VALUE;
    return s << 31 | (shifted(f | 0x800000, e - 150 + 25) & 0x1ffffff);
}

static u32 trig(u32 w, int cosine) {
    u32 s = w >> 31, n = w >> 23 & 255, f = w & 0x7fffff;
    if (w >> 30 & 1) return NAN32;
    if (cosine) { n++; s = 0; }
    if (n & 1) f = ~f & 0x7fffff;
    s ^= n >> 1 & 1;
    i64 *c = SIN[f >> 17], r = f & 0x1ffff;
    i64 t = (c[0] << 11) + c[1] * r + c[2] * sq(r);
    if (t == 0) return s << 31;
    int E = 127;
    for (; !(t >> 37 & 1); t <<= 1) E--;
    return pack(s, E, t >> 14);
}
static u32 sin_(u32 w) { return trig(w, 0); }
static u32 cos_(u32 w) { return trig(w, 1); }
static u32 sin_float(u32 x) { return trig(turns(x), 0); }
static u32 cos_float(u32 x) { return trig(turns(x), 1); }

static u32 ex2(u32 w) {
    u32 s = w >> 31, f = w & 0x7fffff;
    int n = w >> 23 & 0x7f;
    if (w >> 30 & 1) return !(w >> 23 & 1) ? NAN32 : s ? 0 : INF32;
    if (s) {
        if (f) { f = ~f & 0x7fffff; n = -n - 1; }
        else n = -n;
    }
    i64 *c = EX2[f >> 17], r = f & 0x1ffff;
    return pack(0, n + 127, ((c[0] << 13) + c[1] * r + c[2] * sq(r) + 0x77e2) >> 15);
}
static u32 ex2_float(u32 x) { return ex2(rro_ex2(x)); }

// Returns x · 0f3e22f983 (1/2pi) like mul.rz.f32, computed in integers.
static u32 over_2pi(u32 x) {
    FIELDS;
    if (nan) return NAN32;
    if (e == 255 || (e == 0 && f == 0)) return x;
    u64 m = (e ? f | 0x800000 : f) * (u64)0xa2f983; // value m·2^(E - 150 + 124 - 150)
    int E = e ? e : 1;
    int q = E - 150 + 124 - 150; // exponent of the unit of m
    while (m >= 1 << 24 || q < -149) { m >>= 1; q++; }
    while (m && m < 1 << 23 && q > -149) { m <<= 1; q--; }
    return m < 1 << 23 ? s << 31 | (u32)m : s << 31 | (u32)(q + 150) << 23 | ((u32)m & 0x7fffff);
}

// ---- the approximate PTX instructions; FMUL and FADD are the host's float operations ----
static float f32(u32 x) { float f; memcpy(&f, &x, 4); return f; }
static u32 bits(float f) { u32 x; memcpy(&x, &f, 4); return f != f ? NAN32 : x; }
static u32 mul(u32 a, float k) { return bits(f32(a) * k); }
static int subnormal_or_zero(u32 x) { return (x & 0x7f800000) == 0; }
static int over_2_126(u32 x) { return (x & 0x7fffffff) > 0x7e800000 && (x & 0x7fffffff) <= INF32; }

static u32 rcp_approx(u32 x) {
    float k = subnormal_or_zero(x) ? 0x1p24f : over_2_126(x) ? 0x1p-2f : 1.0f;
    return mul(rcp(mul(x, k)), k);
}
static u32 rsqrt_approx(u32 x) { return subnormal_or_zero(x) ? mul(rsq(mul(x, 0x1p24f)), 0x1p12f) : rsq(x); }
static u32 sqrt_approx_ftz_sm50(u32 x) { return rcp(rsq(x)); }
static u32 sqrt_approx_sm50(u32 x) { return subnormal_or_zero(x) ? mul(rcp(rsq(mul(x, 0x1p24f))), 0x1p-12f) : rcp(rsq(x)); }
static u32 sqrt_approx_sm52(u32 x) { return subnormal_or_zero(x) ? mul(sqrt_(mul(x, 0x1p24f)), 0x1p-12f) : sqrt_(x); }
static u32 lg2_approx(u32 x) { return subnormal_or_zero(x) ? bits(f32(lg2(mul(x, 0x1p24f))) - 24.0f) : lg2(x); }
static u32 ex2_approx(u32 x) {
    if (!(f32(x) < -126.0f)) return ex2_float(x);
    u32 t = ex2_float(mul(x, 0.5f));
    return mul(t, f32(t));
}
// The table of tanh starts at 2^-8. Each binade (from a power of two to the next) has 1, 2, 4, 8 or 16 segments.
static u32 tanh_approx(u32 x) {
    static const int segment_bits[11] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3}, fraction_bits[5] = {8, 10, 12, 13, 15};
    FIELDS;
    if (nan) return NAN32;
    if (e < 127 - 8) return x;
    if (e >= 127 + 3) return s << 31 | 0x3f800000;
    int row = 0, n = segment_bits[e - 119];
    for (int i = 0; i < e - 119; i++) row += 1 << segment_bits[i];
    row += (int)(f >> (23 - n));
    u32 r = f << n & 0x7fffff;
    r >>= 6;
    i64 t = TANH[row][0] * (1 << fraction_bits[n]) + TANH[row][1] * r + 2 * TANH[row][2] * sq(r);
    // t is the significand of a number that has the exponent of x, or the exponent -1 if |x| is 1 or more.
    int E = e < 126 ? e : 126, shift = fraction_bits[n];
    if (t >> shift < 1 << 23) { shift--; E--; }
    return pack(s, E, t >> shift);
}
// The next functions apply the unit to pairs of halves: each half is widened to f32, and the f32 result is truncated.
static u32 of_f16(u32 h) {
    u32 s = h >> 15 << 31, f = h & 0x3ff;
    int e = h >> 10 & 31;
    if (e == 31) return s | INF32 | f << 13;
    if (e > 0) return s | (u32)(e + 112) << 23 | f << 13;
    return s | bits((float)f * 0x1p-24f);
}
static u32 to_f16(u32 x) {
    FIELDS;
    if (nan) return 0x7fff;
    if (e >= 127 + 16) return s << 15 | 0x7c00;
    if (e >= 127 - 14) return s << 15 | (u32)(e - 112) << 10 | f >> 13;
    return s << 15 | (e < 127 - 24 ? 0 : (f | 1 << 23) >> (126 - e));
}
#define PAIRS(NAME, OP) \
    static u32 NAME##_f16x2(u32 x) { return to_f16(OP(of_f16(x >> 16))) << 16 | to_f16(OP(of_f16(x & 0xffff))); } \
    static u32 NAME##_bf16x2(u32 x) { return (OP(x & 0xffff0000) & 0xffff0000) | OP(x << 16) >> 16; }
PAIRS(ex2, ex2_float)
PAIRS(tanh, tanh_approx)
static u32 sin_approx_sm50(u32 x) { return sin_(rro_sincos(x)); }
static u32 cos_approx_sm50(u32 x) { return cos_(rro_sincos(x)); }
static u32 sin_approx_sm70(u32 x) { return sin_float(over_2pi(x)); }
static u32 cos_approx_sm70(u32 x) { return cos_float(over_2pi(x)); }

#define FIELDS64H u32 s = x >> 31, f = x & 0xfffff; int e = x >> 20 & 2047

static u32 high(u32 s, int E, i64 m) {
    if (m == 1 << 24) { m = 1 << 23; E++; }
    return E <= 0 ? s << 31 : s << 31 | (u32)E << 20 | ((u32)(m >> 3) & 0xfffff);
}

static u32 rcp64h(u32 x) {
    FIELDS64H;
    if (e == 2047) return f ? NAN32 : s << 31;
    if (e == 0) return s << 31 | 0x7ff00000;
    return high(s, 2045 - e, rcp_bits(f << 3));
}

static u32 rsq64h(u32 x) {
    FIELDS64H;
    if (e == 2047 && f) return NAN32;
    if (e == 0) return s << 31 | 0x7ff00000;
    if (s) return NAN32;
    if (e == 2047) return 0;
    int k = e - 1023, E = 1022 - (k >> 1);
    u32 g = f << 3 | (u32)(k & 1) << 23;
    return g ? high(0, E, rsq_bits(g)) : high(0, E + 1, 1 << 23);
}

static const struct { const char *name; u32 (*op)(u32); } OPS[] = {
    {"rcp", rcp}, {"rsq", rsq}, {"sqrt", sqrt_}, {"lg2", lg2},
    {"ex2", ex2}, {"sin", sin_}, {"cos", cos_}, {"ex2_float", ex2_float}, {"sin_float", sin_float}, {"cos_float", cos_float},
    {"rro_ex2", rro_ex2}, {"rro_sincos", rro_sincos}, {"rcp64h", rcp64h}, {"rsq64h", rsq64h},
    {"rcp_approx", rcp_approx}, {"rsqrt_approx", rsqrt_approx}, {"lg2_approx", lg2_approx}, {"ex2_approx", ex2_approx},
    {"sqrt_approx_sm50", sqrt_approx_sm50}, {"sqrt_approx_ftz_sm50", sqrt_approx_ftz_sm50}, {"sqrt_approx_sm52", sqrt_approx_sm52},
    {"tanh_approx", tanh_approx}, {"ex2_f16x2", ex2_f16x2}, {"ex2_bf16x2", ex2_bf16x2}, {"tanh_f16x2", tanh_f16x2},
    {"tanh_bf16x2", tanh_bf16x2},
    {"sin_approx_sm50", sin_approx_sm50}, {"cos_approx_sm50", cos_approx_sm50},
    {"sin_approx_sm70", sin_approx_sm70}, {"cos_approx_sm70", cos_approx_sm70},
};

static u64 fnv(u64 digest, u64 word) { return (digest ^ word) * 0x100000001b3; }
static const u64 FNV_BASIS = 0xcbf29ce484222325;

int main(int argc, char **argv) {
    static u64 digests[4096];
    u32 (*op)(u32) = 0;
    if (argc != 3) { fprintf(stderr, "usage: %s TABLES.tsv OP > OP.bin\n", argv[0]); return 2; }
    for (unsigned i = 0; i < sizeof OPS / sizeof *OPS; i++)
        if (!strcmp(argv[2], OPS[i].name)) op = OPS[i].op;
    if (!op) { fprintf(stderr, "no operation %s\n", argv[2]); return 2; }
    read_tables(argv[1]);
    make_squares();
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < 4096; k++) {
        u64 digest = FNV_BASIS;
        for (u32 b = 0; b < 16; b++) {
            u64 block = FNV_BASIS;
            for (u32 j = 0; j < 65536; j++) block = fnv(block, op((u32)k << 20 | b << 16 | j));
            digest = fnv(digest, block);
        }
        digests[k] = digest;
    }
    return fwrite(digests, 8, 4096, stdout) != 4096;
}
