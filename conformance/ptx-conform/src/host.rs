//! Computes results with `ptx-core`, for the operands that a device uses.

use crate::digests::BLOCK;
use crate::instruction::{Computes, Instruction};
use crate::sweep::sweep;

/// Computes an instruction for all threads. Operands and results have the order of a kernel's
/// memory: all words of one thread are consecutive.
///
/// Panics if the function in `ptx-core` does not accept a mode of the instruction. A test checks that the functions
/// accept all modes.
#[must_use]
pub fn results(instruction: &Instruction, operands: &[u64]) -> Vec<u64> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let unit = instruction.sources.len() * instruction.threads();
    let cases = operands.len() / unit;
    let part = cases.div_ceil(threads).max(1) * unit;
    std::thread::scope(|scope| {
        let workers: Vec<_> = operands
            .chunks(part)
            .map(|part| scope.spawn(|| sequentially(instruction, part)))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no thread panics")).collect()
    })
}

fn sequentially(instruction: &Instruction, operands: &[u64]) -> Vec<u64> {
    let unit = instruction.sources.len() * instruction.threads();
    let mut results =
        Vec::with_capacity(operands.len() / instruction.sources.len() * instruction.results.len());
    for operands in operands.chunks(unit) {
        match &instruction.computes {
            Computes::Thread(_, prepared) => {
                let (sources, carry) = instruction.host_sources(operands);
                let all = prepared.compute(&sources, carry);
                let all = all.expect("the table names the function's modes");
                results.extend_from_slice(&all.bits()[..instruction.results.len()]);
            }
            Computes::Warp(warp) => results.extend(warp.product(operands)),
        }
    }
    results
}

/// Computes an instruction for the 2^16 consecutive 32-bit operands of block number `block`.
#[must_use]
pub fn block(instruction: &Instruction, block: usize) -> Vec<u64> {
    let first = (block * BLOCK) as u32;
    let mut all = vec![0; BLOCK];
    let Computes::Thread(computation, _) = &instruction.computes else { return all };
    match sweep(&computation.value, first, &mut all) {
        Some(()) => all,
        None => {
            let operands: Vec<_> = (0..BLOCK as u64).map(|i| u64::from(first) + i).collect();
            sequentially(instruction, &operands)
        }
    }
}
