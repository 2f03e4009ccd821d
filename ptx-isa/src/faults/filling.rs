//! A form filled with the words of an instruction: which of them it keeps, which it takes for
//! another word, and what is missing.

use super::foreign;
use super::relatives::{relatives, same_distance};
use crate::forms::{self, Form, ModifierSlot, same_meaning};
use crate::nearest::{distance, nearest};
use crate::operand::Operand;
use crate::types::Type;

/// What is known of an instruction besides its words.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) mnemonic: &'a str,
    pub(super) operands: &'a [Operand],
}

/// What becomes of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is written in the form, too.
    Kept,
    /// Another word of the form is meant.
    Replaced,
    /// It was written before, and the form has it once.
    Repeated,
    /// The form has nothing for it.
    Dropped,
}

/// A form filled with words.
pub(super) struct Filling {
    pub(super) form: &'static Form,
    pub(super) fates: Vec<Fate>,
    /// The words that each slot may have; none where it stays empty.
    pub(super) slots: Vec<Vec<&'static str>>,
    /// The slots that must be filled and are not.
    pub(super) missing: Vec<usize>,
    pub(super) cost: u32,
}

/// More words than any form has; the rest cannot change what is said about the first ones.
pub(super) const MOST_WORDS: usize = 12;

// A type is what the writer is surest of, so doing without one costs most; to add a word is nearer
// than to take away one that was written.
const DROPPED_TYPE: u32 = 20;
const DROPPED: u32 = 10;
const DROPPED_UNKNOWN: u32 = 4;
const REPEATED: u32 = 2;
const REPLACED: u32 = 1;
const MISSING_TYPE: u32 = 6;
const MISSING: u32 = 3;

pub(super) fn is_type(word: &str) -> bool {
    Type::from_word(word).is_some()
}

impl Filling {
    /// Fills a form as well as words can.
    pub(super) fn new(words: &[&str], form: &'static Form, context: Context<'_>) -> Self {
        let words = &words[..words.len().min(MOST_WORDS)];
        let mut filling = Self {
            form,
            fates: vec![Fate::Dropped; words.len()],
            slots: vec![Vec::new(); form.slots.len()],
            missing: Vec::new(),
            cost: 0,
        };
        filling.keep(words);
        filling.types(words, context);
        filling.replace(words, context);
        let of = |slot: &usize| filling.slots[*slot].is_empty() && !form.slots[*slot].optional;
        filling.missing = (0..form.slots.len()).filter(of).collect();
        filling.cost += filling.missing.iter().map(|slot| price(&form.slots[*slot])).sum::<u32>();
        for (i, word) in words.iter().enumerate() {
            if filling.fates[i] == Fate::Dropped {
                let (fate, cost) = match forms::has_word(context.mnemonic, word) {
                    _ if words[..i].contains(word) => (Fate::Repeated, REPEATED),
                    true if is_type(word) => (Fate::Dropped, DROPPED_TYPE),
                    true => (Fate::Dropped, DROPPED),
                    false => (Fate::Dropped, DROPPED_UNKNOWN),
                };
                filling.fates[i] = fate;
                filling.cost += cost;
            }
        }
        filling
    }

    fn is_free(&self, slot: usize) -> bool {
        self.slots[slot].is_empty()
    }

    /// Puts every word but types where the form has it.
    fn keep(&mut self, words: &[&str]) {
        for (i, word) in words.iter().enumerate().filter(|(_, word)| !is_type(word)) {
            let places = self.form.slots.iter().enumerate();
            let has = |&(slot, place): &(usize, &ModifierSlot)| {
                self.is_free(slot) && place.words.contains(word)
            };
            if let Some((slot, place)) = places.filter(|(_, s)| !s.name.is_type()).find(has) {
                self.slots[slot].extend(place.words.iter().filter(|kept| *kept == word));
                self.fates[i] = Fate::Kept;
            }
        }
    }

