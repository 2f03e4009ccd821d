// A second implementation of the tensor core's mma, independent of ptx-core. It computes each step of the hardware
// plainly, in integers, and is slow.
//
//   gcc -O2 mma_model.c -o mma_model -lm
//   ./mma_model rows < FILE.tsv             recomputes rows of ptx-core/tests/data, counts differences
//   ./mma_model FORM TARGET COUNT SEED      prints random elements as 64-bit words: K of A, K of B, one of C, one of D
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

// Floats: the widths of exponent and fraction, the bias, the ignored low bits.
static const struct { int e, f, bias, low; } FORMATS[] = {
    {5, 10, 15, 0}, {8, 7, 127, 0}, {8, 10, 127, 13}, {8, 23, 127, 0}, {4, 3, 7, 0},
    {5, 2, 15, 0},  {3, 2, 3, 0},   {2, 3, 1, 0},     {2, 1, 1, 2},
};

struct form {
    int wgmma, m, n, k, sat, mode, op; // op: 1 xor, 2 and
    enum type d, a, b, c;
};

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

// Returns |S| * 2^unit, rounded towards zero to fb fraction bits, as f32.
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

// Returns |S| * 2^unit, rounded to nearest even, as f16; for S = 0, a zero with the sign `zero`.
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

// ---- the step

struct parameters { int L, F, floor, fb; };

static u32 step(struct parameters p, enum type d, struct number c, const struct number *a, const struct number *b, int n) {
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
        } else if (!zero && a[k].e + b[k].e > E) E = a[k].e + b[k].e;
    }
    if (nan || (plus && minus)) return d == F16 ? 0x7fff : 0x7fffffff;
    if (plus || minus) return (d == F16 ? 0x7c00 : 0x7f800000) | (u32)minus << (d == F16 ? 15 : 31);
    i64 S = 0;
    for (int k = -1; k < n; k++) {
        int sign = k < 0 ? c.sign : a[k].sign ^ b[k].sign;
        u64 m = k < 0 ? c.m : a[k].m * b[k].m;
        int e = k < 0 ? c.e : a[k].e + b[k].e, f = k < 0 ? c.f : a[k].f + b[k].f;
        int sh = e - E + p.F - f;
        i64 units = !m ? 0 : sh >= 0 ? (i64)(m << sh) : -sh > 62 ? 0 : (i64)(m >> -sh);
        S += sign ? -units : units;
    }
    u64 size = S < 0 ? -(u64)S : (u64)S;
    return d == F16 ? to_f16(S < 0, size, E - p.F, 0) : to_f32(S < 0, size, E - p.F, p.fb);
}

