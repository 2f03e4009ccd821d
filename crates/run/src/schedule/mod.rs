//! Runs the threads of a block in lock-step. The group of threads at the earliest basic block runs next.

pub(crate) mod blocks;
pub(crate) mod calls;
mod frames;
pub(crate) mod groups;
pub(crate) mod progress;
pub(crate) mod random;
pub(crate) mod run;
pub(crate) mod stacks;
pub(crate) mod step;
pub(crate) mod together;

use crate::code::barrier::{Barrier, Kind};
use crate::code::{Action, Block, Exit, Operation, Reg};
use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::lanes::registers::Frame;
use crate::memory::areas::Areas;
use crate::memory::regions::Regions;
use crate::schedule::blocks::Position;
use crate::schedule::run::Run;
use crate::schedule::step::Context;
use crate::warps::allocation;
use crate::warps::barrier;
use crate::warps::converge;
use crate::warps::mbarrier;
use crate::warps::sync;
use std::cmp::Reverse;

/// The number of instructions after which a run checks again whether the launch is stopped. These instructions take at
/// least 20 µs, so that a condition of 40 ns costs at most 0.2 % of the time.
const CHECK_AFTER: u64 = 1 << 18;

/// How the threads of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// All threads have exited.
    Done,
    /// The remaining threads make no progress.
    Repeats,
}

