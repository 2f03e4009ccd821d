//! The registers of a group that does not contain all lanes, without the other lanes.

use crate::code::{Reg, Slot};
use crate::lanes::{Lanes, MOST_LANES};
use crate::registers::Frame;

/// The registers of a group that does not contain all lanes, one element for each lane of the group. If the next group has
/// the same lanes, its registers need not be gathered again.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// Without columns until the first group: the threads of many kernels stay together.
    frame: Frame,
    /// The lane of each element, in the first `count` places.
    list: Box<[u16; MOST_LANES]>,
    count: usize,
    lanes: Lanes,
    /// The number of groups so far, without those that had the lanes of the group before.
    group: u64,
    /// For each register, the group for which it was gathered last.
    of_group: Vec<u64>,
}

impl Gathered {
    pub(crate) fn new() -> Self {
        Self {
            frame: Frame::new(&[], 0),
            list: Box::new([0; MOST_LANES]),
            count: 0,
            lanes: Lanes::default(),
            group: 0,
            of_group: Vec::new(),
        }
    }

    /// Makes room for the registers of a run of `count` lanes, and copies those that are the same for all threads.
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

    /// Discards the registers, because other code than a group may have changed the registers of all lanes.
    pub(crate) fn discard(&mut self) {
        self.lanes = Lanes::default();
    }

    /// Gathers registers of a group from the registers of `count` lanes.
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
        }
        for register in registers {
            if self.of_group[*register] != self.group {
                self.of_group[*register] = self.group;
                let list = &self.list[..self.count];
                from.columns[*register].gather(list, &mut self.frame.columns[*register]);
            }
        }
    }

    /// Copies registers to the registers of all lanes.
    pub(crate) fn scatter(&mut self, registers: &[Reg], to: &mut Frame) {
        for register in registers {
            self.of_group[*register] = self.group;
            let list = &self.list[..self.count];
            self.frame.columns[*register].scatter(list, &mut to.columns[*register]);
        }
    }
}
