//! What will be done: one call of `ptx-core`.

use crate::ir::{Place, Value};
use ptx_isa::Type;
use ptx_isa::sass::Call;
use ptx_isa::sass::opcodes::Kind;

/// A machine instruction.
pub(crate) struct Machine {
    pub(crate) call: Call,
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
