//! Why words spell no form of a dialect, and the nearest way to write what was meant.

mod align;
mod misspelt;
mod unavailable;
mod uncovered;

use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Form};
use crate::nearest::nearest;
use crate::selection::Selection;
pub use uncovered::is_uncovered;

/// What is wrong with words of which no form of the dialect is spelt; `spelt` are the forms that
/// they spell elsewhere.
pub(crate) fn explain(
    mnemonic: &str,
    words: &[&str],
    spelt: &[Selection],
    dialect: &Dialect,
) -> Fault {
    let family = forms::family(mnemonic);
    if family.is_empty() {
        return unknown_mnemonic(mnemonic);
    }
    match spelt.iter().find(|selection| selection.form.is_computed()) {
        Some(absent) => unavailable::unavailable(absent, family, words, dialect),
        None if is_outside(mnemonic, words) => {
            let spelling = instruction(mnemonic, words);
            Fault::new(At::Mnemonic, format!("`{spelling}` is PTX, but it is not computed here"))
                .help(format!("`ptx explain {mnemonic}` lists the forms that are"))
        }
        None => misspelt::misspelt(mnemonic, family, words, dialect),
    }
}

/// The same for an instruction of memory or control.
pub(crate) fn explain_effect(
    mnemonic: &str,
    family: &[&'static Form],
    words: &[&str],
    spelt: &[Selection],
    dialect: &Dialect,
) -> Fault {
    match spelt.first() {
        Some(absent) => unavailable::unavailable(absent, family, words, dialect),
        None => misspelt::misspelt(mnemonic, family, words, dialect),
    }
}

/// Whether an instruction may be PTX although nothing here computes it.
///
/// ```
/// use ptx_isa::is_outside;
///
/// assert!(is_outside("bar", &["sync"]));
/// assert!(is_outside("mov", &["b128"]));
/// assert!(!is_outside("mov", &["f32"]));
/// ```
#[must_use]
pub fn is_outside(mnemonic: &str, modifiers: &[&str]) -> bool {
    let spells = |form: &&Form| misspelt::slots_of(modifiers, form).is_some();
    forms::family(mnemonic).is_empty()
        || forms::uncomputed(mnemonic).iter().copied().any(|f| spells(&f))
}

/// Whether a modifier belongs to forms of a mnemonic that nothing here computes.
fn is_word_outside(mnemonic: &str, word: &str) -> bool {
    let mut slots = forms::uncomputed(mnemonic).iter().flat_map(|form| form.slots);
    slots.any(|slot| slot.words.contains(&word))
}

fn unknown_mnemonic(mnemonic: &str) -> Fault {
    if let Some(fault) = uncovered::uncovered(mnemonic) {
        return fault;
    }
    let fault = Fault::new(At::Mnemonic, format!("unknown instruction `{mnemonic}`"));
    match nearest(&mnemonic.to_lowercase(), forms::mnemonics()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("`ptx explain` lists the instructions known here"),
    }
}
