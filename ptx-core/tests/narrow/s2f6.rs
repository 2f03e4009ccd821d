//! Compares conversions to and from `.s2f6` with `f64` arithmetic. The values of `.s2f6` are multiples of 1/64, and
//! scaling them in `f64` is exact.

use crate::half::{bf16, scale};
use crate::{LIMITS, RECTIFICATIONS, STRIDE, beside, sweep};
use ptx_core::*;

/// Divides a number by a scale and converts the quotient to a `.s2f6` code, without `.relu`.
fn down(x: f32, by: u8) -> i8 {
    let Some(by) = scale(by).filter(|_| !x.is_nan()) else { return 0x7f };
    (f64::from(x) / by * 64.0).round_ties_even().clamp(-128.0, 127.0) as i8
}

fn pair(high: i8, low: i8, relu: Rectification) -> u16 {
    let least = if relu == Rectification::Relu { 0 } else { i8::MIN };
    u16::from_be_bytes([high, low].map(|byte| byte.max(least) as u8))
}

fn check(x: u32, scale: u16) {
    let [a, b] = [x, beside(x)].map(f32::from_bits);
    let [by_a, by_b] = scale.to_be_bytes();
    let (high, low) = (down(a, by_a), down(b, by_b));
    for relu in RECTIFICATIONS {
        let found = cvt_scaled_s2f6x2_f32(a, b, scale, relu);
        let expected = pair(high, low, relu);
        assert!(found == expected, "{x:08x} {scale:04x} {relu:?}: {found:04x}, not {expected:04x}");
        if scale == ONES {
            assert_eq!(cvt_s2f6x2_f32(a, b, relu), expected, "{x:08x} {relu:?}");
        }
    }
}

/// Two scales of 1.0.
const ONES: u16 = 0x7f7f;

/// Pairs of scales. They include 1.0, numbers below and above 1.0, the smallest and the largest scale, and a NaN.
const SCALES: [u16; 5] = [ONES, 0x007e, 0x8100, 0xfe75, 0x80ff];

fn every_f32(scales: &[u16], stride: usize) {
    sweep(1 << 32, stride, |x| scales.iter().for_each(|scale| check(x as u32, *scale)));
}

#[test]
fn to_s2f6() {
    every_f32(&SCALES, STRIDE);
}

#[test]
#[ignore = "2^32 operands"]
fn all_to_s2f6() {
    every_f32(&[ONES], 1);
}

#[test]
fn multiples_middles_and_their_neighbours() {
    for by in 0..=u8::MAX {
        for i in 0..=520_u16 {
            let x = f64::from(i) / 256.0 * scale(by).unwrap_or(1.0);
            let bits = (x as f32).to_bits();
            for x in [bits.saturating_sub(1), bits, bits + 1] {
                check(x, u16::from_be_bytes([by, by ^ 0x55]));
                check(x | 1 << 31, u16::from_be_bytes([by, by ^ 0x55]));
            }
        }
    }
}

#[test]
fn every_bf16_with_every_scale() {
    let single = |x: u16| f32::from_bits(u32::from(x) << 16);
    sweep(1 << 16, 1, |a| {
        let (a, b) = (a as u16, !(a as u16).rotate_left(8));
        let word = u32::from(a) << 16 | u32::from(b);
        for by in 0..=u8::MAX {
            let (high, low) = (down(single(a), by), down(single(b), !by));
            for relu in RECTIFICATIONS {
                let found = cvt_scaled_s2f6x2_bf16x2(word, u16::from_be_bytes([by, !by]), relu);
                assert_eq!(found, pair(high, low, relu), "{word:08x} {by:02x} {relu:?}");
            }
        }
        for relu in RECTIFICATIONS {
            let expected = pair(down(single(a), 0x7f), down(single(b), 0x7f), relu);
            assert_eq!(cvt_s2f6x2_bf16x2(word, relu), expected, "{word:08x} {relu:?}");
        }
    });
}

#[test]
fn every_s2f6_with_every_scale() {
    for pair in 0..=u16::MAX {
        let [high, low] = pair.to_be_bytes();
        for relu in RECTIFICATIONS {
            for limit in LIMITS {
                let half = |code: u8, by| {
                    let value = f64::from(code as i8) / 64.0;
                    bf16(scale(by).map(|by| value * by), relu, limit)
                };
                let expected = half(high, 0x7f) << 16 | half(low, 0x7f);
                assert_eq!(cvt_bf16x2_s2f6x2(pair, limit, relu), expected, "{pair:04x} {relu:?}");
                // Tests all codes with all scales, in both elements.
                let by = [low, high];
                let expected = half(high, by[0]) << 16 | half(low, by[1]);
                let found = cvt_scaled_bf16x2_s2f6x2(pair, u16::from_be_bytes(by), limit, relu);
                assert_eq!(found, expected, "{pair:04x} {by:02x?} {relu:?} {limit:?}");
            }
        }
    }
}
