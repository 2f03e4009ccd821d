//! Runs modules on equal buffers, and compares the buffers.

use super::{VerifyArgs, marked};
use crate::launch::{Failure, Held, Inputs, Passed};
use ptx_isa::Type;
use ptx_run::{Grid, Memory, Module, Options, Report};
use ptx_tool::run::{Difference, difference, different, is_element, number};
use std::collections::HashSet;

/// A launch that finished without a fault.
pub(super) struct Ran {
    memory: Memory<'static>,
    passed: Passed,
    pub(super) report: Report,
}

/// What has the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The parameter with this number.
    Parameter(usize),
    /// An option `--buffer`.
    Buffer,
    /// A variable of the text.
    Variable,
}

/// The first element of a buffer that differs.
pub(super) struct Unequal {
    /// The parameter, buffer or variable.
    pub(super) place: Place,
    /// Its name.
    pub(super) name: String,
    /// The type of the elements.
    pub(super) ty: Type,
    /// The element.
    pub(super) first: Difference,
    /// Whether every element that differs is a NaN in both buffers.
    pub(super) nans: Nans,
}

/// Whether every element that differs is a NaN in both buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nans {
    /// The type of the buffer, or that of the instructions that computed them, proves it.
    Proved,
    /// The bits permit it, with types other than that of the buffer.
    Possible,
    /// Some element is not.
    No,
}

/// Runs the kernel of a module on new buffers.
pub(super) fn launch(
    arguments: &VerifyArgs,
    module: &Module,
    entry: &str,
    options: &Options,
) -> Result<Ran, Failure> {
    let kernel = module.kernel(entry).map_err(Failure::of)?;
    let mut memory = Memory::new();
    let inputs =
        Inputs { arguments: &arguments.arguments, buffers: &arguments.buffers, variables: &[] };
    let passed = Passed::new(&inputs, module, &kernel, &mut memory)?;
    let [blocks, threads] =
        [&arguments.grid, &arguments.block].map(|one| one.as_ref().map_or([1; 3], |one| one.0));
    let grid = Grid { blocks, threads, shared: arguments.shared };
    let launched = kernel.launch(grid, &passed.arguments, &mut memory, options);
    Ok(Ran { report: launched.map_err(Failure::Kernel)?, memory, passed })
}

/// Returns the buffers and variables that differ. `text` ran the PTX text, whose parameters have the names `names`.
/// `marked` ran the text with marked NaNs, if it ran.
pub(super) fn unequal(
    names: &[String],
    text: &Ran,
    machine: &Ran,
    marked: Option<&Ran>,
) -> Vec<Unequal> {
    let one = |(place, name, ours, theirs): Pair<'_>| {
        let (ty, name) = (ours.ty, name.clone());
        // The marked text has the buffers of the text.
        let marked = marked.map(|marked| marked.memory.bytes(ours.buffer));
        let (ours, theirs) = contents(text, ours, machine, theirs);
        let theirs = &theirs;
        let first = difference(ty, ours, theirs)?;
        let is_nan_bits = |bits| number(ty, bits) == "NaN";
        let is_nan = different(ty, ours, theirs).all(|(_, a, b)| is_nan_bits(a) && is_nan_bits(b));
        let nans = match marked {
            _ if is_nan => Nans::Proved,
            Some(_) if marked::are_nans(ours, theirs, marked) => Nans::Proved,
            None if marked::are_nans(ours, theirs, None) => Nans::Possible,
            _ => Nans::No,
        };
        Some(Unequal { place, name, ty, first, nans })
    };
    pairs(names, text, machine).filter_map(one).collect()
}

/// Returns whether each element that differs between a text and its machine code also differs between the text and one of
/// `others`, which ran the text with other values of some registers.
pub(super) fn are_changed(names: &[String], text: &Ran, machine: &Ran, others: &[Ran]) -> bool {
    pairs(names, text, machine).all(|(_, _, ours, theirs)| {
        let ty = ours.ty;
        let changed = |other: &Ran| {
            let (before, after) = (text.memory.bytes(ours.buffer), other.memory.bytes(ours.buffer));
            different(ty, before, after).map(|(index, ..)| index).collect::<HashSet<_>>()
        };
        let changed: HashSet<_> = others.iter().flat_map(changed).collect();
        let (ours, theirs) = contents(text, ours, machine, theirs);
        different(ty, ours, &theirs).all(|(index, ..)| changed.contains(&index))
    })
}

