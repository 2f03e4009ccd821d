// Computes elements of D like the tensor core, for mma_model.c. Each step of the hardware is written plainly,
// mostly in integers.
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t i64;

enum type { F16, BF16, TF32, F32, E4M3, E5M2, E3M2, E2M3, E2M1, F64, S8, U8, S4, U4, B1, S32 };
static const char *const NAMES[] = {"f16", "bf16", "tf32", "f32", "e4m3", "e5m2", "e3m2", "e2m3",
                                    "e2m1", "f64", "s8", "u8", "s4", "u4", "b1", "s32"};
static const int BITS[] = {16, 16, 32, 32, 8, 8, 8, 8, 8, 64, 8, 8, 4, 4, 1, 32};

// The float formats: the widths of exponent and fraction, the bias, and the number of ignored low bits.
static const struct { int e, f, bias, low; } FORMATS[] = {
    {5, 10, 15, 0}, {8, 7, 127, 0}, {8, 10, 127, 13}, {8, 23, 127, 0}, {4, 3, 7, 0},
    {5, 2, 15, 0},  {3, 2, 3, 0},   {2, 3, 1, 0},     {2, 1, 1, 2},
};

enum instruction { MMA, WGMMA, TCGEN05, WMMA };

struct form {
    enum instruction instruction;
    int sparse, m, n, k, sat, mode, op; // op: 1 xor, 2 and
    int vector, ue4m3, fp4;             // number of scales of a row, or 0; whether they are ue4m3; whether E2M1 takes 4 bits
    enum type d, a, b, c;
};

// The operands besides A, B and C: metadata (one digit for each `chunk` of columns), scales of the row and of the column,
// whether A and B are negated, and whether C is ignored (scale-d).
struct extras { u64 digits[64], sa[4], sb[4], negate_a, negate_b, ignore_c; };

static int element_bits(const struct form *x, enum type t) { return x->fp4 && t == E2M1 ? 4 : BITS[t]; }
static int stored(const struct form *x) { return x->sparse ? x->k / 2 : x->k; }
// Returns the number of columns that one digit of metadata describes.
static int chunk(const struct form *x) { return x->a == TF32 ? 2 : element_bits(x, x->a) == 4 ? 8 : 4; }

// ---- numbers

enum kind { FINITE, INFINITE, NAN_ };
struct number { enum kind kind; int sign; u64 m; int e, f; }; // m * 2^(e - f)

static struct number decode(enum type t, u64 word) {
    int e = FORMATS[t].e, f = FORMATS[t].f;
    word >>= FORMATS[t].low;
    int field = word >> f & ((1 << e) - 1);
    u64 fraction = word & ((1ull << f) - 1);
    struct number x = {FINITE, word >> (e + f) & 1, fraction, 1 - FORMATS[t].bias, f};
    if (field) x.m |= 1ull << f, x.e = field - FORMATS[t].bias;
    if (t == E4M3 && field == 15 && fraction == 7) x.kind = NAN_;
    if ((t <= F32 || t == E5M2) && field == (1 << e) - 1) x.kind = fraction ? NAN_ : INFINITE;
    return x;
}

// Returns s * 2^unit, rounded towards zero to fb fraction bits, as f32 with the sign bit `sign`. A zero is +0.
static u32 to_f32(int sign, u64 s, int unit, int fb) {
    if (!s) return 0;
    int e = 63 - __builtin_clzll(s) + unit;
    if (e < -126) e = -126;
    int shift = e - fb - unit;
    u64 q = shift > 63 ? 0 : shift >= 0 ? s >> shift : s << -shift;
    if (!q) return 0;
    if (e > 127) return (u32)sign << 31 | 0x7f800000;
    q <<= 23 - fb;
    u32 bits = q < 1 << 23 ? q : ((u32)(e + 127) << 23) + (q - (1 << 23));
    return (u32)sign << 31 | bits;
}

// Returns s * 2^unit, rounded to nearest even, as f16 with the sign bit `sign`. A zero result has the sign bit `zero`.
static u32 to_f16(int sign, u64 s, int unit, int zero) {
    if (!s) return (u32)zero << 15;
    int e = 63 - __builtin_clzll(s) + unit;
    if (e < -14) e = -14;
    int shift = e - 10 - unit;
    u64 q;
    if (shift <= 0) q = s << -shift;
    else if (shift > 63) q = 0;
    else {
        u64 rest = s & ((1ull << shift) - 1), half = 1ull << (shift - 1);
        q = s >> shift;
        q += rest > half || (rest == half && q & 1);
    }
    if (!q) return (u32)zero << 15;
    if (q == 1 << 11) q >>= 1, e++;
    if (e > 15) return (u32)sign << 15 | 0x7c00;
    u32 bits = q < 1 << 10 ? q : ((u32)(e + 15) << 10) + (q - (1 << 10));
    return (u32)sign << 15 | bits;
}

