//! The instruction `cp.async`.

use super::{Access, Reg};

/// A copy.
#[derive(Clone, Debug)]
pub(crate) struct AsyncCopy {
    pub(crate) to: Access,
    pub(crate) from: Access,
    /// The bytes that are written: 4, 8 or 16.
    pub(crate) bytes: usize,
    pub(crate) read: Read,
    pub(crate) line: usize,
}

/// The bytes that a copy reads. The rest of the destination is filled with zeros.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Read {
    All,
    /// The number in this register.
    Count(Reg),
    /// No bytes if the predicate is true, all bytes if it is false.
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
