//! Finds the forms for a mnemonic with modifiers.

use crate::dialect::Dialect;
use crate::fault::Fault;
use crate::faults::{explain, explain_among, of_matrices, with_its_fault};
use crate::forms::{self, Form};
use crate::operand::{Operand, Operands};
use crate::selection::Selection;

/// A part of the table of forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// What one thread computes: the instructions of `ptx!`.
    Thread,
    /// All instructions of a program: also memory, control and matrix instructions.
    Program,
    /// Matrix instructions only.
    Matrices,
}

impl Table {
    /// Returns the memory, control and matrix forms of a mnemonic. If there are none, one thread computes the mnemonic.
    fn family(self, mnemonic: &str) -> Vec<&'static Form> {
        match self {
            Self::Thread => Vec::new(),
            Self::Program => [forms::effects(mnemonic), forms::matrix(mnemonic)].concat(),
            Self::Matrices => forms::matrix(mnemonic).to_vec(),
        }
    }
}

/// A mnemonic with modifiers for which a dialect has no form.
#[derive(Clone, Copy, Debug)]
pub struct Missing<'a> {
    table: Table,
    mnemonic: &'a str,
    modifiers: &'a [&'a str],
    dialect: &'a Dialect,
}

impl Missing<'_> {
    /// Returns a fault at the first word that no form allows, with the nearest correct spelling.
    #[must_use]
    pub fn explain(self) -> Fault {
        self.explain_for(&[] as &[Operand])
    }

    /// Like [`explain`](Self::explain), but the suggestions in the fault fit these operands.
    #[must_use]
    pub fn explain_for<'a>(self, operands: impl Into<Operands<'a>>) -> Fault {
        let Self { table, mnemonic, modifiers, dialect } = self;
        let operands = operands.into();
        let family = table.family(mnemonic);
        if !family.is_empty() || table == Table::Matrices {
            let elsewhere = Selection::among(&family, modifiers);
            return explain_among(mnemonic, modifiers, operands, &elsewhere, dialect);
        }
        match of_matrices(mnemonic, modifiers, "`ptx!` runs one thread") {
            Some(fault) => {
                let forms = select_all(Table::Matrices, mnemonic, modifiers, dialect);
                with_its_fault(fault, forms.map_err(Missing::explain), &operands)
            }
            None => explain(mnemonic, modifiers, operands, dialect),
        }
    }
}

/// Returns the forms that a dialect (version and target) has for a mnemonic with modifiers. There
/// may be several forms with different operands, such as `mov.b64 d, a` and `mov.b64 d, {a, b}`.
/// [`operand::check`](crate::operand::check) then selects one of them.
///
/// ```
/// use ptx_isa::{Dialect, Table, select_all};
/// use ptx_isa::forms::Effect;
///
/// let dialect = Dialect::default();
/// let forms = select_all(Table::Program, "ld", &["global", "v2", "f32"], &dialect).unwrap();
/// assert_eq!(forms[0].form.effect(), Some(Effect::Load));
/// assert!(select_all(Table::Thread, "ld", &["global", "v2", "f32"], &dialect).is_err());
/// ```
///
/// # Errors
/// If there is no form. [`Missing::explain`] says why.
pub fn select_all<'a>(
    table: Table,
    mnemonic: &'a str,
    modifiers: &'a [&'a str],
    dialect: &'a Dialect,
) -> Result<Vec<Selection>, Missing<'a>> {
    let family = table.family(mnemonic);
    let mut present = match family.is_empty() && table != Table::Matrices {
        true => Selection::all(mnemonic, modifiers),
        false => Selection::among(&family, modifiers),
    };
    let is_of_thread = family.is_empty();
    present.retain(|one| one.is_in(dialect) && (!is_of_thread || one.form.is_computed()));
    match present.is_empty() {
        true => Err(Missing { table, mnemonic, modifiers, dialect }),
        false => Ok(present),
    }
}

/// Returns the first form that one thread computes and that a dialect (version and target) has for a mnemonic with
/// modifiers.
///
/// # Errors
/// Returns a fault at the first word that no form allows, with the nearest correct spelling.
pub fn select(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Result<Selection, Fault> {
    let forms = select_all(Table::Thread, mnemonic, modifiers, dialect);
    forms.map(|mut forms| forms.swap_remove(0)).map_err(Missing::explain)
}
