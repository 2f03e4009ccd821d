//! Finds the operations whose results are the same for every block of threads, for example computations of addresses
//! from parameters. A run computes these results once for all its blocks. In the saxpy kernel, half of the instructions
//! are such operations.

use crate::code::{Action, Block, Operation, Reg, Slot, Source};

/// Marks the operations whose results are the same for every block of threads. Returns copies of these operations in an
/// order in which they can run. `zeroed` has the registers that a thread may read before it writes them.
pub(crate) fn find(blocks: &mut [Block], slots: &mut [Slot], zeroed: &[Reg]) -> Vec<Operation> {
    let mut writers = vec![0; slots.len()];
    for block in blocks.iter() {
        for one in block.operations.iter().chain(&block.sync) {
            one.action.results().into_iter().for_each(|register| writers[register] += 1);
        }
    }
    // Invariant operations run once, before all basic blocks. An operation that writes a register of `zeroed` must not
    // run so early, because a thread may read the initial zero first. Only the single writer of a register can be
    // invariant, so the initial zero counts as one more writer.
    zeroed.iter().for_each(|register| writers[*register] += 1);
    let mut found = Vec::new();
    loop {
        let known = found.len();
        for one in blocks.iter_mut().flat_map(|block| &mut block.operations) {
            if !one.is_invariant && is_invariant(one, slots, &writers) {
                let sources = one.action.sources();
                let is_uniform =
                    sources.iter().all(|register| slots[*register].source.is_uniform());
                for register in one.action.results() {
                    slots[register].source = Source::Invariant { is_uniform };
                }
                one.is_invariant = true;
                found.push(one.clone());
            }
        }
        if found.len() == known {
            return found;
        }
    }
}

fn is_invariant(one: &Operation, slots: &[Slot], writers: &[u32]) -> bool {
    let is_computed = matches!(
        one.action,
        Action::Compute(_) | Action::Copy { .. } | Action::Not { .. } | Action::Add { .. }
    );
    let is_only =
        |register: &Reg| writers[*register] == 1 && matches!(slots[*register].source, Source::Zero);
    is_computed
        && one.guard.is_none()
        && one.action.results().iter().all(is_only)
        && one.action.sources().iter().all(|register| slots[*register].source.is_invariant())
}
