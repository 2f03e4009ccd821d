//! References in double precision for functions that are not in the crate `libm`.

use libm::{cos, erf, erfc, exp, log, rint, sin, sqrt};
use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

pub(crate) fn sin_pi(x: f64) -> f64 {
    // Reduce the argument to [-1, 1]. The reduction is exact.
    let x = x - 2.0 * rint(x / 2.0);
    let near = if x.abs() > 0.5 { (1.0 - x.abs()).copysign(x) } else { x };
    if near.abs() <= 0.25 { sin(PI * near) } else { cos(PI * (0.5 - near.abs())).copysign(near) }
}

pub(crate) fn cos_pi(x: f64) -> f64 {
    let x = (x - 2.0 * rint(x / 2.0)).abs();
    let (near, sign) = if x > 0.5 { (1.0 - x, -1.0) } else { (x, 1.0) };
    sign * if near <= 0.25 { cos(PI * near) } else { sin(PI * (0.5 - near)) }
}

/// Computes e^(x²) erfc(x). The value of `x` is an `f32`, so its square is exact in `f64`.
pub(crate) fn erfcx(x: f64) -> f64 {
    if x < 25.0 {
        return exp(x * x) * erfc(x);
    }
    // The asymptotic series is from Abramowitz and Stegun, 7.1.23.
    let t = 0.5 / (x * x);
    let series = 1.0 - t * (1.0 - t * (3.0 - t * (15.0 - t * (105.0 - t * (945.0 - t * 10395.0)))));
    series * FRAC_2_SQRT_PI / 2.0 / x
}

pub(crate) fn erfinv(x: f64) -> f64 {
    if x.abs() > 0.5 {
        return tail(1.0 - x.abs()).copysign(x);
    }
    let mut y = x / FRAC_2_SQRT_PI;
    for _ in 0..4 {
        y -= (erf(y) - x) / FRAC_2_SQRT_PI * exp(y * y);
    }
    y
}

pub(crate) fn erfcinv(x: f64) -> f64 {
    if x <= 0.5 {
        tail(x)
    } else if x >= 1.5 {
        -tail(2.0 - x)
    } else {
        erfinv(1.0 - x)
    }
}

/// Computes erfcinv(x) for x up to 0.5, with a start value (Abramowitz and Stegun, 26.2.22) and Halley's
/// method.
fn tail(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY;
    }
    let t = sqrt(-2.0 * log(x / 2.0));
    let mut y = (t - (2.30753 + t * 0.27061) / (1.0 + t * (0.99229 + t * 0.04481))) / SQRT_2;
    for _ in 0..3 {
        let step = (erfc(y) - x) / FRAC_2_SQRT_PI * exp(y * y);
        y += step / (1.0 - y * step);
    }
    y
}

pub(crate) fn normcdf(x: f64) -> f64 {
    erfc(-x / SQRT_2) / 2.0
}

pub(crate) fn normcdfinv(x: f64) -> f64 {
    -SQRT_2 * erfcinv(2.0 * x)
}

/// Computes acosh. Returns NaN below 1, where the documentation of `libm` promises no result.
pub(crate) fn acosh(x: f64) -> f64 {
    if x < 1.0 { f64::NAN } else { libm::acosh(x) }
}
