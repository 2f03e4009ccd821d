//! Copies the registers of the threads that run now into frames without gaps, and copies the results back. A loop over
//! such a frame wastes no work on the threads that wait.

use crate::code::{Reg, Slot};
use crate::lanes::registers::Frame;
use crate::lanes::{Lanes, MOST_LANES, WARP};
use std::ops::Range;

/// The maximum number of ranges of lanes that are copied as ranges, and the shortest mean range.
const MOST_RANGES: usize = MOST_LANES / SHORT;
const SHORT: usize = 8;

/// The registers of a group (`groups.rs`) that contains only some of the threads that run together. Each register has
/// one element for each lane of the group. If the next group has the same lanes, its registers need not be gathered
/// again.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// The gathered registers. This frame has no columns before the first call of `gather`. Many kernels never need the
    /// columns, because all their threads stay together.
    frame: Frame,
    /// The first `count` entries are the lanes of the elements.
    list: Box<[u16; MOST_LANES]>,
    count: usize,
    lanes: Lanes,
    /// The ranges of adjacent lanes. Empty if there are too many.
    ranges: Vec<Range<usize>>,
    /// The number of the current group. The number increases when a group has other lanes than the previous group.
    group: u64,
    /// For each register, the number of the group for which the register was gathered last.
    of_group: Vec<u64>,
}

impl Gathered {
    pub(crate) fn new() -> Self {
        Self {
            frame: Frame::new(&[], 0),
            list: Box::new([0; MOST_LANES]),
            count: 0,
            lanes: Lanes::default(),
            ranges: Vec::new(),
            group: 0,
            of_group: Vec::new(),
        }
    }

    /// Creates columns for the registers of a run of `count` lanes, and copies the registers that are the same for all
    /// threads.
    fn prepare(&mut self, slots: &[Slot], count: usize, from: &Frame) {
        self.frame = Frame::new(slots, count);
        self.of_group = vec![0; slots.len()];
        for (register, slot) in slots.iter().enumerate() {
            if slot.source.is_uniform() {
                self.frame.columns[register].fill(from.columns[register].get(0));
            }
        }
    }

    /// Returns the lane of each element.
    pub(crate) fn list(&self) -> &[u16] {
        &self.list[..self.count]
    }

    /// Returns the lane of each element, and the registers.
    pub(crate) fn parts(&mut self) -> (&[u16], &mut Frame) {
        (&self.list[..self.count], &mut self.frame)
    }

    /// Discards the registers. Must be called when the registers of all lanes (`from` in `gather`) may have changed.
    pub(crate) fn discard(&mut self) {
        self.lanes = Lanes::default();
    }

    /// Gathers the registers of a group. `from` has the registers of all `count` lanes of the run.
    pub(crate) fn gather(
        &mut self,
        lanes: &Lanes,
        registers: &[Reg],
        (slots, count, from): (&[Slot], usize, &Frame),
    ) {
        if self.of_group.is_empty() {
            self.prepare(slots, count, from);
        }
        if self.lanes != *lanes {
            self.lanes = *lanes;
            self.group += 1;
            self.count = lanes.list(&mut self.list);
            let is_complete = lanes.ranges(MOST_RANGES, &mut self.ranges);
            if !is_complete || SHORT * self.ranges.len() > self.count {
                self.ranges.clear();
            }
        }
        for register in registers {
            if self.of_group[*register] != self.group {
                self.of_group[*register] = self.group;
                let (from, to) = (&from.columns[*register], &mut self.frame.columns[*register]);
                match &self.ranges[..] {
                    [] => from.gather(&self.list[..self.count], to),
                    ranges => from.gather_ranges(ranges, to),
                }
            }
        }
    }

    /// Copies registers back to `to`, which has the registers of all lanes of the run.
    pub(crate) fn scatter(&mut self, registers: &[Reg], to: &mut Frame) {
        for register in registers {
            self.of_group[*register] = self.group;
            let (from, to) = (&self.frame.columns[*register], &mut to.columns[*register]);
            match &self.ranges[..] {
                [] => from.scatter(&self.list[..self.count], to),
                ranges => from.scatter_ranges(ranges, to),
            }
        }
    }

    /// Returns, for each warp with lanes in the group, the element of its first lane in the group, and all lanes of the
    /// warp. A block has `threads` threads, and the run `count` lanes.
    pub(crate) fn warps(
        &self,
        threads: usize,
        count: usize,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + Clone {
        let mut end = 0;
        self.list().iter().map(|lane| usize::from(*lane)).enumerate().filter_map(
            move |(i, lane)| {
                if lane < end {
                    return None;
                }
                let first = lane - lane % threads % WARP;
                end = (first + WARP).min((lane / threads + 1) * threads).min(count);
                Some((i, first..end))
            },
        )
    }

    /// Copies registers that a warp has only once to all lanes of each warp. A block has `threads` threads, and the run
    /// `count` lanes.
    pub(crate) fn spread(&self, registers: &[Reg], threads: usize, count: usize, to: &mut Frame) {
        if registers.is_empty() {
            return;
        }
        for (i, lanes) in self.warps(threads, count) {
            for register in registers {
                let bits = self.frame.columns[*register].get(i);
                to.columns[*register].fill_range(lanes.clone(), bits);
            }
        }
    }
}
