//! Builds nested statements from basic blocks.
//!
//! The method comes from N. Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control
//! Flow to Structured Control Flow" (ICFP 2022). A block is followed by the blocks that it immediately
//! dominates. A common target of several jumps follows a labelled block, which the jumps break out of.
//! The target of a backward jump begins a loop. Unlike in the paper, blocks that a loop dominates but
//! does not contain follow the loop, so consecutive loops do not nest.

use ptx_lower::flow::{BlockId, Exit, Loops, Order, dominators};

/// The deepest nesting of statements; rustc overflows its stack at about 1000.
pub const DEEPEST: usize = 100;

/// A statement. A list of statements runs in order. Control then continues after the statement that
/// contains the list, unless the last statement jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// The lines of a block.
    Block(BlockId),
    /// `if`, on the condition of the block just before.
    If {
        /// The block.
        block: BlockId,
        /// The value of the condition for which the statements run.
        wanted: bool,
        /// The statements; the last one always jumps.
        nodes: Vec<Node>,
    },
    /// `match`, on the index that the block just before computes. The statements at position `i` run for index `i`.
    Match(BlockId, Vec<Vec<Node>>),
    /// `'label: { … }`, named after the block that follows it.
    Labelled(BlockId, Vec<Node>),
    /// `'label: loop { … }`, named after the block that it begins with.
    Loop(BlockId, Vec<Node>),
    /// `break 'label`, to the block after a labelled block.
    Break(BlockId),
    /// `continue 'label`, to the first block of a loop.
    Continue(BlockId),
    /// Leaves the function by the exit of the block just before.
    Leave(BlockId),
}

/// The structure of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Nested statements.
    Nested(Vec<Node>),
    /// The reachable blocks, in order, for a loop over the number of the next block. It serves
    /// graphs with jumps into loops, and graphs that would nest deeper than [`DEEPEST`].
    States(Vec<BlockId>),
}

/// Structures a graph, given by the exit of each block.
#[must_use]
pub fn structure(exits: &[Exit]) -> Structure {
    let order = Order::new(exits);
    let nested = Nest::new(exits, &order).and_then(|nest| nest.sequence(Stage::outer(0), None, 0));
    nested.map_or_else(|| Structure::States(order.blocks.clone()), Structure::Nested)
}

/// Statements that are still to be built: a part of the statements of a block. `place` is the block's index in reverse
/// postorder.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stage {
    place: usize,
    part: Part,
}

/// The part of a block that is still to be built, from the outside inwards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The loop, and this many of the blocks after it.
    Outer(usize),
    /// The block, and this many of the labelled blocks after it within the loop.
    Inner(usize),
}

impl Stage {
    /// The whole block with all blocks after it.
    fn outer(place: usize) -> Self {
        Self { place, part: Part::Outer(usize::MAX) }
    }
}

/// The jump that has the same effect as reaching the end of a list of statements; `None` if no jump has.
type After = Option<Node>;

struct Nest<'a> {
    exits: &'a [Exit],
    order: &'a Order,
    loops: Loops,
    /// For the block at each place, the blocks after the loop that begins there, in their order.
    outer: Vec<Vec<usize>>,
    /// For the block at each place, the blocks that it immediately dominates and that several forward jumps reach, in
    /// their order.
    inner: Vec<Vec<usize>>,
    /// For the block at each place, whether it is in a list of `outer` or `inner`.
    is_labelled: Vec<bool>,
    /// The number of blocks in the statements of the block at each place.
    sizes: Vec<usize>,
}

impl<'a> Nest<'a> {
    fn new(exits: &'a [Exit], order: &'a Order) -> Option<Self> {
        let count = order.blocks.len();
        let dominators = dominators(&order.before);
        let loops = Loops::new(&order.before, &dominators)?;
        let mut nest = Self {
            exits,
            order,
            loops,
            outer: vec![Vec::new(); count],
            inner: vec![Vec::new(); count],
            is_labelled: vec![false; count],
            sizes: vec![1; count],
        };
        let mut homes = dominators;
        for (place, home) in homes.iter_mut().enumerate().skip(1) {
            let forward = order.before[place].iter().filter(|from| **from < place).count();
            let left = nest.loops.left(*home, place);
            nest.is_labelled[place] = left.is_some() || forward > 1;
            if let Some(header) = left {
                *home = header;
                nest.outer[header].push(place);
            } else if forward > 1 {
                nest.inner[*home].push(place);
            }
        }
        for place in (1..count).rev() {
            nest.sizes[homes[place]] += nest.sizes[place];
        }
        Some(nest)
    }

