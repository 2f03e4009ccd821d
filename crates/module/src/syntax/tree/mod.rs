//! The syntax tree of a PTX text.

pub(crate) mod declaration;
pub(crate) mod keyword;
pub(crate) mod operand;

use crate::syntax::{Fault, Span};
use declaration::Declaration;
use keyword::{DirectiveName, Keyword, Linkage};
use operand::Operand;

/// A word, number or string of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The text without a leading dot. A string keeps its quotes.
    pub text: &'a str,
    /// The span in the text, with the leading dot.
    pub span: Span,
}

/// A whole text: a module, or only statements.
#[derive(Clone, Debug, Default)]
pub struct Tree<'a> {
    /// The functions and statements, in text order.
    pub items: Vec<Item<'a>>,
    /// The syntax faults, in text order.
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

impl<'a> Tree<'a> {
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
    /// A function: `.func`.
    Func,
    /// A kernel: `.entry`.
    Entry,
}

/// A function or kernel.
#[derive(Clone, Debug)]
pub struct Function<'a> {
    /// The linkage, if any: `.extern`, `.visible` or `.weak`.
    pub linkage: Option<Keyword<Linkage>>,
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
    /// The span in the text, from the linkage through the body or the `;`.
    pub span: Span,
}

impl Function<'_> {
    /// Returns whether the function is `.extern`, so that another module defines it.
    #[must_use]
    pub fn is_extern(&self) -> bool {
        self.has_linkage(Linkage::Extern) && self.kind == FunctionKind::Func
    }

    /// Returns whether the function is written with this linkage.
    #[must_use]
    pub fn has_linkage(&self, linkage: Linkage) -> bool {
        self.linkage.as_ref().is_some_and(|written| written.value == linkage)
    }
}

/// `{ … }`: a scope with its statements.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    /// The statements, in text order.
    pub statements: Vec<Statement<'a>>,
    /// The span in the text, with the braces.
    pub span: Span,
}

impl<'a> Block<'a> {
    /// Returns the labels of this block, without the labels of inner blocks. Statements before a label may use the
    /// label.
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
    /// A label: `L:`.
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
    /// The name of the directive, such as `version`.
    pub name: Word<'a>,
    /// The words, numbers and strings after the name, without punctuation. For `.section`, the labels
    /// in its body.
    pub arguments: Vec<Word<'a>>,
    /// The prototype of `.callprototype`.
    pub prototype: Option<Box<Function<'a>>>,
    /// The span in the text, from the name through the last word, `;` or brace.
    pub span: Span,
}

impl Directive<'_> {
    /// Returns whether the directive has this name.
    #[must_use]
    pub fn is(&self, name: DirectiveName) -> bool {
        self.known() == Some(name)
    }

    /// Returns the name of the directive; `None` if PTX has no such directive.
    #[must_use]
    pub fn known(&self) -> Option<DirectiveName> {
        DirectiveName::from_word(self.name.text)
    }
}

/// A guard: `@p` or `@!p`.
#[derive(Clone, Debug)]
pub struct Guard<'a> {
    /// Whether the guard is `@!p`.
    pub is_negated: bool,
    /// The predicate register.
    pub predicate: Word<'a>,
    /// The span in the text, with the `@`.
    pub span: Span,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    /// The guard, if any.
    pub guard: Option<Guard<'a>>,
    /// The mnemonic: the word before the first dot.
    pub mnemonic: Word<'a>,
    /// The modifiers: the words after dots.
    pub modifiers: Vec<Word<'a>>,
    /// The operands, up to the first syntax fault.
    pub operands: Vec<Operand<'a>>,
    /// The operator of an assignment in C syntax, which PTX does not have: `+` in
    /// `%f1 = %f2 + %f3;`, empty in `%f1 = %f2;`. The mnemonic is then the destination, and the
    /// operands are the sources. `None` for an instruction of PTX.
    pub operator: Option<String>,
    /// Whether the operands or the `;` have a syntax fault.
    pub is_broken: bool,
    /// The span in the text, from the guard through the `;`.
    pub span: Span,
}

impl Instruction<'_> {
    /// Returns the mnemonic and the modifiers, joined by dots.
    #[must_use]
    pub fn spelling(&self) -> String {
        let words = self.modifiers.iter().map(|word| word.text);
        std::iter::once(self.mnemonic.text).chain(words).collect::<Vec<_>>().join(".")
    }

    /// Returns the span of the mnemonic and the modifiers.
    #[must_use]
    pub fn spelling_span(&self) -> Span {
        self.mnemonic.span.start..self.modifiers.last().unwrap_or(&self.mnemonic).span.end
    }
}
