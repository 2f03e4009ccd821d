//! Runs random kernels on a device, and compares the contents of all buffers with those of `ptx-run`.
//!
//! The crate `plain` generates the kernels. They contain barriers, warp operations, divergence, shared memory, matrices
//! and atomics, and have no data races.

use crate::device::simulated::engine_whole;
use crate::device::{Code, Device, Whole};
use plain::random::{KERNEL, Program};
use ptx_run::Options;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of a run of random kernels.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kernels {
    /// The number of kernels that gave the same bytes on the device and in `ptx-run`.
    pub equal: usize,
    /// The number of kernels that were left out, because PTX does not define their results. In such a kernel, a shuffle
    /// reads a lane that does not take part in the shuffle, or a thread reads shared memory that no thread has written.
    pub left_out: usize,
    /// The kernels that gave different bytes, or that the device did not run.
    pub different: Vec<Difference>,
}

/// A kernel that gave different bytes on the device and in `ptx-run`, or that did not run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The seed of the kernel, for [`Program::new`].
    pub seed: u64,
    /// The buffer and the position of the first byte that differs, or the reason why the kernel did not run.
    pub what: String,
}

/// Runs the random kernels with the seeds from 0 to `count - 1`, and compares the buffers.
pub fn compare(device: &mut dyn Device, count: usize) -> Kernels {
    let mut outcome = Kernels::default();
    for seed in 0..count as u64 {
        let program = Program::new(seed);
        let whole = Whole {
            entry: KERNEL,
            code: Code::Text(&program.text),
            blocks: program.shape.blocks,
            threads: program.shape.threads,
            shared: program.shared as u32,
            numbers: &[],
            buffers: &program.buffers,
            maps: &[],
        };
        // With `strict`, `ptx-run` reports behaviour that PTX does not define as a fault.
        let Ok(expected) = engine_whole(&whole, &Options::default().strict(true)) else {
            outcome.left_out += 1;
            continue;
        };
        match device.run_whole(&whole).map(|found| first_difference(&expected, &found)) {
            Ok(None) => outcome.equal += 1,
            Ok(Some(what)) | Err(what) => outcome.different.push(Difference { seed, what }),
        }
    }
    outcome
}

/// Returns a description of the first byte that differs.
fn first_difference(expected: &[Vec<u8>], found: &[Vec<u8>]) -> Option<String> {
    expected.iter().zip(found).enumerate().find_map(|(buffer, (expected, found))| {
        let at = expected.iter().zip(found).position(|(expected, found)| expected != found)?;
        let (device, engine) = (found[at], expected[at]);
        Some(format!("buffer {buffer}, byte {at}: {device:02x}, ptx-run {engine:02x}"))
    })
}

impl fmt::Display for Kernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { equal, left_out, different } = self;
        for Difference { seed, what } in different {
            writeln!(f, "random kernel {seed}: {what}")?;
        }
        write!(
            f,
            "random kernels: {equal} equal, {} different, {left_out} left out",
            different.len()
        )
    }
}
