//! Gives names to computations. If two instructions compute the same function, their computations have the same name
//! and share digests.

use ptx_isa::{Argument, Call, Dialect, Selection, Target, Type, Version, forms};
use std::fmt::Write;

/// Returns the canonical form of a computation. Replaces a mode without effect by the first mode, and a target by the
/// first target with the same results.
#[must_use]
pub fn canonical(computation: &Argument) -> Argument {
    let Argument::Call(call) = computation else { return computation.clone() };
    let arguments = call.arguments.iter().map(|argument| match argument {
        Argument::Number("Sm", sm) => Argument::Number("Sm", first_like(&call.function, *sm)),
        Argument::Mode(mode) => Argument::Mode(canonical_mode(&call.function, mode)),
        other => canonical(other),
    });
    Argument::Call(Call { arguments: arguments.collect(), ..call.clone() })
}

/// Returns the first target on which a function has the same results as on `sm`.
fn first_like(function: &str, sm: u16) -> u16 {
    match function {
        "sqrt_approx_f32" if sm >= 52 => 52,
        "sin_approx_f32" | "cos_approx_f32" if sm >= 70 => 70,
        "sqrt_approx_f32" | "sin_approx_f32" | "cos_approx_f32" | "ex2_approx_f32" => 50,
        _ => sm,
    }
}

/// Returns the first mode that has the same results as `mode`.
fn canonical_mode(function: &str, mode: &'static str) -> &'static str {
    let (is_angle, is_to_integer) = (
        matches!(function, "sin_approx_f32" | "cos_approx_f32"),
        matches!(function, "cvt_u8_f32" | "cvt_u16_f32" | "cvt_u32_f32" | "cvt_u64_f32")
            || matches!(function, "cvt_s8_f32" | "cvt_s16_f32" | "cvt_s32_f32" | "cvt_s64_f32"),
    );
    let is_exact = matches!(function, "cvt_f64_u32" | "cvt_f64_s32");
    let is_of_integer = matches!(function, "cvt_f32_u32" | "cvt_f32_s32");
    match mode {
        "Subnormals::Flush" if is_angle || is_of_integer => "Subnormals::Keep",
        "Saturation::Sat" if is_to_integer => "Saturation::Off",
        "Rounding::Rz" | "Rounding::Rm" | "Rounding::Rp" if is_exact => "Rounding::Rn",
        _ => mode,
    }
}

/// Returns the name of a computation: `rcp_f32(a, Rounding::Rn, Subnormals::Keep)`.
#[must_use]
pub fn name(computation: &Argument) -> String {
    match computation {
        Argument::Source(i, _) => {
            ["a", "b", "c", "d", "e"].get(*i).map_or_else(|| i.to_string(), ToString::to_string)
        }
        Argument::Mode(mode) => (*mode).into(),
        Argument::Number(kind, number) => format!("{kind}({number})"),
        Argument::Carry(_) => "carry".into(),
        Argument::Call(call) => format!("{}({})", call.function, names(&call.arguments)),
        Argument::Array(items) => format!("[{}]", names(items)),
    }
}

fn names(arguments: &[Argument]) -> String {
    let mut text = String::new();
    for argument in arguments {
        let separator = if text.is_empty() { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{separator}{}", name(argument));
    }
    text
}

/// Returns whether an instruction has one result, and exactly one operand, which has `bits` bits.
#[must_use]
pub fn is_of_one_operand(selection: &Selection, bits: u32) -> bool {
    let is_wide = |ty: &Type| ty.bits() == bits;
    matches!(selection.source_types().as_slice(), [ty] if is_wide(ty))
        && selection.destination_types().len() == 1
        && selection.reads_flag().is_none()
        && selection.writes_flag().is_none()
}

/// A computation with one 32-bit operand.
#[derive(Clone, Debug)]
pub struct Unary {
    /// The mnemonic of the first instruction with this computation.
    pub mnemonic: &'static str,
    /// The name of the canonical computation.
    pub name: String,
    /// The computation.
    pub computation: Argument,
}

/// The oldest target that drivers of CUDA 12 and later support.
pub const OLDEST: u16 = 50;

/// Returns the dialect (PTX version and target) that has this target and the newest PTX version.
#[must_use]
pub fn newest(target: Target) -> Dialect {
    Dialect::of(target.versions().1.unwrap_or(Version::NEWEST), target)
}

/// Returns all distinct computations with one 32-bit operand on sm_50 and later, in the order of the instruction table.
#[must_use]
pub fn unary() -> Vec<Unary> {
    let mut found: Vec<Unary> = Vec::new();
    let dialects: Vec<_> = Target::all().filter(|target| target.sm >= OLDEST).map(newest).collect();
    for form in forms::all().filter(|form| form.is_computed()) {
        for spelling in form.spellings() {
            let Some(modifiers) = form.spelt(&spelling) else { continue };
            let selection = Selection { form, modifiers };
            if !is_of_one_operand(&selection, 32) {
                continue;
            }
            for dialect in dialects.iter().filter(|dialect| selection.is_in(dialect)) {
                let Some(computation) = selection.computation(dialect) else { continue };
                let computation = canonical(&computation.value);
                let name = name(&computation);
                if !found.iter().any(|one| one.name == name) {
                    found.push(Unary { mnemonic: form.mnemonic, name, computation });
                }
            }
        }
    }
    found
}
