//! Reports modifiers that match no form of the mnemonic. The fault names a word that does not fit the nearest form, or
//! a missing modifier. The help suggests the nearest correct spellings.

use super::filled::Filled;
use super::filling::{Fate, Filling, fill};
use super::suggest::write;
use super::written::{Word, Written};
use super::{is_outside, meant};
use crate::describe::{choice, no_default};
use crate::fault::{At, Fault};
use crate::forms::{self, Form};
use crate::help::{Help, Part};
use crate::selection::Selection;
use crate::types::Type;

/// The maximum number of forms in a note. If more forms match, the note contains only the nearest
/// form.
const MOST_FORMS: usize = 6;

/// Reports modifiers that match no form of the mnemonic.
pub(super) fn misspelt(written: &Filled<'_>) -> Fault {
    if let Some(at) = written.words.iter().position(|word| word.text.is_empty()) {
        return Fault::new(At::Modifier(at), "missing modifier after `.`");
    }
    if let Some(fault) = one_too_many(written).or_else(|| other_layouts(written)) {
        return fault;
    }
    let fault = departure(written);
    let help = bare(written).or_else(|| suggested(written));
    let help = help.or_else(|| fault.message.help.is_none().then(|| meant::cure(written))?);
    match help {
        Some(help) => fault.help(help),
        None => fault,
    }
}

/// Suggests the nearest spellings. If the only one drops a word of PTX, the help reports it.
fn suggested(written: &Filled<'_>) -> Option<Help> {
    let help = write(written.mnemonic, written.suggestions())?;
    let [suggestion] = written.suggestions() else { return Some(help) };
    let is_dropped = |word: &&Word<'_>| {
        suggestion.len() < written.words.len()
            && !suggestion.contains(&word.text)
            && forms::every()
                .any(|form| form.slots.iter().any(|slot| slot.words.contains(&word.text)))
    };
    Some(match written.words.iter().find(is_dropped) {
        Some(word) => help.and(&format!(", without `.{}`", word.text)),
        None => help,
    })
}

/// Suggests the usual forms of a synchronisation without modifiers and operands.
fn bare(written: &Filled<'_>) -> Option<Help> {
    if !written.words.is_empty() || !written.operands.is_empty() {
        return None;
    }
    match written.mnemonic {
        "bar" | "barrier" => {
            Some(Help::write(Part::Statement, format!("{}.sync 0;", written.mnemonic)))
        }
        "fence" => {
            Help::one_of(Part::Spelling, ["fence.acq_rel.gpu", "fence.sc.gpu"].map(Into::into))
        }
        _ => None,
    }
}

/// Returns each form of the mnemonic that the newest PTX version still has. The written words are assigned to the
/// form's slots.
fn lasting(written: &Written<'_>) -> Vec<Filling> {
    let lasting = |form: &&'static Form| form.availability.until().is_none();
    fill(written, written.family().filter(lasting))
}

/// Returns the index of the word to report: the first wrong type, or the first wrong word if no type is wrong.
fn wrong(filling: &Filling, written: &Written<'_>) -> Option<usize> {
    let wrong = || (0..filling.fates.len()).filter(|i| filling.fates[*i] != Fate::Kept);
    wrong().find(|i| written.words[*i].ty.is_some()).or_else(|| wrong().next())
}

/// Returns the index of the word to report ([`wrong`]): a word that the nearest form of the version and target does
/// not have.
pub(super) fn absent_word(written: &Filled<'_>) -> Option<usize> {
    wrong(written.fillings().iter().min_by_key(|filling| filling.cost)?, written)
}

