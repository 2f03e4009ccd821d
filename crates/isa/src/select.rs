//! Finds the forms for a mnemonic with modifiers.

use crate::dialect::Dialect;
use crate::fault::Fault;
use crate::faults::{explain, explain_among, of_matrices, with_its_fault};
use crate::forms::{self, Form};
use crate::operand::{Operand, Operands};
use crate::selection::Selection;

/// Returns the forms that a dialect (version and target) has for a mnemonic with modifiers. There
/// may be several forms with different operands, such as `mov.b64 d, a` and `mov.b64 d, {a, b}`.
/// [`operand::check`](crate::operand::check) then selects one of them.
///
/// # Errors
/// Returns a fault at the first word that no form allows, with the nearest correct spelling.
pub fn select_all(
    mnemonic: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    select_for(mnemonic, modifiers, &[] as &[Operand], dialect)
}

/// Like [`select_all`], but the suggestions in a fault fit these operands.
///
/// # Errors
/// Returns the same faults as [`select_all`].
pub fn select_for<'a>(
    mnemonic: &str,
    modifiers: &[&str],
    operands: impl Into<Operands<'a>>,
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    let operands = operands.into();
    let present = spelt(mnemonic, modifiers, dialect);
    if !present.is_empty() {
        return Ok(present);
    }
    Err(match of_matrices(mnemonic, modifiers, "`ptx!` runs one thread") {
        Some(fault) => {
            with_its_fault(fault, select_matrix(mnemonic, modifiers, dialect), &operands)
        }
        None => explain(mnemonic, modifiers, operands, dialect),
    })
}

/// Like [`select_all`], but returns an empty list instead of a fault.
#[must_use]
pub fn spelt(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Vec<Selection> {
    let is_there = |s: &Selection| s.form.is_computed() && s.is_in(dialect);
    Selection::all(mnemonic, modifiers).into_iter().filter(is_there).collect()
}

/// Returns the memory, control and matrix forms of a mnemonic.
fn in_program(mnemonic: &str) -> Vec<&'static Form> {
    [forms::effects(mnemonic), forms::matrix(mnemonic)].concat()
}

/// Like [`select_all`], but also finds memory, control and matrix instructions.
///
/// ```
/// use ptx_isa::{Dialect, select_in_program};
/// use ptx_isa::forms::Effect;
///
/// let forms = select_in_program("ld", &["global", "v2", "f32"], &Dialect::default()).unwrap();
/// assert_eq!(forms[0].form.effect(), Some(Effect::Load));
/// assert!(ptx_isa::select_all("ld", &["global", "v2", "f32"], &Dialect::default()).is_err());
/// ```
///
/// # Errors
/// Returns a fault in the same cases as [`select_all`].
pub fn select_in_program(
    mnemonic: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    select_in_program_for(mnemonic, modifiers, &[] as &[Operand], dialect)
}

/// Like [`select_in_program`], but the suggestions in a fault fit these operands.
///
/// # Errors
/// Returns a fault in the same cases as [`select_all`].
pub fn select_in_program_for<'a>(
    mnemonic: &str,
    modifiers: &[&str],
    operands: impl Into<Operands<'a>>,
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    let operands = operands.into();
    match in_program(mnemonic).as_slice() {
        [] => select_for(mnemonic, modifiers, operands, dialect),
        family => among(family, mnemonic, modifiers, operands, dialect),
    }
}

/// Like [`select_in_program`], but returns an empty list instead of a fault.
#[must_use]
pub fn spelt_in_program(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Vec<Selection> {
    match in_program(mnemonic).as_slice() {
        [] => spelt(mnemonic, modifiers, dialect),
        family => present(&Selection::among(family, modifiers), dialect),
    }
}

/// Like [`select_all`], but finds matrix instructions only.
///
/// ```
/// use ptx_isa::{Dialect, select_matrix};
///
/// let words = ["sync", "aligned", "m16n8k4", "row", "col", "f32", "tf32", "tf32", "f32"];
/// let forms = select_matrix("mma", &words, &Dialect::default()).unwrap();
/// assert_eq!(forms[0].form.operands[0].elements, Some(4));
/// ```
///
/// # Errors
/// Returns a fault in the same cases as [`select_all`].
pub fn select_matrix(
    mnemonic: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    among(forms::matrix(mnemonic), mnemonic, modifiers, (&[] as &[Operand]).into(), dialect)
}

/// Like [`select_matrix`], but returns an empty list instead of a fault.
#[must_use]
pub fn spelt_matrix(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Vec<Selection> {
    present(&Selection::among(forms::matrix(mnemonic), modifiers), dialect)
}

fn present(spelt: &[Selection], dialect: &Dialect) -> Vec<Selection> {
    spelt.iter().filter(|s| s.is_in(dialect)).cloned().collect()
}

fn among(
    family: &[&'static Form],
    mnemonic: &str,
    modifiers: &[&str],
    operands: Operands<'_>,
    dialect: &Dialect,
) -> Result<Vec<Selection>, Fault> {
    let spelt = Selection::among(family, modifiers);
    let present = present(&spelt, dialect);
    match present.is_empty() {
        true => Err(explain_among(mnemonic, modifiers, operands, &spelt, dialect)),
        false => Ok(present),
    }
}

/// Returns the first form that a dialect (version and target) has for a mnemonic with modifiers.
///
/// # Errors
/// Returns the same faults as [`select_all`].
pub fn select(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Result<Selection, Fault> {
    select_all(mnemonic, modifiers, dialect).map(|mut forms| forms.swap_remove(0))
}