/// Returns the number of bytes that differ between a text and its machine code.
pub(super) fn bytes(names: &[String], text: &Ran, machine: &Ran) -> usize {
    let of_pair = |(_, _, ours, theirs): Pair<'_>| {
        let (ours, theirs) = contents(text, ours, machine, theirs);
        ours.iter().zip(&theirs).filter(|(ours, theirs)| ours != theirs).count()
    };
    pairs(names, text, machine).map(of_pair).sum()
}

/// A parameter, buffer or variable, its name, and what the text and the machine code have of it.
type Pair<'a> = (Place, &'a String, &'a Held, &'a Held);

/// Returns all buffers and variables that a text and its machine code have.
fn pairs<'a>(
    names: &'a [String],
    text: &'a Ran,
    machine: &'a Ran,
) -> impl Iterator<Item = Pair<'a>> {
    let parameters = names.iter().zip(&text.passed.buffers).zip(&machine.passed.buffers);
    let parameters = parameters.enumerate().filter_map(|(number, ((name, ours), theirs))| {
        Some((Place::Parameter(number), name, ours.as_ref()?, theirs.as_ref()?))
    });
    let buffers = text.passed.named.iter().zip(&machine.passed.named);
    let buffers = buffers.map(|((name, ours), (_, theirs))| (Place::Buffer, name, ours, theirs));
    let variables = text.passed.variables.iter().filter(|(_, ours)| is_element(ours.ty));
    let variables = variables.filter_map(|(name, ours)| {
        let mut all = machine.passed.variables.iter();
        Some((Place::Variable, name, ours, &all.find(|(known, _)| known == name)?.1))
    });
    parameters.chain(buffers).chain(variables)
}

/// Returns the contents of a buffer after the text and after the machine code.
fn contents<'a>(text: &'a Ran, ours: &Held, machine: &Ran, theirs: &Held) -> (&'a [u8], Vec<u8>) {
    let before = (&ours.before[..], &theirs.before[..]);
    let after = (text.memory.bytes(ours.buffer), machine.memory.bytes(theirs.buffer));
    (after.0, with_unchanged(ours.ty, before, after.0, after.1))
}

/// Returns the contents `theirs`, in which the elements that neither side changed are those of `ours`: the address of a
/// function or variable in an initial value differs between a text and a cubin.
fn with_unchanged(ty: Type, before: (&[u8], &[u8]), ours: &[u8], theirs: &[u8]) -> Vec<u8> {
    let size = (ty.bits() as usize).div_ceil(8);
    let mut found = theirs.to_vec();
    for start in (0..ours.len().min(theirs.len())).step_by(size) {
        let is_unchanged = |before: &[u8], after: &[u8]| {
            let [before, after] = [before, after].map(|all| all.get(start..start + size));
            before.is_some() && before == after
        };
        if is_unchanged(before.0, ours) && is_unchanged(before.1, theirs) {
            found[start..start + size].copy_from_slice(&ours[start..start + size]);
        }
    }
    found
}

impl Unequal {
    /// Describes the difference: the parameter, buffer or variable, the element, both bits, and the number of elements.
    pub(super) fn describe(&self) -> String {
        let Difference { index, expected, found, count } = self.first;
        let digits = self.ty.bits() as usize / 4;
        let element = |bits: u64| format!("0x{bits:0digits$x} ({})", number(self.ty, bits));
        let of = match self.place {
            Place::Parameter(number) => format!("parameter {number} {}", self.name),
            Place::Buffer => format!("buffer {}", self.name),
            Place::Variable => format!("variable {}", self.name),
        };
        let differ = if count == 1 { "element differs" } else { "elements differ" };
        let (text, machine) = (element(expected), element(found));
        format!("{of}, element {index}: text {text}, cubin {machine}; {count} {differ}")
    }
}
