//! Builds nested statements from basic blocks.
//!
//! The method is from N. Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control
//! Flow to Structured Control Flow" (ICFP 2022):
//!
//! - After a block come the blocks that it immediately dominates.
//! - A target of several forward jumps follows a labelled block, and the jumps are `break`s.
//! - A target of backward jumps begins a loop, and the jumps are `continue`s.
//!
//! Unlike in the paper, a block outside of a loop follows the loop if the loop's header dominates the block. So
//! consecutive loops do not nest.

use ptx_module::resolve::flow::{BlockId, Exit, Loops, Order, dominators};

/// The maximum nesting of statements. At a nesting of about 1000, rustc overflows its stack.
pub const DEEPEST: usize = 100;

/// A statement. The statements of a list run in order. After the last statement of a list, control
/// continues after the statement that contains the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// The lines of a basic block.
    Block(BlockId),
    /// `if` on the condition of the preceding block.
    If {
        /// The block that computes the condition.
        block: BlockId,
        /// The value of the condition for which the statements run.
        wanted: bool,
        /// The statements. The last statement always jumps.
        nodes: Vec<Node>,
    },
    /// `match` on the index that the preceding block computes. Index `i` runs the `i`-th list.
    Match(BlockId, Vec<Vec<Node>>),
    /// `'label: { … }`. The label is named after the next block, where a `break` continues.
    Labelled(BlockId, Vec<Node>),
    /// `'label: loop { … }`. The label is named after the first block of the loop.
    Loop(BlockId, Vec<Node>),
    /// `break 'label` to the block after a labelled block.
    Break(BlockId),
    /// `continue 'label` to the first block of a loop.
    Continue(BlockId),
    /// Leaves the function at the end of this block. If the last instruction of the block is `trap`, the Rust code
    /// panics.
    Leave(BlockId),
}

/// The Rust control flow for a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Nested statements.
    Nested(Vec<Node>),
    /// The reachable blocks, for a `loop` with a `match` on the number of the next block. [`structure`]
    /// chooses this variant if a jump leads into the middle of a loop, or if statements would nest
    /// deeper than [`DEEPEST`].
    States(Vec<BlockId>),
}

/// Chooses the Rust control flow for a graph. `exits` has the exit of each block.
#[must_use]
pub fn structure(exits: &[Exit]) -> Structure {
    let order = Order::new(exits);
    let nested = Nest::new(exits, &order).and_then(|nest| nest.sequence(Stage::outer(0), None, 0));
    nested.map_or_else(|| Structure::States(order.blocks.clone()), Structure::Nested)
}

/// The statements that are still to be generated for a block and for blocks after it. `place` is
/// the position of the block in reverse postorder.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stage {
    place: usize,
    part: Part,
}

/// Which statements are still to be generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The loop whose first block is at `place`, and the given number of blocks that follow the
    /// loop.
    Outer(usize),
    /// The block at `place`, and the given number of labelled blocks that follow this block inside
    /// the loop.
    Inner(usize),
}

impl Stage {
    /// Returns the stage of a block for which no statements are generated yet.
    fn outer(place: usize) -> Self {
        Self { place, part: Part::Outer(usize::MAX) }
    }
}

/// The `break` or `continue` with the same effect as reaching the end of a list of statements. The list may omit this
/// jump at its end. `None` if there is no such jump.
type After = Option<Node>;

struct Nest<'a> {
    exits: &'a [Exit],
    order: &'a Order,
    loops: Loops,
    /// For each block that begins a loop, the blocks that follow the loop.
    outer: Vec<Vec<usize>>,
    /// For each block, the blocks that it immediately dominates and that are targets of several
    /// forward jumps.
    inner: Vec<Vec<usize>>,
    /// For each block, whether a list of `outer` or `inner` contains it.
    is_labelled: Vec<bool>,
    /// For each block, the number of blocks whose statements are generated together with its own statements, including
    /// the block itself.
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

    /// Generates the statements for the blocks of a stage. Returns `None` if the statements nest too deep.
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

    /// Generates the exit of a block. Returns the block that follows without a jump, if any. The
    /// outer `Option` is `None` if the statements nest too deep.
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

    /// Returns the cost of writing a jump inside an `if`. A branch has two jumps. The cheaper jump is written inside
    /// the `if`, and the other jump after the `if`. If the target's statements replace the jump, the cost is the number
    /// of their blocks plus 1.
    fn weight(&self, from: usize, to: usize, after: Option<&Node>) -> usize {
        match self.leave(from, to) {
            // After the `if`, this jump would be at the end of the list and could be omitted. So the jump costs more
            // inside the `if`.
            Some(jump) if after == Some(&jump) => 1,
            Some(_) => 0,
            None => 1 + self.sizes[to],
        }
    }

    /// Returns the statement of a jump, or `None` if the statements of the target replace the jump.
    fn leave(&self, from: usize, to: usize) -> Option<Node> {
        let block = self.order.blocks[to];
        match to <= from {
            true => Some(Node::Continue(block)),
            false => self.is_labelled[to].then_some(Node::Break(block)),
        }
    }

    /// Adds a jump from block `from` to block `to` at the end of the list `nodes`. If control reaches `to` without a
    /// jump, adds nothing and returns `to`.
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

    /// Returns a list that contains only the jump, or the target's statements if they replace the jump.
    fn leaving(&self, from: usize, to: usize, depth: usize) -> Option<Vec<Node>> {
        match self.leave(from, to) {
            Some(jump) => Some(vec![jump]),
            None => self.sequence(Stage::outer(to), None, depth + 1),
        }
    }
}