impl Run<'_> {
    /// Computes the registers that are the same for every block of threads.
    ///
    /// # Errors
    /// If the width of a register differs from the element width of the loop that reads or writes the register.
    fn prepare(&mut self) -> Result<(), Stop> {
        let lanes = self.identity.len();
        for one in &self.code.invariants {
            step::compute(&one.action, &mut self.full, lanes, None)?;
        }
        Ok(())
    }

    /// Runs until all threads have exited, or the remaining threads make no progress.
    ///
    /// # Errors
    /// If a thread faults: the first fault. If the launch is stopped: a fault without a lane.
    pub(crate) fn finish(&mut self, regions: &mut Regions<'_>) -> Result<Ending, Stop> {
        if !std::mem::replace(&mut self.is_prepared, true) {
            self.prepare()?;
        }
        loop {
            if self.progress.is_due() && self.repeats(regions) {
                return Ok(Ending::Repeats);
            }
            if self.instructions >= self.check_at {
                self.check_at = self.instructions + CHECK_AFTER;
                if self.launch.is_stopped() {
                    return Err(Stop::of_caller());
                }
            }
            let Some((position, lanes)) = self.next() else {
                if mbarrier::expire(self) || converge::release(self) {
                    continue;
                }
                break;
            };
            let (place, has_passed) = position;
            match &self.code.blocks[place].sync {
                Some(sync) if !has_passed => self.synchronise(place, sync, lanes)?,
                _ => self.visit(place, lanes, regions)?,
            }
        }
        if let (true, Some((block, count, site))) =
            (self.waiting.is_empty(), self.own.tensor.not_freed())
        {
            let what = format!(
                "the block ends and has not freed {count} columns of tensor memory: `tcgen05.dealloc` is missing"
            );
            return Err(Stop::new(FaultKind::Undefined, block * self.own.threads, what).at(site));
        }
        match self.waiting.is_empty() {
            true => Ok(Ending::Done),
            false => Err(sync::deadlock(self)),
        }
    }

    /// Removes and returns the group that runs next.
    fn next(&mut self) -> Option<(Position, Lanes)> {
        match &mut self.random {
            Some(random) if !self.progress.compares() => self.groups.any(random),
            _ => self.groups.next(),
        }
    }

    /// Lets lanes arrive at the synchronising instruction of basic block `place`.
    fn synchronise(&mut self, place: usize, sync: &Operation, lanes: Lanes) -> Result<(), Stop> {
        self.gathered.discard();
        let lanes = self.arriving(place, sync, lanes);
        if lanes.is_empty() {
            return Ok(());
        }
        if let Some(watch) = &mut self.watch {
            watch.arrived(sync, &self.full, &lanes);
        }
        self.check_undefined(sync, &lanes)?;
        sync::arrive(self, place, sync, lanes).map_err(|stop| stop.or_at(sync.site))
    }

    /// Returns the lanes for which the guard of a synchronising instruction holds. The other lanes pass the instruction.
    fn arriving(&mut self, place: usize, sync: &Operation, lanes: Lanes) -> Lanes {
        let Some(guard) = sync.guard else { return lanes };
        let column = &self.full.columns[guard.predicate];
        let mut skipping = Lanes::default();
        let fails = |lane: &usize| (column.get(*lane) == 0) != guard.is_negated;
        lanes.iter().filter(fails).for_each(|lane| skipping.insert(lane));
        if self.code.machine.is_some()
            && let Action::Barrier(barrier) = &sync.action
        {
            skipping = skipping.without(&self.held(barrier, &lanes.without(&skipping), &skipping));
        }
        if !skipping.is_empty() {
            self.add((place, true), skipping);
        }
        lanes.without(&skipping)
    }

    /// Returns the lanes that skip a barrier of machine code but wait there with other lanes of their warps: the lanes of a
    /// group are at one instruction until they diverge at a branch, and a warp has its uniform registers once.
    fn held(&self, barrier: &Barrier, arriving: &Lanes, skipping: &Lanes) -> Lanes {
        let Some(first) = arriving.lowest().filter(|_| barrier.kind == Kind::Sync) else {
            return Lanes::default();
        };
        let is_other = |lane: &usize| {
            let mut registers = std::iter::once(barrier.number).chain(barrier.count);
            registers.any(|register| {
                let column = &self.full.columns[register];
                column.get(*lane) != column.get(first)
            })
        };
        let mut others = Lanes::default();
        skipping.iter().filter(is_other).for_each(|lane| others.insert(lane));
        skipping.intersection(&arriving.whole_warps(self.own.threads)).without(&others)
    }

    /// Runs a basic block for a group of threads.
    fn visit(&mut self, place: usize, group: Lanes, regions: &mut Regions<'_>) -> Result<(), Stop> {
        let code = self.code;
        let block = &self.blocks[place];
        let is_full = group == self.all;
        if self.launch.options.strict && !self.waiting.is_empty() && !block.operations.is_empty() {
            barrier::pass_by(self, &group);
        }
        if let (Some(watch), Some(sync)) = (&mut self.watch, &block.sync) {
            watch.passed(code, sync, &self.full, &group);
        }
        match is_full {
            true => self.gathered.discard(),
            false => {
                let from = (&code.slots[..], self.identity.len(), &self.full);
                self.gathered.gather(&group, &block.reads, from);
                if self.watch.is_some() {
                    self.gathered.gather(&group, &block.traced, from);
                }
            }
        }
        let (lanes, frame) = match is_full {
            true => (&self.identity[..self.lanes], &mut self.full),
            false => self.gathered.parts(),
        };
        let mut areas = Areas {
            regions: regions.reborrow(),
            parameters: &self.launch.parameters,
            own: &mut self.own,
            passed: &self.launch.passed,
            first_block: self.first_block,
            shadow: self.shadow.as_mut(),
            progress: self.progress.records().then_some(&mut self.progress),
        };
        let clock = &self.clock;
        let mut context = Context {
            lanes,
            areas: &mut areas,
            buffers: &mut self.buffers,
            printed: &mut self.printed,
            instructions: &mut self.instructions,
            clock: &|lane| clock.of(lane),
            random: self.random.as_mut(),
            watch: self.watch.as_mut(),
            undefined_bits: self.undefined_bits.as_mut(),
            code,
            launch: self.launch,
        };
        step::run(&block.operations, frame, &mut context)?;
        if let (Some(registers), Some(source)) = (&self.undefined_bits, block.exit.source())
            && !registers.is_defined(source)
        {
            for lane in group.iter() {
                registers.use_whole(source, lane, block.last, code)?;
            }
        }
        let mut other = Lanes::default();
        let mut parts = Vec::new();
        match &block.exit {
            Exit::Leave | Exit::Jump(_) | Exit::Return(_) => {}
            Exit::Call(call) => {
                let started = calls::started(call, code, frame, lanes);
                parts = started.map_err(|stop| stop.at(block.last))?;
            }
            Exit::Branch(guard, _) => other = step::failing(frame, *guard, &group, is_full),
            Exit::Switch(index, targets) => {
                let is_machine = code.machine.is_some();
                let switched = switch(frame, *index, targets, lanes, is_machine);
                parts = switched.map_err(|stop| stop.at(block.last))?;
            }
        }
        if !is_full {
            self.gathered.scatter(&block.writes, &mut self.full);
            if let Some(machine) = &code.machine {
                let (of_warp, threads) = (&machine.of_warp[place], self.own.threads);
                self.gathered.spread(of_warp, threads, self.lanes, &mut self.full);
                if let Some(undefined) = &mut self.undefined_bits {
                    let list = self.gathered.list();
                    let warps = self.gathered.warps(threads, self.lanes);
                    undefined.spread(of_warp, warps.map(|(i, lanes)| (list[i].into(), lanes)));
                }
            }
        }
        if let Some(watch) = &mut self.watch {
            let is_last = |one: &Operation| one.site == block.last;
            let is_jump = block.instructions > 0 && !matches!(block.exit, Exit::Jump(_));
            if is_jump && !block.operations.iter().any(is_last) {
                let lanes = if is_full { &self.identity } else { self.gathered.list() };
                watch.jump(code, block.last, lanes);
            }
        }
        self.count(&group, is_full, block)?;
        mbarrier::settle(self)?;
        if self.own.tensor.has_news {
            allocation::settle(self)?;
        }
        match &block.exit {
            Exit::Leave => {
                barrier::never_came(self, &group)?;
                self.live = self.live.without(&group);
                if self.own.copies.are_pending() {
                    group.iter().for_each(|lane| self.own.arrive(lane, None));
                }
                if !self.waiting.is_empty() || self.own.cluster > 1 {
                    self.gathered.discard();
                    sync::settle(self)?;
                }
            }
            Exit::Jump(to) => self.go_first(place, *to, group)?,
            Exit::Branch(_, [then, _]) if other.is_empty() => self.go_first(place, *then, group)?,
            Exit::Branch(_, [then, otherwise]) => {
                // In stacks of groups, the lanes that are added last run first: those that exit, then those that fall
                // through.
                let target = &self.blocks[*then];
                let exits = matches!(target.exit, Exit::Leave)
                    && target.sync.is_none()
                    && target.operations.is_empty();
                let mut parts = [(*otherwise, other), (*then, group.without(&other))];
                if !exits {
                    parts.reverse();
                }
                let [(to, waiting), (first, lanes)] = parts;
                self.go(place, to, waiting);
                self.go_first(place, first, lanes)?;
            }
            Exit::Switch(..) => {
                parts.sort_by_key(|(_, lanes)| Reverse(lanes.lowest()));
                for (to, lanes) in parts {
                    self.go(place, to, lanes);
                }
            }
            Exit::Call(call) => {
                let back = call.targets.last().copied().unwrap_or_default();
                for (function, lanes) in parts {
                    self.call(function, lanes, back).map_err(|stop| stop.at(block.last))?;
                }
            }
            Exit::Return(_) => self.return_from_call(&group),
        }
        if self.code.machine.as_ref().is_some_and(|machine| machine.yields[place]) {
            self.groups.count_yield(&group);
            if !self.waiting.is_empty() {
                converge::give_way(self, &group);
            }
        }
        Ok(())
    }

    /// Moves lanes that run before all others of their warps. If they would only arrive at a convergence barrier, they
    /// arrive at once. Otherwise the warps that lanes have left would fall behind the other warps of a loop, and each
    /// basic block would run several times for a few warps (benches/RESULTS.md, Machine code).
    fn go_first(&mut self, place: usize, to: usize, lanes: Lanes) -> Result<(), Stop> {
        match &self.code.blocks[to].sync {
            Some(sync) if to > place && !lanes.is_empty() && converge::is_at(self, sync) => {
                self.synchronise(to, sync, lanes)
            }
            _ => {
                self.go(place, to, lanes);
                Ok(())
            }
        }
    }

    /// Moves lanes from basic block `place` to basic block `to`.
    fn go(&mut self, place: usize, to: usize, lanes: Lanes) {
        if lanes.is_empty() {
            return;
        }
        // Lanes of machine code that wait for other lanes of their warp yield.
        if to <= place && (self.code.machine.is_none() || self.groups.are_stacked()) {
            self.groups.jump_back(&lanes);
        }
        self.add((to, false), lanes);
    }

    /// Adds the number of instructions of a basic block to the clocks of lanes.
    fn count(&mut self, lanes: &Lanes, is_full: bool, block: &Block) -> Result<(), Stop> {
        let clock = &mut self.clock;
        let instructions = block.instructions;
        let list = self.gathered.list();
        if is_full {
            clock.common += instructions;
            self.instructions += instructions * self.lanes as u64;
        } else {
            self.instructions += instructions * list.len() as u64;
            if clock.is_exact {
                list.iter().for_each(|lane| clock.each[usize::from(*lane)] += instructions);
            }
        }
        clock.bound += block.most_instructions;
        self.progress.steps += instructions;
        let limit = self.launch.options.max_steps;
        if limit == 0 || clock.bound <= limit {
            return Ok(());
        }
        let stop = |lane| {
            let what = format!("a thread ran more than {limit} instructions");
            Err(Stop::new(FaultKind::Limit, lane, what).at(block.last))
        };
        if !clock.is_exact {
            // The launch discards this run. Then the launch runs the blocks one after the other, and counts the
            // instructions of each lane.
            return stop(0);
        }
        clock.bound = clock.common + clock.each.iter().max().copied().unwrap_or(0);
        match lanes.iter().find(|lane| clock.of(*lane) > limit) {
            None => Ok(()),
            Some(lane) => stop(lane),
        }
    }
}

/// Returns the lanes that `brx.idx`, or a branch, call or return to an address in a register of machine code, sends to each
/// target.
fn switch(
    frame: &Frame,
    index: Reg,
    targets: &[usize],
    lanes: &[u16],
    is_machine: bool,
) -> Result<Vec<(usize, Lanes)>, Stop> {
    let mut parts: Vec<_> = targets.iter().map(|to| (*to, Lanes::default())).collect();
    for (i, lane) in lanes.iter().enumerate() {
        let index = frame.columns[index].get(i);
        let lane = usize::from(*lane);
        let Some((_, lanes)) = parts.get_mut(index as usize) else {
            let what = match targets.len() {
                0 => "calls an address that is not that of a function".into(),
                _ if is_machine => "goes to an address that is not one of its targets".into(),
                count => format!("index {index} of {count} labels"),
            };
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        };
        lanes.insert(lane);
    }
    Ok(parts)
}
