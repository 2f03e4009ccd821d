//! Compares conversions of `.f32` with `f64` arithmetic, which represents the results and the midpoints between them
//! exactly. By default every 4999th operand is tested. The full run tests all 2^32 operands:
//!
//! ```text
//! cargo test --release -p ptx-core --test sweep_convert -- --ignored --test-threads=1
//! ```

use ptx_core::*;
use std::thread::{available_parallelism, scope};

const ROUNDINGS: [Rounding; 4] = [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp];
const SUBNORMALS: [Subnormals; 2] = [Subnormals::Keep, Subnormals::Flush];
const SATURATIONS: [Saturation; 2] = [Saturation::Off, Saturation::Sat];
const RECTIFICATIONS: [Rectification; 2] = [Rectification::Linear, Rectification::Relu];
const LIMITS: [Limit; 2] = [Limit::Unlimited, Limit::Satfinite];
const NAN: u32 = 0x7fff_ffff;

/// The distance between the operands that a sample tests: a prime, so that all bits vary.
const STRIDE: usize = 4_999;

fn sweep(stride: usize, check: fn(f32)) {
    let threads = available_parallelism().map_or(1, usize::from) as u64;
    scope(|s| {
        for part in 0..threads {
            s.spawn(move || {
                let bound = |i: u64| i * (1 << 32) / threads;
                let part = (bound(part)..bound(part + 1)).step_by(stride);
                part.for_each(|x| check(f32::from_bits(x as u32)));
            });
        }
    });
}

/// Defines two tests for each check: on a sample of the operands, and on all operands.
macro_rules! sweeps {
    ($($test:ident = $check:ident;)*) => {
        $(
            #[test]
            fn $test() {
                sweep(STRIDE, $check);
            }
        )*
        mod all {
            $(
                #[test]
                #[ignore = "2^32 operands"]
                fn $test() {
                    super::sweep(1, super::$check);
                }
            )*
        }
    };
}

sweeps! {
    to_u8 = u8;
    to_s8 = s8;
    to_u16 = u16;
    to_s16 = s16;
    to_u32 = u32;
    to_s32 = s32;
    to_u64 = u64;
    to_s64 = s64;
    to_f16 = f16;
    to_bf16 = bf16;
    to_tf32 = tf32;
    to_f32 = f32;
    to_integral_f32 = integral_f32;
    to_f64 = f64;
}

/// Flushes a subnormal operand with `.ftz`.
fn flushed(x: f32, s: Subnormals) -> f32 {
    if s == Subnormals::Flush && x.is_subnormal() { 0.0_f32.copysign(x) } else { x }
}

/// Applies `.sat` to the bits of a result: a negative number, -0 and a NaN become 0, and numbers above 1.0 become 1.0.
fn saturated(bits: u32, is_nan: bool, sign: u32, one: u32, sat: Saturation) -> u32 {
    match sat {
        Saturation::Off => bits,
        Saturation::Sat if is_nan || bits & sign != 0 => 0,
        Saturation::Sat => bits.min(one),
    }
}

fn integral(x: f64, r: Rounding) -> f64 {
    match r {
        Rounding::Rn => x.round_ties_even(),
        Rounding::Rz => x.trunc(),
        Rounding::Rm => x.floor(),
        Rounding::Rp => x.ceil(),
    }
}

macro_rules! integers {
    ($($t:ident: $check:ident $name:ident;)*) => { $(
        fn $check(x: f32) {
            for r in ROUNDINGS {
                for s in SUBNORMALS {
                    // The operator `as` clamps to the range of the integer type, like `cvt`.
                    let number = integral(flushed(x, s).into(), r) as $t;
                    let nan = if $t::BITS == 64 { (1_u64 << 63) as $t } else { 0 };
                    let expected = if x.is_nan() { nan } else { number };
                    for sat in SATURATIONS {
                        assert_eq!($name(x, r, s, sat), expected, "{x:e} {r:?} {s:?}");
                    }
                }
            }
        }
    )* };
}
integers! {
    u8: u8 cvt_u8_f32;
    i8: s8 cvt_s8_f32;
    u16: u16 cvt_u16_f32;
    i16: s16 cvt_s16_f32;
    u32: u32 cvt_u32_f32;
    i32: s32 cvt_s32_f32;
    u64: u64 cvt_u64_f32;
    i64: s64 cvt_s64_f32;
}

