//! Rounding, once, in any direction.
//!
//! * Where the host's `* /` give the nearest number, [`directed`] moves it by the one ulp that a directed
//!   rounding may differ by, knowing on which side the exact result lies.
//! * [`narrow`] does so for a binary32 result, of which a binary64 is known that compares as the exact
//!   result does. If that is rounded to odd, 53 bits are enough for 24, as any two more bits than the
//!   result has are (Boldo and Melquiond 2008).
//! * [`narrow_to`], [`narrow_single`] and [`cut`] round to a shorter format.
//! * [`pack`] rounds an integer significand, subnormal results too.

use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::{Rounding, Subnormals};
use crate::{flush, nan};

/// By how many ulps the magnitude changes from the nearest number to the rounded result, if the exact
/// magnitude is above the nearest number's, or below.
///
/// The nearest number is one of the two around the exact one, so a directed rounding gives it or its
/// neighbour. Consecutive numbers are consecutive integers, zero and infinity included.
#[inline]
const fn step(r: Rounding, negative: bool, above: bool, below: bool) -> i32 {
    let away = r.is_away(negative);
    let up = away & above;
    let down = !away & !matches!(r, Rounding::Rn) & below;
    up as i32 - down as i32
}

/// The rounded result, from the nearest number and whether the exact magnitude is above it or below.
#[inline]
pub(crate) const fn directed(nearest: f64, above: bool, below: bool, r: Rounding) -> f64 {
    let ulps = step(r, nearest.is_sign_negative(), above, below);
    f64::from_bits(nearest.to_bits().wrapping_add_signed(ulps as i64))
}

/// The bits of the rounded result, from the nearest number and what it has of a part, and should have: the two
/// differ, and one comparison says on which side of the nearest number that towards zero lies.
#[inline]
pub(crate) const fn corrected(nearest: f64, has: f64, exact: f64, r: Rounding) -> u64 {
    let minus = nearest.is_sign_negative();
    let (passed, ulps) = match r {
        Rounding::Rn => (false, 0),
        Rounding::Rz => ((has > exact) != minus, -1),
        Rounding::Rm => (has > exact, if minus { 1 } else { -1 }),
        Rounding::Rp => (has < exact, if minus { -1 } else { 1 }),
    };
    nearest.to_bits().wrapping_add_signed(if passed { ulps } else { 0 })
}

/// [`step`] where the nearest number to `wide` is compared with it: one comparison.
#[inline]
const fn ulps(nearest: f64, wide: f64, r: Rounding) -> i32 {
    let away = if wide.is_sign_negative() { -1 } else { 1 };
    let (on_the_wrong_side, ulps) = match r {
        Rounding::Rn => (false, 0),
        Rounding::Rz => (nearest.abs() > wide.abs(), -1),
        Rounding::Rm => (nearest > wide, -away),
        Rounding::Rp => (nearest < wide, away),
    };
    if on_the_wrong_side { ulps } else { 0 }
}

/// The binary32 result that `wide` means: rounded once, flushed with `.ftz`, a NaN made the
/// one of `.f32`.
///
/// `wide` must compare with every binary32 number, and with every number halfway between two, as
/// the exact result does; it need not be exact otherwise.
#[inline]
pub(crate) const fn narrow(wide: f64, r: Rounding, s: Subnormals) -> f32 {
    let nearest = wide as f32;
    let bits = nearest.to_bits().wrapping_add_signed(ulps(nearest as f64, wide, r));
    let bits = match s {
        Subnormals::Flush if flush::result(BINARY32, wide, r) => bits & BINARY32.sign as u32,
        _ => bits,
    };
    if wide.is_nan() {
        nan::rarely();
        nan::F32
    } else {
        f32::from_bits(bits)
    }
}

/// [`narrow`] of a product or a quotient, whose sign is known before it: bit 31 of `signs`.
///
/// In a direction, a number whose nearest is a normal one is cut, which takes less time than to see on which side of
/// it the nearest lies. The least normal number is left out: it may be the nearest of a subnormal one.
#[inline]
pub(crate) const fn narrow_signed(wide: f64, signs: u32, r: Rounding, s: Subnormals) -> f32 {
    const LOST: u32 = BINARY64.fraction_bits - BINARY32.fraction_bits;
    const REBIAS: u64 = ((BINARY64.bias - BINARY32.bias) as u64) << BINARY64.fraction_bits;
    const LEAST: u32 = BINARY32.min_normal as u32 + 1;
    const BELOW: u64 = (1 << LOST) - 1;
    let size = (wide as f32).to_bits() & BINARY32.nan as u32;
    let normal = size.wrapping_sub(LEAST) < BINARY32.infinity as u32 - LEAST;
    if matches!(r, Rounding::Rn) || !normal {
        return narrow(wide, r, s);
    }
    let carry = BELOW & r.away((signs.cast_signed() >> 31) as i64) as u64;
    // The sign of `wide` is beyond the bits that are taken.
    let cut = wide.to_bits().wrapping_add(carry.wrapping_sub(REBIAS)) >> LOST;
    f32::from_bits(cut as u32 | signs & BINARY32.sign as u32)
}

