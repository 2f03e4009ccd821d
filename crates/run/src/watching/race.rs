//! Finds races. In a race, two threads access a common byte, at least one of them writes, and nothing orders
//! the accesses (PTX ISA, "Memory Consistency Model").
//!
//! Each thread has a vector clock. For each word of memory, the last accesses are recorded. The algorithm is FastTrack
//! (Flanagan and Freund, "FastTrack: Efficient and Precise Dynamic Race Detection", PLDI 2009). A clock stores the
//! times of threads in other blocks separately, because few kernels order their blocks.

use crate::code::atomic::Update;
use crate::code::{Elected, Order, Scope};
use crate::lanes::{Lanes, WARP};
use crate::memory::area::Area;
use crate::watching::clock::{Clock, Stamp};
use crate::watching::copies::{Asynchronous, SLOTS};
use std::collections::HashMap;
use std::ops::Range;

/// The size of a memory word in bytes. Each word has its own record of accesses.
const WORD: usize = 4;

/// An access of a thread, as the race detector sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch<'a> {
    pub(crate) lane: usize,
    pub(crate) site: usize,
    pub(crate) area: Area,
    /// The offset of the first byte in the area.
    pub(crate) offset: usize,
    pub(crate) bytes: usize,
    pub(crate) kind: Touched<'a>,
    pub(crate) order: Order,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touched<'a> {
    Read,
    /// Writes these bytes.
    Write(&'a [u8]),
    /// Writes bytes whose values are not known yet.
    Copy,
    /// Reads and writes atomically.
    Atomic {
        update: Update,
        /// Whether the kernel uses the old value.
        is_used: bool,
    },
}

impl Touched<'_> {
    /// Returns whether the access is an arrival at an mbarrier that is a word of memory.
    fn is_arrival(self) -> bool {
        matches!(self, Self::Atomic { update: Update::Arrive, .. })
    }
}

/// All races between two instructions. Races in which both threads write the same value have an entry of their own.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// For the earlier and the later access: the site of the instruction (its index in `Code::sites`), and the thread's
    /// linear number in the grid.
    pub(crate) sides: [(usize, u64); 2],
    pub(crate) area: Area,
    pub(crate) offset: usize,
    /// Whether both threads write the same value in all races of this entry.
    pub(crate) is_same_value: bool,
    /// Whether both accesses add floats atomically.
    pub(crate) is_sum: bool,
    pub(crate) count: u64,
}

/// A recorded access to a word.
#[derive(Clone, Copy, Debug)]
struct Record {
    stamp: Stamp,
    /// The number of the thread in its block; for a bulk copy, that of the thread that issued it.
    thread: usize,
    site: usize,
    /// The accessed bytes of the word, one bit for each byte.
    mask: u8,
    writes: bool,
    /// The bytes that the access wrote, if known.
    value: Option<[u8; WORD]>,
    scope: Option<Scope>,
    /// Whether the access is an arrival at an mbarrier that is a word of memory.
    arrives: bool,
}

impl Record {
    /// Returns whether the accesses are morally strong: both are strong, and each scope includes the other thread. A read of
    /// an mbarrier tests it, so that it is strong with arrivals.
    fn is_strong_with(&self, other: &Self) -> bool {
        let tests = |read: &Self, arrival: &Self| arrival.arrives && !read.writes;
        match (self.scope, other.scope) {
            _ if tests(self, other) || tests(other, self) => true,
            (Some(Scope::Device), Some(Scope::Device)) => true,
            (Some(_), Some(_)) => self.stamp.block == other.stamp.block,
            _ => false,
        }
    }

