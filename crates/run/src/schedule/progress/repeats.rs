//! Compares the state of a run with a saved state, and describes blocks that wait for each other.

use super::{PART, Progress, State, Window};
use crate::code::{Block, Source};
use crate::fault::{FaultKind, Stop};
use crate::memory::journal::Journal;
use crate::memory::regions::Regions;
use crate::schedule::blocks::Position;
use crate::schedule::run::Run;
use crate::triple::Triple;
use crate::warps::sync;
use std::collections::HashSet;

impl Progress {
    /// Returns whether the run is again in the saved state. If no state is saved, saves the current state.
    fn repeats(&mut self, run: &Run<'_>, regions: &Regions<'_>) -> bool {
        let Some(window) = &mut self.window else {
            let start = self.steps;
            let (state, journal) = (State::of(run), Journal::default());
            self.window = Some(Box::new(Window { start, state, journal, witness: None }));
            self.due = 0;
            return false;
        };
        if window.is_now(run, regions) {
            return true;
        }
        if self.steps > window.start + window.start / PART || window.journal.is_full() {
            self.due = 2 * window.start;
            self.window = None;
        }
        false
    }
}

impl Window {
    /// Returns whether the run is in the saved state and global memory has its old contents.
    fn is_now(&mut self, run: &Run<'_>, regions: &Regions<'_>) -> bool {
        let state = &self.state;
        if let Some((register, lane)) = self.witness
            && let Some((_, column)) = state.registers.iter().find(|(known, _)| *known == register)
            && column.get(lane) != run.full.columns[register].get(lane)
        {
            return false;
        }
        let is_same = state.live == run.live
            && state.calls == run.calls
            && state.groups.is_like(&run.groups)
            && state.waiting == run.waiting
            && state.arrivals == run.arrivals
            && state.mbarriers == run.own.mbarriers
            && state.cluster_barrier == run.cluster_barrier
            && state.printed == run.printed.len()
            && state.heap_changes == heap_changes(run)
            && !run.own.copies.are_pending();
        if !is_same {
            return false;
        }
        for (register, column) in &state.registers {
            if let Some(lane) = column.difference(&run.full.columns[*register], run.lanes) {
                self.witness = Some((*register, lane));
                return false;
            }
        }
        state.shared == run.own.shared
            && state.local == run.own.local
            && self.journal.is_undone(regions)
    }
}

fn heap_changes(run: &Run<'_>) -> Option<u64> {
    run.own.heap.as_ref().map(|heap| heap.changes)
}

impl State {
    fn of(run: &Run<'_>) -> Self {
        let slots = run.code.slots.iter().enumerate();
        let registers = slots.filter(|(_, slot)| matches!(slot.source, Source::Zero));
        Self {
            registers: registers.map(|(i, _)| (i, run.full.columns[i].clone())).collect(),
            shared: run.own.shared.clone(),
            local: run.own.local.clone(),
            live: run.live,
            calls: run.calls.clone(),
            groups: run.groups.clone(),
            waiting: run.waiting.clone(),
            arrivals: run.arrivals.clone(),
            mbarriers: run.own.mbarriers.clone(),
            cluster_barrier: run.cluster_barrier,
            printed: run.printed.len(),
            heap_changes: heap_changes(run),
        }
    }
}

impl Run<'_> {
    /// Returns whether the threads are in an earlier state again, so that they make no progress.
    pub(crate) fn repeats(&mut self, regions: &Regions<'_>) -> bool {
        let mut progress = std::mem::take(&mut self.progress);
        let repeats = progress.repeats(self, regions);
        self.progress = progress;
        repeats
    }
}

/// What the threads of suspended blocks do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// Threads are in a loop that no other thread can end, because it reads no memory.
    EndlessLoop,
    /// The only thread waits for a value that no other thread can write.
    Alone,
    /// Threads wait for each other.
    Deadlock,
}