// ---- one step of the hardware

// How a step adds: L is the number of products, and fb is the number of fraction bits of an f32 result. Each term keeps F
// fraction bits below the largest exponent of all terms. If the largest exponent is below `floor`, `floor` replaces it.
struct parameters { int L, F, floor, fb; };

// Adds n products to c. Adds `scale` to the exponent of each product, which multiplies the product by 2^scale.
static u32 step(struct parameters p, enum type d, struct number c, const struct number *a, const struct number *b, int n,
                int scale) {
    int nan = c.kind == NAN_, plus = 0, minus = 0, E = p.floor;
    if (c.kind == INFINITE) *(c.sign ? &minus : &plus) = 1;
    if (c.kind == FINITE && c.m && c.e > E) E = c.e;
    for (int k = 0; k < n; k++) {
        int sign = a[k].sign ^ b[k].sign;
        int zero = (a[k].kind == FINITE && !a[k].m) || (b[k].kind == FINITE && !b[k].m);
        if (a[k].kind == NAN_ || b[k].kind == NAN_) nan = 1;
        else if (a[k].kind == INFINITE || b[k].kind == INFINITE) {
            if (zero) nan = 1;
            else *(sign ? &minus : &plus) = 1;
        } else if (!zero && a[k].e + b[k].e + scale > E) E = a[k].e + b[k].e + scale;
    }
    if (nan || (plus && minus)) return d == F16 ? 0x7fff : 0x7fffffff;
    if (plus || minus) return (d == F16 ? 0x7c00 : 0x7f800000) | (u32)minus << (d == F16 ? 15 : 31);
    i64 S = 0;
    for (int k = -1; k < n; k++) {
        int sign = k < 0 ? c.sign : a[k].sign ^ b[k].sign;
        u64 m = k < 0 ? c.m : a[k].m * b[k].m;
        int e = k < 0 ? c.e : a[k].e + b[k].e + scale, f = k < 0 ? c.f : a[k].f + b[k].f;
        int sh = e - E + p.F - f;
        i64 units = !m ? 0 : sh >= 0 ? (i64)(m << sh) : -sh > 62 ? 0 : (i64)(m >> -sh);
        S += sign ? -units : units;
    }
    u64 size = S < 0 ? -(u64)S : (u64)S;
    return d == F16 ? to_f16(S < 0, size, E - p.F, 0) : to_f32(S < 0, size, E - p.F, p.fb);
}

static u32 chain(struct parameters p, enum type d, enum type ctype, u32 c, const struct number *a, const struct number *b, int n) {
    for (int k = 0; k < n; k += p.L) {
        c = step(p, d, decode(ctype, c), a + k, b + k, n - k < p.L ? n - k : p.L, 0);
        ctype = d;
    }
    return c;
}

// ---- parameters

static struct parameters f16_parameters(int sm, int half) {
    if (sm < 75) return (struct parameters){4, 23, half ? -19 : -1000, 23};
    if (sm < 90) return (struct parameters){8, 24, half ? -20 : -132, 23};
    return (struct parameters){16, 25, half ? -21 : -133, 23};
}

static struct parameters parameters(const struct form *x, int sm) {
    int half = x->d == F16;
    switch (x->a) {
    case F16: return f16_parameters(sm, half);
    case BF16: return sm < 90 ? (struct parameters){8, 24, -132, 23} : (struct parameters){16, 25, -133, 23};
    case TF32:
        if (sm < 90) return (struct parameters){4, 24, -132, 23};
        // wmma m16n16k8 runs as two instructions of four products.
        return (struct parameters){x->instruction == WMMA ? 4 : 8, 25, -133, 23};
    default:
        if (x->vector) return (struct parameters){32, 25, -133, 23};
        if (x->instruction == WGMMA) return (struct parameters){32, 13, -1000, 13};
        if (sm < 90) return (struct parameters){16, 13, -1000, 13};
        return (struct parameters){32, 25, -1000, 23};
    }
}

// ---- forms of several steps

