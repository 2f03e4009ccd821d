//! Instructions that lanes of a warp run together.

use super::Reg;
use ptx_module::operation::WarpKind;
pub(crate) use ptx_module::operation::{Shuffle, Vote, WarpReduction as Reduce};

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
    /// `BSYNC`: the lanes of a convergence barrier wait for each other.
    Converge,
    /// `BREAK`: the lanes leave a convergence barrier.
    Break,
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
    /// The wait of `tcgen05.alloc` for free columns.
    Allocation,
}

impl From<WarpKind> for Kind {
    fn from(kind: WarpKind) -> Self {
        match kind {
            WarpKind::Barrier => Self::Barrier,
            WarpKind::ActiveMask => Self::ActiveMask,
            WarpKind::Elect => Self::Elect,
            WarpKind::Shuffle(mode) => Self::Shuffle(mode),
            WarpKind::Vote(mode) => Self::Vote(mode),
            WarpKind::MatchAny(bits) => Self::MatchAny(bits),
            WarpKind::MatchAll(bits) => Self::MatchAll(bits),
            WarpKind::Reduce(with) => Self::Reduce(with),
        }
    }
}
