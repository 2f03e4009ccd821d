//! Sorts the basic blocks of a kernel and of the functions that are not inlined.
//!
//! The group of threads at the earliest basic block runs next. So the blocks of a function precede those of its
//! callers: threads that have passed a call, or have skipped it, wait after the call for the threads that are still in
//! the function.

use ptx_module::resolve::flow::{Block, BlockId, Exit, Loops, Order, dominators};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Returns the block that starts at a line.
pub(crate) fn at(graph: &[Block], line: usize) -> BlockId {
    graph.iter().position(|block| block.lines.start == line).unwrap_or_default()
}

/// Returns the blocks that a thread can reach, in the order in which they run. Block 0 jumps to the kernel. `functions`
/// has the first line of each function, callees first, apart from recursion. No block jumps to another function.
pub(crate) fn order(graph: &[Block], functions: &[usize]) -> Vec<BlockId> {
    let roots = functions.iter().map(|line| at(graph, *line)).chain(graph[0].exit.targets());
    [0].into_iter().chain(roots.flat_map(|root| region(graph, root))).collect()
}

/// Returns the blocks of one function in order, from its first block on.
fn region(graph: &[Block], root: BlockId) -> Vec<BlockId> {
    let mut all = vec![root];
    let mut numbers = HashMap::from([(root, 0)]);
    let mut own = Vec::new();
    while let Some(block) = all.get(own.len()) {
        let block = &graph[*block];
        let mut number = |block: &BlockId| {
            *numbers.entry(*block).or_insert_with(|| {
                all.push(*block);
                all.len() - 1
            })
        };
        let exit = match &block.exit {
            Exit::Leave => Exit::Leave,
            Exit::Jump(to) => Exit::Jump(number(to)),
            Exit::Branch(then, otherwise) => Exit::Branch(number(then), number(otherwise)),
            Exit::Switch(to) => Exit::Switch(to.iter().map(number).collect()),
        };
        own.push(Block { exit, ..block.clone() });
    }
    sorted(&own).blocks.into_iter().map(|number| all[number]).collect()
}

/// Sorts the basic blocks in reverse postorder. The targets of a block are first sorted by loop depth, so a whole loop
/// precedes the block after it. Threads that leave the loop wait at this block for the threads that are still in the
/// loop. Targets of equal depth stay in text order. A guarded `ret`, `exit`, `trap` or `brx.idx` has its own block,
/// which comes before the block that follows this instruction.
pub(crate) fn sorted(graph: &[Block]) -> Order {
    let exits: Vec<_> = graph.iter().map(|block| block.exit.clone()).collect();
    let plain = Order::new(&exits);
    let Some(loops) = Loops::new(&plain.before, &dominators(&plain.before)) else { return plain };
    let depth = |block: &usize| {
        plain.places[*block]
            .map_or(0, |place| loops.depth(place) + usize::from(loops.is_header(place)))
    };
    let sorted = exits.iter().map(|exit| {
        let mut targets = exit.targets();
        // A target that is visited earlier comes later in reverse postorder. `Order` visits the last target of
        // a block first. So the order of the targets is also their order in the result.
        targets.sort_by_key(|target| {
            let Block { lines, is_under_guard, .. } = &graph[*target];
            (Reverse(depth(target)), lines.start, !is_under_guard)
        });
        match targets.is_empty() {
            true => Exit::Leave,
            false => Exit::Switch(targets),
        }
    });
    Order::new(&sorted.collect::<Vec<_>>())
}
