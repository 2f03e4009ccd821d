//! Compares `cvt` with `rustc_apfloat` and exact integers, on edge cases, random operands, and all 2^16 half-precision
//! numbers.

use super::random_sets;
use ptx_core::*;
use referee::operation::{NAN_F32, ROUNDINGS, SATURATIONS, SUBNORMALS, round, saturated};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert};
use steered::{Random, edges_f32, edges_f64, triple_f32, triple_f64};

const NAN: u16 = 0x7fff;

fn double(x: f64) -> Double {
    Double::from_bits(x.to_bits().into())
}

fn single(x: f32) -> Single {
    Single::from_bits(x.to_bits().into())
}

/// Flushes a subnormal operand under `.ftz`.
fn flushed(x: f32, s: Subnormals) -> f32 {
    if s == Subnormals::Flush && x.is_subnormal() { 0.0_f32.copysign(x) } else { x }
}

/// Clamps a number, given by its `bits`, to [0.0, 1.0] with `.sat`. The argument `one` is 1.0 as bits, and `sign` is
/// the mask of the sign bit.
fn clamped(bits: u64, is_nan: bool, one: u64, sign: u64, sat: Saturation) -> u64 {
    match sat {
        Saturation::Off => bits,
        Saturation::Sat if is_nan || bits & sign != 0 => 0,
        Saturation::Sat => bits.min(one),
    }
}

fn f16_clamped(x: u16, sat: Saturation) -> u16 {
    clamped(x.into(), x & 0x7fff > 0x7c00, 0x3c00, 1 << 15, sat) as u16
}

fn double_clamped(x: u64, sat: Saturation) -> u64 {
    clamped(x, f64::from_bits(x).is_nan(), 1.0_f64.to_bits(), 1 << 63, sat)
}

fn integer<F: Float>(x: F, r: Rounding, bits: usize, signed: bool, nan: u64) -> u64 {
    let mut exact = true;
    match signed {
        _ if x.is_nan() => nan,
        true => x.to_i128_r(bits, round(r), &mut exact).value as u64,
        false => x.to_u128_r(bits, round(r), &mut exact).value as u64,
    }
}

fn singles() -> impl Iterator<Item = f32> {
    let mut g = Random(1);
    let random = (0..random_sets() / 4).flat_map(move |_| triple_f32(&mut g));
    let near: Vec<u32> = (0..=64)
        .flat_map(|i| {
            let power = (2.0_f32.powi(i)).to_bits();
            let halves = (i as f32 + 0.5).to_bits();
            [power - 1, power, power + 1, halves - 1, halves, halves + 1]
        })
        .flat_map(|x| [x, x | 1 << 31])
        .collect();
    edges_f32().into_iter().chain(near).chain(random).map(f32::from_bits)
}

fn doubles() -> impl Iterator<Item = f64> {
    let mut g = Random(2);
    let random = (0..random_sets() / 4).flat_map(move |_| triple_f64(&mut g));
    let near: Vec<u64> = (0..=64)
        .flat_map(|i| {
            let power = (2.0_f64.powi(i)).to_bits();
            let below = (2.0_f64.powi(i) - 0.5).to_bits();
            let halves = (f64::from(i) + 0.5).to_bits();
            [
                power - 1,
                power,
                power + 1,
                below - 1,
                below,
                below + 1,
                halves - 1,
                halves,
                halves + 1,
            ]
        })
        .flat_map(|x| [x, x | 1 << 63])
        .collect();
    // Adds random numbers that cover all exponents of the shorter formats.
    let mut h = Random(3);
    let narrow = (0..random_sets() / 4).map(move |_| {
        let x = h.next();
        (x & !(0x7ff << 52)) | (1023 - 160 + h.below(320)) << 52
    });
    let halfway = singles().map(|x| {
        let next = f32::from_bits(x.to_bits().wrapping_add(1));
        ((f64::from(x) + f64::from(next)) / 2.0).to_bits()
    });
    let all =
        edges_f64().into_iter().chain(near).chain(random).chain(narrow).chain(halfway.step_by(7));
    all.map(f64::from_bits)
}

