//! Builds and sorts the basic blocks of a kernel, and finds the registers that each block reads and writes. If threads
//! are at different basic blocks, the threads at the first of these blocks run next (`groups.rs`).

use crate::code::function::{Call, Callee};
use crate::code::{Action, Block, Exit, Guard, Operation, Reg, Slot, Source};
use crate::decode::converted;
use crate::decode::invariant;
use crate::decode::regions;
use ptx_module::resolve::flow::{self, Line};
use std::collections::HashSet;

/// The decoded form of a line of the kernel, after calls are inlined.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decoded {
    pub(crate) operations: Vec<Operation>,
    /// The guard of a jump, or of an instruction that ends the thread.
    pub(crate) guard: Option<Guard>,
    /// The register that selects the label of `brx.idx`.
    pub(crate) index: Option<Reg>,
    /// The callee of a call that is not inlined. The labels of its line are the functions that the call may start, and
    /// the place at which the caller continues.
    pub(crate) callee: Option<Callee>,
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
    /// For the kernel and then for each function that is not inlined: the registers that a thread may read before it
    /// writes them.
    pub(crate) zeroed: Vec<Vec<Reg>>,
    /// The first basic blocks of the functions that are not inlined.
    pub(crate) entries: Vec<usize>,
    /// The operations that run only once, before all blocks of threads.
    pub(crate) invariants: Vec<Operation>,
}

