//! The meanings of the names in a PTX text.

use crate::syntax::{Declaration, Declarator, DirectiveName, Function, Statement, Tree, Word};
use ptx_isa::Type;
use std::collections::HashMap;

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A register.
    Register(RegisterType),
    /// A parameter or a local variable: its index in the list of [`Variable`]s.
    Variable(usize),
    /// A variable of the module.
    Global,
    /// A function or kernel.
    Function,
    /// A label: its number.
    Label(usize),
    /// A label or function that the text does not declare. Undeclared labels occur in excerpts only
    /// ([`Resolver::new`](crate::resolve::Resolver::new)), and undeclared functions also in inline PTX.
    Undeclared,
}

/// The type of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterType {
    /// A single value, such as `.f32`.
    Scalar(Type),
    /// `.v2 .f32`, `.v4 .b8`: the number of elements and their type.
    Vector(u32, Type),
    /// An unknown type, because the declaration is faulty.
    Faulty,
}

/// A register that an instruction names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register<'a> {
    /// The name as written.
    pub name: &'a str,
    /// The declared type.
    pub ty: RegisterType,
}

/// A parameter or a local variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable<'a> {
    /// The whole declaration, with the state space and the type.
    pub declaration: &'a Declaration<'a>,
    /// The name with its dimensions.
    pub declarator: &'a Declarator<'a>,
    /// Whether the variable is a parameter, a result or a local variable.
    pub role: Role,
}

/// How a function uses a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A parameter.
    Parameter,
    /// A result.
    Result,
    /// A variable of the body.
    Local,
}

/// The functions and variables of a module.
#[derive(Clone, Debug, Default)]
pub struct Symbols<'a> {
    functions: HashMap<&'a str, &'a Function<'a>>,
    /// The names of the functions, in text order.
    names: Vec<&'a str>,
    /// For each function, the position of its first declaration or definition in the text. Empty if a function may be
    /// used before its declaration.
    starts: HashMap<&'a str, usize>,
    variables: HashMap<&'a str, (&'a Declaration<'a>, &'a Declarator<'a>)>,
}

/// Returns the two names of each `.alias NAME, FUNCTION;`. `ptxas` accepts `.alias` also in a body.
pub fn aliases<'a>(module: &'a Tree<'a>) -> impl Iterator<Item = &'a [Word<'a>; 2]> {
    let bodies = module.functions().filter_map(|function| function.body.as_ref());
    let statements = module.statements().chain(bodies.flat_map(|body| &body.statements));
    statements.filter_map(|statement| match statement {
        Statement::Directive(directive) if directive.is(DirectiveName::Alias) => {
            directive.arguments.as_slice().try_into().ok()
        }
        _ => None,
    })
}

impl<'a> Symbols<'a> {
    /// Collects the functions of a module. As in `ptxas`, a function must be declared before it is used.
    #[must_use]
    pub fn of_functions(module: &'a Tree<'a>) -> Self {
        let mut symbols = Self::default();
        for function in module.functions() {
            let name = function.name.text;
            let known = symbols.functions.get(name);
            if known.is_none() {
                symbols.names.push(name);
                symbols.starts.insert(name, function.span.start);
            }
            // A definition replaces a declaration without a body.
            if known.is_none_or(|known| known.body.is_none()) {
                symbols.functions.insert(name, function);
            }
        }
        symbols
    }

    /// Collects the functions and variables of a module. Other than in `ptxas`, a function may be used before its
    /// declaration, because the order of functions has no effect on results. An alias names the function that its
    /// `.alias` directive contains.
    #[must_use]
    pub fn of(module: &'a Tree<'a>) -> Self {
        let declared = module.variables().flat_map(|declaration| {
            declaration.names.iter().map(move |name| (name.name.text, (declaration, name)))
        });
        let mut symbols = Self::of_functions(module);
        for [name, function] in aliases(module) {
            if let Some(function) = symbols.function(function.text) {
                symbols.functions.insert(name.text, function);
            }
        }
        Self { variables: declared.collect(), starts: HashMap::new(), ..symbols }
    }

    /// Returns the function with a name: its definition, or else its declaration.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<&'a Function<'a>> {
        self.functions.get(name).copied()
    }

    /// Returns whether an operand at a position in the text may name a function.
    pub(crate) fn is_usable_at(&self, name: &str, position: usize) -> bool {
        self.starts.get(name).is_none_or(|start| *start < position)
    }

    /// Returns the names of the functions, in text order.
    #[must_use]
    pub fn functions(&self) -> &[&'a str] {
        &self.names
    }

    /// Returns the module variable with a name.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<(&'a Declaration<'a>, &'a Declarator<'a>)> {
        self.variables.get(name).copied()
    }

    pub(crate) fn meaning(&self, name: &str) -> Option<Meaning> {
        match (self.functions.contains_key(name), self.variables.contains_key(name)) {
            (true, _) => Some(Meaning::Function),
            (false, true) => Some(Meaning::Global),
            (false, false) => None,
        }
    }

    /// Returns the names of all functions and variables.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'a str> {
        self.names.iter().chain(self.variables.keys()).copied()
    }
}
