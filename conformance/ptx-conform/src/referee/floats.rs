//! Referees in the host's floats.
//!
//! The host's division and root of an `f64` decide the rounding of those of an `f32`: neither the
//! reciprocal nor the root of a number of 24 bits lies so close to a number of 25 bits, without being
//! it, that rounding it to 53 bits first could pass that number (its product with the operand, or its
//! square, would have to differ from 1, or from the operand, by less than a unit of 49 bits).

/// What every NaN result of `.f32` is.
const NAN: f32 = f32::from_bits(0x7fff_ffff);

/// A rounding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    Nearest,
    Zero,
    Down,
    Up,
}

/// What `.ftz` makes of an operand.
#[inline(always)]
pub(super) fn flushed(x: f32, ftz: bool) -> f32 {
    if ftz && x.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(x) } else { x }
}

/// A number rounded to a whole one.
#[inline(always)]
pub(super) fn integral(x: f32, rounding: Rounding) -> f32 {
    match rounding {
        Rounding::Nearest => x.round_ties_even(),
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
    }
}

/// The one NaN, and `.sat`.
#[inline(always)]
pub(super) fn clamped(x: f32, sat: bool) -> f32 {
    match (sat, x.is_nan()) {
        (true, _) => {
            if x > 0.0 {
                x.min(1.0)
            } else {
                0.0
            }
        }
        (false, true) => NAN,
        (false, false) => x,
    }
}

/// A result of 53 bits rounded to an `f32`; with `.ftz` one below 2^-126 after rounding to 24 bits
/// becomes zero.
#[inline(always)]
pub(super) fn narrowed(x: f64, rounding: Rounding, ftz: bool) -> f32 {
    const TWO_64: f64 = (1u128 << 64) as f64;
    let rounded = directed(x, rounding);
    if x.is_nan() {
        return NAN;
    }
    // Scaled, it has 24 bits however small it is.
    if ftz
        && x.abs() < 1.0
        && directed(x * TWO_64, rounding).abs() < f32::MIN_POSITIVE * TWO_64 as f32
    {
        return 0.0_f32.copysign(rounded);
    }
    rounded
}

/// A number of 53 bits rounded to an `f32`.
#[inline(always)]
pub(super) fn directed(x: f64, rounding: Rounding) -> f32 {
    let nearest = x as f32;
    let (is_above, is_below) = (f64::from(nearest) > x, f64::from(nearest) < x);
    match rounding {
        Rounding::Nearest => nearest,
        Rounding::Zero if is_above && x > 0.0 => nearest.next_down(),
        Rounding::Zero if is_below && x < 0.0 => nearest.next_up(),
        Rounding::Down if is_above => nearest.next_down(),
        Rounding::Up if is_below => nearest.next_up(),
        _ => nearest,
    }
}

/// A format of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Half {
    fraction: i32,
    bias: i32,
}

pub(super) const F16: Half = Half { fraction: 10, bias: 15 };
pub(super) const BF16: Half = Half { fraction: 7, bias: 127 };

/// What becomes of a result of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// `.sat`
    pub(super) sat: bool,
    /// `.relu`
    pub(super) relu: bool,
    /// `.satfinite`
    pub(super) satfinite: bool,
}

/// A number in a format of 16 bits: in units of the last place, which is exact, to a whole number of them.
#[inline(always)]
pub(super) fn half(x: f64, format: Half, rounding: Rounding, limits: Limits) -> u16 {
    let Half { fraction, bias } = format;
    let infinity = ((2 * bias + 1) as u16) << fraction;
    if x.is_nan() {
        return if limits.sat { 0 } else { 0x7fff };
    }
    let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
    let least = 1 - bias;
    let exponent = ((x.to_bits() >> 52 & 0x7ff) as i32 - 1023).clamp(least, bias + 1);
    let units = x / power(exponent - fraction);
    let whole = match rounding {
        Rounding::Nearest => units.round_ties_even(),
        Rounding::Zero => units.trunc(),
        Rounding::Down => units.floor(),
        Rounding::Up => units.ceil(),
    };
    let is_negative = x.is_sign_negative();
    let code = ((exponent - least) as u64) << fraction;
    let code = (code as f64 + whole.abs()).min(65535.0) as u16;
    let grows = match rounding {
        Rounding::Nearest => true,
        Rounding::Zero => false,
        Rounding::Down => is_negative,
        Rounding::Up => !is_negative,
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
