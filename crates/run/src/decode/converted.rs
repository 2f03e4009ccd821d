//! Turns short branches into guarded operations, and then joins basic blocks that follow each other.
//!
//! A branch divides a group of threads into smaller groups, and each smaller group runs on copies of its registers
//! (`gathered.rs`). Registers are copied before and after each side of the branch. The copies take longer than running
//! both sides of a short branch for all threads.
//!
//! The converted blocks keep their indices, so that groups of threads run in the same order as without the conversion.
//! Only runs that do not count the instructions of each thread use the converted blocks.

use crate::code::{Action, Block, Exit, Guard, Operation};

/// A branch is converted to guarded operations only if each of its sides has at most this many operations.
const MOST: usize = 4;

/// Converts the basic blocks of a kernel. Blocks that no block jumps to any more stay in the list, so that the indices
/// remain valid.
pub(crate) fn convert(blocks: &[Block]) -> Vec<Block> {
    let mut all = Converted { blocks: blocks.to_vec(), jumps: vec![0; blocks.len()] };
    all.blocks.iter_mut().for_each(|block| block.operations.reverse());
    all.jumps[0] = 1;
    for target in blocks.iter().flat_map(|block| block.exit.targets()) {
        all.jumps[*target] += 1;
    }
    // The loop goes backwards because inner branches, which come later, must be converted before outer branches.
    for head in (0..blocks.len()).rev() {
        while all.branch(head) || all.next(head) {}
    }
    all.blocks.iter_mut().for_each(|block| block.operations.reverse());
    all.blocks
}

struct Converted {
    /// The blocks. Their operations are in reverse order, so that adding a short block before a long one takes time
    /// proportional to the short one.
    blocks: Vec<Block>,
    /// The number of jumps to each block. The start of the kernel counts as a jump to block 0.
    jumps: Vec<usize>,
}

impl Converted {
    /// Replaces a short branch at the end of block `head` by guarded operations. Returns whether the block ended in a
    /// short branch.
    fn branch(&mut self, head: usize) -> bool {
        let Exit::Branch(guard, [then, otherwise]) = self.blocks[head].exit else { return false };
        let opposite = Guard { is_negated: !guard.is_negated, ..guard };
        let arms = match (self.arm(then, guard), self.arm(otherwise, guard)) {
            (Some(to), Some(other)) if to == other => {
                (to, vec![(then, guard), (otherwise, opposite)])
            }
            (Some(to), _) if to == otherwise => (to, vec![(then, guard)]),
            (_, Some(to)) if to == then => (to, vec![(otherwise, opposite)]),
            _ => return false,
        };
        let (to, arms) = arms;
        let mut guarded_arms = Vec::new();
        for (arm, guard) in arms {
            let block = &self.blocks[arm];
            let (site, most) = (block.last, block.most_instructions);
            let count = Action::Count(block.instructions);
            let guarded = |one: Operation| Operation { guard: Some(guard), ..one };
            let count = Operation {
                action: count,
                guard: None,
                site,
                has_same_guard: false,
                is_invariant: false,
            };
            let operations = block.operations.iter().rev().cloned().chain([count]);
            guarded_arms.extend(operations.map(guarded));
            self.blocks[head].most_instructions += most;
            self.jumps[arm] = 0;
        }
        self.blocks[head].operations.splice(0..0, guarded_arms.into_iter().rev());
        // Before the conversion, two blocks jumped to block `to`: both sides of the branch, or one side and `head`. Now
        // `head` replaces both, so block `to` has one jump less.
        self.jumps[to] -= 1;
        self.blocks[head].exit = Exit::Jump(to);
        true
    }

    /// Returns the block to which a side of a branch jumps. Returns `None` if the side is not short, or if one of its
    /// operations cannot be guarded.
    fn arm(&self, place: usize, guard: Guard) -> Option<usize> {
        let block = &self.blocks[place];
        let can_be_guarded = |one: &Operation| {
            one.is_invariant
                || one.guard.is_none()
                    && one.action.is_computation()
                    && !one.action.results().contains(&guard.predicate)
        };
        let is_short = self.jumps[place] == 1
            && block.sync.is_none()
            && block.operations.len() <= MOST
            && block.operations.iter().all(can_be_guarded);
        match block.exit {
            Exit::Jump(to) if is_short && to != place => Some(to),
            _ => None,
        }
    }

    /// Joins block `head` with the block that it jumps to, and returns true. Does nothing and returns false in these
    /// cases:
    ///
    /// * The jump is backward.
    /// * Another block also jumps to the second block.
    /// * The second block begins with a synchronising instruction.
    /// * A third block, whose index is between the indices of the two blocks, can run. The scheduler runs threads in
    ///   the order of the basic blocks, and joining the two blocks would change this order.
    fn next(&mut self, head: usize) -> bool {
        let Exit::Jump(to) = self.blocks[head].exit else { return false };
        let is_next = to > head && self.jumps[head + 1..to].iter().all(|jumps| *jumps == 0);
        if !is_next || self.jumps[to] != 1 || self.blocks[to].sync.is_some() {
            return false;
        }
        self.jumps[to] = 0;
        let next = &mut self.blocks[to];
        let (mut operations, exit) = (std::mem::take(&mut next.operations), next.exit.clone());
        let (instructions, most, last) = (next.instructions, next.most_instructions, next.last);
        let block = &mut self.blocks[head];
        operations.append(&mut block.operations);
        block.operations = operations;
        block.instructions += instructions;
        block.most_instructions += most;
        (block.exit, block.last) = (exit, last);
        true
    }
}
