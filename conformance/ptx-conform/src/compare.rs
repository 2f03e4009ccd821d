//! Runs forms on a device and compares the results.

use crate::asked::{self, Asked, Computes};
use crate::device::{Chip, Device, Launch};
use crate::digests::{self, BLOCK, GROUP, Known, digest};
use crate::kernel::{Does, Kernel, MOST_KERNELS, Module};
use crate::matrix::Element;
use crate::outcome::{Mismatch, Outcome};
use crate::{computation, host, operands};
use ptx_core::mma::{Operand, Place};
use ptx_isa::Type;
use std::sync::Arc;

/// The forms that are run, and the number of operands.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Limits the run to forms that start with this text.
    pub form: Option<String>,
    /// The number of steered operands of each form that is not run on all operands.
    pub samples: usize,
    /// The number of groups of 2^24 operands for forms of one 32-bit operand: 256 for all, 0 for
    /// steered operands instead.
    pub groups: usize,
    /// The seed of the steered operands.
    pub seed: u64,
}

/// The operands on which a form is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// All 32-bit operands, this many groups of them, compared by their digests.
    Groups(usize),
    /// All operands of this many bits.
    All(u32),
    /// Steered operands, for this many threads.
    Steered(usize),
}

impl Inputs {
    /// Returns the operands for a form under some settings.
    #[must_use]
    pub fn of(asked: &Asked, settings: &Settings, known: &Known) -> Self {
        match digest_name(asked) {
            Some(name) if settings.groups > 0 && known.contains_key(&name) => {
                Self::Groups(settings.groups)
            }
            _ if asked.is_of_one_operand(16) => Self::All(16),
            _ if asked.is_of_one_operand(8) => Self::All(8),
            _ if asked.threads() == 1 => Self::Steered(settings.samples),
            // A sample is an element of D, and no form has fewer than 64.
            _ => Self::Steered((settings.samples / 64).max(1) * asked.threads()),
        }
    }

    /// Returns the number of operands.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Self::Groups(groups) => (groups * GROUP * BLOCK) as u64,
            Self::All(bits) => 1 << bits,
            Self::Steered(threads) => threads as u64,
        }
    }
}

/// Returns the name of the digests of a form of one 32-bit operand.
#[must_use]
pub fn digest_name(asked: &Asked) -> Option<String> {
    match &asked.computes {
        Computes::Thread(computation, _) if asked.is_of_one_operand(32) => {
            Some(computation::name(&computation::canonical(&computation.value)))
        }
        _ => None,
    }
}

/// Returns the operands of a form that are passed in memory.
#[must_use]
pub fn given(asked: &Asked, inputs: Inputs, seed: u64) -> Vec<u64> {
    match inputs {
        Inputs::Steered(threads) => operands::operands(asked, seed, threads),
        inputs => (0..inputs.count()).collect(),
    }
}

/// Runs all forms on a chip and passes each outcome, with the number of forms, to a callback.
pub fn compare(
    device: &mut dyn Device,
    chip: &Chip,
    settings: &Settings,
    known: &Known,
    tell: &mut dyn FnMut(Outcome, usize),
) {
    let dialect = chip.dialect();
    let mut all = asked::all(&dialect);
    if let Some(form) = &settings.form {
        all.retain(|asked| asked.name.starts_with(form.as_str()));
    }
    let kernels: Vec<_> = all.iter().enumerate().map(|(i, asked)| kernels_of(i, asked)).collect();
    let modules: Vec<&[Vec<Kernel>]> = kernels.chunks(MOST_KERNELS / 2).collect();
    // The number of modules that are compiled in parallel.
    let together = std::thread::available_parallelism().map_or(1, usize::from);
    let mut operands = Operands::default();
    for modules in modules.chunks(together) {
        let texts: Vec<_> =
            modules.iter().map(|forms| Module::new(&forms.concat(), &dialect)).collect();
        for (forms, loaded) in modules.iter().zip(device.load(&texts)) {
            for kernels in *forms {
                let asked = &kernels[0].asked;
                let outcome = match &loaded {
                    Ok(()) => one(device, kernels, settings, known, &mut operands),
                    Err(why) => Err(format!("its module was not loaded: {why}")),
                };
                tell(outcome.unwrap_or_else(|why| Outcome::not_run(asked, why)), all.len());
            }
        }
    }
}

/// Returns the kernels of a form: one, and a hashing one if it has a single 32-bit operand.
fn kernels_of(i: usize, asked: &Arc<Asked>) -> Vec<Kernel> {
    let kernel =
        |prefix: &str, does| Kernel { entry: format!("{prefix}{i}"), asked: asked.clone(), does };
    let hash = asked.is_of_one_operand(32).then(|| kernel("hash", Does::Hash));
    [kernel("form", Does::Each)].into_iter().chain(hash).collect()
}

/// The operands of the last form; forms with the same types have the same operands.
#[derive(Default)]
struct Operands {
    of: Option<(Vec<Type>, Inputs)>,
    words: Vec<u64>,
}

