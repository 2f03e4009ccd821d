//! Tests conversions with `.scaled::n1::ue8m0`, in which one scale divides both operands. The expected result is the
//! quotient, which `f64` represents exactly, rounded with a table of all numbers of the format.

use crate::formats::{Format, formats};
use crate::half::scale;
use crate::{NEGATIVE_ZEROS, RECTIFICATIONS, beside, sweep, ue5m3};
use ptx_core::*;

const ROUNDINGS: [Rounding; 2] = [Rounding::Rn, Rounding::Rz];

/// The distance between the operands that a sample tests: a prime, so that all bits vary.
const STRIDE: usize = 999_983;

/// Divides `x` by a scale. If `is_subnormal` is true, `x` is first flushed to zero. Returns a NaN if the scale is a
/// NaN.
fn quotient(x: f32, is_subnormal: bool, by: u8) -> f64 {
    let flushed = if is_subnormal { 0.0_f64.copysign(x.into()) } else { x.into() };
    scale(by).map_or(f64::NAN, |by| flushed / by)
}

fn single(bits: u32, by: u8) -> f64 {
    let x = f32::from_bits(bits);
    quotient(x, x.is_subnormal(), by)
}

fn half(bits: u16, by: u8) -> f64 {
    let x = cvt_f32_f16(bits, Subnormals::Keep, Saturation::Off);
    quotient(x, bits & 0x7c00 == 0, by)
}

fn bfloat(bits: u16, by: u8) -> f64 {
    single(u32::from(bits) << 16, by)
}

type Modes = (Rounding, Rectification, NegativeZero);

/// Calls `call` with every combination of modifiers, and compares its results with the rounded quotients.
fn check(format: &Format, quotients: [f64; 2], call: impl Fn(Modes) -> u32) {
    for rounding in ROUNDINGS {
        for relu in RECTIFICATIONS {
            for zero in NEGATIVE_ZEROS {
                let codes = quotients.map(|x| format.table.number(x).rounded(rounding, relu, zero));
                let found = call((rounding, relu, zero));
                let name = format.name;
                assert_eq!(
                    found,
                    format.join(&codes),
                    "{name} {quotients:?} {rounding:?} {relu:?} {zero:?}"
                );
            }
        }
    }
}

fn every_f32(stride: usize) {
    let (formats, table) = (formats(), ue5m3::table());
    sweep(1 << 32, stride, |x| {
        let (a, b) = (x as u32, beside(x as u32));
        let by = (x as u32).wrapping_mul(0x9e37_79b9).to_be_bytes()[0];
        for by in [by, 0, 1, 0x7f, 0xfe, 0xff] {
            let quotients = [single(a, by), single(b, by)];
            let [a, b] = [a, b].map(f32::from_bits);
            for format in &formats {
                check(format, quotients, |(r, relu, zero)| {
                    (format.scaled_from_f32)(a, b, by, r, relu, zero)
                });
            }
            ue5m3::check(&table, quotients, "f32", &ROUNDINGS, |r, limit| {
                cvt_scaled_ue5m3x2_f32(a, b, by, r, limit)
            });
        }
    });
}

#[test]
fn scaled_f32() {
    every_f32(STRIDE);
}

#[test]
#[ignore = "2^32 operands"]
fn all_scaled_f32() {
    every_f32(1);
}

#[test]
fn every_scaled_half() {
    let (formats, table) = (formats(), ue5m3::table());
    sweep(1 << 16, 1, |a| {
        let (a, b) = (a as u16, !(a as u16).rotate_left(8));
        let pair = u32::from(a) << 16 | u32::from(b);
        for by in [a as u8, (a >> 8) as u8, 0x70, 0x7f, 0x8e] {
            let (halves, bfloats) = ([a, b].map(|x| half(x, by)), [a, b].map(|x| bfloat(x, by)));
            for format in &formats {
                check(format, halves, |(r, relu, zero)| {
                    (format.scaled_from_f16x2)(pair, by, r, relu, zero)
                });
                check(format, bfloats, |(r, relu, zero)| {
                    (format.scaled_from_bf16x2)(pair, by, r, relu, zero)
                });
            }
            ue5m3::check(&table, halves, "f16x2", &ROUNDINGS, |r, limit| {
                cvt_scaled_ue5m3x2_f16x2(pair, by, r, limit)
            });
            ue5m3::check(&table, bfloats, "bf16x2", &ROUNDINGS, |r, limit| {
                cvt_scaled_ue5m3x2_bf16x2(pair, by, r, limit)
            });
        }
    });
}

/// Compares conversions with results of a chip of compute capability 10.7. The results are from the tests of
/// `fp32_to_fp8_pack_scaled` in NVIDIA/cudnn-frontend. A row has the operand, the scale, and the results in `.e4m3` and
/// `.e5m2`.
#[test]
fn results_of_a_chip() {
    let power = |n: i32| 2.0_f32.powi(n);
    let subnormal = f32::from_bits(0x0008_0000);
    let rows = [
        (1.0, 127, 0x38, 0x3c),
        (17.0, 127, 0x58, 0x4c),
        (19.0, 127, 0x5a, 0x4d),
        (448.0, 127, 0x7e, 0x5f),
        (3e38, 127, 0x7e, 0x7b),
        (f32::INFINITY, 127, 0x7e, 0x7b),
        (f32::NEG_INFINITY, 127, 0xfe, 0xfb),
        (f32::NAN, 127, 0x7f, 0x7f),
        (-0.0, 127, 0x80, 0x80),
        (1.0, 119, 0x78, 0x5c),
        (-1.0, 119, 0xf8, 0xdc),
        (1.0, 255, 0x7f, 0x7f),
        (f32::INFINITY, 255, 0x7f, 0x7f),
        (power(-118), 0, 0x7e, 0x60),
        (448.0, 254, 0, 0),
        // Between the division and the conversion, the chip does not round to binary32.
        (3e38, 254, 0x3e, 0x3f),
        (subnormal, 0, 0, 0),
        (-subnormal, 0, 0x80, 0x80),
    ];
    for (x, by, e4m3, e5m2) in rows {
        let modes = (Rounding::Rn, Rectification::Linear, NegativeZero::Unchanged);
        let found = cvt_scaled_e4m3x2_f32(x, 0.0, by, modes.0, modes.1, modes.2) >> 8;
        assert_eq!(found, e4m3, "{x:e} {by}");
        let found = cvt_scaled_e5m2x2_f32(x, 0.0, by, modes.0, modes.1, modes.2) >> 8;
        assert_eq!(found, e5m2, "{x:e} {by}");
    }
}
