//! Vector clocks of threads.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The time of an access: its thread, and the value of the thread's counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) block: u64,
    pub(crate) lane: usize,
    time: u32,
}

/// The vector clock of a thread. It holds the current time of this thread. For each other thread, it holds the time of
/// that thread's latest access that happened before the next access of this thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    block: u64,
    /// The times of the threads in the same block.
    own: Vec<u32>,
    /// The times of the threads in other blocks, by block number. A cloned clock shares the map until one of the two
    /// clocks changes.
    others: Arc<BTreeMap<u64, Arc<Vec<u32>>>>,
}

impl Clock {
    /// Returns the initial clock of a thread: no access of another thread happened before the thread's accesses.
    pub(crate) fn new(block: u64, lane: usize, threads: usize) -> Self {
        let mut own = vec![0; threads];
        own[lane] = 1;
        Self { block, own, others: Arc::default() }
    }

    /// Returns the time of an access that the clock's thread makes now.
    pub(crate) fn stamp(&self, lane: usize) -> Stamp {
        Stamp { block: self.block, lane, time: self.own[lane] }
    }

    /// Returns whether the access with this stamp happened before the next access of the clock's thread.
    pub(crate) fn is_after(&self, stamp: Stamp) -> bool {
        let times = match stamp.block == self.block {
            true => Some(&self.own),
            false => self.others.get(&stamp.block).map(|times| &**times),
        };
        times.is_some_and(|times| times[stamp.lane] >= stamp.time)
    }

    /// Makes the clock that of `lane`, whose clock so far was `old`.
    pub(crate) fn restart(&mut self, lane: usize, old: &Self) {
        self.own[lane] = old.own[lane] + 1;
    }

    /// Forgets the accesses of the first `threads` threads of the block that another clock does not know.
    pub(crate) fn limit(&mut self, threads: usize, other: Option<&Self>) {
        for (lane, time) in self.own[..threads].iter_mut().enumerate() {
            *time = (*time).min(other.map_or(0, |other| other.own[lane]));
        }
    }

    /// Returns a clock that knows only the accesses of `lane`.
    pub(crate) fn alone(&self, lane: usize) -> Self {
        let mut own = vec![0; self.own.len()];
        own[lane] = self.own[lane];
        Self { block: self.block, own, others: Arc::default() }
    }

    /// Increments the counter of the clock's thread.
    pub(crate) fn advance(&mut self, lane: usize) {
        self.own[lane] += 1;
    }

    /// Merges another clock into this clock: takes the maximum time of each thread.
    pub(crate) fn join(&mut self, other: &Self) {
        match self.block == other.block {
            true => latest(&mut self.own, &other.own),
            false => self.join_block(other.block, &Arc::new(other.own.clone())),
        }
        if Arc::ptr_eq(&self.others, &other.others) {
            return;
        }
        for (block, times) in other.others.iter() {
            if *block == self.block {
                latest(&mut self.own, times);
            } else {
                self.join_block(*block, times);
            }
        }
    }

    fn join_block(&mut self, block: u64, times: &Arc<Vec<u32>>) {
        let is_known =
            |known: &Arc<Vec<u32>>| known.iter().zip(&**times).all(|(known, new)| known >= new);
        if self.others.get(&block).is_some_and(is_known) {
            return;
        }
        let others = Arc::make_mut(&mut self.others);
        match others.get_mut(&block) {
            Some(known) => latest(Arc::<Vec<u32>>::make_mut(known), times),
            None => drop(others.insert(block, Arc::clone(times))),
        }
    }
}

fn latest(times: &mut [u32], other: &[u32]) {
    for (time, other) in times.iter_mut().zip(other) {
        *time = (*time).max(*other);
    }
}
