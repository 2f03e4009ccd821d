//! Suggests corrections for a wrong number of operands: the missing operand filled in or named, or the operands without
//! the one that is too many.

use super::Case;
use crate::code::Code;
use crate::dialect::Dialect;
use crate::forms::{OperandSlot, Shape};
use crate::help::{Help, Part};
use crate::literal;
use crate::operand::shape::{with_pair, without_bar};
use crate::operand::{Operand, Operands, check};
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// The usual values of operands: a mnemonic, the operand's name in the manual, and the value. Any mnemonic has a member
/// mask.
const USUAL: &[(&str, &str, &str)] = &[
    ("", "membermask", "0xffffffff"),
    ("bar", "a", "0"),
    ("barrier", "a", "0"),
    ("cp", "n", "0"),
    ("mbarrier", "count", "1"),
    ("shfl", "c", "31"),
    ("wgmma", "n", "0"),
];

/// The mnemonics of operations on two operands whose first source may be the destination: `a += b`.
const CHANGING: &[&str] =
    &["add", "and", "div", "max", "min", "mul", "or", "rem", "shl", "shr", "sub", "xor"];
/// The mnemonics of operations that can be repeated for a third source: `a + b + c`.
const REPEATED: &[&str] = &["add", "and", "max", "min", "mul", "or", "xor"];
/// The mnemonics of sums of a product and a third source, which may be the destination: `a += b * c`.
const ACCUMULATING: &[&str] = &["fma", "mad"];

/// The maximum number of missing operands that a help names.
const MOST_MISSING: usize = 2;

/// Suggests a correction for a wrong number of operands.
pub(super) fn cure(forms: &[Selection], operands: Operands<'_>, dialect: &Dialect) -> Option<Help> {
    let (first, count) = (forms.first()?, operands.len());
    let case =
        Case { forms, form: first, operands, dialect, code: Code::Count, at: 0, element: None };
    if without_bar(forms, &operands).is_some()
        && let [one, other, rest @ ..] = &*operands
    {
        let joined = with_pair(one, other, rest);
        let (part, text) = case.written(&case.words(), &joined);
        return Some(Help::write(part, text));
    }
    let most = |form: &Selection| form.operands().count();
    if forms.iter().all(|form| most(form) < count) {
        return case.repeated().or_else(|| case.without_extra(most(first)));
    }
    let longer = forms.iter().filter(|form| most(form) > count && !form.takes_count(count));
    let longer = longer.filter(|form| required(form) - count <= MOST_MISSING || count == 0);
    let completed: Vec<_> = longer.filter_map(|form| Completed::new(form, &operands)).collect();
    let best = completed.into_iter().min_by_key(|completed| completed.cost)?;
    case.with_destination(&best).or_else(|| case.completed(&best))
}

fn required(form: &Selection) -> usize {
    (0..=form.operands().count()).find(|count| form.takes_count(*count)).unwrap_or(0)
}

/// An instruction with the missing operands.
struct Completed<'a> {
    form: &'a Selection,
    /// For each operand of the form, the index of the written operand; `None` for a missing operand.
    places: Vec<Option<usize>>,
    cost: usize,
}

impl<'a> Completed<'a> {
    /// Assigns the written operands to the operands of a form. Returns `None` if no assignment fits.
    fn new(form: &'a Selection, operands: &[Operand]) -> Option<Self> {
        let slots: Vec<_> = form.operands().take(required(form)).collect();
        let mut best: Option<Self> = None;
        for missing in subsets(slots.len(), slots.len() - operands.len()) {
            let mut written = 0..operands.len();
            let places: Vec<_> = (0..slots.len())
                .map(|i| if missing.contains(&i) { None } else { written.next() })
                .collect();
            let cost = places.iter().enumerate().map(|(i, place)| match place {
                Some(place) => cost(form, i, slots[i], &operands[*place]),
                // A usual value is the operand that is most often forgotten, and then the last operand.
                None if usual(form, slots[i]).is_some() => Some(0),
                None => Some(slots.len() - i),
            });
            let Some(cost) = cost.sum::<Option<usize>>() else { continue };
            if best.as_ref().is_none_or(|best| cost < best.cost) {
                best = Some(Self { form, places, cost });
            }
        }
        best
    }
}

