//! References for integer arithmetic, computed exactly.

use super::ones;
use crate::{Compute, Modes, Words, one};
use std::ops::RangeInclusive;

/// Returns the width of an integer type, and whether it is signed.
pub(super) fn integer(ty: &str) -> Option<(u32, bool)> {
    let (kind, bits) = ty.split_at_checked(1)?;
    let bits = bits.parse().ok().filter(|bits| (1..=64).contains(bits))?;
    matches!(kind, "u" | "s" | "b").then_some((bits, kind == "s"))
}

/// Returns the number in the low `bits` bits.
pub(super) fn value(x: u64, bits: u32, signed: bool) -> i128 {
    let x = i128::from(x & ones(bits));
    if signed && x >> (bits - 1) == 1 { x - (1 << bits) } else { x }
}

/// Returns the range of an integer type.
pub(super) fn range((bits, signed): (u32, bool)) -> RangeInclusive<i128> {
    let half = 1_i128 << (bits - 1);
    if signed { -half..=half - 1 } else { 0..=2 * half - 1 }
}

/// Clamps a number to a range.
pub(super) fn clamp(x: i128, range: &RangeInclusive<i128>) -> i128 {
    x.clamp(*range.start(), *range.end())
}

/// Returns a product modulo 2^128. The result is unsigned, because products of unsigned 64-bit
/// integers do not fit into `i128`.
pub(super) fn product(x: &Words, bits: u32, signed: bool) -> u128 {
    (value(x[0], bits, signed) as u128).wrapping_mul(value(x[1], bits, signed) as u128)
}

/// Returns the high half of a product.
pub(super) fn high(x: &Words, bits: u32, signed: bool) -> u64 {
    (product(x, bits, signed) >> bits) as u64 & ones(bits)
}

pub(super) fn of(name: &str, m: &Modes) -> Option<Compute> {
    let (word, ty) = name.rsplit_once('_')?;
    let (bits, signed) = integer(ty)?;
    let range = range((bits, signed));
    let of = move |x: u64| value(x, bits, signed);
    let cut = move |x: i128| one(x as u64 & ones(bits));
    let clamped = move |x: i128| cut(clamp(x, &range));
    let (sat, relu) = (m.is_saturating(), m.is_rectifying());
    // The factors of `mul24` have 24 bits, and the product has 48.
    let low_24 = move |x: u64| value(x, 24, signed);
    Some(match word {
        "add" => Box::new(move |x| {
            let exact = of(x[0]) + of(x[1]);
            if sat { clamped(exact) } else { cut(exact) }
        }),
        "add_sat" => Box::new(move |x| clamped(of(x[0]) + of(x[1]))),
        "sub" => Box::new(move |x| {
            let exact = of(x[0]) - of(x[1]);
            if sat { clamped(exact) } else { cut(exact) }
        }),
        "mul_lo" => Box::new(move |x| cut(product(x, bits, signed) as i128)),
        "mul_hi" => Box::new(move |x| one(high(x, bits, signed))),
        "mul_wide" => Box::new(move |x| one(product(x, bits, signed) as u64 & ones(2 * bits))),
        "mad_lo" => {
            Box::new(move |x| cut((product(x, bits, signed) as i128).wrapping_add(of(x[2]))))
        }
        "mad_hi" => Box::new(move |x| cut(i128::from(high(x, bits, signed)) + of(x[2]))),
        "mad_hi_sat" => Box::new(move |x| clamped(of(high(x, bits, signed)) + of(x[2]))),
        "mad_wide" => Box::new(move |x| {
            let sum = (product(x, bits, signed) as i128) + i128::from(x[2]);
            one(sum as u64 & ones(2 * bits))
        }),
        "mul24_lo" => Box::new(move |x| cut(low_24(x[0]) * low_24(x[1]))),
        "mul24_hi" => Box::new(move |x| cut((low_24(x[0]) * low_24(x[1])) >> 16)),
        "mad24_lo" => Box::new(move |x| cut(low_24(x[0]) * low_24(x[1]) + of(x[2]))),
        "mad24_hi" => Box::new(move |x| cut(((low_24(x[0]) * low_24(x[1])) >> 16) + of(x[2]))),
        "mad24_hi_sat" => {
            Box::new(move |x| clamped(((low_24(x[0]) * low_24(x[1])) >> 16) + of(x[2])))
        }
        "sad" => Box::new(move |x| cut(of(x[2]) + (of(x[0]) - of(x[1])).abs())),
        // Division by zero returns all ones. The documentation of `div` in `ptx-core` cites the
        // source.
        "div" => Box::new(move |x| cut(of(x[0]).checked_div(of(x[1])).unwrap_or(-1))),
        "rem" => Box::new(move |x| cut(of(x[0]).checked_rem(of(x[1])).unwrap_or(-1))),
        "min" | "max" => {
            let is_max = word == "max";
            Box::new(move |x| {
                let (a, b) = (of(x[0]), of(x[1]));
                let result = if is_max { a.max(b) } else { a.min(b) };
                cut(if relu { result.max(0) } else { result })
            })
        }
        "neg" => Box::new(move |x| cut(-of(x[0]))),
        "abs" => Box::new(move |x| cut(of(x[0]).abs())),
        "shr" => Box::new(move |x| cut(of(x[0]) >> x[1].min(127))),
        _ => return None,
    })
}
