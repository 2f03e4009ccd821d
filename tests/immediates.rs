//! Tests that literals in `ptx!` have the meaning that PTX defines, and not the meaning that Rust defines.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

macro_rules! bits {
    ($type:ident $([$($literal:tt)+])+) => {
        [$( { let d; ptx! { mov.$type d, $($literal)+; } d } ),+]
    };
}

#[test]
fn a_decimal_is_a_double_converted_to_the_type() {
    // PTX rounds a decimal literal to a double first. The first literal becomes the double 1 + 2^-24, a midpoint of two
    // f32 numbers, which rounds to even: 1. Rounding the decimal text directly to f32 would give 1 + 2^-23, the result
    // of the second literal.
    let [a, b] = bits!(f32[1.00000005960464477539062500001][1.00000005960464499]);
    assert_eq!(a.to_bits(), 0x3f80_0000);
    assert_eq!(b.to_bits(), 0x3f80_0001);
    let [c] = bits!(f64[1.00000005960464477539062500001]);
    assert_eq!(c.to_bits(), 0x3ff0_0000_1000_0000);
}

#[test]
fn decimals_in_every_spelling() {
    let values: [f32; 14] = bits!(f32 [.5] [5.] [-2.5e-3] [1.e5] [-.5] [-5.] [1e5] [1E5] [+1.0] [.5e1] [5.e-1] [1.0e+2] [- 1.0] [00.5]);
    let expected = [
        0.5, 5.0, -0.0025, 100_000.0, -0.5, -5.0, 100_000.0, 100_000.0, 1.0, 5.0, 0.5, 100.0, -1.0,
        0.5,
    ];
    assert_eq!(values, expected);
    let [zero] = bits!(f32[-0.0]);
    assert_eq!(zero.to_bits(), 0x8000_0000);
}

#[test]
fn decimals_beyond_the_range_of_f32_overflow_and_underflow() {
    let [huge, small] = bits!(f32[1e39][1e-46]);
    assert_eq!((huge, small), (f32::INFINITY, 0.0));
    let [subnormal] = bits!(f32[1.401298464324817e-45]);
    assert_eq!(subnormal.to_bits(), 1);
}

#[test]
fn float_bits() {
    let [one, nan, infinity] = bits!(f32[0f3F800000][0fFFC00001][0F7f800000]);
    assert_eq!([one, nan, infinity].map(f32::to_bits), [0x3f80_0000, 0xffc0_0001, 0x7f80_0000]);
    let [one, digits, letters] =
        bits!(f64[0d3FF0000000000000][0D0000000000000001][0dFfFfFfFfFfFfFfFf]);
    assert_eq!(
        [one, digits, letters].map(f64::to_bits),
        [0x3ff0_0000_0000_0000, 1, 0xffff_ffff_ffff_ffff]
    );
    // A double literal in an `.f32` operand is rounded to nearest. This double, 1 + 2^-24, is a midpoint and rounds to
    // even: 1.
    let [tie] = bits!(f32[0d3FF0000010000000]);
    assert_eq!(tie.to_bits(), 0x3f80_0000);
    let [raw] = bits!(b32[0f3F800000]);
    assert_eq!(raw, 0x3f80_0000);
    let [raw] = bits!(b64[0d3FF0000000000000]);
    assert_eq!(raw, 0x3ff0_0000_0000_0000);
}

#[test]
fn float_bits_however_rust_cuts_them() {
    // Rust's lexer reads `0f1e234567` as a float with an exponent, and `0f00000001` as an integer with a suffix.
    let values = bits!(f32[0f1e234567][0f00000001][0f0000000e][0f1E000000][0fEEEEEEEE][0f4e6e6e6e]);
    assert_eq!(
        values.map(f32::to_bits),
        [0x1e23_4567, 1, 0xe, 0x1e00_0000, 0xeeee_eeee, 0x4e6e_6e6e]
    );
    let values =
        bits!(f64[0d1e23456789012345][0d1234567890123456][0deeeeeeeeeeeeeeee][0d4E5E6E7E8E9E0E1E]);
    assert_eq!(
        values.map(f64::to_bits),
        [
            0x1e23_4567_8901_2345,
            0x1234_5678_9012_3456,
            0xeeee_eeee_eeee_eeee,
            0x4e5e_6e7e_8e9e_0e1e
        ]
    );
}

#[test]
fn integers_in_every_base() {
    let values = bits!(
        u32[255][017][0xFF][0b101][0xFFU][255U][017U][0b101U][0][00][0U][0XfF][0B11][0x1e5][0xE]
            [0x1f32]
    );
    assert_eq!(values, [255, 15, 255, 5, 255, 255, 15, 5, 0, 0, 0, 255, 3, 0x1e5, 0xe, 0x1f32]);
}

#[test]
fn integers_wrap_to_the_width_and_carry_a_sign() {
    let [a] = bits!(s32[-1]);
    let [b] = bits!(u32[-1]);
    let [c] = bits!(s16[-32768]);
    let [d] = bits!(b64[-1]);
    let [e] = bits!(s64[0x8000000000000000]);
    let [f] = bits!(u16[0x12345]);
    let [g] = bits!(s32[0x80000000]);
    let [h] = bits!(s16[0xFFFF]);
    assert_eq!((a, b, c, d), (-1_i32, u32::MAX, i16::MIN, u64::MAX));
    assert_eq!((e, f, g, h), (i64::MIN, 0x2345_u16, i32::MIN, -1_i16));
}

#[test]
fn predicates_take_zero_and_one() {
    let values: [bool; 2] = bits!(pred[0][1]);
    assert_eq!(values, [false, true]);
}

#[test]
fn an_immediate_in_every_source() {
    let d: f32;
    ptx! { fma.rn.f32 d, 2.0, 0f40400000, 0d4010000000000000; }
    assert_eq!(d, 10.0);
}

#[test]
fn comments_are_comments() {
    let d: f32;
    ptx! {
        /// A documentation comment before a statement,
        // a comment,
        rcp.rn.f32 /* inside one, */ d, /** as documentation, */ 4.0; //! behind one,
        /* and one at the end. */
        { /// In a scope.
          /** Twice. */ }
    }
    assert_eq!(d, 0.25);
    let v = ptx! {
        //! At the beginning, before directives.
        .version 8.6 /// between them
        .target sm_90
        .reg .b64 v; mov.b64 v, { /// in a vector
            1, 2 };
        /// before the tail
        v /// and behind it
    };
    assert_eq!(v, 0x2_0000_0001);
}

#[test]
fn a_literal_through_macro_rules() {
    macro_rules! tt {
        ($x:tt) => {
            ptx! { .reg .u32 t; mov.u32 t, $x; t }
        };
    }
    assert_eq!(tt!(017), 15);
}