/// Reports how the instruction differs from the nearest form: a wrong word, a missing modifier, or too many modifiers.
fn departure(written: &Filled<'_>) -> Fault {
    let lasting = if written.fillings().is_empty() { lasting(written) } else { Vec::new() };
    let all = if lasting.is_empty() { written.fillings() } else { &lasting };
    let Some(near) = all.iter().min_by_key(|filling| filling.cost) else {
        let what = format!("`{}` is not available in this version and target", written.mnemonic);
        return Fault::new(At::Mnemonic, what);
    };
    if let Some(at) = wrong(near, written) {
        return wrong_word(written, at, near);
    }
    let as_near = |f: &&Filling| f.cost == near.cost && f.fates == near.fates;
    let first = |f: &Filling| f.missing.first().map(|slot| f.form.slots[*slot]);
    let slots: Vec<_> = all.iter().filter(as_near).filter_map(first).collect();
    if slots.is_empty() {
        let fault = Fault::new(At::Modifier(written.words.len()), "too many modifiers");
        return fault.note(forms_are(written, near));
    }
    let allowed: Vec<_> = slots.iter().flat_map(|slot| slot.words).copied().collect();
    let what = format!("missing {}: expected {}", forms::role(&slots), choice(allowed.clone()));
    Fault::new(At::Mnemonic, what).note(format!("{}: `{}`", no_default(&allowed), near.form))
}

/// Reports a word that does not fit the nearest form.
fn wrong_word(written: &Filled<'_>, at: usize, near: &Filling) -> Fault {
    let word = &written.words[at];
    let fault = Fault::new(At::Modifier(at), what_is_wrong(written, at, near));
    let types = near.form.slots.iter().filter(|slot| slot.name.is_type()).count();
    let is_type = word.ty.is_some() || word.foreign.is_some();
    // If the only type of the instruction is wrong, the note lists all types of the mnemonic.
    if types == 1 && is_type && near.fates[at] != Fate::Repeated {
        let slots = written.present().flat_map(|form| form.slots);
        let types = slots.filter(|slot| slot.name.is_type()).flat_map(|slot| slot.words);
        return fault.note(format!("expected {}", choice(types.copied())));
    }
    let rest = written.without(at);
    let mut others = Selection::all(written.mnemonic, &rest);
    others.retain(|form| form.is_in(written.dialect));
    if word.text == "ftz" && rest.contains(&"f64") && !others.is_empty() {
        let spelling = written.spelling(&rest);
        let what = format!("`{spelling}` keeps subnormals: assemblers ignore `.ftz` there");
        let mut fault = fault.note(what);
        if others.iter().any(|form| form.differences(&written.operands).is_some()) {
            fault = fault.help(Help::write(Part::Spelling, spelling));
        }
        return fault;
    }
    let fault = fault.note(forms_are(written, near));
    match near.missing.first().map(|slot| near.form.slots[*slot]) {
        Some(slot) if !slot.name.is_type() && written.suggestions().is_empty() => {
            fault.note(format!("expected {}", choice(slot.words.iter().copied())))
        }
        _ => fault,
    }
}

/// Describes why a word is wrong.
fn what_is_wrong(written: &Written<'_>, at: usize, near: &Filling) -> String {
    let word = &written.words[at];
    let text = word.text;
    let rest = written.without(at);
    let first = |is: &dyn Fn(&Word<'_>) -> bool| {
        written.words[..at].iter().find(|earlier| is(earlier)).filter(|_| is(word))
    };
    let is_rounding = |word: &Word<'_>| forms::RND.contains(&word.text);
    let types = near.form.slots.iter().filter(|slot| slot.name.is_type()).count();
    if near.fates[at] == Fate::Repeated {
        format!("duplicate modifier `.{text}`")
    } else if let Some(first) = first(&is_rounding) {
        format!("`.{text}` is a second rounding, after `.{}`", first.text)
    } else if let (Some(first), 1, Fate::Dropped) =
        (first(&|word| word.ty.is_some()), types, near.fates[at])
    {
        format!("`.{text}` is a second type, after `.{}`", first.text)
    } else if word.ty.is_some() {
        let untyped: Vec<_> =
            rest.iter().copied().filter(|w| types > 1 || Type::from_word(w).is_none()).collect();
        format!("type `.{text}` is not supported by `{}`", written.spelling(&untyped))
    } else if word.is_ptx {
        format!("modifier `.{text}` is not supported by `{}`", written.spelling(&rest))
    } else if word.foreign.is_some() {
        format!("unknown type `.{text}`")
    } else {
        format!("unknown modifier `.{text}`")
    }
}

