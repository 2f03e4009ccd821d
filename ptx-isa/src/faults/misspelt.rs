//! Where an instruction departs from every form of its mnemonic, and the nearest way to write it.

use super::align::{Alignment, Edit, MOST_WORDS, closest};
use super::{is_outside, is_word_outside};
use crate::describe::{choice, instruction, no_default};
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Form};
use crate::nearest::nearest;
use crate::types::Type;

/// No form is spelt like this.
pub(super) fn misspelt(
    mnemonic: &str,
    family: &[&'static Form],
    words: &[&str],
    dialect: &Dialect,
) -> Fault {
    if let Some(fault) = out_of_order(mnemonic, family, words) {
        return fault;
    }
    if let Some(fault) = one_too_many(mnemonic, family, words) {
        return fault;
    }
    let Some(near) = closest(family, words, dialect) else {
        return Fault::new(At::Mnemonic, format!("no form of `{mnemonic}` is left"));
    };
    let help = format!("write `{}`", instruction(mnemonic, &near.spelling));
    match near.first_edit(words) {
        Some(Edit::Missing { slot }) => {
            let name = instruction(mnemonic, words);
            let allowed: Vec<_> = family
                .iter()
                .filter(|form| form.is_in(dialect))
                .map(|form| Alignment::new(words, form))
                .filter(|other| other.cost == near.cost)
                .filter_map(|other| match other.edits.first() {
                    Some(&Edit::Missing { slot }) => Some(other.form.slots[slot].words),
                    _ => None,
                })
                .flatten()
                .copied()
                .collect();
            let missing =
                no_default(if allowed.is_empty() { near.form.slots[slot].words } else { &allowed });
            Fault::new(At::Mnemonic, format!("`{name}` lacks {}", choice(allowed.iter().copied())))
                .note(format!("{missing}: `{}`", near.form))
                .help(help)
        }
        Some(Edit::Extra { word } | Edit::Instead { word, .. }) => {
            wrong_word(mnemonic, family, words, word, &near, dialect)
        }
        None => {
            Fault::new(At::Mnemonic, format!("`{mnemonic}` is not written like this")).help(help)
        }
    }
}

/// A word that does not belong where it stands.
fn wrong_word(
    mnemonic: &str,
    family: &[&'static Form],
    words: &[&str],
    at: usize,
    near: &Alignment,
    dialect: &Dialect,
) -> Fault {
    let word = words[at];
    let without = |at: usize| -> Vec<_> {
        words.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, word)| *word).collect()
    };
    let rest = instruction(mnemonic, &without(at));
    let before = |is: fn(&str) -> bool| words[..at].iter().find(|w| is(w)).filter(|_| is(word));
    let is_type = |word: &str| Type::from_word(word).is_some();
    let is_rounding = |word: &str| forms::RND.contains(&word);
    let has_types = near.form.slots.iter().filter(|slot| is_type(slot.words[0])).count();
    let known = |form: &&'static Form| form.slots.iter().any(|s| s.words.contains(&word));
    let what = if words[..at].contains(&word) {
        format!("`.{word}` stands there twice")
    } else if let Some(first) = before(is_rounding) {
        format!("`.{word}` is a second rounding, after `.{first}`")
    } else if let (Some(first), 1) = (before(is_type), has_types) {
        format!("`.{word}` is a second type, after `.{first}`")
    } else if is_type(word) {
        format!("`{rest}` has no `.{word}` form")
    } else if forms::all().any(|form| known(&form)) || is_word_outside(mnemonic, word) {
        format!("`{rest}` takes no `.{word}`")
    } else {
        format!("unknown modifier `.{word}`")
    };
    let fault = Fault::new(At::Modifier(at), what);
    let help = |words: &[&str]| format!("write `{}`", instruction(mnemonic, words));
    // A word that the mnemonic never has was perhaps meant to be one that it has.
    let all = family.iter().flat_map(|form| form.slots).flat_map(|slot| slot.words).copied();
    let unknown = !family.iter().any(known);
    let replaced = |edit: &Edit| match *edit {
        Edit::Instead { word: i, slot } => {
            i == at && nearest(word, near.form.slots[slot].words.iter().copied()).is_some()
        }
        _ => false,
    };
    if unknown && near.edits.iter().any(replaced) {
        return fault.help(help(&near.spelling));
    }
    if words[..at].contains(&word)
        && let Some(once) = closest(family, &without(at), dialect)
        && once.edits.is_empty()
    {
        return fault.note(forms_are(family, near)).help(help(&once.spelling));
    }
    if let Some(meant) = nearest(word, all).filter(|_| unknown) {
        let mut corrected = words.to_vec();
        corrected[at] = meant;
        if let Some(near) = closest(family, &corrected, dialect) {
            return fault.help(help(&near.spelling));
        }
    }
    match (is_type(word), near.first_edit(words)) {
        (true, Some(Edit::Instead { .. })) => {
            let last = |form: &&&'static Form| form.is_in(dialect);
            let types = family.iter().filter(last).filter_map(|form| form.slots.last());
            fault.note(format!("it has {}", choice(types.flat_map(|slot| slot.words).copied())))
        }
        _ => fault.note(forms_are(family, near)).help(help(&near.spelling)),
    }
}

