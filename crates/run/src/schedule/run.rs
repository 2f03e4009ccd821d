//! The state of all threads that run together.

use crate::code::{Block, Cluster, Code, Reserved, Site, Source, Special};
use crate::lanes::Lanes;
use crate::lanes::gathered::Gathered;
use crate::lanes::registers::Frame;
use crate::launch::Launch;
use crate::memory::address::{Buffer, RESERVED_SHARED, SECOND_RESERVED};
use crate::memory::area;
use crate::memory::areas::Own;
use crate::memory::copies::Copies;
use crate::memory::mbarriers::Mbarriers;
use crate::memory::products::Products;
use crate::memory::rows::Rows;
use crate::memory::shadow::Shadow;
use crate::memory::tensor::TensorMemory;
use crate::memory::trails::Trails;
use crate::memory::unstarted::{Requests, Unstarted};
use crate::options::Order;
use crate::schedule::blocks::Position;
use crate::schedule::calls::{self, Calls};
use crate::schedule::groups::Groups;
use crate::schedule::progress::Progress;
use crate::schedule::random::Random;
use crate::schedule::step::Buffers;
use crate::triple::Triple;
use crate::warps::arrivals::{Arrivals, ClusterArrivals, Expiries};
use crate::watching::race::Races;
use crate::watching::undefined::Undefined;
use crate::watching::undefined_bits::Registers;
use crate::watching::undefined_bits::memory::Memory;
use crate::watching::watch::Watch;
use crate::watching::writes::Writes;

/// The threads of one block, or of several blocks that run together.
pub(crate) struct Run<'k> {
    pub(crate) code: &'k Code,
    /// The basic blocks that this run executes: `code.blocks` or `code.converted`.
    pub(crate) blocks: &'k [Block],
    pub(crate) launch: &'k Launch<'k>,
    /// The linear number of the first block of threads in the run.
    pub(crate) first_block: u64,
    /// The registers of all lanes of the run.
    pub(crate) full: Frame,
    /// The registers of the last group of threads that did not contain all lanes.
    pub(crate) gathered: Gathered,
    /// Whether the registers that are the same for every block of threads have been computed.
    pub(crate) is_prepared: bool,
    /// The numbers of all lanes, in order.
    pub(crate) identity: Vec<u16>,
    /// The number of lanes of the current blocks. This number is smaller at the end of a grid, if fewer blocks are
    /// left.
    pub(crate) lanes: usize,
    /// The record that finds conflicting accesses of blocks that run together.
    pub(crate) shadow: Option<Shadow>,
    pub(crate) own: Own,
    /// All lanes of the run, including those that have exited.
    pub(crate) all: Lanes,
    pub(crate) live: Lanes,
    /// The calls that have not returned.
    pub(crate) calls: Calls,
    pub(crate) groups: Groups,
    /// The registers whose value differs between blocks, and that each block sets when it starts.
    block_registers: Vec<(usize, Special)>,
    /// The lanes that wait, grouped by the basic block whose synchronising instruction they wait at.
    pub(crate) waiting: Vec<(usize, Lanes)>,
    pub(crate) arrivals: Arrivals,
    pub(crate) expiries: Expiries,
    pub(crate) cluster_barrier: ClusterArrivals,
    /// The random numbers that choose the order of groups, if the launch has a seed.
    pub(crate) random: Option<Random>,
    /// The records of races and traces, if the launch needs them.
    pub(crate) watch: Option<Watch>,
    /// The shuffles that read a lane that does not take part.
    pub(crate) undefined: Vec<Undefined>,
    /// The value of `Report::undefined_barriers`.
    pub(crate) undefined_barriers: u64,
    /// With `Options::strict`: the lanes that run other instructions while lanes of their warps wait at an `.aligned`
    /// barrier.
    pub(crate) passed_by: Lanes,
    /// The undefined bits of the registers, if the launch follows undefined bits.
    pub(crate) undefined_bits: Option<Registers>,
    pub(crate) buffers: Buffers,
    pub(crate) clock: Clock,
    pub(crate) progress: Progress,
    pub(crate) instructions: u64,
    /// The value of `instructions` from which on the run must check whether the launch is stopped.
    pub(crate) check_at: u64,
    /// The output of `vprintf`.
    pub(crate) printed: Vec<u8>,
}

