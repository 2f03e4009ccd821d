//! Maps the type names of the table of forms (`table.rs`) to Rust types and to documentation. Some macros return Rust
//! code for the examples in the documentation. These examples multiply matrices whose elements are all 1.

/// The variant of `Type` or `BitOperation` for a name in the table of forms.
macro_rules! ty {
    (f16) => {
        Type::F16
    };
    (bf16) => {
        Type::Bf16
    };
    (tf32) => {
        Type::Tf32
    };
    (f32) => {
        Type::F32
    };
    (s8) => {
        Type::S8
    };
    (u8) => {
        Type::U8
    };
    (s4) => {
        Type::S4
    };
    (u4) => {
        Type::U4
    };
    (xor) => {
        BitOperation::Xor
    };
    (and) => {
        BitOperation::And
    };
}

/// The Rust type of an element of a matrix.
macro_rules! element {
    (f16) => {
        u16
    };
    (bf16) => {
        u16
    };
    (tf32) => {
        u32
    };
    (f32) => {
        f32
    };
    (s8) => {
        i8
    };
    (s4) => {
        i8
    };
    ($unsigned:ident) => {
        u8
    };
}

/// The Rust type of a register of an accumulator.
macro_rules! register {
    (f16) => {
        u32
    };
    (f32) => {
        f32
    };
}

/// Converts a matrix of float operands to `u32` words.
macro_rules! words {
    (tf32, $matrix:expr) => {
        u32_words($matrix)
    };
    (bytes, $matrix:expr) => {
        u8_words($matrix)
    };
    ($half:ident, $matrix:expr) => {
        u16_words($matrix)
    };
}

/// Converts a matrix of accumulators to f32.
macro_rules! load {
    (f16, $matrix:expr) => {
        &half_values($matrix)
    };
    (f32, $matrix:expr) => {
        $matrix
    };
}
/// Converts a matrix of f32 results to the type of D.
macro_rules! store {
    (f16, $matrix:expr) => {
        halves(&$matrix)
    };
    (f32, $matrix:expr) => {
        $matrix
    };
}

/// Converts a matrix of integer operands to i32.
macro_rules! integers {
    (s8, $matrix:expr) => {
        i8_integers(Type::S8, $matrix)
    };
    (s4, $matrix:expr) => {
        i8_integers(Type::S4, $matrix)
    };
    (u8, $matrix:expr) => {
        u8_integers(Type::U8, $matrix)
    };
    (u4, $matrix:expr) => {
        u8_integers(Type::U4, $matrix)
    };
}

/// An element with the value 1, as Rust code for an example.
macro_rules! one {
    (f16) => {
        "0x3c00"
    };
    (bf16) => {
        "0x3f80"
    };
    (tf32) => {
        "0x3f80_0000"
    };
    (bytes) => {
        "0x38"
    };
    ($integer:ident) => {
        "1"
    };
}
/// A register whose elements are all 1, as Rust code for an example.
macro_rules! ones {
    (f16) => {
        "0x3c00_3c00"
    };
    (bf16) => {
        "0x3f80_3f80"
    };
    (tf32) => {
        "0x3f80_0000"
    };
    (bytes) => {
        "0x3838_3838"
    };
    (s8) => {
        "0x0101_0101"
    };
    (u8) => {
        "0x0101_0101"
    };
    (s4) => {
        "0x1111_1111"
    };
    (u4) => {
        "0x1111_1111"
    };
}

/// An element of D with the value K, as Rust code for an example: the sum of K products, each of which is 1.
macro_rules! sum {
    (f32 $k:literal) => {
        concat!($k, ".0")
    };
    (f16 4) => {
        "0x4400"
    };
    (f16 8) => {
        "0x4800"
    };
    (f16 16) => {
        "0x4c00"
    };
    (f16 32) => {
        "0x5000"
    };
}
/// A register of D whose elements are all K, as Rust code for an example.
macro_rules! sums {
    (f32 $k:literal) => {
        concat!($k, ".0")
    };
    (f16 4) => {
        "0x4400_4400"
    };
    (f16 8) => {
        "0x4800_4800"
    };
    (f16 16) => {
        "0x4c00_4c00"
    };
    (f16 32) => {
        "0x5000_5000"
    };
}
/// An element of C with the value 0, as Rust code for an example.
macro_rules! zero {
    (f32) => {
        "0.0"
    };
    (f16) => {
        "0"
    };
}

