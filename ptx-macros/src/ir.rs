//! The lowered program: names are resolved and instructions selected. `ptx!` and `sass!` both use
//! this representation.

use crate::diag::Error;
use crate::scope::RegisterId;
use proc_macro2::{Span, TokenTree};
use ptx_isa::{Computation, Type};

pub(crate) enum Statement {
    /// Declares the Rust variables for the registers of the declaration with this number. After an
    /// error the variables have no type, so that rustc does not report their uses.
    Declare(usize, Option<Error>),
    Block(Vec<Statement>),
    Execute {
        guard: Option<Guard>,
        operation: Operation,
    },
    /// A faulty statement. The statement expands to its error, so rustc reports no other error for
    /// the statement.
    Faulty(Error),
}

impl Statement {
    /// Returns whether the statement reads the carry flag.
    pub(crate) fn reads_carry(&self) -> bool {
        match self {
            Self::Block(inner) => inner.iter().any(Self::reads_carry),
            Self::Execute { operation, .. } => operation.computation.value.reads_carry().is_some(),
            Self::Declare(..) | Self::Faulty(_) => false,
        }
    }
}

pub(crate) struct Guard {
    pub(crate) complement: bool,
    pub(crate) condition: Value,
}

/// An instruction: the computation, the sources and the destinations.
pub(crate) struct Operation {
    /// The instruction as PTX text; `None` in `sass!`.
    pub(crate) text: Option<Text>,
    /// The span of the mnemonic.
    pub(crate) word: Span,
    pub(crate) computation: Computation,
    pub(crate) sources: Vec<(Value, Type)>,
    /// The destination and type of each result; `None` discards the result.
    pub(crate) destinations: Vec<Option<(Destination, Type)>>,
}

/// An instruction as PTX text, with gaps for its values.
pub(crate) struct Text {
    /// The mnemonic and the modifiers.
    pub(crate) spelling: String,
    pub(crate) operands: Vec<Layout>,
}

/// How the text of an operand is built from values.
pub(crate) enum Layout {
    /// One value, with the text before it (a minus sign or nothing) and the text after it (lanes such as `.b10`, or
    /// nothing).
    One(&'static str, String),
    /// `{a, b}`: this number of values.
    Vector(usize),
    /// `p|q`: two values.
    Pair,
}

/// A source.
pub(crate) enum Value {
    Register {
        id: RegisterId,
        ty: Type,
        word: Span,
    },
    /// A Rust expression, and the span at which rustc reports a wrong type.
    Host {
        tokens: Vec<TokenTree>,
        span: Span,
    },
    /// The bits of a literal.
    Bits(u64),
    /// A constant Rust expression from 0 to 255, which becomes part of the instruction.
    Constant {
        tokens: Vec<TokenTree>,
        span: Span,
    },
    Complement(Box<Value>),
}

impl Value {
    /// Returns the span at which rustc reports errors in a Rust expression; `None` for other
    /// values.
    pub(crate) fn host(&self) -> Option<Span> {
        match self {
            Self::Host { span, .. } => Some(*span),
            Self::Complement(inner) => inner.host(),
            Self::Register { .. } | Self::Bits(_) | Self::Constant { .. } => None,
        }
    }
}

/// A destination.
pub(crate) enum Destination {
    Register { id: RegisterId, ty: Type, word: Span },
    Host { tokens: Vec<TokenTree>, span: Span },
}

/// The value of the whole macro call.
pub(crate) enum Tail {
    One(Value),
    Tuple(Vec<Value>),
    Faulty(Error),
}
