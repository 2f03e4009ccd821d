//! Detects threads that make no progress: they repeat the same instructions forever, for example while they wait for
//! another block to write.
//!
//! After certain numbers of instructions, the state of a run is saved: its registers, the memory of its block, and the
//! positions of its threads. If the run later reaches the same state and global memory is unchanged, the run will
//! repeat itself forever. This holds because the order of the groups of threads (`groups.rs`) depends only on this
//! state. A loop that counts or reads a clock never returns to an earlier state.

pub(crate) mod repeats;

use crate::code::Reg;
use crate::lanes::Lanes;
use crate::lanes::registers::Column;
use crate::memory::journal::Journal;
use crate::memory::mbarriers::Mbarriers;
use crate::memory::regions::Regions;
use crate::schedule::calls::Calls;
use crate::schedule::groups::Groups;
use crate::warps::arrivals::{Arrivals, ClusterArrivals};

/// The number of instructions after which the state of a block is saved, if the block continues after a suspension.
/// This number is small because such a block will probably wait again. Saving the state takes about as long as running
/// 300 instructions. For a new block, `Options::check_progress_after` is used instead.
const AGAIN: u64 = 1 << 8;
/// A state that was saved after n instructions is compared with all later states up to n + n / `PART` instructions. The
/// saved state is then dropped. The next state is saved after 2n instructions.
const PART: u64 = 8;

/// Detects whether the threads of a block make progress.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    /// The number of instructions that groups have run since the block started or continued.
    pub(crate) steps: u64,
    /// The value of `steps` from which on the next state must be saved, or compared with the saved state.
    due: u64,
    window: Option<Box<Window>>,
    /// The writes since the block started or continued. `None` unless a suspended block waits for writes.
    turn: Option<Journal>,
}

/// A saved state, and the data for comparing later states with it.
#[derive(Debug)]
struct Window {
    start: u64,
    state: State,
    journal: Journal,
    /// The register and lane that differed in the last comparison. The next comparison starts with this register and
    /// lane, so that a changing loop counter is found at once.
    witness: Option<(Reg, usize)>,
}

/// The state of the threads that run together. Global memory is not included.
#[derive(Debug)]
struct State {
    registers: Vec<(Reg, Column)>,
    shared: Vec<u8>,
    local: Vec<u8>,
    live: Lanes,
    calls: Calls,
    groups: Groups,
    waiting: Vec<(usize, Lanes)>,
    arrivals: Arrivals,
    mbarriers: Mbarriers,
    cluster_barrier: ClusterArrivals,
    printed: usize,
    /// The number of changes of the heap.
    heap_changes: Option<u64>,
}

impl Progress {
    /// Starts a new block, whose state is saved after `first` instructions. If `first` is `None`, continues a suspended
    /// block. If `is_awaited`, records the block's writes, because suspended blocks wait for writes.
    pub(crate) fn begin(&mut self, first: Option<u64>, is_awaited: bool) {
        let due = first.unwrap_or(AGAIN);
        *self = Self { due, turn: is_awaited.then(Journal::default), ..Self::default() };
    }

    /// Returns whether the block has changed global memory since `begin`. Returns `true` if the writes were
    /// not recorded.
    pub(crate) fn has_changed(&self, regions: &Regions<'_>) -> bool {
        self.turn.as_ref().is_none_or(|turn| !turn.is_undone(regions))
    }

    /// Returns whether a state must be saved or compared now.
    #[inline]
    pub(crate) fn is_due(&self) -> bool {
        self.steps >= self.due
    }

    /// Returns whether later states are being compared with a saved state. During the comparisons, groups run in the
    /// default order: threads that run in random order would not return to the saved state.
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
}
