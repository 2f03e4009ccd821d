//! Runs the threads of a block in lock-step: the group of threads at the earliest block of the kernel runs next.

use crate::area::{Areas, Own};
use crate::async_copy::Copies;
use crate::barrier::Arrivals;
use crate::code::{Block, Code, Exit, Operation, Reg, Source, Special};
use crate::fault::{FaultKind, Stop};
use crate::groups::{Group, Groups, Position};
use crate::lanes::Lanes;
use crate::launch::Launch;
use crate::memory::Region;
use crate::options::Undefined;
use crate::random::Random;
use crate::registers::Frame;
use crate::shadow::Shadow;
use crate::step::{self, Buffers, Context};
use crate::sync;
use crate::watch::Watch;

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
    /// The number of lanes of the current blocks; the last blocks of a grid may be fewer.
    lanes: usize,
    /// Records the accesses of blocks that run together.
    pub(crate) shadow: Option<Shadow>,
    /// The lanes of the current group.
    list: Vec<u16>,
    pub(crate) own: Own,
    /// All lanes of the run, also those that have exited.
    pub(crate) all: Lanes,
    pub(crate) live: Lanes,
    groups: Groups,
    /// The registers with a coordinate of the block.
    block_registers: Vec<(usize, usize)>,
    /// The lanes that wait at the synchronising instruction of a block of the kernel.
    pub(crate) waiting: Vec<(usize, Lanes)>,
    pub(crate) arrivals: Arrivals,
    /// The numbers that choose the order of groups, if the launch wants another order.
    random: Option<Random>,
    /// The records, if the launch wants any.
    pub(crate) watch: Option<Watch>,
    /// The lanes of shuffles that read a lane that does not take part.
    pub(crate) undefined: Vec<Undefined>,
    buffers: Buffers,
    clock: Clock,
    pub(crate) instructions: u64,
    /// What the threads printed.
    pub(crate) printed: Vec<u8>,
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
            copies: Copies::default(),
            threads,
            lanes,
            rows: Vec::new(),
        };
        let mut run = Self {
            code,
            launch,
            first_block: 0,
            full,
            dense,
            identity: (0..lanes).map(|lane| lane as u16).collect(),
            lanes,
            shadow: None,
            list: Vec::with_capacity(lanes),
            own,
            all: Lanes::first(lanes),
            live: Lanes::default(),
            groups: Groups::new(threads, blocks),
            block_registers: Vec::new(),
            waiting: Vec::new(),
            arrivals: Arrivals::default(),
            random: launch.options.shuffle.map(|seed| Random::new(seed.rotate_left(32))),
            watch: Watch::of(launch),
            undefined: Vec::new(),
            buffers: Buffers::default(),
            clock: Clock { each: vec![0; lanes], ..Clock::default() },
            instructions: 0,
            printed: Vec::new(),
        };
        for (register, slot) in code.slots.iter().enumerate() {
            match slot.source {
                Source::Special(Special::Ctaid(axis)) => run.block_registers.push((register, axis)),
                Source::Special(special) => run.special(register, special),
                _ => {}
            }
        }
        run
    }

    /// Puts all threads of `blocks` blocks from `first` on at the start of the kernel.
    pub(crate) fn start(&mut self, first: u64, blocks: usize) {
        self.first_block = first;
        self.lanes = blocks * self.own.threads;
        self.all = Lanes::first(self.lanes);
        for register in &self.code.zeroed {
            self.full.columns[*register].fill(0);
        }
        for i in 0..self.block_registers.len() {
            let (register, axis) = self.block_registers[i];
            let column = &mut self.full.columns[register];
            for block in 0..blocks {
                let value = self.launch.block(first + block as u64)[axis];
                let lanes = block * self.own.threads..(block + 1) * self.own.threads;
                column.fill_range(lanes, value.into());
            }
        }
        self.own.shared.fill(0);
        self.own.local.fill(0);
        self.own.copies.clear();
        self.clock.common = 0;
        self.clock.bound = 0;
        self.clock.each.fill(0);
        self.live = self.all;
        self.groups.clear();
        self.waiting.clear();
        self.arrivals = Arrivals::default();
        if let Some(watch) = &mut self.watch {
            watch.start(self.launch, first);
        }
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
                // `start` sets it.
                Special::Ctaid(_) => 0,
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
    pub(crate) fn add(&mut self, position: Position, lanes: Lanes) {
        self.groups.add(position, lanes);
    }

    /// Runs until no thread is left.
    ///
    /// # Errors
    /// The first fault.
    pub(crate) fn finish(&mut self, regions: &mut Vec<Region>) -> Result<(), Stop> {
        while let Some(group) = self.next() {
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

    /// Takes the group that runs next.
    fn next(&mut self) -> Option<Group> {
        match &mut self.random {
            Some(random) => self.groups.any(random),
            None => self.groups.next(),
        }
    }

    /// Runs a block of the kernel for a group.
    fn visit(&mut self, group: Group, regions: &mut Vec<Region>) -> Result<(), Stop> {
        let (place, _) = group.position;
        let code = self.code;
        let block = &code.blocks[place];
        let is_full = group.lanes == self.all;
        if let (Some(watch), Some(sync)) = (&mut self.watch, &block.sync) {
            watch.passed(code, sync, &self.full, &group.lanes);
        }
        let mut list = std::mem::take(&mut self.list);
        if !is_full {
            group.lanes.list(&mut list);
            for register in &block.reads {
                self.full.columns[*register].gather(&list, &mut self.dense.columns[*register]);
            }
        }
        let lanes = if is_full { &self.identity[..self.lanes] } else { &list };
        let frame = if is_full { &mut self.full } else { &mut self.dense };
        let mut areas = Areas {
            regions,
            parameters: &self.launch.parameters,
            own: &mut self.own,
            passed: &self.launch.passed,
            first_block: self.first_block,
            shadow: self.shadow.as_mut(),
        };
        let clock = &self.clock;
        let mut context = Context {
            lanes,
            areas: &mut areas,
            buffers: &mut self.buffers,
            printed: &mut self.printed,
            clock: &|lane| clock.of(lane),
            random: self.random.as_mut(),
            watch: self.watch.as_mut(),
            code,
        };
        step::run(&block.operations, frame, &mut context)?;
        let mut other = Lanes::default();
        let mut parts = Vec::new();
        match &block.exit {
            Exit::Leave | Exit::Jump(_) => {}
            Exit::Branch(guard, _) => other = step::failing(frame, *guard, lanes, is_full),
            Exit::Switch(index, targets) => {
                parts =
                    switch(frame, *index, targets, lanes).map_err(|stop| stop.at(block.last))?;
            }
        }
        if !is_full {
            for register in &block.writes {
                self.dense.columns[*register].scatter(&list, &mut self.full.columns[*register]);
            }
        }
        if let Some(watch) = &mut self.watch {
            let is_last = |one: &Operation| one.site == block.last;
            let is_jump = block.instructions > 0 && !matches!(block.exit, Exit::Jump(_));
            if is_jump && !block.operations.iter().any(is_last) {
                watch.jump(code, block.last, if is_full { &self.identity } else { &list });
            }
        }
        self.count(&list, &group.lanes, block)?;
        self.list = list;
        match &block.exit {
            Exit::Leave => {
                self.live = self.live.without(&group.lanes);
                if self.own.copies.are_pending() {
                    group.lanes.iter().for_each(|lane| self.own.arrive(lane, None));
                }
                if !self.waiting.is_empty() {
                    sync::settle(self)?;
                }
            }
            Exit::Jump(to) => self.go(place, *to, group.lanes),
            Exit::Branch(_, [then, _]) if other.is_empty() => self.go(place, *then, group.lanes),
            Exit::Branch(_, [then, otherwise]) => {
                self.go(place, *then, group.lanes.without(&other));
                self.go(place, *otherwise, other);
            }
            Exit::Switch(..) => {
                for (to, lanes) in parts {
                    self.go(place, to, lanes);
                }
            }
        }
        Ok(())
    }

    /// Lets lanes go from one place to another.
    fn go(&mut self, place: usize, to: usize, lanes: Lanes) {
        if lanes.is_empty() {
            return;
        }
        if to <= place {
            self.groups.jump_back(&lanes);
        }
        self.add((to, false), lanes);
    }

    /// Adds the instructions of a block to the clocks of lanes.
    fn count(&mut self, list: &[u16], lanes: &Lanes, block: &Block) -> Result<(), Stop> {
        let clock = &mut self.clock;
        let instructions = block.instructions;
        let is_full = *lanes == self.all;
        match is_full {
            true => {
                clock.common += instructions;
                self.instructions += instructions * self.lanes as u64;
            }
            false => {
                list.iter().for_each(|lane| clock.each[usize::from(*lane)] += instructions);
                self.instructions += instructions * list.len() as u64;
            }
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
                Err(Stop::new(FaultKind::Limit, lane, what).at(block.last))
            }
        }
    }
}

/// Returns the lanes that go to each target of `brx.idx`.
fn switch(
    frame: &Frame,
    index: Reg,
    targets: &[usize],
    lanes: &[u16],
) -> Result<Vec<(usize, Lanes)>, Stop> {
    let mut parts: Vec<_> = targets.iter().map(|to| (*to, Lanes::default())).collect();
    for (i, lane) in lanes.iter().enumerate() {
        let index = frame.columns[index].get(i);
        let lane = usize::from(*lane);
        let Some((_, lanes)) = parts.get_mut(index as usize) else {
            let what = format!("index {index} of {} labels", targets.len());
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        };
        lanes.insert(lane);
    }
    Ok(parts)
}
