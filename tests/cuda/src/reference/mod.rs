//! Computes correctly rounded results. Uses double precision where all numbers within its error bound round to the same
//! result. Otherwise uses MPFR.

pub(crate) mod about;
pub(crate) mod exact;

use crate::functions::{Function, Reference};
use rug::Float;
use rug::float::Round;

/// The working precision of MPFR.
pub(crate) const PRECISION: u32 = 160;

/// The relative error that `correct` assumes for functions in double precision. As a margin, `check` requires at most
/// half of this error. About one result in 2^15 is so close to a midpoint of two `f32` that MPFR must compute it.
const RELATIVE: f64 = 1.0 / (1_u64 << 40) as f64;

/// An additional absolute error near zeros of the logarithm of gamma and of Bessel functions, where terms cancel.
const ABSOLUTE: f64 = 1.0 / (1_u64 << 48) as f64;

/// An unrounded result in double precision, and the bits of the correctly rounded result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Correct {
    pub(crate) about: f64,
    pub(crate) correct: u64,
}

impl Function {
    /// Converts the bits of an argument or a result to its value.
    pub(crate) fn value(&self, bits: u64) -> f64 {
        if self.is_double() { f64::from_bits(bits) } else { f32::from_bits(bits as u32).into() }
    }

    /// Computes the correctly rounded result.
    pub(crate) fn correct(&self, x: [u64; 2]) -> Correct {
        let Some(about) = self.about(x) else {
            let exact = self.exact(x);
            return Correct { about: exact.to_f64(), correct: self.rounded(&exact) };
        };
        let slack = about.abs() * RELATIVE + self.cancellation();
        let (low, high) = ((about - slack) as f32, (about + slack) as f32);
        let is_decided = low == high || !about.is_normal();
        let correct =
            if is_decided { (about as f32).to_bits().into() } else { self.rounded(&self.exact(x)) };
        Correct { about, correct }
    }

    fn about(&self, x: [u64; 2]) -> Option<f64> {
        let [x, y] = x.map(|bits| self.value(bits));
        match self.reference {
            Reference::One(about, _) => Some(about(x)),
            Reference::Two(about, _) => Some(about(x, y)),
            Reference::OneDouble(_) | Reference::TwoDouble(_) => None,
        }
    }

    fn exact(&self, x: [u64; 2]) -> Float {
        let [x, y] = x.map(|bits| Float::with_val(PRECISION, self.value(bits)));
        match self.reference {
            Reference::One(_, exact) | Reference::OneDouble(exact) => exact(x),
            Reference::Two(_, exact) | Reference::TwoDouble(exact) => exact(x, &y),
        }
    }

    fn cancellation(&self) -> f64 {
        if matches!(self.name, "lgammaf" | "j0f" | "j1f" | "y0f" | "y1f") { ABSOLUTE } else { 0.0 }
    }

    /// Rounds a number to the function's format.
    fn rounded(&self, exact: &Float) -> u64 {
        let precision = if self.is_double() { f64::MANTISSA_DIGITS } else { f32::MANTISSA_DIGITS };
        let (mut rounded, error) = Float::with_val_round(precision, exact, Round::Nearest);
        rounded.subnormalize_ieee_round(error, Round::Nearest);
        if self.is_double() {
            rounded.to_f64().to_bits()
        } else {
            rounded.to_f32().to_bits().into()
        }
    }

    /// Checks two properties with MPFR. The error in double precision must be at most half of the assumed error. The
    /// result must be correctly rounded.
    pub(crate) fn check(&self, x: [u64; 2]) -> Result<(), String> {
        let (result, exact) = (self.correct(x), self.exact(x));
        let rounded = self.rounded(&exact);
        let is_same = rounded == result.correct
            || self.value(rounded) == self.value(result.correct)
            || self.value(rounded).is_nan() && self.value(result.correct).is_nan();
        let error = Float::with_val(PRECISION, &exact - result.about).to_f64().abs();
        // The limit is half of the error that `correct` assumes.
        let max = (result.about.abs() * RELATIVE + self.cancellation()) / 2.0;
        if is_same && (error <= max || !exact.is_normal() || !result.about.is_normal()) {
            return Ok(());
        }
        let (name, about, exact) = (self.name, result.about, exact.to_f64());
        Err(format!(
            "{name} {x:x?}: {about:e} ({:x}) is not {exact:e} ({rounded:x})",
            result.correct
        ))
    }
}
