//! A PTX file: its functions, its variables, and its dialect.

use crate::resolve::{Fault, Symbols};
use crate::syntax::{Declaration, Declarator, Directive, Function, Module, Source, Word};
use ptx_isa::{Dialect, Target, Version, directives};
use std::rc::Rc;

/// A parsed file, with the functions and variables that its names refer to.
#[derive(Debug)]
pub struct Program<'a> {
    source: &'a Source,
    dialect: Dialect,
    symbols: Rc<Symbols<'a>>,
}

impl<'a> Program<'a> {
    /// Collects the functions and variables of a module.
    ///
    /// # Errors
    /// Returns all syntax faults of the module and the first fault of its directives, if there are any.
    pub fn new(source: &'a Source, module: &'a Module<'a>) -> Result<Self, Vec<Fault>> {
        let mut faults: Vec<_> = module.faults.iter().map(Fault::from).collect();
        let dialect = match dialect(source, module) {
            Ok(dialect) => dialect,
            Err(fault) => {
                faults.push(fault);
                Dialect::default()
            }
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Self { source, dialect, symbols: Rc::new(Symbols::of(module)) })
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
    pub fn symbols(&self) -> Rc<Symbols<'a>> {
        Rc::clone(&self.symbols)
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
        let name = self.source.name.rsplit(['/', '\\']).next().unwrap_or_default();
        format!("{name}:{}", self.source.place(at).line)
    }
}

/// Reads the dialect from `.version` and `.target`.
fn dialect(source: &Source, module: &Module<'_>) -> Result<Dialect, Fault> {
    let mut dialect = Dialect::default();
    for directive in module.directives() {
        let set = || format!("at {}:{}", source.name, source.place(directive.span.start).line);
        match directive.name.text {
            "version" => {
                dialect.version = Some(version(directive)?);
                dialect.version_set = set();
            }
            "target" => {
                dialect.target = Some(target(directive)?);
                dialect.target_set = set();
            }
            "address_size" if directive.arguments.iter().any(|word| word.text == "32") => {
                let what = "addresses of 32 bits are not supported";
                return Err(Fault::new(directive.span.clone(), what));
            }
            _ => {}
        }
    }
    Ok(dialect)
}

fn version(directive: &Directive<'_>) -> Result<Version, Fault> {
    let text = directive.arguments.first().map_or("", |word| word.text);
    Version::released(text)
        .ok_or_else(|| Fault::new(directive.span.clone(), directives::no_version(text)))
}

fn target(directive: &Directive<'_>) -> Result<Target, Fault> {
    let is_option = |word: &&Word<'_>| directives::IGNORED.contains(&word.text);
    let mut words = directive.arguments.iter().filter(|word| !is_option(word));
    let name = words.next().map_or("", |word| word.text);
    let target = Target::from_word(name)
        .ok_or_else(|| Fault::new(directive.span.clone(), directives::no_target(name)))?;
    match words.next() {
        None => Ok(target),
        Some(word) if word.text == directives::MAP && target.allows_map() => {
            Ok(Target { map_f64_to_f32: true, ..target })
        }
        Some(word) if word.text == directives::MAP => {
            Err(Fault::new(word.span.clone(), directives::no_map(target)))
        }
        Some(word) => Err(Fault::new(word.span.clone(), directives::no_target(word.text))),
    }
}
