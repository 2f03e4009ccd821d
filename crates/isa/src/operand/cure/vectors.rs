//! Suggests corrections for vectors: braces, and another length.

use super::Case;
use crate::describe::instruction;
use crate::forms;
use crate::forms::Shape;
use crate::help::{Help, Part};
use crate::operand::{Operand, check};
use crate::selection::Selection;

/// The maximum length of a vector in a help text.
const MOST_ELEMENTS: usize = 8;

/// The modifiers for vectors, with the length of each.
const VECTORS: &[(&str, usize)] =
    &[("v2", 2), ("v4", 4), ("v8", 8), ("x1", 1), ("x2", 2), ("x4", 4)];

/// Returns the modifier for a vector of a length.
fn vector(length: usize) -> Option<&'static str> {
    VECTORS.iter().find(|row| row.1 == length).map(|row| row.0)
}

/// Returns the length of the vector that a modifier names.
fn vector_length(word: &str) -> Option<usize> {
    VECTORS.iter().find(|row| row.0 == word).map(|row| row.1)
}

impl Case<'_> {
    /// Suggests braces around the registers of a vector, or a modifier for the length of the
    /// vector.
    pub(super) fn in_braces(&self) -> Option<Help> {
        let slot = self.form.operand(self.at).filter(|slot| slot.shape != Shape::Tensor)?;
        let length = self.form.elements(slot);
        match (&self.operands[self.at], length) {
            (Operand::Register { name, .. }, Some(length)) => {
                if length == 1 {
                    let text = format!("{{{name}}}");
                    return Some(Help::after("write the register in braces: ", Part::Word, text));
                }
                let more = ", …".repeat(length.saturating_sub(1) as usize);
                Some(format!("a vector is {length} registers in braces: `{{{name}{more}}}`").into())
            }
            (Operand::Vector(items), Some(length)) if items.len() != length as usize => {
                let cure = self.of_length(items.len()).or_else(|| self.of_other_length(items));
                Some(
                    cure.unwrap_or_else(|| {
                        format!("a vector is {length} registers in braces").into()
                    }),
                )
            }
            (Operand::Vector(items), None) if self.form.form.effect().is_some() => {
                let words = self.words();
                let (ty, first) = words.split_last()?;
                let longer = [first, &[vector(items.len())?, ty]].concat();
                let mnemonic = self.form.form.mnemonic;
                self.is_spelt(&longer)
                    .then(|| Help::write(Part::Spelling, instruction(mnemonic, &longer)))
            }
            (Operand::Vector(items), None) => self.of_other_length(items),
            _ => None,
        }
    }

    /// Suggests the modifier for a vector of another length: `.v2`, or `.x2` of `ldmatrix`.
    fn of_length(&self, length: usize) -> Option<Help> {
        let mut words = self.words();
        if let Some(counted) = self.form.operand(self.at)?.counted {
            let at = words.iter().position(|word| counted.words().contains(word))?;
            words[at] = *counted.words().iter().find(|word| self.is_counted(word, length))?;
            let spelling = instruction(self.form.form.mnemonic, &words);
            return self.is_spelt(&words).then(|| Help::write(Part::Spelling, spelling));
        }
        let at = words.iter().position(|word| vector_length(word).is_some())?;
        let letter = &words[at][..1];
        words[at] = VECTORS.iter().find(|row| row.1 == length && row.0.starts_with(letter))?.0;
        let spelling = instruction(self.form.form.mnemonic, &words);
        self.is_spelt(&words).then(|| Help::write(Part::Spelling, spelling))
    }

    /// Returns whether a modifier that determines the length of the vector makes it `length`.
    fn is_counted(&self, word: &'static str, length: usize) -> bool {
        let mut form = self.form.clone();
        let Some(slot) = form.operand(self.at) else { return false };
        let at = form.form.slots.iter().position(|one| Some(one.name) == slot.counted);
        let Some(at) = at else { return false };
        form.modifiers[at] = Some(word);
        form.elements(slot).is_some_and(|count| count as usize == length)
    }

    /// Suggests a vector with fewer elements. For a destination, also suggests `_` for further elements.
    fn of_other_length(&self, items: &[Operand]) -> Option<Help> {
        let most = if self.form.is_destination(self.at) { MOST_ELEMENTS } else { items.len() };
        let shorter = (1..items.len()).rev().map(|length| items[..length].to_vec());
        let longer = (items.len() + 1..=most).map(|length| {
            let mut items = items.to_vec();
            items.resize(length, Operand::Sink);
            items
        });
        shorter.chain(longer).find_map(|items| {
            let operands = self.with(Operand::Vector(items));
            check(self.forms, &operands).ok()?;
            Some(Help::write(Part::Statement, self.statement(&self.words(), &operands)?))
        })
    }

    /// Returns whether the version and target have a memory, control or matrix form of this mnemonic
    /// with these words.
    fn is_spelt(&self, words: &[&str]) -> bool {
        let mnemonic = self.form.form.mnemonic;
        let family = [forms::effects(mnemonic), forms::matrix(mnemonic)].concat();
        let spelt = Selection::among(&family, words);
        spelt.iter().any(|one| one.is_in(self.dialect))
    }
}
