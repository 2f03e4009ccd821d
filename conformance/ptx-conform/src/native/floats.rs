//! Arithmetic in native floats.
//!
//! Reciprocals and roots of an `f32` are computed in `f64` and rounded again. Rounding twice is harmless unless the
//! first rounding, to 53 bits, changes an inexact result to a 25-bit number. No reciprocal or root of a 24-bit number
//! is that close to a 25-bit number: if one were, the product of the 25-bit number and the operand would differ from 1,
//! or the square of the 25-bit number from the operand, by less than a unit of 49 bits.

use ptx_core::Rounding;

/// The bits of every `.f32` NaN result. They are never stored in a native float, because the compiler may change the
/// payload of a NaN.
const NAN: u32 = 0x7fff_ffff;

/// Flushes an operand under `.ftz`.
#[inline(always)]
pub(super) fn flushed(x: f32, ftz: bool) -> f32 {
    if ftz && x.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(x) } else { x }
}

/// Rounds to an integer.
#[inline(always)]
pub(super) fn integral(x: f32, rounding: Rounding) -> f32 {
    match rounding {
        Rounding::Rn => x.round_ties_even(),
        Rounding::Rz => x.trunc(),
        Rounding::Rm => x.floor(),
        Rounding::Rp => x.ceil(),
    }
}

/// Returns the bits of a result, clamped under `.sat`. A NaN becomes 0 under `.sat`, else the canonical NaN.
#[inline(always)]
pub(super) fn clamped(x: f32, sat: bool) -> u32 {
    match (sat, x.is_nan()) {
        (true, _) if x > 0.0 => x.min(1.0).to_bits(),
        (true, _) => 0,
        (false, true) => NAN,
        (false, false) => x.to_bits(),
    }
}

/// Clamps an `f64` under `.sat`. The operand is not a NaN.
#[inline(always)]
pub(super) fn within_one(x: f64, sat: bool) -> u64 {
    match sat {
        true if x > 0.0 => x.min(1.0).to_bits(),
        true => 0,
        false => x.to_bits(),
    }
}

/// Widens an `f32` to an `f64`. A NaN keeps its payload in the upper bits; under `.ftz` it is the canonical NaN.
#[inline(always)]
pub(super) fn widened(x: f32, ftz: bool, sat: bool) -> u64 {
    const QUIET: u64 = 0x7ff8 << 48;
    if x.is_nan() && !sat {
        let bits = u64::from(if ftz { NAN } else { x.to_bits() });
        return bits >> 31 << 63 | QUIET | bits << 41 >> 12;
    }
    within_one(flushed(x, ftz).into(), sat)
}

/// Rounds an `f64` to an `f32`. Under `.ftz`, a result that is below 2^-126 after rounding to 24 bits is flushed.
#[inline(always)]
pub(super) fn narrowed(x: f64, rounding: Rounding, ftz: bool) -> u32 {
    const TWO_64: f64 = (1u128 << 64) as f64;
    let rounded = directed(x, rounding);
    if x.is_nan() {
        return NAN;
    }
    // Scaled by 2^64, a result near 2^-126 keeps 24 bits.
    if ftz
        && x.abs() < 1.0
        && directed(x * TWO_64, rounding).abs() < f32::MIN_POSITIVE * TWO_64 as f32
    {
        return rounded.to_bits() & 1 << 31;
    }
    rounded.to_bits()
}

/// Rounds an `f64` to an `f32` in any rounding mode.
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

/// A 16-bit format.
#[derive(Clone, Copy)]
pub(super) struct Half {
    pub(super) fraction: i32,
    pub(super) bias: i32,
}

pub(super) const F16: Half = Half { fraction: 10, bias: 15 };
pub(super) const BF16: Half = Half { fraction: 7, bias: 127 };

impl Half {
    /// Returns the value of a number's bits.
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

    /// Returns whether a magnitude is subnormal or zero.
    pub(super) fn is_below_normal(self, magnitude: u16) -> bool {
        magnitude >> self.fraction == 0
    }
}

/// Returns 2^n.
#[inline(always)]
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The modifiers that limit a 16-bit result.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// `.sat`
    pub(super) sat: bool,
    /// `.relu`
    pub(super) relu: bool,
    /// `.satfinite`
    pub(super) satfinite: bool,
}

/// Rounds to a 16-bit format: scales exactly to units of the last place, then rounds to an integer.
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
    // For n up to 2^16 the low bits of 2^52 + n are n, so the addition converts the code to an integer.
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
