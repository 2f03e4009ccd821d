//! A faulty instruction with the properties of its words.

use super::foreign;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::forms::{self, Form};
use crate::nearest::nearest;
use crate::operand::Operands;
use crate::types::Type;

/// A faulty instruction.
pub(super) struct Written<'a> {
    pub(super) mnemonic: &'a str,
    pub(super) words: Vec<Word<'a>>,
    /// Whether the instruction has [`MOST_WORDS`] words or more. Further words have been dropped.
    pub(super) is_cut: bool,
    pub(super) operands: Operands<'a>,
    pub(super) dialect: &'a Dialect,
}

/// A modifier as written.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// The PTX type that the word names; `None` if the word names no PTX type.
    pub(super) ty: Option<Type>,
    /// The PTX type, if the word is a type of another language, such as `i32`.
    pub(super) foreign: Option<Type>,
    /// Whether a form of this mnemonic has the word.
    pub(super) is_known: bool,
    /// Whether a form of this mnemonic, or a single-thread form of any mnemonic, has the word.
    pub(super) is_ptx: bool,
    /// Whether the word is similar to the name of a type.
    is_nearly_type: bool,
    /// The PTX modifiers, if the word is a modifier of another language.
    pub(super) meant: &'static [&'static str],
}

/// The maximum number of words to analyse. No form has so many words, so the dropped words do not
/// change the message.
const MOST_WORDS: usize = 16;

impl<'a> Written<'a> {
    pub(super) fn new(
        mnemonic: &'a str,
        words: &[&'a str],
        operands: Operands<'a>,
        dialect: &'a Dialect,
    ) -> Self {
        let first = words.iter().take(MOST_WORDS);
        let words = first.map(|text| Word::new(mnemonic, text)).collect::<Vec<_>>();
        let is_cut = words.len() == MOST_WORDS;
        Self { mnemonic, words, is_cut, operands, dialect }
    }

    /// Returns the forms of the mnemonic, of any kind, except uncomputed forms.
    pub(super) fn family(&self) -> impl Iterator<Item = &'static Form> {
        forms::of_any_kind(self.mnemonic)
    }

    /// Returns the forms of the mnemonic that the version and target have.
    pub(super) fn present(&self) -> impl Iterator<Item = &'static Form> {
        self.family().filter(|form| form.is_in(self.dialect))
    }

    pub(super) fn texts(&self) -> Vec<&'a str> {
        self.words.iter().map(|word| word.text).collect()
    }

    /// Returns the types that are words of the instruction.
    pub(super) fn types(&self) -> Vec<Type> {
        self.words.iter().filter_map(|word| word.ty).collect()
    }

    /// Returns all words except one.
    pub(super) fn without(&self, at: usize) -> Vec<&'a str> {
        let mut texts = self.texts();
        texts.remove(at);
        texts
    }

    pub(super) fn spelling(&self, words: &[&str]) -> String {
        instruction(self.mnemonic, words)
    }
}

impl<'a> Word<'a> {
    fn new(mnemonic: &str, text: &'a str) -> Self {
        let ty = Type::from_word(text);
        let foreign = foreign::type_of(text).and_then(Type::from_word).filter(|_| ty.is_none());
        let is_known = forms::has_word(mnemonic, text);
        let is_ptx = is_known || forms::is_word(text);
        let meant = foreign::modifiers(text);
        let is_odd = !is_ptx && meant.is_empty();
        Self {
            text,
            ty,
            foreign,
            is_known,
            is_ptx,
            is_nearly_type: is_odd && nearest(text, Type::words()).is_some(),
            meant,
        }
    }

    /// Returns whether the word is a type, or was probably meant as a type.
    pub(super) fn is_typelike(&self) -> bool {
        self.ty.is_some() || self.foreign.is_some() || self.is_nearly_type
    }

    /// Returns whether a form of the mnemonic has the word, or the word is a type of PTX or of another language. A
    /// suggestion must keep or replace such a word.
    pub(super) fn matters(&self) -> bool {
        self.is_known || self.ty.is_some() || self.foreign.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::MOST_WORDS;
    use crate::forms;

    #[test]
    fn no_form_has_as_many_words_as_are_kept() {
        let longest = forms::all().chain(forms::matrices()).map(|form| form.slots.len()).max();
        assert!(longest.is_some_and(|longest| longest < MOST_WORDS), "{longest:?}");
    }
}
