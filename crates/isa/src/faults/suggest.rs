//! Suggests the nearest correct spellings of an instruction. A suggestion keeps every written word
//! that any form of the mnemonic has, and fits the types of the registers.

use super::filling::Filling;
use super::written::Written;
use crate::describe::instruction;
use crate::forms::{self, ModifierSlot};
use crate::help::{Help, Part};
use crate::lanes::Lanes;
use crate::selection::Selection;

/// Modifiers that change the result. A suggestion never adds these modifiers.
const CHANGING: &[&str] = &[
    "mmio",
    "xorsign",
    "shiftamt",
    "oob",
    "sat",
    "satfinite",
    "relu",
    "pack",
    "cc",
    "scaled::n1::ue8m0",
];

/// The maximum number of suggestions. If more spellings are possible, the message lists the possible
/// words instead.
const MOST: usize = 3;

/// Returns the modifiers of each suggestion with the lowest cost. Returns an empty list if there are
/// more than [`MOST`] suggestions.
pub(super) fn suggestions(written: &Written<'_>, fillings: &[Filling]) -> Vec<Vec<&'static str>> {
    let mut best: Option<u32> = None;
    let mut found: Vec<Vec<&'static str>> = Vec::new();
    for filling in fillings {
        let form = filling.form;
        if best.is_some_and(|best| filling.cost > best) || !filling.keeps(written) {
            continue;
        }
        for spelling in spellings(filling) {
            let Some(modifiers) = form.spelt(&spelling) else { continue };
            let selection = Selection { form, modifiers };
            let Some(differences) = selection.differences(&written.operands) else { continue };
            if !selection.is_in(written.dialect) || lacks_a_place(&selection, written) {
                continue;
            }
            let cost = filling.cost + differences;
            if best.is_none_or(|best| cost < best) {
                best = Some(cost);
                found.clear();
            }
            if best == Some(cost) && !found.contains(&spelling) {
                found.push(spelling);
            }
        }
    }
    if found.len() > MOST { Vec::new() } else { found }
}

/// Returns whether `selection` rejects the written number of operands, but another form with the same spelling accepts
/// this number. The other form requires a selector of the destination: `vadd.u32.u32.u32 d.b0, a, b, c`.
fn lacks_a_place(selection: &Selection, written: &Written<'_>) -> bool {
    let needs_place = |one: &Selection| {
        one.form.operands.iter().any(|slot| slot.lanes.is_some_and(Lanes::is_required))
    };
    let count = written.operands.len();
    let words: Vec<_> = selection.modifiers.iter().flatten().copied().collect();
    !selection.takes_count(count)
        && Selection::all(written.mnemonic, &words)
            .iter()
            .any(|one| one.takes_count(count) && needs_place(one))
}

/// Returns the spellings of a form with the assigned words. Returns an empty list if a required slot
/// is empty and its word cannot be inferred.
fn spellings(filling: &Filling) -> Vec<Vec<&'static str>> {
    let mut all = vec![Vec::new()];
    for (slot, words) in filling.form.slots.iter().zip(&filling.slots) {
        let missing = words.is_empty() && !slot.optional;
        let choices = if missing { added(slot) } else { words.as_slice() };
        if missing && choices.is_empty() {
            return Vec::new();
        }
        if !choices.is_empty() {
            let longer = |spelling: &Vec<&'static str>| {
                choices
                    .iter()
                    .map(|word| [spelling.as_slice(), &[*word]].concat())
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
    }
    all
}

/// Returns the words that a suggestion may add for a missing modifier: all types, the first rounding, or all words of a
/// short list. The result contains no word of [`CHANGING`].
fn added(slot: &ModifierSlot) -> &'static [&'static str] {
    match slot.words {
        words if slot.name.is_type() => words,
        words if words.starts_with(&forms::RND[..1]) => &words[..1],
        words if forms::RND.contains(&words[0]) || CHANGING.contains(&words[0]) => &[],
        words if words.len() <= MOST => words,
        _ => &[],
    }
}

/// Formats spellings as a help: ``write `a` or `b` ``. Returns `None` for an empty list.
pub(super) fn write(mnemonic: &str, spellings: &[Vec<&str>]) -> Option<Help> {
    Help::one_of(Part::Spelling, spellings.iter().map(|words| instruction(mnemonic, words)))
}
