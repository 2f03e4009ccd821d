//! Records the writes to bytes of buffers and variables.

use crate::code::{Access, Action, Operation, Width};
use crate::lanes::registers::Frame;
use crate::memory::address::Buffer;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;
use crate::triple::Triple;
use crate::watching::watch::Active;
use std::fmt;
use std::ops::Range;

/// A write of a thread to bytes that [`Options::watch`](crate::Options::watch) selects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Write {
    /// The name of the file.
    pub file: String,
    /// The line of the instruction.
    pub line: usize,
    /// The mnemonic and modifiers.
    pub instruction: String,
    /// The coordinates of the block of threads.
    pub block: [u32; 3],
    /// The coordinates of the thread in its block.
    pub thread: [u32; 3],
    /// The buffer or variable.
    pub buffer: Buffer,
    /// The offset of the first byte that is written.
    pub offset: usize,
    /// The bits of the elements after the write, `0x3f800000`: several for a vector.
    pub values: Vec<String>,
    /// The first byte: `offset 4 of the buffer of parameter 1 (12 bytes)`.
    pub address: String,
}

impl fmt::Display for Write {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, instruction, values, address, .. } = self;
        write!(f, "{file}:{line}: `{instruction}` writes {} at {address}; ", values.join(", "))?;
        write!(f, "block {}, thread {}", Triple(self.block), Triple(self.thread))
    }
}

/// A write before it is described.
#[derive(Debug)]
pub(crate) struct Noted {
    pub(crate) site: usize,
    /// The number of the thread in the launch.
    pub(crate) thread: u64,
    pub(crate) buffer: usize,
    pub(crate) offset: usize,
    pub(crate) values: Vec<String>,
}

/// The bytes to watch, and the writes to them.
#[derive(Debug, Default)]
pub(crate) struct Writes {
    watched: Vec<(Buffer, Range<usize>)>,
    /// The instruction that runs.
    site: usize,
    pub(crate) found: Vec<Noted>,
}

impl Writes {
    /// Returns the empty record of the writes to these bytes. Returns `None` if there are none.
    pub(crate) fn of(watched: &[(Buffer, Range<usize>)]) -> Option<Self> {
        (!watched.is_empty()).then(|| Self { watched: watched.to_vec(), ..Self::default() })
    }

    /// Records the write of a thread, if it is a write to watched bytes.
    fn note(&mut self, thread: u64, area: Area, offset: usize, width: Width, values: &[u64]) {
        let Area::Buffer(buffer) = area else { return };
        let end = offset + width.bytes() * values.len();
        let is_hit = |(watched, bytes): &(Buffer, Range<usize>)| {
            watched.0 == buffer && bytes.start < end && offset < bytes.end
        };
        if self.watched.iter().any(is_hit) {
            let hex = |bits: &u64| format!("0x{bits:0digits$x}", digits = 2 * width.bytes());
            let (site, values) = (self.site, values.iter().map(hex).collect());
            self.found.push(Noted { site, thread, buffer, offset, values });
        }
    }
}

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
        let bits = crate::memory::access::read_bits(&self.bytes(area)[offset..], width);
        writes.note(thread, area, offset, width, &[bits]);
        self.own.writes = Some(writes);
    }

    /// Returns the number of a lane's thread in the launch.
    fn thread(&self, lane: usize) -> u64 {
        self.first_block * self.own.threads as u64 + lane as u64
    }
}
