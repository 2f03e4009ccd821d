//! Tensor memory (PTX ISA, "Tensor Memory"): for each block of threads, 128 lanes of 512 columns of 32 bits.

use crate::fault::{FaultKind, Stop};
use crate::watching::copies::Sides;
use std::collections::HashMap;
use std::ops::Range;

pub(crate) const LANES: usize = 128;
pub(crate) const COLUMNS: usize = 512;
/// The smallest number of columns of an allocation.
const FEWEST: usize = 32;

/// The tensor memory of all blocks of a run.
#[derive(Debug, Default)]
pub(crate) struct TensorMemory {
    /// The blocks that have used tensor memory, by their numbers in the run.
    blocks: Vec<Block>,
    /// The operations that have not been completed.
    pending: Vec<Pending>,
    completed: Completed,
    /// Whether columns were freed since the waiting warps were tested.
    pub(crate) has_news: bool,
}

/// The operations whose results a thread may load after `tcgen05.fence::after_thread_sync` only. They are kept in launches that
/// check fences (PTX ISA 9.4, 9.7.18.6.4, "Canonical synchronization patterns").
#[derive(Debug, Default)]
struct Completed {
    /// The operations, each with the number of completions that threads had seen with its own.
    operations: Vec<(u64, Pending)>,
    seen: u64,
    /// For each lane, the number of completions at its last fence.
    fences: HashMap<usize, u64>,
}

#[derive(Debug, Default)]
struct Block {
    /// The words, lane by lane. Empty before the first allocation.
    words: Vec<u32>,
    allocations: Vec<Allocation>,
    /// Whether `tcgen05.relinquish_alloc_permit` has ended the allocations of the block.
    is_relinquished: bool,
}

/// Allocated columns, and the site of `tcgen05.alloc`.
#[derive(Clone, Copy, Debug)]
struct Allocation {
    start: usize,
    count: usize,
    site: usize,
}

/// A part of the tensor memory of a block.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) block: usize,
    pub(crate) lanes: Range<usize>,
    pub(crate) columns: Range<usize>,
}

/// An operation that has not been completed.
#[derive(Debug)]
struct Pending {
    /// The parts that the operation writes.
    parts: Vec<Part>,
    line: usize,
    owner: Owner,
}

#[derive(Debug)]
enum Owner {
    /// `tcgen05.mma`, `tcgen05.cp` or `tcgen05.shift` of a lane, the clocks with which the race detector follows the
    /// operation, and the mbarriers with their phases that complete the operation.
    Thread { lane: usize, sides: Option<Sides>, commits: Vec<(usize, u64)> },
    /// `tcgen05.st` of the warp with this first lane.
    Warp(usize),
}

impl Part {
    fn overlaps(&self, other: &Self) -> bool {
        let meet =
            |one: &Range<usize>, two: &Range<usize>| one.start < two.end && two.start < one.end;
        self.block == other.block
            && meet(&self.lanes, &other.lanes)
            && meet(&self.columns, &other.columns)
    }
}

impl TensorMemory {
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    fn block(&mut self, block: usize) -> &mut Block {
        if self.blocks.len() <= block {
            self.blocks.resize_with(block + 1, Block::default);
        }
        &mut self.blocks[block]
    }

    /// Allocates columns for a block. Returns the first column, or `None` if no free columns follow each other.
    ///
    /// # Errors
    /// If the number of columns is not a power of two from 32 to 512, or the block has relinquished the permit.
    pub(crate) fn allocate(
        &mut self,
        lane: usize,
        block: usize,
        count: usize,
        site: usize,
    ) -> Result<Option<usize>, Stop> {
        let stop = |what: String| Err(Stop::new(FaultKind::Undefined, lane, what));
        if !(FEWEST..=COLUMNS).contains(&count) || !count.is_power_of_two() {
            return stop(format!(
                "an allocation of {count} columns: the number must be 32, 64, 128, 256 or 512"
            ));
        }
        let own = self.block(block);
        if own.is_relinquished {
            return stop(
                "an allocation after `tcgen05.relinquish_alloc_permit` of the block".into(),
            );
        }
        let is_free = |start: &usize| {
            let meets =
                |one: &Allocation| *start < one.start + one.count && one.start < start + count;
            !own.allocations.iter().any(meets)
        };
        let Some(start) = (0..COLUMNS).step_by(count).find(is_free) else { return Ok(None) };
        own.words.resize(LANES * COLUMNS, 0);
        own.allocations.push(Allocation { start, count, site });
        Ok(Some(start))
    }

