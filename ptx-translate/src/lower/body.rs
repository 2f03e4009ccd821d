//! The actions of a function, independent of the syntax of PTX.

use proc_macro2::Ident;
use ptx_isa::{Computation, Type};
use ptx_lower::flow::Line;
use ptx_text::Span;

/// The number of a register, parameter or result of a function.
pub(crate) type VariableId = usize;

/// A function's body.
#[derive(Debug, Default)]
pub(crate) struct Body<'a> {
    pub(crate) variables: Vec<Variable>,
    /// The step of each line in `lines`.
    pub(crate) steps: Vec<Step>,
    pub(crate) lines: Vec<Line>,
    pub(crate) parameters: Vec<VariableId>,
    pub(crate) returns: Vec<VariableId>,
    pub(crate) locals: Vec<Local>,
    /// The carry flag, if an instruction reads or writes it.
    pub(crate) carry: Option<VariableId>,
    /// The called functions, each once.
    pub(crate) calls: Vec<&'a str>,
    /// The variables of the module that instructions name, each once.
    pub(crate) globals: Vec<&'a str>,
    pub(crate) reads_thread: bool,
    pub(crate) uses_memory: bool,
    pub(crate) may_trap: bool,
    /// The worst grade of the instructions.
    pub(crate) grade: Option<char>,
    /// Whether `ptxas` may fuse a product and a sum.
    pub(crate) may_fuse: bool,
}

/// A variable of the generated function.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: Ident,
    pub(crate) storage: Storage,
}

/// The storage of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// A value of this PTX type.
    Scalar(Type),
    /// An array of this many bytes.
    Bytes(usize),
    /// No storage: the value is the address of the object with this number.
    Address(usize),
}

/// A `.local` array.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: Ident,
    pub(crate) bytes: usize,
}

/// A line of the function: its guard and its action.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) span: Span,
    pub(crate) guard: Option<Guard>,
    pub(crate) action: Action,
}

/// `@p` or `@!p`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    pub(crate) is_negated: bool,
    pub(crate) predicate: VariableId,
}

/// The action of an instruction.
#[derive(Debug)]
pub(crate) enum Action {
    /// Changes no variable: the line has only control flow.
    None,
    /// Computes results from sources.
    Compute {
        computation: Computation,
        sources: Vec<(Value, Type)>,
        destinations: Vec<Option<(VariableId, Type)>>,
    },
    /// Reads elements of a type from memory.
    Load { address: Address, ty: Type, destinations: Vec<Option<VariableId>>, fault: String },
    /// Writes elements of a type to memory.
    Store { address: Address, ty: Type, sources: Vec<Value>, fault: String },
    /// Reads elements of a type from a parameter.
    Read { from: VariableId, offset: usize, ty: Type, destinations: Vec<Option<VariableId>> },
    /// Writes elements of a type to a parameter.
    Write { to: VariableId, offset: usize, ty: Type, sources: Vec<Value> },
    /// Calls a function.
    Call { function: String, arguments: Vec<(Value, Storage)>, returns: Vec<(VariableId, Storage)> },
    /// Jumps to the label with this index.
    Switch { index: Value },
    /// Returns from the function.
    Return,
    /// Panics with the message `fault`.
    Trap { fault: String },
}

/// An address.
#[derive(Debug)]
pub(crate) struct Address {
    pub(crate) base: Value,
    pub(crate) offset: u64,
}

/// A source operand.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Variable(VariableId),
    /// The bits of a literal.
    Bits(u64),
    Complement(Box<Value>),
    /// `%tid.x`: a field of the thread, and the axis.
    Thread(&'static str, usize),
    /// The address of a variable of the module, and the offset that is added.
    Global(String, u64),
    /// The address of a `.local` array, and the offset that is added.
    Local(usize, u64),
}

impl Value {
    /// Returns the variable that the value reads.
    pub(crate) fn variable(&self) -> Option<VariableId> {
        match self {
            Self::Variable(id) => Some(*id),
            Self::Complement(inner) => inner.variable(),
            _ => None,
        }
    }
}

impl Action {
    /// Returns the values that the action reads.
    pub(crate) fn sources(&self) -> Vec<&Value> {
        match self {
            Self::Compute { sources, .. } => sources.iter().map(|(value, _)| value).collect(),
            Self::Load { address, .. } => vec![&address.base],
            Self::Store { address, sources, .. } => {
                std::iter::once(&address.base).chain(sources).collect()
            }
            Self::Write { sources, .. } => sources.iter().collect(),
            Self::Call { arguments, .. } => arguments.iter().map(|(value, _)| value).collect(),
            Self::Switch { index } => vec![index],
            Self::None | Self::Read { .. } | Self::Return | Self::Trap { .. } => Vec::new(),
        }
    }

    /// Returns the variables that the action writes.
    pub(crate) fn destinations(&self) -> Vec<VariableId> {
        match self {
            Self::Compute { destinations, .. } => {
                destinations.iter().flatten().map(|(id, _)| *id).collect()
            }
            Self::Load { destinations, .. } | Self::Read { destinations, .. } => {
                destinations.iter().flatten().copied().collect()
            }
            Self::Call { returns, .. } => returns.iter().map(|(id, _)| *id).collect(),
            Self::Write { to, .. } => vec![*to],
            _ => Vec::new(),
        }
    }
}
