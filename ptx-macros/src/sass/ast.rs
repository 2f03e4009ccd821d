//! The syntax tree of a `sass!` call, with a span for every word and no knowledge of opcodes.

use crate::diag::{Error, Extent};
use crate::words::Word;
use proc_macro2::{Ident, TokenStream};

/// A macro call, after its target.
pub(crate) struct Program {
    pub(crate) items: Vec<Item>,
    pub(crate) tail: Option<Tail>,
}

pub(crate) enum Item {
    Instruction(Instruction),
    /// Anything else.
    Faulty(Error),
}

/// `@P0 OPCODE.modifiers operands annotations;`; annotations are checked and dropped.
pub(crate) struct Instruction {
    pub(crate) guard: Option<Operand>,
    pub(crate) opcode: Ident,
    pub(crate) modifiers: Vec<Word>,
    pub(crate) operands: Vec<Operand>,
    /// The error at the first part that could not be parsed.
    pub(crate) error: Option<Error>,
}

pub(crate) struct Operand {
    /// `-` before a name or an expression; a literal keeps its own sign.
    pub(crate) negated: bool,
    /// `|…|`
    pub(crate) absolute: bool,
    /// `!`
    pub(crate) complement: bool,
    /// `.CC` after a destination
    pub(crate) carry: bool,
    pub(crate) kind: OperandKind,
    pub(crate) extent: Extent,
}

pub(crate) enum OperandKind {
    /// A register or a Rust variable.
    Name(Ident),
    /// `(expr)` or `$x:expr`: the tokens inside.
    Rust(TokenStream),
    /// A literal, as text without spaces.
    Immediate(String),
}

/// The value of the macro call.
pub(crate) enum Tail {
    One(Operand),
    Tuple(Vec<Operand>),
    Faulty(Error),
}