fn halves() -> impl Iterator<Item = u16> {
    0..=u16::MAX
}

macro_rules! to_integers {
    ($($t:ident $bits:literal: $f32:ident $f64:ident $f16:ident $bf16:ident;)*) => {
        #[test]
        fn floats_to_integers() {
            $(
                let signed = $t::MIN != 0;
                let nan = if $bits == 64 { 1 << 63 } else { 0 };
                let sat = Saturation::Off;
                let check = |x: u64, found: $t, expected: u64, what: &str| {
                    assert_eq!(found, expected as $t, "{what} {x:x}");
                };
                for x in singles() {
                    for r in ROUNDINGS {
                        for s in SUBNORMALS {
                            let expected = integer(single(flushed(x, s)), r, $bits, signed, nan);
                            check(x.to_bits().into(), $f32(x, r, s, sat), expected, stringify!($f32));
                        }
                    }
                }
                for x in doubles() {
                    for r in ROUNDINGS {
                        let expected = integer(double(x), r, $bits, signed, 1 << ($bits - 1));
                        check(x.to_bits(), $f64(x, r, sat), expected, stringify!($f64));
                    }
                }
                for x in halves() {
                    for r in ROUNDINGS {
                        let expected = integer(Half::from_bits(x.into()), r, $bits, signed, nan);
                        check(x.into(), $f16(x, r, sat), expected, stringify!($f16));
                        let expected = integer(BFloat::from_bits(x.into()), r, $bits, signed, nan);
                        check(x.into(), $bf16(x, r), expected, stringify!($bf16));
                    }
                }
            )*
        }
    };
}
to_integers! {
    u8 8: cvt_u8_f32 cvt_u8_f64 cvt_u8_f16 cvt_u8_bf16;
    i8 8: cvt_s8_f32 cvt_s8_f64 cvt_s8_f16 cvt_s8_bf16;
    u16 16: cvt_u16_f32 cvt_u16_f64 cvt_u16_f16 cvt_u16_bf16;
    i16 16: cvt_s16_f32 cvt_s16_f64 cvt_s16_f16 cvt_s16_bf16;
    u32 32: cvt_u32_f32 cvt_u32_f64 cvt_u32_f16 cvt_u32_bf16;
    i32 32: cvt_s32_f32 cvt_s32_f64 cvt_s32_f16 cvt_s32_bf16;
    u64 64: cvt_u64_f32 cvt_u64_f64 cvt_u64_f16 cvt_u64_bf16;
    i64 64: cvt_s64_f32 cvt_s64_f64 cvt_s64_f16 cvt_s64_bf16;
}

/// Returns random integers of every magnitude, and integers near powers of two.
fn integers() -> impl Iterator<Item = u64> {
    let mut g = Random(4);
    let random = (0..random_sets()).map(move |_| g.next() >> g.below(64));
    let near = (0..64).flat_map(|i| (0..64).map(move |j| (1_u64 << i).wrapping_add(1 << j)));
    // Three more than a midpoint sets the two lowest bits. Halving must not round it to the midpoint.
    let near = near.flat_map(|x| {
        [x, x.wrapping_add(1), x.wrapping_add(3), x.wrapping_sub(1), x.wrapping_neg(), !x]
    });
    near.chain(random)
}