/// The number of instructions that each lane has run.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    /// Whether the instructions of each lane are counted. Otherwise only `bound` is known.
    pub(crate) is_exact: bool,
    /// The part of the count that is the same for every lane. The count of lane `i` is `common + each[i]`.
    pub(crate) common: u64,
    pub(crate) each: Vec<u64>,
    /// An upper bound of the counts of all lanes.
    pub(crate) bound: u64,
}

impl Clock {
    pub(crate) fn of(&self, lane: usize) -> u64 {
        self.common + self.each[lane]
    }
}

impl<'k> Run<'k> {
    /// Creates a run of `blocks` blocks, and fills the registers of constants.
    pub(crate) fn new(code: &'k Code, launch: &'k Launch<'k>, blocks: usize) -> Self {
        let threads = launch.threads();
        let lanes = threads * blocks;
        let mut full = Frame::new(&code.slots, lanes);
        for (register, slot) in code.slots.iter().enumerate() {
            let bits = match slot.source {
                Source::Zero | Source::Special(_) | Source::Invariant { .. } => continue,
                Source::Bits(bits) => bits,
                Source::Parameter(offset) => launch.parameter(offset, slot.width),
                Source::Variable(number, offset) => {
                    let address = launch.variables[number].map_or(0, Buffer::address);
                    address.wrapping_add(offset)
                }
                Source::Dynamic(offset) => (code.shared.dynamic as u64).wrapping_add(offset),
            };
            full.columns[register].fill(bits);
        }
        let shared_bytes = launch.block_shared_bytes();
        let local_bytes = calls::local_bytes(code);
        let is_strict = launch.options.strict;
        let stacked = code.machine.as_ref().filter(|_| launch.options.order != Some(Order::Join));
        let undefined_bits = is_strict.then(|| Registers::of(code, lanes)).flatten();
        let own = Own {
            shared: vec![0; shared_bytes * blocks],
            shared_bytes,
            has_no_dynamic: code.shared.is_dynamic && launch.grid.shared == 0,
            written: launch.options.strict.then(|| vec![false; shared_bytes * blocks]),
            undefined_bits: undefined_bits.is_some().then(|| Memory::new(local_bytes * lanes)),
            accesses: None,
            writes: Writes::of(&launch.options.watches),
            local: vec![0; local_bytes * lanes],
            local_bytes,
            is_recursive: code.machine.as_ref().is_some_and(|machine| machine.is_recursive),
            tops: calls::tops(code, lanes),
            copies: Copies::default(),
            mbarriers: Mbarriers::default(),
            heap: None,
            unstarted: Unstarted::default(),
            canceled: 0,
            requests: Requests::default(),
            products: Products::default(),
            tensor: TensorMemory::default(),
            threads,
            cluster: launch.cluster_blocks(),
            is_machine: launch.kernel.code.machine.is_some(),
            lanes,
            rows: Vec::new(),
            words: Rows::default(),
            doubles: Rows::default(),
            trails: Trails::default(),
        };
        let mut run = Self {
            code,
            blocks: &code.blocks,
            launch,
            first_block: 0,
            full,
            gathered: Gathered::new(),
            is_prepared: false,
            identity: (0..lanes).map(|lane| lane as u16).collect(),
            lanes,
            shadow: None,
            own,
            all: Lanes::first(lanes),
            live: Lanes::default(),
            calls: Calls::new(code, lanes),
            groups: Groups::new(threads, blocks, stacked.map(|machine| machine.enabled)),
            block_registers: Vec::new(),
            waiting: Vec::new(),
            arrivals: Arrivals::default(),
            expiries: Expiries::default(),
            cluster_barrier: ClusterArrivals::default(),
            random: launch.options.shuffle.map(|seed| Random::new(seed.rotate_left(32))),
            watch: Watch::of(launch),
            undefined: Vec::new(),
            undefined_barriers: 0,
            passed_by: Lanes::default(),
            undefined_bits,
            buffers: Buffers::default(),
            progress: Progress::default(),
            clock: Clock { is_exact: true, each: vec![0; lanes], ..Clock::default() },
            instructions: 0,
            check_at: 0,
            printed: Vec::new(),
        };
        for (register, slot) in code.slots.iter().enumerate() {
            match slot.source {
                Source::Special(
                    special @ (Special::Ctaid(_) | Special::Cluster(Cluster::Id(_))),
                ) => run.block_registers.push((register, special)),
                Source::Special(special) => run.special(register, special),
                _ => {}
            }
        }
        run
    }