/// Returns all sets of `count` numbers below `end`.
fn subsets(end: usize, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let longer = |first: usize| {
        let rest = subsets(end - first - 1, count - 1).into_iter();
        rest.map(move |rest| {
            std::iter::once(first).chain(rest.into_iter().map(|i| i + first + 1)).collect()
        })
    };
    (0..=end - count).flat_map(longer).collect()
}

/// Returns how badly an operand fits a slot; `None` if it does not fit.
fn cost(form: &Selection, i: usize, slot: &OperandSlot, operand: &Operand) -> Option<usize> {
    if !form.shape_fits(slot, operand) {
        return None;
    }
    match (operand, form.operand_type(i)) {
        (Operand::Register { ty: Some(register), .. }, Some(ty)) => {
            form.takes(ty, *register).then_some(usize::from(ty != *register))
        }
        (Operand::Immediate(_), Some(Type::Pred)) => None,
        (Operand::Immediate(literal), Some(ty)) => {
            let is_unusual = usual(form, slot)
                .is_some_and(|value| literal::parse(value).as_ref() != Ok(literal));
            literal.bits(ty).ok().map(|_| usize::from(is_unusual))
        }
        _ => Some(0),
    }
}

fn usual(form: &Selection, slot: &OperandSlot) -> Option<&'static str> {
    let is_row = |row: &&(&str, &str, &str)| {
        (row.0.is_empty() || row.0 == form.form.mnemonic) && row.1 == slot.name
    };
    let value = USUAL.iter().find(is_row)?.2;
    // The lowest lane bounds `.up`, the highest lane bounds the other modes.
    let is_up = form.form.mnemonic == "shfl" && form.modifiers.contains(&Some("up"));
    Some(if is_up && slot.name == "c" { "0" } else { value })
}

/// Describes a missing operand.
fn described(form: &Selection, i: usize, slot: &OperandSlot) -> String {
    let elements = form.elements(slot);
    match (slot.shape, form.operand_type(i), elements) {
        (Shape::Address | Shape::Tensor | Shape::Pointer, ..) => "an address".into(),
        (_, Some(Type::Pred), _) => "a predicate".into(),
        (_, Some(ty), Some(count)) => format!("a vector of {count} `.{}` registers", ty.word()),
        (_, Some(ty), None) => format!("a `.{}` operand", ty.word()),
        _ => "an operand".into(),
    }
}

