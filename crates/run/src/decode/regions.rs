//! Sorts the basic blocks of a kernel and of the functions that are not inlined.
//!
//! The group of threads at the earliest basic block runs next. So the blocks of a function precede those of its
//! callers: threads that have passed a call, or have skipped it, wait after the call for the threads that are still in
//! the function.

use crate::code::function::Callee;
use crate::decode::order::{self, Decoded};
use ptx_module::resolve::flow::{Block, BlockId, Exit};
use std::collections::HashMap;

/// Returns the block that starts at a line.
pub(crate) fn at(graph: &[Block], line: usize) -> BlockId {
    graph.iter().position(|block| block.lines.start == line).unwrap_or_default()
}

/// Returns the blocks that a thread can reach, in the order in which they run. Block 0 jumps to the kernel. `functions`
/// has the first line of each function, callees first, apart from recursion.
pub(crate) fn order(graph: &[Block], decoded: &[Decoded], functions: &[usize]) -> Vec<BlockId> {
    let roots = functions.iter().map(|line| at(graph, *line)).chain(graph[0].exit.targets());
    let of_root = |root| region(graph, decoded, root);
    [0].into_iter().chain(roots.flat_map(of_root)).collect()
}

/// Returns the blocks of one function in order, from its first block on.
fn region(graph: &[Block], decoded: &[Decoded], root: BlockId) -> Vec<BlockId> {
    // Within a function, a call continues after the call, and a return ends.
    let exit = |block: BlockId| {
        let Block { exit, last, .. } = &graph[block];
        let callee = last.map(|last| &decoded[last]);
        match (exit, callee) {
            (
                Exit::Switch(to),
                Some(Decoded { callee: Some(Callee::Named(_) | Callee::Through { .. }), .. }),
            ) => to.last().map_or(Exit::Leave, |after| Exit::Jump(*after)),
            (Exit::Switch(_), Some(Decoded { index: None, .. })) => Exit::Leave,
            _ => exit.clone(),
        }
    };
    let mut all = vec![root];
    let mut numbers = HashMap::from([(root, 0)]);
    let mut exits = Vec::new();
    while let Some(block) = all.get(exits.len()) {
        let exit = exit(*block);
        let mut number = |block: BlockId| {
            *numbers.entry(block).or_insert_with(|| {
                all.push(block);
                all.len() - 1
            })
        };
        exits.push(match exit {
            Exit::Leave => Exit::Leave,
            Exit::Jump(to) => Exit::Jump(number(to)),
            Exit::Branch(then, otherwise) => Exit::Branch(number(then), number(otherwise)),
            Exit::Switch(to) => Exit::Switch(to.into_iter().map(number).collect()),
        });
    }
    let own: Vec<_> = all
        .iter()
        .zip(exits)
        .map(|(block, exit)| Block { exit, ..graph[*block].clone() })
        .collect();
    order::order(&own).blocks.into_iter().map(|number| all[number]).collect()
}
