//! Builds and sorts the basic blocks of a kernel, and finds the registers that each block reads and writes. If threads
//! are at different basic blocks, the threads at the first of these blocks run next (`groups.rs`).

use crate::code::{Action, Block, Exit, Guard, Operation, Reg, Slot, Source};
use crate::{converted, invariant};
use ptx_module::resolve::flow::{self, Line, Loops, Order, dominators};
use std::cmp::Reverse;
use std::collections::HashSet;

/// The decoded form of a line of the kernel, after calls are inlined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decoded {
    pub(crate) operations: Vec<Operation>,
    /// The guard of a jump, or of an instruction that ends the thread.
    pub(crate) guard: Option<Guard>,
    /// The register that selects the label of `brx.idx`.
    pub(crate) index: Option<Reg>,
    pub(crate) site: usize,
    /// The number of instructions that the line counts as. If an instruction becomes several lines, one of these lines
    /// counts 1 and the others count 0. A label counts 0.
    pub(crate) instructions: u64,
}

/// Returns whether blocks of threads can run together: no thread can observe the order of the blocks, except through
/// bytes that several blocks access. The launch detects such bytes (`shadow.rs`).
pub(crate) fn are_independent(decoded: &[Decoded]) -> bool {
    let guards = decoded.iter().filter_map(|line| Some(line.guard?.predicate));
    let operations = || decoded.iter().flat_map(|line| &line.operations);
    let sources = operations().flat_map(|one| {
        one.action.sources().into_iter().chain(one.guard.map(|guard| guard.predicate))
    });
    let indices = decoded.iter().filter_map(|line| line.index);
    let read: HashSet<Reg> = guards.chain(indices).chain(sources).collect();
    let is_used = |register: &Reg| read.contains(register);
    operations().all(|one| one.action.is_independent(&is_used))
}

/// The sorted basic blocks of a kernel. See [`Code`](crate::code::Code) for the fields.
pub(crate) struct Ordered {
    pub(crate) blocks: Vec<Block>,
    /// The basic blocks after guarded operations have replaced short branches (`converted.rs`).
    pub(crate) converted: Vec<Block>,
    /// The registers that a thread may read before it writes them.
    pub(crate) zeroed: Vec<Reg>,
    /// The operations that run only once, before all blocks of threads.
    pub(crate) invariants: Vec<Operation>,
}

/// Builds the basic blocks. The first block is the entry.
///
/// # Errors
/// If a label is missing, or if there are too many blocks.
pub(crate) fn blocks(
    lines: &[Line],
    decoded: &[Decoded],
    slots: &mut [Slot],
) -> Result<Ordered, flow::Fault> {
    let graph = flow::blocks(lines)?;
    let order = order(&graph);
    let place = |block: &usize| order.places[*block].unwrap_or_default();
    let mut blocks = Vec::with_capacity(order.blocks.len());
    for number in &order.blocks {
        let block = &graph[*number];
        let mut operations: Vec<Operation> = Vec::new();
        let mut instructions = 0;
        for line in &decoded[block.lines.clone()] {
            for one in &line.operations {
                let mut one = one.clone();
                if let Action::Clock { before, .. } = &mut one.action {
                    *before = instructions;
                }
                operations.push(one);
            }
            instructions += line.instructions;
        }
        let last = block.last.map(|last| &decoded[last]);
        if let Some(last) = last {
            instructions += if block.is_under_guard { 0 } else { last.instructions };
            if block.is_under_guard || last.guard.is_none() {
                let free = |one: &Operation| Operation { guard: None, ..one.clone() };
                operations.extend(last.operations.iter().map(free));
            }
        }
        let exit = match (&block.exit, last) {
            (flow::Exit::Jump(to), _) => Exit::Jump(place(to)),
            (flow::Exit::Branch(then, otherwise), Some(Decoded { guard: Some(guard), .. })) => {
                Exit::Branch(*guard, [place(then), place(otherwise)])
            }
            (flow::Exit::Switch(to), Some(Decoded { index: Some(index), .. })) => {
                Exit::Switch(*index, to.iter().map(place).collect())
            }
            _ => Exit::Leave,
        };
        let is_sync = operations.first().is_some_and(|one| one.action.is_synchronising());
        let sync = is_sync.then(|| operations.remove(0));
        let site = |line: Option<&Decoded>| line.map(|line| line.site);
        let last = site(last).or_else(|| site(decoded.get(block.lines.end.saturating_sub(1))));
        let last = last.unwrap_or_default();
        let (reads, writes, traced) = (Vec::new(), Vec::new(), Vec::new());
        blocks.push(Block {
            sync,
            operations,
            exit,
            last,
            instructions,
            most_instructions: instructions,
            reads,
            writes,
            traced,
        });
    }
    let zeroed = liveness(&mut blocks, slots);
    let invariants = invariant::find(&mut blocks, slots, &zeroed);
    let mut converted = converted::convert(&blocks);
    for blocks in [&mut blocks, &mut converted] {
        liveness(blocks, slots);
        blocks.iter_mut().for_each(compare_guards);
    }
    Ok(Ordered { blocks, converted, zeroed, invariants })
}

