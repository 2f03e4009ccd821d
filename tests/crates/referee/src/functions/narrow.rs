//! References for `cvt` with `.relu` and `.satfinite`, and for `cvt` of pairs of narrow floats. The references use
//! `rustc_apfloat`, exact integers, and tables of all numbers in a format.

use super::convert::{canonical, double, single};
use crate::half::NAN;
use crate::operation::round;
use crate::table::Table;
use crate::{Compute, Modes, one};
use ptx_core::{Limit, NegativeZero, Rectification, Rounding};
use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, FloatConvert};

/// Returns the reference for a conversion with `.relu` or `.satfinite`.
pub(super) fn clamped(name: &str, m: &Modes) -> Option<Compute> {
    let (r, relu, limit) = (m.get(Rounding::Rn), m.is_rectifying(), m.get(Limit::Unlimited));
    let positive = move |x: u64, sign: u32| if relu && x >> sign == 1 { 0 } else { x };
    let limited = move |x: u64, infinity: u64| {
        let is_infinite = x & 0x7fff == infinity && limit == Limit::Satfinite;
        positive(if is_infinite { x - 1 } else { x }, 15)
    };
    let f16 = move |x: u64| {
        let rounded: Half = single(x).convert_r(round(r), &mut true).value;
        limited(canonical(rounded, NAN.into()), 0x7c00)
    };
    let bf16 = move |x: u64| {
        let rounded: BFloat = single(x).convert_r(round(r), &mut true).value;
        limited(canonical(rounded, NAN.into()), 0x7f80)
    };
    Some(match name {
        "f16_f32" => Box::new(move |x| one(f16(x[0]))),
        "bf16_f32" => Box::new(move |x| one(bf16(x[0]))),
        "f16x2_f32" => Box::new(move |x| one(f16(x[0]) << 16 | f16(x[1]))),
        "bf16x2_f32" => Box::new(move |x| one(bf16(x[0]) << 16 | bf16(x[1]))),
        "tf32_f32" => {
            Box::new(move |x| one(positive(tf32(x[0] as u32, Tf32::To(r), limit).into(), 31)))
        }
        _ => return None,
    })
}

/// The roundings of `cvt` to `.tf32`: `.rna`, or a [`Rounding`].
#[derive(Clone, Copy, PartialEq)]
enum Tf32 {
    NearestAway,
    To(Rounding),
}

/// Returns the reference for `cvt.rna.tf32.f32`.
pub(super) fn nearest_away(m: &Modes) -> Compute {
    let limit = m.get(Limit::Unlimited);
    Box::new(move |x| one(tf32(x[0] as u32, Tf32::NearestAway, limit).into()))
}

/// Rounds to `.tf32` with integers: compares the 13 dropped bits with half a unit in the last place.
fn tf32(x: u32, to: Tf32, limit: Limit) -> u32 {
    let (unit, infinity) = (1 << 13, 0x7f80_0000);
    let (sign, magnitude) = (x & 1 << 31, x & !(1 << 31));
    if magnitude > infinity {
        // With `.rna.satfinite`, the machine instruction subtracts a unit in the last place from
        // infinities and also from NaNs.
        return match to {
            Tf32::NearestAway => {
                let kept = x & !(unit - 1);
                if limit == Limit::Satfinite { kept - unit } else { kept }
            }
            _ => 0x7fff_e000,
        };
    }
    let (kept, rest) = (magnitude / unit, magnitude % unit);
    let up = match to {
        Tf32::To(Rounding::Rz) => false,
        Tf32::To(Rounding::Rm) => sign != 0 && rest > 0,
        Tf32::To(Rounding::Rp) => sign == 0 && rest > 0,
        Tf32::To(Rounding::Rn) => rest > unit / 2 || rest == unit / 2 && kept % 2 == 1,
        Tf32::NearestAway => rest >= unit / 2,
    };
    let rounded = (kept + u32::from(up)) * unit;
    let is_beyond = limit == Limit::Satfinite && rounded == infinity;
    sign | if is_beyond { rounded - unit } else { rounded }
}

/// Returns the reference for a conversion of a pair of narrow floats.
pub(super) fn pairs(to: &str, from: &str, m: &Modes) -> Option<Compute> {
    let format = |word: &str| {
        Some(match word {
            "e4m3x2" => (Table::new(4, 3, 0x7e), None, 0x7f),
            "e5m2x2" => (Table::new(5, 2, 0x7b), Some(0x7c), 0x7d),
            _ => return None,
        })
    };
    let (r, relu) = (m.get(Rounding::Rn), m.get(Rectification::Linear));
    let zero = m.get(NegativeZero::Unchanged);
    if let Some((table, ..)) = format(to) {
        let rounded =
            move |x: u64| u64::from(table.number(f32::from_bits(x as u32)).rounded(r, relu, zero));
        return match from {
            "f32" => Some(Box::new(move |x| one(rounded(x[0]) << 8 | rounded(x[1])))),
            "f16x2" => Some(Box::new(move |x| {
                let wide = |half: u64| {
                    let wide: Single = Half::from_bits(half.into()).convert(&mut true).value;
                    wide.to_bits() as u64
                };
                one(rounded(wide(x[0] >> 16)) << 8 | rounded(wide(x[0] & 0xffff)))
            })),
            _ => None,
        };
    }
    let (table, infinity, first_nan) = format(from).filter(|_| to == "f16x2")?;
    let relu = m.is_rectifying();
    let widened = move |code: u64| {
        let magnitude = code & 0x7f;
        let number = match infinity {
            _ if magnitude >= first_nan => return u64::from(NAN),
            Some(infinity) if infinity == magnitude => f64::INFINITY,
            _ => table.magnitudes[magnitude as usize],
        };
        let half: Half = double(number.to_bits()).convert(&mut true).value;
        let is_negative = code >> 7 == 1;
        if is_negative && relu { 0 } else { half.to_bits() as u64 | u64::from(is_negative) << 15 }
    };
    Some(Box::new(move |x| one(widened(x[0] >> 8 & 0xff) << 16 | widened(x[0] & 0xff))))
}
