//! Instructions that lanes of a warp run together.

use super::Reg;
use ptx_core::Nans;

/// An instruction that lanes of a warp run together.
#[derive(Clone, Debug)]
pub(crate) struct Warp {
    pub(crate) kind: Kind,
    /// The register with the mask of the lanes that take part, if the instruction has a mask.
    pub(crate) mask: Option<Reg>,
    pub(crate) sources: Vec<Reg>,
    /// The registers of the results: the destination `d` and the predicate `p`.
    pub(crate) results: [Option<Reg>; 2],
}

/// The operation, with its modifiers. Lanes wait for each other only if their operations are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `bar.warp.sync`
    Barrier,
    Shuffle(Shuffle),
    Vote(Vote),
    /// `match.any` on values of this many bits.
    MatchAny(u32),
    /// `match.all` on values of this many bits.
    MatchAll(u32),
    Reduce(Reduce),
    ActiveMask,
    Elect,
    /// The wait before a matrix instruction: all lanes of the warp wait for each other.
    Matrix,
    /// The wait before `wgmma.mma_async`: all threads of the warpgroup wait for each other.
    Warpgroup,
}

/// The mode of `shfl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shuffle {
    Up,
    Down,
    Bfly,
    Idx,
}

/// The mode of `vote`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vote {
    All,
    Any,
    Uni,
    Ballot,
}

/// The operation of `redux.sync`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduce {
    Add,
    MinU32,
    MaxU32,
    MinS32,
    MaxS32,
    And,
    Or,
    Xor,
    Float { is_max: bool, is_abs: bool, nans: Nans },
}
