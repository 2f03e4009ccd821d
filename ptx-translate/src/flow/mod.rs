//! Control flow: basic blocks, and the nested statements that Rust has instead of jumps.

mod blocks;
mod dominators;
mod loops;
mod order;
mod structure;

pub use blocks::{Block, Fault, Line, MOST_BLOCKS, blocks};
pub use structure::{DEEPEST, Node, Structure, structure};

/// A basic block: its number in the graph; control enters at block 0.
pub type BlockId = usize;

/// Where control goes after a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Out of the function.
    Leave,
    /// To one block.
    Jump(BlockId),
    /// To the first if the block's condition holds, else to the second.
    Branch(BlockId, BlockId),
    /// To the block that the block's index chooses; there is at least one.
    Switch(Vec<BlockId>),
}

impl Exit {
    /// The blocks that may follow, each as often as it is named.
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
