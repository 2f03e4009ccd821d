//! Runs several blocks together: the threads of a batch of blocks are the lanes of one [`Run`], and several cores run
//! different batches. The results are the same as if the blocks ran one after the other. If one block writes a byte
//! that another block accesses, the results are discarded.

use crate::code::Code;
use crate::launch::Launch;
use crate::launch::counter::Counter;
use crate::memory::Memory;
use crate::memory::content::Content;
use crate::memory::placed::Placed;
use crate::memory::region::Region;
use crate::memory::regions::Regions;
use crate::memory::shadow::{self, Cell, Shadow};
use crate::options::{Options, Report};
use crate::schedule::Ending;
use crate::schedule::blocks;
use crate::schedule::run::Run;
use crate::watching::undefined::Undefined;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The minimum number of instructions per buffer byte for which a launch uses several cores. With fewer
/// instructions, copying the buffers costs more than the cores save. Example: saxpy runs 3 instructions per
/// byte, and took 1.4 times as long on two cores.
const WORTH: u64 = 8;

/// The maximum number of bytes of shared memory of the blocks that run together.
const MOST_SHARED: usize = 32 * (228 << 10);

/// The time after which a thread that waits for other cores checks again whether the launch is stopped.
const CHECK_AFTER: Duration = Duration::from_millis(50);

/// A launch whose blocks run together.
struct Batches<'l> {
    launch: &'l Launch<'l>,
    code: &'l Code,
    /// The number of blocks in a batch: their threads are the lanes of one [`Run`].
    size: usize,
    /// Whether a block faulted or makes no progress, two blocks conflict, or the launch is stopped.
    failed: AtomicBool,
}

/// How a launch records the accesses of its blocks.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// Whether the blocks after the first batch are expected to write only buffers that the first batch wrote, so that
    /// reads of other buffers are not recorded. Their record took 39 % of the time of a kernel with a row for each thread
    /// (benches/RESULTS.md).
    expects: bool,
    cell: Cell,
}

/// Why blocks did not run together.
#[derive(Clone, Copy, Debug)]
enum Failure {
    /// A block wrote a buffer that no block was expected to write.
    Unexpected,
    /// One block wrote a cell that another block accessed.
    Conflict,
    /// A block faulted or made no progress, or the launch was stopped.
    Other,
}

/// The results of the blocks that run on one of the additional cores.
struct Part<'m> {
    contents: Vec<Content<'m>>,
    shadow: Shadow,
    undefined: Vec<Undefined>,
    undefined_barriers: u64,
    instructions: u64,
}

