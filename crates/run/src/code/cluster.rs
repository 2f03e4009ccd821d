//! The instructions of clusters.

use super::Reg;

/// `mapa` or `getctarank`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClusterAddress {
    pub(crate) to: Reg,
    /// The register with an address in shared memory.
    pub(crate) from: Reg,
    /// For `mapa`, the register with the rank of the block. `getctarank` returns the rank of the address instead.
    pub(crate) rank: Option<Reg>,
}

/// `barrier.cluster`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ClusterBarrier {
    Arrive { releases: bool },
    Wait,
}
