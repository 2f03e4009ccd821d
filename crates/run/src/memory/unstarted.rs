//! The clusters of a launch that have not started, and the requests to cancel them.

use std::iter::StepBy;
use std::ops::Range;
use std::vec::IntoIter;

/// The first blocks of the clusters that have not started, in the order in which they start.
#[derive(Debug)]
pub(crate) enum Unstarted {
    InOrder(StepBy<Range<u64>>),
    Shuffled(IntoIter<u64>),
}

impl Default for Unstarted {
    fn default() -> Self {
        Self::Shuffled(Vec::new().into_iter())
    }
}

impl Iterator for Unstarted {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        match self {
            Self::InOrder(rest) => rest.next(),
            Self::Shuffled(rest) => rest.next(),
        }
    }
}

/// The requests of the blocks of a run that have failed.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    /// The mbarriers that report failures, by the index of their first byte, each with its phase.
    failed: Vec<(usize, u64)>,
    /// The blocks that have seen a failure.
    seen: Vec<usize>,
}

impl Requests {
    /// Records a request that fails. The block learns of the failure when this phase of the mbarrier completes.
    pub(crate) fn fail(&mut self, mbarrier: usize, phase: u64) {
        self.failed.push((mbarrier, phase));
    }

    /// Records that a thread has seen that an mbarrier is in a phase. `block` is the block of the mbarrier.
    pub(crate) fn observe(&mut self, mbarrier: usize, phase: u64, block: usize) {
        if self.failed.iter().any(|one| one.0 == mbarrier && one.1 < phase) {
            self.seen.push(block);
        }
    }

    /// Returns whether a block has seen that a request failed.
    pub(crate) fn has_seen_failure(&self, block: usize) -> bool {
        self.seen.contains(&block)
    }
}
