//! A PTX file: its functions, its variables, and its dialect.

use crate::resolve::Symbols;
use crate::syntax::{Declaration, Declarator, Function, Source, Tree};
use ptx_isa::Dialect;
use std::sync::Arc;

/// A parsed file, with the functions and variables that its names refer to.
#[derive(Debug)]
pub struct Program<'a> {
    source: &'a Source,
    dialect: Dialect,
    symbols: Arc<Symbols<'a>>,
}

impl<'a> Program<'a> {
    /// Collects the functions and variables of a text without errors.
    pub(crate) fn new(source: &'a Source, tree: &'a Tree<'a>, dialect: Dialect) -> Self {
        Self { source, dialect, symbols: Arc::new(Symbols::of(tree)) }
    }

    /// Returns the name and the text of the file.
    #[must_use]
    pub fn source(&self) -> &'a Source {
        self.source
    }

    /// Returns the version and target of the file.
    #[must_use]
    pub fn dialect(&self) -> &Dialect {
        &self.dialect
    }

    /// Returns the names of the functions, in text order.
    #[must_use]
    pub fn names(&self) -> &[&'a str] {
        self.symbols.functions()
    }

    /// Returns the functions and variables of the module.
    #[must_use]
    pub fn symbols(&self) -> Arc<Symbols<'a>> {
        Arc::clone(&self.symbols)
    }

    /// Returns the function with a name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&'a Function<'a>> {
        self.symbols.function(name)
    }

    /// Returns the module variable with a name.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<(&'a Declaration<'a>, &'a Declarator<'a>)> {
        self.symbols.variable(name)
    }

    /// Returns the file name without its folder, and the line of a byte: `kernels.ptx:12`.
    #[must_use]
    pub fn place(&self, at: usize) -> String {
        format!("{}:{}", self.source.file(), self.source.place(at).line)
    }
}
