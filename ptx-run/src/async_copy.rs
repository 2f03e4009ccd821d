//! Asynchronous copies from global to shared memory: `cp.async` (PTX ISA, "Data Movement and Conversion Instructions").
//!
//! The source is read at the instruction. The bytes arrive when the same thread waits for them, or when it ends; until
//! then nothing may touch their place.

use crate::access::{Group, addresses};
use crate::area::{Area, Areas, Own, Reach};
use crate::code::{Access, Reg};
use crate::fault::{FaultKind, Stop};
use crate::registers::Frame;
use std::collections::VecDeque;

/// The most bytes of a copy.
const MOST_BYTES: usize = 16;

/// A copy.
#[derive(Clone, Debug)]
pub(crate) struct AsyncCopy {
    pub(crate) to: Access,
    pub(crate) from: Access,
    /// The bytes that are written: 4, 8 or 16.
    pub(crate) bytes: usize,
    pub(crate) read: Read,
    pub(crate) line: usize,
}

/// The bytes that a copy reads. Zeros follow.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Read {
    All,
    /// As many as the register says.
    Count(Reg),
    /// None if the predicate is true, else all.
    Unless(Reg),
}

impl AsyncCopy {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        let read = match self.read {
            Read::All => None,
            Read::Count(register) | Read::Unless(register) => Some(register),
        };
        [self.to.address, self.from.address].into_iter().chain(read).collect()
    }
}

/// The copies of a run that have not arrived.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// Those of each lane, in the order of their instructions. The list is empty before the first copy.
    lanes: Vec<Lane>,
    /// For each byte of shared memory, whether a copy will write it.
    is_awaited: Vec<bool>,
    /// The number of copies.
    count: usize,
}

#[derive(Clone, Debug, Default)]
struct Lane {
    /// The number of groups that the thread has closed.
    closed: u64,
    pending: VecDeque<Pending>,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    /// The number of the copy's group.
    group: u64,
    place: usize,
    bytes: usize,
    content: [u8; MOST_BYTES],
    line: usize,
}

impl Copies {
    /// Returns whether a copy has not arrived.
    pub(crate) fn are_pending(&self) -> bool {
        self.count > 0
    }

    /// Returns the lane and the line of a copy that will write one of these bytes.
    pub(crate) fn awaited(&self, area: Area, place: usize, bytes: usize) -> Option<(usize, usize)> {
        let places = place..place + bytes;
        if !self.are_pending()
            || area != Area::Shared
            || !self.is_awaited[places.clone()].contains(&true)
        {
            return None;
        }
        let overlaps =
            |one: &&Pending| one.place < places.end && places.start < one.place + one.bytes;
        let mut lanes = self.lanes.iter().enumerate();
        lanes.find_map(|(i, lane)| Some((i, lane.pending.iter().find(overlaps)?.line)))
    }

    /// Forgets all copies.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Own {
    fn lane(&mut self, lane: usize) -> &mut Lane {
        let lanes = &mut self.copies.lanes;
        if lanes.len() <= lane {
            lanes.resize(lane + 1, Lane::default());
        }
        &mut lanes[lane]
    }

    fn add_copy(&mut self, lane: usize, one: Pending) {
        let owner = self.lane(lane);
        owner.pending.push_back(Pending { group: owner.closed, ..one });
        let length = self.shared.len();
        let copies = &mut self.copies;
        copies.count += 1;
        copies.is_awaited.resize(length, false);
        copies.is_awaited[one.place..one.place + one.bytes].fill(true);
    }

    /// Lets the copies of a lane arrive, except those of the `left` groups that the lane closed last and of the group that
    /// it has not closed. `None` leaves none.
    pub(crate) fn arrive(&mut self, lane: usize, left: Option<u64>) {
        let Some(owner) = self.copies.lanes.get_mut(lane) else { return };
        let end = left.map_or(u64::MAX, |left| owner.closed.saturating_sub(left));
        let count = owner.pending.partition_point(|one| one.group < end);
        for one in owner.pending.drain(..count) {
            let places = one.place..one.place + one.bytes;
            self.copies.is_awaited[places.clone()].fill(false);
            self.shared[places].copy_from_slice(&one.content[..one.bytes]);
            self.copies.count -= 1;
        }
    }
}

/// Runs a copy for each lane.
///
/// # Errors
/// The fault of the first lane that has one: those of a load and of a store, and more bytes to read than to write.
pub(crate) fn run(
    copy: &AsyncCopy,
    frame: &Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
) -> Result<(), Stop> {
    let (mut to, mut from) = (Vec::new(), Vec::new());
    addresses(&copy.to, frame, group, &mut to);
    addresses(&copy.from, frame, group, &mut from);
    for (i, (to, from)) in to.into_iter().zip(from).enumerate() {
        let lane = group.lane(i);
        let value = |register: Reg| frame.columns[register].get(group.element(i));
        let bytes = copy.bytes;
        let count = match copy.read {
            Read::All => bytes,
            Read::Count(register) => value(register) as usize,
            Read::Unless(register) if value(register) != 0 => 0,
            Read::Unless(_) => bytes,
        };
        if count > bytes {
            let what = format!("src-size is {count}, which exceeds cp-size {bytes}");
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        }
        let mut content = [0; MOST_BYTES];
        if count > 0 {
            let space = copy.from.space;
            let reach = Reach { lane, space, address: from, bytes: count, writes: false };
            let (area, place) = areas.locate_aligned(reach, bytes)?;
            content[..count].copy_from_slice(&areas.bytes(area)[place..place + count]);
        }
        let reach = Reach { lane, space: copy.to.space, address: to, bytes, writes: true };
        let (_, place) = areas.locate(reach)?;
        areas.own.add_copy(lane, Pending { group: 0, place, bytes, content, line: copy.line });
    }
    Ok(())
}

/// Closes the group of each lane.
pub(crate) fn commit(group: Group<'_>, areas: &mut Areas<'_>) {
    for i in 0..group.count() {
        areas.own.lane(group.lane(i)).closed += 1;
    }
}

/// Lets the copies of each lane arrive, except those of the `left` groups that it closed last. `None` leaves none.
pub(crate) fn wait(group: Group<'_>, areas: &mut Areas<'_>, left: Option<u64>) {
    for i in 0..group.count() {
        areas.own.arrive(group.lane(i), left);
    }
}
