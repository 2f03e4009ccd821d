//! How far a sequence of modifiers is from a form, and where it departs from it.

use crate::dialect::Dialect;
use crate::forms::{self, Form, ModifierSlot, same_meaning};
use crate::nearest::nearest;
use crate::types::Type;

/// One difference between the words written and a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// The word does not belong there.
    Extra { word: usize },
    /// The word stands where the slot wants another.
    Instead { word: usize, slot: usize },
    /// The slot must be filled and is not.
    Missing { slot: usize },
}

/// The cheapest way from words to a form.
pub(crate) struct Alignment {
    pub(crate) form: &'static Form,
    pub(crate) cost: u32,
    pub(crate) edits: Vec<Edit>,
    /// The form spelt with the words kept, and the first word of a class where one was missing.
    pub(crate) spelling: Vec<&'static str>,
}

/// One step of an alignment.
struct Step {
    price: u32,
    /// The word and the slot that come next.
    to: (usize, usize),
    edit: Option<Edit>,
}

/// More words than any form has; the rest cannot change what is said about the first ones.
pub(crate) const MOST_WORDS: usize = 12;

/// A type is what the writer is surest of, so changing it costs most.
const TYPE: u32 = 5;
const OTHER: u32 = 2;

/// To add a word is nearer than to take away one that was written.
const ADDED: u32 = 1;

fn is_type(word: &str) -> bool {
    Type::from_word(word).is_some()
}

/// The word of a slot that most likely was meant by one that does not belong there.
fn instead(word: &str, slot: &'static [&'static str]) -> &'static str {
    let same = slot.iter().copied().find(|meant| same_meaning(word, meant));
    same.or_else(|| nearest(word, slot.iter().copied())).unwrap_or(slot[0])
}

/// Whether a word that PTX has nowhere is nearly one of a slot's types.
fn is_meant(word: &str, slot: &ModifierSlot) -> bool {
    let has = |form: &Form| form.slots.iter().any(|slot| slot.words.contains(&word));
    is_type(slot.words[0])
        && !is_type(word)
        && nearest(word, slot.words.iter().copied()).is_some()
        && !forms::all().any(has)
}

impl Alignment {
    /// Aligns `words` with `form`: the usual edit distance, with slots for letters.
    pub(crate) fn new(words: &[&str], form: &'static Form) -> Self {
        let words = &words[..words.len().min(MOST_WORDS)];
        let slots = form.slots;
        // cost[w][s]: the cheapest way from words[w..] to slots[s..]
        let mut cost = vec![vec![0; slots.len() + 1]; words.len() + 1];
        let cheapest = |cost: &[Vec<u32>], w, s| {
            Self::steps(words, form, w, s)
                .into_iter()
                .flatten()
                .min_by_key(|step| step.price + cost[step.to.0][step.to.1])
        };
        for w in (0..=words.len()).rev() {
            for s in (0..=slots.len()).rev() {
                cost[w][s] =
                    cheapest(&cost, w, s).map_or(0, |step| step.price + cost[step.to.0][step.to.1]);
            }
        }
        let (mut edits, mut spelling) = (Vec::new(), Vec::new());
        let (mut w, mut s) = (0, 0);
        while let Some(step) = cheapest(&cost, w, s) {
            let filled = match step.edit {
                None if step.to.0 > w => {
                    slots[s].words.iter().copied().find(|kept| *kept == words[w])
                }
                Some(Edit::Instead { .. }) => Some(instead(words[w], slots[s].words)),
                Some(Edit::Missing { .. }) => slots[s].words.first().copied(),
                _ => None,
            };
            spelling.extend(filled);
            edits.extend(step.edit);
            (w, s) = step.to;
        }
        Self { form, cost: cost[0][0], edits, spelling }
    }

    /// The steps from a position, in order of preference: keep, leave out, replace, drop, fill in.
    fn steps(words: &[&str], form: &'static Form, w: usize, s: usize) -> [Option<Step>; 5] {
        let price = |word: &str| if is_type(word) { TYPE } else { OTHER };
        let (word, slot) = (words.get(w).copied(), form.slots.get(s));
        let fits = |word: &str, slot: &ModifierSlot| slot.words.contains(&word);
        let step = |price, w, s, edit| Step { price, to: (w, s), edit };
        let both = word.zip(slot);
        [
            both.filter(|&(word, slot)| fits(word, slot)).map(|_| step(0, w + 1, s + 1, None)),
            slot.filter(|slot| slot.optional).map(|_| step(0, w, s + 1, None)),
            both.filter(|&(word, slot)| {
                !fits(word, slot)
                    && (is_type(word) == is_type(slot.words[0]) || is_meant(word, slot))
            })
            .map(|(word, _)| {
                step(price(word), w + 1, s + 1, Some(Edit::Instead { word: w, slot: s }))
            }),
            word.map(|word| step(price(word), w + 1, s, Some(Edit::Extra { word: w }))),
            slot.filter(|slot| !slot.optional)
                .map(|slot| if is_type(slot.words[0]) { TYPE } else { ADDED })
                .map(|price| step(price, w, s + 1, Some(Edit::Missing { slot: s }))),
        ]
    }

    /// The word that best stands for the whole difference: a type if one is wrong, else the first.
    pub(crate) fn first_edit(&self, words: &[&str]) -> Option<Edit> {
        let wrong_type =
            |e: &&Edit| matches!(e, Edit::Instead { word, .. } if is_type(words[*word]));
        self.edits.iter().find(wrong_type).or_else(|| self.edits.first()).copied()
    }
}

/// The form nearest to the words; among equals one that the dialect has, then the table's order.
pub(crate) fn closest(
    family: &[&'static Form],
    words: &[&str],
    dialect: &Dialect,
) -> Option<Alignment> {
    let present = family.iter().filter(|form| form.is_in(dialect));
    let absent =
        family.iter().filter(|form| !form.is_in(dialect) && form.availability.until().is_none());
    present
        .map(|form| Alignment::new(words, form))
        .min_by_key(|near| near.cost)
        .or_else(|| absent.map(|form| Alignment::new(words, form)).min_by_key(|near| near.cost))
}
