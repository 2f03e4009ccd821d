//! Statements of inline assembly, as the finders return them.

use super::holes::Syntax;
use super::template::Template;
use ptx_text::Span;

/// A statement of inline assembly in a host file.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The word that begins the statement: `asm`, or the name of a call.
    pub(crate) keyword: Span,
    /// The statement for each choice of the preprocessor, or the reason why it cannot be read.
    pub(crate) variants: Result<Vec<Statement>, Reason>,
}

/// A statement after the preprocessor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The text before holes and escapes are replaced.
    pub(crate) template: Template,
    /// The syntax of holes and escapes.
    pub(crate) syntax: Syntax,
    /// The operands, outputs first; `None` if a variable gives the list.
    pub(crate) operands: Option<Vec<Operand>>,
}

/// An operand of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Operand {
    /// The name, if any.
    pub(crate) name: Option<String>,
    /// The constraint with its `=`, `+` and `&`; `None` if a macro or variable names it.
    pub(crate) constraint: Option<String>,
    /// The place of the constraint.
    pub(crate) at: Span,
    /// The value of an integer literal.
    pub(crate) value: Option<String>,
}

/// Why a statement is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A macro, variable or expression gives a part of the text: its name.
    Macro(String),
    /// The preprocessor's conditions in the statement are too many, or reach beyond it.
    Branches,
    /// The statement has no end.
    Unclosed,
    /// The text is for another processor, or empty.
    NotPtx,
}

impl Reason {
    /// Returns the words of the summary.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Macro(_) => "macro",
            Self::Branches => "#if",
            Self::Unclosed => "no end",
            Self::NotPtx => "not PTX",
        }
    }
}
