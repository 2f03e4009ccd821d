//! References for comparisons, selections and `testp`, computed with `partial_cmp` of
//! `rustc_apfloat` and of integers.

use super::two;
use crate::modes::{Modes, combined};
use crate::{Compute, one};
use ptx_core::{Combination, Comparison, Property};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use std::cmp::Ordering::{self, Equal, Greater, Less};

pub(super) fn of(name: &str, m: &Modes) -> Option<Compute> {
    let (comparison, property) = (m.get(Comparison::F), m.get(Property::Finite));
    let combination = m.get(Combination::And);
    let ftz = m.is_flushing();
    if let Some(ty) = name.strip_prefix("setp_") {
        return match ty {
            "f16x2" => Some(pairs::<Half>(comparison, ftz)),
            "bf16x2" => Some(pairs::<BFloat>(comparison, ftz)),
            "f16" => Some(floats::<Half>(comparison, ftz)),
            "bf16" => Some(floats::<BFloat>(comparison, ftz)),
            "f32" => Some(floats::<Single>(comparison, ftz)),
            "f64" => Some(floats::<Double>(comparison, ftz)),
            _ => {
                let (bits, signed) = super::integers::integer(ty)?;
                let value = move |x| super::integers::value(x, bits, signed);
                Some(Box::new(move |x| {
                    let holds = holds(Some(value(x[0]).cmp(&value(x[1]))), comparison);
                    two(holds.into(), !holds)
                }))
            }
        };
    }
    if let Some(ty) = name.strip_prefix("set_pair_") {
        let all = match ty {
            "u32" | "s32" => 0xffff,
            "f16x2" => 0x3c00,
            "bf16x2" => 0x3f80,
            _ => return None,
        };
        return Some(Box::new(move |x| one((x[0] + 0x1_0000 * x[1]) * all)));
    }
    if let Some(ty) = name.strip_prefix("set_") {
        let all = match ty {
            "u32" | "s32" => 0xffff_ffff,
            "u16" | "s16" => 0xffff,
            "f32" => 0x3f80_0000,
            "f16" => 0x3c00,
            "bf16" => 0x3f80,
            _ => return None,
        };
        return Some(Box::new(move |x| one(x[0] * all)));
    }
    Some(match name {
        "boolop" => Box::new(move |x| {
            let combined = |p| combined(p, x[2], combination);
            two(combined(x[0]), combined(x[1]))
        }),
        "testp_f32" => Box::new(move |x| one(has::<Single>(x[0], property))),
        "testp_f64" => Box::new(move |x| one(has::<Double>(x[0], property))),
        "selp" => Box::new(|x| one(if x[2] == 1 { x[0] } else { x[1] })),
        "slct_s32" => Box::new(|x| one(if x[2] >> 31 == 0 { x[0] } else { x[1] })),
        "slct_f32" => Box::new(move |x| {
            let is_first = flushed::<Single>(x[2], ftz) >= Single::ZERO;
            one(if is_first { x[0] } else { x[1] })
        }),
        _ => return None,
    })
}

fn flushed<F: Float>(x: u64, ftz: bool) -> F {
    let x = F::from_bits(x.into());
    if ftz && x.is_denormal() { F::ZERO.copy_sign(x) } else { x }
}

fn order<F: Float>(a: u64, b: u64, ftz: bool) -> Option<Ordering> {
    flushed::<F>(a, ftz).partial_cmp(&flushed::<F>(b, ftz))
}

fn floats<F: Float>(comparison: Comparison, ftz: bool) -> Compute {
    Box::new(move |x| {
        let holds = holds(order::<F>(x[0], x[1], ftz), comparison);
        two(holds.into(), !holds)
    })
}

fn pairs<F: Float>(comparison: Comparison, ftz: bool) -> Compute {
    Box::new(move |x| {
        let lane = |i: u32| {
            let [a, b] = [x[0], x[1]].map(|word| word >> (16 * i) & 0xffff);
            holds(order::<F>(a, b, ftz), comparison)
        };
        two(lane(0).into(), lane(1))
    })
}

/// Returns whether a comparison is true for the order of two operands. `None` means unordered.
pub(crate) fn holds(outcome: Option<Ordering>, comparison: Comparison) -> bool {
    let among = |outcomes: &[Ordering]| outcome.is_some_and(|one| outcomes.contains(&one));
    let or_unordered = |outcomes: &[Ordering]| outcome.is_none() || among(outcomes);
    match comparison {
        Comparison::F => false,
        Comparison::T => true,
        Comparison::Num => outcome.is_some(),
        Comparison::Nan => outcome.is_none(),
        Comparison::Lt => among(&[Less]),
        Comparison::Eq => among(&[Equal]),
        Comparison::Le => among(&[Less, Equal]),
        Comparison::Gt => among(&[Greater]),
        Comparison::Ne => among(&[Less, Greater]),
        Comparison::Ge => among(&[Greater, Equal]),
        Comparison::Ltu => or_unordered(&[Less]),
        Comparison::Equ => or_unordered(&[Equal]),
        Comparison::Leu => or_unordered(&[Less, Equal]),
        Comparison::Gtu => or_unordered(&[Greater]),
        Comparison::Neu => or_unordered(&[Less, Greater]),
        Comparison::Geu => or_unordered(&[Greater, Equal]),
    }
}

fn has<F: Float>(x: u64, property: Property) -> u64 {
    let x = F::from_bits(x.into());
    u64::from(match property {
        Property::Finite => x.is_finite(),
        Property::Infinite => x.is_infinite(),
        Property::Number => !x.is_nan(),
        Property::NotANumber => x.is_nan(),
        // The PTX manual treats zeros as normal numbers.
        Property::Normal => x.is_finite() && !x.is_denormal(),
        Property::Subnormal => x.is_denormal(),
    })
}
