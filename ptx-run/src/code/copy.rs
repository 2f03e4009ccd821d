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

/// The bytes that a copy reads. Zeros follow.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Read {
    All,
    /// As many as the register says.
    Count(Reg),
    /// None if the predicate is true, else all.
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