macro_rules! from_integers {
    ($($t:ident: $f32:ident $f64:ident $f16:ident $bf16:ident;)*) => {
        #[test]
        fn integers_to_floats() {
            $( for x in integers() {
                let x = x as $t;
                for r in ROUNDINGS {
                    let wide = i128::from(x);
                    for sat in SATURATIONS {
                        let expected = Single::from_i128_r(wide, round(r)).value.to_bits() as u32;
                        let expected = saturated(expected, sat);
                        for s in SUBNORMALS {
                            assert_eq!($f32(x, r, s, sat).to_bits(), expected, "{x} {r:?} {sat:?}");
                        }
                        let expected = Double::from_i128_r(wide, round(r)).value.to_bits() as u64;
                        let expected = double_clamped(expected, sat);
                        assert_eq!($f64(x, r, sat).to_bits(), expected, "{x} {r:?} {sat:?}");
                        let expected = Half::from_i128_r(wide, round(r)).value.to_bits() as u16;
                        let expected = f16_clamped(expected, sat);
                        assert_eq!($f16(x, r, sat), expected, "{x} {r:?} {sat:?}");
                    }
                    let expected = BFloat::from_i128_r(wide, round(r)).value.to_bits() as u16;
                    assert_eq!($bf16(x, r), expected, "{x} {r:?}");
                }
            } )*
        }
    };
}
from_integers! {
    u8: cvt_f32_u8 cvt_f64_u8 cvt_f16_u8 cvt_bf16_u8;
    i8: cvt_f32_s8 cvt_f64_s8 cvt_f16_s8 cvt_bf16_s8;
    u16: cvt_f32_u16 cvt_f64_u16 cvt_f16_u16 cvt_bf16_u16;
    i16: cvt_f32_s16 cvt_f64_s16 cvt_f16_s16 cvt_bf16_s16;
    u32: cvt_f32_u32 cvt_f64_u32 cvt_f16_u32 cvt_bf16_u32;
    i32: cvt_f32_s32 cvt_f64_s32 cvt_f16_s32 cvt_bf16_s32;
    u64: cvt_f32_u64 cvt_f64_u64 cvt_f16_u64 cvt_bf16_u64;
    i64: cvt_f32_s64 cvt_f64_s64 cvt_f16_s64 cvt_bf16_s64;
}

fn shortened<F: FloatConvert<T>, T: Float>(x: F, r: Rounding) -> u16 {
    let result = x.convert_r(round(r), &mut true).value;
    if result.is_nan() { NAN } else { result.to_bits() as u16 }
}

#[test]
fn floats_to_shorter_formats() {
    for x in singles() {
        for r in ROUNDINGS {
            for s in SUBNORMALS {
                // `.ftz` does not affect `.f16`.
                let f16 = shortened::<_, Half>(single(x), r);
                let bf16 = shortened::<_, BFloat>(single(flushed(x, s)), r);
                for sat in SATURATIONS {
                    assert_eq!(
                        cvt_f16_f32(x, r, s, sat),
                        f16_clamped(f16, sat),
                        "{x:e} {r:?} {s:?} {sat:?}"
                    );
                }
                assert_eq!(cvt_bf16_f32(x, r, s), bf16, "{x:e} {r:?} {s:?}");
            }
        }
    }
    for x in doubles() {
        for r in ROUNDINGS {
            // A NaN is quieted, and keeps its sign and as many high bits of its payload as fit.
            let f16: Half = double(x).convert_r(round(r), &mut true).value;
            let bf16: BFloat = double(x).convert_r(round(r), &mut true).value;
            let f32: Single = double(x).convert_r(round(r), &mut true).value;
            let (f16, bf16) = (f16.to_bits() as u16, bf16.to_bits() as u16);
            let f32 = f32.to_bits() as u32;
            for sat in SATURATIONS {
                assert_eq!(cvt_f16_f64(x, r, sat), f16_clamped(f16, sat), "{x:e} {r:?} {sat:?}");
                let found = cvt_f32_f64(x, r, Subnormals::Keep, sat).to_bits();
                assert_eq!(found, saturated(f32, sat), "{x:e} {r:?} {sat:?}");
            }
            assert_eq!(cvt_bf16_f64(x, r), bf16, "{x:e} {r:?}");
            // `.ftz` flushes a result that is below 2^-126 after rounding to 24 bits with unbounded exponent.
            let found = cvt_f32_f64(x, r, Subnormals::Flush, Saturation::Off).to_bits();
            assert_eq!(found, flushed_result(x, f32, r), "{x:e} {r:?}");
        }
    }
    for x in halves() {
        for r in ROUNDINGS {
            let (f16, bf16) = (Half::from_bits(x.into()), BFloat::from_bits(x.into()));
            let wide: Single = bf16.convert(&mut true).value;
            assert_eq!(cvt_f16_bf16(x, r), shortened::<_, Half>(wide, r), "{x:04x} {r:?}");
            let wide: Single = f16.convert(&mut true).value;
            assert_eq!(cvt_bf16_f16(x, r), shortened::<_, BFloat>(wide, r), "{x:04x} {r:?}");
        }
    }
}