    /// Puts types, and what looks like one, into the places of types, in their order.
    fn types(&mut self, words: &[&str], context: Context<'_>) {
        let typed = |i: &usize| {
            let word = words[*i];
            self.fates[*i] == Fate::Dropped
                && (is_type(word) || !forms::is_word(word) && !meant_types(word).is_empty())
        };
        let written: Vec<usize> = (0..words.len()).filter(typed).collect();
        let places: Vec<usize> =
            (0..self.form.slots.len()).filter(|s| self.form.slots[*s].name.is_type()).collect();
        let meanings =
            |i: usize, slot: usize| type_meant(words[i], &self.form.slots[slot], context);
        // best[w][p]: the price of what is left from a word and a place on, and whether they match.
        let mut best = vec![vec![(0, false); places.len() + 1]; written.len() + 1];
        for w in (0..=written.len()).rev() {
            for p in (0..=places.len()).rev() {
                let without_word = (w < written.len()).then(|| DROPPED_TYPE + best[w + 1][p].0);
                let without_place =
                    places.get(p).map(|slot| price(&self.form.slots[*slot]) + best[w][p + 1].0);
                let matched = written.get(w).zip(places.get(p)).and_then(|(i, slot)| {
                    let (_, cost) = meanings(*i, *slot)?;
                    Some(cost + best[w + 1][p + 1].0)
                });
                let other = without_word.into_iter().chain(without_place).min().unwrap_or(0);
                best[w][p] = match matched {
                    Some(cost) if cost <= other => (cost, true),
                    _ => (other, false),
                };
            }
        }
        let (mut w, mut p) = (0, 0);
        let mut chosen = Vec::new();
        while w < written.len() && p < places.len() {
            if best[w][p].1 {
                chosen.push((written[w], places[p]));
                (w, p) = (w + 1, p + 1);
            } else if best[w][p].0 == DROPPED_TYPE + best[w + 1][p].0 {
                w += 1;
            } else {
                p += 1;
            }
        }
        for (i, slot) in chosen {
            let Some((meant, cost)) = type_meant(words[i], &self.form.slots[slot], context) else {
                continue;
            };
            self.fates[i] = if meant == [words[i]] { Fate::Kept } else { Fate::Replaced };
            self.slots[slot] = meant;
            self.cost += cost;
        }
    }

    /// Takes what the mnemonic never has for other words.
    fn replace(&mut self, words: &[&str], context: Context<'_>) {
        for (i, word) in words.iter().enumerate() {
            if self.fates[i] != Fate::Dropped || forms::has_word(context.mnemonic, word) {
                continue;
            }
            let places = (0..self.form.slots.len()).filter(|slot| self.is_free(*slot));
            let meant = |slot: usize| Some((slot, meant(word, self.form.slots[slot].words)?));
            if let Some((slot, word)) =
                places.filter(|s| !self.form.slots[*s].name.is_type()).find_map(meant)
            {
                self.slots[slot].push(word);
                self.fates[i] = Fate::Replaced;
                self.cost += REPLACED;
            }
        }
    }

    /// Whether no type is lost, and nothing that the mnemonic has.
    pub(super) fn keeps(&self, words: &[&str], mnemonic: &str) -> bool {
        let matters = |word: &str| {
            is_type(word) || foreign::type_of(word).is_some() || forms::has_word(mnemonic, word)
        };
        let lost = |(i, fate): (usize, &Fate)| *fate == Fate::Dropped && matters(words[i]);
        words.len() <= MOST_WORDS && !self.fates.iter().enumerate().any(lost)
    }
}

fn price(slot: &ModifierSlot) -> u32 {
    match slot.name.is_type() {
        _ if slot.optional => 0,
        true => MISSING_TYPE,
        false => MISSING,
    }
}

/// The word of a slot that most likely was meant by one that the mnemonic does not have.
fn meant(word: &str, slot: &'static [&'static str]) -> Option<&'static str> {
    let of = |meant: &&str| slot.iter().copied().find(|choice| choice == meant);
    let same = |choice: &&str| choice.eq_ignore_ascii_case(word) || same_meaning(word, choice);
    slot.iter()
        .copied()
        .find(same)
        .or_else(|| foreign::modifiers(word).iter().find_map(of))
        .or_else(|| {
            let is_slip = !forms::is_word(word) && foreign::modifiers(word).is_empty();
            is_slip.then(|| nearest(word, slot.iter().copied())).flatten()
        })
}

/// The types that a word which PTX does not have may be meant for.
fn meant_types(word: &str) -> Vec<&'static str> {
    match foreign::type_of(word) {
        Some(meant) => vec![meant],
        None if foreign::modifiers(word).is_empty() => same_distance(word, Type::words()),
        None => Vec::new(),
    }
}

/// The types of a slot that a word may mean, and what that costs.
fn type_meant(
    word: &str,
    slot: &ModifierSlot,
    context: Context<'_>,
) -> Option<(Vec<&'static str>, u32)> {
    if let Some(kept) = slot.words.iter().find(|kept| **kept == word) {
        return Some((vec![kept], 0));
    }
    if forms::has_word(context.mnemonic, word) {
        return None;
    }
    let foreign = if is_type(word) { None } else { foreign::type_of(word) };
    if foreign.is_none() && !is_type(word) {
        if forms::is_word(word) {
            return None;
        }
        let near = same_distance(word, slot.words.iter().copied());
        let slips = near.first().map(|near| distance(word, near))?;
        return Some((near, REPLACED + u32::try_from(slips).unwrap_or(REPLACED)));
    }
    if let Some(meant) = foreign.filter(|meant| slot.words.contains(meant)) {
        return Some((vec![meant], REPLACED));
    }
    // A type that the mnemonic has is not exchanged for another.
    let ty = Type::from_word(foreign.unwrap_or(word))?;
    if forms::has_word(context.mnemonic, ty.word()) {
        return None;
    }
    let mut meant = relatives(ty, context);
    meant.retain(|word| slot.words.contains(word));
    (!meant.is_empty()).then_some((meant, REPLACED))
}
