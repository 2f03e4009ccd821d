//! From basic blocks to nested statements.
//!
//! The method is that of N. Ramsey, "Beyond Relooper: Recursive Translation of Unstructured Control
//! Flow to Structured Control Flow" (ICFP 2022): a block is followed by the blocks that it
//! dominates immediately; where several jumps meet, their target comes after a labelled block that
//! they break out of; the target of a jump back is a loop. Here, blocks that a loop dominates and
//! does not contain come after the loop, so that loops in sequence do not nest.

use ptx_lower::flow::{BlockId, Exit, Loops, Order, dominators};

/// Statements nested deeper than this are not made; rustc's own stack ends at about 1000.
pub const DEEPEST: usize = 100;

/// A statement. A list of them runs in order; where its last one does not leave, control goes on
/// after the statement that contains the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// The lines of a block.
    Block(BlockId),
    /// `if`: what to do if the condition of the block just before holds, or does not.
    If {
        /// The block.
        block: BlockId,
        /// Whether the condition must hold.
        wanted: bool,
        /// What to do then; it never ends by itself.
        nodes: Vec<Node>,
    },
    /// `match`: what to do for each index of the block just before.
    Match(BlockId, Vec<Vec<Node>>),
    /// `'label: { … }`, named after the block that follows it.
    Labelled(BlockId, Vec<Node>),
    /// `'label: loop { … }`, named after the block that it begins with.
    Loop(BlockId, Vec<Node>),
    /// `break 'label`: to the block that follows a labelled one.
    Break(BlockId),
    /// `continue 'label`: to the block that a loop begins with.
    Continue(BlockId),
    /// Out of the function, by the exit of the block just before.
    Leave(BlockId),
}

/// The structure of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Nested statements.
    Nested(Vec<Node>),
    /// A loop over the number of the next block: the blocks that control reaches, in order. Jumps
    /// into loops cannot be nested, and what would nest deeper than [`DEEPEST`] is not.
    States(Vec<BlockId>),
}

/// The structure of a graph, given by the exit of each block.
#[must_use]
pub fn structure(exits: &[Exit]) -> Structure {
    let order = Order::new(exits);
    let nested = Nest::new(exits, &order).and_then(|nest| nest.sequence(Stage::outer(0), None, 0));
    nested.map_or_else(|| Structure::States(order.blocks.clone()), Structure::Nested)
}

/// A block's part in the structure; everything is by place in reverse postorder.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stage {
    place: usize,
    part: Part,
}

/// What of a block is still to be written: the outermost first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All but the blocks after the loop from this one on.
    Outer(usize),
    /// The block with what is after it within the loop, but for those from this one on.
    Inner(usize),
}

impl Stage {
    /// All of a block, once the number of blocks after its loop is known to be at most this.
    fn outer(place: usize) -> Self {
        Self { place, part: Part::Outer(usize::MAX) }
    }
}

/// Where control goes if a list of statements ends.
type After = Option<Node>;

struct Nest<'a> {
    exits: &'a [Exit],
    order: &'a Order,
    loops: Loops,
    /// The blocks that come after the loop which begins at a place, in their order.
    outer: Vec<Vec<usize>>,
    /// The blocks where jumps meet and which a place dominates immediately, in their order.
    inner: Vec<Vec<usize>>,
    /// Whether a place is in one of these lists.
    is_labelled: Vec<bool>,
    /// How many blocks are written where a place is.
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

    /// The statements from a stage on; `None` where they nest too deep.
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

    /// The statement that a block ends with, and the block that is written next, if any.
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

    /// How much is written for a jump: what is less comes into the `if`.
    fn weight(&self, from: usize, to: usize, after: Option<&Node>) -> usize {
        match self.leave(from, to) {
            // Nothing is to be written where control goes there anyway, if it comes last.
            Some(jump) if after == Some(&jump) => 1,
            Some(_) => 0,
            None => 1 + self.sizes[to],
        }
    }

    /// A jump as a statement; none where its target is written in its place.
    fn leave(&self, from: usize, to: usize) -> Option<Node> {
        let block = self.order.blocks[to];
        match to <= from {
            true => Some(Node::Continue(block)),
            false => self.is_labelled[to].then_some(Node::Break(block)),
        }
    }

    /// A jump at the end of a list: the target to be written next, if it is.
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

    /// A jump as a list that does not end by itself.
    fn leaving(&self, from: usize, to: usize, depth: usize) -> Option<Vec<Node>> {
        match self.leave(from, to) {
            Some(jump) => Some(vec![jump]),
            None => self.sequence(Stage::outer(to), None, depth + 1),
        }
    }
}
