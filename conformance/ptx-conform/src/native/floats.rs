//! Float arithmetic on the host.
//!
//! Reciprocals and roots of an `f32` are computed in `f64` and then rounded to `f32`. Rounding twice is wrong only if
//! rounding to `f64` turns an inexact result into a 25-bit number y, a midpoint of two `f32`. This is impossible:
//!
//! - The operand x, scaled to [1, 2) for reciprocals or [1, 4) for roots, is a multiple of 2^-23.
//! - The result would differ from y by at most 2^-53. Then `x·y` differs from 1, or `y²` from x, by
//!   at most 2^-51.
//! - But `x·y - 1` and `y² - x` are multiples of 2^-48, and they are not 0, because the result is
//!   inexact.

use ptx_core::Rounding;

/// The bits of all `.f32` NaN results (the canonical NaN). Results are stored as bits, because the compiler may change
/// the payload of a NaN in a float.
const NAN: u32 = 0x7fff_ffff;

/// Flushes a subnormal operand if `ftz` is set.
#[inline(always)]
pub(super) fn flushed(x: f32, ftz: bool) -> f32 {
    if ftz && x.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(x) } else { x }
}

/// Rounds to an integral value.
#[inline(always)]
pub(super) fn integral(x: f32, rounding: Rounding) -> f32 {
    match rounding {
        Rounding::Rn => x.round_ties_even(),
        Rounding::Rz => x.trunc(),
        Rounding::Rm => x.floor(),
        Rounding::Rp => x.ceil(),
    }
}

/// Returns the bits of a result. If `sat` is set, clamps the result to [0, 1], and replaces a NaN with 0. Otherwise
/// replaces a NaN with the canonical NaN.
#[inline(always)]
pub(super) fn clamped(x: f32, sat: bool) -> u32 {
    match (sat, x.is_nan()) {
        (true, _) if x > 0.0 => x.min(1.0).to_bits(),
        (true, _) => 0,
        (false, true) => NAN,
        (false, false) => x.to_bits(),
    }
}

/// Returns the bits of an `f64`. If `sat` is set, clamps the `f64` to [0, 1], and replaces a NaN with 0.
#[inline(always)]
pub(super) fn within_one(x: f64, sat: bool) -> u64 {
    match sat {
        true if x > 0.0 => x.min(1.0).to_bits(),
        true => 0,
        false => x.to_bits(),
    }
}

/// Converts an `f32` to `f64`, and returns the bits. With `sat`, clamps to [0, 1], and replaces a
/// NaN with 0. Without `sat`, quiets a NaN, and moves its payload to the high bits of the `f64`
/// payload. Under `.ftz`, every NaN is first replaced with the canonical `f32` NaN.
#[inline(always)]
pub(super) fn widened(x: f32, ftz: bool, sat: bool) -> u64 {
    const QUIET: u64 = 0x7ff8 << 48;
    if x.is_nan() && !sat {
        let bits = u64::from(if ftz { NAN } else { x.to_bits() });
        return bits >> 31 << 63 | QUIET | bits << 41 >> 12;
    }
    within_one(flushed(x, ftz).into(), sat)
}

/// Rounds an `f64` to `f32`. Under `.ftz`, flushes a result that is below 2^-126 after rounding to
/// 24 bits.
#[inline(always)]
pub(super) fn narrowed(x: f64, rounding: Rounding, ftz: bool) -> u32 {
    const TWO_64: f64 = (1u128 << 64) as f64;
    let rounded = directed(x, rounding);
    if x.is_nan() {
        return NAN;
    }
    // Scale by 2^64 before rounding, so that results below 2^-126 are rounded to 24 bits like
    // normal numbers.
    if ftz
        && x.abs() < 1.0
        && directed(x * TWO_64, rounding).abs() < f32::MIN_POSITIVE * TWO_64 as f32
    {
        return rounded.to_bits() & 1 << 31;
    }
    rounded.to_bits()
}

