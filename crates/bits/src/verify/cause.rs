//! Finds out why machine code gives other bits than its text.

use super::compare::{Nans, Ran, Unequal, are_changed, bytes, launch, unequal};
use super::marked::{Instead, PERMITTED, Source};
use super::{Text, VerifyArgs, machine_values, options};
use crate::launch::Failure;
use ptx_isa::Target;
use ptx_run::{Fault, FaultKind, Module, Order};
use std::collections::BTreeMap;

/// Why machine code gives other bits than its text. A cause is proved by another launch of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The text with fused products and sums gives the bits of the machine code, except for the payloads of NaNs.
    Fused,
    /// Every element that differs is a NaN in both, or the text with other NaNs gives the bits of the machine code.
    NanPayload,
    /// If lanes of equal position join, the machine code gives the bits of the text.
    OrderOfLanes,
    /// The text has a race or an undefined operation, or gives other bits with other values of the registers whose values
    /// PTX leaves to the machine.
    Undefined,
    /// None of the other causes.
    Miscompiled,
    /// The machine code reached a limit of the launch, so that its bits are unknown.
    NotCompared,
}

impl Cause {
    /// Returns the name of the cause.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Fused => "fused",
            Self::NanPayload => "NaN payload",
            Self::OrderOfLanes => "order of lanes",
            Self::Undefined => "undefined",
            Self::Miscompiled => "miscompiled",
            Self::NotCompared => "not compared",
        }
    }

    /// Returns whether the machine code is right: PTX permits its bits.
    pub(super) fn is_permitted(self) -> bool {
        matches!(self, Self::Fused | Self::NanPayload)
    }
}

/// Returns the cause of the differences between a text, which gave the bits `ours`, and its machine code `module`.
/// `machine` has the bits of the machine code, or its fault.
pub(super) fn find(
    arguments: &VerifyArgs,
    text: &Text,
    chip: Option<Target>,
    ours: &Ran,
    module: &Module,
    machine: Result<(&Ran, &[Unequal]), &Fault>,
) -> Result<Cause, Failure> {
    if machine.is_err_and(|fault| fault.kind == FaultKind::Limit) {
        return Ok(Cause::NotCompared);
    }
    if let Ok((machine, found)) = machine {
        if are_nans(arguments, text, &text.text, chip, (ours, machine), found)? {
            return Ok(Cause::NanPayload);
        }
        if is_fused(arguments, text, chip, machine)? {
            return Ok(Cause::Fused);
        }
        if has_other_nans(arguments, text, chip, (ours, machine))? {
            return Ok(Cause::NanPayload);
        }
    }
    match launch(arguments, module, &text.entry, &options(arguments).order(Order::Join)) {
        Ok(ran) if unequal(&text.names, ours, &ran, None).is_empty() => {
            return Ok(Cause::OrderOfLanes);
        }
        Ok(_) | Err(Failure::Kernel(_)) => {}
        Err(failure) => return Err(failure),
    }
    if is_of_machine(arguments, text, chip, ours, machine)? {
        return Ok(Cause::Undefined);
    }
    let module = text.module_for(chip)?;
    let options = options(arguments).races(true).strict(true);
    match launch(arguments, &module, &text.entry, &options) {
        Ok(ran) if ran.report.races.is_empty() => Ok(Cause::Miscompiled),
        Ok(_) | Err(Failure::Kernel(_)) => Ok(Cause::Undefined),
        Err(failure) => Err(failure),
    }
}

