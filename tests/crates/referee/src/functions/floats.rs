//! References for float arithmetic.

use super::reciprocal::rcp_f32;
use super::{extreme, in_lanes};
use crate::half::{self, converted_bf16, converted_f16};
use crate::operation::{self, NAN_F32, Op, saturated};
use crate::root::{sqrt_f32, sqrt_f64};
use crate::{Compute, Modes, Words, one};
use ptx_core::{Rounding, Saturation, Subnormals};

/// The NaNs for which `fma.oob` returns zero.
const OUT_OF_BOUNDS: [u64; 2] = [0x7ff7, 0xfff7];

/// A function that computes the result of one lane.
pub(super) type Element = Box<dyn Fn(&Words) -> u64 + Send + Sync>;

pub(super) fn of(name: &str, m: &Modes) -> Option<Compute> {
    if let Some(scalar) = name.strip_suffix("x2") {
        let bits = if scalar.ends_with("f32") { 32 } else { 16 };
        let f = element(scalar, m)?;
        return Some(Box::new(move |x| in_lanes(bits, 2, &f, x)));
    }
    let f = element(name, m)?;
    Some(Box::new(move |x| one(f(x))))
}

fn element(name: &str, m: &Modes) -> Option<Element> {
    let (word, ty) = name.rsplit_once('_')?;
    if let Some(of) = extreme::of(word, ty, m) {
        return Some(of);
    }
    let (r, s) = (m.get(Rounding::Rn), m.get(Subnormals::Keep));
    let (sat, relu) = (m.get(Saturation::Off), m.is_rectifying());
    let singles = |x: &Words| [x[0] as u32, x[1] as u32, x[2] as u32];
    let halves = |x: &Words| [x[0] as u16, x[1] as u16, x[2] as u16];
    if let Some(op) = op(word) {
        return Some(match ty {
            "f32" if op == Op::Rcp => Box::new(move |x| rcp_f32(x[0] as u32, r, s).into()),
            "f32" => Box::new(move |x| saturated(operation::f32(op, singles(x), r, s), sat).into()),
            "f64" => Box::new(move |x| operation::f64(op, [x[0], x[1], x[2]], r)),
            "f16" => Box::new(move |x| {
                clamped(half::f16(op, halves(x), r, s), sat == Saturation::Sat, 0x3c00, relu)
            }),
            "bf16" => Box::new(move |x| clamped(half::bf16(op, halves(x), r), false, 0, relu)),
            _ => return None,
        });
    }
    // In `add.f32.f16`, the `.f16` operands are converted to `.f32`. The last operand is `.f32`
    // already.
    if let Some(op) = word.strip_suffix("_f32").and_then(op) {
        let wide = if ty == "f16" { converted_f16 } else { converted_bf16 };
        return Some(Box::new(move |x| {
            let b = if op == Op::Fma { wide(x[1] as u16) } else { x[1] as u32 };
            let x = [wide(x[0] as u16), b, x[2] as u32];
            saturated(operation::f32(op, x, r, s), sat).into()
        }));
    }
    Some(match (word, ty) {
        ("mad", "f32") => {
            Box::new(move |x| saturated(operation::mad_f32(singles(x), r, s), sat).into())
        }
        ("sqrt", "f32") => Box::new(move |x| sqrt_f32(x[0] as u32, r, s).into()),
        ("sqrt", "f64") => Box::new(move |x| sqrt_f64(x[0], r)),
        ("fma_relu", "f16") => {
            Box::new(move |x| clamped(half::f16(Op::Fma, halves(x), r, s), false, 0, true))
        }
        ("fma_oob" | "fma_oob_sat", "f16" | "bf16") => {
            let (is_f16, sat) = (ty == "f16", word.ends_with("sat"));
            Box::new(move |x| match x[..2].iter().any(|x| OUT_OF_BOUNDS.contains(x)) {
                true => 0,
                false if is_f16 => clamped(half::f16(Op::Fma, halves(x), r, s), sat, 0x3c00, relu),
                false => clamped(half::bf16(Op::Fma, halves(x), r), sat, 0x3f80, relu),
            })
        }
        ("neg" | "abs", _) => sign(word == "neg", ty, m.is_flushing())?,
        ("copysign", "f32") => Box::new(|x| x[0] & 1 << 31 | x[1] & 0x7fff_ffff),
        ("copysign", "f64") => Box::new(|x| x[0] & 1 << 63 | x[1] & u64::MAX >> 1),
        _ => return None,
    })
}

fn op(word: &str) -> Option<Op> {
    Some(match word {
        "add" => Op::Add,
        "sub" => Op::Sub,
        "mul" => Op::Mul,
        "div" => Op::Div,
        "rcp" => Op::Rcp,
        "fma" => Op::Fma,
        _ => return None,
    })
}

/// Clamps a 16-bit float if `sat` or `relu` is set. With `.sat`, the canonical NaN needs a separate
/// case, because `min` would return `one` for its bits.
fn clamped(x: u16, sat: bool, one: u16, relu: bool) -> u64 {
    let is_negative = x >> 15 == 1;
    u64::from(match (sat, relu) {
        (true, _) if is_negative || x == half::NAN => 0,
        (true, _) => x.min(one),
        (false, true) if is_negative => 0,
        _ => x,
    })
}

/// Returns the reference for `neg` and `abs`, which change the sign of a number. A NaN becomes the
/// canonical NaN, except in `.f64`.
fn sign(is_neg: bool, ty: &str, ftz: bool) -> Option<Element> {
    let (bits, exponent, nan) = match ty {
        "f16" => (16, 0x7c00, Some(0x7fff)),
        "bf16" => (16, 0x7f80, Some(0x7fff)),
        "f32" => (32, 0x7f80_0000, Some(u64::from(NAN_F32))),
        // A NaN is quieted, and keeps its sign and payload.
        "f64" => (64, 0x7ff << 52, None),
        _ => return None,
    };
    let sign = 1 << (bits - 1);
    Some(Box::new(move |x| {
        let magnitude = x[0] & !sign;
        let x = if ftz && x[0] & exponent == 0 { x[0] & sign } else { x[0] };
        match (magnitude > exponent, nan) {
            (true, Some(nan)) => nan,
            (true, None) => x | 1 << 51,
            (false, _) if is_neg => x ^ sign,
            (false, _) => x & !sign,
        }
    }))
}