/// Returns `kept`. If the magnitude of `x` is below 2^-126 after rounding to 24 bits with unbounded exponent, returns
/// zero with the sign of `kept` instead.
fn flushed_result(x: f64, kept: u32, r: Rounding) -> u32 {
    let normal = 2.0_f64.powi(-126);
    let scaled: Single = double(x * 2.0_f64.powi(64)).convert_r(round(r), &mut true).value;
    let reaches =
        f64::from(f32::from_bits(scaled.to_bits() as u32)).abs() >= normal * 2.0_f64.powi(64);
    if x.is_nan() || reaches || x.abs() >= normal { kept } else { kept & 1 << 31 }
}

#[test]
fn floats_to_clamped_formats() {
    for x in singles() {
        for r in [Rounding::Rn, Rounding::Rz] {
            for l in [Limit::Unlimited, Limit::Satfinite] {
                for relu in [Rectification::Linear, Rectification::Relu] {
                    let expected = |rounded: u16, max: u16| {
                        let infinite = rounded & 0x7fff == max + 1;
                        let limited =
                            if infinite && l == Limit::Satfinite { rounded - 1 } else { rounded };
                        if relu == Rectification::Relu && rounded & 1 << 15 != 0 {
                            0
                        } else {
                            limited
                        }
                    };
                    let f16 = expected(shortened::<_, Half>(single(x), r), 0x7bff);
                    let bf16 = expected(shortened::<_, BFloat>(single(x), r), 0x7f7f);
                    assert_eq!(cvt_frnd2_f16_f32(x, r, relu, l), f16, "{x:e} {r:?} {relu:?} {l:?}");
                    assert_eq!(
                        cvt_frnd2_bf16_f32(x, r, relu, l),
                        bf16,
                        "{x:e} {r:?} {relu:?} {l:?}"
                    );
                    let (one_f16, one_bf16) = (0x3c00, 0x3f80);
                    let pair = cvt_frnd2_f16x2_f32(x, 1.0, r, relu, l);
                    assert_eq!(pair, u32::from(f16) << 16 | one_f16);
                    let pair = cvt_frnd2_bf16x2_f32(1.0, x, r, relu, l);
                    assert_eq!(pair, one_bf16 << 16 | u32::from(bf16));
                }
            }
        }
    }
}

/// Rounds `x` to `.tf32` with exact arithmetic. `Some(true)` rounds to nearest with ties away from zero, `Some(false)`
/// to nearest with ties to even, and `None` towards zero.
fn tf32(x: f32, nearest_away: Option<bool>) -> u32 {
    let wide = f64::from(x).abs();
    let exponent = if x.is_normal() { (x.to_bits() >> 23 & 0xff) as i32 - 127 } else { -126 };
    let unit = 2.0_f64.powi(exponent - 10);
    let below = (wide / unit).floor();
    let rest = wide / unit - below;
    let up = match nearest_away {
        None => false,
        Some(away) => rest > 0.5 || (rest == 0.5 && (away || below % 2.0 == 1.0)),
    };
    let result = (below + f64::from(u8::from(up))) * unit;
    // Every result is a binary32 number, or 2^128, which becomes infinity.
    (result as f32).copysign(x).to_bits()
}

