//! Runs the threads of a block in lock-step: the group of threads at the earliest block of the kernel runs next.

use crate::area::{Areas, Own};
use crate::barrier::Arrivals;
use crate::code::{Code, Exit, Source, Special};
use crate::fault::{FaultKind, Stop};
use crate::lanes::Lanes;
use crate::launch::Launch;
use crate::memory::Region;
use crate::options::Undefined;
use crate::registers::Frame;
use crate::step::{self, Buffers, Context};
use crate::sync;

/// The backward jumps after which another group gets a turn. A group that waits in a loop for another one would
/// otherwise run for ever; with 1000 a spin lock took 60 times as long as with 10.
const PATIENCE: u32 = 32;

/// Threads at one place of the kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The place of the block, and whether the threads have passed the synchronising instruction at its start.
    pub(crate) position: (usize, bool),
    pub(crate) lanes: Lanes,
    /// The turn in which the group ran last.
    turn: u64,
}

/// The threads of a block of threads, or of several that run together.
pub(crate) struct Run<'k> {
    pub(crate) code: &'k Code,
    pub(crate) launch: &'k Launch<'k>,
    /// The linear number of the first block.
    pub(crate) first_block: u64,
    /// The registers of all lanes.
    pub(crate) full: Frame,
    /// The registers of a group that is a part of the lanes.
    dense: Frame,
    /// Every lane, in order.
    identity: Vec<u16>,
    /// The lanes of the current group.
    list: Vec<u16>,
    pub(crate) own: Own,
    pub(crate) live: Lanes,
    /// The groups that can run.
    pub(crate) groups: Vec<Group>,
    /// The lanes that wait at the synchronising instruction of a block of the kernel.
    pub(crate) waiting: Vec<(usize, Lanes)>,
    pub(crate) arrivals: Arrivals,
    /// The lanes of shuffles that read a lane that does not take part.
    pub(crate) undefined: Vec<Undefined>,
    turn: u64,
    /// The backward jumps since groups merged or another group got its turn.
    jumps: u32,
    buffers: Buffers,
    clock: Clock,
    pub(crate) instructions: u64,
}

/// The number of instructions that each lane ran.
#[derive(Debug, Default)]
struct Clock {
    /// A part that all lanes have in common.
    common: u64,
    each: Vec<u64>,
    /// A bound of the largest count.
    bound: u64,
}

impl Clock {
    fn of(&self, lane: usize) -> u64 {
        self.common + self.each[lane]
    }
}

impl<'k> Run<'k> {
    /// Creates a run of `blocks` blocks, whose constants are set.
    pub(crate) fn new(code: &'k Code, launch: &'k Launch<'k>, blocks: usize) -> Self {
        let threads = launch.threads();
        let lanes = threads * blocks;
        let mut frames = [Frame::new(&code.slots, lanes), Frame::new(&code.slots, lanes)];
        for (register, slot) in code.slots.iter().enumerate() {
            let bits = match slot.source {
                Source::Zero | Source::Special(_) => continue,
                Source::Bits(bits) => bits,
                Source::Parameter(offset) => launch.parameter(offset, slot.width),
                Source::Variable(number, offset) => {
                    launch.variables[number].address().wrapping_add(offset)
                }
                Source::Dynamic(offset) => (code.shared.dynamic as u64).wrapping_add(offset),
            };
            frames.iter_mut().for_each(|frame| frame.columns[register].fill(bits));
        }
        let [full, dense] = frames;
        let own = Own {
            shared: vec![0; launch.shared_bytes * blocks],
            shared_bytes: launch.shared_bytes,
            local: vec![0; code.local * lanes],
            local_bytes: code.local,
            threads,
        };
        Self {
            code,
            launch,
            first_block: 0,
            full,
            dense,
            identity: (0..lanes).map(|lane| lane as u16).collect(),
            list: Vec::with_capacity(lanes),
            own,
            live: Lanes::default(),
            groups: Vec::new(),
            waiting: Vec::new(),
            arrivals: Arrivals::default(),
            undefined: Vec::new(),
            turn: 0,
            jumps: 0,
            buffers: Buffers::default(),
            clock: Clock { each: vec![0; lanes], ..Clock::default() },
            instructions: 0,
        }
    }