    /// Frees an allocation.
    ///
    /// # Errors
    /// If `tcgen05.alloc` did not return this address for as many columns.
    pub(crate) fn free(
        &mut self,
        lane: usize,
        block: usize,
        address: u64,
        count: usize,
    ) -> Result<(), Stop> {
        let own = self.block(block);
        let is_it = |one: &Allocation| (one.start as u64, one.count) == (address, count);
        let Some(found) = own.allocations.iter().position(is_it) else {
            let what = format!(
                "no allocation of {count} columns begins at address 0x{address:x} of tensor memory"
            );
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        };
        own.allocations.remove(found);
        self.has_news = true;
        Ok(())
    }

    /// Ends the allocations of a block.
    pub(crate) fn relinquish(&mut self, block: usize) {
        self.block(block).is_relinquished = true;
    }

    /// Returns the number of the first block that has not freed an allocation, the number of its columns, and the site
    /// of the allocation.
    pub(crate) fn not_freed(&self) -> Option<(usize, usize, usize)> {
        let first = |(block, own): (usize, &Block)| {
            own.allocations.first().map(|one| (block, one.count, one.site))
        };
        self.blocks.iter().enumerate().find_map(first)
    }

    /// Returns why a block gets no columns.
    pub(crate) fn described(&self, block: usize) -> String {
        let all = self.blocks.get(block).map_or(&[][..], |own| &own.allocations);
        let used: usize = all.iter().map(|one| one.count).sum();
        format!("{used} of the {COLUMNS} columns of tensor memory are allocated")
    }

    /// Checks that a part is allocated.
    ///
    /// # Errors
    /// If a column of the part is not allocated, or the part has lanes from 128 on.
    pub(crate) fn check(&self, lane: usize, part: &Part) -> Result<(), Stop> {
        let Part { block, lanes, columns } = part;
        let all = self.blocks.get(*block).map_or(&[][..], |own| &own.allocations);
        let is_allocated = |column: &usize| {
            all.iter().any(|one| (one.start..one.start + one.count).contains(column))
        };
        if lanes.end > LANES {
            let what = format!(
                "out of bounds: lane {} of tensor memory, which has {LANES} lanes",
                lanes.end - 1
            );
            return Err(Stop::new(FaultKind::OutOfBounds, lane, what));
        }
        match columns.clone().find(|column| !is_allocated(column)) {
            None => Ok(()),
            Some(column) => {
                let what = format!(
                    "out of bounds: column {column} of tensor memory, which `tcgen05.alloc` has not allocated"
                );
                Err(Stop::new(FaultKind::OutOfBounds, lane, what))
            }
        }
    }

    /// Returns a word of an allocated column.
    pub(crate) fn get(&self, block: usize, lane: usize, column: usize) -> u32 {
        self.blocks[block].words[lane * COLUMNS + column]
    }

    /// Sets a word of an allocated column.
    pub(crate) fn set(&mut self, block: usize, lane: usize, column: usize, word: u32) {
        self.blocks[block].words[lane * COLUMNS + column] = word;
    }

    /// Adds an operation that a commit of its thread completes.
    pub(crate) fn start(
        &mut self,
        lane: usize,
        parts: Vec<Part>,
        line: usize,
        sides: Option<Sides>,
    ) {
        // A later operation on the same columns completes after the earlier one.
        let is_same =
            |one: &Pending| parts.iter().any(|part| one.parts.iter().any(|of| of.overlaps(part)));
        self.completed.operations.retain(|(_, one)| !is_same(one));
        let owner = Owner::Thread { lane, sides, commits: Vec::new() };
        self.pending.push(Pending { parts, line, owner });
    }

    /// Adds a store of a warp.
    pub(crate) fn store(&mut self, first: usize, part: Part, line: usize) {
        self.pending.push(Pending { parts: vec![part], line, owner: Owner::Warp(first) });
    }

