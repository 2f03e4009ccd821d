//! The threads that arrived at barriers without waiting.

use crate::lanes::Lanes;
use std::collections::BTreeMap;

/// A barrier: the block of threads, and the number.
pub(crate) type Key = (usize, u64);

/// The threads that arrived at barriers without waiting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arrivals {
    /// The warps whose threads have all arrived, each with the number of threads that the barrier expects.
    pub(crate) whole: BTreeMap<Key, Vec<(usize, Option<u64>)>>,
    /// The lanes that arrived in a warp of which other threads have not arrived, with the places of their instructions.
    pub(crate) parts: BTreeMap<Key, Vec<(usize, Lanes)>>,
}

impl Arrivals {
    pub(crate) fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.parts.is_empty()
    }
}
