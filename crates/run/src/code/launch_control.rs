//! The instructions of cluster launch control: `clusterlaunchcontrol`.

use super::Reg;
use super::bulk::Operand;

/// A `clusterlaunchcontrol` instruction.
#[derive(Clone, Debug)]
pub(crate) enum LaunchControl {
    /// Cancels the launch of a cluster that has not started, and writes the response to shared memory.
    Cancel {
        response: Operand,
        mbarrier: Operand,
        /// Whether every block of the cluster receives the response.
        is_multicast: bool,
    },
    /// Decodes a response, whose halves are in registers.
    Query { to: Vec<(Reg, Field)>, from: [Reg; 2] },
}

/// A field of a response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// The half of the response: 0 is the low half.
    pub(crate) half: usize,
    pub(crate) shift: u32,
    pub(crate) bits: u32,
}

/// Whether the launch of a cluster was cancelled. `ptxas` for sm_100 reads the fields at these places.
pub(crate) const IS_CANCELED: Field = Field { half: 1, shift: 0, bits: 1 };
/// The coordinates of the first block of the cancelled cluster, and the fourth element of the vector, which is 0.
pub(crate) const FIRST_CTAID: [Field; 4] = [
    Field { half: 0, shift: 0, bits: 32 },
    Field { half: 0, shift: 32, bits: 16 },
    Field { half: 0, shift: 48, bits: 16 },
    Field { half: 1, shift: 0, bits: 0 },
];

impl Field {
    /// Returns the field of a response.
    pub(crate) fn of(self, halves: [u64; 2]) -> u64 {
        halves[self.half] >> self.shift & ((1 << self.bits) - 1)
    }

    /// Writes the field of a response, whose bits are zero.
    pub(crate) fn set(self, halves: &mut [u64; 2], value: u64) {
        halves[self.half] |= value << self.shift;
    }
}

impl LaunchControl {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        match self {
            Self::Cancel { response, mbarrier, .. } => vec![response.address, mbarrier.address],
            Self::Query { from, .. } => from.to_vec(),
        }
    }

    pub(crate) fn results(&self) -> Vec<Reg> {
        match self {
            Self::Cancel { .. } => Vec::new(),
            Self::Query { to, .. } => to.iter().map(|(register, _)| *register).collect(),
        }
    }
}
