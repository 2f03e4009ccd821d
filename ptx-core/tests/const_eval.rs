//! The same table of operands in const evaluation and at run time.

use ptx_core::*;
use std::hint::black_box;

const ROUNDINGS: [Rounding; 4] = [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp];

#[rustfmt::skip]
const SINGLES: [u32; 14] = [
    0x0000_0000, 0x8000_0001, 0x007f_ffff, 0x0080_0000, 0x337f_ffff, 0x3eaa_aaab, 0xbf80_0000,
    0x3f80_0001, 0x4049_0fdb, 0xfe80_0001, 0x7f7f_ffff, 0xff80_0000, 0x7f80_0000, 0xffc1_2345,
];

#[rustfmt::skip]
const DOUBLES: [u64; 14] = [
    0x0000_0000_0000_0000, 0x8000_0000_0000_0001, 0x000f_ffff_ffff_ffff, 0x0010_0000_0000_0000,
    0x3c9f_ffff_ffff_ffff, 0x3fd5_5555_5555_5555, 0xbff0_0000_0000_0000, 0x3ff0_0000_0000_0001,
    0x4009_21fb_5444_2d18, 0xffd0_0000_0000_0001, 0x7fef_ffff_ffff_ffff, 0xfff0_0000_0000_0000,
    0x7ff0_0000_0000_0000, 0xfff0_dead_beef_0123,
];

#[rustfmt::skip]
const HALVES: [u32; 14] = [
    0x0000_8000, 0x0001_83ff, 0x0400_0080, 0x007f_8001, 0x3c00_3f80, 0xbc01_bf81, 0x3555_3eab,
    0x7bff_7f7f, 0x6800_4c00, 0x7c00_7f80, 0xfc00_ff80, 0x7c01_7f81, 0xfe00_ffc1, 0x7ff7_7fff,
];

const SINGLE_FORMS: usize = 25;
const DOUBLE_FORMS: usize = 14;
const HALF_FORMS: usize = 28;

/// Every comparison, both results of each, as bits.
macro_rules! compared {
    ($setp:ident($a:expr, $b:expr $(, $mode:expr)?)) => {{
        use Comparison::{Eq, Equ, Ge, Geu, Gt, Gtu, Le, Leu, Lt, Ltu, Nan, Ne, Neu, Num};
        let all = [Eq, Ne, Lt, Le, Gt, Ge, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan];
        let (mut bits, mut i) = (0, 0);
        while i < all.len() {
            let [p, q] = $setp($a, $b, all[i] $(, $mode)?);
            bits = bits << 2 | (p as u64) << 1 | q as u64;
            i += 1;
        }
        bits
    }};
}

const fn singles(a: u32, b: u32, c: u32, r: Rounding) -> [u64; SINGLE_FORMS] {
    use Nans::{Ignored, Propagated};
    use Saturation::{Off, Sat};
    use Subnormals::{Flush, Keep};
    let packed = fma_f32x2(
        (a as u64) << 32 | b as u64,
        (b as u64) << 32 | c as u64,
        (c as u64) << 32 | a as u64,
        r,
        Flush,
    );
    let (a, b, c) = (f32::from_bits(a), f32::from_bits(b), f32::from_bits(c));
    [
        packed,
        rcp_f32(a, r, Keep).to_bits() as u64,
        rcp_f32(a, r, Flush).to_bits() as u64,
        sqrt_f32(a, r, Keep).to_bits() as u64,
        sqrt_f32(a, r, Flush).to_bits() as u64,
        div_f32(a, b, r, Keep).to_bits() as u64,
        div_f32(a, b, r, Flush).to_bits() as u64,
        add_f32(a, b, r, Keep, Off).to_bits() as u64,
        sub_f32(a, b, r, Flush, Sat).to_bits() as u64,
        mul_f32(a, b, r, Keep, Sat).to_bits() as u64,
        mul_f32(a, b, r, Flush, Off).to_bits() as u64,
        fma_f32(a, b, c, r, Keep, Off).to_bits() as u64,
        fma_f32(a, b, c, r, Flush, Sat).to_bits() as u64,
        compared!(setp_f32(a, b, Keep)) << 32 | compared!(setp_f32(a, b, Flush)),
        mad_f32(a, b, c, Flush, Off).to_bits() as u64,
        mad_map_f64(a, b, c, r, Keep).to_bits() as u64,
        neg_f32(a, Flush).to_bits() as u64,
        abs_f32(a, Keep).to_bits() as u64,
        copysign_f32(a, b).to_bits() as u64,
        min_f32(a, b, Keep, Ignored).to_bits() as u64,
        max_f32(a, b, Flush, Propagated).to_bits() as u64,
        min_xorsign_abs_f32(a, b, Keep, Ignored).to_bits() as u64,
        max3_f32(a, b, c, Keep, Ignored, Signs::Abs).to_bits() as u64,
        testp_f32(a, Property::Subnormal) as u64,
        add_f32_bf16(a.to_bits() as u16, b, r, Off).to_bits() as u64,
    ]
}

