//! The instructions `bar` and `barrier`.

use super::{Placed, Reader};
use ptx_isa::forms::Effect;

/// A barrier of a block.
#[derive(Clone, Debug)]
pub struct Barrier<'o, 'a> {
    /// What the instruction does at the barrier.
    pub kind: BarrierKind<'o, 'a>,
    /// The number of the barrier, 0 to 15.
    pub number: Placed<'o, 'a>,
    /// The number of threads.
    pub count: Option<Placed<'o, 'a>>,
    /// Whether all threads of a warp must execute the same instruction.
    pub is_aligned: bool,
}

/// What a barrier instruction does.
#[derive(Clone, Debug)]
pub enum BarrierKind<'o, 'a> {
    /// Waits for the other threads.
    Sync,
    /// Arrives without waiting.
    Arrive,
    /// Waits, and combines predicates.
    Reduce {
        /// How the predicates are combined.
        with: BarrierReduction,
        /// The register that receives the result.
        to: Placed<'o, 'a>,
        /// The predicate of the thread.
        predicate: Placed<'o, 'a>,
    },
}

/// How `.red` combines predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierReduction {
    /// `.popc`: the number of threads whose predicate is true, as `.u32`
    Count,
    /// `.and`
    And,
    /// `.or`
    Or,
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    /// Returns `None` if the instruction has no number of a barrier.
    pub(super) fn barrier(&self) -> Option<Barrier<'o, 'a>> {
        let selection = &self.instruction.selection;
        let count = self.instruction.operands.len();
        let (kind, numbers) = if selection.form.effect() == Some(Effect::BarrierReduction) {
            let with = match (self.has("popc"), self.has("and")) {
                (true, _) => BarrierReduction::Count,
                (false, true) => BarrierReduction::And,
                (false, false) => BarrierReduction::Or,
            };
            let (to, predicate) = (self.operand(0), self.operand(count - 1));
            (BarrierKind::Reduce { with, to, predicate }, 1..count - 1)
        } else if self.has("arrive") {
            (BarrierKind::Arrive, 0..count)
        } else {
            (BarrierKind::Sync, 0..count)
        };
        let mut numbers = numbers.map(|i| self.operand(i));
        let is_aligned = selection.form.mnemonic == "bar" || self.has("aligned");
        Some(Barrier { kind, number: numbers.next()?, count: numbers.next(), is_aligned })
    }
}
