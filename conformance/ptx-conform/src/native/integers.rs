//! References that use exact integer arithmetic.

use super::{Fill, Modes};
use ptx_core::Rounding;
use ptx_isa::Type;

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0x7f80_0000;

pub(super) fn of(function: &str, modes: &Modes) -> Option<Fill> {
    let ftz = modes.ftz;
    Some(match function {
        "neg_f32" => magnitude(ftz, |x| x ^ SIGN),
        "abs_f32" => magnitude(ftz, |x| x & !SIGN),
        "neg_s32" => filled!(|bits| (-i64::from(bits.cast_signed())) as u32),
        "abs_s32" => filled!(|bits| i64::from(bits.cast_signed()).unsigned_abs() as u32),
        "neg_s8x4" => filled!(|bits| {
            (0..32).step_by(8).map(|at| ((256 - (bits >> at & 255)) % 256) << at).sum::<u32>()
        }),
        _ => return converted(function).or_else(|| to_tf32(function, modes)),
    })
}

/// Builds a reference that changes the bits of a float with `f`. A NaN becomes the canonical NaN.
fn magnitude(ftz: bool, f: impl Fn(u32) -> u32 + Copy + Sync + 'static) -> Fill {
    const NAN: u32 = 0x7fff_ffff;
    filled!(|bits| {
        let bits = if ftz && bits & INFINITY == 0 { bits & SIGN } else { bits };
        let is_nan = bits << 1 > INFINITY << 1;
        if is_nan { NAN } else { f(bits) }
    })
}

/// Builds a reference for a conversion between integer types, such as `cvt_sat_u8_s32`.
fn converted(function: &str) -> Option<Fill> {
    let types = function.strip_prefix("cvt_")?;
    let is_clamped = types.starts_with("sat_");
    let (to, from) = types.trim_start_matches("sat_").split_once('_')?;
    let (to, from) = (Type::from_word(to)?, Type::from_word(from)?);
    let is_signed = match from {
        Type::S32 => true,
        Type::U32 => false,
        _ => return None,
    };
    // Clamp 64-bit ranges to the range of `i64`, which contains all 32-bit operands.
    let ones = |bits: u32| i64::MAX >> (63 - bits.min(63));
    let (least, greatest) = match to {
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => (0, ones(to.bits())),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => (!ones(to.bits() - 1), ones(to.bits() - 1)),
        _ => return None,
    };
    let mask = u64::MAX >> (64 - to.bits());
    Some(filled!(|bits| {
        let value = if is_signed { bits.cast_signed().into() } else { i64::from(bits) };
        let value = if is_clamped { value.max(least).min(greatest) } else { value };
        value as u64 & mask
    }))
}

/// The rounding modes of conversions to `.tf32`.
#[derive(Clone, Copy, PartialEq)]
enum To {
    Nearest,
    NearestAway,
    Zero,
}

/// Builds a reference for a conversion to `.tf32`. Compares the 13 dropped bits with half a unit in the last place.
fn to_tf32(function: &str, modes: &Modes) -> Option<Fill> {
    let (to, pzo) = match (function, modes.rounding) {
        ("cvt_rna_tf32_f32", _) => (To::NearestAway, false),
        ("cvt_rna_pzo_tf32_f32", _) => (To::NearestAway, true),
        ("cvt_frnd2_tf32_f32", Rounding::Rn) => (To::Nearest, false),
        ("cvt_frnd2_tf32_f32", Rounding::Rz) => (To::Zero, false),
        ("cvt_pzo_tf32_f32", Rounding::Rn) => (To::Nearest, true),
        ("cvt_pzo_tf32_f32", Rounding::Rz) => (To::Zero, true),
        _ => return None,
    };
    let Modes { relu, satfinite, .. } = *modes;
    Some(match to {
        To::Nearest => filled!(|bits| tf32(bits, To::Nearest, satfinite, relu, pzo)),
        To::NearestAway => filled!(|bits| tf32(bits, To::NearestAway, satfinite, relu, pzo)),
        To::Zero => filled!(|bits| tf32(bits, To::Zero, satfinite, relu, pzo)),
    })
}

#[inline(always)]
fn tf32(bits: u32, to: To, satfinite: bool, relu: bool, pzo: bool) -> u32 {
    const UNIT: u32 = 1 << 13;
    const NAN: u32 = 0x7fff_e000;
    let (sign, magnitude) = (bits & SIGN, bits & !SIGN);
    let (kept, rest) = (magnitude / UNIT, magnitude % UNIT);
    let is_nan = magnitude > INFINITY;
    let up = match to {
        To::Zero => false,
        To::Nearest => rest > UNIT / 2 || rest == UNIT / 2 && kept % 2 == 1,
        // With `.rna`, truncate a NaN, and do not round up.
        To::NearestAway => rest >= UNIT / 2 && !is_nan,
    };
    let rounded = (kept + u32::from(up)) * UNIT;
    // With `.satfinite`, subtract a unit in the last place from an infinity and, with `.rna`, from a truncated NaN.
    let is_beyond = satfinite && rounded >= INFINITY;
    let number = sign | if is_beyond { rounded - UNIT } else { rounded };
    match number {
        _ if is_nan && to != To::NearestAway => NAN,
        SIGN if pzo => 0,
        number if relu && number >= SIGN => 0,
        number => number,
    }
}
