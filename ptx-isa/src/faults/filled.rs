//! An instruction as written, together with the candidates for what was meant: the forms of the
//! dialect, each with the words (modifiers) assigned to its slots.

use super::filling::{Filling, fill};
use super::suggest::suggestions;
use super::written::Written;
use crate::dialect::Dialect;
use crate::operand::Operand;
use std::cell::OnceCell;
use std::ops::Deref;

/// An instruction as written; its fillings and suggestions are computed once, on first use.
pub(super) struct Filled<'a> {
    written: Written<'a>,
    fillings: OnceCell<Vec<Filling>>,
    suggestions: OnceCell<Vec<Vec<&'static str>>>,
}

impl<'a> Filled<'a> {
    pub(super) fn new(
        mnemonic: &'a str,
        words: &[&'a str],
        operands: &'a [Operand],
        dialect: &'a Dialect,
    ) -> Self {
        let written = Written::new(mnemonic, words, operands, dialect);
        Self { written, fillings: OnceCell::new(), suggestions: OnceCell::new() }
    }

    /// Returns the forms of the dialect, each with the words assigned to its slots.
    pub(super) fn fillings(&self) -> &[Filling] {
        self.fillings.get_or_init(|| fill(&self.written, self.written.present()))
    }

    /// Returns the modifiers that were probably meant, best first. The list is empty if there are
    /// too many candidates.
    pub(super) fn suggestions(&self) -> &[Vec<&'static str>] {
        self.suggestions.get_or_init(|| suggestions(&self.written, self.fillings()))
    }
}

impl<'a> Deref for Filled<'a> {
    type Target = Written<'a>;

    fn deref(&self) -> &Written<'a> {
        &self.written
    }
}