/// Returns 2^n.
fn power(n: i32) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// A shorter format: the number of fraction bits, and the exponents of the smallest and the largest normal number.
struct Format {
    fraction: i32,
    least: i32,
    greatest: i32,
}

const F16: Format = Format { fraction: 10, least: -14, greatest: 15 };
const BF16: Format = Format { fraction: 7, least: -126, greatest: 127 };
const TF32: Format = Format { fraction: 10, least: -126, greatest: 127 };

impl Format {
    fn infinity(&self) -> u32 {
        ((self.greatest - self.least + 2) as u32) << self.fraction
    }

    fn one(&self) -> u32 {
        ((1 - self.least) as u32) << self.fraction
    }

    /// Rounds the magnitude of `x` to the format and returns the bits. `whole` rounds a number to an integer: here the
    /// magnitude in units of the last place. An overflow gives infinity if `away` is true, otherwise the largest finite
    /// number.
    fn rounded(&self, x: f32, whole: impl Fn(f64) -> f64, away: bool) -> u32 {
        if x.is_infinite() {
            return self.infinity();
        }
        let magnitude = f64::from(x).abs();
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(self.least);
        // `.rm` and `.rp` round down and up, so `whole` needs the sign.
        let units = (magnitude * power(self.fraction - exponent)).copysign(x.into());
        // The exponent field of a normal result is `exponent - self.least + 1`. The leading bit of the units is just
        // above the fraction, so the addition increments the field.
        let bits = (i64::from(exponent - self.least) << self.fraction) + whole(units).abs() as i64;
        let greatest = self.infinity() - u32::from(!away);
        if bits < self.infinity().into() { bits as u32 } else { greatest }
    }

    fn by(&self, x: f32, r: Rounding) -> u32 {
        let away = match r {
            Rounding::Rn => true,
            Rounding::Rz => false,
            Rounding::Rm => x < 0.0,
            Rounding::Rp => x > 0.0,
        };
        self.rounded(x, |units| integral(units, r), away)
    }

    /// Converts to half precision, with the modifiers of [`ptx_core::cvt_frnd2_f16_f32`].
    fn half(&self, x: f32, r: Rounding, relu: Rectification, l: Limit) -> u16 {
        let negative = x.is_sign_negative();
        match (self.by(x, r), relu, l) {
            _ if x.is_nan() => 0x7fff,
            (_, Rectification::Relu, _) if negative => 0,
            (bits, _, Limit::Satfinite) if bits == self.infinity() => {
                u16::from(negative) << 15 | (bits - 1) as u16
            }
            (bits, ..) => u16::from(negative) << 15 | bits as u16,
        }
    }
}

fn f16(x: f32) {
    for r in ROUNDINGS {
        for s in SUBNORMALS {
            // `.ftz` does not affect `.f16`.
            let bits = F16.half(x, r, Rectification::Linear, Limit::Unlimited);
            for sat in SATURATIONS {
                let expected = saturated(bits.into(), x.is_nan(), 1 << 15, F16.one(), sat);
                let found = cvt_f16_f32(x, r, s, sat);
                assert_eq!(u32::from(found), expected, "{x:e} {r:?} {s:?} {sat:?}");
            }
        }
    }
    for r in [Rounding::Rn, Rounding::Rz] {
        for relu in RECTIFICATIONS {
            for l in LIMITS {
                let expected = F16.half(x, r, relu, l);
                assert_eq!(
                    cvt_frnd2_f16_f32(x, r, relu, l),
                    expected,
                    "{x:e} {r:?} {relu:?} {l:?}"
                );
            }
        }
    }
}

