//! From a mnemonic and its modifiers to the forms they spell, or to the word at fault.

use crate::describe::instruction;
use crate::fault::nearest;
use crate::forms::{self, Form, Later};
use crate::misspelt::misspelt;
use crate::outside::is_outside;
use crate::unavailable::unavailable;
use crate::uncovered::uncovered;
use crate::{At, Dialect, Fault, Type};

/// The form that an instruction spells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The row of the table.
    pub form: &'static Form,
    /// The modifier in each of the form's slots; `None` where it was left out.
    pub modifiers: Vec<Option<&'static str>>,
}

impl Form {
    /// Whether a dialect has this form.
    #[must_use]
    pub fn is_in(&self, dialect: &Dialect) -> bool {
        self.version_is_in(dialect) && self.target_is_in(dialect)
    }

    /// The newest version that has this form, with the last of its targets that do.
    #[must_use]
    pub fn newest_dialect(&self) -> Option<Dialect> {
        Dialect::all().rev().find(|dialect| self.is_in(dialect))
    }

    pub(crate) fn version_is_in(&self, dialect: &Dialect) -> bool {
        dialect.version.is_none_or(|v| self.since <= v && self.until.is_none_or(|last| v <= last))
    }

    fn target_is_in(&self, dialect: &Dialect) -> bool {
        dialect.target.is_none_or(|t| {
            self.last_sm.is_none_or(|last| t.sm <= last)
                && (self.sm <= t.sm || self.or_map && t.map_f64_to_f32)
        })
    }
}

impl Later {
    pub(crate) fn is_in(&self, dialect: &Dialect) -> bool {
        dialect.version.is_none_or(|v| self.since <= v)
            && dialect.target.is_none_or(|t| self.sm <= t.sm)
    }
}

impl Selection {
    /// Whether a dialect has this form with these modifiers.
    #[must_use]
    pub fn is_in(&self, dialect: &Dialect) -> bool {
        self.form.is_in(dialect) && self.later().all(|(_, later)| later.is_in(dialect))
    }

    /// The modifiers here that came later than the form.
    pub(crate) fn later(&self) -> impl Iterator<Item = (&'static str, &'static Later)> {
        self.modifiers.iter().flatten().filter_map(|&word| {
            let later = self.form.later.iter().find(|later| later.words.contains(&word))?;
            Some((word, later))
        })
    }

    /// The instruction's type: its last modifier.
    ///
    /// # Panics
    /// Never: every form ends in a type.
    #[must_use]
    pub fn instruction_type(&self) -> Type {
        self.form.types(&self.modifiers).next_back().expect("every form ends in a type")
    }

    /// The instruction as written: `rcp.rn.f32`.
    #[must_use]
    pub fn spelling(&self) -> String {
        let words: Vec<_> = self.modifiers.iter().flatten().collect();
        instruction(self.form.mnemonic, &words)
    }
}

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
    let family = forms::family(mnemonic);
    if family.is_empty() {
        return Err(unknown_mnemonic(mnemonic));
    }
    let spelt: Vec<_> = family
        .iter()
        .filter_map(|&form| Some(Selection { form, modifiers: form.spelt(modifiers)? }))
        .collect();
    let present: Vec<_> = spelt.iter().filter(|s| s.is_in(dialect)).cloned().collect();
    match (present.is_empty(), spelt.first()) {
        (false, _) => Ok(present),
        (true, Some(absent)) => Err(unavailable(absent, family, modifiers, dialect)),
        (true, None) if is_outside(mnemonic, modifiers) => Err(beyond(mnemonic, modifiers)),
        (true, None) => Err(misspelt(mnemonic, family, modifiers, dialect)),
    }
}

/// The first form that a mnemonic with its modifiers spells in a dialect.
///
/// # Errors
/// As [`select_all`].
pub fn select(mnemonic: &str, modifiers: &[&str], dialect: &Dialect) -> Result<Selection, Fault> {
    select_all(mnemonic, modifiers, dialect).map(|mut forms| forms.swap_remove(0))
}

/// The instruction is PTX and not in the table.
fn beyond(mnemonic: &str, modifiers: &[&str]) -> Fault {
    let spelling = instruction(mnemonic, modifiers);
    Fault::new(At::Mnemonic, format!("`{spelling}` is PTX, but it is not computed here"))
        .help(format!("`ptx explain {mnemonic}` lists the forms that are"))
}

fn unknown_mnemonic(mnemonic: &str) -> Fault {
    if let Some(fault) = uncovered(mnemonic) {
        return fault;
    }
    let fault = Fault::new(At::Mnemonic, format!("unknown instruction `{mnemonic}`"));
    match nearest(&mnemonic.to_lowercase(), forms::mnemonics()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("`ptx explain` lists the instructions known here"),
    }
}