    /// Builds the statements from a stage on; `None` if they nest too deep.
    fn sequence(&self, mut at: Stage, after: After, depth: usize) -> Option<Vec<Node>> {
        if depth > DEEPEST {
            return None;
        }
        let mut nodes = Vec::new();
        loop {
            let Stage { place, part } = at;
            let block = self.order.blocks[place];
            let (all, count) = match part {
                Part::Outer(count) => (&self.outer[place], count),
                Part::Inner(count) => (&self.inner[place], count),
            };
            let count = count.min(all.len());
            if let Some(last) = count.checked_sub(1) {
                let label = self.order.blocks[all[last]];
                let part = match part {
                    Part::Outer(_) => Part::Outer(last),
                    Part::Inner(_) => Part::Inner(last),
                };
                let inner =
                    self.sequence(Stage { place, part }, Some(Node::Break(label)), depth + 1)?;
                nodes.push(Node::Labelled(label, inner));
                at = Stage::outer(all[last]);
                continue;
            }
            let body = Stage { place, part: Part::Inner(usize::MAX) };
            match part {
                Part::Outer(_) if self.loops.is_header(place) => {
                    let inner = self.sequence(body, Some(Node::Continue(block)), depth + 1)?;
                    nodes.push(Node::Loop(block, inner));
                    return Some(nodes);
                }
                Part::Outer(_) => at = body,
                Part::Inner(_) => {
                    nodes.push(Node::Block(block));
                    match self.exit(place, after.as_ref(), depth, &mut nodes)? {
                        Some(next) => at = Stage::outer(next),
                        None => return Some(nodes),
                    }
                }
            }
        }
    }

    /// Adds the statement that a block ends with. Returns the block that follows without a jump, if
    /// any.
    fn exit(
        &self,
        place: usize,
        after: Option<&Node>,
        depth: usize,
        nodes: &mut Vec<Node>,
    ) -> Option<Option<usize>> {
        let block = self.order.blocks[place];
        let target = |to: &BlockId| self.order.places[*to].unwrap_or(place);
        match &self.exits[block] {
            Exit::Leave => {
                nodes.push(Node::Leave(block));
                Some(None)
            }
            Exit::Jump(to) => Some(self.jump(place, target(to), after, nodes)),
            Exit::Branch(then, otherwise) => {
                let (then, otherwise) = (target(then), target(otherwise));
                let wanted =
                    self.weight(place, then, after) <= self.weight(place, otherwise, after);
                let (first, second) = if wanted { (then, otherwise) } else { (otherwise, then) };
                let inner = self.leaving(place, first, depth)?;
                nodes.push(Node::If { block, wanted, nodes: inner });
                Some(self.jump(place, second, after, nodes))
            }
            Exit::Switch(to) => {
                let arms = to.iter().map(|to| self.leaving(place, target(to), depth));
                nodes.push(Node::Match(block, arms.collect::<Option<_>>()?));
                Some(None)
            }
        }
    }

    /// Returns the weight of a jump. The branch whose jump weighs less becomes the `if`. A jump whose target is written
    /// in its place weighs as much as the blocks of the target, and one more.
    fn weight(&self, from: usize, to: usize, after: Option<&Node>) -> usize {
        match self.leave(from, to) {
            // Outside the `if`, this jump would be the last of the list, and need no statement.
            Some(jump) if after == Some(&jump) => 1,
            Some(_) => 0,
            None => 1 + self.sizes[to],
        }
    }

    /// Returns a jump as a statement; `None` if the statements of its target replace the jump.
    fn leave(&self, from: usize, to: usize) -> Option<Node> {
        let block = self.order.blocks[to];
        match to <= from {
            true => Some(Node::Continue(block)),
            false => self.is_labelled[to].then_some(Node::Break(block)),
        }
    }

    /// Adds a jump at the end of a list. Returns the target if it follows without a jump.
    fn jump(
        &self,
        from: usize,
        to: usize,
        after: Option<&Node>,
        nodes: &mut Vec<Node>,
    ) -> Option<usize> {
        let Some(jump) = self.leave(from, to) else { return Some(to) };
        if after != Some(&jump) {
            nodes.push(jump);
        }
        None
    }

    /// Returns a jump as a list of statements whose last one jumps.
    fn leaving(&self, from: usize, to: usize, depth: usize) -> Option<Vec<Node>> {
        match self.leave(from, to) {
            Some(jump) => Some(vec![jump]),
            None => self.sequence(Stage::outer(to), None, depth + 1),
        }
    }
}