    /// Creates a run of `blocks` blocks as one batch. If the run fails, the launch discards its results and runs the
    /// blocks one after the other. So the batch counts the instructions of each lane only if the kernel reads a clock.
    pub(crate) fn of_several(
        code: &'k Code,
        launch: &'k Launch<'k>,
        blocks: usize,
        shadow: Option<Shadow>,
    ) -> Self {
        let mut run = Self::new(code, launch, blocks);
        run.shadow = shadow;
        if !code.reads_clock {
            run.clock.is_exact = false;
            run.blocks = &code.converted;
        }
        run
    }

    /// Starts `blocks` blocks from block `first` on. Puts all their threads at the start of the kernel.
    pub(crate) fn start(&mut self, first: u64, blocks: usize) {
        self.first_block = first;
        self.lanes = blocks * self.own.threads;
        self.all = Lanes::first(self.lanes);
        for register in &self.code.zeroed {
            self.full.columns[*register].fill(0);
        }
        for i in 0..self.block_registers.len() {
            let (register, special) = self.block_registers[i];
            let column = &mut self.full.columns[register];
            for block in 0..blocks {
                let at = self.launch.block(first + block as u64);
                let value = match special {
                    Special::Cluster(Cluster::Id(axis)) => at[axis] / self.launch.cluster[axis],
                    Special::Ctaid(axis) => at[axis],
                    _ => 0,
                };
                let lanes = block * self.own.threads..(block + 1) * self.own.threads;
                column.fill_range(lanes, value.into());
            }
        }
        self.own.shared.fill(0);
        if let Some(written) = &mut self.own.written {
            // Reserved shared memory is zero before the kernel starts, and loads of machine code may end after its own.
            let own = match &self.code.machine {
                Some(machine) => machine.reserved..self.launch.shared_bytes,
                None => 0..self.launch.reserved_start(),
            };
            for block in written.chunks_mut(self.own.shared_bytes.max(1)) {
                let bytes = block.iter_mut().enumerate();
                bytes.for_each(|(i, byte)| *byte = !own.contains(&i));
            }
        }
        area::clear(&mut self.own.local);
        self.own.tops.fill(self.code.local);
        self.calls.clear();
        self.own.words.clear();
        self.own.doubles.clear();
        self.own.trails.flush(None);
        self.own.copies.clear();
        self.own.mbarriers.clear();
        self.own.requests = Requests::default();
        self.expiries = Expiries::default();
        self.own.products.clear();
        self.own.tensor.clear();
        self.cluster_barrier = ClusterArrivals::default();
        self.clock.common = 0;
        self.clock.bound = 0;
        self.clock.each.fill(0);
        self.live = self.all;
        self.groups.clear();
        self.gathered.discard();
        self.waiting.clear();
        self.arrivals = Arrivals::default();
        self.passed_by = Lanes::default();
        if let Some(registers) = &mut self.undefined_bits {
            registers.start(self.code);
        }
        if let Some(memory) = &mut self.own.undefined_bits {
            memory.start();
        }
        self.progress.begin(Some(self.launch.options.check_progress_after), false);
        if let Some(watch) = &mut self.watch {
            watch.start(self.launch, first);
        }
        self.add((0, false), self.live);
    }

    /// Moves the state that belongs to all blocks, such as the output of `vprintf`, into `to`, the run of another
    /// block.
    pub(crate) fn hand_over(&mut self, to: &mut Self) {
        std::mem::swap(&mut self.random, &mut to.random);
        std::mem::swap(&mut self.undefined, &mut to.undefined);
        std::mem::swap(&mut self.undefined_barriers, &mut to.undefined_barriers);
        std::mem::swap(&mut self.instructions, &mut to.instructions);
        std::mem::swap(&mut self.printed, &mut to.printed);
        std::mem::swap(&mut self.own.accesses, &mut to.own.accesses);
        std::mem::swap(&mut self.own.writes, &mut to.own.writes);
        std::mem::swap(&mut self.own.heap, &mut to.own.heap);
        std::mem::swap(&mut self.own.unstarted, &mut to.own.unstarted);
        std::mem::swap(&mut self.own.canceled, &mut to.own.canceled);
        if let (Some(memory), Some(to)) = (&mut self.own.undefined_bits, &mut to.own.undefined_bits)
        {
            memory.hand_over(to);
        }
        if let (Some(watch), Some(to)) = (&mut self.watch, &mut to.watch) {
            watch.hand_over(to);
        }
    }

