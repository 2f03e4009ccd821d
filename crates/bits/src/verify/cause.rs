//! Finds out why machine code gives other bits than its text.

use super::compare::{Ran, Unequal, launch, unequal};
use super::{Text, VerifyArgs, fused, options};
use crate::launch::Failure;
use ptx_isa::Target;
use ptx_module::syntax::{FunctionKind, Source, Statement};
use ptx_run::{Module, Order};

/// The starts of the names of the special registers whose values PTX leaves to the machine: times, the number of warp slots, and
/// reserved shared memory.
const OF_MACHINE: [&str; 4] = ["%clock", "%globaltimer", "%nwarpid", "%reserved_smem_offset"];

/// Why machine code gives other bits than its text. A cause is proved by another launch of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The text with fused products and sums gives the bits of the machine code, except for the payloads of NaNs.
    Fused,
    /// Every element that differs is a NaN in both.
    NanPayload,
    /// If lanes of equal position join, the machine code gives the bits of the text.
    OrderOfLanes,
    /// The text has a race or an undefined operation, or reads a register whose value PTX leaves to the machine.
    Undefined,
    /// None of the other causes.
    Miscompiled,
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
        }
    }

    /// Returns whether the machine code is right: PTX permits its bits.
    pub(super) fn is_permitted(self) -> bool {
        matches!(self, Self::Fused | Self::NanPayload)
    }
}

/// Returns the cause of the differences between a text, which gave the bits `ours`, and its machine code `module`.
/// `machine` is `None` if the machine code faulted.
pub(super) fn find(
    arguments: &VerifyArgs,
    text: &Text,
    chip: Option<Target>,
    ours: &Ran,
    module: &Module,
    machine: Option<(&Ran, &[Unequal])>,
) -> Result<Cause, Failure> {
    if let Some((machine, found)) = machine {
        if found.iter().all(|one| one.is_nan) {
            return Ok(Cause::NanPayload);
        }
        if is_fused(arguments, text, chip, machine)? {
            return Ok(Cause::Fused);
        }
    }
    match launch(arguments, module, &text.entry, &options(arguments).order(Order::Join)) {
        Ok(ran) if unequal(&text.names, ours, &ran).is_empty() => return Ok(Cause::OrderOfLanes),
        Ok(_) | Err(Failure::Kernel(_)) => {}
        Err(failure) => return Err(failure),
    }
    if reads_machine(text) {
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
        // A text that is no longer valid proves nothing.
        let Ok(module) = Module::new(&text.file, fused) else { continue };
        let module = super::for_chip(&module, chip)?;
        let ran = match launch(arguments, &module, &text.entry, &options(arguments)) {
            Ok(ran) => ran,
            Err(Failure::Kernel(_)) => continue,
            Err(failure) => return Err(failure),
        };
        if unequal(&text.names, &ran, machine).iter().all(|one| one.is_nan) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether the kernel `entry`, or a function of the text, reads a special register of [`OF_MACHINE`].
fn reads_machine(text: &Text) -> bool {
    let Text { file, text, entry, .. } = text;
    let module = ptx_module::Module::new(Source::new(file, text.as_bytes()));
    let mut found = false;
    for function in module.tree().functions() {
        let is_other = function.kind == FunctionKind::Entry && function.name.text != *entry;
        let Some(body) = function.body.as_ref().filter(|_| !is_other) else { continue };
        fused::each(body, &mut |statement| {
            let Statement::Instruction(one) = statement else { return };
            let source = one.operands.get(1).map(|operand| &text[operand.span.clone()]);
            let is_read = |source: &str| OF_MACHINE.iter().any(|name| source.starts_with(name));
            found |= one.mnemonic.text == "mov" && source.is_some_and(is_read);
        });
    }
    found
}
