//! The texts of a module: which of them the decoder reads, and which functions and variables their names mean.

use super::Decoder;
use crate::memory::address;
use crate::place;
use ptx_isa::Dialect;
use ptx_module::Linked;
use ptx_module::resolve::{Fault, Program};
use ptx_module::syntax::{Declaration, Declarator, Function};
use std::collections::HashMap;
use std::sync::Arc;

/// A text of a module.
#[derive(Debug)]
pub(crate) struct Text<'a, 'p> {
    pub(crate) program: &'p Program<'a>,
    /// The version and target that select the functions of the chip.
    pub(crate) dialect: Dialect,
    /// The index in `Data::variables` of each `.global` or `.const` variable that the text names.
    pub(crate) globals: &'p HashMap<String, usize>,
    /// The name of the file, if the module consists of several files.
    pub(crate) file: Option<Arc<str>>,
    /// The length of the texts before, each with its end.
    pub(crate) start: usize,
}

/// The texts of a module, and the meanings of their names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Texts<'a, 'p> {
    pub(crate) linked: &'p Linked,
    pub(crate) all: &'p [Text<'a, 'p>],
}

/// The faults of each text.
pub(crate) type Faults = Vec<Vec<Fault>>;

impl<'a> Texts<'a, '_> {
    /// Returns the functions of all texts, in the order of their addresses, each with the number of its text.
    pub(super) fn functions(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let all = self.all.iter().enumerate();
        all.flat_map(|(text, one)| one.program.names().iter().map(move |name| (text, *name)))
    }

    /// Returns the address of a function of a text.
    pub(super) fn address_of(&self, text: usize, name: &str) -> u64 {
        let number = self.functions().position(|one| one == (text, name));
        address::of_function(number.unwrap_or(usize::MAX))
    }

    /// Returns the position, in messages, of the byte with this number.
    pub(super) fn place(&self, number: usize) -> String {
        let text = self.all.partition_point(|text| text.start <= number) - 1;
        let Text { program, file, start, .. } = &self.all[text];
        let (source, at) = (program.source(), number - start);
        let file = file.as_deref().unwrap_or_else(|| source.file());
        place::place(file, source.place(at).line, source.origin(at).as_deref())
    }
}

impl<'a> Decoder<'a, '_> {
    /// Calls a function that decodes a part of a text.
    pub(super) fn within<T>(&mut self, text: usize, decode: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.enter(text);
        let result = decode(self);
        self.enter(before);
        result
    }

    /// Continues with another text. Returns the number of the text before.
    fn enter(&mut self, text: usize) -> usize {
        let before = std::mem::replace(&mut self.text, text);
        if before != text {
            let faults = std::mem::take(&mut self.faults_of[text]);
            self.faults_of[before] = std::mem::replace(&mut self.faults, faults);
            let Text { program, dialect, globals, .. } = &self.texts.all[text];
            (self.program, self.dialect, self.globals) = (program, dialect, globals);
        }
        before
    }

    /// Returns the function that the current text means by a name, and the number of its text.
    pub(super) fn callee(&self, name: &str) -> Option<(usize, &'a Function<'a>)> {
        let owner = self.texts.linked.owner(self.text, name);
        Some((owner, self.texts.all[owner].program.function(name)?))
    }

    /// Returns the variable that the current text means by a name, and the number of its text.
    pub(super) fn module_variable(
        &self,
        name: &str,
    ) -> Option<(usize, (&'a Declaration<'a>, &'a Declarator<'a>))> {
        let owner = self.texts.linked.owner(self.text, name);
        Some((owner, self.texts.all[owner].program.variable(name)?))
    }

    /// Returns a number for a byte of the current text that no other byte of the texts has.
    pub(super) fn position(&self, at: usize) -> usize {
        self.texts.all[self.text].start + at
    }
}
