//! A device that computes with `ptx-core`, optionally with one wrong bit.

use super::{Device, Launch};
use crate::asked::Asked;
use crate::digests::{BLOCK, digest};
use crate::host;
use crate::kernel::{Does, Kernel, Module};
use std::collections::HashMap;

/// A result whose lowest bit is wrong.
#[derive(Clone, Debug)]
pub struct Flip {
    /// The instruction.
    pub form: String,
    /// Its operands.
    pub operands: Vec<u64>,
}

/// The simulated device.
#[derive(Default)]
pub struct Simulated {
    flip: Option<Flip>,
    kernels: HashMap<String, Kernel>,
    results: Vec<u64>,
}

impl Simulated {
    /// Builds a device with one wrong bit, or none.
    #[must_use]
    pub fn new(flip: Option<Flip>) -> Self {
        Self { flip, ..Self::default() }
    }

    /// Flips the lowest bit of the chosen result.
    fn flipped(&self, asked: &Asked, operands: &[u64], mut results: Vec<u64>) -> Vec<u64> {
        let Some(flip) = self.flip.as_ref().filter(|flip| flip.form == asked.name) else {
            return results;
        };
        let each =
            operands.chunks(asked.sources.len()).zip(results.chunks_mut(asked.results.len()));
        for (_, results) in each.filter(|(given, _)| *given == flip.operands) {
            results[0] ^= 1;
        }
        results
    }

    fn block(&self, asked: &Asked, block: usize) -> Vec<u64> {
        let results = host::block(asked, block);
        if self.flip.as_ref().is_none_or(|flip| flip.form != asked.name) {
            return results;
        }
        let operands: Vec<_> = (0..BLOCK).map(|i| (block * BLOCK + i) as u64).collect();
        self.flipped(asked, &operands, results)
    }
}

impl Device for Simulated {
    fn load(&mut self, modules: &[Module]) -> Vec<Result<(), String>> {
        for kernel in modules.iter().flat_map(|module| &module.kernels) {
            self.kernels.insert(kernel.entry.clone(), kernel.clone());
        }
        modules.iter().map(|_| Ok(())).collect()
    }

    fn run(&mut self, launch: &Launch<'_>) -> Result<(), String> {
        let kernel = self.kernels.get(launch.entry).ok_or("no such kernel")?;
        let asked = &kernel.asked;
        self.results = match kernel.does {
            Does::Each => {
                self.flipped(asked, launch.operands, host::results(asked, launch.operands))
            }
            Does::Hash => {
                let blocks = 0..launch.threads as usize;
                blocks.map(|block| digest(self.block(asked, block))).collect()
            }
            Does::HashHigh => {
                let block = |block: usize| {
                    let operands = (0..BLOCK).map(|i| ((block * BLOCK + i) as u64) << 32);
                    let results = host::results(asked, &operands.collect::<Vec<_>>());
                    digest(results.iter().map(|word| word >> 32))
                };
                (0..launch.threads as usize).map(block).collect()
            }
        };
        Ok(())
    }

    fn read(&mut self) -> Result<Vec<u64>, String> {
        Ok(std::mem::take(&mut self.results))
    }
}
