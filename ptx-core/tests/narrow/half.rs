//! Rounds numbers to half precision with `rustc_apfloat`, and applies `.relu` and `.satfinite`.

use ptx_core::{Limit, Rectification};
use rustc_apfloat::ieee::{BFloat, Double, Half};
use rustc_apfloat::{Float, FloatConvert};

fn rounded<F: Float>(value: Option<f64>, relu: Rectification, limit: Limit) -> u32
where
    Double: FloatConvert<F>,
{
    let Some(value) = value else { return 0x7fff };
    if value.is_sign_negative() && relu == Rectification::Relu {
        return 0;
    }
    let exact = Double::from_bits(value.to_bits().into());
    let nearest: F = exact.convert(&mut false).value;
    let infinite = nearest.is_infinite() && limit == Limit::Satfinite;
    (nearest.to_bits() - u128::from(infinite)) as u32
}

pub(crate) fn f16(value: Option<f64>, relu: Rectification) -> u32 {
    rounded::<Half>(value, relu, Limit::Unlimited)
}

pub(crate) fn bf16(value: Option<f64>, relu: Rectification, limit: Limit) -> u32 {
    rounded::<BFloat>(value, relu, limit)
}

/// Returns the value of a `.ue8m0` code, or `None` for the NaN.
pub(crate) fn scale(code: u8) -> Option<f64> {
    (code != 0xff).then(|| f64::from_bits((u64::from(code) + 1023 - 127) << 52))
}
