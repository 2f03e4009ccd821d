//! The order in which blocks can be visited: each before what follows it, but for loops.

use super::{BlockId, Exit};

/// The blocks that control can reach, in reverse postorder.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The blocks, the entry first.
    pub blocks: Vec<BlockId>,
    /// Each block's place among them; none for those out of reach.
    pub places: Vec<Option<usize>>,
    /// For each place the places of the blocks that jump there, as often as they do.
    pub before: Vec<Vec<usize>>,
}

impl Order {
    pub(super) fn new(exits: &[Exit]) -> Self {
        let mut blocks = Vec::new();
        let mut is_seen = vec![false; exits.len()];
        let mut open: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
        let mut enter = |block: BlockId, open: &mut Vec<_>| {
            let is_new = exits.get(block).is_some() && !is_seen[block];
            if is_new {
                is_seen[block] = true;
                // The last target is visited first, and comes last: the text's own order.
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
