//! Removes the operations of an instruction that are not needed. An instruction is lowered for all its results and
//! carries, of which most instructions write only one, and through intermediate registers.

use super::Machine;
use crate::code::{Action, Operation, Reg};

impl Machine<'_> {
    /// Removes the computations of the current instruction whose results nothing reads, and the copies of intermediate
    /// values. The operations are all that remain of the instruction, so later lines do not read its intermediate values.
    pub(super) fn shorten(&mut self) {
        let mut operations = std::mem::take(&mut self.operations);
        self.remove_unread(&mut operations);
        for at in (0..operations.len()).rev() {
            if let Some((maker, from, to)) = self.copied(&operations, at) {
                operations[maker].action.rename_result(from, to);
                operations.remove(at);
            }
        }
        self.operations = operations;
    }

    /// Removes the computations whose results are intermediate values that nothing reads. One operation stays, because a
    /// trace shows it.
    fn remove_unread(&self, operations: &mut Vec<Operation>) {
        for at in (0..operations.len()).rev() {
            let (one, later) = (&operations[at].action, &operations[at + 1..]);
            let is_unread = |result: &Reg| {
                self.is_temporary(*result)
                    && !later.iter().any(|later| later.action.sources().contains(result))
            };
            if operations.len() > 1 && one.is_computation() && one.results().iter().all(is_unread) {
                operations.remove(at);
            }
        }
    }

    /// Returns the operation that makes the value which operation `at` copies, and the registers from and to which it is
    /// copied. Returns `None` unless the operation can write the second register instead.
    fn copied(&self, operations: &[Operation], at: usize) -> Option<(usize, Reg, Reg)> {
        let Action::Copy { to, from, .. } = operations[at].action else { return None };
        let writes = |one: &Operation, register: Reg| one.action.results().contains(&register);
        let reads = |one: &Operation, register: Reg| one.action.sources().contains(&register);
        let maker = operations[..at].iter().position(|one| writes(one, from))?;
        let between = &operations[maker + 1..at];
        let is_computed = matches!(
            operations[maker].action,
            Action::Compute(_) | Action::Copy { .. } | Action::Not { .. }
        );
        let can_move = is_computed
            && self.is_temporary(from)
            && self.slots[from].width == self.slots[to].width
            && !writes(&operations[maker], to)
            && !between.iter().any(|one| writes(one, to) || reads(one, to));
        let is_only = operations
            .iter()
            .enumerate()
            .all(|(i, one)| (i == at || !reads(one, from)) && (i == maker || !writes(one, from)));
        (can_move && is_only).then_some((maker, from, to))
    }
}
