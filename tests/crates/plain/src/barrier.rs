//! The 16 barriers of a block.

use crate::instruction::Barrier;

/// The operands of the barrier instruction at which a thread waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    /// The number of the barrier.
    pub(crate) number: u64,
    /// The number of threads to wait for, if the instruction specifies this number.
    pub(crate) count: Option<u64>,
    /// The kind of barrier instruction.
    pub(crate) operation: Barrier,
    /// The predicate of the thread, for `.red`.
    pub(crate) predicate: bool,
    /// Whether all threads of the warp must execute the same instruction.
    pub(crate) is_aligned: bool,
}

/// The current phase of a barrier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Phase {
    /// The warps that have arrived, in order of arrival.
    pub(crate) warps: Vec<usize>,
    /// The number of threads to wait for: the count in the instruction, or the size of the block if
    /// there is no count.
    expected: Option<u64>,
    /// Whether `expected` is a count that an instruction specified.
    is_counted: bool,
    /// The kind of barrier instruction of the waiting warps, such as a reduction. `None` if no warp
    /// waits.
    reduction: Option<Barrier>,
    /// The predicates of the threads that have arrived.
    predicates: Vec<bool>,
}

impl Phase {
    /// Records that a warp has arrived. `waits` has an entry for each thread of the warp.
    pub(crate) fn arrive(&mut self, warp: usize, waits: &[Wait], block: u64) -> Result<(), String> {
        for wait in waits {
            let expected = wait.count.unwrap_or(block);
            if expected == 0 || !expected.is_multiple_of(32) {
                return Err(format!("barrier {}: a count of {expected}", wait.number));
            }
            if self.expected.replace(expected).is_some_and(|known| known != expected) {
                return Err(format!("barrier {}: different counts", wait.number));
            }
            self.is_counted |= wait.count.is_some();
            if wait.operation != Barrier::Arrive
                && self
                    .reduction
                    .replace(wait.operation)
                    .is_some_and(|known| known != wait.operation)
            {
                return Err(format!("barrier {}: different operations", wait.number));
            }
            self.predicates.push(wait.predicate);
        }
        self.warps.push(warp);
        Ok(())
    }

    /// Returns whether the phase is complete. `live_warps` are the warps in which at least one
    /// thread has not exited.
    pub(crate) fn is_complete(&self, mut live_warps: impl Iterator<Item = usize>) -> bool {
        match self.expected {
            None => false,
            Some(expected) if self.is_counted => self.warps.len() as u64 * 32 == expected,
            Some(_) => live_warps.all(|warp| self.warps.contains(&warp)),
        }
    }

    /// Returns the result of a reduction, `.red`.
    pub(crate) fn result(&self) -> u64 {
        let held = self.predicates.iter().filter(|held| **held).count();
        match self.reduction {
            Some(Barrier::All) => (held == self.predicates.len()).into(),
            Some(Barrier::Any) => (held > 0).into(),
            _ => held as u64,
        }
    }
}