/// The forms of the types that were probably meant.
fn forms_are(family: &[&'static Form], near: &Alignment) -> String {
    let is_type = |word: &str| Type::from_word(word).is_some();
    let types: Vec<_> = near.spelling.iter().filter(|word| is_type(word)).collect();
    let of_type = |form: &&&'static Form| {
        let slots: Vec<_> = form.slots.iter().filter(|slot| is_type(slot.words[0])).collect();
        form.availability.until().is_none()
            && slots.len() == types.len()
            && slots.iter().zip(&types).all(|(slot, ty)| slot.words.contains(ty))
    };
    let mut lines: Vec<_> = family.iter().filter(of_type).map(|form| format!("`{form}`")).collect();
    lines.dedup();
    match lines.pop() {
        Some(only) if lines.is_empty() => format!("the form is {only}"),
        Some(last) => format!("the forms are {} and {last}", lines.join(", ")),
        None => String::from("no form has this type"),
    }
}

/// A form that is not computed, and a word besides.
fn one_too_many(mnemonic: &str, family: &[&'static Form], words: &[&str]) -> Option<Fault> {
    let words = &words[..words.len().min(MOST_WORDS)];
    let (at, rest) = (0..words.len())
        .map(|at| (at, [&words[..at], &words[at + 1..]].concat()))
        .find(|(_, rest)| is_outside(mnemonic, rest))?;
    let (word, rest) = (words[at], instruction(mnemonic, &rest));
    let is_known = family.iter().any(|form| form.slots.iter().any(|s| s.words.contains(&word)));
    let what = match is_known || is_word_outside(mnemonic, word) {
        true => format!("`{rest}` takes no `.{word}`"),
        false => format!("unknown modifier `.{word}`"),
    };
    Some(Fault::new(At::Modifier(at), what).help(format!("write `{rest}`")))
}

/// The right words in another order.
fn out_of_order(mnemonic: &str, family: &[&'static Form], words: &[&str]) -> Option<Fault> {
    let (order, form) = family.iter().find_map(|form| Some((slots_of(words, form)?, form)))?;
    let types: Vec<_> = (0..words.len()).filter(|i| Type::from_word(words[*i]).is_some()).collect();
    // Types in another order mean something else, they are not a slip of the pen.
    if !types.is_sorted_by_key(|i| order[*i]) {
        return None;
    }
    let ascending = |skip: usize| {
        let rest: Vec<_> = order.iter().enumerate().filter(|&(i, _)| i != skip).collect();
        rest.is_sorted_by_key(|(_, slot)| **slot)
    };
    let movable = |i: &usize| Type::from_word(words[*i]).is_none() && ascending(*i);
    let at = (0..words.len()).find(movable).unwrap_or(0);
    let mut sorted: Vec<_> = order.iter().zip(words).collect();
    sorted.sort_by_key(|(slot, _)| **slot);
    let sorted: Vec<_> = sorted.into_iter().map(|(_, word)| *word).collect();
    Some(
        Fault::new(At::Modifier(at), format!("`.{}` is out of order", words[at]))
            .note(format!("modifiers stand in the manual's order: `{form}`"))
            .help(format!("write `{}`", instruction(mnemonic, &sorted))),
    )
}

/// For each word the slot it fills, if together they spell the form in some order.
pub(super) fn slots_of(words: &[&str], form: &Form) -> Option<Vec<usize>> {
    if words.len() > form.slots.len() {
        return None;
    }
    let mut order = Vec::new();
    for word in words {
        let free = |&slot: &usize| !order.contains(&slot) && form.slots[slot].words.contains(word);
        order.push((0..form.slots.len()).find(free)?);
    }
    let filled = |slot: usize| form.slots[slot].optional || order.contains(&slot);
    (0..form.slots.len()).all(filled).then_some(order)
}
