//! References for `cvt` between `.f16`, `.bf16`, `.f32` and `.f64`.

use super::convert::{canonical, double, flushed, single, within_one};
use crate::half::NAN;
use crate::operation::{NAN_F32, round, saturated};
use crate::{Compute, Modes, one};
use ptx_core::{Rounding, Saturation};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert};

/// Returns the reference for a conversion between float formats.
pub(super) fn of(to: &str, from: &str, m: &Modes) -> Option<Compute> {
    let (r, ftz, sat) = (m.get(Rounding::Rn), m.is_flushing(), m.is_saturating());
    let saturation = m.get(Saturation::Off);
    let half = |x: u64| Half::from_bits(x.into());
    let bfloat = |x: u64| BFloat::from_bits(x.into());
    macro_rules! rounded {
        ($x:expr => $float:ident) => {{
            let rounded: $float = FloatConvert::convert_r($x, round(r), &mut true).value;
            rounded
        }};
    }
    let nan_16 = u64::from(NAN);
    Some(match (to, from) {
        ("f16", "f32") => Box::new(move |x| {
            let rounded = canonical(rounded!(single(x[0]) => Half), nan_16);
            one(within_one::<Half>(rounded, sat))
        }),
        ("bf16", "f32") => Box::new(move |x| {
            one(canonical(rounded!(single(flushed(x[0], ftz)) => BFloat), nan_16))
        }),
        ("f16", "bf16") => {
            Box::new(move |x| one(canonical(rounded!(bfloat(x[0]) => Half), nan_16)))
        }
        ("bf16", "f16") => {
            Box::new(move |x| one(canonical(rounded!(half(x[0]) => BFloat), nan_16)))
        }
        // A NaN result is quieted and keeps the sign and the high payload bits of the operand.
        ("f16", "f64") => Box::new(move |x| {
            one(within_one::<Half>(rounded!(double(x[0]) => Half).to_bits() as u64, sat))
        }),
        ("bf16", "f64") => {
            Box::new(move |x| one(rounded!(double(x[0]) => BFloat).to_bits() as u64))
        }
        ("f32", "f64") => Box::new(move |x| {
            let kept = rounded!(double(x[0]) => Single).to_bits() as u32;
            let bits = if ftz { flushed_result(double(x[0]), kept, r) } else { kept };
            one(saturated(bits, saturation).into())
        }),
        ("f32", "f32") => Box::new(move |x| {
            let kept =
                if ftz && single(x[0]).is_nan() { NAN_F32.into() } else { flushed(x[0], ftz) };
            one(saturated(kept as u32, saturation).into())
        }),
        ("f32", "f16") => Box::new(move |x| {
            let wide = canonical(rounded!(half(x[0]) => Single), NAN_F32.into());
            one(saturated(wide as u32, saturation).into())
        }),
        ("f32", "bf16") => Box::new(move |x| {
            let wide = x[0] << 16;
            let is_nan = ftz && single(wide).is_nan();
            one(if is_nan { NAN_F32.into() } else { flushed(wide, ftz) })
        }),
        ("f64", "f32") => Box::new(move |x| {
            let wide = match (single(x[0]).is_nan(), ftz) {
                (true, true) => 0x7fff_ffff_e000_0000,
                _ => rounded!(single(flushed(x[0], ftz)) => Double).to_bits() as u64,
            };
            one(within_one::<Double>(wide, sat))
        }),
        ("f64", "f16") => Box::new(move |x| {
            one(within_one::<Double>(rounded!(half(x[0]) => Double).to_bits() as u64, sat))
        }),
        ("f64", "bf16") => {
            Box::new(move |x| one(rounded!(bfloat(x[0]) => Double).to_bits() as u64))
        }
        ("f64", "f64") => Box::new(move |x| one(within_one::<Double>(x[0], sat))),
        ("f16", "f16") => {
            Box::new(move |x| one(within_one::<Half>(canonical(half(x[0]), nan_16), sat)))
        }
        ("bf16", "bf16") => Box::new(move |x| one(canonical(bfloat(x[0]), nan_16))),
        _ => return None,
    })
}

/// Flushes a result whose magnitude is below 2^-126 after rounding to 24 bits with unbounded exponent.
fn flushed_result(x: Double, kept: u32, r: Rounding) -> u32 {
    let scaled = x.scalbn(64);
    let rounded: Single = scaled.convert_r(round(r), &mut true).value;
    let least = 2.0_f64.powi(64 - 126).to_bits();
    let least: Single = double(least).convert(&mut true).value;
    let is_small = x.is_finite() && rounded.abs() < least;
    if is_small { kept & 1 << 31 } else { kept }
}

/// Returns the reference for rounding to an integer in the same format.
pub(super) fn integral(name: &str, m: &Modes) -> Option<Compute> {
    let (r, ftz, sat) = (round(m.get(Rounding::Rn)), m.is_flushing(), m.is_saturating());
    macro_rules! integral {
        ($float:ident, $x:expr, $nan:expr) => {{
            let number = $float::from_bits(u128::from($x)).round_to_integral(r).value;
            one(within_one::<$float>(canonical(number, $nan), sat))
        }};
    }
    Some(match name {
        "f16_f16" => Box::new(move |x| integral!(Half, x[0], NAN.into())),
        "bf16_bf16" => Box::new(move |x| integral!(BFloat, x[0], NAN.into())),
        "f32_f32" => Box::new(move |x| integral!(Single, flushed(x[0], ftz), NAN_F32.into())),
        "f64_f64" => Box::new(move |x| integral!(Double, x[0], x[0] | 1 << 51)),
        _ => return None,
    })
}
