//! Runs instructions on a device, and compares the results with the results of the host.

use crate::device::{Chip, Device, Launch};
use crate::digests::{self, BLOCK, GROUP, Known, digest};
use crate::instruction::{self, Computes, Instruction};
use crate::kernel::{Kernel, MAX_KERNELS, Module, Work};
use crate::matrix::Element;
use crate::outcome::{Mismatch, Outcome};
use crate::{computation, host, operands};
use ptx_core::mma::{Operand, Place};
use std::sync::Arc;

/// The instructions to run, and the number of operands for each instruction.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The prefix of the forms to run; `None` for all forms.
    pub form: Option<String>,
    /// The number of steered operands (near hard cases, from the crate `steered`) for a form that
    /// does not run on all operands.
    pub samples: usize,
    /// The number of groups of 2^24 operands for a form with one 32-bit operand. With 256 groups, the form runs on all
    /// operands. With 0, it runs on steered operands.
    pub groups: usize,
    /// The seed of the steered operands.
    pub seed: u64,
}

/// The operands of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// Groups of 2^24 consecutive 32-bit operands, whose digests are compared. The field is the number of groups. 256
    /// groups are all operands.
    Groups(usize),
    /// All operands with this number of bits each.
    All(u32),
    /// Steered operands (near hard cases, from the crate `steered`) for this number of threads.
    Steered(usize),
}

impl Inputs {
    /// Returns the operands of a form for these settings.
    #[must_use]
    pub fn of(instruction: &Instruction, settings: &Settings, known: &Known) -> Self {
        match digest_name(instruction) {
            Some(name) if settings.groups > 0 && known.contains_key(&name) => {
                Self::Groups(settings.groups)
            }
            _ if instruction.is_of_one_operand(16) => Self::All(16),
            _ if instruction.is_of_one_operand(8) => Self::All(8),
            _ if instruction.threads() == 1 => Self::Steered(settings.samples),
            // A matrix product counts as 64 samples, because its result D has at least 64 elements.
            _ => Self::Steered((settings.samples / 64).max(1) * instruction.threads()),
        }
    }

    /// Returns the number of operands or, for several sources, of operand sets.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Self::Groups(groups) => (groups * GROUP * BLOCK) as u64,
            Self::All(bits) => 1 << bits,
            Self::Steered(threads) => threads as u64,
        }
    }
}

/// Returns the name under which the digests of a form are stored. Returns `None` if the form does not have exactly one
/// 32-bit operand.
#[must_use]
pub fn digest_name(instruction: &Instruction) -> Option<String> {
    match &instruction.computes {
        Computes::Thread(computation, _) if instruction.is_of_one_operand(32) => {
            Some(computation::name(&computation::canonical(&computation.value)))
        }
        _ => None,
    }
}

/// Returns the operands for a kernel, in the order of the kernel's input buffer.
#[must_use]
pub fn operands_of(instruction: &Instruction, inputs: Inputs, seed: u64) -> Vec<u64> {
    match inputs {
        Inputs::Steered(threads) => operands::operands(instruction, seed, threads),
        inputs => (0..inputs.count()).collect(),
    }
}

/// Runs the selected forms on a chip. After each form, calls `report` with the outcome of the form and with the number
/// of selected forms.
pub fn compare(
    device: &mut dyn Device,
    chip: &Chip,
    settings: &Settings,
    known: &Known,
    report: &mut dyn FnMut(Outcome, usize),
) {
    let dialect = chip.dialect();
    let mut all = instruction::all(&dialect);
    if let Some(form) = &settings.form {
        all.retain(|instruction| instruction.name.starts_with(form.as_str()));
    }
    let kernels: Vec<_> =
        all.iter().enumerate().map(|(i, instruction)| kernels_of(i, instruction)).collect();
    let modules: Vec<&[Vec<Kernel>]> = kernels.chunks(MAX_KERNELS / 2).collect();
    // The number of modules to compile in parallel.
    let together = std::thread::available_parallelism().map_or(1, usize::from);
    for modules in modules.chunks(together) {
        let texts: Vec<_> =
            modules.iter().map(|forms| Module::new(&forms.concat(), &dialect)).collect();
        for (forms, loaded) in modules.iter().zip(device.load(&texts)) {
            for kernels in *forms {
                let instruction = &kernels[0].instruction;
                let outcome = match &loaded {
                    Ok(()) => one(device, kernels, settings, known),
                    Err(why) => Err(format!("its module was not loaded: {why}")),
                };
                report(outcome.unwrap_or_else(|why| Outcome::not_run(instruction, why)), all.len());
            }
        }
    }
}

/// Returns the kernels of a form. The first kernel stores each result. If the form has one 32-bit operand, a second
/// kernel stores digests.
fn kernels_of(i: usize, instruction: &Arc<Instruction>) -> Vec<Kernel> {
    let kernel = |prefix: &str, work| Kernel {
        entry: format!("{prefix}{i}"),
        instruction: instruction.clone(),
        work,
    };
    let hash = instruction.is_of_one_operand(32).then(|| kernel("hash", Work::Hash));
    [kernel("form", Work::Each)].into_iter().chain(hash).collect()
}

