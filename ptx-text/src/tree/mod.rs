//! What a text is made of.

pub(crate) mod declaration;
pub(crate) mod operand;

use crate::{Fault, Span};
use declaration::Declaration;
use operand::Operand;

/// A word, number or text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// As written, without the dot before it.
    pub text: &'a str,
    /// Where, with the dot before it.
    pub span: Span,
}

/// A whole text: a module, or statements by themselves.
#[derive(Clone, Debug, Default)]
pub struct Module<'a> {
    /// What it has, in the order of the text.
    pub items: Vec<Item<'a>>,
    /// What is wrong with its punctuation, in the order of the text.
    pub faults: Vec<Fault>,
}

/// One thing at the top of a text.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    /// `.func` or `.entry`, with or without a body.
    Function(Function<'a>),
    /// A directive, a variable, or a statement outside of functions.
    Statement(Statement<'a>),
}

impl<'a> Module<'a> {
    /// The functions and kernels, declarations without a body among them.
    pub fn functions(&self) -> impl Iterator<Item = &Function<'a>> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            Item::Statement(_) => None,
        })
    }

    /// The statements outside of functions.
    pub fn statements(&self) -> impl Iterator<Item = &Statement<'a>> {
        self.items.iter().filter_map(|item| match item {
            Item::Statement(statement) => Some(statement),
            Item::Function(_) => None,
        })
    }

    /// The variables of the module.
    pub fn variables(&self) -> impl Iterator<Item = &Declaration<'a>> {
        self.statements().filter_map(|statement| match statement {
            Statement::Declaration(declaration) => Some(declaration),
            _ => None,
        })
    }

    /// The directives outside of functions: `.version`, `.target`, `.file`.
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
    /// The parameters in parentheses before the name.
    pub returns: Vec<Declaration<'a>>,
    /// The name; without text where it is missing.
    pub name: Word<'a>,
    /// The parameters in parentheses after the name.
    pub parameters: Vec<Declaration<'a>>,
    /// What follows the parameters: `.maxntid`, `.noreturn`.
    pub directives: Vec<Directive<'a>>,
    /// The body; a declaration has none.
    pub body: Option<Block<'a>>,
    /// From the linkage to the end of the body, or to the `;`.
    pub span: Span,
}

/// `{ … }`: statements in a scope.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    /// Its statements.
    pub statements: Vec<Statement<'a>>,
    /// With the braces.
    pub span: Span,
}

impl<'a> Block<'a> {
    /// The labels of this scope, which statements before them may name, too.
    pub fn labels(&self) -> impl Iterator<Item = &Word<'a>> {
        self.statements.iter().filter_map(|statement| match statement {
            Statement::Label(name) => Some(name),
            _ => None,
        })
    }
}

/// What a function's body is made of.
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
    /// Its name.
    pub name: Word<'a>,
    /// The words, numbers and texts that follow, without punctuation; none of `.section`.
    pub arguments: Vec<Word<'a>>,
    /// From the name to the last word, `;` or brace.
    pub span: Span,
}

/// `@p` or `@!p`.
#[derive(Clone, Debug)]
pub struct Guard<'a> {
    /// Whether there is a `!`.
    pub is_negated: bool,
    /// The register.
    pub predicate: Word<'a>,
    /// With the `@`.
    pub span: Span,
}

/// An instruction with its guard.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    /// What it depends on.
    pub guard: Option<Guard<'a>>,
    /// The word before the first dot.
    pub mnemonic: Word<'a>,
    /// The words after dots.
    pub modifiers: Vec<Word<'a>>,
    /// The operands, up to a fault.
    pub operands: Vec<Operand<'a>>,
    /// Whether a fault of its punctuation was found.
    pub is_broken: bool,
    /// From the guard to the `;`.
    pub span: Span,
}

impl Instruction<'_> {
    /// The mnemonic with its modifiers, joined by dots.
    #[must_use]
    pub fn spelling(&self) -> String {
        let words = self.modifiers.iter().map(|word| word.text);
        std::iter::once(self.mnemonic.text).chain(words).collect::<Vec<_>>().join(".")
    }

    /// Where the mnemonic with its modifiers is.
    #[must_use]
    pub fn spelling_span(&self) -> Span {
        self.mnemonic.span.start..self.modifiers.last().unwrap_or(&self.mnemonic).span.end
    }
}
