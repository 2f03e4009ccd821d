//! The asynchronous copies of a run that have not been completed.

use std::collections::VecDeque;
use std::sync::Arc;

/// The maximum number of bytes of a copy.
pub(crate) const MOST_BYTES: usize = 16;

/// The copies of a run that have not been completed.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// The pending copies of each lane, in the order of their instructions. The vector is empty before the first copy.
    lanes: Vec<Lane>,
    /// For each byte of shared memory, whether a pending copy will write it.
    is_awaited: Vec<bool>,
    /// The number of pending copies.
    count: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Lane {
    /// The number of groups that the thread has closed (`cp.async.commit_group`).
    pub(crate) closed: u64,
    pending: VecDeque<Pending>,
}

#[derive(Clone, Debug)]
pub(crate) struct Pending {
    /// The number of the group that the copy belongs to.
    pub(crate) group: u64,
    pub(crate) place: usize,
    pub(crate) bytes: usize,
    pub(crate) content: [u8; MOST_BYTES],
    /// The position of the instruction, for messages.
    pub(crate) at: Arc<str>,
}

impl Lane {
    /// Returns the number of pending copies that a wait completes.
    fn completed(&self, left: Option<u64>) -> usize {
        let end = left.map_or(u64::MAX, |left| self.closed.saturating_sub(left));
        self.pending.partition_point(|one| one.group < end)
    }
}

impl Copies {
    /// Returns the places and numbers of bytes in shared memory that a wait of a lane writes.
    pub(crate) fn written(
        &self,
        lane: usize,
        left: Option<u64>,
    ) -> impl Iterator<Item = (usize, usize)> {
        let owner = self.lanes.get(lane);
        let pending = owner.map(|owner| owner.pending.iter().take(owner.completed(left)));
        pending.into_iter().flatten().map(|one| (one.place, one.bytes))
    }

    /// Returns whether any copy is pending.
    pub(crate) fn are_pending(&self) -> bool {
        self.count > 0
    }

    /// Returns the lane and the position of a pending copy that will write one of these bytes of shared memory.
    pub(crate) fn awaited(&self, place: usize, bytes: usize) -> Option<(usize, &str)> {
        let places = place..place + bytes;
        if !self.are_pending() || !self.is_awaited[places.clone()].contains(&true) {
            return None;
        }
        let overlaps =
            |one: &&Pending| one.place < places.end && places.start < one.place + one.bytes;
        let mut lanes = self.lanes.iter().enumerate();
        lanes.find_map(|(i, lane)| Some((i, &*lane.pending.iter().find(overlaps)?.at)))
    }

    /// Removes all copies.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the state of a lane.
    pub(crate) fn lane(&mut self, lane: usize) -> &mut Lane {
        if self.lanes.len() <= lane {
            self.lanes.resize(lane + 1, Lane::default());
        }
        &mut self.lanes[lane]
    }

    /// Adds a copy to the current group of a lane. `length` is the size of shared memory in bytes.
    pub(crate) fn add(&mut self, lane: usize, one: Pending, length: usize) {
        let owner = self.lane(lane);
        owner.pending.push_back(Pending { group: owner.closed, ..one });
        self.count += 1;
        self.is_awaited.resize(length, false);
        self.is_awaited[one.place..one.place + one.bytes].fill(true);
    }

    /// Completes the copies of a lane: writes their bytes to shared memory. If `left` is a number, leaves the
    /// current group and the last `left` closed groups pending.
    pub(crate) fn arrive(
        &mut self,
        lane: usize,
        left: Option<u64>,
        shared: &mut [u8],
        mut written: Option<&mut [bool]>,
    ) {
        let Some(owner) = self.lanes.get_mut(lane) else { return };
        let count = owner.completed(left);
        for one in owner.pending.drain(..count) {
            let places = one.place..one.place + one.bytes;
            self.is_awaited[places.clone()].fill(false);
            if let Some(written) = &mut written {
                written[places.clone()].fill(true);
            }
            shared[places].copy_from_slice(&one.content[..one.bytes]);
            self.count -= 1;
        }
    }
}
