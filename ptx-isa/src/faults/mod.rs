//! Why words spell no form of a dialect, and the nearest way to write what was meant.

mod filling;
mod foreign;
mod misspelt;
mod mnemonic;
mod order;
mod relatives;
mod suggest;
mod unavailable;
mod uncovered;

use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Form};
use crate::operand::Operand;
use crate::selection::Selection;
use filling::Context;
pub use order::{Reordered, reordered};
pub use uncovered::is_uncovered;

/// What is wrong with words of which no form of the dialect is spelt; `spelt` are the forms that
/// they spell elsewhere.
pub(crate) fn explain(
    mnemonic: &str,
    words: &[&str],
    operands: &[Operand],
    spelt: &[Selection],
    dialect: &Dialect,
) -> Fault {
    let family = forms::family(mnemonic);
    if family.is_empty() {
        return mnemonic::unknown(mnemonic, words, operands, dialect);
    }
    let context = Context { mnemonic, operands };
    match spelt.iter().find(|selection| selection.form.is_computed()) {
        Some(absent) => unavailable::unavailable(absent, family, words, context, dialect),
        None if is_outside(mnemonic, words) => {
            let spelling = instruction(mnemonic, words);
            Fault::new(At::Mnemonic, format!("`{spelling}` is not supported"))
                .note("it is PTX, but it is not computed here")
                .help(format!("`ptx explain {mnemonic}` lists the forms that are"))
        }
        None => match reordered(mnemonic, words, dialect) {
            Some(found) => found.fault_for(operands),
            None => misspelt::misspelt(family, words, context, dialect),
        },
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
    let spells = |form: &&Form| order::slots_of(modifiers, form).is_some();
    forms::family(mnemonic).is_empty()
        || forms::uncomputed(mnemonic).iter().copied().any(|f| spells(&f))
}