fn one(
    device: &mut dyn Device,
    kernels: &[Kernel],
    settings: &Settings,
    known: &Known,
) -> Result<Outcome, String> {
    let instruction = &*kernels[0].instruction;
    let inputs = Inputs::of(instruction, settings, known);
    if let (Inputs::Groups(groups), Some(hash)) = (inputs, kernels.get(1)) {
        return by_digests(device, &kernels[0].entry, &hash.entry, instruction, groups, known);
    }
    let operands = operands_of(instruction, inputs, settings.seed);
    let results = run(device, &kernels[0].entry, instruction, &operands)?;
    let expected = host::results(instruction, &operands);
    let mut outcome = Outcome::new(instruction, inputs.count(), digest(results.iter().copied()));
    note(&mut outcome, instruction, &operands, &results, &expected);
    if instruction.is_of_one_operand(32) && settings.groups > 0 {
        outcome.note = Some("sampled: its digests are missing".into());
    }
    Ok(outcome)
}

/// Loads one kernel of a form.
///
/// # Errors
/// Returns the reason why the kernel was not loaded.
pub fn load(
    device: &mut dyn Device,
    chip: &Chip,
    entry: &str,
    instruction: &Arc<Instruction>,
    work: Work,
) -> Result<(), String> {
    let kernel = Kernel { entry: entry.into(), instruction: instruction.clone(), work };
    let module = Module::new(&[kernel], &chip.dialect());
    let loaded = device.load(&[module]).pop().unwrap_or(Ok(()));
    loaded.map_err(|why| format!("not loaded: {why}"))
}

/// Runs a kernel on operands, and returns its results.
///
/// # Errors
/// Returns the reason why the kernel did not run.
pub fn run(
    device: &mut dyn Device,
    entry: &str,
    instruction: &Instruction,
    operands: &[u64],
) -> Result<Vec<u64>, String> {
    let threads = (operands.len() / instruction.sources.len()) as u32;
    device.run(&Launch { entry, operands, threads, results: instruction.results.len() })?;
    device.read()
}

/// Runs a hashing kernel on the first `groups` groups of 2^24 operands. Returns a digest for each
/// block of 2^16 operands.
///
/// # Errors
/// Returns the reason why the kernel did not run.
pub fn hashes(device: &mut dyn Device, entry: &str, groups: usize) -> Result<Vec<u64>, String> {
    let threads = (groups * GROUP) as u32;
    device.run(&Launch { entry, operands: &[], threads, results: 1 })?;
    device.read()
}

fn by_digests(
    device: &mut dyn Device,
    entry: &str,
    hash: &str,
    instruction: &Instruction,
    groups: usize,
    known: &Known,
) -> Result<Outcome, String> {
    let blocks = hashes(device, hash, groups)?;
    let found = digests::of_groups(&blocks);
    let expected =
        digest_name(instruction).and_then(|name| known.get(&name)).ok_or("no digests")?;
    let count = Inputs::Groups(groups).count();
    let mut outcome = Outcome::new(instruction, count, digest(found.iter().copied()));
    let pairs = found.iter().zip(&expected.groups).enumerate();
    let differing: Vec<_> =
        pairs.filter(|(_, (found, known))| found != known).map(|(i, _)| i).collect();
    let Some(&group) = differing.first() else { return Ok(outcome) };
    for (block, hashed) in blocks.iter().enumerate().skip(group * GROUP).take(GROUP) {
        let expected = host::block(instruction, block);
        if digest(expected.iter().copied()) == *hashed {
            continue;
        }
        let operands: Vec<_> = (0..BLOCK).map(|i| (block * BLOCK + i) as u64).collect();
        let results = run(device, entry, instruction, &operands)?;
        note(&mut outcome, instruction, &operands, &results, &expected);
        let where_counted = match outcome.mismatches {
            0 => "the results of the kernel that stores them do not",
            _ => "the mismatches are those among 2^16 operands",
        };
        outcome.mismatches = outcome.mismatches.max(1);
        outcome.note = Some(format!(
            "{} of {groups} groups of 2^24 operands differ; {where_counted}",
            differing.len()
        ));
        return Ok(outcome);
    }
    Err("the stored digests are not those of this ptx-core".into())
}

/// Counts the threads whose results differ from the expected results, and records the first
/// difference.
fn note(
    outcome: &mut Outcome,
    instruction: &Instruction,
    operands: &[u64],
    results: &[u64],
    expected: &[u64],
) {
    let count = instruction.results.len();
    let pairs = results.chunks(count).zip(expected.chunks(count)).enumerate();
    let mut differing = pairs.filter(|(_, (device, host))| device != host);
    let Some((thread, (device, host))) = differing.next() else { return };
    outcome.mismatches = 1 + differing.count() as u64;
    outcome.first = Some(match &instruction.computes {
        Computes::Thread(..) => {
            let width = instruction.sources.len();
            Mismatch::new(instruction, &operands[thread * width..][..width], device, host)
        }
        Computes::Warp(warp) => {
            let unit = 32 * instruction.sources.len();
            let elements = warp.elements(&operands[thread / 32 * unit..][..unit]);
            let cut = |words: &[u64], at: &Element| {
                let Place { register, element, .. } = at.place;
                warp.cut(Operand::D, words[usize::from(register)], element)
            };
            let differs = |at: &&Element| {
                usize::from(at.place.lane) == thread % 32 && cut(device, at) != cut(host, at)
            };
            let Some(first) = elements.iter().find(differs) else { return };
            Mismatch::of_matrices(warp, first, cut(device, first), cut(host, first))
        }
    });
}
