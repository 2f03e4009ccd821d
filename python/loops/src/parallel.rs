//! The same on all cores.

use crate::program::Program;
use crate::slice::{Slice, SliceMut};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// Fewer elements are not worth waking a thread.
const ENOUGH: usize = 1 << 15;

/// Parts for each thread, so that none waits long for another.
const PARTS: usize = 4;

/// A multiple of the elements in a line of the cache.
const GRAIN: usize = 64;

/// Computes the results as [`Program::run`] does, on all cores if it is worth it; `None` if the slices
/// have not the types of the program.
#[must_use]
pub fn run(program: &Program, sources: &[Slice<'_>], results: Vec<SliceMut<'_>>) -> Option<()> {
    let count = results.first()?.len();
    let pool = if count < 2 * ENOUGH { None } else { pool() };
    let Some(pool) = pool.filter(|pool| pool.current_num_threads() > 1) else {
        return program.run(sources, results);
    };
    let parts = pool.current_num_threads() * PARTS;
    let part = count.div_ceil(parts).max(ENOUGH).next_multiple_of(GRAIN);
    let (mut tasks, mut rest) = (Vec::with_capacity(parts), results);
    for start in (0..count).step_by(part) {
        let here = part.min(count - start);
        let split = rest.into_iter().map(|result| result.split(here));
        let (first, others): (Vec<_>, _) = split.collect::<Option<Vec<_>>>()?.into_iter().unzip();
        let cut = sources.iter().map(|source| match source.len() == count {
            true => source.cut(start, here),
            false => Some(*source),
        });
        tasks.push((cut.collect::<Option<Vec<_>>>()?, first));
        rest = others;
    }
    let run = |(sources, results): (Vec<_>, _)| program.run(&sources, results);
    pool.install(|| tasks.into_par_iter().map(run).collect())
}

/// The threads, as many as `RAYON_NUM_THREADS` or the processor has; `None` if they cannot be made.
#[must_use]
pub fn pool() -> Option<Arc<ThreadPool>> {
    /// The threads, and the process that they belong to: one that was forked does not have them.
    static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    if let Some((owner, pool)) = &*known
        && *owner == process
    {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    // Those of the other process are not ended from here.
    let other = known.replace((process, Arc::clone(&pool)));
    std::mem::forget(other);
    Some(pool)
}
