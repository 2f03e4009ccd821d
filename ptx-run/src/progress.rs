//! Detects threads that make no progress: they repeat the same instructions for ever, for example while they
//! wait for another block to write.
//!
//! At certain steps the state of a run is saved: its registers, the memory of its block, and the positions of
//! its threads. If the run later reaches the same state and global memory is unchanged, it will repeat itself
//! for ever. This holds because the order of the groups of threads (`groups.rs`) depends only on this state. A
//! loop that counts or reads a clock never returns to an earlier state.

use crate::arrivals::Arrivals;
use crate::code::{Reg, Source};
use crate::fault::{FaultKind, Stop};
use crate::groups::{Groups, Position};
use crate::journal::Journal;
use crate::lanes::Lanes;
use crate::region::Region;
use crate::registers::Column;
use crate::run::Run;
use crate::sync;
use crate::triple::Triple;

/// The number of instructions after which the state of a new block is saved for the first time. A smaller step
/// limit (`Options::max_steps`) usually ends the launch first.
const FIRST: u64 = 1_000_000;
/// Like `FIRST`, for a block that continues after a suspension. It is small because such a block will probably
/// wait again. Saving the state takes about as long as running 300 instructions.
const AGAIN: u64 = 1 << 8;
/// Later states are compared with a saved state until the number of instructions has grown by 1/`PART`. The saved
/// state is then dropped, and a new state is saved when the number has doubled.
const PART: u64 = 8;

/// Detects whether the threads of a block make progress.
#[derive(Debug)]
pub(crate) struct Progress {
    /// The number of instructions that groups have run since the block started or continued.
    pub(crate) steps: u64,
    /// The number of steps at which the next state must be saved, or compared with the saved state.
    due: u64,
    window: Option<Box<Window>>,
    /// The writes since the block started or continued. Recorded only if a suspended block waits for them.
    turn: Option<Journal>,
}

impl Default for Progress {
    fn default() -> Self {
        Self { steps: 0, due: FIRST, window: None, turn: None }
    }
}

/// A saved state, and the data for comparing later states with it.
#[derive(Debug)]
struct Window {
    start: u64,
    state: State,
    journal: Journal,
    /// The register and lane that differed in the last comparison. They are compared first, so a loop counter
    /// is found at once.
    witness: Option<(Reg, usize)>,
}

/// The state of the threads that run together. Global memory is not included.
#[derive(Debug)]
struct State {
    registers: Vec<(Reg, Column)>,
    shared: Vec<u8>,
    local: Vec<u8>,
    live: Lanes,
    groups: Groups,
    waiting: Vec<(usize, Lanes)>,
    arrivals: Arrivals,
    printed: usize,
}

impl Progress {
    /// Starts a new block or continues a suspended block. If `is_awaited`, its writes are recorded, because
    /// other blocks wait.
    pub(crate) fn begin(&mut self, is_new: bool, is_awaited: bool) {
        let due = if is_new { FIRST } else { AGAIN };
        *self = Self { due, turn: is_awaited.then(Journal::default), ..Self::default() };
    }

    /// Returns whether the block has changed global memory since `begin`. Returns `true` if the writes were
    /// not recorded.
    pub(crate) fn has_changed(&self, regions: &[Region]) -> bool {
        self.turn.as_ref().is_none_or(|turn| !turn.is_undone(regions))
    }

    /// Returns whether a state must be saved or compared now.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.steps >= self.due
    }

    /// Returns whether later states are being compared with a saved state. Meanwhile groups run in the
    /// default order.
    pub(crate) fn compares(&self) -> bool {
        self.window.is_some()
    }

    /// Returns whether writes to global memory are recorded.
    pub(crate) fn records(&self) -> bool {
        self.window.is_some() || self.turn.is_some()
    }

    /// Records the current values of bytes of global memory that are about to be written.
    pub(crate) fn note(&mut self, buffer: usize, place: usize, bytes: &[u8]) {
        let journals = self
            .window
            .as_mut()
            .map(|window| &mut window.journal)
            .into_iter()
            .chain(&mut self.turn);
        journals.for_each(|journal| journal.note(buffer, place, bytes));
    }

    /// Returns whether the run is again in the saved state. If no state is saved, saves the current state.
    fn repeats(&mut self, run: &Run<'_>, regions: &[Region]) -> bool {
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
    fn is_now(&mut self, run: &Run<'_>, regions: &[Region]) -> bool {
        let state = &self.state;
        if let Some((register, lane)) = self.witness
            && let Some((_, column)) = state.registers.iter().find(|(known, _)| *known == register)
            && column.get(lane) != run.full.columns[register].get(lane)
        {
            return false;
        }
        let is_same = state.live == run.live
            && state.groups.is_like(&run.groups)
            && state.waiting == run.waiting
            && state.arrivals == run.arrivals
            && state.printed == run.printed.len()
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

impl State {
    fn of(run: &Run<'_>) -> Self {
        let slots = run.code.slots.iter().enumerate();
        let registers = slots.filter(|(_, slot)| matches!(slot.source, Source::Zero));
        Self {
            registers: registers.map(|(i, _)| (i, run.full.columns[i].clone())).collect(),
            shared: run.own.shared.clone(),
            local: run.own.local.clone(),
            live: run.live,
            groups: run.groups.clone(),
            waiting: run.waiting.clone(),
            arrivals: run.arrivals.clone(),
            printed: run.printed.len(),
        }
    }
}

impl Run<'_> {
    /// Returns whether the threads are in an earlier state again, so that they make no progress.
    pub(crate) fn repeats(&mut self, regions: &[Region]) -> bool {
        let mut progress = std::mem::take(&mut self.progress);
        let repeats = progress.repeats(self, regions);
        self.progress = progress;
        repeats
    }
}

/// Returns the fault of suspended blocks that wait for each other, with a line for each group of threads.
pub(crate) fn stuck<'r, 'k: 'r>(runs: impl Iterator<Item = &'r Run<'k>>) -> Stop {
    let mut first = None;
    let mut notes = Vec::new();
    for run in runs {
        let block = Triple(run.launch.block(run.first_block));
        let mut groups: Vec<_> = run.groups.all().collect();
        groups.sort_by_key(|(_, lanes)| lanes.lowest());
        for (position, lanes) in groups {
            let lane = lanes.lowest().unwrap_or(0);
            let site = site(run, position);
            first.get_or_insert((lane, site));
            let named = &run.code.sites[site];
            let plural = if lanes.count() == 1 { "thread repeats" } else { "threads repeat" };
            notes.push(format!(
                "line {}: `{}`: {} {plural} this loop, the first is {} of block {block}",
                named.line,
                named.spelling,
                lanes.count(),
                run.named(lane)
            ));
        }
        let waiting = sync::waiting(run);
        notes.extend(waiting.into_iter().map(|note| format!("{note}; block {block}")));
    }
    let (lane, site) = first.unwrap_or((0, 0));
    let what = "deadlock: the threads only repeat themselves, and no other block can write what they wait for";
    Stop { notes, site: Some(site), ..Stop::new(FaultKind::Deadlock, lane, what) }
}

/// Returns the site (index in `Code::sites`) of the first instruction that runs at a position.
fn site(run: &Run<'_>, (place, has_passed): Position) -> usize {
    let block = &run.code.blocks[place];
    let sync = block.sync.iter().filter(|_| !has_passed);
    sync.chain(&block.operations).map(|one| one.site).next().unwrap_or(block.last)
}
