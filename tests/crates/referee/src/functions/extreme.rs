//! References for `min` and `max` of floats.

use super::floats::Element;
use crate::extremum::{Modifiers, extremum};
use crate::half::NAN;
use crate::operation::NAN_F32;
use crate::{Modes, Words};
use ptx_core::{Nans, Signs};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

pub(super) fn of(word: &str, ty: &str, m: &Modes) -> Option<Element> {
    let (max, rest) = match (word.strip_prefix("max"), word.strip_prefix("min")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let xorsign = rest == "_xorsign_abs";
    let abs = xorsign || m.get(Signs::Signed) == Signs::Abs;
    let nan = m.get(Nans::Ignored) == Nans::Propagated;
    let modifiers = Modifiers { max, nan, abs, xorsign, ftz: m.is_flushing() };
    match (ty, rest) {
        ("f32", "3") => Some(Box::new(move |x| {
            let operands = [x[0], x[1], x[2]].map(|x| Single::from_bits(x.into()));
            extremum(operands, modifiers).map_or(NAN_F32.into(), |d| d.to_bits() as u64)
        })),
        ("f32", "" | "_xorsign_abs") => {
            Some(Box::new(move |x| of_two::<Single>(x, modifiers).unwrap_or(NAN_F32.into())))
        }
        ("f16", "" | "_xorsign_abs") => {
            Some(Box::new(move |x| of_two::<Half>(x, modifiers).unwrap_or(NAN.into())))
        }
        ("bf16", "" | "_xorsign_abs") => {
            Some(Box::new(move |x| of_two::<BFloat>(x, modifiers).unwrap_or(NAN.into())))
        }
        ("f64", "") => {
            Some(Box::new(move |x| of_two::<Double>(x, modifiers).unwrap_or(x[1] | 1 << 51)))
        }
        _ => None,
    }
}

fn of_two<F: Float>(x: &Words, m: Modifiers) -> Option<u64> {
    let operands = [x[0], x[1]].map(|x| F::from_bits(x.into()));
    extremum(operands, m).map(|d| d.to_bits() as u64)
}