    /// Returns whether both accesses write the same values to their common bytes.
    fn is_same_value(&self, other: &Self) -> bool {
        let common = self.mask & other.mask;
        match (self.value, other.value) {
            (Some(own), Some(other)) => {
                (0..WORD).all(|byte| common >> byte & 1 == 0 || own[byte] == other[byte])
            }
            _ => false,
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Cell {
    writes: Vec<Record>,
    reads: Vec<Record>,
}

/// A word of memory: its area, and its index in the area.
type Place = (Area, usize);

/// The clocks of the releasing writes to a word. Threads of all blocks acquire `device`. Only threads of block `b`
/// acquire `block[b]`.
#[derive(Clone, Debug, Default)]
struct Published {
    device: Option<Clock>,
    block: HashMap<u64, Clock>,
    /// Whether the word is an mbarrier.
    is_mbarrier: bool,
}

/// The election of a lane, which performs its next atomic operation for several lanes. So it does the fences before the
/// operation, and those that acquire after it, until its next access.
#[derive(Clone, Debug)]
struct Election {
    lanes: Vec<usize>,
    /// Whether the lane has performed the operation.
    is_done: bool,
}

/// The recorded accesses to words of memory.
#[derive(Debug, Default)]
struct Accesses {
    cells: HashMap<Place, Cell>,
    published: HashMap<Place, Published>,
    /// For each value that was updated atomically, by its area and offset: the last update, and the last update that
    /// does not commute with others ([`Turn::is_ordered`]).
    turns: HashMap<Place, [Option<Turn>; 2]>,
}

/// An atomic update of a value.
#[derive(Clone, Copy, Debug)]
struct Turn {
    stamp: Stamp,
    /// The linear number of the thread in the grid.
    thread: u64,
    site: usize,
    update: Update,
    /// Whether the order of this update and any other update changes the value in memory or the old value that the
    /// kernel uses.
    is_ordered: bool,
}

impl Turn {
    /// Returns whether the order of two updates by different threads changes a result.
    fn matters_with(&self, other: &Self) -> bool {
        self.is_ordered || other.is_ordered || self.update != other.update
    }
}

/// Returns `shared` or `global`: the one that contains the accesses to an area.
fn accesses<'a>(
    area: Area,
    shared: &'a mut Accesses,
    global: &'a mut Accesses,
) -> &'a mut Accesses {
    if area == Area::Shared { shared } else { global }
}

/// The race detector.
#[derive(Debug)]
pub(crate) struct Races {
    pub(crate) threads: usize,
    block: u64,
    /// Whether the kernel reads or writes asynchronously, as bulk copies do.
    has_copies: bool,
    /// The clock of each thread, and then those of bulk copies (`asynchronous.rs`).
    pub(crate) clocks: Vec<Clock>,
    pub(crate) asynchronous: Asynchronous,
    /// For each thread, the clocks of the releasing writes whose words the thread has read. The next fence of the
    /// thread acquires these clocks.
    pending: Vec<Option<Clock>>,
    /// The clock of each thread at its last fence, and the scope of the fence.
    fenced: Vec<Option<(Clock, Scope)>>,
    /// The clocks of threads that arrived at a barrier without waiting.
    arrived: HashMap<(usize, u64), Clock>,
    elected: HashMap<usize, Election>,
    /// For each mbarrier, by its place in shared memory: what the arrivals in the current phase release, and what all
    /// completed phases have released.
    pub(crate) mbarriers: HashMap<usize, [Option<Clock>; 2]>,
    /// The recorded accesses to the block's shared memory.
    shared: Accesses,
    /// The recorded accesses of all blocks to global memory.
    global: Accesses,
    pub(crate) found: Vec<Found>,
    /// Pairs of atomic updates whose order may change a result. Each instruction has at most one entry: the first time
    /// it updates a value that another thread has updated, with nothing that orders the two updates.
    pub(crate) orders: Vec<Found>,
}

impl Races {
    pub(crate) fn new(threads: usize, has_copies: bool) -> Self {
        Self {
            threads,
            has_copies,
            block: 0,
            clocks: Vec::new(),
            asynchronous: Asynchronous::default(),
            pending: Vec::new(),
            fenced: Vec::new(),
            arrived: HashMap::new(),
            elected: HashMap::new(),
            mbarriers: HashMap::new(),
            shared: Accesses::default(),
            global: Accesses::default(),
            found: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// Resets the state for a new block of threads.
    pub(crate) fn start(&mut self, block: u64) {
        self.block = block;
        let width = self.threads + if self.has_copies { SLOTS } else { 0 };
        self.clocks = (0..width).map(|lane| Clock::new(block, lane, width)).collect();
        self.asynchronous = Asynchronous::default();
        self.pending = vec![None; width];
        self.fenced = vec![None; width];
        self.arrived.clear();
        self.elected.clear();
        self.mbarriers.clear();
        self.shared = Accesses::default();
    }

    /// Moves the state that belongs to all blocks, such as accesses to global memory, into `to`, the detector of
    /// another block.
    pub(crate) fn hand_over(&mut self, to: &mut Self) {
        std::mem::swap(&mut self.global, &mut to.global);
        std::mem::swap(&mut self.found, &mut to.found);
        std::mem::swap(&mut self.orders, &mut to.orders);
    }

    /// Records an access of a thread, and searches for races with earlier accesses.
    pub(crate) fn touch(&mut self, touch: Touch<'_>) {
        if matches!(touch.area, Area::Local | Area::Parameters) || touch.bytes == 0 {
            return;
        }
        if self.elected.get(&touch.lane).is_some_and(|one| one.is_done) {
            self.elected.remove(&touch.lane);
        }
        let (first, last) = (touch.offset / WORD, (touch.offset + touch.bytes - 1) / WORD);
        for word in first..=last {
            let start = touch.offset.max(word * WORD);
            let end = (touch.offset + touch.bytes).min((word + 1) * WORD);
            let bits = (1u16 << (end - start)) - 1;
            let mask = (bits << (start - word * WORD)) as u8;
            let value = match touch.kind {
                Touched::Write(bytes) => {
                    let mut value = [0; WORD];
                    let from = &bytes[start - touch.offset..end - touch.offset];
                    value[start - word * WORD..end - word * WORD].copy_from_slice(from);
                    Some(value)
                }
                _ => None,
            };
            self.word(&touch, (touch.area, word), mask, value);
        }
        if let Touched::Atomic { update, is_used } = touch.kind {
            self.turn(&touch, update, is_used);
        }
        if touch.order.scope.is_some() {
            let is_atomic = matches!(touch.kind, Touched::Atomic { .. });
            let election = self.elected.get_mut(&touch.lane).filter(|_| is_atomic);
            let lanes = election.map(|one| {
                one.is_done = true;
                one.lanes.clone()
            });
            for lane in lanes.unwrap_or_else(|| vec![touch.lane]) {
                self.synchronise(&Touch { lane, ..touch }, (touch.area, first));
            }
        } else if touch.kind == Touched::Read && touch.area == Area::Shared {
            // The test of an mbarrier reads one of its two words.
            let place = (touch.area, first & !1);
            if self.shared.published.get(&place).is_some_and(|one| one.is_mbarrier) {
                let order = Order { scope: Some(Scope::Block), acquires: true, releases: false };
                self.synchronise(&Touch { order, ..touch }, place);
            }
        }
    }

    /// Forgets the accesses to bytes of global memory, which `malloc` gives to a new owner.
    pub(crate) fn forget(&mut self, area: Area, bytes: &Range<usize>) {
        for word in bytes.start / WORD..bytes.end.div_ceil(WORD) {
            self.global.cells.remove(&(area, word));
        }
        for offset in bytes.clone() {
            self.global.turns.remove(&(area, offset));
        }
    }

    fn word(&mut self, touch: &Touch<'_>, place: Place, mask: u8, value: Option<[u8; WORD]>) {
        let clock = &self.clocks[touch.lane];
        let new = Record {
            stamp: clock.stamp(touch.lane),
            thread: self.issuer(touch.lane),
            site: touch.site,
            mask,
            writes: touch.kind != Touched::Read,
            value,
            scope: touch.order.scope,
            arrives: touch.kind.is_arrival(),
        };
        let known = accesses(touch.area, &mut self.shared, &mut self.global);
        let cell = known.cells.entry(place).or_default();
        let is_concurrent = |old: &Record| old.mask & mask != 0 && !clock.is_after(old.stamp);
        let races = |old: &&Record| is_concurrent(old) && !old.is_strong_with(&new);
        let writes = new.writes;
        let mut racing: Vec<Record> = cell.writes.iter().filter(races).copied().collect();
        // Two recorded writes by the same instruction count as one race.
        racing.dedup_by_key(|old| (old.site, old.mask, old.is_same_value(&new)));
        if writes {
            racing.extend(cell.reads.iter().filter(races));
            // The new write replaces older writes to the same bytes. But one concurrent older write stays if it does
            // not race with the new write, or if both write the same value. A third access can then race with either of
            // the two. Two records suffice: they belong to different threads, and a thread does not race with itself.
            let is_harmless = |old: &Record| old.is_strong_with(&new) || old.is_same_value(&new);
            let mut is_kept = false;
            cell.writes.retain(|old| {
                let is_covered = old.mask & !mask == 0;
                let is_other = !is_kept && is_concurrent(old) && is_harmless(old);
                is_kept |= is_covered && is_other;
                !is_covered || is_other
            });
            cell.reads.retain(|old| old.mask & !mask != 0);
            cell.writes.push(new);
        } else {
            cell.reads.retain(|old| old.mask & !mask != 0 || !clock.is_after(old.stamp));
            cell.reads.push(new);
        }
        for old in racing {
            self.note(old, new, place);
        }
    }

    /// Records an atomic update. Reports the update if its order with an earlier update of another thread matters.
    fn turn(&mut self, touch: &Touch<'_>, update: Update, is_used: bool) {
        let clock = &self.clocks[touch.lane];
        let new = Turn {
            stamp: clock.stamp(touch.lane),
            thread: self.block * self.threads as u64 + touch.lane as u64,
            site: touch.site,
            update,
            is_ordered: is_used || !update.commutes(),
        };
        let known = accesses(touch.area, &mut self.shared, &mut self.global);
        let last = known.turns.entry((touch.area, touch.offset)).or_default();
        let matters = |old: &&Turn| {
            old.thread != new.thread && old.matters_with(&new) && !clock.is_after(old.stamp)
        };
        let old = last.iter().flatten().find(matters).copied();
        *last = [Some(new), if new.is_ordered { Some(new) } else { last[1] }];
        let Some(old) = old else { return };
        match self.orders.iter_mut().find(|known| known.sides[1].0 == touch.site) {
            Some(known) => known.count += 1,
            None => self.orders.push(Found {
                sides: [(old.site, old.thread), (new.site, new.thread)],
                area: touch.area,
                offset: touch.offset,
                is_same_value: false,
                is_sum: old.update.is_of_floats() && new.update.is_of_floats(),
                count: 1,
            }),
        }
    }

    /// Counts a race. Races between the same two instructions share an entry. Races that write the same value have a
    /// separate entry.
    fn note(&mut self, old: Record, new: Record, (area, word): Place) {
        let common = old.mask & new.mask;
        let is_same_value = old.is_same_value(&new);
        let sites = [old.site, new.site];
        let known = self.found.iter_mut().find(|found| {
            found.sides.map(|(site, _)| site) == sites && found.is_same_value == is_same_value
        });
        if let Some(known) = known {
            known.count += 1;
            return;
        }
        let thread = |one: &Record| one.stamp.block * self.threads as u64 + one.thread as u64;
        self.found.push(Found {
            sides: [(old.site, thread(&old)), (new.site, thread(&new))],
            area,
            offset: word * WORD + common.trailing_zeros() as usize,
            is_same_value,
            is_sum: false,
            count: 1,
        });
    }

    /// Tracks releases and acquires through a word (PTX ISA, "Release and Acquire Patterns").
    fn synchronise(&mut self, touch: &Touch<'_>, place: Place) {
        let Touch { lane, kind, order, .. } = *touch;
        let is_of_device = order.scope == Some(Scope::Device);
        let known = accesses(touch.area, &mut self.shared, &mut self.global);
        let published = known.published.entry(place).or_default();
        if !matches!(kind, Touched::Write(_)) {
            let of_device = published.device.iter().filter(|_| is_of_device);
            for clock in of_device.chain(published.block.get(&self.block)) {
                match &mut self.pending[lane] {
                    Some(pending) => pending.join(clock),
                    none => *none = Some(clock.clone()),
                }
            }
            if order.acquires
                && let Some(pending) = self.pending[lane].take()
            {
                self.clocks[lane].join(&pending);
            }
        }
        if kind == Touched::Read {
            return;
        }
        let release = match order.releases {
            true => Some((self.clocks[lane].clone(), Scope::Device)),
            false => self.fenced[lane].clone(),
        };
        if !matches!(kind, Touched::Atomic { .. }) {
            *published = Published::default();
        }
        published.is_mbarrier |= kind.is_arrival();
        if let Some((clock, scope)) = release {
            let join = |old: Option<Clock>| match old {
                Some(mut old) => {
                    old.join(&clock);
                    old
                }
                None => clock.clone(),
            };
            if is_of_device && scope == Scope::Device {
                published.device = Some(join(published.device.take()));
            }
            let of_block = published.block.remove(&self.block);
            published.block.insert(self.block, join(of_block));
        }
        if order.releases {
            self.clocks[lane].advance(lane);
        }
    }

    /// Records that these lanes elect one of them.
    pub(crate) fn elect(&mut self, which: Elected, lanes: impl Iterator<Item = usize>) {
        let lanes: Vec<_> = lanes.collect();
        for lane in &lanes {
            self.elected.remove(lane);
        }
        let elected = match which {
            Elected::Highest => lanes.iter().max(),
            Elected::First => lanes.iter().min().filter(|_| lanes.len() == WARP),
        };
        if let Some(elected) = elected {
            self.elected.insert(*elected, Election { lanes, is_done: false });
        }
    }

    /// Records a fence of a thread.
    pub(crate) fn fence(&mut self, lane: usize, acquires: bool, releases: Option<Scope>) {
        let election = self.elected.get(&lane).filter(|one| !one.is_done || releases.is_none());
        for lane in election.map_or_else(|| vec![lane], |one| one.lanes.clone()) {
            if acquires && let Some(pending) = self.pending[lane].take() {
                self.clocks[lane].join(&pending);
            }
            if let Some(scope) = releases {
                self.fenced[lane] = Some((self.clocks[lane].clone(), scope));
                self.clocks[lane].advance(lane);
            }
        }
    }

    /// Records that these threads have waited for each other: all their earlier accesses happened before all their
    /// later accesses. The accesses of the `exited` threads also happened before the later accesses. Each thread also
    /// acquires the clocks of the releasing writes whose words it has read (`pending`). CUDA's sample
    /// `threadFenceReduction` relies on these clocks: the sample has `__syncthreads` after its `atomicInc`, but no
    /// second fence.
    pub(crate) fn meet(&mut self, lanes: &Lanes, exited: &Lanes) {
        for lane in lanes.iter() {
            if let Some(pending) = self.pending[lane].take() {
                self.clocks[lane].join(&pending);
            }
        }
        let Some(mut all) = lanes.lowest().map(|first| self.clocks[first].clone()) else { return };
        lanes.iter().chain(exited.iter()).for_each(|lane| all.join(&self.clocks[lane]));
        for lane in lanes.iter() {
            self.clocks[lane].clone_from(&all);
            self.clocks[lane].advance(lane);
        }
    }

    /// Records threads that arrive at a barrier without waiting, each with its barrier.
    pub(crate) fn arrive(&mut self, lanes: &Lanes, barriers: Vec<(usize, u64)>) {
        for (lane, barrier) in lanes.iter().zip(barriers) {
            let clock = &self.clocks[lane];
            match self.arrived.get_mut(&barrier) {
                Some(arrived) => arrived.join(clock),
                None => drop(self.arrived.insert(barrier, clock.clone())),
            }
            self.clocks[lane].advance(lane);
        }
    }

    /// Records that a barrier is complete. The earlier accesses of all threads that waited, arrived without waiting or
    /// exited happened before the later accesses of the threads that waited.
    pub(crate) fn barrier(&mut self, lanes: &Lanes, exited: &Lanes, barrier: (usize, u64)) {
        if let (Some(arrived), Some(first)) = (self.arrived.remove(&barrier), lanes.lowest()) {
            self.clocks[first].join(&arrived);
        }
        self.meet(lanes, exited);
    }

    /// Records that a thread arrives at an mbarrier.
    pub(crate) fn arrive_at_mbarrier(&mut self, lane: usize, mbarrier: usize) {
        let [current, _] = self.mbarriers.entry(mbarrier).or_default();
        join(current, &self.clocks[lane]);
        self.clocks[lane].advance(lane);
    }

    /// Records that the current phase of an mbarrier has completed.
    pub(crate) fn complete_mbarrier(&mut self, mbarrier: usize) {
        let [current, completed] = self.mbarriers.entry(mbarrier).or_default();
        if let Some(clock) = current.take() {
            join(completed, &clock);
        }
    }

    /// Records that a thread has seen that a phase of an mbarrier has completed.
    pub(crate) fn pass_mbarrier(&mut self, lane: usize, mbarrier: usize) {
        if let Some([_, Some(completed)]) = self.mbarriers.get(&mbarrier) {
            self.clocks[lane].join(completed);
        }
    }
}

/// Merges a clock into another one, which may not exist yet.
pub(crate) fn join(to: &mut Option<Clock>, clock: &Clock) {
    match to {
        Some(known) => known.join(clock),
        None => *to = Some(clock.clone()),
    }
}
