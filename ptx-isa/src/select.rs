//! From a mnemonic and its modifiers to the forms they spell, or to the word at fault.

use crate::dialect::Dialect;
use crate::fault::Fault;
use crate::faults::explain;
use crate::operand::Operand;
use crate::selection::Selection;

/// The forms that a mnemonic with its modifiers spells in a dialect. There are several where forms
/// differ in their operands only (`mov.b64 d, a` and `mov.b64 d, {a, b}`);
/// [`operand::check`](crate::operand::check) tells them apart.
///
/// # Errors
/// The first word that no form of the dialect allows there, and the nearest way to write it.
pub fn select_all(
    mnemonic: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    select_for(mnemonic, modifiers, &[], dialect)
}

/// As [`select_all`], with what is known of the operands: the help that an error gives fits them.
///
/// # Errors
/// As [`select_all`].
pub fn select_for(
    mnemonic: &str,
    modifiers: &[&str],
    operands: &[Operand],
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    let spelt = Selection::all(mnemonic, modifiers);
    let is_there = |s: &&Selection| s.form.is_computed() && s.is_in(dialect);
    let present: Vec<_> = spelt.iter().filter(is_there).cloned().collect();
    if present.is_empty() {
        Err(explain(mnemonic, modifiers, operands, &spelt, dialect))
    } else {
        Ok(present)
    }
}

/// The first form that a mnemonic with its modifiers spells in a dialect.
///
/// # Errors
/// As [`select_all`].
pub fn select(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Result<Selection, Fault> {
    select_all(mnemonic, modifiers, dialect).map(|mut forms| forms.swap_remove(0))
}
