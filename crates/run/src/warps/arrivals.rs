//! The threads that have arrived at barriers: with `bar.arrive`, which does not wait, and at the barrier of a cluster.

use crate::lanes::Lanes;
use std::collections::BTreeMap;

/// A barrier: the block of threads, and the number of the barrier.
pub(crate) type Key = (usize, u64);

/// The threads that have arrived at barriers without waiting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arrivals {
    /// The warps whose threads have all arrived, each with the number of threads that the barrier expects.
    pub(crate) whole: BTreeMap<Key, Vec<(usize, Option<u64>)>>,
    /// The lanes that have executed `bar.arrive` while other threads of their warp have not arrived yet. Each entry of
    /// a list has the index of the basic block that starts with the `bar.arrive`, and the lanes that have executed it.
    pub(crate) parts: BTreeMap<Key, Vec<(usize, Lanes)>>,
}

impl Arrivals {
    pub(crate) fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.parts.is_empty()
    }
}

/// The state of the barrier of a cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClusterArrivals {
    /// The lanes that have arrived in the current phase.
    pub(crate) arrived: Lanes,
    /// The lanes whose phase has completed, and that have not waited for it.
    pub(crate) completed: Lanes,
}

/// The number of times that all threads have waited in vain since a phase completed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Expiries {
    pub(crate) count: u32,
    /// The number of phases that had completed then.
    pub(crate) completed: u64,
}
