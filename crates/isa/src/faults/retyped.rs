//! Suggests another type or state space for a memory instruction.

use super::written::Written;
use crate::fault::Fault;
use crate::forms;
use crate::help::{Help, Part};
use crate::operand::{self, Operand};
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// Adds a help to a fault about the modifiers of a memory instruction.
pub(super) fn with_help(fault: Fault, written: &Written<'_>) -> Fault {
    if let Some(space) = read_only(written) {
        return fault
            .note("constant memory cannot be written")
            .help(Help::write(Part::Spelling, space));
    }
    if fault.message.help.is_some() {
        return fault;
    }
    match typed(written) {
        Some(spelling) => fault.help(Help::write(Part::Spelling, spelling)),
        None => fault,
    }
}

/// Returns the spelling of the store to global memory that corresponds to a store to constant memory.
fn read_only(written: &Written<'_>) -> Option<String> {
    let mut words = written.texts();
    let at = words.iter().position(|word| *word == "const")?;
    words[at] = "global";
    (written.mnemonic == "st" && fits(written, &words)).then(|| written.spelling(&words))
}

/// Returns the spelling with another type that has the width of the written type. If no type is written, returns the
/// spelling with the type of a register.
fn typed(written: &Written<'_>) -> Option<String> {
    let texts = written.texts();
    let at = written.words.iter().rposition(|word| word.ty.is_some());
    let declared = written.operands.iter().find_map(|operand| match operand {
        Operand::Register { ty, .. } => *ty,
        Operand::Vector(items) => items.iter().find_map(|item| match item {
            Operand::Register { ty, .. } => *ty,
            _ => None,
        }),
        _ => None,
    });
    let ty = at.map_or(declared, |at| written.words[at].ty)?;
    let (bits, unsigned) = (Type::bits_of_width(ty.bits()), Type::unsigned_of_width(ty.bits()));
    // `red.add.b32` probably means `red.add.u32`, so try the unsigned type first for a bit type.
    let same = if ty.kind() == Kind::Bits { [unsigned, bits] } else { [bits, unsigned] };
    let own = at.is_none().then_some(ty);
    let with = |ty: Type| {
        let mut words = texts.clone();
        match at {
            Some(at) => words[at] = ty.word(),
            None => words.push(ty.word()),
        }
        fits(written, &words).then(|| written.spelling(&words))
    };
    let spelt = [own].into_iter().chain(same).flatten().find_map(with);
    spelt.or_else(|| {
        // The type is clear if only one type makes the instruction and its operands right.
        let slots = written.present().flat_map(|form| form.slots);
        let types = slots.filter(|slot| slot.name.is_type()).flat_map(|slot| slot.words);
        let mut fitting: Vec<_> = types.filter_map(|word| with(Type::from_word(word)?)).collect();
        fitting.sort_unstable();
        fitting.dedup();
        fitting.pop().filter(|_| fitting.is_empty() && !written.operands.is_empty())
    })
}

/// Returns whether a memory or control instruction with these words accepts the operands.
fn fits(written: &Written<'_>, words: &[&str]) -> bool {
    let spelt = Selection::among(forms::effects(written.mnemonic), words);
    let forms: Vec<_> = spelt.into_iter().filter(|one| one.is_in(written.dialect)).collect();
    !forms.is_empty() && operand::check(&forms, &written.operands).is_ok()
}
