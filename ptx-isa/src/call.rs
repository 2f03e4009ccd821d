//! What computes an instruction: a tree of calls of `ptx-core`'s functions.

use crate::types::Rust;

/// A call of a function of `ptx-core`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function's path in `ptx-core`: `rcp_f32`, `sass::fadd`.
    pub function: String,
    /// What it is called with.
    pub arguments: Vec<Argument>,
    /// What it returns.
    pub returns: Returns,
}

/// A value in a tree of calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The source with this index, as a value of this type; the elements of a vector count one by
    /// one.
    Source(usize, Rust),
    /// The path of a variant in `ptx-core`: `Rounding::Rn`.
    Mode(&'static str),
    /// A number in a type of `ptx-core` that has one field: `Sm(90)`.
    Number(&'static str, u16),
    /// The carry that an earlier instruction left, a `bool`.
    Carry,
    /// What another function returns.
    Call(Call),
    /// Several values of one type, as a move of several has them.
    Array(Vec<Argument>),
}

/// What a function returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Returns {
    /// A value.
    One(Rust),
    /// An array of so many.
    Array(Rust, usize),
    /// A value and a predicate, or the carry.
    With(Rust),
    /// A value, its carry, and whether it is zero.
    WithCondition(Rust),
}

/// What computes an instruction, and where the results go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computation {
    /// The value, or the values of several destinations.
    pub value: Argument,
    /// Whether the last of the results is the carry.
    pub writes_carry: bool,
}

impl Call {
    /// A call that returns one value or several.
    pub(crate) fn new(
        function: impl Into<String>,
        arguments: Vec<Argument>,
        returns: Returns,
    ) -> Self {
        Self { function: function.into(), arguments, returns }
    }

    /// Every call of the tree, this one first.
    pub fn each(&self) -> Vec<&Self> {
        let inner = self.arguments.iter().filter_map(Argument::call).flat_map(Self::each);
        std::iter::once(self).chain(inner).collect()
    }
}

impl Argument {
    /// This value, through a function of one argument.
    pub(crate) fn through(self, function: impl Into<String>, returns: Rust) -> Self {
        Self::Call(Call::new(function, vec![self], Returns::One(returns)))
    }

    /// The call that it is, if it is one.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match self {
            Self::Call(call) => Some(call),
            _ => None,
        }
    }

    /// What kind of value it is.
    #[must_use]
    pub fn returns(&self) -> Option<Returns> {
        match self {
            Self::Source(_, ty) => Some(Returns::One(*ty)),
            Self::Carry => Some(Returns::One(Rust::Bool)),
            Self::Call(call) => Some(call.returns),
            Self::Array(items) => match items.first()?.returns()? {
                Returns::One(ty) => Some(Returns::Array(ty, items.len())),
                _ => None,
            },
            Self::Mode(_) | Self::Number(..) => None,
        }
    }

    /// Whether the carry is read.
    #[must_use]
    pub fn reads_carry(&self) -> bool {
        match self {
            Self::Carry => true,
            Self::Call(Call { arguments: all, .. }) | Self::Array(all) => {
                all.iter().any(Self::reads_carry)
            }
            _ => false,
        }
    }
}

impl Returns {
    /// The types of the results, one after the other.
    #[must_use]
    pub fn types(self) -> Vec<Rust> {
        match self {
            Self::One(ty) => vec![ty],
            Self::Array(ty, count) => vec![ty; count],
            Self::With(ty) => vec![ty, Rust::Bool],
            Self::WithCondition(ty) => vec![ty, Rust::Bool, Rust::Bool],
        }
    }
}
