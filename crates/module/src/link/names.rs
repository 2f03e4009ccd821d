//! The names of a text that other texts can mean.

use crate::module::Module;
use crate::resolve::aliases;
use crate::resolve::initial::Initial;
use crate::syntax::lexer::{TokenKind, tokens};
use crate::syntax::{Declaration, Declarator, Function, FunctionKind, Linkage, Span, StateSpace};
use std::collections::{HashMap, HashSet};

/// How strong a definition is. A stronger definition replaces a weaker one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// `.weak`
    Weak,
    /// `.common`
    Common,
    /// `.visible`
    Strong,
}

/// A function or variable with a linkage directive.
#[derive(Debug)]
pub(super) struct Global<'a> {
    pub(super) name: &'a str,
    /// How strong the definition is; `None` for a declaration without a definition.
    pub(super) strength: Option<Strength>,
    pub(super) kind: Defined<'a>,
}

/// What a name is.
#[derive(Debug)]
pub(super) enum Defined<'a> {
    Function(&'a Function<'a>),
    Variable(&'a Declaration<'a>, &'a Declarator<'a>),
}

impl Defined<'_> {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Function(Function { kind: FunctionKind::Entry, .. }) => "kernel",
            Self::Function(_) => "function",
            Self::Variable(..) => "variable",
        }
    }
}

impl Global<'_> {
    /// Returns the span of the name.
    pub(super) fn span(&self) -> Span {
        match self.kind {
            Defined::Function(function) => function.name.span.clone(),
            Defined::Variable(_, declarator) => declarator.name.span.clone(),
        }
    }

    /// Returns the file and the line: `b.ptx:7`.
    pub(super) fn place(&self, module: &Module) -> String {
        module.analysed_program().place(self.span().start)
    }

    /// Returns the size of a variable in bytes; `None` if it is unknown.
    pub(super) fn bytes(&self) -> Option<usize> {
        match self.kind {
            Defined::Variable(declaration, declarator) => {
                Initial::new(declaration, declarator).ok()?.bytes
            }
            Defined::Function(_) => None,
        }
    }

    /// Returns the state space of a variable.
    pub(super) fn space(&self) -> Option<StateSpace> {
        match self.kind {
            Defined::Variable(declaration, _) => Some(declaration.space.value),
            Defined::Function(_) => None,
        }
    }
}

/// Returns the functions and variables with a linkage directive, each name once, in text order.
pub(super) fn globals(module: &Module) -> Vec<Global<'_>> {
    let (tree, program) = (module.tree(), module.analysed_program());
    let written =
        tree.functions().filter_map(|one| Some((one.name.text, one.linkage.as_ref()?.value)));
    let mut linkages: HashMap<&str, Linkage> = written.collect();
    linkages.extend(aliases(tree).map(|[name, _]| (name.text, Linkage::Visible)));
    let functions = program.names().iter().filter_map(|name| {
        let (function, linkage) = (program.function(name)?, *linkages.get(name)?);
        let strength = function.body.as_ref().map(|_| strength(linkage));
        Some(Global { name, strength, kind: Defined::Function(function) })
    });
    let mut found: Vec<_> = functions.collect();
    let mut numbers = HashMap::new();
    for declaration in tree.variables() {
        let Some(linkage) = &declaration.linkage else { continue };
        let strength = (!declaration.is_extern()).then(|| strength(linkage.value));
        for declarator in &declaration.names {
            let name = declarator.name.text;
            let one = Global { name, strength, kind: Defined::Variable(declaration, declarator) };
            match numbers.get(name) {
                // A text may declare a variable `.extern` that it defines.
                Some(number) => {
                    let known: &mut Global<'_> = &mut found[*number];
                    if strength > known.strength {
                        *known = one;
                    }
                }
                None => {
                    numbers.insert(name, found.len());
                    found.push(one);
                }
            }
        }
    }
    found
}

fn strength(linkage: Linkage) -> Strength {
    match linkage {
        Linkage::Weak => Strength::Weak,
        Linkage::Common => Strength::Common,
        _ => Strength::Strong,
    }
}

/// Returns the words in the bodies of functions and in the initial values of variables.
pub(super) fn words(module: &Module) -> HashSet<&str> {
    let (tree, text) = (module.tree(), module.source().text.as_str());
    let bodies = tree.functions().filter_map(|one| Some(one.body.as_ref()?.span.clone()));
    let values = tree.variables().flat_map(|one| &one.names);
    let values = values.filter_map(|one| Some(one.initialiser.as_ref()?.span.clone()));
    let read = |span: Span| {
        let part = &text[span];
        let words = tokens(part).0.into_iter().filter(|one| one.kind == TokenKind::Word);
        words.map(move |one| &part[one.span])
    };
    bodies.chain(values).flat_map(read).collect()
}
