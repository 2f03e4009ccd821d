//! The syntax tree of a `ptx!` call, with a span for every word and no knowledge of instructions.

use crate::diag::{Error, Extent};
use crate::words::{Name, Word};
use proc_macro2::Ident;

/// A macro call, after its directives.
pub(crate) struct Program {
    pub(crate) items: Vec<Item>,
    pub(crate) tail: Option<Tail>,
}

pub(crate) enum Item {
    Declaration(Declaration),
    Instruction(Instruction),
    Block(Vec<Item>),
    /// Anything else.
    Faulty(Error),
}

/// `.reg .f32 t, %f<4>;`
pub(crate) struct Declaration {
    /// The dot and the word of the type.
    pub(crate) ty: Word,
    pub(crate) names: Vec<Declared>,
    /// The error after the names that could be parsed.
    pub(crate) error: Option<Error>,
}

/// A name of a declaration, with the count of a range.
pub(crate) struct Declared {
    pub(crate) name: Name,
    pub(crate) count: Option<u64>,
}

/// `@p mnemonic.modifiers operands;`
pub(crate) struct Instruction {
    pub(crate) guard: Option<Guard>,
    pub(crate) mnemonic: Ident,
    pub(crate) modifiers: Vec<Word>,
    pub(crate) operands: Vec<Operand>,
    /// The error at the first part that could not be parsed.
    pub(crate) error: Option<Error>,
}

/// `@p` or `@!p`
pub(crate) struct Guard {
    pub(crate) complement: bool,
    pub(crate) operand: Operand,
}

pub(crate) struct Operand {
    pub(crate) kind: OperandKind,
    pub(crate) extent: Extent,
}

impl Operand {
    /// Returns an element of a vector or a pair.
    pub(crate) fn element(&self, index: usize) -> Option<&Self> {
        match &self.kind {
            OperandKind::Vector(items) => items.get(index),
            OperandKind::Pair(both) => both.get(index),
            _ => None,
        }
    }
}

pub(crate) enum OperandKind {
    /// A register or a Rust variable.
    Name(Name),
    /// `(expr)` or `$x:expr`: the tokens inside.
    Rust(proc_macro2::TokenStream),
    /// A literal, as text without spaces.
    Immediate(String),
    /// `{a, b}`
    Vector(Vec<Operand>),
    /// `_`
    Sink,
    /// `p|q`
    Pair(Box<[Operand; 2]>),
    /// `!p`
    Complement(Box<Operand>),
    /// `a.b7654`
    Lanes(Box<Operand>, Word),
}

/// The value of the macro call.
pub(crate) enum Tail {
    One(Operand),
    Tuple(Vec<Operand>),
    Faulty(Error),
}