#[test]
fn singles_to_tf32() {
    for x in singles() {
        for l in [Limit::Unlimited, Limit::Satfinite] {
            let expected = |nearest_away| {
                let rounded = if x.is_infinite() { x.to_bits() } else { tf32(x, nearest_away) };
                let infinite = rounded & 0x7fff_ffff == 0x7f80_0000;
                match l {
                    _ if x.is_nan() => 0x7fff_e000,
                    Limit::Satfinite if infinite => rounded - 0x2000,
                    _ => rounded,
                }
            };
            if !x.is_nan() {
                assert_eq!(cvt_rna_tf32_f32(x, l), expected(Some(true)), "{x:e} {l:?}");
            }
            for (r, nearest_away) in [(Rounding::Rn, Some(false)), (Rounding::Rz, None)] {
                let linear = expected(nearest_away);
                let relu = if linear >> 31 == 1 { 0 } else { linear };
                assert_eq!(
                    cvt_frnd2_tf32_f32(x, r, l, Rectification::Linear),
                    linear,
                    "{x:e} {r:?} {l:?}"
                );
                assert_eq!(
                    cvt_frnd2_tf32_f32(x, r, l, Rectification::Relu),
                    relu,
                    "{x:e} {r:?} {l:?}"
                );
            }
        }
    }
}

/// Computes `cvt.rna{.satfinite}.tf32.f32` with the steps of the machine code.
fn rna_by_machine_code(a: f32, l: Limit) -> u32 {
    let mut r = a.to_bits();
    // FSETP.GEU P0, |R|, +INF; @!P0 IADD R, R, 0x1000; LOP3 R, R, 0xffffe000
    let geu = |x: f32| x.is_nan() || x.abs() >= f32::INFINITY;
    if !geu(a) {
        r += 0x1000;
    }
    r &= 0xffff_e000;
    // FSETP.GEU P0, |R|, +INF; @P0 IADD R, R, -0x2000
    if l == Limit::Satfinite && geu(f32::from_bits(r)) {
        r -= 0x2000;
    }
    r
}

#[test]
fn rna_to_tf32_is_its_machine_code() {
    let nans = [0x7f80_0001, 0x7f80_1fff, 0x7f80_2000, 0x7fc0_0000, 0x7fff_ffff];
    let ends = [0x7f7f_efff, 0x7f7f_f000, 0x7f7f_ffff, 0x7f80_0000];
    let chosen = nans.into_iter().chain(ends).flat_map(|x| [x, x | 1 << 31]).map(f32::from_bits);
    for x in chosen.chain(singles()).chain((0..=u32::MAX).step_by(65_521).map(f32::from_bits)) {
        for l in [Limit::Unlimited, Limit::Satfinite] {
            assert_eq!(cvt_rna_tf32_f32(x, l), rna_by_machine_code(x, l), "{:08x}", x.to_bits());
        }
    }
    assert_eq!(cvt_rna_tf32_f32(f32::from_bits(0xffff_ffff), Limit::Unlimited), 0xffff_e000);
    assert_eq!(cvt_rna_tf32_f32(f32::from_bits(0x7f80_0001), Limit::Unlimited), 0x7f80_0000);
    assert_eq!(cvt_rna_tf32_f32(f32::from_bits(0x7f80_0001), Limit::Satfinite), 0x7f7f_e000);
}

