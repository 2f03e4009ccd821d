//! Computes `min` and `max` of floats with the pseudo-code of the PTX manual and the comparisons of
//! `rustc_apfloat`.

use rustc_apfloat::Float;
use std::cmp::Ordering;

/// The modifiers of `min` and `max`.
#[derive(Clone, Copy, Debug)]
pub struct Modifiers {
    /// Whether the instruction is `max`.
    pub max: bool,
    /// Whether `.NaN` is set.
    pub nan: bool,
    /// Whether `.abs` is set.
    pub abs: bool,
    /// Whether `.xorsign` is set.
    pub xorsign: bool,
    /// Whether `.ftz` is set.
    pub ftz: bool,
}

/// Returns the minimum or maximum of two or three operands; `None` is the canonical NaN.
pub fn extremum<F: Float, const N: usize>(operands: [F; N], m: Modifiers) -> Option<F> {
    let flush = |x: F| if m.ftz && x.is_denormal() { F::ZERO.copy_sign(x) } else { x };
    let operands = operands.map(flush);
    let negative = operands.iter().filter(|x| x.is_negative()).count() % 2 == 1;
    let mut magnitudes = operands.iter().map(|x| if m.abs { x.abs() } else { *x });
    let first = magnitudes.next()?;
    let mut d = Some(first).filter(|x| !x.is_nan());
    let mut any_nan = first.is_nan();
    for x in magnitudes {
        any_nan |= x.is_nan();
        d = match d {
            _ if x.is_nan() => d,
            Some(d) if preferred(d, x, m.max) => Some(d),
            _ => Some(x),
        };
    }
    if m.nan && any_nan {
        return None;
    }
    match m.xorsign {
        true => d.map(|d| if negative { -d.abs() } else { d.abs() }),
        false => d,
    }
}

/// Returns whether `a` is the minimum or maximum of `a` and `b`.
fn preferred<F: Float>(a: F, b: F, max: bool) -> bool {
    let order = match a.partial_cmp(&b) {
        // -0 is less than +0.
        Some(Ordering::Equal) => b.is_negative().cmp(&a.is_negative()),
        order => order.unwrap_or(Ordering::Equal),
    };
    if max { order.is_gt() } else { order.is_lt() }
}
