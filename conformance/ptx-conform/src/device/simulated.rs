//! A device that computes with `ptx-core`. For tests, the device can flip a bit of one result.

use super::{Code, Device, Launch, THREADS, Whole};
use crate::digests::{BLOCK, digest};
use crate::host;
use crate::instruction::Instruction;
use crate::kernel::{Kernel, Module, Work};
use ptx_run::{Argument, Options};
use std::collections::HashMap;

/// An error to simulate: the lowest bit of the result of one instruction on one operand set is
/// flipped.
#[derive(Clone, Debug)]
pub struct Flip {
    /// The name of the instruction with the flipped result.
    pub form: String,
    /// The operand set of the flipped result.
    pub operands: Vec<u64>,
}

/// The simulated device.
#[derive(Default)]
pub struct Simulated {
    flip: Option<Flip>,
    kernels: HashMap<String, Kernel>,
    /// The texts of modules with one kernel, by the name of the kernel.
    texts: HashMap<String, String>,
    results: Vec<u64>,
}

impl Simulated {
    /// Creates a device that simulates the error `flip`, if given.
    #[must_use]
    pub fn new(flip: Option<Flip>) -> Self {
        Self { flip, ..Self::default() }
    }

    /// Flips the lowest bit of the first result, if the instruction and the operands are those of
    /// the [`Flip`].
    fn flipped(
        &self,
        instruction: &Instruction,
        operands: &[u64],
        mut results: Vec<u64>,
    ) -> Vec<u64> {
        let Some(flip) = self.flip.as_ref().filter(|flip| flip.form == instruction.name) else {
            return results;
        };
        let each = operands
            .chunks(instruction.sources.len())
            .zip(results.chunks_mut(instruction.results.len()));
        for (_, results) in each.filter(|(operands, _)| *operands == flip.operands) {
            results[0] ^= 1;
        }
        results
    }

    fn block(&self, instruction: &Instruction, block: usize) -> Vec<u64> {
        let results = host::block(instruction, block);
        if self.flip.as_ref().is_none_or(|flip| flip.form != instruction.name) {
            return results;
        }
        let operands: Vec<_> = (0..BLOCK).map(|i| (block * BLOCK + i) as u64).collect();
        self.flipped(instruction, &operands, results)
    }
}

/// Runs a kernel of a PTX text with `ptx-run`, in blocks of 128 threads. Returns the words that the first `threads`
/// threads store.
///
/// # Errors
/// Returns the fault of the file or of the launch.
pub fn engine(entry: &str, text: &str, threads: u32, results: usize) -> Result<Vec<u64>, String> {
    let module = ptx_run::Module::new(entry, text).map_err(|error| error.to_string())?;
    let kernel = module.kernel(entry).map_err(|error| error.to_string())?;
    let mut memory = ptx_run::Memory::new();
    let (input, output) =
        (memory.add(&[0_u64]), memory.add(&vec![0_u64; threads as usize * results]));
    let grid = ptx_run::Grid::new(threads.div_ceil(THREADS), THREADS);
    let arguments = [input.into(), output.into(), threads.into()];
    kernel
        .launch(grid, &arguments, &mut memory, &ptx_run::Options::default())
        .map_err(|fault| fault.to_string())?;
    Ok(memory.read(output))
}

/// Runs a kernel with `ptx-run`. The parameters of the kernel are numbers, buffers and tensor maps. Returns the contents of the buffers after
/// the run.
///
/// # Errors
/// Returns the fault of the file or of the launch.
pub fn engine_whole(whole: &Whole<'_>, options: &Options) -> Result<Vec<Vec<u8>>, String> {
    let module = match whole.code {
        Code::Text(text) => ptx_run::Module::new(whole.entry, text),
        Code::Cubin(bytes) => ptx_run::Module::from_cubin(whole.entry, bytes),
    };
    let module = module.map_err(|error| error.to_string())?;
    let kernel = module.kernel(whole.entry).map_err(|error| error.to_string())?;
    let mut memory = ptx_run::Memory::new();
    let buffers: Vec<_> =
        whole.buffers.iter().map(|bytes| memory.add_bytes(bytes.clone(), false)).collect();
    let numbers = whole.numbers.iter().map(|one| Argument::scalar(one.ty, one.bits));
    let buffers_of_kernel = buffers.iter().map(|buffer| Argument::from(*buffer));
    let mut arguments: Vec<_> = numbers.chain(buffers_of_kernel).collect();
    for map in whole.maps {
        let buffer = buffers.get(map.buffer).ok_or("a tensor map of no buffer")?;
        arguments.push(map.of_engine(buffer.address())?.into());
    }
    let grid = ptx_run::Grid { blocks: whole.blocks, threads: whole.threads, shared: whole.shared };
    kernel.launch(grid, &arguments, &mut memory, options).map_err(|fault| fault.to_string())?;
    Ok(buffers.iter().map(|buffer| memory.bytes(*buffer).to_vec()).collect())
}

impl Device for Simulated {
    fn load(&mut self, modules: &[Module]) -> Vec<Result<(), String>> {
        for kernel in modules.iter().flat_map(|module| &module.kernels) {
            self.kernels.insert(kernel.entry.clone(), kernel.clone());
        }
        modules.iter().map(|_| Ok(())).collect()
    }

    fn load_text(&mut self, entry: &str, text: &str) -> Result<(), String> {
        self.texts.insert(entry.into(), text.into());
        Ok(())
    }

    fn run(&mut self, launch: &Launch<'_>) -> Result<(), String> {
        if let Some(text) = self.texts.get(launch.entry) {
            self.results = engine(launch.entry, text, launch.threads, launch.results)?;
            return Ok(());
        }
        let kernel = self.kernels.get(launch.entry).ok_or("no such kernel")?;
        let instruction = &kernel.instruction;
        self.results = match kernel.work {
            Work::Each => self.flipped(
                instruction,
                launch.operands,
                host::results(instruction, launch.operands),
            ),
            Work::Hash => {
                let blocks = 0..launch.threads as usize;
                blocks.map(|block| digest(self.block(instruction, block))).collect()
            }
            Work::HashHigh => {
                let block = |block: usize| {
                    let operands = (0..BLOCK).map(|i| ((block * BLOCK + i) as u64) << 32);
                    let results = host::results(instruction, &operands.collect::<Vec<_>>());
                    digest(results.iter().map(|word| word >> 32))
                };
                (0..launch.threads as usize).map(block).collect()
            }
        };
        Ok(())
    }

    fn run_whole(&mut self, whole: &Whole<'_>) -> Result<Vec<Vec<u8>>, String> {
        engine_whole(whole, &Options::default())
    }

    fn read(&mut self) -> Result<Vec<u64>, String> {
        Ok(std::mem::take(&mut self.results))
    }
}
