//! References for conversions from `f32` to 16 bits, in integer arithmetic. The significand is split into the bits to
//! keep and the dropped bits. The dropped bits are compared with half a unit in the last place.

use super::floats::{BF16, F16, Half, Limits};
use super::{Fill, Modes};
use ptx_core::Rounding;

pub(super) fn of(function: &str, modes: &Modes) -> Option<Fill> {
    let (is_f16, pzo) = match function.strip_prefix("cvt_")? {
        "f16_f32" | "frnd2_f16_f32" => (true, false),
        "bf16_f32" | "frnd2_bf16_f32" => (false, false),
        "pzo_f16_f32" => (true, true),
        "pzo_bf16_f32" => (false, true),
        _ => return None,
    };
    let Modes { sat, relu, satfinite, .. } = *modes;
    // Conversions to `.f16` do not flush subnormal operands.
    let ftz = modes.ftz && !is_f16;
    let limits = Limits { sat, relu, satfinite };
    macro_rules! by_rounding {
        ($($rounding:ident)*) => {
            match (modes.rounding, is_f16) {
                $((Rounding::$rounding, true) => {
                    filled!(|bits| without_sign(shorter(bits, F16, Rounding::$rounding, limits), pzo))
                })*
                $((Rounding::$rounding, false) => filled!(|bits| {
                    let bits = if ftz && bits & INFINITY == 0 { bits & SIGN } else { bits };
                    without_sign(shorter(bits, BF16, Rounding::$rounding, limits), pzo)
                }),)*
            }
        };
    }
    Some(by_rounding!(Rn Rz Rm Rp))
}

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0x7f80_0000;

/// Replaces -0 with +0 if `pzo` is set.
#[inline(always)]
fn without_sign(bits: u32, pzo: bool) -> u32 {
    if pzo && bits == 1 << 15 { 0 } else { bits }
}

#[inline(always)]
fn shorter(bits: u32, format: Half, rounding: Rounding, limits: Limits) -> u32 {
    let Half { fraction, bias } = format;
    let (fraction, infinity) = (fraction as u32, ((2 * bias + 1) as u32) << fraction);
    let (is_negative, magnitude) = (bits >= SIGN, bits & !SIGN);
    let field = magnitude >> 23;
    let significand = magnitude & 0x7f_ffff | u32::from(field > 0) << 23;
    // The distance of the exponent from the exponent of the smallest normal number.
    let above = field.max(1) as i32 - 127 - (1 - bias);
    let lost = (23 - fraction + (-above).max(0) as u32).min(25);
    let (kept, rest, middle) =
        (significand >> lost, significand & ((1 << lost) - 1), 1 << (lost - 1));
    let up = match rounding {
        Rounding::Rn => rest > middle || rest == middle && kept % 2 == 1,
        Rounding::Rz => false,
        Rounding::Rm => is_negative && rest > 0,
        Rounding::Rp => !is_negative && rest > 0,
    };
    let code = ((above.max(0) as u32) << fraction) + kept + u32::from(up);
    let grows = match rounding {
        Rounding::Rn => true,
        Rounding::Rz => false,
        Rounding::Rm => is_negative,
        Rounding::Rp => !is_negative,
    };
    let is_infinite = magnitude == INFINITY || grows && code >= infinity;
    let code = if is_infinite && !limits.satfinite { infinity } else { code.min(infinity - 1) };
    let one = (bias as u32) << fraction;
    match limits {
        Limits { sat: true, .. } if is_negative || magnitude > INFINITY => 0,
        _ if magnitude > INFINITY => 0x7fff,
        Limits { sat: true, .. } => code.min(one),
        Limits { relu: true, .. } if is_negative => 0,
        _ => u32::from(is_negative) << 15 | code,
    }
}