static float f32(u32 x) { float y; memcpy(&y, &x, 4); return y; }
static u32 word32(float x) { u32 y; memcpy(&y, &x, 4); return isnan(x) ? 0x7fffffff : y; }

// Converts an f16 to f32, exactly.
static float widen(u32 h) {
    struct number x = decode(F16, h);
    float y = x.kind == NAN_ ? NAN : x.kind == INFINITE ? INFINITY : ldexpf((float)x.m, x.e - x.f);
    return x.sign ? -y : y;
}
// Converts an f32 to the nearest f16.
static u32 narrow(float x) {
    if (isnan(x)) return 0x7fff;
    if (isinf(x)) return x < 0 ? 0xfc00 : 0x7c00;
    struct number y = decode(F32, word32(x));
    return to_f16(y.sign, y.m, y.e - y.f, y.sign);
}

// Converts an 8-bit float to f16, exactly.
static u32 fp8_to_f16(enum type t, u64 word) {
    struct number x = decode(t, word);
    if (x.kind == NAN_) return 0x7fff;
    if (x.kind == INFINITE) return (u32)x.sign << 15 | 0x7c00;
    return to_f16(x.sign, x.m, x.e - x.f, x.sign);
}

// 8-bit float forms of mma on sm_90 to sm_119: converts to f16, adds the products of columns 0 and 1 of every four, then of
// columns 2 and 3, and adds C last.
static u32 sequence(const struct form *x, int sm, const u64 *a, const u64 *b, u32 c) {
    struct parameters p = f16_parameters(sm, x->d == F16);
    u32 sum = 0;
    for (int half = 0; half < 2; half++) {
        struct number row[32], column[32];
        int n = 0;
        for (int k = 0; k < stored(x); k++)
            if ((k % 4 >= 2) == half) {
                row[n] = decode(F16, fp8_to_f16(x->a, a[k]));
                column[n++] = decode(F16, fp8_to_f16(x->b, b[k]));
            }
        sum = chain(p, x->d, x->d, sum, row, column, n);
    }
    if (x->d == F32) return word32(f32(c) + f32(sum));
    // If finite, C and `sum` are multiples of 2^-24 below 2^16 in magnitude, so their sum is exact in 64 bits.
    struct number u = decode(F16, c), v = decode(F16, sum);
    if (u.kind || v.kind) return narrow(widen(c) + widen(sum));
    i64 s = ((i64)u.m << (u.e + 14)) * (u.sign ? -1 : 1) + ((i64)v.m << (v.e + 14)) * (v.sign ? -1 : 1);
    return to_f16(s < 0, s < 0 ? -s : s, -24, u.sign && v.sign);
}

// mma.m8n8k4 on sm_80 and later. For an f32 result, adds C to a chain of fma. For an f16 result, adds two sums of two
// products to C.
static u32 m8n8k4(const struct form *x, const u64 *a, const u64 *b, u32 c) {
    float u[4], v[4], w = x->c == F16 ? widen(c) : f32(c);
    for (int k = 0; k < 4; k++) u[k] = widen(a[k]), v[k] = widen(b[k]);
    if (x->d == F32) {
        float p = fmaf(u[0], v[0], 0.0f);
        for (int k = 1; k < 4; k++) p = fmaf(u[k], v[k], p);
        return word32(w + p);
    }
    float p01 = fmaf(u[1], v[1], u[0] * v[0]), p23 = fmaf(u[3], v[3], u[2] * v[2]);
    return narrow((w + p01) + p23);
}

static u64 word64(double x) { u64 y; memcpy(&y, &x, 8); return y; }
static double f64(u64 x) { double y; memcpy(&y, &x, 8); return y; }

static u64 fma_f64(u64 a, u64 b, u64 c, int mode) {
    u64 x[3] = {b, c, a};
    for (int i = 0; i < 3; i++)
        if (isnan(f64(x[i]))) return x[i] | 1ull << 51;
    fesetround(mode);
    volatile double u = f64(a), v = f64(b), w = f64(c), d = fma(u, v, w);
    fesetround(FE_TONEAREST);
    return isnan(d) ? 0xfff8000000000000 : word64(d);
}

static i64 integer(enum type t, u64 x) {
    switch (t) {
    case S8: return (int8_t)x;
    case U8: return (uint8_t)x;
    case S4: return (x & 15) - 2 * (x & 8);
    default: return x & 15;
    }
}

// ---- block scales

