//! The program after names are resolved and instructions selected, independent of PTX and SASS.

use crate::diag::Error;
use crate::scope::RegisterId;
use proc_macro2::{Span, TokenTree};
use ptx_isa::{Computation, Type};

pub(crate) enum Statement {
    /// The registers of the declaration with this number. If there is an error they have no type,
    /// so that rustc reports nothing about their uses.
    Declare(usize, Option<Error>),
    Block(Vec<Statement>),
    Execute {
        guard: Option<Guard>,
        operation: Operation,
    },
    /// A faulty statement. It expands to an error, and rustc reports nothing else about it.
    Faulty(Error),
}

impl Statement {
    /// Returns whether the statement reads the carry flag.
    pub(crate) fn reads_carry(&self) -> bool {
        match self {
            Self::Block(inner) => inner.iter().any(Self::reads_carry),
            Self::Execute { operation, .. } => operation.computation.value.reads_carry(),
            Self::Declare(..) | Self::Faulty(_) => false,
        }
    }
}

pub(crate) struct Guard {
    pub(crate) complement: bool,
    pub(crate) condition: Value,
}

/// An instruction: its computation, its sources, and the places of its results.
pub(crate) struct Operation {
    /// The text of the instruction; `None` for a machine instruction.
    pub(crate) text: Option<Text>,
    pub(crate) computation: Computation,
    pub(crate) sources: Vec<(Value, Type)>,
    /// The place of each result; `None` discards the result.
    pub(crate) destinations: Vec<Option<(Place, Type)>>,
}

/// An instruction as PTX text, without its values.
pub(crate) struct Text {
    /// The mnemonic with its modifiers.
    pub(crate) spelling: String,
    pub(crate) operands: Vec<Layout>,
}

/// How an operand of the text combines values.
pub(crate) enum Layout {
    /// One value, followed by the text that selects its lanes (`.b10`) or by an empty text.
    One(String),
    /// `{a, b}`: this number of values.
    Vector(usize),
    /// `p|q`
    Pair,
}

/// A source.
pub(crate) enum Value {
    Register {
        id: RegisterId,
        ty: Type,
        word: Span,
    },
    /// A Rust variable or expression, and the span at which rustc reports a wrong type.
    Host {
        tokens: Vec<TokenTree>,
        span: Span,
    },
    /// The bits of a literal.
    Bits(u64),
    /// A Rust constant that is part of the instruction, from 0 to 255.
    Constant {
        tokens: Vec<TokenTree>,
        span: Span,
    },
    Complement(Box<Value>),
}

impl Value {
    /// Returns the span at which rustc reports errors of a Rust variable or expression.
    pub(crate) fn host(&self) -> Option<Span> {
        match self {
            Self::Host { span, .. } => Some(*span),
            Self::Complement(inner) => inner.host(),
            Self::Register { .. } | Self::Bits(_) | Self::Constant { .. } => None,
        }
    }
}

/// A destination.
pub(crate) enum Place {
    Register { id: RegisterId, ty: Type, word: Span },
    Host { tokens: Vec<TokenTree>, span: Span },
}

/// The value of the macro call.
pub(crate) enum Tail {
    One(Value),
    Tuple(Vec<Value>),
    Faulty(Error),
}
