//! Calls of `malloc` and `free`.

use super::Reg;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Heap {
    /// Allocates the number of bytes in a register, and returns the address, or null if the heap is full.
    Allocate { bytes: Reg, to: Reg },
    /// Frees the allocation at the address in a register.
    Free { address: Reg },
}

impl Heap {
    pub(crate) fn sources(self) -> Vec<Reg> {
        match self {
            Self::Allocate { bytes: from, .. } | Self::Free { address: from } => vec![from],
        }
    }

    pub(crate) fn results(self) -> Vec<Reg> {
        match self {
            Self::Allocate { to, .. } => vec![to],
            Self::Free { .. } => Vec::new(),
        }
    }
}
