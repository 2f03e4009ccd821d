//! The bytes of global memory that were written since a moment, as they were then.

use crate::region::Region;
use std::collections::HashMap;

/// The most bytes of a journal. A loop that waits writes a few.
const MOST: usize = 4096;

/// The bytes that were written since a moment, as they were then: by buffer and place.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    old: HashMap<(usize, usize), u8>,
    is_full: bool,
}

impl Journal {
    /// Records bytes before they are written.
    pub(crate) fn note(&mut self, buffer: usize, place: usize, bytes: &[u8]) {
        if self.is_full || self.old.len() + bytes.len() > MOST {
            self.is_full = true;
            return;
        }
        for (i, byte) in bytes.iter().enumerate() {
            self.old.entry((buffer, place + i)).or_insert(*byte);
        }
    }

    /// Returns whether more bytes were written than the journal holds.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns whether memory is known to be as it was.
    pub(crate) fn is_undone(&self, regions: &[Region]) -> bool {
        let is_old =
            |((buffer, place), old): (&(usize, usize), &u8)| regions[*buffer].bytes[*place] == *old;
        !self.is_full && self.old.iter().all(is_old)
    }
}