// Returns whether a scale byte encodes NaN. If not, sets m and e: the scale is m * 2^e.
static int scale(const struct form *x, u64 byte, i64 *m, int *e) {
    if (!x->ue4m3) {
        *m = 8, *e = (int)byte - 130;
        return byte == 0xff;
    }
    byte &= 0x7f; // bit 7 is ignored
    *m = byte < 8 ? byte : 8 + (byte & 7), *e = byte < 8 ? -9 : (int)(byte >> 3) - 10;
    return byte == 0x7f;
}

// kind::mxf4 and kind::mxf4nvf4: sums each group of 16 products exactly and scales the group's sum. Then truncates C and
// the scaled sums to multiples of 2^q and adds them. q follows from the largest exponent of C and the scaled sums.
static u32 fp4(const struct form *x, const u64 *a, const u64 *b, u32 c, const struct extras *extra) {
    static const int HALVES[] = {0, 1, 2, 3, 4, 6, 8, 12};
    struct number accumulator = decode(F32, c);
    i64 sums[4], C = accumulator.m;
    int units[4], q = -174, nan = accumulator.kind == NAN_;
    for (int i = 0; i < x->vector; i++) {
        i64 m;
        int e;
        nan |= scale(x, extra->sa[i], &m, &e) | scale(x, extra->sb[i], &m, &e);
    }
    if (nan) return 0x7fffffff;
    if (accumulator.kind == INFINITE) return c;
    if (C && accumulator.e - 35 > q) q = accumulator.e - 35;
    for (int g = 0; g < 4; g++) {
        int some = 0, ea, eb, index = g * x->vector / 4;
        i64 ma, mb;
        scale(x, extra->sa[index], &ma, &ea), scale(x, extra->sb[index], &mb, &eb);
        sums[g] = 0;
        for (int k = 16 * g; k < 16 * g + 16; k++) {
            int product = HALVES[a[k] & 7] * HALVES[b[k] & 7];
            some |= product;
            sums[g] += (a[k] ^ b[k] ^ extra->negate_a << 3 ^ extra->negate_b << 3) & 8 ? -product : product;
        }
        // HALVES is in units of 1/2, so products are in units of 1/4.
        units[g] = ea + eb - 2, sums[g] *= ma * mb;
        if (some && ma && mb && units[g] - 27 > q) q = units[g] - 27;
    }
    i64 S = 0;
    for (int g = 0; g <= 4; g++) {
        i64 value = g < 4 ? sums[g] : accumulator.sign ? -C : C;
        int shift = (g < 4 ? units[g] : accumulator.e - 23) - q;
        u64 size = value < 0 ? -value : value;
        size = !size ? 0 : shift >= 0 ? size << shift : shift < -63 ? 0 : size >> -shift;
        S += value < 0 ? -(i64)size : (i64)size;
    }
    return to_f32(S < 0, S < 0 ? -(u64)S : (u64)S, q, 23);
}

// kind::mxf8f6f4: one step, in which each product is multiplied by both scales.
static u32 mxf8f6f4(const struct form *x, int sm, u32 c, const struct number *a, const struct number *b,
                    const struct extras *extra) {
    if (extra->sa[0] == 0xff || extra->sb[0] == 0xff) return 0x7fffffff;
    return step(parameters(x, sm), F32, decode(F32, c), a, b, stored(x), (int)extra->sa[0] + (int)extra->sb[0] - 254);
}

// ---- one element of one instruction

// Returns an element of D. For sparse forms, `b` has only the elements that the metadata selects.
static u64 dense(const struct form *x, int sm, const u64 *a, const u64 *b, u64 c, const struct extras *extra) {
    int n = stored(x);
    if (extra->ignore_c) c = 0;
    if (x->a == F64) {
        for (int k = 0; k < n; k++) c = fma_f64(a[k], b[k], c, x->mode);
        return c;
    }
    if (x->a == B1) {
        for (int k = 0; k < n; k++) c += x->op == 1 ? a[k] ^ b[k] : a[k] & b[k];
        return (u32)c;
    }
    if (x->d == S32) {
        i64 s = (int32_t)c;
        for (int k = 0; k < n; k++) s += integer(x->a, a[k]) * integer(x->b, b[k]);
        if (x->sat) s = s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s;
        return (u32)s;
    }
    if (x->fp4) return fp4(x, a, b, c, extra);
    if (x->instruction == MMA && x->a == F16 && x->m == 8 && sm >= 80) return m8n8k4(x, a, b, c);
    int fp8 = x->a >= E4M3;
    if (fp8 && x->instruction == MMA && sm >= 90 && sm < 120) return sequence(x, sm, a, b, c);
    struct number row[32], column[32];
    for (int k = 0; k < n; k++) {
        row[k] = decode(x->a, a[k]), column[k] = decode(x->b, b[k]);
        row[k].sign ^= extra->negate_a, column[k].sign ^= extra->negate_b;
    }
    if (x->vector) return mxf8f6f4(x, sm, c, row, column, extra);
    if (x->instruction == WMMA && x->d != x->c) { // widen C before the steps, or convert the f32 result to f16
        struct form wide = *x;
        wide.d = F32;
        u32 d = chain(parameters(&wide, sm), F32, F32, x->c == F16 ? word32(widen(c)) : c, row, column, n);
        return x->d == F16 ? narrow(f32(d)) : d;
    }
    return chain(parameters(x, sm), x->d, x->c, c, row, column, n);
}