impl Launch<'_> {
    /// Returns the number of blocks in a batch. Returns `None` if the results could differ from the results of blocks
    /// that run one after the other.
    ///
    /// The number may be 1. Even then, [`run_together`](Self::run_together) is faster than `run` in `execute.rs`,
    /// which counts the instructions of each lane. Counting took a third of the time of the Collatz kernel
    /// (benches/RESULTS.md).
    pub(crate) fn together(&self, code: &Code) -> Option<usize> {
        let blocks = self.blocks();
        let Options { races, strict, shuffle, traces, watches, .. } = &self.options;
        let is_watched =
            *races || *strict || shuffle.is_some() || !traces.is_empty() || !watches.is_empty();
        if is_watched
            || self.cluster_blocks() > 1
            || !code.is_independent
            || blocks > shadow::MOST_BLOCKS
        {
            return None;
        }
        let most = blocks::most_blocks(self.threads()).min(MOST_SHARED / self.shared_bytes.max(1));
        Some(most.min(usize::try_from(blocks).unwrap_or(most)).max(1))
    }

    /// Runs several blocks together. Returns `None` if one block writes a byte that another block accesses,
    /// or if a block faults or makes no progress. The caller must then run the blocks one after the other.
    pub(crate) fn run_together(
        &self,
        code: &Code,
        memory: &mut Memory<'_>,
        together: usize,
    ) -> Option<Report> {
        let mut record = Record { expects: true, cell: Cell::Word };
        loop {
            match self.try_together(code, memory, together, record) {
                Ok(report) => return Some(report),
                Err(failure) => record = record.after(failure, code)?,
            }
            memory.restore();
            self.options.counter.iter().for_each(Counter::reset);
        }
    }

    /// Like [`run_together`](Self::run_together), with a way to record conflicts.
    fn try_together(
        &self,
        code: &Code,
        memory: &mut Memory<'_>,
        together: usize,
        Record { expects, cell }: Record,
    ) -> Result<Report, Failure> {
        let mut spare = std::mem::take(&mut memory.spare.shadows);
        let mut shadow = || {
            let mut shadow = spare.pop().unwrap_or_default();
            shadow.begin(self.blocks(), cell);
            shadow
        };
        // Blocks that run one after the other on one core may share bytes, so conflicts between them are not recorded.
        let is_shadowed = self.blocks() > 1 && (together > 1 || self.options.jobs > 1);
        let first = is_shadowed.then(&mut shadow);
        let mut run = Run::of_several(code, self, together, first);
        run.own.heap.clone_from(&self.heap);
        run.own.accesses = self.accesses(memory);
        let batches =
            Batches { launch: self, code, size: together, failed: AtomicBool::new(false) };
        let first = self.blocks().min(together as u64);
        batches.run(&mut run, &mut memory.regions(), 0..first);

        if let Some(shadow) = run.shadow.as_mut().filter(|_| expects) {
            shadow.expect_constant(memory.regions.len());
        }
        let jobs = batches.jobs(&run, &memory.regions);
        let mut shadow = || {
            let mut shadow = shadow();
            run.shadow.iter().for_each(|first| shadow.expect_like(first));
            shadow
        };
        let others = (1..jobs).map(|_| Part::new(memory.contents.clone(), shadow()));
        let others: Vec<_> = others.collect();
        let mut regions = memory.regions();
        let (all, placed) = (regions.all, regions.placed);
        let parts: Vec<Part<'_>> = thread::scope(|scope| {
            let batches = &batches;
            // A launch on one core has no channel, because a channel takes 0.3 µs.
            let (working, done) = (jobs > 1).then(mpsc::channel::<()>).unzip();
            let start = |(job, part)| {
                let working = working.clone();
                let work = move || {
                    let _working = working;
                    batches.on_other_core(all, placed, part, batches.range(job, jobs))
                };
                thread::Builder::new().spawn_scoped(scope, work).ok()
            };
            let threads: Vec<_> = (1..).zip(others).map(start).collect();
            drop(working);
            batches.run(&mut run, &mut regions, batches.range(0, jobs));
            // Each other core drops its sender when it is done.
            let is_working = |done: &mpsc::Receiver<()>| {
                done.recv_timeout(CHECK_AFTER) == Err(RecvTimeoutError::Timeout)
            };
            while done.as_ref().is_some_and(is_working) {
                if self.is_stopped() {
                    batches.failed.store(true, Ordering::Relaxed);
                }
            }
            threads.into_iter().filter_map(|thread| thread?.join().ok()).collect()
        });
        let is_whole = parts.len() as u64 == jobs - 1 && !batches.failed.into_inner();
        let mut shadow = run.shadow.take();
        let mut is_unexpected = shadow.as_ref().is_some_and(|shadow| shadow.is_unexpected);
        for mut part in parts {
            is_unexpected |= part.shadow.is_unexpected;
            if let Some(shadow) = shadow.as_mut().filter(|_| is_whole) {
                shadow.merge(&mut part.shadow, &mut regions, &part.contents);
            }
            run.instructions += part.instructions;
            run.undefined_barriers += part.undefined_barriers;
            part.undefined.into_iter().for_each(|one| add(&mut run.undefined, one));
            spare.push(part.shadow);
        }
        let is_hit = shadow.as_ref().is_some_and(|shadow| shadow.is_hit);
        spare.extend(shadow);
        memory.spare.shadows = spare;
        match (is_unexpected, is_hit) {
            (true, _) => Err(Failure::Unexpected),
            (false, true) => Err(Failure::Conflict),
            (false, false) if !is_whole => Err(Failure::Other),
            (false, false) => Ok(self.report(&mut run, memory)),
        }
    }
}

