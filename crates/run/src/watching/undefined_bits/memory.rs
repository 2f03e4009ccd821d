//! The undefined bits of memory.

use super::{Origin, UndefinedBits};
use crate::memory::area::{self, Area};
use std::collections::HashMap;
use std::ops::Range;

/// The undefined bits of all memory that a run can access.
///
/// A byte of shared or global memory is undefined only if a kernel has stored undefined bits to it. Reads of shared
/// memory that nothing wrote are found elsewhere (`area.rs`), and the caller writes global memory.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// For each byte of local memory of all lanes, whether the thread has written it.
    written: Vec<bool>,
    /// The bytes to which undefined bits were stored: the area, and the index of the byte in the area.
    stored: HashMap<(Area, usize), UndefinedBits>,
}

impl Memory {
    pub(crate) fn new(local: usize) -> Self {
        Self { written: vec![false; local], stored: HashMap::new() }
    }

    /// Prepares the record for a new block of threads: nothing has written its local and shared memory.
    pub(crate) fn start(&mut self) {
        area::clear(&mut self.written);
        self.stored.retain(|(area, _), _| matches!(area, Area::Buffer(_)));
    }

    /// Records that nothing has written these bytes of local memory.
    pub(crate) fn forget_local(&mut self, places: Range<usize>) {
        if places.is_empty() {
            return;
        }
        self.stored.retain(|(area, place), _| *area != Area::Local || !places.contains(place));
        self.written[places].fill(false);
    }

    /// Moves the records of the lanes' local memories, which have `old` bytes each, to a distance of `new` bytes.
    pub(crate) fn widen_local(&mut self, old: usize, new: usize, lanes: usize) {
        let mut written = vec![false; new * lanes];
        for (to, from) in written.chunks_mut(new).zip(self.written.chunks(old.max(1))) {
            to[..from.len()].copy_from_slice(from);
        }
        self.written = written;
        let moved = |(area, place): (Area, usize)| match area {
            Area::Local => (area, place / old.max(1) * new + place % old.max(1)),
            _ => (area, place),
        };
        let stored = std::mem::take(&mut self.stored);
        self.stored = stored.into_iter().map(|(place, bits)| (moved(place), bits)).collect();
    }

    /// Moves the record of global memory into `to`, the record of another block.
    pub(crate) fn hand_over(&mut self, to: &mut Self) {
        let global = self.stored.extract_if(|(area, _), _| matches!(area, Area::Buffer(_)));
        to.stored.extend(global.collect::<Vec<_>>());
    }

    /// Returns whether all bytes of shared and global memory are defined.
    pub(crate) fn is_defined_outside_of_local(&self) -> bool {
        self.stored.is_empty()
    }

    /// Returns the undefined bits of up to eight bytes. `offset` is the offset of the first byte in its area, and `site` is
    /// the site of the instruction that reads the bytes.
    pub(crate) fn read(
        &self,
        (area, place): (Area, usize),
        bytes: usize,
        offset: u64,
        site: usize,
    ) -> UndefinedBits {
        let mut all = UndefinedBits::default();
        for i in 0..bytes {
            let byte = self.byte(area, place + i);
            let origin = match byte.origin {
                Origin::Unread => {
                    Origin::Local { offset: offset as u32, bytes: bytes as u8, site: site as u32 }
                }
                known => known,
            };
            all = all.or(UndefinedBits { bits: byte.bits << (8 * i), origin });
        }
        all
    }

    /// Returns the undefined bits of a byte.
    fn byte(&self, area: Area, place: usize) -> UndefinedBits {
        if area == Area::Local && !self.written[place] {
            return UndefinedBits { bits: u8::MAX.into(), origin: Origin::Unread };
        }
        if self.stored.is_empty() {
            return UndefinedBits::default();
        }
        self.stored.get(&(area, place)).copied().unwrap_or_default()
    }

    /// Records that all bits of these bytes are defined.
    pub(crate) fn define(&mut self, place: (Area, usize), bytes: usize) {
        self.write(place, bytes, UndefinedBits::default());
    }

    /// Records that a value with these undefined bits is written to up to eight bytes.
    pub(crate) fn write(
        &mut self,
        (area, place): (Area, usize),
        bytes: usize,
        undefined: UndefinedBits,
    ) {
        if area == Area::Local {
            self.written[place..place + bytes].fill(true);
        }
        if self.stored.is_empty() && undefined.is_defined() {
            return;
        }
        for i in 0..bytes {
            let bits = undefined.bits >> (8 * i) & u64::from(u8::MAX);
            match bits {
                0 => drop(self.stored.remove(&(area, place + i))),
                bits => drop(self.stored.insert((area, place + i), undefined.with(bits))),
            }
        }
    }

    /// Records that a byte is copied to another byte.
    pub(crate) fn copy(&mut self, from: (Area, usize), to: (Area, usize)) {
        let byte = self.byte(from.0, from.1);
        match (byte.origin, byte.is_defined()) {
            (Origin::Unread, false) => {
                self.stored.remove(&to);
                self.written[to.1] = false;
            }
            _ => self.write(to, 1, byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;
    use crate::memory::area::Area;
    use crate::watching::undefined_bits::{Origin, UndefinedBits};

    #[test]
    fn bytes_are_undefined_until_they_are_written() {
        let mut memory = Memory::new(16);
        let read =
            |memory: &Memory, place| memory.read((Area::Local, place), 4, place as u64, 7).bits;
        assert_eq!(read(&memory, 4), 0xffff_ffff);
        memory.write((Area::Local, 5), 2, UndefinedBits::default());
        assert_eq!(read(&memory, 4), 0xff00_00ff);
        let half = UndefinedBits { bits: 0x0f0, origin: Origin::Register { register: 1, site: 2 } };
        memory.write((Area::Local, 4), 2, half);
        assert_eq!(read(&memory, 4), 0xff00_00f0);
        memory.copy((Area::Local, 4), (Area::Local, 12));
        memory.copy((Area::Local, 7), (Area::Local, 5));
        assert_eq!((read(&memory, 12), read(&memory, 4)), (0xffff_fff0, 0xff00_fff0));
        memory.write((Area::Buffer(0), 8), 4, half);
        memory.start();
        assert_eq!(read(&memory, 4), 0xffff_ffff);
        assert_eq!(memory.read((Area::Buffer(0), 8), 4, 8, 7).bits, 0xf0);
    }
}
