//! Computes `rcp.f32` with integers, because `rustc_apfloat` is too slow for all 2^32 operands.

use crate::operation::NAN_F32;
use ptx_core::{Rounding, Subnormals};

const LEAST_NORMAL: u32 = 1 << 23;
const INFINITY: u32 = 0x7f80_0000;

pub(super) fn rcp_f32(x: u32, rounding: Rounding, subnormals: Subnormals) -> u32 {
    let (sign, magnitude) = (x & 1 << 31, x & !(1 << 31));
    let is_flushing = subnormals == Subnormals::Flush;
    match magnitude {
        0 => return sign | INFINITY,
        1..LEAST_NORMAL if is_flushing => return sign | INFINITY,
        1..INFINITY => {}
        INFINITY => return sign,
        _ => return NAN_F32,
    }
    // The operand is significand · 2^-exponent, with a significand in [2^23, 2^24).
    let (field, fraction) = (magnitude / LEAST_NORMAL, magnitude % LEAST_NORMAL);
    let significand = if field == 0 { fraction } else { fraction + LEAST_NORMAL };
    let shift = significand.leading_zeros() - 8;
    let significand = u64::from(significand) << shift;
    let exponent = 150 - field.max(1).cast_signed() + shift.cast_signed();
    // The reciprocal of the significand is 2^-23, or between 2^-24 and 2^-23. The last of its 24 bits is therefore
    // worth 2^-46 or 2^-47. The last bit of a subnormal result is worth 2^-149. With `.ftz`, a result is rounded to 24
    // bits even if it is subnormal, and flushed afterwards.
    let unit = exponent - if significand == 1 << 23 { 46 } else { 47 };
    let unit = if is_flushing { unit } else { unit.max(-149) };
    let dividend = 1_u64 << (exponent - unit);
    let (kept, rest) = (dividend / significand, dividend % significand);
    let (is_negative, is_inexact) = (sign != 0, rest > 0);
    let up = match rounding {
        Rounding::Rn => 2 * rest > significand || 2 * rest == significand && kept % 2 == 1,
        Rounding::Rz => false,
        Rounding::Rm => is_inexact && is_negative,
        Rounding::Rp => is_inexact && !is_negative,
    };
    // Bit 23 of the significand, and a carry beyond it, increment the exponent field.
    let bits = i64::from(unit + 149) * i64::from(LEAST_NORMAL) + kept.cast_signed() + i64::from(up);
    let greatest_is_nearest = match rounding {
        Rounding::Rn => false,
        Rounding::Rz => true,
        Rounding::Rm => !is_negative,
        Rounding::Rp => is_negative,
    };
    sign | match u32::try_from(bits) {
        Err(_) | Ok(..LEAST_NORMAL) if is_flushing => 0,
        Ok(bits @ ..INFINITY) => bits,
        _ => INFINITY - u32::from(greatest_is_nearest),
    }
}

#[cfg(test)]
mod tests {
    use super::rcp_f32;
    use crate::operation::{self, Op, ROUNDINGS, SUBNORMALS};

    #[test]
    fn reciprocals_are_those_of_apfloat() {
        // Limits and their neighbours, and evenly spaced operands.
        let limits = [0_u32, 0x0020_0000, 0x0040_0000, 0x0080_0000, 0x7e80_0000, 0x7f00_0000];
        let more = [0x3f80_0000, 0x7f80_0000, 0x7fc0_0000, 0x7fff_ffff];
        let limits =
            limits.into_iter().chain(more).flat_map(|x| (0..9).map(move |i| x + i - 4_u32.min(x)));
        let limits = limits.flat_map(|x| [x, x ^ 1 << 31]);
        for x in limits.chain((0..1 << 32).step_by(65_537).map(|x: u64| x as u32)) {
            for rounding in ROUNDINGS {
                for subnormals in SUBNORMALS {
                    let expected = operation::f32(Op::Rcp, [x, 0, 0], rounding, subnormals);
                    let result = rcp_f32(x, rounding, subnormals);
                    assert_eq!(result, expected, "{x:08x} {rounding:?} {subnormals:?}");
                }
            }
        }
    }
}
