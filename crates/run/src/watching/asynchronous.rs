//! Finds races of bulk copies (PTX ISA, "Asynchronous Operations" and "Async proxy" in "Memory Consistency Model").
//!
//! The detector treats a copy as two threads, which start at the copy: one reads, one writes. The reads end at
//! `wait_group.read` of the thread that issued the copy. The writes end at `wait_group` of this thread, or for threads
//! that have seen the phase of the copy's mbarrier complete. A copy sees a write of a thread only if `fence.proxy.async`
//! follows the write. The end of a copy contains the fence for the threads that see it (PTX ISA 9.4, 9.7.10.28.2, "Async Proxy").

use super::copies::{SLOTS, Sides};
use super::race::{Races, join};

impl Races {
    /// Returns the thread of a lane, or the thread that issued the copy of a clock.
    pub(crate) fn issuer(&self, lane: usize) -> usize {
        self.asynchronous.issuers.get(&lane).copied().unwrap_or(lane)
    }

    /// Records `fence.proxy.async` of a thread.
    pub(crate) fn proxy_fence(&mut self, lane: usize) {
        join(&mut self.asynchronous.proxied, &self.clocks[lane]);
        self.clocks[lane].advance(lane);
    }

    /// Starts a copy of a thread. Returns the clocks with which it reads and writes.
    pub(crate) fn start_copy(&mut self, lane: usize) -> Sides {
        let first = self.threads + self.asynchronous.taken % SLOTS;
        self.asynchronous.taken += 2;
        let sides = [first, first + 1];
        for slot in sides {
            self.asynchronous.issuers.insert(slot, lane);
            let mut clock = self.clocks[lane].clone();
            clock.restart(slot, &self.clocks[slot]);
            self.clocks[slot] = clock;
        }
        let threads = self.threads;
        self.clocks[first].limit(threads, self.asynchronous.proxied.as_ref());
        self.clocks[lane].advance(lane);
        sides
    }

    /// Records that a copy completes on an mbarrier.
    pub(crate) fn copy_arrives(&mut self, sides: Sides, mbarrier: usize) {
        for slot in sides {
            let clock = self.clocks[slot].alone(slot);
            let [current, _] = self.mbarriers.entry(mbarrier).or_default();
            join(current, &clock);
        }
    }

    /// Adds a copy to the open group of its thread.
    pub(crate) fn copy_in_group(&mut self, lane: usize, sides: Sides) {
        let groups = self.asynchronous.groups.entry(lane).or_insert_with(|| [Vec::new()].into());
        groups.back_mut().into_iter().for_each(|group| group.push(sides));
    }

    /// Closes the open group of a thread (`cp.async.bulk.commit_group`).
    pub(crate) fn commit_copies(&mut self, lane: usize) {
        let groups = self.asynchronous.groups.entry(lane).or_insert_with(|| [Vec::new()].into());
        groups.push_back(Vec::new());
    }

    /// Records that a thread has waited for all groups but the open one and the last `left` closed ones. After
    /// `wait_group.read`, only the reads have completed.
    pub(crate) fn wait_for_copies(&mut self, lane: usize, left: usize, only_reads: bool) {
        let Some(groups) = self.asynchronous.groups.get_mut(&lane) else { return };
        let count = groups.len().saturating_sub(left.saturating_add(1));
        let done: Vec<Sides> = groups.iter().take(count).flatten().copied().collect();
        if !only_reads {
            groups.drain(..count);
        }
        for [read, write] in done {
            let slots = if only_reads { &[read][..] } else { &[read, write] };
            slots.iter().for_each(|slot| self.end_copy(lane, *slot));
        }
    }

    /// Records that a thread has waited for the accesses of a copy with this clock.
    pub(crate) fn end_copy(&mut self, lane: usize, slot: usize) {
        let clock = self.clocks[slot].alone(slot);
        self.clocks[lane].join(&clock);
    }
}
