//! Compares the state of a run with a saved state, and describes blocks that wait for each other.

use super::{PART, Progress, State, Window};
use crate::code::Source;
use crate::fault::{FaultKind, Stop};
use crate::groups::Position;
use crate::journal::Journal;
use crate::region::Region;
use crate::run::Run;
use crate::sync;
use crate::triple::Triple;

impl Progress {
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

/// Returns the fault of suspended blocks that wait for each other, with a note for each group of threads.
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
