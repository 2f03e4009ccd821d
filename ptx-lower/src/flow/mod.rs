//! Control flow: basic blocks, their order, dominators and loops.

mod blocks;
mod dominators;
mod loops;
mod order;

pub use blocks::{Block, Fault, Line, MOST_BLOCKS, blocks};
pub use dominators::dominators;
pub use loops::Loops;
pub use order::Order;

/// The number of a basic block in its graph; control enters at block 0.
pub type BlockId = usize;

/// The successors of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// None: control leaves the function.
    Leave,
    /// One block.
    Jump(BlockId),
    /// The first block if the condition holds, else the second.
    Branch(BlockId, BlockId),
    /// One of these blocks, which an index chooses; there is at least one block.
    Switch(Vec<BlockId>),
}

impl Exit {
    /// Returns the blocks that may follow, each as often as the exit names it.
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
