//! Assigns the modifiers (words) of a faulty instruction to the slots of a form. Records which words stay, which words
//! are replaced, and which words are missing.

use super::relatives::{relatives, same_distance};
use super::written::{Word, Written};
use crate::forms::{self, Form, ModifierSlot, Presence, same_meaning};
use crate::nearest::{distance, nearest};
use std::collections::HashMap;

/// What a suggestion does with a word of the faulty instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// The word stays, because the form has it.
    Kept,
    /// Another word of the form replaces the word.
    Replaced,
    /// The word is dropped, because the instruction has the same word earlier.
    Repeated,
    /// The word is dropped, because no slot fits.
    Dropped,
}

/// A form, and the words of the faulty instruction that are assigned to its slots.
pub(super) struct Filling {
    pub(super) form: &'static Form,
    pub(super) fates: Vec<Fate>,
    /// One list for each slot. The list holds the words that a suggestion may write in the slot. The list is empty for
    /// a slot that no word of the written instruction fills.
    pub(super) slots: Vec<Vec<&'static str>>,
    /// The required slots that no word fills.
    pub(super) missing: Vec<usize>,
    pub(super) cost: u32,
}

/// The cost of dropping a type. This cost is the highest, because types are the most reliable words.
const DROPPED_TYPE: u32 = 20;
/// The cost of dropping a word that is not a type and that a form of the mnemonic has.
const DROPPED: u32 = 10;
/// The cost of dropping a word that no form of the mnemonic has.
const DROPPED_UNKNOWN: u32 = 4;
/// The cost of dropping a repeated word.
const REPEATED: u32 = 2;
/// The cost of replacing a word.
const REPLACED: u32 = 1;
/// The cost of another number of operands, if the form has all words: the difference between a missing type and a missing
/// word, and 1 more. In `st [a], b`, the missing word is a type, not `.bulk`.
const OTHER_COUNT: u32 = MISSING_TYPE - MISSING + 1;
/// The cost of adding a type. It is lower than the cost of dropping a type.
const MISSING_TYPE: u32 = 6;
/// The cost of adding a word that is not a type. It is lower than [`DROPPED`].
const MISSING: u32 = 3;

/// Assigns the written words to the slots of each form. The cost of a [`Filling`] is the sum of the costs above.
pub(super) fn fill(
    written: &Written<'_>,
    forms: impl Iterator<Item = &'static Form>,
) -> Vec<Filling> {
    let mut meanings = Meanings { written, words: HashMap::new(), types: HashMap::new() };
    forms.map(|form| Filling::new(&mut meanings, form)).collect()
}

impl Filling {
    fn new(meanings: &mut Meanings<'_>, form: &'static Form) -> Self {
        let words = &meanings.written.words;
        let mut filling = Self {
            form,
            fates: vec![Fate::Dropped; words.len()],
            slots: vec![Vec::new(); form.slots.len()],
            missing: Vec::new(),
            cost: 0,
        };
        filling.keep(words);
        filling.types(meanings);
        filling.replace(meanings);
        let is_missing = |slot: &usize| filling.is_free(*slot) && !form.slots[*slot].optional;
        filling.missing = (0..form.slots.len()).filter(is_missing).collect();
        filling.cost += filling.missing.iter().map(|slot| price(&form.slots[*slot])).sum::<u32>();
        for (i, word) in words.iter().enumerate() {
            if filling.fates[i] == Fate::Dropped {
                let is_repeated = words[..i].iter().any(|earlier| earlier.text == word.text);
                let (fate, cost) = match word.is_known {
                    _ if is_repeated => (Fate::Repeated, REPEATED),
                    true if word.ty.is_some() => (Fate::Dropped, DROPPED_TYPE),
                    true => (Fate::Dropped, DROPPED),
                    false => (Fate::Dropped, DROPPED_UNKNOWN),
                };
                filling.fates[i] = fate;
                filling.cost += cost;
            }
        }
        let count = meanings.written.operands.len();
        let are_kept = filling.fates.iter().all(|fate| *fate == Fate::Kept);
        if count > 0 && are_kept && !may_have(form, count) {
            filling.cost += OTHER_COUNT;
        }
        filling
    }

