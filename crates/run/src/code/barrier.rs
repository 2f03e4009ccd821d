//! The instructions `bar` and `barrier`.

use super::Reg;
pub(crate) use ptx_module::operation::BarrierReduction as Reduction;

/// A barrier instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Barrier {
    pub(crate) kind: Kind,
    /// The register with the number of the barrier, 0 to 15.
    pub(crate) number: Reg,
    /// The register with the number of threads.
    pub(crate) count: Option<Reg>,
    /// Whether all threads of a warp must execute the same instruction.
    pub(crate) is_aligned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sync,
    /// Arrives without waiting.
    Arrive,
    Reduce {
        with: Reduction,
        predicate: Reg,
        result: Reg,
    },
}
