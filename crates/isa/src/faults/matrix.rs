//! Reports matrix instructions in code for a single thread.

use super::order::reordered;
use crate::code::Code;
use crate::command::COMMAND;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms;
use crate::operand::{self, Operand};
use crate::selection::Selection;

/// Reports a matrix instruction in code for a single thread. The help names the function that computes the
/// instruction. Returns `None` for other instructions. `runs` is the end of the message, such as "`ptx!` runs one
/// thread".
///
/// ```
/// let words = ["sync", "aligned", "m16n8k16", "row", "col", "f32", "bf16", "bf16", "f32"];
/// let fault = ptx_isa::of_matrices("mma", &words, "`ptx!` runs one thread").unwrap();
/// assert!(fault.message.help_text().unwrap().contains("`ptx::ops::mma_m16n8k16_f32_bf16_bf16_f32`"));
/// assert!(ptx_isa::of_matrices("fma", &["rn", "f32"], "`ptx!` runs one thread").is_none());
/// ```
#[must_use]
pub fn of_matrices(mnemonic: &str, words: &[&str], runs: &str) -> Option<Fault> {
    let family = forms::matrix(mnemonic);
    let reason = match family.first()?.mnemonic {
        "wgmma" => "multiplies matrices in shared memory",
        _ => "is an instruction of a warp's 32 threads",
    };
    let fault = Fault::new(At::Mnemonic, format!("`{mnemonic}` {reason}, and {runs}"));
    // The name of the function does not depend on the version and the target.
    let dialect = Dialect::default();
    let spelt = match Selection::among(family, words) {
        spelt if spelt.is_empty() => reordered(mnemonic, words, &dialect).map(|found| found.forms),
        spelt => Some(spelt),
    };
    let chosen = spelt.as_ref().and_then(|forms| forms.first());
    Some(fault.help(chosen.and_then(|chosen| function(chosen, &dialect)).unwrap_or_else(|| {
        format!("`{COMMAND} explain {mnemonic}` lists the forms, and `{COMMAND} explain` of a form names its function")
    })))
}

/// Adds notes on the faults that the instruction itself has, such as a wrong word or operand.
/// Ignores faults of the version and the target, because the suggested function depends on neither.
/// `found` are the matrix forms of the instruction, or the fault of its modifiers.
pub(crate) fn with_its_fault(
    fault: Fault,
    found: Result<Vec<Selection>, Fault>,
    operands: &[Operand],
) -> Fault {
    let own = match found {
        Ok(spelt) => operand::check(&spelt, operands).err(),
        Err(own) => Some(own).filter(|own| own.message.code != Code::Availability),
    };
    match own {
        Some(Fault { message, .. }) => {
            message.notes.into_iter().fold(fault.note(message.what), Fault::note)
        }
        None => fault,
    }
}

/// Returns the advice to call the function for a form.
fn function(chosen: &Selection, dialect: &Dialect) -> Option<String> {
    if let Some((name, _)) = chosen.warp_function(dialect) {
        return Some(format!("call `ptx::ops::{name}` on the registers of all 32"));
    }
    let element = "`ptx::ops::mma::element` on a row and a column";
    chosen.form.is_of_elements().then(|| match chosen.tile_function(dialect) {
        Some((name, _)) => format!("call `ptx::ops::{name}` on whole matrices, or {element}"),
        None => format!("call {element}"),
    })
}