    fn is_free(&self, slot: usize) -> bool {
        self.slots[slot].is_empty()
    }

    /// Returns the empty slots: type slots if `types` is true, else the other slots.
    fn places(&self, types: bool) -> impl Iterator<Item = (usize, &'static ModifierSlot)> {
        let slots = self.form.slots.iter().enumerate();
        slots.filter(move |(slot, place)| self.is_free(*slot) && place.name.is_type() == types)
    }

    /// Assigns each word that the form has, except types, to the form's slot for this word.
    fn keep(&mut self, words: &[Word<'_>]) {
        for (i, word) in words.iter().enumerate().filter(|(_, w)| w.ty.is_none() && w.is_known) {
            let kept = |(slot, place): (usize, &'static ModifierSlot)| {
                Some((slot, *place.words.iter().find(|kept| **kept == word.text)?))
            };
            let found = self.places(false).find_map(kept);
            if let Some((slot, kept)) = found {
                self.slots[slot].push(kept);
                self.fates[i] = Fate::Kept;
            }
        }
    }

    /// Assigns types, and words that resemble types, to the type slots. The assignment keeps the
    /// order and has the lowest edit distance (Wagner and Fischer).
    fn types(&mut self, meanings: &mut Meanings<'_>) {
        let written = meanings.written;
        let words: Vec<usize> = (0..written.words.len())
            .filter(|i| self.fates[*i] == Fate::Dropped && written.words[*i].is_typelike())
            .collect();
        let places: Vec<_> = self.places(true).collect();
        let mut meant = |w: usize, p: usize| meanings.of_type(words[w], places[p].1);
        // `best[w][p]` is for the words from index `w` on and the slots from index `p` on. This element contains the
        // lowest cost of assigning the words to the slots, and the first step of the assignment.
        let mut best = vec![vec![(0, Pairing::End); places.len() + 1]; words.len() + 1];
        for w in (0..=words.len()).rev() {
            for p in (0..=places.len()).rev() {
                let (has_word, has_place) = (w < words.len(), p < places.len());
                let matched = (has_word && has_place).then(|| meant(w, p)).flatten();
                let steps = [
                    matched.map(|(_, cost)| (cost + best[w + 1][p + 1].0, Pairing::Both)),
                    has_word.then(|| (DROPPED_TYPE + best[w + 1][p].0, Pairing::Word)),
                    has_place.then(|| (price(places[p].1) + best[w][p + 1].0, Pairing::Place)),
                ];
                let cheapest = steps.into_iter().flatten().min_by_key(|step| step.0);
                best[w][p] = cheapest.unwrap_or((0, Pairing::End));
            }
        }
        let (mut w, mut p) = (0, 0);
        loop {
            match best[w][p].1 {
                Pairing::End => break,
                Pairing::Word => w += 1,
                Pairing::Place => p += 1,
                Pairing::Both => {
                    if let Some((types, cost)) = meant(w, p) {
                        let i = words[w];
                        let is_kept = types == [written.words[i].text];
                        self.fates[i] = if is_kept { Fate::Kept } else { Fate::Replaced };
                        self.slots[places[p].0] = types;
                        self.cost += cost;
                    }
                    (w, p) = (w + 1, p + 1);
                }
            }
        }
    }

    /// Replaces each unknown word by the word of the form that the user probably meant.
    fn replace(&mut self, meanings: &mut Meanings<'_>) {
        for (i, word) in meanings.written.words.iter().enumerate() {
            if self.fates[i] != Fate::Dropped || word.is_known {
                continue;
            }
            let of = |(slot, place): (usize, &'static ModifierSlot)| {
                Some((slot, meanings.of(i, place.words)?))
            };
            let found = self.places(false).find_map(of);
            if let Some((slot, word)) = found {
                self.slots[slot].push(word);
                self.fates[i] = Fate::Replaced;
                self.cost += REPLACED;
            }
        }
    }

    /// Returns whether each word that matters ([`Word::matters`]) is kept, replaced or a repetition. Returns `false` if
    /// the instruction has so many words that some were not analysed.
    pub(super) fn keeps(&self, written: &Written<'_>) -> bool {
        let mut fates = self.fates.iter().zip(&written.words);
        !written.is_cut && !fates.any(|(fate, word)| *fate == Fate::Dropped && word.matters())
    }
}

/// A step of the assignment.
#[derive(Clone, Copy)]
enum Pairing {
    /// The word is assigned to the slot.
    Both,
    /// The word is dropped.
    Word,
    /// The slot stays empty.
    Place,
    End,
}

/// Returns whether a form has this number of operands with some of its modifiers.
fn may_have(form: &Form, count: usize) -> bool {
    let least = form.operands.iter().filter(|slot| slot.presence == Presence::Always).count();
    (least..=form.operands.len()).contains(&count)
}

fn price(slot: &ModifierSlot) -> u32 {
    match slot.name.is_type() {
        _ if slot.optional => 0,
        true => MISSING_TYPE,
        false => MISSING,
    }
}

/// The types that may replace a word, and the cost of the replacement.
type Types = Option<(Vec<&'static str>, u32)>;

/// A key of the cache [`Meanings`]: the index of a written word, and the address of a slot's word
/// list. The address suffices as the key, because the slots of many forms share a static list.
type Key = (usize, *const [&'static str]);

/// A cache of the words that may replace a written word. Slots of many forms share a word list, so the cache avoids
/// repeated searches.
struct Meanings<'a> {
    written: &'a Written<'a>,
    words: HashMap<Key, Option<&'static str>>,
    types: HashMap<Key, Types>,
}

impl Meanings<'_> {
    fn of(&mut self, word: usize, slot: &'static [&'static str]) -> Option<&'static str> {
        let new = || meant(&self.written.words[word], slot);
        *self.words.entry((word, std::ptr::from_ref(slot))).or_insert_with(new)
    }

