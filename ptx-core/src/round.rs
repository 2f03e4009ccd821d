//! Rounding, once, in any direction.
//!
//! Three ways in. Where the host's `+ - * /` give the nearest number, [`directed`] moves it by the
//! one ulp that a directed rounding may differ by, knowing on which side the exact result lies.
//! [`narrow`] does so for a binary64 that stands for a binary32 result. [`pack`] rounds an integer
//! significand, in [`narrow_half`] that of a binary64 that stands for a half-precision result.

use core::cmp::Ordering::{self, Equal, Greater, Less};

use crate::format::{BINARY32, Format, Unpacked, infinite, magnitude, negative, unpack};
use crate::mode::{Rounding, Subnormals};
use crate::{flush, nan};

/// How two magnitudes compare.
#[inline]
pub(crate) const fn compare(a: u128, b: u128) -> Ordering {
    if a < b {
        Less
    } else if a > b {
        Greater
    } else {
        Equal
    }
}

/// How a remainder's dividend compares with what was taken from it.
#[inline]
pub(crate) const fn sign(remainder: i64) -> Ordering {
    if remainder < 0 {
        Less
    } else if remainder > 0 {
        Greater
    } else {
        Equal
    }
}

/// By how many ulps the magnitude changes from the nearest number to the rounded result, if
/// `exact` says how the exact magnitude compares with the nearest number's.
///
/// Consecutive numbers are consecutive integers, zero and infinity included.
#[inline]
const fn step(r: Rounding, negative: bool, exact: Ordering) -> i32 {
    let away = r.is_away(negative);
    let up = away & matches!(exact, Greater);
    let down = !away & !matches!(r, Rounding::Rn) & matches!(exact, Less);
    up as i32 - down as i32
}

/// The rounded binary64 result, from the nearest number and how the exact magnitude compares
/// with it.
#[inline]
pub(crate) const fn directed(nearest: f64, exact: Ordering, r: Rounding) -> f64 {
    let ulps = step(r, negative(nearest), exact);
    f64::from_bits(nearest.to_bits().wrapping_add_signed(ulps as i64))
}

/// The binary32 result that `wide` stands for: rounded once, flushed with `.ftz`, a NaN made the
/// one of `.f32`.
///
/// `wide` must compare with every binary32 number, and with every number halfway between two, as
/// the exact result does; it need not be exact otherwise.
#[inline]
pub(crate) const fn narrow(wide: f64, r: Rounding, s: Subnormals) -> f32 {
    if nan::is_nan(wide) {
        return nan::F32;
    }
    let nearest = wide as f32;
    let exact = compare(magnitude(wide) as u128, magnitude(nearest as f64) as u128);
    match s {
        Subnormals::Flush if flush::result(BINARY32, wide, r) => 0.0_f32.copysign(nearest),
        _ => {
            let ulps = step(r, negative(wide), exact);
            f32::from_bits(nearest.to_bits().wrapping_add_signed(ulps))
        }
    }
}

/// [`narrow`] to a half-precision format; `wide` must be zero, normal, infinite or a NaN.
#[inline]
pub(crate) const fn narrow_half(f: Format, wide: f64, r: Rounding, s: Subnormals) -> u16 {
    narrow_to(f, wide, r, s) as u16
}

/// [`narrow_half`] to any format shorter than binary32.
#[inline]
pub(crate) const fn narrow_to(f: Format, wide: f64, r: Rounding, s: Subnormals) -> u64 {
    if nan::is_nan(wide) {
        return f.nan();
    }
    let flushed = matches!(s, Subnormals::Flush) && flush::result(f, wide, r);
    let sign = if negative(wide) { f.sign() } else { 0 };
    if flushed || magnitude(wide) == 0 {
        return sign;
    }
    if infinite(wide) {
        return sign | f.infinity();
    }
    let Unpacked { sig, exp } = unpack(wide);
    pack(f, negative(wide), exp + 52, sig << 11, r)
}

/// Rounds and packs a magnitude of `sig * 2^(exp - 63)`, with the top bit of `sig` set and its
/// lowest bit set too if anything not zero was lost below it.
#[inline]
pub(crate) const fn pack(f: Format, negative: bool, exp: i32, sig: u64, r: Rounding) -> u64 {
    // What the format cannot hold: the bits below its precision, more of them if subnormal.
    let below = f.min_exponent().saturating_sub(exp);
    let subnormal = below > 0;
    let sig = if subnormal { shift_right_jam(sig as u128, below as u32) as u64 } else { sig };
    let lost = 63 - f.fraction_bits();
    let kept = sig >> lost;
    let rest = sig & ((1 << lost) - 1);
    let half = 1 << (lost - 1);
    let up = rounds_up(r, negative, kept, rest, half);
    // The leading bit, and a carry out of the fraction, count on into the exponent field.
    let field = if subnormal { 0 } else { exp.wrapping_sub(f.min_exponent()) as u64 };
    let bits = (field << f.fraction_bits()).wrapping_add(kept).wrapping_add(up as u64);
    let overflow = bits >= f.infinity();
    let bits = if !overflow {
        bits
    } else if matches!(r, Rounding::Rn) || r.is_away(negative) {
        f.infinity()
    } else {
        f.infinity() - 1
    };
    if negative { f.sign() | bits } else { bits }
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
        Rounding::Rn => rest > half || (rest == half && kept & 1 == 1),
        _ => rest != 0 && r.is_away(negative),
    }
}

/// A positive number before rounding, as [`pack`] takes it.
#[derive(Clone, Copy)]
pub(crate) struct Unrounded {
    pub(crate) exp: i32,
    pub(crate) sig: u64,
}

/// [`pack`] of a positive number, to nearest.
#[inline]
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
