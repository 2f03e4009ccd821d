//! The bulk copies that the race detector follows.

use crate::watching::clock::Clock;
use std::collections::{HashMap, VecDeque};

/// The number of clocks for copies. A copy takes two in turn. If more copies are pending, some races are not found.
pub(crate) const SLOTS: usize = 128;

/// The clocks with which a copy reads and writes.
pub(crate) type Sides = [usize; 2];

/// The copies of all threads.
#[derive(Debug, Default)]
pub(crate) struct Asynchronous {
    /// The number of clocks that copies have taken.
    pub(crate) taken: usize,
    /// The thread that issued the copy of each clock.
    pub(crate) issuers: HashMap<usize, usize>,
    /// What the copies see of the threads' own writes. `None` before the first `fence.proxy.async`.
    pub(crate) proxied: Option<Clock>,
    /// For each thread, the copies of each group. The last group is open.
    pub(crate) groups: HashMap<usize, VecDeque<Vec<Sides>>>,
}
