//! The instruction `cp.async`.

use super::{Access, Reg};
use std::sync::Arc;

/// A `cp.async` instruction.
#[derive(Clone, Debug)]
pub(crate) struct AsyncCopy {
    pub(crate) to: Access,
    pub(crate) from: Access,
    /// The number of bytes that the copy writes: 4, 8 or 16.
    pub(crate) bytes: usize,
    pub(crate) read: Read,
    /// The position of the instruction, for messages.
    pub(crate) place: Arc<str>,
}

/// The number of bytes that a copy reads. The copy fills the other bytes of the destination with zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Read {
    All,
    /// The register that holds the number of bytes.
    Count(Reg),
    /// The copy reads nothing if this predicate is true, and all bytes if it is false.
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
