//! References for functions that MPFR does not have, computed from functions of MPFR.

use super::{PRECISION, about};
use rug::Float;
use rug::float::Constant;

fn sqrt_pi() -> Float {
    Float::with_val(PRECISION, Constant::Pi).sqrt()
}

fn sqrt_2() -> Float {
    Float::with_val(PRECISION, 2).sqrt()
}

/// For arguments of at least this size, six terms of the asymptotic series of `erfcx` give the working precision.
const FAR: u32 = 1 << 14;

pub(crate) fn erfcx(x: Float) -> Float {
    let square = Float::with_val(PRECISION, x.square_ref());
    if x < FAR {
        return square.exp() * x.erfc();
    }
    let t = square.recip() / 2;
    let mut series = Float::with_val(PRECISION, 1);
    for factor in [9, 7, 5, 3, 1] {
        series = 1 - series * factor * &t;
    }
    series / (x * sqrt_pi())
}

/// Inverts a function with Newton's method, starting from a result in double precision. Each step doubles the
/// number of correct digits.
fn inverse(start: f64, excess: impl Fn(&Float) -> Float) -> Float {
    let mut y = Float::with_val(PRECISION, start);
    for _ in 0..2 {
        let slope = Float::with_val(PRECISION, y.square_ref()).exp() * sqrt_pi() / 2;
        y -= excess(&y) * slope;
    }
    y
}

pub(crate) fn erfinv(x: Float) -> Float {
    let start = about::erfinv(x.to_f64());
    if !start.is_normal() {
        return Float::with_val(PRECISION, start);
    }
    if *x.as_abs() > 0.5 {
        return if x > 0 { tail(1 - x) } else { -tail(1 + x) };
    }
    inverse(start, |y| Float::with_val(PRECISION, y.erf_ref()) - &x)
}

pub(crate) fn erfcinv(x: Float) -> Float {
    if x <= 0.5 {
        tail(x)
    } else if x >= 1.5 {
        -tail(2 - x)
    } else {
        erfinv(1 - x)
    }
}

/// Computes erfcinv(x) for x up to 0.5.
fn tail(x: Float) -> Float {
    let start = about::erfcinv(x.to_f64());
    if !start.is_normal() {
        return Float::with_val(PRECISION, start);
    }
    inverse(start, |y| &x - Float::with_val(PRECISION, y.erfc_ref()))
}

pub(crate) fn normcdf(x: Float) -> Float {
    (-x / sqrt_2()).erfc() / 2
}

pub(crate) fn normcdfinv(x: Float) -> Float {
    -erfcinv(2 * x) * sqrt_2()
}
