//! Where an instruction departs from every form of its mnemonic, and the nearest way to write it.

use super::filling::{Context, Fate, Filling, MOST_WORDS, is_type};
use super::suggest::{suggestions, write};
use super::{foreign, is_outside};
use crate::describe::{choice, instruction, no_default};
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Form};
use crate::selection::Selection;

/// No form is spelt like this.
pub(super) fn misspelt(
    family: &[&'static Form],
    words: &[&str],
    context: Context<'_>,
    dialect: &Dialect,
) -> Fault {
    if let Some(fault) = one_too_many(words, context) {
        return fault;
    }
    let fault = departure(family, words, context, dialect);
    match write(context.mnemonic, &suggestions(family, words, context, dialect)) {
        Some(help) => fault.help(help),
        None => fault,
    }
}

/// The forms of a dialect filled with words; where it has none, all forms that lasted.
fn fillings(
    family: &[&'static Form],
    words: &[&str],
    context: Context<'_>,
    dialect: &Dialect,
) -> Vec<Filling> {
    let fill = |form: &&'static Form| Filling::new(words, form, context);
    let present: Vec<_> = family.iter().filter(|form| form.is_in(dialect)).map(fill).collect();
    if present.is_empty() {
        let lasting = |form: &&&'static Form| form.availability.until().is_none();
        return family.iter().filter(lasting).map(fill).collect();
    }
    present
}

/// The word that best stands for the whole difference: a type if one is wrong, else the first.
fn wrong(filling: &Filling, words: &[&str]) -> Option<usize> {
    let wrong = || (0..filling.fates.len()).filter(|i| filling.fates[*i] != Fate::Kept);
    wrong().find(|i| is_type(words[*i])).or_else(|| wrong().next())
}

/// The word that the forms of a dialect do not have.
pub(super) fn absent_word(
    family: &[&'static Form],
    words: &[&str],
    context: Context<'_>,
    dialect: &Dialect,
) -> Option<usize> {
    if !family.iter().any(|form| form.is_in(dialect)) {
        return None;
    }
    let all = fillings(family, words, context, dialect);
    wrong(all.iter().min_by_key(|filling| filling.cost)?, words)
}

/// Where the words depart from the form that is nearest to them.
fn departure(
    family: &[&'static Form],
    words: &[&str],
    context: Context<'_>,
    dialect: &Dialect,
) -> Fault {
    let all = fillings(family, words, context, dialect);
    let Some(near) = all.iter().min_by_key(|filling| filling.cost) else {
        let what = format!("`{}` is not available in this version and target", context.mnemonic);
        return Fault::new(At::Mnemonic, what);
    };
    match (wrong(near, words), near.missing.is_empty()) {
        (Some(at), _) => wrong_word(family, words, at, near, (context, dialect)),
        (None, false) => {
            let as_near = |f: &&Filling| f.cost == near.cost && f.fates == near.fates;
            let first = |f: &Filling| f.missing.first().map(|slot| f.form.slots[*slot]);
            let slots: Vec<_> = all.iter().filter(as_near).filter_map(first).collect();
            let allowed: Vec<_> = slots.iter().flat_map(|slot| slot.words).copied().collect();
            let role = forms::role(&slots);
            let what = format!("missing {role}: expected {}", choice(allowed.iter().copied()));
            let why = no_default(&allowed);
            Fault::new(At::Mnemonic, what).note(format!("{why}: `{}`", near.form))
        }
        (None, true) => {
            Fault::new(At::Modifier(MOST_WORDS), "too many modifiers").note(forms_are(family, near))
        }
    }
}

/// A word that the form nearest to the words does not have.
fn wrong_word(
    family: &[&'static Form],
    words: &[&str],
    at: usize,
    near: &Filling,
    (context, dialect): (Context<'_>, &Dialect),
) -> Fault {
    let word = words[at];
    let others = words.iter().enumerate().filter(|&(i, _)| i != at);
    let rest = |types: bool| {
        let kept = others.clone().map(|(_, word)| *word).filter(|word| types || !is_type(word));
        instruction(context.mnemonic, &kept.collect::<Vec<_>>())
    };
    let before = |is: fn(&str) -> bool| words[..at].iter().find(|w| is(w)).filter(|_| is(word));
    let is_rounding = |word: &str| forms::RND.contains(&word);
    let types = near.form.slots.iter().filter(|slot| slot.name.is_type()).count();
    let what = if words[..at].contains(&word) && near.fates[at] == Fate::Repeated {
        format!("duplicate modifier `.{word}`")
    } else if let Some(first) = before(is_rounding) {
        format!("`.{word}` is a second rounding, after `.{first}`")
    } else if let (Some(first), 1, Fate::Dropped) = (before(is_type), types, near.fates[at]) {
        format!("`.{word}` is a second type, after `.{first}`")
    } else if is_type(word) {
        let rest = if types > 1 { rest(true) } else { rest(false) };
        format!("type `.{word}` is not supported by `{rest}`")
    } else if forms::is_word(word) {
        format!("modifier `.{word}` is not supported by `{}`", rest(true))
    } else if foreign::type_of(word).is_some() {
        format!("unknown type `.{word}`")
    } else {
        format!("unknown modifier `.{word}`")
    };
    let fault = Fault::new(At::Modifier(at), what);
    // With its only type wrong, any of the mnemonic's types would do.
    if types == 1
        && (is_type(word) || foreign::type_of(word).is_some())
        && near.fates[at] != Fate::Repeated
    {
        let present = family.iter().filter(|form| form.is_in(dialect));
        let types = present.flat_map(|form| form.slots).filter(|slot| slot.name.is_type());
        return fault.note(format!("expected {}", choice(types.flat_map(|s| s.words).copied())));
    }
    let without: Vec<&str> = others.clone().map(|(_, word)| *word).collect();
    if word == "ftz" && without.contains(&"f64") && is_there(context.mnemonic, &without, dialect) {
        let what = format!("`{}` keeps subnormals: assemblers ignore `.ftz` there", rest(true));
        return fault.note(what);
    }
    fault.note(forms_are(family, near))
}

fn is_there(mnemonic: &str, words: &[&str], dialect: &Dialect) -> bool {
    Selection::all(mnemonic, words).iter().any(|form| form.is_in(dialect))
}

/// The forms of the types that were probably meant.
fn forms_are(family: &[&'static Form], near: &Filling) -> String {
    let types = |form: &Form| {
        form.slots
            .iter()
            .enumerate()
            .filter(|(_, s)| s.name.is_type())
            .map(|(i, _)| i)
            .collect::<Vec<_>>()
    };
    let meant: Vec<_> = types(near.form).into_iter().map(|slot| &near.slots[slot]).collect();
    let of_types = |form: &&&'static Form| {
        let slots = types(form);
        let fits = |(slot, meant): (&usize, &&Vec<&str>)| {
            meant.iter().all(|ty| form.slots[*slot].words.contains(ty))
        };
        form.availability.until().is_none()
            && slots.len() == meant.len()
            && slots.iter().zip(&meant).all(fits)
    };
    let mut lines: Vec<_> =
        family.iter().filter(of_types).map(|form| format!("`{form}`")).collect();
    lines.dedup();
    match lines.pop() {
        Some(only) if lines.is_empty() => format!("the form is {only}"),
        Some(last) => format!("the forms are {} and {last}", lines.join(", ")),
        None => format!("the form is `{}`", near.form),
    }
}

/// A form that is not computed, and a word besides that the mnemonic never has.
fn one_too_many(words: &[&str], context: Context<'_>) -> Option<Fault> {
    let words = &words[..words.len().min(MOST_WORDS)];
    let (at, rest) = (0..words.len())
        .map(|at| (at, [&words[..at], &words[at + 1..]].concat()))
        .find(|(_, rest)| is_outside(context.mnemonic, rest))?;
    let (word, rest) = (words[at], instruction(context.mnemonic, &rest));
    let what = match forms::is_word(word) {
        true => format!("modifier `.{word}` is not supported by `{rest}`"),
        false => format!("unknown modifier `.{word}`"),
    };
    let fault = Fault::new(At::Modifier(at), what);
    match forms::has_word(context.mnemonic, word) {
        true => Some(fault),
        false => Some(fault.help(format!("write `{rest}`"))),
    }
}
