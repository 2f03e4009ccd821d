//! Decoded instructions.

use crate::matrix::Matrix;
use crate::types::Type;

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// A register, by its index.
    Register(usize),
    /// The complement of a predicate.
    Not(usize),
    /// An immediate, or the address of a shared variable.
    Constant(u64),
    /// A special register.
    Special(Special),
}

/// A special register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    Tid(usize),
    Ntid(usize),
    Ctaid(usize),
    Nctaid(usize),
    Lane,
    Warp,
    Warps,
    LanesEqual,
    LanesLess,
    LanesUpTo,
    LanesGreater,
    LanesFrom,
}

/// The part of a product that is the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    Low,
    High,
    Wide,
}

/// A comparison of `setp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// An operation that combines two bits or words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Logic {
    And,
    Or,
    Xor,
}

/// The operation of an arithmetic instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Move,
    Add,
    Subtract,
    Multiply(Half),
    MultiplyAdd(Half),
    Fma,
    Divide,
    Remainder,
    Minimum,
    Maximum,
    Absolute,
    Negate,
    Bitwise(Logic),
    Not,
    ShiftLeft,
    ShiftRight,
    Population,
    LeadingZeros,
    Reverse,
    Extract,
    Insert,
    Lookup,
    Permute,
    Select,
    /// `cvt`, with the type of the source.
    Convert(Type),
    /// `setp`. The third source is the predicate with which the result is combined.
    Set {
        comparison: Comparison,
        is_unordered: bool,
        combination: Option<Logic>,
    },
}

/// An operation of `atom` and `red`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Atomic {
    Add,
    Minimum,
    Maximum,
    Bitwise(Logic),
    Exchange,
    CompareAndSwap,
    Increment,
    Decrement,
}

/// An operation that the lanes of a warp execute together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collective {
    Up,
    Down,
    Butterfly,
    Index,
    All,
    Any,
    Uniform,
    Ballot,
    MatchAny(u32),
    MatchAll(u32),
    Reduce(Atomic, Type),
    Elect,
    Synchronise,
    Matrix(Matrix),
}

/// The operation of a barrier instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Barrier {
    Synchronise,
    Arrive,
    Population,
    All,
    Any,
}

/// An address in memory: a base and an offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Address {
    /// Whether the address is an offset in shared memory.
    pub(crate) is_shared: bool,
    pub(crate) base: Source,
    /// The number to add to the base.
    pub(crate) offset: u64,
}

/// The effect of an instruction, apart from its guard.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Compute {
        operation: Operation,
        kind: Type,
        destinations: [Option<usize>; 2],
        sources: Vec<Source>,
    },
    Load {
        kind: Type,
        destinations: Vec<Option<usize>>,
        address: Address,
    },
    /// `ld.param` of the parameter at `offset`.
    Parameter {
        kind: Type,
        destination: usize,
        offset: usize,
    },
    Store {
        kind: Type,
        sources: Vec<Source>,
        address: Address,
    },
    Atomic {
        operation: Atomic,
        kind: Type,
        destination: Option<usize>,
        sources: Vec<Source>,
        address: Address,
    },
    Branch(usize),
    Exit,
    /// A memory fence. A fence has no effect, because only one thread runs at a time.
    Fence,
    Barrier {
        operation: Barrier,
        is_aligned: bool,
        number: Source,
        count: Option<Source>,
        predicate: Option<Source>,
        destination: Option<usize>,
    },
    Collective {
        operation: Collective,
        destinations: [Option<usize>; 2],
        mask: Source,
        sources: Vec<Source>,
    },
}

/// An instruction with its guard.
#[derive(Clone, Debug)]
pub(crate) struct Instruction {
    /// The predicate of the guard, and whether it is negated.
    pub(crate) guard: Option<(usize, bool)>,
    /// The number of the line in the PTX text.
    pub(crate) line: usize,
    pub(crate) action: Action,
}
