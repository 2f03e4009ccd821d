// A second implementation of matrix instructions, independent of ptx-core: mma, mma.sp, wgmma, tcgen05.mma and wmma.
//
//   gcc -O2 mma_model.c -o mma_model -lm
//   ./mma_model rows < FILE.tsv             recomputes rows of ptx-core/tests/data, counts differences
//   ./mma_model FORM TARGET COUNT SEED      prints random elements as 64-bit words: the stored elements of a row of A,
//                                           the K elements of a column of B, metadata digits, scales of A and of B,
//                                           a word of flags, C and D.
//                                           Flags: 1 negates A, 2 negates B, 4 ignores C.
#include "mma_element.h"

// ---- measured rows

static int hexes(const char *digits, int bits, u64 *words) {
    int width = bits / 4, n = 0;
    if (bits == 1) {
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

// Parses the TSV column of optional operands, such as e=4e;sa=7f;sb=80;ia=-1;sd=0.
static void further(char *column, struct extras *extra) {
    char *part;
    while ((part = strsep(&column, ";\t\n"))) {
        if (!strncmp(part, "e=", 2)) hexes(part + 2, 4, extra->digits);
        else if (!strncmp(part, "sa=", 3)) hexes(part + 3, 8, extra->sa);
        else if (!strncmp(part, "sb=", 3)) hexes(part + 3, 8, extra->sb);
        else if (!strcmp(part, "ia=-1")) extra->negate_a = 1;
        else if (!strcmp(part, "ib=-1")) extra->negate_b = 1;
        else if (!strcmp(part, "sd=0")) extra->ignore_c = 1;
    }
}

static int rows(void) {
    char line[4096];
    int count = 0, wrong = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *field[8], *rest = line;
        if (*line == '#') continue;
        for (int i = 0; i < 7; i++) field[i] = strsep(&rest, "\t");
        struct extras extra = {0};
        further(rest, &extra);
        struct form x = parse(field[2]);
        u64 a[512] = {0}, b[512] = {0};
        hexes(field[3], element_bits(&x, x.a), a), hexes(field[4], element_bits(&x, x.b), b);
        u64 d = element(&x, atoi(field[1] + 3), a, b, strtoull(field[5], NULL, 16), &extra);
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

// Returns random bits, a float with an exponent field near its limits, or a zero, infinity or NaN.
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

// Generates at most three nonzero products, whose sum is often a tie or near the smallest exponent of D.
static void few(struct form *x, int scale, u64 *a, u64 *b, u64 *c) {
    int top = x->d == F16 ? -24 - below(3) : x->d == F32 ? -124 - below(14) : -1020 - below(60);
    if (!below(4)) top += below(40);
    for (int k = 0; k < stored(x); k++) a[k] = b[k] = 0;
    for (int i = 0; i < 3; i++) {
        int k = below(stored(x)), e = top - (i ? 12 + below(22) : 0);
        powers(x, e - scale, a + k, b + k);
    }
    *c = below(2) ? 0 : any(x->c);
}

static void random_floats(struct form *x, int sm, u64 *a, u64 *b, u64 *c, struct extras *extra) {
    // Choose the scales of kind::mxf8f6f4. Their product is usually near 1, or near or beyond a limit of f32.
    int scale = 0;
    if (x->vector) {
        static const int sums[] = {254, 254, 250, 260, 128, 120, 380, 390, 64, 440};
        int sum = sums[below(10)] + below(9) - 4, first = below(256);
        if (sum - first > 255 || sum - first < 0) first = sum / 2;
        extra->sa[0] = below(32) ? first : 255 - below(2), extra->sb[0] = below(32) ? sum - first : 255 - below(2);
        scale = (int)extra->sa[0] + (int)extra->sb[0] - 254;
    }
    if (!below(8)) {
        few(x, scale, a, b, c);
        return;
    }
    int K = stored(x), la = (1 << exponent_bits(x->a)) - 1, lb = (1 << exponent_bits(x->b)) - 1;
    // Choose exponents of products in a small range, sometimes near the smallest or the largest exponent.
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
        // Let two products cancel, in the same step or in different steps.
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
        *c = x->d == x->c ? negate(x->c, dense(x, sm, a, b, 0, extra)) + below(5) - 2 : 0;
        *c &= ~0ull >> (64 - BITS[x->c]);
        break;
    default: *c = with_field(x->c, center - bias_ab + bias + scale + below(2 * window + 16) - window - 8);
    }
}

// Returns a scale byte close to the byte `near`, sometimes a limit or NaN.
static u64 random_scale(struct form *x, int near) {
    static const int limits[] = {0, 1, 7, 8, 0x7e, 0x7f, 0x80, 0xfe, 0xff};
    if (!below(48)) return limits[below(9)];
    int byte = near + below(8) - 4;
    if (!below(4)) byte += below(64) - 32;
    byte = byte < 0 ? 0 : byte > 254 ? 254 : byte;
    return x->ue4m3 && (byte & 127) == 127 ? (u64)byte - 1 : (u64)byte;
}

static void random_fp4(struct form *x, int sm, u64 *a, u64 *b, u64 *c, struct extras *extra) {
    // Choose scales whose products are similar, often near a limit of the result.
    int a_scale = below(x->ue4m3 ? 127 : 255), b_scale = below(x->ue4m3 ? 127 : 255), top = -1000;
    static const int sums[] = {254, 120, 90, 70, 380};
    if (!x->ue4m3 && below(4)) b_scale = sums[below(5)] + below(16) - 8 - a_scale;
    for (int i = 0; i < x->vector; i++)
        extra->sa[i] = random_scale(x, a_scale), extra->sb[i] = random_scale(x, b_scale);
    for (int g = 0; g < 4; g++) {
        i64 ma, mb;
        int ea, eb, kind = below(8), n = g * x->vector / 4;
        scale(x, extra->sa[n], &ma, &ea), scale(x, extra->sb[n], &mb, &eb);
        for (int k = 16 * g; k < 16 * g + 16; k++) {
            a[k] = next() & 15, b[k] = next() & 15;
            if (kind == 0) a[k] &= 8;                       // all products are zero
            if (kind == 1 && k % 2) a[k] = a[k - 1] ^ 8, b[k] = b[k - 1]; // the sum is zero
            if (kind == 2 && below(8)) a[k] &= 8;           // few products
            if (kind == 3) a[k] &= 9, b[k] &= 9;            // subnormal elements
        }
        if (kind && ea + eb > top) top = ea + eb;
    }
    if (!below(16)) a[below(64)] ^= 8;
    switch (below(6)) {
    case 0: *c = any(F32); break;
    case 1: *c = 0; break;
    case 2: *c = (u32)(negate(F32, dense(x, sm, a, b, 0, extra)) + below(5) - 2); break;
    // The sum is truncated 35 bits below the exponent of C, or 27 bits below the exponent of the products, whichever is
    // higher. Choose a C whose exponent is about 8 above the exponent of the products, so that both limits are close.
    case 3: *c = with_field(F32, top + 127 + 6 + below(9) - 4); break;
    default: *c = with_field(F32, top + 127 + below(80) - 40);
    }
}

static void random_integers(struct form *x, u64 *a, u64 *b, u64 *c) {
    int kind = below(4);
    for (int k = 0; k < stored(x); k++) {
        a[k] = next() & (~0ull >> (64 - BITS[x->a])), b[k] = next() & (~0ull >> (64 - BITS[x->b]));
        if (kind == 1 && x->a != B1) a[k] = 1ull << (BITS[x->a] - 1), b[k] = a[k] - (below(2) && x->b % 2 == 0);
        if (kind == 1) b[k] &= ~0ull >> (64 - BITS[x->b]);
    }
    *c = below(2) ? (u32)next() : (u32)(INT32_MAX + (i64)below(1 << 21) - (1 << 20));
}

// Sets random metadata. In half of the calls, uses only digits that the PTX manual lists. Moves the elements of the
// column to the positions that the metadata selects, and sets all other elements at random.
static void random_metadata(struct form *x, u64 *b, struct extras *extra) {
    static const int documented[] = {4, 8, 9, 12, 13, 14};
    u64 column[256];
    int any_digit = below(2);
    for (int i = 0; i < x->k / chunk(x); i++) {
        extra->digits[i] = any_digit ? below(16) : x->a == TF32 ? 4 + 10 * below(2) : documented[below(6)];
    }
    memcpy(column, b, sizeof column);
    for (int k = 0; k < x->k; k++) b[k] = next() & (~0ull >> (64 - element_bits(x, x->b)));
    for (int j = 0; j < stored(x); j++) b[selected(x, extra, j)] = column[j];
}

static void random_elements(struct form *x, int sm, u64 *a, u64 *b, u64 *c, struct extras *extra) {
    u64 column[256] = {0};
    // wgmma and tcgen05.mma can negate float matrices, and can ignore C (scale-d).
    if (x->instruction == WGMMA || x->instruction == TCGEN05) {
        extra->negate_a = x->d != S32 && !below(4), extra->negate_b = x->d != S32 && !below(4);
        extra->ignore_c = !below(8);
    }
    if (x->d == S32) random_integers(x, a, column, c);
    else if (x->fp4) random_fp4(x, sm, a, column, c, extra);
    else random_floats(x, sm, a, column, c, extra);
    if (x->sparse) random_metadata(x, column, extra);
    memcpy(b, column, x->k * sizeof *b);
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "rows")) return rows();
    if (argc != 5) { fprintf(stderr, "usage: mma_model rows | mma_model FORM TARGET COUNT SEED\n"); return 2; }
    struct form x = parse(argv[1]);
    int sm = atoi(argv[2] + 3), digits = x.sparse ? x.k / chunk(&x) : 0;
    state = strtoull(argv[4], NULL, 10);
    for (long i = atol(argv[3]); i > 0; i--) {
        u64 a[256] = {0}, b[256] = {0}, c = 0;
        struct extras extra = {0};
        random_elements(&x, sm, a, b, &c, &extra);
        u64 flags = extra.negate_a | extra.negate_b << 1 | extra.ignore_c << 2;
        u64 last[] = {flags, c, element(&x, sm, a, b, c, &extra)};
        fwrite(a, 8, stored(&x), stdout);
        fwrite(b, 8, x.k, stdout);
        fwrite(extra.digits, 8, digits, stdout);
        fwrite(extra.sa, 8, x.vector, stdout);
        fwrite(extra.sb, 8, x.vector, stdout);
        if (fwrite(last, 8, 3, stdout) != 3) return 1;
    }
    return 0;
}