impl Operands {
    fn of(&mut self, asked: &Asked, inputs: Inputs, seed: u64) -> &[u64] {
        // The operands of matrices depend on the form.
        let of = (asked.threads() == 1).then(|| (asked.sources.clone(), inputs));
        if of.is_none() || self.of != of {
            self.words = given(asked, inputs, seed);
            self.of = of;
        }
        &self.words
    }
}

fn one(
    device: &mut dyn Device,
    kernels: &[Kernel],
    settings: &Settings,
    known: &Known,
    operands: &mut Operands,
) -> Result<Outcome, String> {
    let asked = &*kernels[0].asked;
    let inputs = Inputs::of(asked, settings, known);
    if let (Inputs::Groups(groups), Some(hash)) = (inputs, kernels.get(1)) {
        return by_digests(device, &kernels[0].entry, &hash.entry, asked, groups, known);
    }
    let given = operands.of(asked, inputs, settings.seed);
    let results = ask(device, &kernels[0].entry, asked, given)?;
    let expected = host::results(asked, given);
    let mut outcome = Outcome::new(asked, inputs.count(), digest(results.iter().copied()));
    note(&mut outcome, asked, given, &results, &expected);
    if asked.is_of_one_operand(32) && settings.groups > 0 {
        outcome.note = Some("sampled: its digests are missing".into());
    }
    Ok(outcome)
}

/// Loads a kernel of a form.
///
/// # Errors
/// The reason if the kernel could not be loaded.
pub fn load(
    device: &mut dyn Device,
    chip: &Chip,
    entry: &str,
    asked: &Arc<Asked>,
    does: Does,
) -> Result<(), String> {
    let kernel = Kernel { entry: entry.into(), asked: asked.clone(), does };
    let module = Module::new(&[kernel], &chip.dialect());
    let loaded = device.load(&[module]).pop().unwrap_or(Ok(()));
    loaded.map_err(|why| format!("not loaded: {why}"))
}

/// Runs a kernel on operands.
///
/// # Errors
/// The reason if the kernel could not be run.
pub fn ask(
    device: &mut dyn Device,
    entry: &str,
    asked: &Asked,
    given: &[u64],
) -> Result<Vec<u64>, String> {
    let threads = (given.len() / asked.sources.len()) as u32;
    device.run(&Launch { entry, operands: given, threads, results: asked.results.len() })?;
    device.read()
}

/// Runs a hashing kernel on the first blocks.
///
/// # Errors
/// The reason if the kernel could not be run.
pub fn hashes(device: &mut dyn Device, entry: &str, groups: usize) -> Result<Vec<u64>, String> {
    let threads = (groups * GROUP) as u32;
    device.run(&Launch { entry, operands: &[], threads, results: 1 })?;
    device.read()
}

fn by_digests(
    device: &mut dyn Device,
    entry: &str,
    hash: &str,
    asked: &Asked,
    groups: usize,
    known: &Known,
) -> Result<Outcome, String> {
    let blocks = hashes(device, hash, groups)?;
    let found = digests::of_groups(&blocks);
    let expected = digest_name(asked).and_then(|name| known.get(&name)).ok_or("no digests")?;
    let count = Inputs::Groups(groups).count();
    let mut outcome = Outcome::new(asked, count, digest(found.iter().copied()));
    let pairs = found.iter().zip(&expected.groups).enumerate();
    let differing: Vec<_> =
        pairs.filter(|(_, (found, known))| found != known).map(|(i, _)| i).collect();
    let Some(&group) = differing.first() else { return Ok(outcome) };
    for (block, hashed) in blocks.iter().enumerate().skip(group * GROUP).take(GROUP) {
        let expected = host::block(asked, block);
        if digest(expected.iter().copied()) == *hashed {
            continue;
        }
        let given: Vec<_> = (0..BLOCK).map(|i| (block * BLOCK + i) as u64).collect();
        let results = ask(device, entry, asked, &given)?;
        note(&mut outcome, asked, &given, &results, &expected);
        let where_counted = match outcome.mismatches {
            0 => "the results that are stored do not",
            _ => "mismatches are counted in 2^16 operands",
        };
        outcome.mismatches = outcome.mismatches.max(1);
        outcome.note = Some(format!(
            "{} of {groups} groups of 2^24 operands differ; {where_counted}",
            differing.len()
        ));
        return Ok(outcome);
    }
    Err("the digests that it was compared with are not those of this ptx-core".into())
}

/// Counts the threads whose results differ, and records the first one.
fn note(outcome: &mut Outcome, asked: &Asked, given: &[u64], results: &[u64], expected: &[u64]) {
    let count = asked.results.len();
    let pairs = results.chunks(count).zip(expected.chunks(count)).enumerate();
    let mut differing = pairs.filter(|(_, (device, host))| device != host);
    let Some((thread, (device, host))) = differing.next() else { return };
    outcome.mismatches = 1 + differing.count() as u64;
    outcome.first = Some(match &asked.computes {
        Computes::Thread(..) => {
            let width = asked.sources.len();
            Mismatch::new(asked, &given[thread * width..][..width], device, host)
        }
        Computes::Warp(warp) => {
            let unit = 32 * asked.sources.len();
            let elements = warp.elements(&given[thread / 32 * unit..][..unit]);
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
