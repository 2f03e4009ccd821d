//! The tree of a text.

pub(crate) mod declaration;
pub(crate) mod operand;

use crate::{Fault, Span};
use declaration::Declaration;
use operand::Operand;

/// A word, number or text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The text as written, without the dot before it.
    pub text: &'a str,
    /// The place in the text, with the dot before it.
    pub span: Span,
}

/// A whole text: a module, or statements by themselves.
#[derive(Clone, Debug, Default)]
pub struct Module<'a> {
    /// The functions and statements, in the order of the text.
    pub items: Vec<Item<'a>>,
    /// The faults of the punctuation, in the order of the text.
    pub faults: Vec<Fault>,
}

/// A function, or a statement outside of functions.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    /// `.func` or `.entry`, with or without a body.
    Function(Function<'a>),
    /// A directive, a variable, or a statement outside of functions.
    Statement(Statement<'a>),
}

impl<'a> Module<'a> {
    /// Returns the functions and kernels, including declarations without a body.
    pub fn functions(&self) -> impl Iterator<Item = &Function<'a>> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            Item::Statement(_) => None,
        })
    }

    /// Returns the statements outside of functions.
    pub fn statements(&self) -> impl Iterator<Item = &Statement<'a>> {
        self.items.iter().filter_map(|item| match item {
            Item::Statement(statement) => Some(statement),
            Item::Function(_) => None,
        })
    }

    /// Returns the variables of the module.
    pub fn variables(&self) -> impl Iterator<Item = &Declaration<'a>> {
        self.statements().filter_map(|statement| match statement {
            Statement::Declaration(declaration) => Some(declaration),
            _ => None,
        })
    }

    /// Returns the directives outside of functions: `.version`, `.target`, `.file`.
    pub fn directives(&self) -> impl Iterator<Item = &Directive<'a>> {
        self.statements().filter_map(|statement| match statement {
            Statement::Directive(directive) => Some(directive),
            _ => None,
        })
    }
}

/// The two kinds of function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// `.func`
    Func,
    /// `.entry`
    Entry,
}

/// A function or kernel.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// `.extern`, `.visible`, `.weak`.
    pub linkage: Option<Word<'a>>,
    /// `.func` or `.entry`.
    pub kind: FunctionKind,
    /// The results: the list in parentheses before the name.
    pub returns: Vec<Declaration<'a>>,
    /// The name; its text is empty if the name is missing.
    pub name: Word<'a>,
    /// The parameters in parentheses after the name.
    pub parameters: Vec<Declaration<'a>>,
    /// The directives after the parameters: `.maxntid`, `.noreturn`.
    pub directives: Vec<Directive<'a>>,
    /// The body; `None` for a declaration.
    pub body: Option<Block<'a>>,
    /// The place in the text, from the linkage to the end of the body or to the `;`.
    pub span: Span,
}

impl Function<'_> {
    /// Returns whether this is a function that another module defines: `.extern .func`.
    #[must_use]
    pub fn is_extern(&self) -> bool {
        let is_extern = self.linkage.as_ref().is_some_and(|word| word.text == "extern");
        is_extern && self.kind == FunctionKind::Func
    }
}

/// `{ … }`: statements in a scope.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    /// The statements.
    pub statements: Vec<Statement<'a>>,
    /// The place in the text, with the braces.
    pub span: Span,
}

impl<'a> Block<'a> {
    /// Returns the labels of this scope. Statements before a label may name it.
    pub fn labels(&self) -> impl Iterator<Item = &Word<'a>> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Label(name) => Some(name),
            _ => None,
        })
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement<'a> {
    /// `L:`
    Label(Word<'a>),
    /// `.reg`, `.param`, `.local` and other variables.
    Declaration(Declaration<'a>),
    /// An instruction.
    Instruction(Instruction<'a>),
    /// Any other directive.
    Directive(Directive<'a>),
    /// A nested scope.
    Block(Block<'a>),
}

/// `.name arguments`: a directive that declares nothing.
#[derive(Clone, Debug)]
pub struct Directive<'a> {
    /// The name.
    pub name: Word<'a>,
    /// The words, numbers and texts after the name, without punctuation; empty for `.section`.
    pub arguments: Vec<Word<'a>>,
    /// The place in the text, from the name to the last word, `;` or brace.
    pub span: Span,
}

/// `@p` or `@!p`.
#[derive(Clone, Debug)]
pub struct Guard<'a> {
    /// Whether there is a `!`.
    pub is_negated: bool,
    /// The register.
    pub predicate: Word<'a>,
    /// The place in the text, with the `@`.
    pub span: Span,
}

/// An instruction with its guard.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    /// The guard.
    pub guard: Option<Guard<'a>>,
    /// The word before the first dot.
    pub mnemonic: Word<'a>,
    /// The words after dots.
    pub modifiers: Vec<Word<'a>>,
    /// The operands before the first fault.
    pub operands: Vec<Operand<'a>>,
    /// The operator of an assignment of C, `%f1 = %f2 + %f3;`, which PTX does not have; empty for `=`
    /// alone. The mnemonic is then the destination, and the operands are the sources.
    pub operator: Option<&'a str>,
    /// Whether the punctuation has a fault.
    pub is_broken: bool,
    /// The place in the text, from the guard to the `;`.
    pub span: Span,
}

impl Instruction<'_> {
    /// Returns the mnemonic and the modifiers, joined by dots.
    #[must_use]
    pub fn spelling(&self) -> String {
        let words = self.modifiers.iter().map(|word| word.text);
        std::iter::once(self.mnemonic.text).chain(words).collect::<Vec<_>>().join(".")
    }

    /// Returns the place of the mnemonic and the modifiers.
    #[must_use]
    pub fn spelling_span(&self) -> Span {
        self.mnemonic.span.start..self.modifiers.last().unwrap_or(&self.mnemonic).span.end
    }
}