/// Returns whether the text with fused products and sums gives the bits of the machine code, except for the payloads of
/// NaNs.
fn is_fused(
    arguments: &VerifyArgs,
    text: &Text,
    chip: Option<Target>,
    machine: &Ran,
) -> Result<bool, Failure> {
    for fused in text.fused() {
        let Some(Ok(ran)) = run(arguments, text, fused, chip)? else { continue };
        let found = unequal(&text.names, &ran, machine, None);
        if are_nans(arguments, text, fused, chip, (&ran, machine), &found)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Runs a rewritten text. Returns its bits or its fault, or `None` if it is not valid, so that it proves nothing.
fn run(
    arguments: &VerifyArgs,
    text: &Text,
    rewritten: &str,
    chip: Option<Target>,
) -> Result<Option<Result<Ran, Fault>>, Failure> {
    let Ok(module) = Module::new(&text.file, rewritten) else { return Ok(None) };
    let module = super::for_chip(&module, chip)?;
    match launch(arguments, &module, &text.entry, &options(arguments)) {
        Ok(ran) => Ok(Some(Ok(ran))),
        Err(Failure::Kernel(fault)) => Ok(Some(Err(fault))),
        Err(failure) => Err(failure),
    }
}

/// Returns whether every element that differs is a NaN in both buffers. `variant`, the text or a fused text, gave the first of
/// the two. If the type of a buffer does not prove it, the text with marked NaNs does.
fn are_nans(
    arguments: &VerifyArgs,
    text: &Text,
    variant: &str,
    chip: Option<Target>,
    (ours, machine): (&Ran, &Ran),
    found: &[Unequal],
) -> Result<bool, Failure> {
    if found.iter().all(|one| one.nans == Nans::Proved) {
        return Ok(true);
    }
    if found.iter().any(|one| one.nans == Nans::No) {
        return Ok(false);
    }
    let source = source(text, variant, chip);
    let marked = source.replaced(&|_| Some(Instead::Mark));
    let Some(Ok(marked)) = run(arguments, text, &marked, chip)? else { return Ok(false) };
    let found = unequal(&text.names, ours, machine, Some(&marked));
    Ok(found.iter().all(|one| one.nans == Nans::Proved))
}

/// The maximum number of instructions whose NaNs are chosen one by one.
const PLACES: usize = 32;

/// Returns whether the text with other NaNs gives the bits of the machine code: an integer instruction reads the bits of a NaN
/// that an instruction on floats computes.
fn has_other_nans(
    arguments: &VerifyArgs,
    text: &Text,
    chip: Option<Target>,
    (ours, machine): (&Ran, &Ran),
) -> Result<bool, Failure> {
    let source = source(text, &text.text, chip);
    // Elements that do not change with the bits of the NaNs have another cause, and few texts show that.
    let mut others = Vec::new();
    for mark in [Instead::Mark, Instead::Inverted] {
        let marked = source.replaced(&|_| Some(mark));
        others.extend(run(arguments, text, &marked, chip)?.and_then(Result::ok));
    }
    if !are_changed(&text.names, ours, machine, &others) {
        return Ok(false);
    }
    let places = source.places();
    let all = |instead| places.iter().map(|place| (*place, instead)).collect::<BTreeMap<_, _>>();
    // Returns the number of bytes that differ if these NaNs are replaced. Bits that PTX permits count as 0.
    let differing = |instead: &BTreeMap<usize, Instead>| -> Result<usize, Failure> {
        let other = source.replaced(&|place| instead.get(&place).copied());
        let Some(Ok(ran)) = run(arguments, text, &other, chip)? else { return Ok(usize::MAX) };
        let found = unequal(&text.names, &ran, machine, None);
        let is_permitted = are_nans(arguments, text, &other, chip, (&ran, machine), &found)?;
        Ok(if is_permitted { 0 } else { bytes(&text.names, &ran, machine) })
    };
    for instead in PERMITTED {
        if differing(&all(instead))? == 0 {
            return Ok(true);
        }
    }
    // The NaNs of each instruction are chosen in turn: those that leave the fewest bytes that differ.
    let (mut chosen, mut least) = (BTreeMap::new(), bytes(&text.names, ours, machine));
    for place in places.iter().take(PLACES) {
        let before = chosen.clone();
        for instead in PERMITTED {
            let mut other = before.clone();
            other.insert(*place, instead);
            let left = differing(&other)?;
            if left < least {
                (chosen, least) = (other, left);
            }
        }
        if least == 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns a variant of a text whose NaNs may be replaced.
fn source<'a>(text: &'a Text, variant: &'a str, chip: Option<Target>) -> Source<'a> {
    Source { name: &text.file, text: variant, entry: &text.entry, chip }
}

/// Returns whether the elements that differ, or the fault of the machine code, depend on the registers whose values PTX leaves
/// to the machine: with other values, the text gives other bits for each of these elements, or the same kind of fault.
fn is_of_machine(
    arguments: &VerifyArgs,
    text: &Text,
    chip: Option<Target>,
    ours: &Ran,
    machine: Result<(&Ran, &[Unequal]), &Fault>,
) -> Result<bool, Failure> {
    let mut others = Vec::new();
    for other in machine_values::texts(&text.file, &text.text, &text.entry) {
        match (run(arguments, text, &other, chip)?, machine) {
            (Some(Ok(ran)), Ok(_)) => others.push(ran),
            (Some(Err(fault)), Err(known)) if fault.kind == known.kind => return Ok(true),
            _ => {}
        }
    }
    Ok(machine.is_ok_and(|(machine, _)| are_changed(&text.names, ours, machine, &others)))
}
