//! The syntax tree of a `sass!` call. Every word has a span, and opcodes are not checked yet.

use crate::diag::{Error, Extent};
use crate::words::Word;
use proc_macro2::{Ident, TokenStream};
use ptx_isa::sass::Part;

/// The code of a macro call after the target.
pub(crate) struct Program {
    pub(crate) items: Vec<Item>,
    pub(crate) tail: Option<Tail>,
}

pub(crate) enum Item {
    Instruction(Instruction),
    /// An item that could not be parsed.
    Faulty(Error),
}

/// An instruction: `@P0 OPCODE.modifiers operands annotations;`. The parser checks and drops the
/// annotations.
pub(crate) struct Instruction {
    pub(crate) guard: Option<Operand>,
    pub(crate) opcode: Ident,
    pub(crate) modifiers: Vec<Word>,
    pub(crate) operands: Vec<Operand>,
    /// The first error in the instruction.
    pub(crate) error: Option<Error>,
}

pub(crate) struct Operand {
    /// Whether a name or expression has a `-` before it. The sign of a literal is part of the
    /// literal.
    pub(crate) negated: bool,
    /// Whether the operand is in bars: `|…|`.
    pub(crate) absolute: bool,
    /// Whether the operand has a `!` before it.
    pub(crate) complement: bool,
    /// Whether the operand has a `~` before it.
    pub(crate) inverted: bool,
    /// The part that a suffix selects, such as `.H1_H1`.
    pub(crate) part: Option<&'static Part>,
    /// Whether the destination has the suffix `.CC`.
    pub(crate) carry: bool,
    pub(crate) kind: OperandKind,
    pub(crate) extent: Extent,
}

pub(crate) enum OperandKind {
    /// A register or a Rust variable.
    Name(Ident),
    /// The tokens of `(expr)` or `$x:expr`.
    Rust(TokenStream),
    /// The text of a literal, without spaces.
    Immediate(String),
}

/// The value of the whole macro call.
pub(crate) enum Tail {
    One(Operand),
    Tuple(Vec<Operand>),
    Faulty(Error),
}
