//! A journal of writes to global memory. The journal keeps the bytes that were overwritten.

use crate::memory::regions::Regions;
use std::collections::HashMap;

/// The maximum number of bytes in a journal. This number can be small, because the body of a wait loop changes only a
/// few bytes.
const MOST: usize = 4096;

/// The old values of the bytes that were written since the journal began. The key is the buffer and the byte
/// index.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    old: HashMap<(usize, usize), u8>,
    is_full: bool,
}

impl Journal {
    /// Records the current values of bytes that are about to be written.
    pub(crate) fn note(&mut self, buffer: usize, place: usize, bytes: &[u8]) {
        if self.is_full || self.old.len() + bytes.len() > MOST {
            self.is_full = true;
            return;
        }
        for (i, byte) in bytes.iter().enumerate() {
            self.old.entry((buffer, place + i)).or_insert(*byte);
        }
    }

    /// Returns whether more bytes were written than the journal can hold.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns whether all bytes have their old values again. Returns `false` if the journal is full.
    pub(crate) fn is_undone(&self, regions: &Regions<'_>) -> bool {
        let is_old =
            |((buffer, place), old): (&(usize, usize), &u8)| regions.bytes(*buffer)[*place] == *old;
        !self.is_full && self.old.iter().all(is_old)
    }
}
