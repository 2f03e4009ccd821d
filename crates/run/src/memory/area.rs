//! The areas that addresses refer to.

use crate::memory::address::Space;

/// A part of memory in which offsets count from 0: a buffer, a variable, shared memory, local memory, or the kernel's
/// parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Area {
    Buffer(usize),
    /// The shared memory of the thread's block.
    Shared,
    /// The thread's local memory.
    Local,
    Parameters,
}

/// An access of one lane: the lane, the space and address, the number of bytes, and whether it writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) lane: usize,
    pub(crate) space: Space,
    pub(crate) address: u64,
    pub(crate) bytes: usize,
    pub(crate) writes: bool,
}

/// Consecutive threads of one block that access adjacent bytes. `start` and `end` are their indices in each register of
/// a [`Frame`](crate::lanes::registers::Frame).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) area: Area,
    /// The index of the first byte in the area.
    pub(crate) place: usize,
}

/// Clears the local memory of all lanes, or a record of it.
pub(crate) fn clear<T: Clone + Default>(all: &mut Vec<T>) {
    /// The number of elements from which new memory is allocated instead. The system then provides only the pages that the
    /// threads access: few of those of recursive machine code, whose stack has the maximum size.
    const LARGE: usize = 1 << 25;
    match all.len() {
        ..LARGE => all.fill(T::default()),
        length => {
            *all = Vec::new();
            *all = vec![T::default(); length];
        }
    }
}
