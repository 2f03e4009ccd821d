//! What `ptx-core` gives on the same operands.

use crate::asked::{Asked, Computes};
use crate::digests::BLOCK;
use crate::sweep::sweep;

/// The results of an instruction on operands, those of a thread one after the other, as a kernel
/// reads and writes them.
///
/// # Panics
/// The function of `ptx-core` does not take what the instruction table says, which a test excludes.
#[must_use]
pub fn results(asked: &Asked, operands: &[u64]) -> Vec<u64> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let unit = asked.sources.len() * asked.threads();
    let cases = operands.len() / unit;
    let part = cases.div_ceil(threads).max(1) * unit;
    std::thread::scope(|scope| {
        let workers: Vec<_> = operands
            .chunks(part)
            .map(|part| scope.spawn(|| one_after_the_other(asked, part)))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no thread panics")).collect()
    })
}

fn one_after_the_other(asked: &Asked, operands: &[u64]) -> Vec<u64> {
    let unit = asked.sources.len() * asked.threads();
    let mut results =
        Vec::with_capacity(operands.len() / asked.sources.len() * asked.results.len());
    for given in operands.chunks(unit) {
        match &asked.computes {
            Computes::Thread(_, prepared) => {
                let (sources, carry) = asked.host_sources(given);
                let all = prepared.compute(&sources, carry);
                let all = all.expect("the table names the function's modes");
                results.extend_from_slice(&all.bits()[..asked.results.len()]);
            }
            Computes::Warp(warp) => results.extend(warp.product(given)),
        }
    }
    results
}

/// The results on a block of consecutive operands of 32 bits.
#[must_use]
pub fn block(asked: &Asked, block: usize) -> Vec<u64> {
    let first = (block * BLOCK) as u32;
    let mut all = vec![0; BLOCK];
    let Computes::Thread(computation, _) = &asked.computes else { return all };
    match sweep(&computation.value, first, &mut all) {
        Some(()) => all,
        None => {
            let operands: Vec<_> = (0..BLOCK as u64).map(|i| u64::from(first) + i).collect();
            one_after_the_other(asked, &operands)
        }
    }
}
