//! Reports warp-level instructions in code that runs a single thread.

use super::order::reordered;
use crate::command::COMMAND;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms;
use crate::selection::Selection;

/// Reports a warp-level instruction in code that runs a single thread, and names the function that
/// computes it. Returns `None` for other instructions. `runs` is a clause for the message, such as
/// "`ptx!` runs one thread".
///
/// ```
/// let words = ["sync", "aligned", "m16n8k16", "row", "col", "f32", "bf16", "bf16", "f32"];
/// let fault = ptx_isa::of_warp("mma", &words, "`ptx!` runs one thread").unwrap();
/// assert!(fault.message.help.unwrap().contains("`ptx::ops::mma_m16n8k16_f32_bf16_bf16_f32`"));
/// assert!(ptx_isa::of_warp("fma", &["rn", "f32"], "`ptx!` runs one thread").is_none());
/// ```
#[must_use]
pub fn of_warp(mnemonic: &str, words: &[&str], runs: &str) -> Option<Fault> {
    let family = forms::warp(mnemonic);
    if family.is_empty() {
        return None;
    }
    let what = format!("`{mnemonic}` is an instruction of a warp's 32 threads, and {runs}");
    let fault = Fault::new(At::Mnemonic, what);
    if forms::is_outside_warp(words) {
        return Some(fault.note("no function of ptx computes sparse and block-scaled forms"));
    }
    // The function's name is the same in every version and target.
    let dialect = Dialect::default();
    let spelt = match Selection::among(family, words) {
        spelt if spelt.is_empty() => reordered(mnemonic, words, &dialect).map(|found| found.forms),
        spelt => Some(spelt),
    };
    let function = spelt.and_then(|forms| forms.first()?.warp_function(&dialect));
    Some(fault.help(match function {
        Some((name, _)) => format!("call `ptx::ops::{name}` on the registers of all 32"),
        None => format!("`{COMMAND} explain {mnemonic}` lists the forms, and `{COMMAND} explain` of a form names its function"),
    }))
}
