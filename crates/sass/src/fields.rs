//! The bits of an instruction word.

use std::cell::Cell;

/// The bits that schedule an instruction and that the decoder ignores: the stall count, the barriers, and the flags that
/// keep operands for reuse.
const CONTROL: u128 = !0 << 105;

/// An instruction word that records which of its bits were read.
pub(crate) struct Fields {
    word: u128,
    read: Cell<u128>,
}

impl Fields {
    pub(crate) fn new(word: u128) -> Self {
        Self { word, read: Cell::new(CONTROL) }
    }

    /// Returns the bits from `low` up to, but not including, `high`.
    pub(crate) fn bits(&self, low: u32, high: u32) -> u64 {
        let mask = (1 << (high - low)) - 1;
        self.read.set(self.read.get() | mask << low);
        (self.word >> low & mask) as u64
    }

    /// Returns the bits from `low` up to, but not including, `high`, sign-extended.
    pub(crate) fn signed(&self, low: u32, high: u32) -> i64 {
        let unused = 64 - (high - low);
        (self.bits(low, high) << unused).cast_signed() >> unused
    }

    pub(crate) fn bit(&self, at: u32) -> bool {
        self.bits(at, at + 1) == 1
    }

    /// Returns the bits that are set and were not read.
    pub(crate) fn unread(&self) -> u128 {
        self.word & !self.read.get()
    }
}