/// Builds the basic blocks. The first block is the entry. `functions` has the first line of each function that is not
/// inlined.
///
/// # Errors
/// If a label is missing.
pub(crate) fn blocks(
    lines: &[Line],
    decoded: &[Decoded],
    functions: &[usize],
    slots: &mut [Slot],
) -> Result<Ordered, flow::NoLabel> {
    let graph = flow::blocks(lines)?;
    let numbers = match functions {
        [] => regions::sorted(&graph).blocks,
        _ => regions::order(&without_calls(&graph, decoded), functions),
    };
    let mut places = vec![None; graph.len()];
    for (place, number) in numbers.iter().enumerate() {
        places[*number] = Some(place);
    }
    let place = |block: &usize| places[*block].unwrap_or_default();
    let entry = |line: &usize| place(&regions::at(&graph, *line));
    let entries: Vec<_> = functions.iter().map(entry).collect();
    let mut blocks = Vec::with_capacity(numbers.len());
    for number in &numbers {
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
            (flow::Exit::Switch(to), Some(Decoded { callee: Some(callee), .. })) => {
                let (callee, targets) = (callee.clone(), to.iter().map(place).collect());
                Exit::Call(Box::new(Call { callee, targets }))
            }
            (flow::Exit::Switch(to), _) => Exit::Return(to.iter().map(place).collect()),
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
    let zeroed = liveness(&mut blocks, slots, &entries);
    let invariants = invariant::find(&mut blocks, slots, &zeroed.concat());
    let mut converted = converted::convert(&blocks);
    for blocks in [&mut blocks, &mut converted] {
        liveness(blocks, slots, &entries);
        blocks.iter_mut().for_each(compare_guards);
    }
    blocks.iter_mut().for_each(mark_used_results);
    Ok(Ordered { blocks, converted, zeroed, entries, invariants })
}

/// Marks the operations that have the same guard as the previous guarded operation ([`Operation::has_same_guard`]).
fn compare_guards(block: &mut Block) {
    let mut known = None;
    for one in block.operations.iter_mut().filter(|one| !one.is_invariant) {
        one.has_same_guard = known.is_some() && one.guard == known;
        let is_changed = |guard: &Guard| one.action.results().contains(&guard.predicate);
        known = one.guard.or(known).filter(|guard| !is_changed(guard));
    }
}

/// Marks the atomic operations whose old value an instruction reads (`Atomic::is_result_used`).
fn mark_used_results(block: &mut Block) {
    if !block.operations.iter().any(|one| matches!(one.action, Action::Atomic(_))) {
        return;
    }
    let mut live: HashSet<Reg> = block.writes.iter().copied().collect();
    live.extend(block.exit.source());
    for one in block.operations.iter_mut().rev() {
        let results = one.action.results();
        if let Action::Atomic(atomic) = &mut one.action {
            atomic.is_result_used = results.iter().any(|result| live.contains(result));
        }
        if one.guard.is_none() {
            live.retain(|register| !results.contains(register));
        }
        live.extend(one.action.sources());
        live.extend(one.guard.map(|guard| guard.predicate));
    }
}

/// Returns the blocks without the jumps between functions: a call continues after the call, and a return ends.
fn without_calls(graph: &[flow::Block], decoded: &[Decoded]) -> Vec<flow::Block> {
    let of_function = |block: &flow::Block| {
        let last = block.last.map(|last| &decoded[last]);
        let exit = match (&block.exit, last) {
            (flow::Exit::Switch(to), Some(Decoded { callee: Some(_), .. })) => {
                to.last().map_or(flow::Exit::Leave, |after| flow::Exit::Jump(*after))
            }
            (flow::Exit::Switch(_), Some(Decoded { index: None, .. })) => flow::Exit::Leave,
            (exit, _) => exit.clone(),
        };
        flow::Block { exit, ..block.clone() }
    };
    graph.iter().map(of_function).collect()
}

/// A set of registers. It can be emptied in constant time, so that all basic blocks can use the same sets.
struct Set {
    /// For each register, the last round in which it was added.
    rounds: Vec<usize>,
    round: usize,
    all: Vec<Reg>,
}

impl Set {
    fn new(registers: usize) -> Self {
        Self { rounds: vec![0; registers], round: 1, all: Vec::new() }
    }

    fn clear(&mut self) {
        self.round += 1;
        self.all.clear();
    }

    fn has(&self, register: Reg) -> bool {
        self.rounds[register] == self.round
    }

    fn add(&mut self, register: Reg) {
        if !self.has(register) {
            self.rounds[register] = self.round;
            self.all.push(register);
        }
    }
}

/// The basic blocks that use a register.
#[derive(Clone, Default)]
struct Uses {
    /// The blocks that read the register before they write it.
    reads: Vec<usize>,
    /// The blocks that always write the register.
    defines: Vec<usize>,
    /// The blocks whose operations may write the register.
    writes: Vec<usize>,
}

/// Finds the registers that each block reads before it writes them, and the registers that each block writes for other
/// blocks. Returns the ordinary registers that a thread may read before it writes them, in the kernel and then in each
/// function of `entries`.
///
/// Registers are followed one by one from their reads back to their writes. The time is therefore proportional to the
/// sum of their lifetimes, and most registers are used in one block only. Sets of live registers for every block would
/// take time proportional to the product of blocks and registers.
fn liveness(blocks: &mut [Block], slots: &[Slot], entries: &[usize]) -> Vec<Vec<Reg>> {
    let uses = uses(blocks, slots);
    let mut before = vec![Vec::new(); blocks.len()];
    for (i, block) in blocks.iter().enumerate() {
        block.exit.targets().iter().for_each(|target| before[*target].push(i));
    }
    let mut zeroed = vec![Vec::new(); 1 + entries.len()];
    // The blocks at whose start the register is live, and the blocks that always write the register.
    let (mut live, mut defined) = (Set::new(blocks.len()), Set::new(blocks.len()));
    for (register, uses) in uses.iter().enumerate().filter(|(_, uses)| !uses.reads.is_empty()) {
        live.clear();
        defined.clear();
        uses.defines.iter().for_each(|block| defined.add(*block));
        uses.reads.iter().for_each(|block| live.add(*block));
        let mut at = 0;
        while let Some(block) = live.all.get(at) {
            at += 1;
            for earlier in &before[*block] {
                if !defined.has(*earlier) {
                    live.add(*earlier);
                }
            }
        }
        for block in &uses.writes {
            let block = &mut blocks[*block];
            if block.exit.targets().iter().any(|target| live.has(*target)) {
                block.writes.push(register);
            }
        }
        for (zeroed, entry) in zeroed.iter_mut().zip([0].iter().chain(entries)) {
            if live.has(*entry) {
                zeroed.push(register);
            }
        }
    }
    zeroed
}

/// Returns the uses of each ordinary register. A register that is not ordinary has its value from the launch, and no
/// block writes it. Also sets the registers that each block reads before it writes them.
fn uses(blocks: &mut [Block], slots: &[Slot]) -> Vec<Uses> {
    let mut uses = vec![Uses::default(); slots.len()];
    let is_ordinary = |register: Reg| matches!(slots[register].source, Source::Zero);
    let is_gathered = |register: &Reg| !slots[*register].source.is_uniform();
    let [mut reads, mut defines, mut writes] = [0; 3].map(|_| Set::new(slots.len()));
    let [mut of_sync, mut by_sync, mut rest] = [0; 3].map(|_| Set::new(slots.len()));
    for (i, block) in blocks.iter_mut().enumerate() {
        for set in [&mut reads, &mut defines, &mut writes, &mut of_sync, &mut by_sync, &mut rest] {
            set.clear();
        }
        for one in block.operations.iter().filter(|one| !one.is_invariant) {
            follow(one, &mut reads, &mut defines, &mut writes);
        }
        let read = block.exit.source();
        if let Some(register) = read.filter(|register| !defines.has(*register)) {
            reads.add(register);
        }
        if let Some(sync) = &block.sync {
            follow(sync, &mut of_sync, &mut by_sync, &mut rest);
        }
        let left = reads.all.iter().filter(|register| !by_sync.has(**register));
        left.for_each(|register| of_sync.add(*register));
        by_sync.all.iter().for_each(|register| defines.add(*register));
        for register in of_sync.all.iter().filter(|register| is_ordinary(**register)) {
            uses[*register].reads.push(i);
        }
        defines.all.iter().for_each(|register| uses[*register].defines.push(i));
        writes.all.iter().for_each(|register| uses[*register].writes.push(i));
        block.writes.clear();
        block.reads = reads.all.iter().copied().filter(is_gathered).collect();
        block.reads.sort_unstable();
        let invariants = block.operations.iter().filter(|one| one.is_invariant);
        let registers = invariants.flat_map(|one| [one.action.sources(), one.action.results()]);
        block.traced = registers.flatten().filter(is_gathered).collect();
    }
    uses
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