impl Case<'_> {
    /// Suggests the instruction with the missing operands. Fills in usual values, and names other operands.
    fn completed(&self, completed: &Completed<'_>) -> Option<Help> {
        let texts = self.operands.texts()?;
        let (mut all, mut named) = (Vec::new(), Vec::new());
        for (i, (place, slot)) in completed.places.iter().zip(completed.form.operands()).enumerate()
        {
            all.push(match (place, usual(completed.form, slot)) {
                (Some(place), _) => texts.get(*place)?.clone(),
                (None, Some(value)) => value.into(),
                (None, None) => {
                    let name = slot.name.trim_end_matches("{|q}").trim_end_matches("{|p}");
                    let name = match slot.shape {
                        Shape::Address => name.trim_matches(['[', ']']),
                        _ => name.trim_matches(['{', '}']),
                    };
                    let name = self.free_name(name, &all);
                    named.push(format!("`{name}` is {}", described(completed.form, i, slot)));
                    match slot.shape {
                        Shape::Address => format!("[{name}]"),
                        _ => name,
                    }
                }
            });
        }
        let statement = format!("{} {};", completed.form.spelling(), all.join(", "));
        Some(match named.as_slice() {
            [] => Help::write(Part::Statement, statement),
            [only] => format!("add the missing operand: `{statement}`, where {only}").into(),
            several => {
                format!("add the missing operands: `{statement}`, where {}", several.join(" and "))
                    .into()
            }
        })
    }

    /// Returns a name that no operand has: the manual's, or the next letter.
    fn free_name(&self, name: &str, others: &[String]) -> String {
        let texts = self.operands.texts().unwrap_or_default();
        let is_free = |name: &String| !texts.contains(name) && !others.contains(name);
        let letters = ('a'..='z').chain('a'..='z').map(String::from);
        let after = letters.skip_while(|letter| letter.as_str() != name).take(26);
        std::iter::once(name.to_string()).chain(after).find(is_free).unwrap_or_default()
    }

    /// Suggests the destination as the missing source, as in `a += b` and `a += b * c`. The destination must be a
    /// register of the text, because a Rust variable may have no value yet.
    fn with_destination(&self, completed: &Completed<'_>) -> Option<Help> {
        let form = completed.form;
        let is_sum = ACCUMULATING.contains(&form.form.mnemonic);
        let is_changed = CHANGING.contains(&form.form.mnemonic);
        let destination = match self.operands.first()? {
            one @ Operand::Register { ty: Some(ty), .. } if *ty != Type::Pred => one,
            _ => return None,
        };
        if self.operands.len() + 1 != completed.places.len() || !(is_sum || is_changed) {
            return None;
        }
        let mut all = self.operands.to_vec();
        all.insert(if is_sum { all.len() } else { 1 }, destination.clone());
        check(self.forms, &all).ok()?;
        let statement = self.statement(&self.words(), &all)?;
        let name = self.text(destination)?;
        let words = format!(" to change `{name}`, or add the missing operand");
        Some(Help::write(Part::Statement, statement).and(&words))
    }

    /// Suggests two instructions for a sum of three, and for other operations that can be repeated.
    fn repeated(&self) -> Option<Help> {
        let [destination, a, b, c] = &*self.operands else { return None };
        let ty = self.form.instruction_type()?;
        if !REPEATED.contains(&self.form.form.mnemonic) || matches!(ty.kind(), Kind::Narrow) {
            return None;
        }
        let new = self.new_name(super::NEW);
        let between = Operand::Register { name: new.clone(), ty: Some(ty) };
        let steps =
            [[between.clone(), a.clone(), b.clone()], [destination.clone(), between, c.clone()]];
        let words = self.words();
        let steps = steps.map(|step| {
            check(self.forms, &step).ok()?;
            self.statement(&words, &step)
        });
        let [Some(first), Some(second)] = steps else { return None };
        let declared = Type::bits_of_width(ty.bits())?.word();
        let steps = format!("{{ .reg .{declared} {new}; {first} {second} }}");
        Some(Help::after("write two instructions: ", Part::Statement, steps))
    }

    /// Suggests the instruction without the operands that are too many.
    fn without_extra(&self, most: usize) -> Option<Help> {
        let extra = self.operands.len() - most;
        if extra > MOST_MISSING {
            return None;
        }
        let removed = subsets(self.operands.len(), extra).into_iter().rev();
        let rest = |removed: &Vec<usize>| {
            let kept = self.operands.iter().enumerate().filter(|(i, _)| !removed.contains(i));
            kept.map(|(_, operand)| operand.clone()).collect::<Vec<_>>()
        };
        let removed =
            removed.into_iter().find(|removed| check(self.forms, &rest(removed)).is_ok())?;
        let names = removed.iter().map(|i| Some(format!("`{}`", self.text(&self.operands[*i])?)));
        let names = names.collect::<Option<Vec<_>>>()?.join(" and ");
        let statement = self.statement(&self.words(), &rest(&removed))?;
        Some(Help::after(&format!("remove {names}: "), Part::Statement, statement))
    }
}

#[cfg(test)]
mod tests {
    use super::{USUAL, subsets};
    use crate::forms;
    use crate::literal;

    #[test]
    fn subsets_are_complete() {
        assert_eq!(subsets(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(subsets(3, 0), [[0_usize; 0]]);
    }

    #[test]
    fn usual_values_are_literals_of_operands_that_exist() {
        for (mnemonic, name, value) in USUAL {
            assert!(literal::parse(value).is_ok(), "{value}");
            let family = if mnemonic.is_empty() { "shfl" } else { mnemonic };
            let mut slots = forms::of_any_kind(family).flat_map(|form| form.operands);
            assert!(slots.any(|slot| slot.name == *name), "{mnemonic} {name}");
        }
    }
}
