//! Comparisons, properties, and what is made of predicates.

use crate::Call;
use crate::integer::Type;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Category, Float};
use std::cmp::Ordering::{self, Equal, Greater, Less};

pub(crate) fn results(call: &Call<'_>) -> Option<Vec<u64>> {
    let (operation, ty) = call.split()?;
    let word = |at: usize| call.words.get(at).copied();
    match operation {
        "setp" if ty.ends_with("x2") => {
            let lane = |at: u32| {
                let words = [word(0)? >> at & 0xffff, word(1)? >> at & 0xffff];
                let function = call.function.strip_suffix("x2")?;
                compared(&Call { function, words: &words, ..*call })
            };
            Some([lane(0)?, lane(16)?].map(u64::from).to_vec())
        }
        "setp" => compared(call).map(|holds| vec![holds.into(), (!holds).into()]),
        "testp" => tested(call, ty).map(|holds| vec![holds.into()]),
        "set" | "set_pair" => made(operation, ty, word(0)?).map(|word| vec![word]),
        _ => None,
    }
}

/// Whether a comparison holds.
fn compared(call: &Call<'_>) -> Option<bool> {
    let ty = call.split()?.1;
    let order = match ty {
        "f16" => order::<Half>(call),
        "bf16" => order::<BFloat>(call),
        "f32" => order::<Single>(call),
        "f64" => order::<Double>(call),
        _ => {
            let ty = Type::parse(ty)?;
            let &[a, b] = call.words else { return None };
            Some(ty.value(a).cmp(&ty.value(b)))
        }
    };
    let comparison = call.modes.iter().find_map(|mode| mode.strip_prefix("Comparison::"))?;
    Some(holds(comparison, order))
}

fn order<F: Float>(call: &Call<'_>) -> Option<Ordering> {
    let number = |word: u64| {
        let x = F::from_bits(word.into());
        let flushed = call.has("Subnormals::Flush") && x.is_denormal();
        if flushed { F::ZERO.copy_sign(x) } else { x }
    };
    let &[a, b] = call.words else { return None };
    number(a).partial_cmp(&number(b))
}

/// Whether a comparison holds for an outcome, `None` being unordered.
pub(crate) fn holds(comparison: &str, outcome: Option<Ordering>) -> bool {
    let outcomes: &[Option<Ordering>] = match comparison {
        "Eq" => &[Some(Equal)],
        "Ne" => &[Some(Less), Some(Greater)],
        "Lt" => &[Some(Less)],
        "Le" => &[Some(Less), Some(Equal)],
        "Gt" => &[Some(Greater)],
        "Ge" => &[Some(Greater), Some(Equal)],
        "Equ" => &[None, Some(Equal)],
        "Neu" => &[None, Some(Less), Some(Greater)],
        "Ltu" => &[None, Some(Less)],
        "Leu" => &[None, Some(Less), Some(Equal)],
        "Gtu" => &[None, Some(Greater)],
        "Geu" => &[None, Some(Greater), Some(Equal)],
        "Num" => &[Some(Less), Some(Equal), Some(Greater)],
        "Nan" => &[None],
        "T" => &[None, Some(Less), Some(Equal), Some(Greater)],
        _ => &[],
    };
    outcomes.contains(&outcome)
}

fn tested(call: &Call<'_>, ty: &str) -> Option<bool> {
    let &[word] = call.words else { return None };
    let (category, subnormal) = match ty {
        "f32" => class(Single::from_bits(word.into())),
        "f64" => class(Double::from_bits(word.into())),
        _ => return None,
    };
    let nan_or_infinite = matches!(category, Category::NaN | Category::Infinity);
    Some(match *call.modes {
        ["Property::Finite"] => !nan_or_infinite,
        ["Property::Infinite"] => category == Category::Infinity,
        ["Property::Number"] => category != Category::NaN,
        ["Property::NotANumber"] => category == Category::NaN,
        ["Property::Normal"] => !nan_or_infinite && !subnormal,
        ["Property::Subnormal"] => subnormal,
        _ => return None,
    })
}

fn class<F: Float>(x: F) -> (Category, bool) {
    (x.category(), x.is_denormal())
}

/// Predicates as a value: the first, or both as two lanes.
fn made(operation: &str, ty: &str, predicates: u64) -> Option<u64> {
    let one = match ty {
        "f16" | "f16x2" => 0x3c00,
        "bf16" | "bf16x2" => 0x3f80,
        "f32" => 0x3f80_0000,
        "u16" | "s16" => 0xffff,
        "u32" | "s32" if operation == "set" => 0xffff_ffff,
        "u32" | "s32" => 0xffff,
        _ => return None,
    };
    let (p, q) = (predicates & 1, predicates >> 1 & 1);
    Some(one * if operation == "set" { p } else { p | q << 16 })
}