/// Rounds an `f64` to `f32` in any rounding mode.
#[inline(always)]
pub(super) fn directed(x: f64, rounding: Rounding) -> f32 {
    let nearest = x as f32;
    let (is_above, is_below) = (f64::from(nearest) > x, f64::from(nearest) < x);
    match rounding {
        Rounding::Rn => nearest,
        Rounding::Rz if is_above && x > 0.0 => nearest.next_down(),
        Rounding::Rz if is_below && x < 0.0 => nearest.next_up(),
        Rounding::Rm if is_above => nearest.next_down(),
        Rounding::Rp if is_below => nearest.next_up(),
        _ => nearest,
    }
}

/// A 16-bit format: the number of fraction bits, and the exponent bias.
#[derive(Clone, Copy)]
pub(super) struct Half {
    pub(super) fraction: i32,
    pub(super) bias: i32,
}

pub(super) const F16: Half = Half { fraction: 10, bias: 15 };
pub(super) const BF16: Half = Half { fraction: 7, bias: 127 };

impl Half {
    /// Returns the value of the float of this format with the given bits.
    pub(super) fn value(self, bits: u16) -> f64 {
        let Self { fraction, bias } = self;
        let magnitude = i32::from(bits & 0x7fff);
        let (field, tail) = (magnitude >> fraction, magnitude & ((1 << fraction) - 1));
        let value = match field {
            0 => f64::from(tail) * power(1 - bias - fraction),
            _ if field <= 2 * bias => {
                f64::from(tail + (1 << fraction)) * power(field - bias - fraction)
            }
            _ if tail == 0 => f64::INFINITY,
            _ => f64::NAN,
        };
        if bits == magnitude as u16 { value } else { -value }
    }

    /// Returns whether the float of this format with the bits `magnitude` is subnormal or zero.
    pub(super) fn is_below_normal(self, magnitude: u16) -> bool {
        magnitude >> self.fraction == 0
    }
}

/// Returns 2^n.
#[inline(always)]
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The modifiers that limit the range of a 16-bit result.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Whether `.sat` is set.
    pub(super) sat: bool,
    /// Whether `.relu` is set.
    pub(super) relu: bool,
    /// Whether `.satfinite` is set.
    pub(super) satfinite: bool,
}

/// Rounds to a 16-bit format. Scales the number so that a unit in the last place becomes 1. This scaling is exact. Then
/// rounds the scaled number to an integer.
#[inline(always)]
pub(super) fn half(x: f64, format: Half, rounding: Rounding, limits: Limits) -> u16 {
    let Half { fraction, bias } = format;
    let infinity = ((2 * bias + 1) as u16) << fraction;
    if x.is_nan() {
        return if limits.sat { 0 } else { 0x7fff };
    }
    let least = 1 - bias;
    let exponent = ((x.to_bits() >> 52 & 0x7ff) as i32 - 1023).clamp(least, bias + 1);
    let units = x * power(fraction - exponent);
    let whole = match rounding {
        Rounding::Rn => units.round_ties_even(),
        Rounding::Rz => units.trunc(),
        Rounding::Rm => units.floor(),
        Rounding::Rp => units.ceil(),
    };
    let is_negative = x.is_sign_negative();
    let code = ((exponent - least) as u64) << fraction;
    // For integers n below 2^16, the low bits of the float 2^52 + n are n. So adding 2^52 converts the code to an
    // integer.
    const TWO_52: f64 = (1_u64 << 52) as f64;
    let code = ((code as f64 + whole.abs()).min(65535.0) + TWO_52).to_bits() as u16;
    let grows = match rounding {
        Rounding::Rn => true,
        Rounding::Rz => false,
        Rounding::Rm => is_negative,
        Rounding::Rp => !is_negative,
    };
    let is_beyond = code >= infinity;
    let becomes_infinite = is_beyond && (grows || x.is_infinite()) && !limits.satfinite;
    let code = if becomes_infinite { infinity } else { code.min(infinity - 1) };
    let one = (bias as u16) << fraction;
    match limits {
        Limits { sat: true, .. } => {
            if is_negative {
                0
            } else {
                code.min(one)
            }
        }
        Limits { relu: true, .. } if is_negative => 0,
        _ => u16::from(is_negative) << 15 | code,
    }
}