/// Computes `cvt.ftz.f32.f64` with the steps of the machine code. `converted` is the result of the conversion without
/// `.ftz`. The machine code flushes `converted` by multiplying it by 2^-126 if the magnitude of the operand is below
/// a threshold. With `.rm` and `.rp` the threshold depends on the sign. With `.rz` the machine code compares
/// `converted` instead of the operand.
fn ftz_by_machine_code(a: f64, converted: f32, r: Rounding) -> f32 {
    const MIDDLE: u64 = 0x380f_ffff_f000_0000;
    const AFTER_THE_LAST: u64 = 0x380f_ffff_e000_0001;
    const LEAST_NORMAL: u64 = 0x3810_0000_0000_0000;
    let below = |threshold: u64| a.abs() < f64::from_bits(threshold);
    let negative = a.is_sign_negative();
    let flushes = match r {
        Rounding::Rn => below(MIDDLE),
        Rounding::Rz => converted.abs() < f32::MIN_POSITIVE,
        Rounding::Rm => below(if negative { AFTER_THE_LAST } else { LEAST_NORMAL }),
        Rounding::Rp => below(if negative { LEAST_NORMAL } else { AFTER_THE_LAST }),
    };
    if flushes { converted * f32::MIN_POSITIVE } else { converted }
}

#[test]
fn ftz_of_doubles_to_singles_is_its_machine_code() {
    let least = f32::MIN_POSITIVE.to_bits();
    let near =
        [least - 2, least - 1, least, least + 1].map(|x| f64::from(f32::from_bits(x)).to_bits());
    let thresholds = [0x380f_ffff_f000_0000, 0x380f_ffff_e000_0000, 0x380f_ffff_c000_0000];
    let near = near.into_iter().chain(thresholds).flat_map(|x| [x - 1, x, x + 1]);
    let near = near.flat_map(|x| [x, x | 1 << 63]).map(f64::from_bits);
    for x in near.chain(doubles()).filter(|x| !x.is_nan()) {
        for r in ROUNDINGS {
            let kept = cvt_f32_f64(x, r, Subnormals::Keep, Saturation::Off);
            let flushed = cvt_f32_f64(x, r, Subnormals::Flush, Saturation::Off);
            let expected = ftz_by_machine_code(x, kept, r);
            assert_eq!(flushed.to_bits(), expected.to_bits(), "{:x} {r:?}", x.to_bits());
        }
    }
}

#[test]
fn floats_to_integral_numbers() {
    for x in singles() {
        for r in ROUNDINGS {
            for s in SUBNORMALS {
                let integral = single(flushed(x, s)).round_to_integral(round(r)).value;
                let expected = if x.is_nan() { NAN_F32 } else { integral.to_bits() as u32 };
                for sat in SATURATIONS {
                    let found = cvt_irnd_f32_f32(x, r, s, sat).to_bits();
                    assert_eq!(found, saturated(expected, sat), "{x:e} {r:?} {s:?} {sat:?}");
                }
            }
        }
    }
    for x in doubles() {
        for r in ROUNDINGS {
            let integral = double(x).round_to_integral(round(r)).value.to_bits() as u64;
            let expected = if x.is_nan() { x.to_bits() | 1 << 51 } else { integral };
            for sat in SATURATIONS {
                let found = cvt_irnd_f64_f64(x, r, sat).to_bits();
                assert_eq!(found, double_clamped(expected, sat), "{x:e} {r:?} {sat:?}");
            }
        }
    }
    for x in halves() {
        for r in ROUNDINGS {
            let half = Half::from_bits(x.into()).round_to_integral(round(r)).value;
            let expected = if half.is_nan() { NAN } else { half.to_bits() as u16 };
            for sat in SATURATIONS {
                assert_eq!(
                    cvt_irnd_f16_f16(x, r, sat),
                    f16_clamped(expected, sat),
                    "{x:04x} {r:?}"
                );
            }
            let half = BFloat::from_bits(x.into()).round_to_integral(round(r)).value;
            let expected = if half.is_nan() { NAN } else { half.to_bits() as u16 };
            assert_eq!(cvt_irnd_bf16_bf16(x, r), expected, "{x:04x} {r:?}");
        }
    }
}