static u32 chain(struct parameters p, enum type d, enum type ctype, u32 c, const struct number *a, const struct number *b, int n) {
    for (int k = 0; k < n; k += p.L) {
        c = step(p, d, decode(ctype, c), a + k, b + k, n - k < p.L ? n - k : p.L);
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

static struct parameters parameters(struct form *x, int sm) {
    int half = x->d == F16;
    switch (x->a) {
    case F16: return f16_parameters(sm, half);
    case BF16: return sm < 90 ? (struct parameters){8, 24, -132, 23} : (struct parameters){16, 25, -133, 23};
    case TF32: return sm < 90 ? (struct parameters){4, 24, -132, 23} : (struct parameters){8, 25, -133, 23};
    default:
        if (x->wgmma) return (struct parameters){32, 13, -1000, 13};
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

// f16 holds every number of the 8-bit formats.
static u32 fp8_to_f16(enum type t, u64 word) {
    struct number x = decode(t, word);
    if (x.kind == NAN_) return 0x7fff;
    if (x.kind == INFINITE) return (u32)x.sign << 15 | 0x7c00;
    return to_f16(x.sign, x.m, x.e - x.f, x.sign);
}

static u32 sequence(struct form *x, int sm, const u64 *a, const u64 *b, u32 c) {
    struct parameters p = f16_parameters(sm, x->d == F16);
    u32 sum = 0;
    for (int half = 0; half < 2; half++) {
        struct number row[32], column[32];
        int n = 0;
        for (int k = 0; k < x->k; k++)
            if ((k % 4 >= 2) == half) {
                row[n] = decode(F16, fp8_to_f16(x->a, a[k]));
                column[n++] = decode(F16, fp8_to_f16(x->b, b[k]));
            }
        sum = chain(p, x->d, x->d, sum, row, column, n);
    }
    if (x->d == F32) return word32(f32(c) + f32(sum));
    // Both numbers are multiples of 2^-24 below 2^16, so their sum is exact in 64 bits.
    struct number u = decode(F16, c), v = decode(F16, sum);
    if (u.kind || v.kind) return narrow(widen(c) + widen(sum));
    i64 s = ((i64)u.m << (u.e + 14)) * (u.sign ? -1 : 1) + ((i64)v.m << (v.e + 14)) * (v.sign ? -1 : 1);
    return to_f16(s < 0, s < 0 ? -s : s, -24, u.sign && v.sign);
}

static u32 m8n8k4(struct form *x, const u64 *a, const u64 *b, u32 c) {
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
    u64 x[3] = {a, b, c};
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

// ---- one element of one instruction

static u64 element(struct form *x, int sm, const u64 *a, const u64 *b, u64 c) {
    if (x->a == F64) {
        for (int k = 0; k < x->k; k++) c = fma_f64(a[k], b[k], c, x->mode);
        return c;
    }
    if (x->a == B1) {
        for (int k = 0; k < x->k; k++) c += x->op == 1 ? a[k] ^ b[k] : a[k] & b[k];
        return (u32)c;
    }
    if (x->d == S32) {
        i64 s = (int32_t)c;
        for (int k = 0; k < x->k; k++) s += integer(x->a, a[k]) * integer(x->b, b[k]);
        if (x->sat) s = s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : s;
        return (u32)s;
    }
    if (x->m == 8 && sm >= 80) return m8n8k4(x, a, b, c);
    int fp8 = x->a >= E4M3;
    if (fp8 && !x->wgmma && sm >= 90 && sm < 120) return sequence(x, sm, a, b, c);
    struct number row[32], column[32];
    for (int k = 0; k < x->k; k++) row[k] = decode(x->a, a[k]), column[k] = decode(x->b, b[k]);
    return chain(parameters(x, sm), x->d, x->c, c, row, column, x->k);
}

// ---- forms

static struct form parse(const char *text) {
    struct form x = {.mode = FE_TONEAREST};
    enum type types[4];
    int n = 0;
    char copy[128], *rest = copy, *word;
    snprintf(copy, sizeof copy, "%s", text);
    while ((word = strsep(&rest, "."))) {
        if (!strcmp(word, "wgmma")) x.wgmma = 1;
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

// ---- rows of measurements

static int hexes(const char *digits, enum type t, u64 *words) {
    int width = BITS[t] / 4, n = 0;
    if (t == B1) {
        for (; *digits; digits++) {
            char digit[2] = {*digits};
            for (int i = 3; i >= 0; i--) words[n++] = strtoul(digit, NULL, 16) >> i & 1;
        }
        return n;
    }
    for (; *digits; digits += width) {
        char one[17] = {0};
        memcpy(one, digits, width);
        words[n++] = strtoull(one, NULL, 16);
    }
    return n;
}

static int rows(void) {
    char line[4096];
    int count = 0, wrong = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *field[8], *rest = line;
        if (*line == '#') continue;
        for (int i = 0; i < 7; i++) field[i] = strsep(&rest, "\t");
        struct form x = parse(field[2]);
        u64 a[512] = {0}, b[512] = {0};
        hexes(field[3], x.a, a), hexes(field[4], x.b, b);
        u64 d = element(&x, atoi(field[1] + 3), a, b, strtoull(field[5], NULL, 16));
        count++;
        if (d != strtoull(field[6], NULL, 16)) {
            if (wrong++ < 10) printf("%s %s: %llx, not %s\n", field[1], field[2], (unsigned long long)d, field[6]);
        }
    }
    printf("%d rows, %d differ\n", count, wrong);
    return wrong != 0;
}

// ---- random elements

static u64 state;
static u64 next(void) {
    u64 z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}
static int below(int n) { return next() % n; }

static int exponent_bits(enum type t) { return t == F64 ? 11 : FORMATS[t].e; }
static int fraction_bits(enum type t) { return t == F64 ? 52 : FORMATS[t].f; }

// Returns a float with this exponent field, clamped to the format's range, and a fraction that is often at a limit.
static u64 with_field(enum type t, int field) {
    int e = exponent_bits(t), f = fraction_bits(t), last = (1 << e) - 1;
    u64 ones = (1ull << f) - 1, fraction = next() & ones;
    switch (below(8)) {
    case 0: fraction = 0; break;
    case 1: fraction = ones; break;
    case 2: fraction = 1ull << below(f); break;
    case 3: fraction &= next() & next(); break;
    }
    int most = t == E4M3 || (t > E5M2 && t < F64) ? last : last - 1;
    field = field < 0 ? 0 : field > most ? most : field;
    int low = t < F64 ? FORMATS[t].low : 0;
    u64 word = (u64)below(2) << (e + f) | (u64)field << f | fraction;
    return low ? word << low | (next() & ((1ull << low) - 1)) : word;
}

// Returns random bits, a number with a field at a limit, or a special number.
static u64 any(enum type t) {
    int last = (1 << exponent_bits(t)) - 1, low = t < F64 ? FORMATS[t].low : 0;
    u64 mask = ~0ull >> (64 - BITS[t]);
    switch (below(6)) {
    case 0: return with_field(t, below(3));
    case 1: return with_field(t, last - below(3));
    case 2: return (u64)below(2) << (exponent_bits(t) + fraction_bits(t) + low);
    case 3: return ((u64)last << fraction_bits(t) | (u64)below(2) << (exponent_bits(t) + fraction_bits(t))
                    | (below(2) ? next() & ((1ull << fraction_bits(t)) - 1) : 0)) << low & mask;
    default: return next() & mask;
    }
}

static u64 negate(enum type t, u64 word) {
    return word ^ 1ull << (exponent_bits(t) + fraction_bits(t) + (t < F64 ? FORMATS[t].low : 0));
}

// Returns a power of two, subnormal if necessary.
static u64 power(enum type t, int e) {
    int f = fraction_bits(t), least = t == F64 ? -1022 : 1 - FORMATS[t].bias, low = t < F64 ? FORMATS[t].low : 0;
    u64 word = e >= least ? (u64)(e - least + 1) << f : 1ull << (e - least + f);
    return word << low;
}

// Sets two operands to powers of two whose product is 2^e, or as near as the formats allow.
static void powers(struct form *x, int e, u64 *a, u64 *b) {
    int bias_a = x->a == F64 ? 1023 : FORMATS[x->a].bias, bias_b = x->a == F64 ? 1023 : FORMATS[x->b].bias;
    int least_a = 1 - bias_a - fraction_bits(x->a), least_b = 1 - bias_b - fraction_bits(x->b);
    int low = e - bias_b > least_a ? e - bias_b : least_a, high = e - least_b < bias_a ? e - least_b : bias_a;
    int ea = low < high ? low + below(high - low + 1) : low < bias_a ? low : bias_a, eb = e - ea;
    *a = power(x->a, ea);
    *b = power(x->b, eb < least_b ? least_b : eb > bias_b ? bias_b : eb);
    if (below(2)) *a = negate(x->a, *a);
}

// Generates few nonzero products, at ties of the result and around the smallest exponent.
static void sparse(struct form *x, u64 *a, u64 *b, u64 *c) {
    int top = x->d == F16 ? -24 - below(3) : x->d == F32 ? -124 - below(14) : -1020 - below(60);
    if (!below(4)) top += below(40);
    for (int k = 0; k < x->k; k++) a[k] = b[k] = 0;
    for (int i = 0; i < 3; i++) {
        int k = below(x->k), e = top - (i ? 12 + below(22) : 0);
        powers(x, e, a + k, b + k);
    }
    *c = below(2) ? 0 : any(x->c);
}

static void random_floats(struct form *x, int sm, u64 *a, u64 *b, u64 *c) {
    if (!below(8)) {
        sparse(x, a, b, c);
        return;
    }
    int K = x->k, la = (1 << exponent_bits(x->a)) - 1, lb = (1 << exponent_bits(x->b)) - 1;
    // The products' exponents lie in a window, sometimes near the least or the largest exponent.
    static const int windows[] = {0, 1, 2, 4, 8, 16, 24, 30, 40, 60};
    int window = windows[below(10)], center = below(la + lb + 1), kind = below(8);
    if (kind == 0) center = below(8);
    if (kind == 1) center = la + lb - below(8);
    for (int k = 0; k < K; k++) {
        int product = center - below(window + 1), low = product - lb + 1 > 0 ? product - lb + 1 : 0;
        int high = product < la ? product : la, field = low < high ? low + below(high - low + 1) : high;
        a[k] = kind == 2 ? any(x->a) : with_field(x->a, field);
        b[k] = kind == 2 ? any(x->b) : with_field(x->b, product - field);
        if (kind > 2 && !below(12)) a[k] = 0;
        // Two products cancel, in one step or in different steps.
        if (k && !below(4)) {
            int other = below(k);
            a[k] = negate(x->a, a[other]), b[k] = b[other];
        }
    }
    if (!below(16)) a[below(K)] = any(x->a);
    if (!below(16)) b[below(K)] = any(x->b);
    int bias = x->c == F64 ? 1023 : FORMATS[x->c].bias;
    int bias_ab = x->a == F64 ? 2046 : FORMATS[x->a].bias + FORMATS[x->b].bias;
    switch (below(6)) {
    case 0: *c = any(x->c); break;
    case 1: *c = 0; break;
    case 2: // C cancels the sum, exactly or almost.
        *c = x->d == x->c ? negate(x->c, element(x, sm, a, b, 0)) + below(5) - 2 : 0;
        *c &= ~0ull >> (64 - BITS[x->c]);
        break;
    default: *c = with_field(x->c, center - bias_ab + bias + below(2 * window + 16) - window - 8);
    }
}

static void random_elements(struct form *x, int sm, u64 *a, u64 *b, u64 *c) {
    if (x->d != S32) {
        random_floats(x, sm, a, b, c);
        return;
    }
    int kind = below(4);
    for (int k = 0; k < x->k; k++) {
        a[k] = next() & (~0ull >> (64 - BITS[x->a])), b[k] = next() & (~0ull >> (64 - BITS[x->b]));
        if (kind == 1 && x->a != B1) a[k] = 1ull << (BITS[x->a] - 1), b[k] = a[k] - (below(2) && x->b % 2 == 0);
        if (kind == 1) b[k] &= ~0ull >> (64 - BITS[x->b]);
    }
    *c = below(2) ? (u32)next() : (u32)(INT32_MAX + (i64)below(1 << 21) - (1 << 20));
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "rows")) return rows();
    if (argc != 5) { fprintf(stderr, "usage: mma_model rows | mma_model FORM TARGET COUNT SEED\n"); return 2; }
    struct form x = parse(argv[1]);
    int sm = atoi(argv[2] + 3);
    state = strtoull(argv[4], NULL, 10);
    for (long i = atol(argv[3]); i > 0; i--) {
        u64 words[2 * 256 + 2] = {0}, *a = words, *b = a + x.k, *c = b + x.k;
        random_elements(&x, sm, a, b, c);
        c[1] = element(&x, sm, a, b, *c);
        if (fwrite(words, 8, 2 * x.k + 2, stdout) != 2u * x.k + 2) return 1;
    }
    return 0;
}
