//! `alloca`, `stacksave` and `stackrestore`.

use super::Reg;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Stack {
    /// Allocates the number of bytes in a register, and returns their address in local memory.
    Allocate { bytes: Reg, alignment: u64, to: Reg },
    /// Returns the end of the lane's local memory.
    Save { to: Reg },
    /// Frees the local memory from the address in a register on.
    Restore { from: Reg },
}

impl Stack {
    pub(crate) fn sources(self) -> Vec<Reg> {
        match self {
            Self::Allocate { bytes: from, .. } | Self::Restore { from } => vec![from],
            Self::Save { .. } => Vec::new(),
        }
    }

    pub(crate) fn results(self) -> Vec<Reg> {
        match self {
            Self::Allocate { to, .. } | Self::Save { to } => vec![to],
            Self::Restore { .. } => Vec::new(),
        }
    }
}