#[test]
fn floats_to_longer_formats() {
    for x in singles() {
        for s in SUBNORMALS {
            for sat in SATURATIONS {
                let kept = match s {
                    Subnormals::Keep => x.to_bits(),
                    Subnormals::Flush if x.is_nan() => NAN_F32,
                    Subnormals::Flush => flushed(x, s).to_bits(),
                };
                assert_eq!(
                    cvt_f32_f32(x, s, sat).to_bits(),
                    saturated(kept, sat),
                    "{x:e} {s:?} {sat:?}"
                );
                let bits = u64::from(x.to_bits());
                let wide: Double = single(flushed(x, s)).convert(&mut true).value;
                let nan = match s {
                    Subnormals::Keep => bits >> 31 << 63 | 0x7ff8 << 48 | (bits & 0x7f_ffff) << 29,
                    Subnormals::Flush => 0x7fff_ffff_e000_0000,
                };
                let wide = if x.is_nan() { nan } else { wide.to_bits() as u64 };
                assert_eq!(
                    cvt_f64_f32(x, s, sat).to_bits(),
                    double_clamped(wide, sat),
                    "{x:e} {s:?} {sat:?}"
                );
            }
        }
    }
    for x in doubles() {
        for sat in SATURATIONS {
            assert_eq!(cvt_f64_f64(x, sat).to_bits(), double_clamped(x.to_bits(), sat));
        }
    }
    for x in halves() {
        let half = Half::from_bits(x.into());
        let (wide, wider): (Single, Double) =
            (half.convert(&mut true).value, half.convert(&mut true).value);
        let wide = if half.is_nan() { NAN_F32 } else { wide.to_bits() as u32 };
        let wider = wider.to_bits() as u64;
        for sat in SATURATIONS {
            for s in SUBNORMALS {
                assert_eq!(cvt_f32_f16(x, s, sat).to_bits(), saturated(wide, sat), "{x:04x}");
            }
            assert_eq!(cvt_f64_f16(x, sat).to_bits(), double_clamped(wider, sat), "{x:04x}");
            let added = if half.is_nan() { 0x7fff } else { x };
            assert_eq!(cvt_f16_f16(x, sat), f16_clamped(added, sat), "{x:04x}");
        }
        let wide = f32::from_bits(u32::from(x) << 16);
        assert_eq!(cvt_f32_bf16(x, Subnormals::Keep).to_bits(), wide.to_bits());
        let kept = flushed(wide, Subnormals::Flush).to_bits();
        let kept = if wide.is_nan() { NAN_F32 } else { kept };
        assert_eq!(cvt_f32_bf16(x, Subnormals::Flush).to_bits(), kept);
        let wider: Double = single(wide).convert(&mut true).value;
        assert_eq!(cvt_f64_bf16(x).to_bits(), wider.to_bits() as u64, "{x:04x}");
        assert_eq!(cvt_bf16_bf16(x), if wide.is_nan() { 0x7fff } else { x });
    }
}

