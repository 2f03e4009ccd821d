//! Records the writes to bytes of buffers and variables.

use crate::code::Width;
use crate::memory::address::Buffer;
use crate::memory::area::Area;
use std::ops::Range;

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
    pub(crate) site: usize,
    pub(crate) found: Vec<Noted>,
}

impl Writes {
    /// Returns the empty record of the writes to these bytes. Returns `None` if there are none.
    pub(crate) fn of(watched: &[(Buffer, Range<usize>)]) -> Option<Self> {
        (!watched.is_empty()).then(|| Self { watched: watched.to_vec(), ..Self::default() })
    }

    /// Records the write of a thread, if it is a write to watched bytes.
    pub(crate) fn note(
        &mut self,
        thread: u64,
        area: Area,
        offset: usize,
        width: Width,
        values: &[u64],
    ) {
        let Area::Buffer(buffer) = area else { return };
        let end = offset + width.bytes() * values.len();
        let is_hit = |(watched, bytes): &(Buffer, Range<usize>)| {
            watched.number() == buffer && bytes.start < end && offset < bytes.end
        };
        if self.watched.iter().any(is_hit) {
            let hex = |bits: &u64| format!("0x{bits:0digits$x}", digits = 2 * width.bytes());
            let (site, values) = (self.site, values.iter().map(hex).collect());
            self.found.push(Noted { site, thread, buffer, offset, values });
        }
    }
}