impl Record {
    /// Returns the record with which the launch may succeed after a failure.
    fn after(self, failure: Failure, code: &Code) -> Option<Self> {
        match failure {
            Failure::Unexpected => Some(Self { expects: false, ..self }),
            Failure::Conflict if self.cell == Cell::Word && code.has_narrow_accesses() => {
                Some(Self { cell: Cell::Byte, ..self })
            }
            Failure::Conflict | Failure::Other => None,
        }
    }
}

impl Batches<'_> {
    /// Returns the number of batches after the first.
    fn left(&self) -> u64 {
        self.launch.blocks().div_ceil(self.size as u64) - 1
    }

    /// Returns the number of cores that run the remaining blocks. The number of instructions of the first batch shows
    /// whether several cores are worth the copies of the buffers.
    fn jobs(&self, run: &Run<'_>, regions: &[Region]) -> u64 {
        let instructions = run.instructions.saturating_mul(self.left());
        // The sum ends as soon as the bytes are too many, which saves time if there are many buffers.
        let add = |left: u64, region: &Region| left.checked_sub(region.length as u64);
        let is_worth = self.launch.options.jobs > 1
            && regions.iter().try_fold(instructions / WORTH, add).is_some();
        let most = if is_worth { self.launch.options.jobs } else { 1 };
        (most as u64).clamp(1, self.left().max(1))
    }

    /// Returns the range of blocks that core number `job` runs.
    fn range(&self, job: u64, jobs: u64) -> Range<u64> {
        let first = |job| (1 + self.left() * job / jobs) * self.size as u64;
        let last = self.launch.blocks();
        first(job).min(last)..first(job + 1).min(last)
    }

    /// Runs a range of blocks. Stops as soon as a block has failed on any core.
    fn run(&self, run: &mut Run<'_>, regions: &mut Regions<'_>, blocks: Range<u64>) {
        for first in blocks.clone().step_by(self.size) {
            if self.failed.load(Ordering::Relaxed) {
                return;
            }
            let left = usize::try_from(blocks.end - first).unwrap_or(self.size);
            run.start(first, left.min(self.size));
            let finished = run.finish(regions);
            run.own.trails.flush(run.shadow.as_mut());
            let is_hit = run.shadow.as_ref().is_some_and(|shadow| shadow.is_hit);
            if finished.ok() != Some(Ending::Done) || is_hit {
                self.failed.store(true, Ordering::Relaxed);
            }
            self.launch.count(left.min(self.size) as u64);
        }
    }

    /// Runs a range of blocks on a copy of the memory, on another core.
    fn on_other_core<'m>(
        &self,
        all: &[Region],
        placed: &Placed,
        mut part: Part<'m>,
        blocks: Range<u64>,
    ) -> Part<'m> {
        let mut run = Run::of_several(self.code, self.launch, self.size, Some(part.shadow));
        run.own.heap.clone_from(&self.launch.heap);
        let mut regions = Regions::new(all, placed, &mut part.contents, None);
        self.run(&mut run, &mut regions, blocks);
        part.shadow = run.shadow.take().unwrap_or_default();
        let Run { undefined, undefined_barriers, instructions, .. } = run;
        Part { undefined, undefined_barriers, instructions, ..part }
    }
}

impl<'m> Part<'m> {
    fn new(contents: Vec<Content<'m>>, shadow: Shadow) -> Self {
        Self { contents, shadow, undefined: Vec::new(), undefined_barriers: 0, instructions: 0 }
    }
}

/// Adds the number of undefined shuffles to the entry with the same line and lanes, or adds an entry.
fn add(all: &mut Vec<Undefined>, one: Undefined) {
    match all.iter_mut().find(|known| known.key() == one.key()) {
        Some(known) => known.count += one.count,
        None => all.push(one),
    }
}
