//! Referees in integers.

use super::Fill;
use crate::sweep::following;
use ptx_isa::Type;

/// Bits of a number without arithmetic; of a NaN the one that the instructions give.
pub(super) fn magnitude(ftz: bool, f: impl Fn(u32) -> u32 + Sync + 'static) -> Fill {
    const EXPONENT: u32 = 0x7f80_0000;
    const NAN: u32 = 0x7fff_ffff;
    Box::new(move |first, results| {
        for (bits, result) in following(first, results) {
            let bits = if ftz && bits & EXPONENT == 0 { bits & 1 << 31 } else { bits };
            let is_nan = bits << 1 > EXPONENT << 1;
            *result = u64::from(if is_nan { NAN } else { f(bits) });
        }
    })
}

/// A conversion between integers, `cvt_sat_u8_s32`.
pub(super) fn converted(function: &str) -> Option<Fill> {
    let types = function.strip_prefix("cvt_")?;
    let is_clamped = types.starts_with("sat_");
    let (to, from) = types.trim_start_matches("sat_").split_once('_')?;
    let (to, from) = (Type::from_word(to)?, Type::from_word(from)?);
    let is_signed = match from {
        Type::S32 => true,
        Type::U32 => false,
        _ => return None,
    };
    let (least, greatest): (i128, i128) = match to {
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => (0, (1 << to.bits()) - 1),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => {
            (-(1 << (to.bits() - 1)), (1 << (to.bits() - 1)) - 1)
        }
        _ => return None,
    };
    let mask = u64::MAX >> (64 - to.bits());
    Some(Box::new(move |first, results| {
        for (bits, result) in following(first, results) {
            let value = if is_signed { bits.cast_signed().into() } else { i128::from(bits) };
            let value = if is_clamped { value.clamp(least, greatest) } else { value };
            *result = value as u64 & mask;
        }
    }))
}
