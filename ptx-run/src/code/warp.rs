//! The instructions of a warp.

use super::Reg;
use ptx_core::Nans;

/// An instruction of a warp.
#[derive(Clone, Debug)]
pub(crate) struct Warp {
    pub(crate) kind: Kind,
    /// The register with the mask of the lanes that take part.
    pub(crate) mask: Option<Reg>,
    pub(crate) sources: Vec<Reg>,
    /// The registers of `d` and of the predicate `p`.
    pub(crate) results: [Option<Reg>; 2],
}

/// The operation. Lanes that wait for each other must agree in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `bar.warp.sync`
    Barrier,
    Shuffle(Shuffle),
    Vote(Vote),
    /// `match.any` of a number of bits.
    MatchAny(u32),
    /// `match.all` of a number of bits.
    MatchAll(u32),
    Reduce(Reduce),
    ActiveMask,
    Elect,
    /// The meeting of all lanes before an instruction on matrices.
    Matrix,
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
