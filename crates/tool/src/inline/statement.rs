//! The statements of inline assembly that the searches for each language return.

use super::holes::Syntax;
use super::template::Template;
use ptx_module::syntax::Span;

/// A statement of inline assembly in a file.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The word that starts the statement: `asm`, or the name of a called function.
    pub(crate) keyword: Span,
    /// The span of the whole statement.
    pub(crate) span: Span,
    /// The variants of the statement, one for each combination of preprocessor conditions. The error is the reason why
    /// the statement cannot be parsed.
    pub(crate) variants: Result<Vec<Statement>, Reason>,
}

/// A statement of inline assembly after preprocessing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The template, with its holes (placeholders such as `%0`) and escapes.
    pub(crate) template: Template,
    /// The syntax of holes (placeholders) and escapes.
    pub(crate) syntax: Syntax,
    /// The operands, outputs first. `None` if a macro or variable gives the operands.
    pub(crate) operands: Option<Vec<AsmOperand>>,
    /// The clobbers. `None` if a macro gives them, or if the language has no list of clobbers.
    pub(crate) clobbers: Option<Vec<Clobber>>,
}

/// A clobber of a C++ statement, such as `"memory"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clobber {
    /// The name without quotes.
    pub(crate) name: String,
    /// The position of the name with its quotes.
    pub(crate) at: Span,
}

/// Whether a statement may write an operand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Direction {
    /// A macro or variable gives the direction.
    #[default]
    Unknown,
    /// The statement may write the operand.
    Result,
    /// The statement only reads the operand.
    Source,
}

/// An operand of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AsmOperand {
    /// The name, if any.
    pub(crate) name: Option<String>,
    /// Whether the statement may write the operand.
    pub(crate) direction: Direction,
    /// The constraint with `=`, `+` and `&`. `None` if a macro or variable gives the constraint.
    pub(crate) constraint: Option<String>,
    /// The position of the constraint.
    pub(crate) at: Span,
    /// The value, if the operand is an integer literal.
    pub(crate) value: Option<String>,
}

/// The reason why a statement is not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A macro, variable or expression gives part of the text. The string is its name or source text.
    Macro(String),
    /// The statement has too many preprocessor conditions, or a condition extends beyond the statement.
    Branches,
    /// The statement has no end.
    Unclosed,
    /// The text is for another processor, or is empty.
    NotPtx,
    /// The program joins the text from pieces.
    Pieces,
}

impl Reason {
    /// Returns the word for the reason in the summary.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Macro(_) => "macro",
            Self::Branches => "#if",
            Self::Unclosed => "no end",
            Self::NotPtx => "not PTX",
            Self::Pieces => "pieces",
        }
    }

    /// Returns the reason as a sentence.
    pub(crate) fn note(&self) -> String {
        match self {
            Self::Macro(name) => format!("`{name}` gives a part of the text"),
            Self::Branches => "its `#if` cannot be followed".into(),
            Self::Unclosed => "its closing parenthesis was not found".into(),
            Self::NotPtx => "the text is not PTX".into(),
            Self::Pieces => "the program joins the text from pieces".into(),
        }
    }
}