/// Marks the operations that have the same guard as the previous operation ([`Operation::has_same_guard`]).
fn compare_guards(block: &mut Block) {
    let mut known = None;
    for one in block.operations.iter_mut().filter(|one| !one.is_invariant) {
        one.has_same_guard = known.is_some() && one.guard == known;
        let is_changed = |guard: &Guard| one.action.results().contains(&guard.predicate);
        known = one.guard.filter(|guard| !is_changed(guard));
    }
}

/// Sorts the basic blocks in reverse postorder. The targets of a block are first sorted by loop depth, so a whole loop
/// precedes the block after it. Threads that leave the loop wait at this block for the threads that are still in the
/// loop. Targets of equal depth stay in text order. A guarded `ret`, `exit`, `trap` or `brx.idx` has its own block,
/// which comes before the block that follows this instruction.
fn order(graph: &[flow::Block]) -> Order {
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
            let flow::Block { lines, is_under_guard, .. } = &graph[*target];
            (Reverse(depth(target)), lines.start, !is_under_guard)
        });
        match targets.is_empty() {
            true => flow::Exit::Leave,
            false => flow::Exit::Switch(targets),
        }
    });
    Order::new(&sorted.collect::<Vec<_>>())
}

/// A set of registers.
#[derive(Clone, PartialEq)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, register: Reg) -> bool {
        self.0[register / 64] >> (register % 64) & 1 == 1
    }

    fn add(&mut self, register: Reg) {
        self.0[register / 64] |= 1 << (register % 64);
    }

    fn all(&self) -> impl Iterator<Item = Reg> + '_ {
        (0..self.0.len() * 64).filter(|register| self.has(*register))
    }
}

/// Finds the registers that each block reads before it writes them, and the registers that each block writes for other
/// blocks. Returns the ordinary registers that a thread may read before it writes them.
fn liveness(blocks: &mut [Block], slots: &[Slot]) -> Vec<Reg> {
    let empty = Set(vec![0; slots.len().div_ceil(64)]);
    // Each entry has four sets of registers of one block:
    // - the registers that its operations read before writing them
    // - the registers that its synchronising instruction and its operations together read before writing them
    // - the registers that the block always writes
    // - the registers that its operations may write
    let mut used = Vec::new();
    for block in blocks.iter() {
        let (mut reads, mut defines, mut writes) = (empty.clone(), empty.clone(), empty.clone());
        for one in block.operations.iter().filter(|one| !one.is_invariant) {
            follow(one, &mut reads, &mut defines, &mut writes);
        }
        let read = match &block.exit {
            Exit::Branch(guard, ..) => Some(guard.predicate),
            Exit::Switch(index, _) => Some(*index),
            Exit::Leave | Exit::Jump(_) => None,
        };
        if let Some(register) = read.filter(|register| !defines.has(*register)) {
            reads.add(register);
        }
        let own = reads.clone();
        let (mut all, mut defined) = (empty.clone(), empty.clone());
        if let Some(sync) = &block.sync {
            follow(sync, &mut all, &mut defined, &mut empty.clone());
        }
        for register in reads.all().filter(|register| !defined.has(*register)) {
            all.add(register);
        }
        for register in defined.all() {
            defines.add(register);
        }
        used.push((own, all, defines, writes));
    }
    let mut live = vec![empty.clone(); blocks.len()];
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for i in (0..blocks.len()).rev() {
            let (_, all, defines, _) = &used[i];
            let mut now = all.clone();
            for target in blocks[i].exit.targets() {
                for (word, (live, defined)) in
                    now.0.iter_mut().zip(live[*target].0.iter().zip(&defines.0))
                {
                    *word |= live & !defined;
                }
            }
            if now != live[i] {
                live[i] = now;
                has_changed = true;
            }
        }
    }
    let is_gathered = |register: &Reg| !slots[*register].source.is_uniform();
    for (block, (own, _, _, writes)) in blocks.iter_mut().zip(used) {
        let is_live =
            |register: &Reg| block.exit.targets().iter().any(|target| live[*target].has(*register));
        block.writes = writes.all().filter(is_live).collect();
        block.reads = own.all().filter(is_gathered).collect();
        let invariants = block.operations.iter().filter(|one| one.is_invariant);
        let registers = invariants.flat_map(|one| [one.action.sources(), one.action.results()]);
        block.traced = registers.flatten().filter(is_gathered).collect();
    }
    let is_zero = |register: &Reg| matches!(slots[*register].source, Source::Zero);
    live.first().map(|live| live.all().filter(is_zero).collect()).unwrap_or_default()
}

fn follow(one: &Operation, reads: &mut Set, defines: &mut Set, writes: &mut Set) {
    let guard = one.guard.map(|guard| guard.predicate);
    for register in one.action.sources().into_iter().chain(guard) {
        if !defines.has(register) {
            reads.add(register);
        }
    }
    for register in one.action.results() {
        // Where the guard is false, the register keeps its old value. So the operation also reads the
        // register.
        match one.guard {
            Some(_) if !defines.has(register) => reads.add(register),
            Some(_) => {}
            None => defines.add(register),
        }
        writes.add(register);
    }
}