// The metadata selects the element of the column that stored element j is multiplied by. Returns the index of this
// column element. For tf32, returns the index of the element that supplies bits 31 to 16 of the factor.
static int selected(const struct form *x, const struct extras *extra, int j) {
    int width = chunk(x), pair = width == 8 ? 2 : 1; // elements that one index selects
    u64 digit = extra->digits[j / (width / 2)];
    int first = digit & 3, second = digit >> 2;
    if (width == 2) return 2 * j + second / 2;
    if (x->fp4 && first == 3) first = 2;
    if (x->fp4 && second == 0) second = 1;
    int place = j / pair % 2 ? second : first;
    return width * (j / (width / 2)) + pair * place + j % pair;
}

// Returns the factor that the metadata selects for stored element j. For tf32, the indices of a digit select two of the
// four 16-bit halves of two elements.
static u64 factor(const struct form *x, const struct extras *extra, const u64 *b, int j) {
    if (chunk(x) != 2) return b[selected(x, extra, j)];
    u64 halves[] = {b[2 * j] & 0xffff, b[2 * j] >> 16, b[2 * j + 1] & 0xffff, b[2 * j + 1] >> 16};
    return halves[extra->digits[j] & 3] | halves[extra->digits[j] >> 2] << 16;
}

static u64 element(const struct form *x, int sm, const u64 *a, const u64 *b, u64 c, const struct extras *extra) {
    u64 column[256];
    for (int j = 0; j < stored(x); j++) column[j] = x->sparse ? factor(x, extra, b, j) : b[j];
    return dense(x, sm, a, column, c, extra);
}

// ---- forms

static struct form parse(const char *text) {
    struct form x = {.mode = FE_TONEAREST};
    enum type types[4];
    int n = 0;
    char copy[128], *rest = copy, *word;
    snprintf(copy, sizeof copy, "%s", text);
    while ((word = strsep(&rest, "."))) {
        if (!strcmp(word, "wgmma")) x.instruction = WGMMA;
        else if (!strcmp(word, "tcgen05")) x.instruction = TCGEN05;
        else if (!strcmp(word, "wmma")) x.instruction = WMMA;
        else if (!strncmp(word, "sp", 2)) x.sparse = 1;
        else if (sscanf(word, "scale_vec::%dX", &x.vector) == 1) continue;
        else if (!strncmp(word, "kind::mxf4", 10)) x.fp4 = 1;
        else if (!strcmp(word, "ue4m3")) x.ue4m3 = 1;
        else if (sscanf(word, "m%dn%dk%d", &x.m, &x.n, &x.k) == 3) continue;
        else if (!strcmp(word, "satfinite")) x.sat = 1;
        else if (!strcmp(word, "rz")) x.mode = FE_TOWARDZERO;
        else if (!strcmp(word, "rm")) x.mode = FE_DOWNWARD;
        else if (!strcmp(word, "rp")) x.mode = FE_UPWARD;
        else if (!strcmp(word, "xor")) x.op = 1;
        else if (!strcmp(word, "and")) x.op = 2;
        else
            for (int t = 0; t <= S32; t++)
                if (!strcmp(word, NAMES[t]) && n < 4) types[n++] = t;
    }
    if (n < 3 || !x.k) { fprintf(stderr, "%s: not a form\n", text); exit(1); }
    x.d = types[0], x.a = types[1], x.b = types[2], x.c = n == 4 ? types[3] : x.d;
    return x;
}