    /// Puts all threads at the start of the kernel, in the blocks from `first` on.
    pub(crate) fn start(&mut self, first: u64) {
        self.first_block = first;
        for register in &self.code.zeroed {
            self.full.columns[*register].fill(0);
        }
        for (register, slot) in self.code.slots.iter().enumerate() {
            if let Source::Special(special) = slot.source {
                self.special(register, special);
            }
        }
        self.own.shared.fill(0);
        self.own.local.fill(0);
        self.clock.common = 0;
        self.clock.bound = 0;
        self.clock.each.fill(0);
        self.live = Lanes::first(self.identity.len());
        self.groups.clear();
        self.waiting.clear();
        self.arrivals = Arrivals::default();
        self.add((0, false), self.live);
    }

    fn special(&mut self, register: usize, special: Special) {
        let launch = self.launch;
        let threads = launch.threads();
        let last = (u64::from(launch.grid.shared), launch.shared_bytes as u64);
        for lane in 0..self.identity.len() {
            let thread = lane % threads;
            let in_warp = (thread % 32) as u32;
            let value = match special {
                Special::Tid(axis) => launch.thread(thread)[axis].into(),
                Special::Ntid(axis) => launch.grid.threads[axis].into(),
                Special::Ctaid(axis) => {
                    launch.block(self.first_block + (lane / threads) as u64)[axis].into()
                }
                Special::Nctaid(axis) => launch.grid.blocks[axis].into(),
                Special::LaneId => in_warp.into(),
                Special::WarpId => (thread / 32) as u64,
                Special::WarpCount => threads.div_ceil(32) as u64,
                Special::LaneMaskEq => 1 << in_warp,
                Special::LaneMaskLt => (1 << in_warp) - 1,
                Special::LaneMaskLe => (2 << in_warp) - 1,
                Special::LaneMaskGe => u64::from(u32::MAX << in_warp),
                Special::LaneMaskGt => u64::from(u32::MAX) & !((2 << in_warp) - 1),
                Special::DynamicShared => last.0,
                Special::TotalShared => last.1,
            };
            self.full.columns[register].set(lane, value);
        }
    }

    /// Adds lanes that can run at a position.
    pub(crate) fn add(&mut self, position: (usize, bool), lanes: Lanes) {
        match self.groups.iter_mut().find(|group| group.position == position) {
            Some(group) => {
                group.lanes = group.lanes.union(&lanes);
                self.jumps = 0;
            }
            None => self.groups.push(Group { position, lanes, turn: self.turn }),
        }
    }

    /// Runs until no thread is left.
    ///
    /// # Errors
    /// The first fault.
    pub(crate) fn finish(&mut self, regions: &mut Vec<Region>) -> Result<(), Stop> {
        while let Some(group) = self.next() {
            self.turn += 1;
            let (place, has_passed) = group.position;
            match &self.code.blocks[place].sync {
                Some(sync) if !has_passed => {
                    sync::arrive(self, place, sync, group.lanes)
                        .map_err(|stop| stop.or_at(sync.site))?;
                }
                _ => self.visit(group, regions)?,
            }
        }
        match self.waiting.is_empty() {
            true => Ok(()),
            false => Err(sync::deadlock(self)),
        }
    }

    /// Takes the group that runs next: the one at the earliest position, or the one that ran longest ago after many
    /// backward jumps.
    fn next(&mut self) -> Option<Group> {
        let groups = self.groups.iter().enumerate();
        let chosen = match self.jumps < PATIENCE {
            true => groups.min_by_key(|(_, group)| group.position),
            false => {
                self.jumps = 0;
                groups.min_by_key(|(_, group)| (group.turn, group.position))
            }
        };
        let (chosen, _) = chosen?;
        Some(self.groups.swap_remove(chosen))
    }

