//! A faulty instruction and its possible corrections. Each correction assigns the written modifiers to the slots of a
//! form that the version and target have.

use super::filling::{Filling, fill};
use super::suggest::suggestions;
use super::written::Written;
use crate::dialect::Dialect;
use crate::operand::Operands;
use std::cell::OnceCell;
use std::ops::Deref;

/// A faulty instruction. The possible corrections ([`Filling`]) and the suggestions are computed at
/// the first use.
pub(super) struct Filled<'a> {
    written: Written<'a>,
    fillings: OnceCell<Vec<Filling>>,
    suggestions: OnceCell<Vec<Vec<&'static str>>>,
}

impl<'a> Filled<'a> {
    pub(super) fn new(
        mnemonic: &'a str,
        words: &[&'a str],
        operands: impl Into<Operands<'a>>,
        dialect: &'a Dialect,
    ) -> Self {
        let written = Written::new(mnemonic, words, operands.into(), dialect);
        Self { written, fillings: OnceCell::new(), suggestions: OnceCell::new() }
    }

    /// Returns each form that the version and target have, with the written modifiers assigned to
    /// the form's slots.
    pub(super) fn fillings(&self) -> &[Filling] {
        self.fillings.get_or_init(|| fill(&self.written, self.written.present()))
    }

    /// Returns the modifiers of each suggestion. Returns an empty list if there are too many suggestions.
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
