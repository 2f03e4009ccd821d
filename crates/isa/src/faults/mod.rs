//! Reports instructions that a PTX version and target do not have, and suggests the nearest correct spelling.

mod access;
mod assignment;
mod cuda;
mod filled;
mod filling;
mod foreign;
mod matrix;
mod meant;
mod misspelt;
mod mnemonic;
mod order;
mod recipe;
mod relatives;
mod retyped;
mod shape;
mod suggest;
mod unavailable;
mod uncovered;
mod written;

use crate::code::Code;
use crate::command::COMMAND;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Form};
use crate::operand::Operands;
use crate::selection::Selection;
pub use assignment::{assignment, operation};
use filled::Filled;
pub(crate) use foreign::type_of;
pub use matrix::of_matrices;
pub(crate) use matrix::with_its_fault;
pub use mnemonic::control_of;
pub use order::{Reordered, reordered};
pub use uncovered::{accesses_memory, is_mnemonic, is_uncovered};

/// Reports a mnemonic and modifiers that match no form of the dialect (version and target).
pub(crate) fn explain(
    mnemonic: &str,
    words: &[&str],
    operands: Operands<'_>,
    dialect: &Dialect,
) -> Fault {
    let written = Filled::new(mnemonic, words, operands, dialect);
    if forms::family(mnemonic).is_empty() {
        return mnemonic::unknown(&written).coded(Code::Instruction);
    }
    let elsewhere = Selection::all(mnemonic, words);
    match elsewhere.iter().find(|selection| selection.form.is_computed()) {
        Some(absent) => unavailable::unavailable(absent, &written).coded(Code::Availability),
        None if is_outside(mnemonic, words) => {
            let spelling = instruction(mnemonic, words);
            Fault::new(At::Mnemonic, format!("`{spelling}` is not supported"))
                .coded(Code::Unsupported)
                .note("it is PTX, but it is not computed here")
                .help(format!("`{COMMAND} explain {mnemonic}` lists the forms that are"))
        }
        None => match reordered(mnemonic, words, dialect) {
            Some(found) => found.fault_for(&operands),
            None => match order::elsewhere(mnemonic, words) {
                Some((at, absent)) => misplaced(at, &absent, operands, dialect),
                None => misspelt::misspelt(&written).coded(Code::Modifier),
            },
        },
    }
}

/// Reports modifiers in a wrong order that match only a form of another version or target. The
/// fault is about the version or target, and it has a note about the order.
fn misplaced(at: usize, absent: &Selection, operands: Operands<'_>, dialect: &Dialect) -> Fault {
    let words: Vec<_> = absent.modifiers.iter().flatten().copied().collect();
    let written = Filled::new(absent.form.mnemonic, &words, operands, dialect);
    let fault = unavailable::unavailable(absent, &written).coded(Code::Availability);
    let order = format!("the modifiers are also out of order: `{}`", absent.form);
    Fault { at: At::Modifier(at), ..fault }.note(order)
}

/// Like [`explain`], but for memory, control and warp-level instructions. `spelt` are the forms with
/// these modifiers in other versions or targets.
pub(crate) fn explain_among(
    mnemonic: &str,
    words: &[&str],
    operands: Operands<'_>,
    spelt: &[Selection],
    dialect: &Dialect,
) -> Fault {
    let written = Filled::new(mnemonic, words, operands, dialect);
    match (spelt.first(), reordered(mnemonic, words, dialect)) {
        (Some(absent), _) => unavailable::unavailable(absent, &written).coded(Code::Availability),
        (None, Some(found)) => found.fault,
        (None, None) => {
            let fault = misspelt::other_layouts(&written)
                .or_else(|| shape::other_shape(&written))
                .unwrap_or_else(|| misspelt::misspelt(&written))
                .coded(Code::Modifier);
            match access::cure(&written) {
                Some(help) => fault.help(help),
                None => retyped::with_help(fault, &written),
            }
        }
    }
}

/// Returns whether an instruction is a PTX instruction that this crate does not compute.
///
/// ```
/// use ptx_isa::is_outside;
///
/// assert!(is_outside("bar", &["sync"]));
/// assert!(is_outside("mul", &["f16x2", "f16x2", "bf16x2"]));
/// assert!(!is_outside("mov", &["f32"]));
/// assert!(!is_outside("rpc", &["rn", "f32"]));
/// ```
#[must_use]
pub fn is_outside(mnemonic: &str, modifiers: &[&str]) -> bool {
    let spells = |form: &&Form| order::slots_of(modifiers, form).is_some();
    if !forms::warp(mnemonic).is_empty() {
        return false;
    }
    uncovered::uncovered(mnemonic).is_some()
        || !forms::elements(mnemonic).is_empty()
        || forms::uncomputed(mnemonic).iter().copied().any(|f| spells(&f))
}

/// Like [`is_outside`], but also checks memory and control instructions.
///
/// ```
/// use ptx_isa::is_outside_program;
///
/// assert!(is_outside_program("tex", &["2d", "v4", "f32", "f32"]));
/// assert!(!is_outside_program("st", &["asink", "b32"]));
/// assert!(!is_outside_program("ld", &["global", "f32"]));
/// ```
#[must_use]
pub fn is_outside_program(mnemonic: &str, modifiers: &[&str]) -> bool {
    match forms::effects(mnemonic).is_empty() {
        true => is_outside(mnemonic, modifiers),
        false => uncovered::is_omitted(mnemonic, modifiers),
    }
}