    fn special(&mut self, register: usize, special: Special) {
        let launch = self.launch;
        let threads = launch.threads();
        let last = (u64::from(launch.grid.shared), launch.shared_bytes as u64);
        let reserved = launch.reserved_start() as u64;
        let workspace = launch.workspace.map_or(0, Buffer::address);
        for lane in 0..self.identity.len() {
            let thread = lane % threads;
            let in_warp = (thread % 32) as u32;
            let value = match special {
                Special::Tid(axis) => launch.thread(thread)[axis].into(),
                Special::Ntid(axis) => launch.grid.threads[axis].into(),
                // `Run::start` sets this register for each block.
                Special::Ctaid(_) | Special::Cluster(Cluster::Id(_)) => 0,
                Special::Cluster(cluster) => launch.cluster_register(cluster, lane / threads),
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
                Special::AggregateShared => last.1 + RESERVED_SHARED as u64,
                Special::Reserved(Reserved::Capacity) => RESERVED_SHARED as u64,
                Special::Reserved(Reserved::Begin | Reserved::Offset(0)) => reserved,
                Special::Reserved(Reserved::Offset(_)) => reserved + SECOND_RESERVED as u64,
                Special::Reserved(Reserved::End) => reserved + RESERVED_SHARED as u64,
                Special::Workspace { is_high: true } => workspace >> 32,
                Special::Workspace { is_high: false } => workspace & u64::from(u32::MAX),
            };
            self.full.columns[register].set(lane, value);
        }
    }

    /// Adds lanes that can run at a position.
    pub(crate) fn add(&mut self, position: Position, lanes: Lanes) {
        self.groups.add(position, lanes);
    }
    /// Returns the race detector, if the launch has one.
    pub(crate) fn races(&mut self) -> Option<&mut Races> {
        self.watch.as_mut().and_then(|watch| watch.races.as_mut())
    }

    /// Returns whether the race detector runs.
    pub(crate) fn watches_races(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.races.is_some())
    }

    /// Returns the lanes that have exited.
    pub(crate) fn exited(&self) -> Lanes {
        self.all.without(&self.live)
    }

    /// Reports to the race detector that these lanes have waited for each other and for lanes that have exited.
    pub(crate) fn meet(&mut self, lanes: &Lanes, exited: &Lanes) {
        if let Some(races) = self.races() {
            races.meet(lanes, exited);
        }
    }

    /// Adds lanes that wait at the synchronising instruction of basic block `place`.
    pub(crate) fn wait(&mut self, place: usize, lanes: Lanes) {
        match self.waiting.iter_mut().find(|(known, _)| *known == place) {
            Some((_, waiting)) => *waiting = waiting.union(&lanes),
            None => self.waiting.push((place, lanes)),
        }
    }

    /// Lets waiting lanes continue after the synchronising instruction of basic block `place`.
    pub(crate) fn pass(&mut self, place: usize, lanes: Lanes) {
        self.leave(place, &lanes);
        self.add((place, true), lanes);
    }

    /// Lets lanes that have waited for each other continue, apart from other lanes of their warps.
    pub(crate) fn pass_apart(&mut self, place: usize, lanes: Lanes) {
        self.leave(place, &lanes);
        self.groups.add_apart((place, true), lanes);
    }

    /// Removes lanes from those that wait at the synchronising instruction of basic block `place`.
    fn leave(&mut self, place: usize, lanes: &Lanes) {
        for (known, waiting) in &mut self.waiting {
            if *known == place {
                *waiting = waiting.without(lanes);
            }
        }
        self.waiting.retain(|(_, waiting)| !waiting.is_empty());
    }

    /// Returns the site (index in `Code::sites`) of the synchronising instruction of basic block `place`.
    pub(crate) fn site(&self, place: usize) -> usize {
        self.code.blocks[place].sync.as_ref().map_or(0, |sync| sync.site)
    }

    /// Returns the position of the synchronising instruction of basic block `place`, for messages.
    pub(crate) fn line(&self, place: usize) -> String {
        self.code.sites.get(self.site(place)).map(Site::shown).unwrap_or_default()
    }

    /// Returns the coordinates of a lane's thread, for messages.
    pub(crate) fn named(&self, lane: usize) -> Triple {
        Triple(self.launch.thread(lane % self.own.threads))
    }
}