    fn of_type(&mut self, word: usize, slot: &'static ModifierSlot) -> Types {
        let new = || type_meant(&self.written.words[word], slot, self.written);
        self.types.entry((word, std::ptr::from_ref(slot.words))).or_insert_with(new).clone()
    }
}

/// Returns the word to write in a slot instead of an unknown word.
fn meant(word: &Word<'_>, slot: &'static [&'static str]) -> Option<&'static str> {
    let foreign = word.meant;
    let same =
        |choice: &&&str| choice.eq_ignore_ascii_case(word.text) || same_meaning(word.text, choice);
    let of = |meant: &&str| slot.iter().copied().find(|choice| choice == meant);
    let slip = || nearest(word.text, slot.iter().copied());
    let is_slip = !word.is_ptx && foreign.is_empty();
    // `.evictnormal` and `.evict_normal` stand for `.L1::evict_normal`.
    let plain = |text: &str| text.replace('_', "").to_ascii_lowercase();
    let level = |choice: &&&str| {
        choice.rsplit_once("::").is_some_and(|(_, last)| plain(last) == plain(word.text))
    };
    slot.iter()
        .find(same)
        .or_else(|| slot.iter().find(level))
        .copied()
        .or_else(|| foreign.iter().find_map(of))
        .or_else(|| if is_slip { slip() } else { None })
}

/// Returns the types to write in a slot instead of a word, and the cost of the replacement.
fn type_meant(word: &Word<'_>, slot: &ModifierSlot, written: &Written<'_>) -> Types {
    if word.is_known {
        let kept = slot.words.iter().find(|kept| **kept == word.text)?;
        return Some((vec![kept], 0));
    }
    let Some(ty) = word.ty.or(word.foreign) else {
        let near = same_distance(word.text, slot.words);
        let slips = near.first().map(|near| distance(word.text, near))?;
        return Some((near, REPLACED + u32::try_from(slips).unwrap_or(REPLACED)));
    };
    if slot.words.contains(&ty.word()) {
        return Some((vec![ty.word()], REPLACED));
    }
    // If another form of the mnemonic has the type, the type is probably right, so do not replace it.
    if forms::has_word(written.mnemonic, ty.word()) {
        return None;
    }
    let mut meant = relatives(ty, written);
    meant.retain(|word| slot.words.contains(word));
    (!meant.is_empty()).then_some((meant, REPLACED))
}