/// Returns the indices of the type slots in a form.
fn type_slots(form: &'static Form) -> Vec<usize> {
    (0..form.slots.len()).filter(|slot| form.slots[*slot].name.is_type()).collect()
}

/// Returns a note that lists the forms for the types that probably were meant.
fn forms_are(written: &Written<'_>, near: &Filling) -> String {
    let meant: Vec<_> = type_slots(near.form).into_iter().map(|slot| &near.slots[slot]).collect();
    let of_types = |form: &&'static Form| {
        let slots = type_slots(form);
        let fits = |(slot, meant): (&usize, &&Vec<&str>)| {
            meant.iter().all(|ty| form.slots[*slot].words.contains(ty))
        };
        form.availability.until().is_none()
            && slots.len() == meant.len()
            && slots.iter().zip(&meant).all(fits)
    };
    let forms = written.family().filter(of_types);
    let mut lines: Vec<_> = forms.map(|form| format!("`{form}`")).collect();
    lines.dedup();
    if lines.len() > MOST_FORMS {
        return format!("the nearest form is `{}`", near.form);
    }
    match lines.pop() {
        Some(only) if lines.is_empty() => format!("the form is {only}"),
        Some(last) => format!("the forms are {} and {last}", lines.join(", ")),
        None => format!("the form is `{}`", near.form),
    }
}

/// Reports matrix layouts, such as `.row.row`, that no form combines with the other words.
pub(super) fn other_layouts(written: &Written<'_>) -> Option<Fault> {
    let is_layout = |i: &usize| matches!(written.words[*i].text, "row" | "col");
    let places: Vec<_> = (0..written.words.len()).filter(is_layout).collect();
    let [a, b] = places[..] else { return None };
    let spelt = |layouts: &[&'static str; 2]| {
        let mut texts = written.texts();
        (texts[a], texts[b]) = (layouts[0], layouts[1]);
        let is_there = |form: &'static Form| form.is_of_warp() && form.spelt(&texts).is_some();
        written.present().any(is_there)
    };
    let all = [["row", "col"], ["row", "row"], ["col", "row"], ["col", "col"]];
    let right: Vec<_> = all.iter().filter(|layouts| spelt(layouts)).collect();
    let found = [written.words[a].text, written.words[b].text];
    let first = right.first().filter(|_| !right.iter().any(|layouts| **layouts == found))?;
    let at = if first[0] == found[0] { b } else { a };
    let mut rest = written.texts();
    rest.drain(a..=b);
    let layouts = |pair: &[&str; 2]| format!("`.{}`", pair.join("."));
    let expected: Vec<_> = right.iter().map(|pair| layouts(pair)).collect();
    let (found, spelling) = (layouts(&found), written.spelling(&rest));
    let what = format!("layouts {found} are not supported by `{spelling}`");
    Some(Fault::new(At::Modifier(at), what).note(format!("expected {}", expected.join(" or "))))
}

/// Reports a superfluous word: without the word, the instruction is a PTX form that this crate does not compute.
fn one_too_many(written: &Written<'_>) -> Option<Fault> {
    if !forms::effects(written.mnemonic).is_empty() {
        return None;
    }
    let is_extra = |at: &usize| is_outside(written.mnemonic, &written.without(*at));
    let at = (0..written.words.len()).find(is_extra)?;
    let (word, rest) = (&written.words[at], written.spelling(&written.without(at)));
    let what = match word.is_ptx {
        true => format!("modifier `.{}` is not supported by `{rest}`", word.text),
        false => format!("unknown modifier `.{}`", word.text),
    };
    let fault = Fault::new(At::Modifier(at), what);
    Some(if word.is_known { fault } else { fault.help(Help::write(Part::Spelling, rest)) })
}
