//! Runs a [`Program`], the loops of one instruction, on all cores.

use crate::pool::pool;
use crate::program::Program;
use crate::slice::{Slice, SliceMut};
use rayon::prelude::*;

/// The smallest number of elements for each thread. With fewer elements, waking a thread takes longer than computing
/// them.
const ENOUGH: usize = 1 << 15;

/// The number of parts for each thread. With several parts per thread, fast threads take over parts of slow threads.
const PARTS: usize = 4;

/// The number of elements in each part is a multiple of this number. So no two threads write to the same cache line.
const GRAIN: usize = 64;

/// Computes the results like [`Program::run`]. Uses all cores if there are enough elements. Returns `None` if the
/// slices do not have the types of the program.
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
