//! The computation of an instruction, as nested calls of functions in `ptx-core`.

use crate::chain::Flag;
use crate::types::Rust;
use std::fmt;

/// A call of a function in `ptx-core`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function's path in `ptx-core`: `rcp_f32`, `sass::fadd`.
    pub function: String,
    /// The arguments.
    pub arguments: Vec<Argument>,
    /// The type of the result.
    pub returns: Returns,
}

/// An argument of a call, or the whole value of a computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The source with this index, and its Rust type. Each element of a vector counts as a source.
    Source(usize, Rust),
    /// The path of an enum variant in `ptx-core`: `Rounding::Rn`.
    Mode(&'static str),
    /// A number in a newtype of `ptx-core`: `Sm(90)`.
    Number(&'static str, u16),
    /// The carry flag as a `bool`, in the representation of the function. In a program, [`Flag::Borrow`] is the
    /// complement of the flag.
    Carry(Flag),
    /// The result of another call.
    Call(Call),
    /// Several values of one type, which a move of a vector returns.
    Array(Vec<Argument>),
}

/// The type of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Returns {
    /// A single value.
    One(Rust),
    /// An array of this length.
    Array(Rust, usize),
    /// A value, and a `bool` for a predicate or the carry.
    With(Rust),
    /// A value, its carry, and a `bool` that is true if the value is zero.
    WithCondition(Rust),
    /// The low and the high word of a value, and a `bool` for a predicate.
    WordsWith,
}

/// The computation of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Computation {
    /// The value. It is an array or a tuple if there are several results.
    pub value: Argument,
    /// How the last result represents the carry flag; `None` if the instruction does not write the flag. In a program,
    /// the complement of a [`Flag::Borrow`] is stored in the flag.
    pub writes_carry: Option<Flag>,
}

impl Call {
    pub(crate) fn new(
        function: impl Into<String>,
        arguments: Vec<Argument>,
        returns: Returns,
    ) -> Self {
        Self { function: function.into(), arguments, returns }
    }

    /// Returns this call and all calls in its arguments.
    pub fn each(&self) -> Vec<&Self> {
        let inner = self.arguments.iter().filter_map(Argument::call).flat_map(Self::each);
        std::iter::once(self).chain(inner).collect()
    }
}

impl Argument {
    /// Returns a call that passes this value to a function with one argument.
    pub(crate) fn through(self, function: impl Into<String>, returns: Rust) -> Self {
        Self::Call(Call::new(function, vec![self], Returns::One(returns)))
    }

    /// Returns the call; `None` for other arguments.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match self {
            Self::Call(call) => Some(call),
            _ => None,
        }
    }

    /// Returns the type of the value; `None` for a mode or a number.
    #[must_use]
    pub fn returns(&self) -> Option<Returns> {
        match self {
            Self::Source(_, ty) => Some(Returns::One(*ty)),
            Self::Carry(_) => Some(Returns::One(Rust::Bool)),
            Self::Call(call) => Some(call.returns),
            Self::Array(items) => match items.first()?.returns()? {
                Returns::One(ty) => Some(Returns::Array(ty, items.len())),
                _ => None,
            },
            Self::Mode(_) | Self::Number(..) => None,
        }
    }

    /// Returns how the functions in this value represent the carry flag; `None` if the value does not depend on the
    /// flag.
    #[must_use]
    pub fn reads_carry(&self) -> Option<Flag> {
        match self {
            Self::Carry(flag) => Some(*flag),
            Self::Call(Call { arguments: all, .. }) | Self::Array(all) => {
                all.iter().find_map(Self::reads_carry)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Returns {
    /// Prints the Rust type: `u32`, `[u32; 2]`, `(u64, bool)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(ty) => f.write_str(ty.name()),
            Self::Array(ty, count) => write!(f, "[{}; {count}]", ty.name()),
            _ => {
                let types: Vec<_> = self.types().into_iter().map(Rust::name).collect();
                write!(f, "({})", types.join(", "))
            }
        }
    }
}

impl Returns {
    /// Returns the types of all results, in order.
    #[must_use]
    pub fn types(self) -> Vec<Rust> {
        match self {
            Self::One(ty) => vec![ty],
            Self::Array(ty, count) => vec![ty; count],
            Self::With(ty) => vec![ty, Rust::Bool],
            Self::WithCondition(ty) => vec![ty, Rust::Bool, Rust::Bool],
            Self::WordsWith => vec![Rust::U32, Rust::U32, Rust::Bool],
        }
    }
}