/// A binary64 as a binary32 that compares with every shorter number as it does: rounded to odd. A NaN stays
/// one.
#[inline]
pub(crate) const fn to_odd(wide: f64) -> f32 {
    let nearest = wide as f32;
    let (size, rounded) = (wide.abs(), (nearest as f64).abs());
    let (above, below) = (rounded < size, rounded > size);
    f32::from_bits(nearest.to_bits().wrapping_sub(below as u32) | (above | below) as u32)
}

/// Defines [`narrow`] to a shorter format, from either of the host's.
///
/// To nearest, a power of two, so great that the last place of their sum is that of the result, is added
/// to the magnitude: the sum is rounded to nearest, ties to even, where the result is to be, and the
/// difference of the two as integers counts the result in units of its last place. Within the format's
/// exponents the power of two is at most the greatest of them times 2^(bits that are lost), which a binary32
/// can be for binary16, and a binary64 for every format here; beyond them the sum is anything.
///
/// In a direction, the significand is shifted to these units. Away from zero, an integer less one is
/// shifted, and one added: `ceil(s / 2^n) = floor((s - 1) / 2^n) + 1`.
macro_rules! narrow_from {
    ($(#[$doc:meta])* $name:ident, $float:ident, $format:ident, $bits:ident) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name(f: Format, wide: $float, r: Rounding, s: Subnormals) -> u64 {
            const SIGN: $bits = $format.sign as $bits;
            const INFINITY: $bits = $format.infinity as $bits;
            const FRACTION_BITS: u32 = $format.fraction_bits;
            let longer = FRACTION_BITS - f.fraction_bits;
            // The exponent field of the least power of two that is normal in the format, and of the first
            // beyond it.
            let least = ($format.bias + f.min_exponent) as u32;
            let beyond = ($format.bias + f.bias + 1) as u32;
            let (size, minus) = (wide.to_bits() & !SIGN, wide.to_bits() & SIGN != 0);
            let nearest = matches!(r, Rounding::Rn);
            // A binary32 with the exponent of a normal number is cut, and has another bias. Of binary64
            // loops would not become vectors.
            let normal = (size >= (least as $bits) << FRACTION_BITS)
                & (size < (beyond as $bits) << FRACTION_BITS)
                & (FRACTION_BITS == BINARY32.fraction_bits);
            let (field, units) = if nearest && normal {
                let carry = (((1 << longer) - 1) >> 1) + ((size >> longer) & 1);
                let rebias = ((least - 1) as $bits) << f.fraction_bits;
                (0, (size.wrapping_add(carry) >> longer).wrapping_sub(rebias))
            } else if nearest {
                let least = $float::from_bits((least as $bits) << FRACTION_BITS);
                // The power of two at or below the magnitude, but not below the exponents of the format.
                let power = $float::from_bits(wide.to_bits() & INFINITY);
                let power = if wide.abs() > least { power } else { least };
                let great = power.to_bits().wrapping_add((longer as $bits) << FRACTION_BITS);
                let sum = wide.abs() + $float::from_bits(great);
                let field = power.to_bits().wrapping_sub(least.to_bits()) >> FRACTION_BITS;
                (field, sum.to_bits().wrapping_sub(great))
            } else {
                let field = (size >> FRACTION_BITS) as u32;
                let below = if field < least { least.wrapping_sub(field) } else { 0 };
                let most = $bits::BITS - 1 - longer;
                let right = longer + if below < most { below } else { most };
                let leading = $format.min_normal as $bits;
                let significand = size & (leading - 1) | leading;
                let one = (r.is_away(minus) & (size != 0)) as $bits;
                let units = (significand.wrapping_sub(one) >> right).wrapping_add(one);
                (field.wrapping_sub(least).wrapping_add(below) as $bits, units)
            };
            // The leading bit, and a carry out of the fraction, count on into the exponent field.
            let bits = (field << f.fraction_bits).wrapping_add(units);
            let most = if nearest || r.is_away(minus) || size == INFINITY {
                f.infinity as $bits
            } else {
                f.infinity as $bits - 1
            };
            // Beyond the format's exponents the bits are too great, and remain so. Without AVX a vector
            // compares floats in less time than integers of 64 bits, a chain of operations integers.
            let first = $float::from_bits((beyond as $bits) << FRACTION_BITS);
            let by_floats = nearest && $bits::BITS > 32;
            let exceeds = if by_floats { wide.abs() >= first } else { bits > most };
            let bits = if exceeds { most } else { bits };
            let flushed = matches!(s, Subnormals::Flush) && flush::result(f, wide as f64, r);
            let bits = if flushed { 0 } else { bits };
            let sign = if minus { f.sign } else { 0 };
            let nan = if by_floats { wide.is_nan() } else { size > INFINITY };
            if nan { f.nan } else { sign | bits as u64 }
        }
    };
}