/// The documentation of a family of forms: special values, sources and grades.
macro_rules! about {
    (f16) => { "\
Every NaN result is 7fffffff, or 7fff in f16; a sum of zero is +0.

Source: measurements of V100, A2, A100, RTX 1000 Ada, L40S, H100, H200 and B200 (Khattak and Mikaitis), \
raw-bit tests of every architecture (MMA-Sim), tiles of an NVIDIA H100 80GB HBM3. [Grade](crate#grades) \\[H\\] \
sm_75, 80, 86, 89, 90, 100, 120; \\[M\\] on other targets, for the sign of a sum truncated to zero, and with f16 \
results for the minimum exponent; with f16 results this sign and this exponent are \\[H\\] on sm_90 (NVIDIA H100 \
80GB HBM3)." };
    (bf16) => { "\
Every NaN result is 7fffffff; a sum of zero is +0.

Source: measurements of A2, A100, RTX 1000 Ada, L40S, H100, H200 and B200 (Khattak and Mikaitis), sweeps of \
RTX 4090, H100 and RTX PRO 6000 (veritor), A100 and H100 by Hawkeye, tiles of an NVIDIA H100 80GB HBM3. \
[Grade](crate#grades) \\[H\\] sm_80, 86, 89, 90, 100, 120; \\[M\\] on other targets, and on sm_100 and 120 for the \
minimum exponent; for the sign of a sum truncated to zero \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[M\\] \
elsewhere." };
    (tf32) => { "\
Bits 12 to 0 of an operand are ignored, so a NaN with a payload only there is treated as infinity (\\[H\\] on \
sm_90, \\[M\\] elsewhere). Every NaN result is 7fffffff; a sum of zero is +0.

Source: measurements of A2, A100, RTX 1000 Ada, L40S, H100, H200 and B200 (Khattak and Mikaitis), raw-bit \
tests of every architecture (MMA-Sim), tiles of an NVIDIA H100 80GB HBM3. [Grade](crate#grades) \\[H\\] sm_80, 86, \
89, 90, 100, 120; \\[M\\] on other targets, and on sm_100 and 120 for the minimum exponent; for the sign of a sum \
truncated to zero \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[M\\] elsewhere." };
    (quad) => { "\
From sm_80 on, scalar instructions compute the form. With f32 results D = C + (((a0 b0 + a1 b1) + a2 b2) + a3 b3) in \
f32, each sum rounded to nearest. With f16 results D = (C + (a0 b0 + a1 b1)) + (a2 b2 + a3 b3), rounded to f16 at the \
end. Every NaN result is 7fffffff, or 7fff in f16.

Source: measurements of V100 (Khattak and Mikaitis), raw-bit tests of sm_70 and 75 (MMA-Sim), machine code of \
ptxas 12.9 and 13.5, tiles of an NVIDIA H100 80GB HBM3. [Grade](crate#grades) \\[H\\] sm_70, 75, 90 (NVIDIA H100 \
80GB HBM3); \\[S\\] on other targets from sm_80 on, of `.row.col`; \\[M\\] for other layouts on these targets, on \
sm_72, and up to sm_75 for the sign of a sum truncated to zero, for the exponent of a subnormal f16 accumulator with \
f32 results, and with f16 results for the minimum exponent." };
    (Fp8) => { "\
On sm_90 to sm_110 the results are those of the code that ptxas 12.9 and 13.5 emit. This code converts the operands to \
f16. The first step starts from +0 and sums the products with k mod 4 in {0, 1}. The second step adds the products with \
k mod 4 in {2, 3}. At the end `D = C + sum` is rounded to nearest. The code of ptxas 12.4 is not supported: it starts \
both steps from +0 and computes `D = C + (first + second)`. Every \
NaN result is 7fffffff, or 7fff in f16.

Source: measurements of RTX 1000 Ada, L40S, H100, H200 and B200 (Khattak and Mikaitis), sweeps of RTX 4090 and \
RTX PRO 6000 (veritor), tiles of an NVIDIA H100 80GB HBM3, machine code of ptxas 12.9 and 13.5. \
[Grade](crate#grades) \\[H\\] sm_89, 90, 100, 120; \\[S\\] sm_101, 103, 110; \\[M\\] sm_107, 121; for infinities of \
both signs among the products of e5m2 in one step, and for the sign of an f16 result that is rounded to zero, \
\\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[M\\] elsewhere." };
    (F8f6f4) => { "\
An element occupies a byte: e2m1 bits 5 to 2, e3m2 and e2m3 bits 5 to 0. The other bits are ignored (\\[M\\]).

Source: raw-bit tests of sm_120 (MMA-Sim), sweeps of RTX PRO 6000 (veritor), machine code of ptxas 13.5. [Grade](crate#grades) \
\\[H\\] sm_120 with e4m3, e5m2, e2m1; \\[M\\] with e3m2, e2m3, on sm_121, for infinities of both signs among \
the products of e5m2, and for the sign of an f16 result that is rounded to zero." };
    (sparse) => { "\
D is the sum of C and the products of the stored elements of A with the elements of B that the metadata selects. The \
other elements of B have no effect, not even as NaN. Metadata digits that PTX does not define follow the rule of \
[`mma`](crate::mma).

Source: words of an NVIDIA H100 80GB HBM3 for f16, bf16, tf32 and e4m3, sweeps of RTX PRO 6000 for e4m3 \
(github.com/danielreuter/research-notes), machine code of ptxas 13.5. [Grade](crate#grades) \\[H\\] sm_90 with f32 \
results and f16, bf16, tf32 or e4m3 operands (NVIDIA H100 80GB HBM3, with all 16 metadata digits), and sm_120 with e4m3; \
\\[M\\] with other types, on other targets, and on sm_120 for metadata digits that PTX does not define." };
    (sparse_model) => { "\
D is the sum of C and the products of the stored elements of A with the elements of B that the metadata selects. The \
other elements of B have no effect, not even as NaN. Metadata digits that PTX does not define follow the rule of \
[`mma`](crate::mma).

Source: the sparse forms of `mma` on sm_120. [Grade](crate#grades) \\[M\\]: no measurement was published." };
    (sparse_wgmma) => { "\
D is the sum of C and the products of the stored elements of A with the elements of B that the metadata selects. The \
other elements of B have no effect, not even as NaN. Metadata digits that PTX does not define follow the rule of \
[`mma`](crate::mma).

Source: elements of an NVIDIA H100 80GB HBM3. [Grade](crate#grades) \\[H\\] sm_90 with f32 results and f16, bf16, \
tf32 or e4m3 operands (NVIDIA H100 80GB HBM3, 512 elements each, with one metadata digit); \\[M\\] with other types, \
with f16 results, and with other metadata digits." };
    (sparse_integer) => { "\
D is the low 32 bits of the exact sum of C and the products of the stored elements of A with the elements of B that the \
metadata selects; with `.satfinite` the exact sum is clamped once.

Source: PTX ISA, `mma.sp`. [Grade](crate#grades) \\[D\\]; \\[M\\] that the hardware clamps only once, and for metadata digits that PTX does \
not have." };
    (mxf8f6f4) => { "\
The exponents of both scales are added to the exponent of each product, before the products are aligned. A scale of ff \
gives NaN. Every NaN result is 7fffffff; a sum of zero is +0.

Source: sweeps of RTX PRO 6000 (github.com/danielreuter/research-notes), raw-bit tests of B200 (MMA-Sim), machine code of ptxas 13.5. [Grade](crate#grades) \
\\[H\\] sm_120 with e4m3 and e2m1; \\[M\\] with other types, for sparse forms of them, and for a scale of ff." };
    (fp4) => { "\
A group of 16 products is summed exactly and multiplied by its scales. If a scale or C is a NaN, the result is \
7fffffff. Otherwise, if C is infinite, the result is C. A sum of zero is +0. A `.ue8m0` of ff and a `.ue4m3` of 7f are NaN; the sign bit of a \
`.ue4m3` is ignored.

Source: sweeps of RTX 5090, RTX PRO 6000 and B200 (github.com/danielreuter/research-notes). [Grade](crate#grades) \\[H\\] sm_100, 120; \\[M\\] on other targets and \
for `.scale_vec::4X` with `.ue8m0`." };
    (tcgen05) => { "\
M and N are the numbers of rows and columns of the arguments. Every NaN result is 7fffffff, or 7fff in f16; a sum \
of zero is +0.

Source: raw-bit tests of B200 (MMA-Sim). [Grade](crate#grades) \\[H\\] sm_100; \\[M\\] on other targets, with e3m2 and e2m3, and for the sign \
of a sum truncated to zero." };
    (wmma) => { "\
M and N are the numbers of rows and columns of the arguments. PTX has 16 x 16, 8 x 32 and 32 x 8; with tf32 only 16 x 16. \
A product of tf32 matrices is two steps of four products on every target. An f16 accumulator is widened if D is f32; an f32 result is rounded if D \
is f16. Every NaN result is 7fffffff, or 7fff in f16; a sum of zero is +0.

Source: measurements of chips from V100 to B200, made through `wmma` (Khattak and Mikaitis), machine code of ptxas 13.5. \
[Grade](crate#grades) \\[H\\] sm_70, 80, 86, 89, 90, 100; \\[S\\] that tf32 is two instructions; \\[M\\] on other targets, with C and D of \
different types, and for the sign of a sum truncated to zero." };
    (f64) => { "\
A chain of `fma.rnd.f64` adds each product to C, in the order of k.

If several of `a`, `b` and the sum are NaN, the first NaN in the order `b`, sum, `a` is quieted and becomes the sum.

Source: PTX ISA, `mma`; raw-bit tests of sm_80 and sm_90 (MMA-Sim); ptx-conform on a chip. [Grade](crate#grades) \\[D\\], \\[H\\] sm_80, 90; \
for NaN \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3)." };
    (integer) => { "\
D is the low 32 bits of the exact sum of the products and C; with `.satfinite` the exact sum is clamped once.

Source: PTX ISA, `mma`; tiles of an NVIDIA H100 80GB HBM3. [Grade](crate#grades) \\[D\\]; that the hardware clamps \
only once, which matters near the limits, \\[H\\] on sm_90 (NVIDIA H100 80GB HBM3), \\[M\\] elsewhere." };
    (other_integer) => { "\
D is the low 32 bits of the exact sum of the products and C; with `.satfinite` the exact sum is clamped once.

Source: PTX ISA, `mma`. [Grade](crate#grades) \\[D\\]; \\[M\\] that the hardware clamps only once, which matters near the limits." };
    (bits) => { "\
The operation combines a row of A with a column of B. D is C plus the number of set bits of the \
combination, modulo 2^32.

Source: PTX ISA, `mma`. [Grade](crate#grades) \\[D\\]." };
    (wgmma) => { "\
The number of columns N is a multiple of 8 and at most 256. Every NaN result is \
7fffffff, or 7fff in f16; a sum of zero is +0.

Source: measurements of H100 and H200 (Khattak and Mikaitis), sweeps of H100 (veritor), raw-bit tests of sm_90 \
(MMA-Sim), elements of an NVIDIA H100 80GB HBM3. [Grade](crate#grades) \\[H\\] sm_90 (8-bit floats with f16 results: \
512 elements each of e4m3 and e5m2 of an NVIDIA H100 80GB HBM3); \\[M\\] for the sign of a sum truncated to zero." };
}

pub(super) use {
    about, element, integers, load, one, ones, register, store, sum, sums, ty, words, zero,
};
