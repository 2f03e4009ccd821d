//! What will be done: resolved and checked, without the words of PTX or SASS.

use crate::diag::Error;
use crate::scope::RegisterId;
use proc_macro2::{Span, TokenTree};
use ptx_isa::{Computation, Type};

pub(crate) enum Statement {
    /// The registers of the declaration with this number. With an error they have no type: what is
    /// made of them is faulty too, and rustc says nothing more about it.
    Declare(usize, Option<Error>),
    Block(Vec<Statement>),
    Execute {
        guard: Option<Guard>,
        operation: Operation,
    },
    /// A faulty statement. In the place of an error rustc says nothing more about types and values.
    Faulty(Error),
}

impl Statement {
    /// Whether it reads the carry flag.
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

/// One instruction: what computes it, from what, and where the results go.
pub(crate) struct Operation {
    pub(crate) computation: Computation,
    pub(crate) sources: Vec<(Value, Type)>,
    /// A place for each result; `None` throws it away.
    pub(crate) destinations: Vec<Option<(Place, Type)>>,
}

/// A source.
pub(crate) enum Value {
    Register {
        id: RegisterId,
        ty: Type,
        word: Span,
    },
    /// A Rust variable or expression, and where a wrong type is blamed.
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
    /// Where rustc blames what is made of a Rust variable or expression.
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

/// The value of the macro.
pub(crate) enum Tail {
    One(Value),
    Tuple(Vec<Value>),
    Faulty(Error),
}