    /// Completes the stores of a warp (`tcgen05.wait::st`).
    pub(crate) fn wait(&mut self, first: usize) {
        self.pending.retain(|one| !matches!(one.owner, Owner::Warp(of) if of == first));
    }

    /// Ties the operations of a lane to the phases of mbarriers, in addition to those of earlier commits (PTX ISA,
    /// "tcgen05.commit": all prior operations of the thread). Returns the clocks of the operations.
    pub(crate) fn commit(&mut self, lane: usize, phases: &[(usize, u64)]) -> Vec<Sides> {
        let mut all = Vec::new();
        for one in &mut self.pending {
            if let Owner::Thread { lane: of, sides, commits } = &mut one.owner
                && *of == lane
            {
                commits.extend_from_slice(phases);
                all.extend(*sides);
            }
        }
        all
    }

    /// Completes the operations whose mbarrier at `place` a thread has seen in phase `phase`.
    pub(crate) fn observe(&mut self, place: usize, phase: u64, checks_fences: bool) {
        let is_complete = |one: &mut Pending| match &one.owner {
            Owner::Thread { commits, .. } => {
                commits.iter().any(|(at, of)| *at == place && *of < phase)
            }
            Owner::Warp(_) => false,
        };
        let complete: Vec<_> = self.pending.extract_if(.., is_complete).collect();
        if checks_fences && !complete.is_empty() {
            self.completed.seen += 1;
            let seen = self.completed.seen;
            self.completed.operations.extend(complete.into_iter().map(|one| (seen, one)));
        }
    }

    /// Records `tcgen05.fence::after_thread_sync` of a lane.
    pub(crate) fn fence(&mut self, lane: usize) {
        self.completed.fences.insert(lane, self.completed.seen);
    }

    /// Checks that a fence of the lane follows the completion of the operations that have written a part.
    ///
    /// # Errors
    /// If no fence follows a completion.
    pub(crate) fn check_fenced(&self, lane: usize, part: &Part) -> Result<(), Stop> {
        let Completed { operations, fences, .. } = &self.completed;
        let fenced = fences.get(&lane).copied().unwrap_or_default();
        let hits = |(seen, one): &&(u64, Pending)| {
            *seen > fenced && one.parts.iter().any(|other| other.overlaps(part))
        };
        let Some((_, one)) = operations.iter().find(hits) else { return Ok(()) };
        let what = format!(
            "too early: accesses columns {} to {} of tensor memory, and no fence follows the wait for the `tcgen05` operation at \
             line {}",
            part.columns.start,
            part.columns.end - 1,
            one.line
        );
        let note = "`tcgen05.fence::after_thread_sync` orders the access after the wait";
        let stop = Stop::new(FaultKind::Undefined, lane, what);
        Err(Stop { notes: vec![note.into()], ..stop })
    }

    /// Checks that no pending operation writes a part. Operations of the tensor core follow each other in order, so for
    /// them only stores of warps count.
    ///
    /// # Errors
    /// If an operation that writes the part has not been completed.
    pub(crate) fn check_ready(
        &self,
        lane: usize,
        part: &Part,
        is_of_tensor_core: bool,
    ) -> Result<(), Stop> {
        let hits = |one: &&Pending| {
            let counts = !is_of_tensor_core || matches!(one.owner, Owner::Warp(_));
            counts && one.parts.iter().any(|other| other.overlaps(part))
        };
        let Some(one) = self.pending.iter().find(hits) else { return Ok(()) };
        let (what, note) = match one.owner {
            Owner::Thread { .. } => (
                "the `tcgen05` operation",
                "`tcgen05.commit` and a wait for its mbarrier complete the operation",
            ),
            Owner::Warp(_) => ("the `tcgen05.st`", "`tcgen05.wait::st` completes the store"),
        };
        let what = format!(
            "too early: accesses columns {} to {} of tensor memory, and {what} at line {} has not completed",
            part.columns.start,
            part.columns.end - 1,
            one.line
        );
        let stop = Stop::new(FaultKind::Undefined, lane, what);
        Err(Stop { notes: vec![note.into()], ..stop })
    }
}