macro_rules! integers_to_integers {
    ($($to:ident: $($name:ident $from:ident)*; $($sat:ident $from_sat:ident)*;)*) => {
        #[test]
        fn integers_to_integers() {
            for x in integers() {
                $(
                    let modulus = 1_i128 << $to::BITS;
                    $(
                        let exact = i128::from(x as $from).rem_euclid(modulus);
                        assert_eq!(i128::from($name(x as $from)).rem_euclid(modulus), exact, "{x:x}");
                    )*
                    $(
                        let exact = i128::from(x as $from_sat).clamp($to::MIN.into(), $to::MAX.into());
                        assert_eq!(i128::from($sat(x as $from_sat)), exact, "{x:x}");
                    )*
                )*
            }
        }
    };
}
integers_to_integers! {
    u8:
        cvt_u8_u8 u8 cvt_u8_s8 i8 cvt_u8_u16 u16 cvt_u8_s16 i16
        cvt_u8_u32 u32 cvt_u8_s32 i32 cvt_u8_u64 u64 cvt_u8_s64 i64;
        cvt_sat_u8_s8 i8 cvt_sat_u8_u16 u16 cvt_sat_u8_s16 i16 cvt_sat_u8_u32 u32
        cvt_sat_u8_s32 i32 cvt_sat_u8_u64 u64 cvt_sat_u8_s64 i64;
    i8:
        cvt_s8_u8 u8 cvt_s8_s8 i8 cvt_s8_u16 u16 cvt_s8_s16 i16
        cvt_s8_u32 u32 cvt_s8_s32 i32 cvt_s8_u64 u64 cvt_s8_s64 i64;
        cvt_sat_s8_u8 u8 cvt_sat_s8_u16 u16 cvt_sat_s8_s16 i16 cvt_sat_s8_u32 u32
        cvt_sat_s8_s32 i32 cvt_sat_s8_u64 u64 cvt_sat_s8_s64 i64;
    u16:
        cvt_u16_u8 u8 cvt_u16_s8 i8 cvt_u16_u16 u16 cvt_u16_s16 i16
        cvt_u16_u32 u32 cvt_u16_s32 i32 cvt_u16_u64 u64 cvt_u16_s64 i64;
        cvt_sat_u16_s8 i8 cvt_sat_u16_s16 i16 cvt_sat_u16_u32 u32 cvt_sat_u16_s32 i32
        cvt_sat_u16_u64 u64 cvt_sat_u16_s64 i64;
    i16:
        cvt_s16_u8 u8 cvt_s16_s8 i8 cvt_s16_u16 u16 cvt_s16_s16 i16
        cvt_s16_u32 u32 cvt_s16_s32 i32 cvt_s16_u64 u64 cvt_s16_s64 i64;
        cvt_sat_s16_u16 u16 cvt_sat_s16_u32 u32 cvt_sat_s16_s32 i32 cvt_sat_s16_u64 u64
        cvt_sat_s16_s64 i64;
    u32:
        cvt_u32_u8 u8 cvt_u32_s8 i8 cvt_u32_u16 u16 cvt_u32_s16 i16
        cvt_u32_u32 u32 cvt_u32_s32 i32 cvt_u32_u64 u64 cvt_u32_s64 i64;
        cvt_sat_u32_s8 i8 cvt_sat_u32_s16 i16 cvt_sat_u32_s32 i32 cvt_sat_u32_u64 u64
        cvt_sat_u32_s64 i64;
    i32:
        cvt_s32_u8 u8 cvt_s32_s8 i8 cvt_s32_u16 u16 cvt_s32_s16 i16
        cvt_s32_u32 u32 cvt_s32_s32 i32 cvt_s32_u64 u64 cvt_s32_s64 i64;
        cvt_sat_s32_u32 u32 cvt_sat_s32_u64 u64 cvt_sat_s32_s64 i64;
    u64:
        cvt_u64_u8 u8 cvt_u64_s8 i8 cvt_u64_u16 u16 cvt_u64_s16 i16
        cvt_u64_u32 u32 cvt_u64_s32 i32 cvt_u64_u64 u64 cvt_u64_s64 i64;
        cvt_sat_u64_s8 i8 cvt_sat_u64_s16 i16 cvt_sat_u64_s32 i32 cvt_sat_u64_s64 i64;
    i64:
        cvt_s64_u8 u8 cvt_s64_s8 i8 cvt_s64_u16 u16 cvt_s64_s16 i16
        cvt_s64_u32 u32 cvt_s64_s32 i32 cvt_s64_u64 u64 cvt_s64_s64 i64;
        cvt_sat_s64_u64 u64;
}

/// A regression test: on aarch64 an earlier version clamped with two instructions that return a quiet NaN for a
/// signalling NaN.
#[test]
fn a_signalling_double_is_clamped_to_zero() {
    for bits in [0x7ff0_0000_0000_0001, 0xfff7_ffff_ffff_ffff] {
        let clamped = cvt_f64_f64(std::hint::black_box(f64::from_bits(bits)), Saturation::Sat);
        assert_eq!(clamped.to_bits(), 0, "{bits:016x}");
    }
}
