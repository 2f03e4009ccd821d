//! Finds the writes of an operation to watched bytes.

use crate::code::{Access, Action, Operation, Width};
use crate::lanes::active::Active;
use crate::lanes::registers::Frame;
use crate::memory::access::read_bits;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;

impl Areas<'_> {
    /// Records the writes of a store before it runs. An atomic operation records its writes itself, because the threads
    /// run one after the other.
    pub(crate) fn watch(&mut self, operation: &Operation, frame: &Frame, active: Active<'_>) {
        let Some(mut writes) = self.own.writes.take() else { return };
        writes.site = operation.site;
        if let Action::Store(access) = &operation.action {
            let Access { width, space, .. } = *access;
            let mask = u64::MAX >> (u64::BITS as usize - 8 * width.bytes());
            for (i, lane) in active.each() {
                let address = frame.columns[access.address].get(i).wrapping_add(access.offset);
                let bytes = width.bytes() * access.values.len();
                let reach = Reach { lane, space, address, bytes, writes: true };
                // If the address is invalid, the operation reports the fault when it runs.
                let Ok((area, offset)) = self.locate(reach) else { continue };
                let value = |register: &Option<usize>| {
                    register.map_or(0, |register| frame.columns[register].get(i) & mask)
                };
                let values: Vec<_> = access.values.iter().map(value).collect();
                writes.note(self.thread(lane), area, offset, width, &values);
            }
        }
        self.own.writes = Some(writes);
    }

    /// Records the write of an atomic operation.
    pub(crate) fn watch_atomic(&mut self, lane: usize, area: Area, offset: usize, width: Width) {
        let thread = self.thread(lane);
        let Some(mut writes) = self.own.writes.take() else { return };
        let bits = read_bits(&self.bytes(area)[offset..], width);
        writes.note(thread, area, offset, width, &[bits]);
        self.own.writes = Some(writes);
    }

    /// Returns the number of a lane's thread in the launch.
    fn thread(&self, lane: usize) -> u64 {
        self.first_block * self.own.threads as u64 + lane as u64
    }
}