fn bf16(x: f32) {
    for r in ROUNDINGS {
        for s in SUBNORMALS {
            let expected = BF16.half(flushed(x, s), r, Rectification::Linear, Limit::Unlimited);
            assert_eq!(cvt_bf16_f32(x, r, s), expected, "{x:e} {r:?} {s:?}");
        }
    }
    for r in [Rounding::Rn, Rounding::Rz] {
        for relu in RECTIFICATIONS {
            for l in LIMITS {
                let expected = BF16.half(x, r, relu, l);
                assert_eq!(
                    cvt_frnd2_bf16_f32(x, r, relu, l),
                    expected,
                    "{x:e} {r:?} {relu:?} {l:?}"
                );
            }
        }
    }
}

fn tf32(x: f32) {
    let sign = u32::from(x.is_sign_negative()) << 31;
    for l in LIMITS {
        // `.satfinite` decreases the bits of an infinity or NaN by one unit in the last place of tf32 (bit 13).
        let lowered = |bits: u32| match l {
            Limit::Satfinite if bits & 0x7fff_ffff >= 0x7f80_0000 => bits - 0x2000,
            _ => bits,
        };
        let away = match x.is_nan() {
            true => x.to_bits() & !0x1fff,
            false => sign | TF32.rounded(x, f64::round, true) << 13,
        };
        assert_eq!(cvt_rna_tf32_f32(x, l), lowered(away), "{x:e} {l:?}");
        for r in [Rounding::Rn, Rounding::Rz] {
            for relu in RECTIFICATIONS {
                let expected = match relu {
                    _ if x.is_nan() => 0x7fff_e000,
                    Rectification::Relu if sign != 0 => 0,
                    _ => lowered(sign | TF32.by(x, r) << 13),
                };
                let found = cvt_frnd2_tf32_f32(x, r, l, relu);
                assert_eq!(found, expected, "{x:e} {r:?} {relu:?} {l:?}");
            }
        }
    }
}

fn f32(x: f32) {
    for s in SUBNORMALS {
        let computed = s == Subnormals::Flush && x.is_nan();
        let bits = if computed { NAN } else { flushed(x, s).to_bits() };
        for sat in SATURATIONS {
            let expected = saturated(bits, x.is_nan(), 1 << 31, 1.0_f32.to_bits(), sat);
            assert_eq!(cvt_f32_f32(x, s, sat).to_bits(), expected, "{x:e} {s:?} {sat:?}");
        }
    }
}

fn integral_f32(x: f32) {
    for r in ROUNDINGS {
        for s in SUBNORMALS {
            let operand = flushed(x, s);
            let number = (integral(operand.into(), r) as f32).copysign(x).to_bits();
            let bits = if x.is_nan() { NAN } else { number };
            for sat in SATURATIONS {
                let expected = saturated(bits, x.is_nan(), 1 << 31, 1.0_f32.to_bits(), sat);
                let found = cvt_irnd_f32_f32(x, r, s, sat).to_bits();
                assert_eq!(found, expected, "{x:e} {r:?} {s:?} {sat:?}");
            }
        }
    }
}

fn f64(x: f32) {
    for s in SUBNORMALS {
        let (negative, fraction) =
            (u64::from(x.to_bits() >> 31), u64::from(x.to_bits() & 0x7f_ffff));
        let bits = match s {
            _ if !x.is_nan() => f64::from(flushed(x, s)).to_bits(),
            Subnormals::Keep => negative << 63 | 0x7ff8 << 48 | fraction << 29,
            Subnormals::Flush => 0x7fff_ffff_e000_0000,
        };
        assert_eq!(cvt_f64_f32(x, s, Saturation::Off).to_bits(), bits, "{x:e} {s:?}");
        let positive = !x.is_nan() && bits >> 63 == 0;
        let clamped = if positive { bits.min(1.0_f64.to_bits()) } else { 0 };
        assert_eq!(cvt_f64_f32(x, s, Saturation::Sat).to_bits(), clamped, "{x:e} {s:?}");
    }
}
