//! Control flow: basic blocks, their order, dominators and loops.

mod blocks;
mod dominators;
mod loops;
mod order;

pub use blocks::{Block, Line, NoLabel, blocks};
pub use dominators::dominators;
pub use loops::Loops;
pub use order::Order;

/// The index of a basic block in its graph. Control enters at block 0.
pub type BlockId = usize;

/// The blocks that may run after a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// No block: control leaves the function.
    Leave,
    /// Always this block: an unconditional jump.
    Jump(BlockId),
    /// The first block if the condition is true, else the second.
    Branch(BlockId, BlockId),
    /// The block at a computed index of this list, which is never empty.
    Switch(Vec<BlockId>),
}

impl Exit {
    /// Returns the blocks that may run next. A block that the exit names twice is listed twice.
    #[must_use]
    pub fn targets(&self) -> Vec<BlockId> {
        match self {
            Self::Leave => Vec::new(),
            Self::Jump(to) => vec![*to],
            Self::Branch(then, otherwise) => vec![*then, *otherwise],
            Self::Switch(to) => to.clone(),
        }
    }
}
