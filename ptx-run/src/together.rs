//! Runs several blocks together: in one group of lanes, and on several cores. The result is that of one block after the
//! other, because a launch whose blocks share a byte that one of them writes is discarded.

use crate::code::Code;
use crate::groups;
use crate::lanes::MOST_LANES;
use crate::launch::Launch;
use crate::memory::Memory;
use crate::options::{Options, Report, Undefined};
use crate::region::Region;
use crate::run::Run;
use crate::schedule::Ending;
use crate::shadow::{self, Shadow};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The part of a launch that runs on a core other than the first.
struct Part {
    regions: Vec<Region>,
    shadow: Shadow,
    undefined: Vec<Undefined>,
    instructions: u64,
}

impl Launch<'_> {
    /// Returns how many blocks can run together in one group of lanes; `None` if blocks must run one after the other.
    pub(crate) fn together(&self, code: &Code) -> Option<usize> {
        let blocks = self.blocks();
        let Options { races, strict, shuffle, traces, .. } = &self.options;
        let is_watched = *races || *strict || shuffle.is_some() || !traces.is_empty();
        if is_watched || !code.is_independent || blocks > shadow::MOST_BLOCKS {
            return None;
        }
        let most = (MOST_LANES / self.threads()).min(groups::MOST_BLOCKS);
        let together = most.min(usize::try_from(blocks).unwrap_or(most)).max(1);
        let is_gain = together > 1 || self.options.jobs > 1 && blocks > 1;
        is_gain.then_some(together)
    }

    /// Runs several blocks together. Returns `None` if one block writes a byte that another block accesses, or if a
    /// fault occurs. The blocks must then run one after the other.
    pub(crate) fn run_together(
        &self,
        code: &Code,
        memory: &mut Memory,
        together: usize,
    ) -> Option<Report> {
        let batches = self.blocks().div_ceil(together as u64);
        let jobs = batches.min(self.options.jobs.max(1) as u64);
        let range = |job: u64| {
            let first = |job| batches * job / jobs * together as u64;
            first(job)..first(job + 1).min(self.blocks())
        };
        let mut shadows = std::mem::take(&mut memory.spare.shadows);
        shadows.resize_with(shadows.len().max(jobs as usize), Shadow::default);
        shadows.iter_mut().for_each(|shadow| shadow.begin(&memory.regions, self.blocks()));
        let others = shadows.drain(1..jobs as usize).map(|shadow| Part {
            regions: memory.regions.clone(),
            shadow,
            undefined: Vec::new(),
            instructions: 0,
        });
        let others: Vec<_> = others.collect();
        let failed = AtomicBool::new(false);
        let mut run = Run::new(code, self, together);
        run.shadow = shadows.pop();
        let parts: Vec<Part> = thread::scope(|scope| {
            let failed = &failed;
            let start = |(job, mut part): (u64, Part)| {
                let work = move || {
                    let mut run = Run::new(code, self, together);
                    run.shadow = Some(std::mem::take(&mut part.shadow));
                    self.run_batches(&mut run, &mut part.regions, range(job), together, failed);
                    Part {
                        shadow: run.shadow.take().unwrap_or_default(),
                        undefined: run.undefined,
                        instructions: run.instructions,
                        ..part
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work).ok()
            };
            let threads: Vec<_> = (1..).zip(others).map(start).collect();
            self.run_batches(&mut run, &mut memory.regions, range(0), together, failed);
            let join = |thread: Option<thread::ScopedJoinHandle<'_, Part>>| thread?.join().ok();
            threads.into_iter().filter_map(join).collect()
        });
        let mut shadow = run.shadow.take().unwrap_or_default();
        let is_whole = parts.len() as u64 == jobs - 1 && !failed.into_inner();
        for part in parts {
            if is_whole {
                shadow.merge(&part.shadow, &mut memory.regions, &part.regions);
            }
            run.instructions += part.instructions;
            part.undefined.into_iter().for_each(|one| add(&mut run.undefined, one));
            shadows.push(part.shadow);
        }
        let is_hit = shadow.is_hit;
        shadows.push(shadow);
        memory.spare.shadows = shadows;
        (is_whole && !is_hit).then(|| self.report(&mut run, memory))
    }

    /// Runs a range of blocks. Sets `failed` if a block does not reach its end, or if blocks share bytes. Stops when the
    /// blocks of another core have failed.
    fn run_batches(
        &self,
        run: &mut Run<'_>,
        regions: &mut Vec<Region>,
        blocks: Range<u64>,
        together: usize,
        failed: &AtomicBool,
    ) {
        for first in blocks.clone().step_by(together) {
            if failed.load(Ordering::Relaxed) {
                return;
            }
            let left = usize::try_from(blocks.end - first).unwrap_or(together);
            run.start(first, left.min(together));
            let finished = run.finish(regions);
            let is_hit = run.shadow.as_ref().is_some_and(|shadow| shadow.is_hit);
            if finished.ok() != Some(Ending::Done) || is_hit {
                failed.store(true, Ordering::Relaxed);
            }
        }
    }
}

/// Adds the number of undefined shuffles of a line and a pair of lanes.
fn add(all: &mut Vec<Undefined>, one: Undefined) {
    let is_same = |known: &&mut Undefined| {
        (known.line, known.lane, known.source) == (one.line, one.lane, one.source)
    };
    match all.iter_mut().find(is_same) {
        Some(known) => known.count += one.count,
        None => all.push(one),
    }
}
