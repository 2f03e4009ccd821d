//! Compares conversions to and from `.ue5m3` with a table of all its numbers.

use crate::half::{bf16, f16, scale};
use crate::{LIMITS, STRIDE, beside, sweep};
use ptx_core::*;
use referee::table::Table;

const ROUNDINGS: [Rounding; 3] = [Rounding::Rn, Rounding::Rz, Rounding::Rp];

/// Returns the table of the numbers up to 114688 (code fe). The last entry of the table is the number that code ff
/// would have if ff were not the NaN. An operand that rounds to this entry exceeds the format.
pub(crate) fn table() -> Table {
    Table::new(5, 3, 0xff)
}

/// Converts a number to `.ue5m3` by searching the table, and returns the code.
fn code(table: &Table, x: f64, rounding: Rounding, limit: Limit) -> u16 {
    if x.is_nan() {
        return 0xff;
    }
    let rounded =
        table.number(x.abs()).rounded(rounding, Rectification::Linear, NegativeZero::Unchanged);
    let is_finite = rounded < 0xff || rounding == Rounding::Rz && x.is_finite();
    if is_finite || limit == Limit::Satfinite { rounded.min(0xfe) as u16 } else { 0xff }
}

/// Compares a conversion of two numbers with the table, for the given roundings and every `Limit`.
pub(crate) fn check(
    table: &Table,
    [a, b]: [f64; 2],
    name: &str,
    roundings: &[Rounding],
    call: impl Fn(Rounding, Limit) -> u16,
) {
    for &rounding in roundings {
        for limit in LIMITS {
            let expected = code(table, a, rounding, limit) << 8 | code(table, b, rounding, limit);
            let found = call(rounding, limit);
            assert_eq!(found, expected, "{name} {a:e} {b:e} {rounding:?} {limit:?}");
        }
    }
}

fn every_f32(stride: usize) {
    let table = table();
    sweep(1 << 32, stride, |x| {
        let [a, b] = [x as u32, beside(x as u32)].map(f32::from_bits);
        let numbers = [a, b].map(f64::from);
        check(&table, numbers, "f32", &ROUNDINGS, |r, limit| cvt_ue5m3x2_f32(a, b, r, limit));
    });
}

#[test]
fn to_ue5m3() {
    every_f32(STRIDE);
}

#[test]
#[ignore = "2^32 operands"]
fn all_to_ue5m3() {
    every_f32(1);
}

#[test]
fn every_half_to_ue5m3() {
    let table = table();
    for x in 0..=u16::MAX {
        let other = x.wrapping_mul(0x6d35);
        let pair = u32::from(x) << 16 | u32::from(other);
        let halves =
            [x, other].map(|x| cvt_f32_f16(x, Subnormals::Keep, Saturation::Off)).map(f64::from);
        check(&table, halves, "f16x2", &ROUNDINGS, |r, limit| cvt_ue5m3x2_f16x2(pair, r, limit));
        let halves = [x, other].map(|x| f64::from(f32::from_bits(u32::from(x) << 16)));
        check(&table, halves, "bf16x2", &ROUNDINGS, |r, limit| cvt_ue5m3x2_bf16x2(pair, r, limit));
    }
}

/// Returns the value of a code, or `None` for the NaN.
fn value(code: u8) -> Option<f64> {
    (code != 0xff).then(|| table().magnitudes[usize::from(code)])
}

#[test]
fn every_pair_of_ue5m3() {
    let values: Vec<_> = (0..=0xff).map(value).collect();
    for a in 0..=u16::MAX {
        let [high, low] = a.to_be_bytes().map(|code| values[usize::from(code)]);
        let linear = Rectification::Linear;
        assert_eq!(cvt_f16x2_ue5m3x2(a), f16(high, linear) << 16 | f16(low, linear), "{a:x}");
        for limit in LIMITS {
            let half = |value| bf16(value, linear, limit);
            assert_eq!(cvt_bf16x2_ue5m3x2(a, limit), half(high) << 16 | half(low), "{a:x}");
        }
    }
}

#[test]
fn every_ue5m3_with_every_scale() {
    let values: Vec<_> = (0..=0xff).map(value).collect();
    for limit in LIMITS {
        for a in 0..=u8::MAX {
            for by in 0..=u8::MAX {
                let codes = [a, a.wrapping_mul(5) ^ by];
                let scales = [by, by ^ 0x55];
                let half = |i: usize| {
                    let pair = values[usize::from(codes[i])].zip(scale(scales[i]));
                    bf16(pair.map(|(value, by)| value * by), Rectification::Linear, limit)
                };
                let [codes, scales] = [codes, scales].map(u16::from_be_bytes);
                let found = cvt_scaled_bf16x2_ue5m3x2(codes, scales, limit);
                assert_eq!(found, half(0) << 16 | half(1), "{codes:x} {scales:x} {limit:?}");
            }
        }
    }
}
