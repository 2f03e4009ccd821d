//! Recognises instructions with correct modifiers in a wrong order.

use crate::code::Code;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::forms::{self, Compute, Form};
use crate::help::{Help, Part};
use crate::opcode::words_of_opcode;
use crate::operand::Operand;
use crate::selection::Selection;
use crate::types::Type;

pub(super) fn is_type(word: &str) -> bool {
    Type::from_word(word).is_some()
}

/// An instruction whose modifiers match a form in another order.
pub struct Reordered {
    /// The forms that match after reordering.
    pub forms: Vec<Selection>,
    /// Whether `ptxas` accepts the written order.
    pub is_taken_by_assembler: bool,
    /// The fault or warning to report.
    pub fault: Fault,
}

impl Reordered {
    /// Returns the fault. Removes its help if no form fits the operands.
    pub(super) fn fault_for(self, operands: &[Operand]) -> Fault {
        let mut fault = self.fault;
        if !self.forms.iter().any(|form| form.differences(operands).is_some()) {
            fault.message.help = None;
        }
        fault
    }
}

/// Sorts modifiers into the manual's order, and returns the forms of the dialect that match. Returns `None` if the
/// order is correct or no form matches. Types keep their relative order, because this order has a meaning.
///
/// ```
/// use ptx_isa::{Dialect, reordered};
///
/// let found = reordered("set", &["ftz", "gt", "u32", "f32"], &Dialect::default()).unwrap();
/// assert_eq!(found.forms[0].spelling(), "set.gt.ftz.u32.f32");
/// assert!(reordered("cvt", &["u32", "f32", "rzi"], &Dialect::default()).is_some());
/// assert!(reordered("rcp", &["rn", "f32"], &Dialect::default()).is_none());
/// ```
#[must_use]
pub fn reordered(mnemonic: &str, words: &[&str], dialect: &Dialect) -> Option<Reordered> {
    let family = [forms::family, forms::effects, forms::matrix].map(|of| of(mnemonic)).concat();
    let (Selection { form, .. }, order) = in_order(&family, words, |one| one.is_in(dialect))?;
    let right = sorted(words, &order);
    let forms = Selection::among(&family, &right).into_iter();
    let forms = forms.filter(|s| s.form.compute != Compute::Nothing && s.is_in(dialect)).collect();
    let of_opcode = words_of_opcode(mnemonic, &right);
    let is_split = words[..of_opcode] != right[..of_opcode];
    // `ptxas` also rejects these orders, although white space may stand before the modifiers.
    let is_taken_by_assembler = !(is_split || mnemonic == "shfl");
    let note = match is_taken_by_assembler {
        true => format!("the order is `{form}`"),
        false => format!("the order is `{form}`, but `ptxas` rejects the order as written"),
    };
    let at = misplaced(words, &order);
    let fault = Fault::new(At::Modifier(at), format!("modifier `.{}` is out of order", words[at]))
        .coded(match is_taken_by_assembler {
            true if is_from_compiler(mnemonic, words, &order) => Code::CompilerOrder,
            true => Code::Order,
            false => Code::Modifier,
        })
        .note(note)
        .help(Help::write(Part::Spelling, instruction(mnemonic, &right)));
    Some(Reordered { forms, is_taken_by_assembler, fault })
}

/// Returns whether NVIDIA's compiler and headers write modifiers in this order: `atom.add.relaxed.gpu.u32` and
/// `atom.global.cta.add.u32` with the operation or the space before the semantics and the scope, `vote.ballot.sync.b32`.
fn is_from_compiler(mnemonic: &str, words: &[&str], order: &[usize]) -> bool {
    let late: fn(&str) -> bool = match mnemonic {
        "atom" | "red" => |word| ["atomsem", "scope"].iter().any(|name| is_of_class(word, name)),
        "vote" => |word| word == "sync",
        _ => return false,
    };
    let is_late = |i: usize| late(words[i]);
    let is_usual = |i: usize, j: usize| is_late(j) && !is_late(i) && !is_type(words[i]);
    (0..words.len()).all(|j| (0..j).all(|i| order[i] < order[j] || is_usual(i, j)))
}

/// Returns whether a class has the modifier.
fn is_of_class(word: &str, class: &str) -> bool {
    forms::class(class).is_some_and(|words| words.contains(&word))
}

/// Sorts modifiers into the manual's order. Returns the index of the misplaced word, and the form
/// of another version or target that matches. Ignores withdrawn forms and forms that this crate
/// does not compute.
pub(super) fn elsewhere(mnemonic: &str, words: &[&str]) -> Option<(usize, Selection)> {
    let lasting =
        |one: &Selection| one.form.is_computed() && one.form.availability.until().is_none();
    let (form, order) = in_order(forms::family(mnemonic), words, lasting)?;
    Some((misplaced(words, &order), form))
}

/// Returns the first form that matches in another order, and the slot of each word. Returns `None`
/// if the words are in order already.
fn in_order(
    family: &[&'static Form],
    words: &[&str],
    is_there: impl Fn(&Selection) -> bool,
) -> Option<(Selection, Vec<usize>)> {
    let found = family.iter().find_map(|form| {
        let order = order(words, form)?;
        let selection = Selection { form, modifiers: form.spelt(&sorted(words, &order))? };
        is_there(&selection).then_some((selection, order))
    });
    found.filter(|(_, order)| !order.is_sorted())
}

/// Returns the index of a word whose removal leaves the other words in order. Returns 0 if there is no such word.
fn misplaced(words: &[&str], order: &[usize]) -> usize {
    let ascending = |skip: usize| {
        let rest: Vec<_> = order.iter().enumerate().filter(|&(i, _)| i != skip).collect();
        rest.is_sorted_by_key(|(_, slot)| **slot)
    };
    (0..words.len()).find(|i| !is_type(words[*i]) && ascending(*i)).unwrap_or(0)
}

fn sorted<'a>(words: &[&'a str], order: &[usize]) -> Vec<&'a str> {
    let mut pairs: Vec<_> = order.iter().zip(words).collect();
    pairs.sort_by_key(|(slot, _)| **slot);
    pairs.into_iter().map(|(_, word)| *word).collect()
}

/// Returns whether a word is a matrix layout. The order of two layouts has a meaning, because the
/// first layout is the layout of the left matrix.
fn is_layout(word: &str) -> bool {
    matches!(word, "row" | "col")
}

/// Returns whether a word is a state space of a copy. The order of two spaces has a meaning,
/// because the first space is the destination.
fn is_space(word: &str) -> bool {
    matches!(word, "global" | "shared" | "shared::cta" | "shared::cluster")
}

/// Returns the slot of each word if the words match the form in any order. Types, layouts and state
/// spaces must keep their relative order.
fn order(words: &[&str], form: &Form) -> Option<Vec<usize>> {
    let order = slots_of(words, form)?;
    let in_order = |is: fn(&str) -> bool| {
        let places = (0..words.len()).filter(|i| is(words[*i]));
        places.map(|i| order[i]).is_sorted()
    };
    [is_type, is_layout, is_space].into_iter().all(in_order).then_some(order)
}

/// Returns the slot of each word if the words match the form in any order.
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
