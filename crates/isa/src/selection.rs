//! A selected form: a row of the table and the modifiers of an instruction.

use crate::describe::instruction;
use crate::dialect::{Dialect, pairs};
use crate::forms::{self, Form, Later, Name, OperandSlot, Presence};
use crate::target::Target;
use crate::types::Type;
use crate::version::Version;

/// An instruction without operands: a form and its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The row in the table.
    pub form: &'static Form,
    /// The modifier in each slot of the form; `None` if the modifier is omitted.
    pub modifiers: Vec<Option<&'static str>>,
}

impl Form {
    /// Returns whether a dialect (version and target) supports this form.
    #[must_use]
    pub fn is_in(&self, dialect: &Dialect) -> bool {
        self.availability.admits(dialect.version, dialect.target)
    }

    /// Returns the newest dialect that supports this form: the newest version, and the last target
    /// in the order of [`Dialect::all`].
    #[must_use]
    pub fn newest_dialect(&self) -> Option<Dialect> {
        Dialect::all().rev().find(|dialect| self.is_in(dialect))
    }
}

impl Selection {
    /// Returns the single-thread forms with these modifiers, for any version and target.
    pub(crate) fn all(mnemonic: &str, words: &[&str]) -> Vec<Self> {
        Self::among(forms::family(mnemonic), words)
    }

    /// Returns the forms of `family` with these modifiers, for any version and target.
    pub(crate) fn among(family: &[&'static Form], words: &[&str]) -> Vec<Self> {
        let spelt = |&form: &&'static Form| Some(Self { form, modifiers: form.spelt(words)? });
        family.iter().filter_map(spelt).collect()
    }

    /// Returns whether a dialect (version and target) supports this form with these modifiers.
    #[must_use]
    pub fn is_in(&self, dialect: &Dialect) -> bool {
        self.is_admitted(dialect.version, dialect.target)
    }

    /// Returns the newest dialect that supports this form with these modifiers: the newest version,
    /// and the last target in the order of [`Dialect::all`].
    ///
    /// ```
    /// use ptx_isa::{Dialect, Selection, forms};
    ///
    /// let form = forms::family("rcp")[1];
    /// let selection = Selection { form, modifiers: form.spelt(&["rn", "f32"]).unwrap() };
    /// let dialect = selection.newest_dialect().unwrap();
    /// assert_eq!(dialect.version, Dialect::default().version);
    /// ```
    #[must_use]
    pub fn newest_dialect(&self) -> Option<Dialect> {
        let has = |&&(version, target): &&(Version, Target)| {
            self.is_admitted(Some(version), Some(target))
        };
        pairs().iter().rev().find(has).map(|&(version, target)| Dialect::of(version, target))
    }

    /// Returns whether a version and a target support this form with these modifiers. `None` means
    /// any version or target.
    pub(crate) fn is_admitted(&self, version: Option<Version>, target: Option<Target>) -> bool {
        self.form.availability.admits(version, target)
            && self.later().all(|(_, later)| later.availability.admits(version, target))
    }

    /// Returns the modifiers of this instruction that PTX added to the form later.
    pub(crate) fn later(&self) -> impl Iterator<Item = (&'static str, &'static Later)> {
        self.modifiers.iter().flatten().filter_map(|&word| {
            let later = self.form.later.iter().find(|later| later.words.contains(&word))?;
            Some((word, later))
        })
    }

    /// Returns the modifier in the slot with this name, if any.
    pub(crate) fn modifier(&self, name: Name) -> Option<&'static str> {
        let slot = self.form.slots.iter().position(|slot| slot.name == name)?;
        self.modifiers.get(slot).copied().flatten()
    }

    /// Returns the slots of the operands. Omits slots that require an absent modifier.
    pub fn operands(&self) -> impl Iterator<Item = &'static OperandSlot> + Clone {
        self.form.operands.iter().filter(|slot| match slot.presence {
            Presence::With(name) => self.modifier(name).is_some(),
            _ => true,
        })
    }

    /// Returns the slot of the operand with this index.
    #[must_use]
    pub fn operand(&self, index: usize) -> Option<&'static OperandSlot> {
        self.operands().nth(index)
    }

    /// Returns whether the form allows this number of operands.
    #[must_use]
    pub fn takes_count(&self, count: usize) -> bool {
        let least = self.operands().filter(|slot| slot.presence != Presence::Optional).count();
        (least..=self.operands().count()).contains(&count)
    }

    /// Returns the number of elements of an operand, or of coordinates of a tensor address. Returns
    /// `None` for a scalar.
    #[must_use]
    pub fn elements(&self, slot: &OperandSlot) -> Option<u32> {
        let word = slot.counted.and_then(|name| self.modifier(name));
        // With `m64nNkK`, each of the 128 threads holds 64·N/128 = N/2 elements. An `.f16x2` register holds two
        // elements.
        if let Some(columns) = word.and_then(|word| word.strip_prefix("m64n")) {
            let columns: u32 = columns.split_once('k')?.0.parse().ok()?;
            return Some(if slot.ty == Some(Name::Type(Type::F16x2)) {
                columns / 4
            } else {
                columns / 2
            });
        }
        let digits = word.map(|word| word.trim_matches(|c: char| !c.is_ascii_digit()));
        let count = digits.and_then(|digits| digits.parse::<u32>().ok());
        count.map(|count| count * slot.elements.unwrap_or(1)).or(slot.elements)
    }

    /// Returns the type of an operand, or of each of its elements. Returns `None` for an operand
    /// without a type.
    #[must_use]
    pub fn operand_type(&self, index: usize) -> Option<Type> {
        self.form.operand_type(self.operand(index)?, &self.modifiers)
    }

    /// Returns whether an operand is a destination.
    #[must_use]
    pub fn is_destination(&self, index: usize) -> bool {
        match self.form.effect() {
            // `tcgen05.ld.red` has two or three destinations before the address.
            Some(forms::Effect::TensorLoad) => {
                self.operands().take(index + 1).all(|slot| slot.shape == forms::Shape::Value)
            }
            effect => index == 0 && effect.is_none_or(forms::Effect::has_destination),
        }
    }

    /// Returns the instruction's type: the last type among its modifiers.
    #[must_use]
    pub fn instruction_type(&self) -> Option<Type> {
        self.form.types(&self.modifiers).next_back()
    }

    /// Returns the instruction in PTX syntax: `rcp.rn.f32`.
    #[must_use]
    pub fn spelling(&self) -> String {
        let words: Vec<_> = self.modifiers.iter().flatten().collect();
        instruction(self.form.mnemonic, &words)
    }
}
