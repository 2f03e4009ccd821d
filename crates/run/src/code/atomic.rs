//! The instructions `atom` and `red`.

use super::{Access, Reg};

/// An atomic operation.
#[derive(Clone, Debug)]
pub(crate) struct Atomic {
    /// The memory access. Its `values` are the registers that receive the old value: one, or two halves.
    pub(crate) access: Access,
    pub(crate) update: Update,
    pub(crate) b: Reg,
    /// For `cas`, the register with the new value.
    pub(crate) c: Option<Reg>,
    /// For values of 128 bits, the registers of the high halves of `b` and `c`. The access then has two values.
    pub(crate) high: Option<[Reg; 2]>,
    /// The number that the address must be a multiple of.
    pub(crate) alignment: usize,
    /// Whether an instruction reads the old value (`order.rs`).
    pub(crate) is_result_used: bool,
}

/// The computation of the new value from the old value and the operands `b` and `c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    Add,
    AddF32,
    AddF64,
    AddF16,
    AddF16x2,
    AddBf16,
    AddBf16x2,
    MinF16,
    MinF16x2,
    MinBf16,
    MinBf16x2,
    MaxF16,
    MaxF16x2,
    MaxBf16,
    MaxBf16x2,
    Min,
    Max,
    MinSigned,
    MaxSigned,
    /// `old >= b ? 0 : old + 1`
    Increment,
    /// `old == 0 || old > b ? b : old - 1`
    Decrement,
    And,
    Or,
    Xor,
    Exchange,
    /// `old == b ? c : old`
    CompareAndSwap,
    /// Arrives at a barrier that machine code of sm_80 to sm_89 keeps in a word: see [`Update::arrived`].
    Arrive,
}

impl Update {
    /// Returns whether the update adds floats.
    pub(crate) fn is_of_floats(self) -> bool {
        use Update::{AddBf16, AddBf16x2, AddF16, AddF16x2, AddF32, AddF64};
        matches!(self, AddF16 | AddF16x2 | AddBf16 | AddBf16x2 | AddF32 | AddF64)
    }

    /// Returns a barrier of sm_80 to sm_89 after an arrival. Bit 63 is the parity of the phase. The bits below it are 2^31
    /// minus the arrivals that are left, so that the last arrival changes the parity. The next phase then begins: bits 29:0
    /// are 2^30 minus its arrivals.
    pub(crate) fn arrived(barrier: u64) -> u64 {
        const PARITY: u32 = 1 << 31;
        let [low, high] = [barrier as u32, (barrier >> 32) as u32];
        let mut next = high.wrapping_add(1);
        if (next ^ high) & PARITY != 0 {
            next = next & PARITY | low.wrapping_add(1 << 30) & !PARITY;
        }
        u64::from(next) << 32 | u64::from(low)
    }

    /// Returns whether several updates of a word give the same value in any order.
    pub(crate) fn commutes(self) -> bool {
        use Update::{Add, And, Max, MaxSigned, Min, MinSigned, Or, Xor};
        matches!(self, Add | Min | Max | MinSigned | MaxSigned | And | Or | Xor)
    }
}

impl Atomic {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        let high = self.high.into_iter().flatten();
        [self.access.address, self.b].into_iter().chain(self.c).chain(high).collect()
    }

    pub(crate) fn results(&self) -> Vec<Reg> {
        self.access.values.iter().flatten().copied().collect()
    }
}
