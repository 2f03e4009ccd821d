//! What will be done: resolved and checked, without the words of PTX or SASS.

use crate::diag::Error;
use crate::scope::RegisterId;
use proc_macro2::{Span, TokenTree};
use ptx_isa::sass::{self, opcodes::Kind};
use ptx_isa::{Call, Type};

pub(crate) enum Statement {
    /// The registers of the declaration with this number. With an error they have no type: what is
    /// made of them is faulty too, and rustc says nothing more about it.
    Declare(usize, Option<Error>),
    Block(Vec<Statement>),
    Execute {
        guard: Option<Guard>,
        operation: Operation,
    },
    /// A faulty statement. Where an error stands rustc says nothing more about types and values.
    Faulty(Error),
}

pub(crate) struct Guard {
    pub(crate) complement: bool,
    pub(crate) condition: Value,
}

pub(crate) enum Operation {
    /// A function of `ptx-core` on its sources. Of two results either may be thrown away (`None`).
    Compute { call: Call, sources: Vec<(Value, Type)>, ty: Type, destinations: Vec<Option<Place>> },
    /// The bits of a source, unchanged.
    Move { ty: Type, source: Value, destination: Place },
    /// Elements into a wider value, the first one in the low bits.
    Pack { whole: Type, element: Type, sources: Vec<Value>, destination: Place },
    /// A value into its elements; `None` throws one away.
    Unpack { whole: Type, element: Type, source: Value, destinations: Vec<Option<Place>> },
    /// A machine instruction.
    Machine(Machine),
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
    Complement(Box<Value>),
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

/// A machine instruction.
pub(crate) struct Machine {
    pub(crate) call: sass::Call,
    pub(crate) sources: Vec<Source>,
    pub(crate) destinations: Vec<Destination>,
}

pub(crate) struct Source {
    pub(crate) kind: Kind,
    pub(crate) negated: bool,
    pub(crate) absolute: bool,
    pub(crate) value: Held,
}

impl Source {
    /// What is evaluated, in order.
    pub(crate) fn values(&self) -> Vec<(&Value, Type)> {
        match &self.value {
            Held::Whole(value) => vec![(value, held_in(self.kind))],
            Held::Pair(low, high) => vec![(low, Type::B32), (high, Type::B32)],
        }
    }
}

/// How a value is held.
pub(crate) enum Held {
    Whole(Value),
    /// A double: its low word and its high word.
    Pair(Value, Value),
}

pub(crate) enum Destination {
    Whole(Place, Type),
    /// A double: its low word and its high word.
    Pair(Place, Place),
    /// `RZ`, `PT`: the result is thrown away.
    Nowhere,
}

/// The PTX type of the register or Rust value in a place.
pub(crate) fn held_in(kind: Kind) -> Type {
    match kind {
        Kind::Double => Type::B64,
        Kind::Predicate => Type::Pred,
        Kind::Word | Kind::Integer | Kind::Constant | Kind::Float | Kind::High => Type::B32,
    }
}