narrow_from! {
    /// [`narrow`] to a format shorter than binary32.
    narrow_to, f64, BINARY64, u64
}

narrow_from! {
    /// [`narrow`] of a binary32 to binary16.
    narrow_single, f32, BINARY32, u32
}

/// The bits of a binary32 without the low ones, for a format with the same exponents: what is to be
/// added to carry into those that are kept is added to all of them.
#[inline(always)]
pub(crate) const fn cut(f: Format, wide: f32, r: Rounding) -> u64 {
    let bits = wide.to_bits();
    let lost = BINARY32.fraction_bits - f.fraction_bits;
    let below = (1 << lost) - 1;
    let carry = match r {
        Rounding::Rn => (below >> 1) + (bits >> lost & 1),
        _ if r.is_away(bits >> 31 != 0) => below,
        _ => 0,
    };
    let nan = BINARY32.is_nan(bits as u64);
    if nan { f.nan } else { (bits.wrapping_add(carry) >> lost) as u64 }
}

/// [`narrow`] of a binary32 to a half-precision format.
#[inline(always)]
pub(crate) const fn halve(f: Format, wide: f32, r: Rounding, s: Subnormals) -> u16 {
    if f.bias != BINARY32.bias {
        return narrow_single(f, wide, r, s) as u16;
    }
    let flushed = matches!(s, Subnormals::Flush) && flush::result(f, wide as f64, r);
    let bits = cut(f, wide, r) as u16;
    if flushed { bits & f.sign as u16 } else { bits }
}

/// Rounds and packs a magnitude of `sig * 2^(exp - 63)`, with the top bit of `sig` set and its
/// lowest bit set too if anything not zero was lost below it.
#[inline(always)]
pub(crate) const fn pack(f: Format, negative: bool, exp: i32, sig: u64, r: Rounding) -> u64 {
    // What the format cannot hold: the bits below its precision, more of them if subnormal.
    let below = f.min_exponent.saturating_sub(exp);
    let subnormal = below > 0;
    let sig = if subnormal { shift_right_jam(sig as u128, below as u32) as u64 } else { sig };
    let lost = 63 - f.fraction_bits;
    let kept = sig >> lost;
    let rest = sig & ((1 << lost) - 1);
    let half = 1 << (lost - 1);
    let up = rounds_up(r, negative, kept, rest, half);
    // The leading bit, and a carry out of the fraction, count on into the exponent field.
    let field = if subnormal { 0 } else { exp.wrapping_sub(f.min_exponent) as u64 };
    let bits = (field << f.fraction_bits).wrapping_add(kept).wrapping_add(up as u64);
    let overflow = bits >= f.infinity;
    let bits = if !overflow {
        bits
    } else if matches!(r, Rounding::Rn) || r.is_away(negative) {
        f.infinity
    } else {
        f.infinity - 1
    };
    if negative { f.sign | bits } else { bits }
}

/// Whether a magnitude whose unit is twice `half` goes to the next one for the `rest` below it.
#[inline]
pub(crate) const fn rounds_up(
    r: Rounding,
    negative: bool,
    kept: u64,
    rest: u64,
    half: u64,
) -> bool {
    match r {
        Rounding::Rn => (rest > half) | ((rest == half) & (kept & 1 == 1)),
        _ => (rest != 0) & r.is_away(negative),
    }
}

/// A positive number before rounding, as [`pack`] takes it.
#[derive(Clone, Copy)]
pub(crate) struct Unrounded {
    pub(crate) exp: i32,
    pub(crate) sig: u64,
}

/// [`pack`] of a positive number, to nearest.
#[inline(always)]
pub(crate) const fn pack_positive(f: Format, x: Unrounded) -> u64 {
    pack(f, false, x.exp, x.sig, Rounding::Rn)
}

/// Shifts right; the lowest bit stays set if any bit that is lost was.
#[inline]
pub(crate) const fn shift_right_jam(x: u128, by: u32) -> u128 {
    if by > 127 {
        (x != 0) as u128
    } else {
        let kept = x.wrapping_shr(by);
        kept | (kept.wrapping_shl(by) != x) as u128
    }
}