const fn doubles(a: u64, b: u64, c: u64, r: Rounding) -> [u64; DOUBLE_FORMS] {
    let (a, b, c) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
    [
        rcp_f64(a, r).to_bits(),
        sqrt_f64(a, r).to_bits(),
        div_f64(a, b, r).to_bits(),
        add_f64(a, b, r).to_bits(),
        sub_f64(a, b, r).to_bits(),
        mul_f64(a, b, r).to_bits(),
        fma_f64(a, b, c, r).to_bits(),
        compared!(setp_f64(a, b)),
        neg_f64(a).to_bits(),
        abs_f64(a).to_bits(),
        copysign_f64(a, b).to_bits(),
        min_f64(a, b).to_bits(),
        max_f64(a, b).to_bits(),
        testp_f64(a, Property::NotANumber) as u64,
    ]
}

const fn halves(a: u32, b: u32, c: u32, r: Rounding) -> [u64; HALF_FORMS] {
    use Nans::{Ignored, Propagated};
    use Rectification::{Linear, Relu};
    use Saturation::{Off, Sat};
    use Subnormals::{Flush, Keep};
    [
        add_f16x2(a, b, r, Keep, Off) as u64,
        sub_f16x2(a, b, r, Flush, Sat) as u64,
        mul_f16x2(a, b, r, Flush, Off) as u64,
        fma_f16x2(a, b, c, r, Keep, Sat) as u64,
        fma_f16x2(a, b, c, r, Flush, Off) as u64,
        fma_relu_f16x2(a, b, c, r, Flush) as u64,
        fma_oob_f16x2(a, b, c, r, Linear) as u64,
        neg_f16x2(a, Keep) as u64,
        abs_f16x2(a, Flush) as u64,
        min_f16x2(a, b, Keep, Ignored) as u64,
        max_f16x2(a, b, Flush, Propagated) as u64,
        min_xorsign_abs_f16x2(a, b, Flush, Ignored) as u64,
        max_xorsign_abs_f16x2(a, b, Keep, Propagated) as u64,
        ex2_approx_f16x2(a) as u64,
        tanh_approx_f16x2(a) as u64,
        add_bf16x2(a, b, r) as u64,
        sub_bf16x2(a, b, r) as u64,
        mul_bf16x2(a, b, r) as u64,
        fma_bf16x2(a, b, c, r, Relu) as u64,
        fma_oob_bf16x2(a, b, c, r, Relu) as u64,
        neg_bf16x2(a) as u64,
        abs_bf16x2(a) as u64,
        min_bf16x2(a, b, Propagated) as u64,
        max_bf16x2(a, b, Ignored) as u64,
        min_xorsign_abs_bf16x2(a, b, Ignored) as u64,
        max_xorsign_abs_bf16x2(a, b, Propagated) as u64,
        ex2_approx_ftz_bf16x2(a) as u64,
        tanh_approx_bf16x2(a) as u64,
    ]
}

/// `$f` on all pairs of `$table`, the third operand being the one after the second, in const
/// evaluation; compared with the same at run time.
macro_rules! agree {
    ($test:ident, $f:ident, $table:ident, $forms:ident) => {
        #[test]
        fn $test() {
            const N: usize = $table.len();
            const EVALUATED: [[[[u64; $forms]; N]; N]; 4] = {
                let mut all = [[[[0; $forms]; N]; N]; 4];
                let mut i = 0;
                while i < 4 * N * N {
                    let (r, a, b) = (i / (N * N), i / N % N, i % N);
                    let c = $table[(b + 1) % N];
                    all[r][a][b] = $f($table[a], $table[b], c, ROUNDINGS[r]);
                    i += 1;
                }
                all
            };
            for (r, table) in EVALUATED.iter().enumerate() {
                for (a, row) in table.iter().enumerate() {
                    for (b, expected) in row.iter().enumerate() {
                        let [x, y, z] = [a, b, b + 1].map(|i| black_box($table[i % N]));
                        let result = $f(x, y, z, black_box(ROUNDINGS[r]));
                        assert_eq!(result, *expected, "{x:x} {y:x} {z:x} {:?}", ROUNDINGS[r]);
                    }
                }
            }
        }
    };
}

agree!(singles_agree, singles, SINGLES, SINGLE_FORMS);
agree!(doubles_agree, doubles, DOUBLES, DOUBLE_FORMS);
agree!(halves_agree, halves, HALVES, HALF_FORMS);
