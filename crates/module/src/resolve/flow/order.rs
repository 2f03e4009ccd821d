//! Reverse postorder: each block comes before its successors, except along backward jumps.

use super::{BlockId, Exit};

/// The reachable blocks in reverse postorder.
#[derive(Clone, Debug)]
pub struct Order {
    /// The blocks in reverse postorder, starting with the entry.
    pub blocks: Vec<BlockId>,
    /// For each block, its position in `blocks`; `None` if the block is unreachable.
    pub places: Vec<Option<usize>>,
    /// For each position in `blocks`, the positions of its predecessors, once for each edge.
    pub before: Vec<Vec<usize>>,
}

impl Order {
    /// Orders the blocks of a graph. `exits` has the exit of each block.
    #[must_use]
    pub fn new(exits: &[Exit]) -> Self {
        let mut blocks = Vec::new();
        let mut is_seen = vec![false; exits.len()];
        let mut open: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
        let mut enter = |block: BlockId, open: &mut Vec<_>| {
            let is_new = exits.get(block).is_some() && !is_seen[block];
            if is_new {
                is_seen[block] = true;
                // Visit the last target first, because the list of blocks is reversed at the end.
                // The blocks then have the order of the text.
                open.push((block, exits[block].targets()));
            }
        };
        enter(0, &mut open);
        while let Some((block, targets)) = open.last_mut() {
            match targets.pop() {
                Some(target) => enter(target, &mut open),
                None => {
                    blocks.push(*block);
                    open.pop();
                }
            }
        }
        blocks.reverse();
        let mut places = vec![None; exits.len()];
        for (place, block) in blocks.iter().enumerate() {
            places[*block] = Some(place);
        }
        let mut before = vec![Vec::new(); blocks.len()];
        for (place, block) in blocks.iter().enumerate() {
            for target in exits[*block].targets() {
                if let Some(target) = places[target] {
                    before[target].push(place);
                }
            }
        }
        Self { blocks, places, before }
    }
}