impl Cause {
    fn of(runs: &[&Run<'_>]) -> Self {
        let groups = || runs.iter().flat_map(|run| run.groups.all().map(move |group| (run, group)));
        if groups().any(|(run, ((place, _), _))| is_endless(&run.code.blocks, place)) {
            return Self::EndlessLoop;
        }
        let looping: usize = groups().map(|(_, (_, lanes))| lanes.count()).sum();
        let is_alone = looping == 1 && runs.iter().all(|run| run.waiting.is_empty());
        if is_alone { Self::Alone } else { Self::Deadlock }
    }

    fn stop(self, lane: usize) -> Stop {
        let (kind, what) = match self {
            Self::EndlessLoop => (
                FaultKind::EndlessLoop,
                "endless loop: it repeats itself, and reads no memory that could end it",
            ),
            Self::Alone => (
                FaultKind::Deadlock,
                "the thread only repeats itself, and no other thread can write what it waits for",
            ),
            Self::Deadlock => (
                FaultKind::Deadlock,
                "deadlock: the threads only repeat themselves, and no other block can write what they wait for",
            ),
        };
        Stop::new(kind, lane, what)
    }
}

/// Returns whether a basic block is in a loop that no other thread can end: the loop neither reads memory nor
/// synchronises threads.
fn is_endless(blocks: &[Block], place: usize) -> bool {
    let after = reached(place, |block| blocks[block].exit.targets().to_vec());
    let mut before = vec![Vec::new(); blocks.len()];
    for block in &after {
        blocks[*block].exit.targets().iter().for_each(|target| before[*target].push(*block));
    }
    let in_loop = reached(place, |block| std::mem::take(&mut before[block]));
    let reads = |block: &&usize| {
        let block = &blocks[**block];
        block.sync.is_some() || block.operations.iter().any(|one| one.action.reads_memory())
    };
    !in_loop.is_empty() && !in_loop.iter().any(|block| reads(&block))
}

/// Returns the blocks that can be reached from a block in at least one step, each once.
fn reached(from: usize, mut next: impl FnMut(usize) -> Vec<usize>) -> HashSet<usize> {
    let mut seen = HashSet::new();
    let mut open = next(from);
    while let Some(block) = open.pop() {
        if seen.insert(block) {
            open.extend(next(block));
        }
    }
    seen
}

/// Returns the fault of suspended blocks whose threads can make no progress, with a note for each group of threads. Also
/// returns the number of the block of threads in which the fault is reported.
pub(crate) fn stuck<'r, 'k: 'r>(runs: impl Iterator<Item = &'r Run<'k>>) -> (Stop, u64) {
    let runs: Vec<_> = runs.collect();
    let cause = Cause::of(&runs);
    let mut first = None;
    let mut notes = Vec::new();
    for run in runs {
        let block = Triple(run.launch.block(run.first_block));
        let mut groups: Vec<_> = run.groups.all().collect();
        groups.sort_by_key(|(_, lanes)| lanes.lowest());
        for (position, lanes) in groups {
            let lane = lanes.lowest().unwrap_or(0);
            let site = site(run, position);
            let is_cause = cause != Cause::EndlessLoop || is_endless(&run.code.blocks, position.0);
            if is_cause {
                first.get_or_insert((lane, site, run.first_block));
            }
            let at = &run.code.sites[site];
            let plural = if lanes.count() == 1 { "thread repeats" } else { "threads repeat" };
            notes.push(format!(
                "{}: {} {plural} this loop, the first is {} of block {block}",
                at.named(),
                lanes.count(),
                run.named(lane)
            ));
        }
        let waiting = sync::waiting(run);
        notes.extend(waiting.into_iter().map(|note| format!("{note}; block {block}")));
    }
    let (lane, site, block) = first.unwrap_or((0, 0, 0));
    (Stop { notes, site: Some(site), ..cause.stop(lane) }, block)
}

/// Returns the site (index in `Code::sites`) of the first instruction that runs at a position.
fn site(run: &Run<'_>, (place, has_passed): Position) -> usize {
    let block = &run.code.blocks[place];
    let sync = block.sync.iter().filter(|_| !has_passed);
    sync.chain(&block.operations).map(|one| one.site).next().unwrap_or(block.last)
}
