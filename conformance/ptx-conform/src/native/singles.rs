//! References for functions of one 32-bit operand, computed with floats of the host.

use super::floats::{
    BF16, F16, Limits, clamped, directed, flushed, half, integral, narrowed, widened, within_one,
};
use super::{Fill, Modes};
use ptx_core::Rounding;

pub(super) fn of(function: &str, modes: &Modes) -> Option<Fill> {
    let Modes { rounding, ftz, sat, .. } = *modes;
    let limits = Limits { sat, relu: false, satfinite: false };
    macro_rules! by_rounding {
        (@ $rounding:ident |$x:ident: $from:expr, $r:ident| $result:expr) => {
            filled!(|bits| {
                let ($x, $r) = ($from(bits), Rounding::$rounding);
                $result
            })
        };
        (|$x:ident: $from:expr, $r:ident| $result:expr) => {
            match rounding {
                Rounding::Rn => by_rounding!(@ Rn |$x: $from, $r| $result),
                Rounding::Rz => by_rounding!(@ Rz |$x: $from, $r| $result),
                Rounding::Rm => by_rounding!(@ Rm |$x: $from, $r| $result),
                Rounding::Rp => by_rounding!(@ Rp |$x: $from, $r| $result),
            }
        };
        (|$x:ident, $r:ident| $result:expr) => {
            by_rounding!(|$x: |bits| flushed(f32::from_bits(bits), ftz), $r| $result)
        };
    }
    macro_rules! to_integer {
        ($ty:ty, $unsigned:ty) => {
            by_rounding!(|x, r| (integral(x, r) as $ty) as $unsigned)
        };
    }
    macro_rules! has {
        (|$x:ident| $result:expr) => {
            filled!(|bits| {
                let $x = f32::from_bits(bits);
                $result
            })
        };
    }
    Some(match function {
        "rcp_f32" => by_rounding!(|x, r| narrowed(1.0 / f64::from(x), r, ftz)),
        "sqrt_f32" => by_rounding!(|x, r| narrowed(f64::from(x).sqrt(), r, ftz)),
        "cvt_u8_f32" => to_integer!(u8, u8),
        "cvt_u16_f32" => to_integer!(u16, u16),
        "cvt_u32_f32" => to_integer!(u32, u32),
        "cvt_s8_f32" => to_integer!(i8, u8),
        "cvt_s16_f32" => to_integer!(i16, u16),
        "cvt_s32_f32" => to_integer!(i32, u32),
        "cvt_u64_f32" => {
            by_rounding!(|x, r| if x.is_nan() { 1 << 63 } else { integral(x, r) as u64 })
        }
        "cvt_s64_f32" => {
            by_rounding!(|x, r| if x.is_nan() { 1 << 63 } else { (integral(x, r) as i64) as u64 })
        }
        "cvt_irnd_f32_f32" => {
            by_rounding!(|x, r| clamped(integral(x, r).copysign(x), sat))
        }
        // Without modes, the conversion copies the bits.
        "cvt_f32_f32" if !ftz && !sat => filled!(|bits| bits),
        "cvt_f32_f32" => {
            filled!(|bits| clamped(flushed(f32::from_bits(bits), ftz), sat))
        }
        "cvt_f64_f32" => {
            filled!(|bits| widened(f32::from_bits(bits), ftz, sat))
        }
        "cvt_f64_u32" => filled!(|bits| within_one(bits.into(), sat)),
        "cvt_f64_s32" => filled!(|bits| within_one(signed(bits), sat)),
        "cvt_f32_u32" => by_rounding!(|x: f64::from, r| clamped(directed(x, r), sat)),
        "cvt_f32_s32" => by_rounding!(|x: signed, r| clamped(directed(x, r), sat)),
        "cvt_f16_u32" => by_rounding!(|x: f64::from, r| half(x, F16, r, limits)),
        "cvt_f16_s32" => by_rounding!(|x: signed, r| half(x, F16, r, limits)),
        "cvt_bf16_u32" => by_rounding!(|x: f64::from, r| half(x, BF16, r, limits)),
        "cvt_bf16_s32" => by_rounding!(|x: signed, r| half(x, BF16, r, limits)),
        "testp_f32" => match modes.property? {
            "Finite" => has!(|x| x.is_finite()),
            "Infinite" => has!(|x| x.is_infinite()),
            "Number" => has!(|x| !x.is_nan()),
            "NotANumber" => has!(|x| x.is_nan()),
            "Normal" => has!(|x| x.is_normal() || x == 0.0),
            "Subnormal" => has!(|x| x.is_subnormal()),
            _ => return None,
        },
        _ => return None,
    })
}

/// Converts a signed integer to `f64`.
#[inline(always)]
fn signed(bits: u32) -> f64 {
    bits.cast_signed().into()
}