    /// Runs a block of the kernel for a group.
    fn visit(&mut self, group: Group, regions: &mut Vec<Region>) -> Result<(), Stop> {
        let (place, _) = group.position;
        let code = self.code;
        let block = &code.blocks[place];
        let count = group.lanes.count();
        let is_full = count == self.identity.len();
        let mut list = std::mem::take(&mut self.list);
        if !is_full {
            group.lanes.list(&mut list);
            for register in &block.reads {
                self.full.columns[*register].gather(&list, &mut self.dense.columns[*register]);
            }
        }
        let lanes = if is_full { self.identity.as_slice() } else { &list };
        let frame = if is_full { &mut self.full } else { &mut self.dense };
        let mut areas = Areas {
            regions,
            parameters: &self.launch.parameters,
            own: &mut self.own,
            passed: &self.launch.passed,
        };
        let clock = &self.clock;
        let mut context = Context {
            lanes,
            areas: &mut areas,
            buffers: &mut self.buffers,
            clock: &|lane| clock.of(lane),
        };
        step::run(&block.operations, frame, &mut context)?;
        let mut parts = match &block.exit {
            Exit::Leave => Vec::new(),
            Exit::Jump(to) => vec![(*to, group.lanes)],
            Exit::Branch(guard, [then, otherwise]) => {
                let mut taken = Lanes::default();
                for (i, lane) in lanes.iter().enumerate() {
                    if step::holds(frame, *guard, i) {
                        taken.insert(usize::from(*lane));
                    }
                }
                vec![(*then, taken), (*otherwise, group.lanes.without(&taken))]
            }
            Exit::Switch(index, targets) => {
                let mut parts: Vec<_> = targets.iter().map(|to| (*to, Lanes::default())).collect();
                for (i, lane) in lanes.iter().enumerate() {
                    let index = step::value(frame, *index, i);
                    let lane = usize::from(*lane);
                    let Some((_, lanes)) = parts.get_mut(index as usize) else {
                        let what = format!("index {index} of {} labels", targets.len());
                        return Err(Stop::new(FaultKind::Undefined, lane, what).at(block.last));
                    };
                    lanes.insert(lane);
                }
                parts
            }
        };
        if !is_full {
            for register in &block.writes {
                self.dense.columns[*register].scatter(&list, &mut self.full.columns[*register]);
            }
        }
        self.count(&group.lanes, is_full, block.instructions, block.last)?;
        self.list = list;
        if parts.is_empty() {
            self.live = self.live.without(&group.lanes);
            if !self.waiting.is_empty() {
                sync::settle(self)?;
            }
        }
        parts.retain(|(_, lanes)| !lanes.is_empty());
        for (to, lanes) in parts {
            if to <= place && !self.groups.is_empty() {
                self.jumps += 1;
            }
            self.add((to, false), lanes);
        }
        Ok(())
    }

    /// Adds instructions to the clocks of lanes.
    fn count(
        &mut self,
        lanes: &Lanes,
        is_full: bool,
        instructions: u64,
        site: usize,
    ) -> Result<(), Stop> {
        let clock = &mut self.clock;
        self.instructions += instructions * lanes.count() as u64;
        match is_full {
            true => clock.common += instructions,
            false => lanes.iter().for_each(|lane| clock.each[lane] += instructions),
        }
        clock.bound += instructions;
        let limit = self.launch.options.max_steps;
        if limit == 0 || clock.bound <= limit {
            return Ok(());
        }
        clock.bound = clock.common + clock.each.iter().max().copied().unwrap_or(0);
        match lanes.iter().find(|lane| clock.of(*lane) > limit) {
            None => Ok(()),
            Some(lane) => {
                let what = format!("a thread ran more than {limit} instructions");
                Err(Stop::new(FaultKind::Limit, lane, what).at(site))
            }
        }
    }
}
