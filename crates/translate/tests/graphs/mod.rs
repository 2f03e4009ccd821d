//! Generates random control-flow graphs, and checks properties of graphs without the code under test.

use proptest::prelude::*;
use ptx_module::resolve::flow::{BlockId, Exit};

/// A pseudo-random choice of a successor for each block of a run.
pub(crate) struct Choices(u64);

impl Choices {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Returns the index of a random successor.
    pub(crate) fn next(&mut self, exit: &Exit) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let random = usize::try_from(self.0 >> 33).expect("a number of 31 bits");
        random % exit.targets().len().max(1)
    }
}

/// Runs a graph. Returns the visited blocks.
pub(crate) fn run_graph(exits: &[Exit], mut choices: Choices, longest: usize) -> Vec<BlockId> {
    let mut trace = Vec::new();
    let mut block = 0;
    while trace.len() < longest {
        trace.push(block);
        let chosen = choices.next(&exits[block]);
        match exits[block].targets().get(chosen) {
            Some(next) => block = *next,
            None => break,
        }
    }
    trace
}

/// Returns which blocks can be reached from block 0 without block `without`.
pub(crate) fn reached(exits: &[Exit], without: Option<BlockId>) -> Vec<bool> {
    let mut seen = vec![false; exits.len()];
    let mut open = vec![0];
    while let Some(block) = open.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block], true) {
            open.extend(exits[block].targets());
        }
    }
    seen
}

/// Returns whether a graph is reducible. A graph is reducible if removing self-loops and merging
/// blocks into their only predecessor leaves one block (M. S. Hecht and J. D. Ullman, 1972).
pub(crate) fn is_reducible(exits: &[Exit]) -> bool {
    let seen = reached(exits, None);
    let mut edges: std::collections::BTreeSet<(usize, usize)> = (0..exits.len())
        .filter(|block| seen[*block])
        .flat_map(|block| exits[block].targets().into_iter().map(move |to| (block, to)))
        .collect();
    let mut blocks: std::collections::BTreeSet<usize> =
        (0..exits.len()).filter(|block| seen[*block]).collect();
    loop {
        edges.retain(|(from, to)| from != to);
        let single = blocks.iter().copied().filter(|block| *block != 0).find_map(|block| {
            let mut before = edges.iter().filter(|(_, to)| *to == block).map(|(from, _)| *from);
            let first = before.next()?;
            before.next().is_none().then_some((first, block))
        });
        let Some((first, block)) = single else { return blocks.len() == 1 };
        blocks.remove(&block);
        edges = edges
            .into_iter()
            .filter(|(_, to)| *to != block)
            .map(|(from, to)| (if from == block { first } else { from }, to))
            .collect();
    }
}

/// Returns a strategy for reducible graphs. Forward jumps are random, and backward jumps lead to
/// dominators only. The blocks are numbered at random.
pub(crate) fn reducible(most: usize) -> impl Strategy<Value = Vec<Exit>> {
    let block = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..10_u8, 1..5_usize);
    (prop::collection::vec(block, 1..most), any::<u64>()).prop_map(|(blocks, seed)| {
        let count = blocks.len();
        // Close targets produce deep graphs, and distant targets produce wide graphs.
        let forward = |i: usize, index: prop::sample::Index, reach: usize| {
            (i + 1 + index.index(reach * reach)).min(count - 1)
        };
        let mut exits: Vec<Exit> = Vec::new();
        for (i, (a, b, kind, reach)) in blocks.iter().enumerate() {
            let (first, second) = (forward(i, *a, *reach), forward(i, *b, *reach));
            exits.push(match kind {
                _ if i + 1 == count => Exit::Leave,
                0 => Exit::Leave,
                1 | 2 => Exit::Jump(first),
                3 => Exit::Switch(vec![first, second, first.min(i + 1)]),
                _ => Exit::Branch(first, second),
            });
        }
        let without: Vec<Vec<bool>> = (0..count).map(|i| reached(&exits, Some(i))).collect();
        let all = reached(&exits, None);
        for (i, (a, _, kind, _)) in blocks.iter().enumerate() {
            if let (7.., Exit::Branch(_, otherwise)) = (kind, exits[i].clone()) {
                let dominators: Vec<_> =
                    (0..=i).filter(|d| all[i] && (*d == i || !without[*d][i])).collect();
                if !dominators.is_empty() {
                    exits[i] = Exit::Branch(dominators[a.index(dominators.len())], otherwise);
                }
            }
        }
        renumbered(&exits, seed)
    })
}

/// Renumbers the blocks at random. Block 0 keeps its number.
fn renumbered(exits: &[Exit], seed: u64) -> Vec<Exit> {
    let mut numbers: Vec<usize> = (0..exits.len()).collect();
    let mut choices = Choices::new(seed);
    for i in (2..numbers.len()).rev() {
        numbers.swap(i, 1 + choices.next(&Exit::Switch(vec![0; i])));
    }
    let mut renumbered = vec![Exit::Leave; exits.len()];
    for (i, exit) in exits.iter().enumerate() {
        renumbered[numbers[i]] = match exit {
            Exit::Leave => Exit::Leave,
            Exit::Jump(to) => Exit::Jump(numbers[*to]),
            Exit::Branch(then, otherwise) => Exit::Branch(numbers[*then], numbers[*otherwise]),
            Exit::Switch(to) => Exit::Switch(to.iter().map(|to| numbers[*to]).collect()),
        };
    }
    renumbered
}
