//! The intermediate form of a function: actions on variables, independent of PTX syntax.

use proc_macro2::Ident;
use ptx_isa::{Computation, Type};
use ptx_module::resolve::flow::Line;
use ptx_module::syntax::Span;

/// The index of a variable in its function.
pub(crate) type VariableId = usize;

/// A function's body.
#[derive(Debug, Default)]
pub(crate) struct Body<'a> {
    pub(crate) variables: Vec<Variable>,
    /// The guard and the action of each line in `lines`.
    pub(crate) steps: Vec<Step>,
    pub(crate) lines: Vec<Line>,
    pub(crate) parameters: Vec<VariableId>,
    pub(crate) returns: Vec<VariableId>,
    pub(crate) locals: Vec<Local>,
    /// The variable for the carry flag, if an instruction uses the flag.
    pub(crate) carry: Option<VariableId>,
    /// The names of the called functions, without duplicates.
    pub(crate) calls: Vec<&'a str>,
    /// The names of the used module variables, without duplicates.
    pub(crate) globals: Vec<&'a str>,
    pub(crate) reads_thread: bool,
    pub(crate) uses_memory: bool,
    pub(crate) may_trap: bool,
    /// The weakest grade of evidence among the instructions, as a letter (H, D, S or M).
    pub(crate) grade: Option<char>,
    /// Whether `ptxas` may fuse a multiplication and an addition of the function.
    pub(crate) may_fuse: bool,
}

/// A variable of the generated Rust function.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: Ident,
    pub(crate) storage: Storage,
}

/// How a variable is stored in the generated Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// The variable is one value of a PTX type.
    Scalar(Type),
    /// The variable is an array of bytes with this length.
    Bytes(usize),
    /// The variable is a parameter that is a reference or slice, so no Rust variable is generated. The value of the
    /// parameter is the address of the memory object with this number (`write/memory.rs` numbers the objects).
    Address(usize),
}

/// A `.local` array.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub(crate) name: Ident,
    pub(crate) bytes: usize,
}

/// The guard and action of a line, which is a label or an instruction.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) span: Span,
    pub(crate) guard: Option<Guard>,
    pub(crate) action: Action,
}

/// A guard: `@p` or `@!p`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    pub(crate) is_negated: bool,
    pub(crate) predicate: VariableId,
}

/// The action of an instruction.
#[derive(Debug)]
pub(crate) enum Action {
    /// Nothing, for a line that only changes the control flow.
    None,
    /// Computes results from sources.
    Compute {
        computation: Computation,
        sources: Vec<(Value, Type)>,
        destinations: Vec<Option<(VariableId, Type)>>,
    },
    /// Reads elements of type `ty` from memory.
    Load { address: Address, ty: Type, destinations: Vec<Option<VariableId>>, fault: String },
    /// Writes elements of type `ty` to memory.
    Store { address: Address, ty: Type, sources: Vec<Value>, fault: String },
    /// Reads elements of type `ty` from a parameter.
    Read { from: VariableId, offset: usize, ty: Type, destinations: Vec<Option<VariableId>> },
    /// Writes elements of type `ty` to a parameter.
    Write { to: VariableId, offset: usize, ty: Type, sources: Vec<Value> },
    /// Calls a function.
    Call { function: String, arguments: Vec<(Value, Storage)>, returns: Vec<(VariableId, Storage)> },
    /// Jumps to the label at this index of the instruction's `.branchtargets`.
    Switch { index: Value },
    /// Returns from the function.
    Return,
    /// Panics with the message `fault`.
    Trap { fault: String },
}

/// A base and an offset in memory.
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
    /// `%tid.x`: a field of `ptx::Thread` and an axis.
    Thread(&'static str, usize),
    /// The address of a module variable plus an offset.
    Global(String, u64),
    /// The address of a `.local` array plus an offset.
    Local(usize, u64),
    /// The address of the first element of an array plus a distance.
    Element(Box<Value>, Distance),
}

/// The distance of an array element from the first element: the low 32 bits of `index * bytes + offset`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Distance {
    /// The register in `table[%r1]`.
    pub(crate) index: VariableId,
    /// The size of an element.
    pub(crate) bytes: u64,
    /// The distance for the index 0.
    pub(crate) offset: u64,
    /// Whether the distance is sign-extended to 64 bits. Otherwise the distance is zero-extended.
    pub(crate) is_signed: bool,
}

impl Value {
    /// Returns the variable that this value reads, if any.
    pub(crate) fn variable(&self) -> Option<VariableId> {
        match self {
            Self::Variable(id) => Some(*id),
            Self::Complement(inner) => inner.variable(),
            Self::Element(_, distance) => Some(distance.index),
            _ => None,
        }
    }
}

impl Action {
    /// Returns the values that this action reads.
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

    /// Returns the variables that this action writes.
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
