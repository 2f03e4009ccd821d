//! Checks the number of operands and their shapes: vectors, pairs, addresses, lists.

use super::{Operand, check};
use crate::describe::{choice, instruction};
use crate::fault::{At, Fault};
use crate::forms::{self, OperandSlot, Presence, Second, Shape};
use crate::help::{Help, Part};
use crate::selection::Selection;
use crate::types::Type;

/// Returns a note with the number of registers in each operand of a matrix form.
fn registers(form: &Selection) -> String {
    let operands = form.form.operands.iter();
    let counts =
        operands.map(|slot| format!("{} of `{}`", form.elements(slot).unwrap_or(1), slot.name));
    format!(
        "`{}` takes these registers: {}",
        form.spelling(),
        counts.collect::<Vec<_>>().join(", ")
    )
}

/// Returns the number of elements of a vector, or of coordinates of a tensor address. Returns `None`
/// for any other operand.
pub(super) fn elements(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Vector(items) | Operand::Tensor(_, items) => u32::try_from(items.len()).ok(),
        _ => None,
    }
}

impl Selection {
    /// Returns whether an operand has the shape that its slot requires.
    pub(super) fn shape_fits(&self, slot: &OperandSlot, operand: &Operand) -> bool {
        let second = match operand {
            Operand::Pair(_) => slot.second != Second::Never,
            _ => slot.second != Second::Always,
        };
        let shape = match slot.shape {
            Shape::Value | Shape::Pointer => {
                !matches!(operand, Operand::Address(_) | Operand::Tensor(..) | Operand::List(_))
            }
            Shape::Address => matches!(operand, Operand::Address(_)),
            Shape::Tensor => matches!(operand, Operand::Tensor(..)),
            Shape::List => matches!(operand, Operand::List(_)),
            Shape::Label => matches!(operand, Operand::Symbol(_) | Operand::Register { .. }),
            Shape::Sink => matches!(operand, Operand::Sink),
        };
        second && shape && self.elements(slot) == elements(operand)
    }
}

/// Reports two destinations with `,` instead of `|` between them: `setp.lt.f32 p, q, a, b`. Returns
/// `None` if no form accepts these operands with a `|`.
pub(super) fn without_bar(forms: &[Selection], operands: &[Operand]) -> Option<Fault> {
    let [first, second, sources @ ..] = operands else { return None };
    // Without this check, `check` would call this function for each operand in turn.
    if !forms.iter().any(|form| form.takes_count(operands.len() - 1)) {
        return None;
    }
    let joined = with_pair(first, second, sources);
    let form = check(forms, &joined).ok()?;
    let words: Vec<_> = form.modifiers.iter().flatten().copied().collect();
    match second {
        Operand::Register { ty: Some(Type::Pred), .. } | Operand::Sink => {}
        // A longer form may accept a Rust variable without a `|`.
        Operand::Host | Operand::Register { ty: None, .. }
            if may_be_predicate(operands.last())
                && with_one_word_more(form.form.mnemonic, &words, operands.len()).is_some() =>
        {
            let fault = wrong_count(&forms[0], operands.len());
            return Some(fault.note("two destinations have a `|` between them: `p|q`"));
        }
        Operand::Host | Operand::Register { ty: None, .. } => {}
        _ => return None,
    }
    Some(Fault::new(At::Operand(1), "expected `|` between the two destinations, found `,`"))
}

/// Returns whether the last operand may be a predicate.
fn may_be_predicate(operand: Option<&Operand>) -> bool {
    match operand {
        Some(Operand::Register { ty: Some(ty), .. }) => *ty == Type::Pred,
        Some(Operand::Register { .. } | Operand::Host | Operand::Complement(_)) => true,
        _ => false,
    }
}

/// Returns operands that begin with the pair `first|second`.
pub(super) fn with_pair(first: &Operand, second: &Operand, rest: &[Operand]) -> Vec<Operand> {
    let pair = Operand::Pair(Box::new([first.clone(), second.clone()]));
    std::iter::once(pair).chain(rest.iter().cloned()).collect()
}

pub(super) fn wrong_count(form: &Selection, found: usize) -> Fault {
    let required = form.operands().filter(|slot| slot.presence != Presence::Optional);
    let (wanted, most) = (required.count(), form.operands().count());
    let plural = if most == 1 { "" } else { "s" };
    let at = if found > most { At::Operand(most) } else { At::Mnemonic };
    let wanted = match most - wanted {
        0 => wanted.to_string(),
        1 => format!("{wanted} or {most}"),
        _ => format!("{wanted} to {most}"),
    };
    let words: Vec<_> = form.modifiers.iter().flatten().copied().collect();
    if let Some((choices, longer)) = with_one_word_more(form.form.mnemonic, &words, found) {
        return Fault::new(at, format!("`{}` takes {wanted} operand{plural}", form.spelling()))
            .note(format!("with {} it takes {found}", choice(choices.iter().copied())))
            .help(Help::write(Part::Spelling, longer));
    }
    let mut fault = Fault::new(
        at,
        format!("`{}` takes {wanted} operand{plural}, not {found}", form.spelling()),
    );
    let fits = |f: &&&forms::Form| f.operands.len() == found && f.spelt(&words).is_some();
    if let Some(absent) = forms::family(form.form.mnemonic).iter().find(fits) {
        fault = fault.note(format!("`{absent}` needs {}", absent.availability.first()));
    }
    fault
}

/// Finds a form with `count` operands that has one modifier more than `words`. Returns the choices
/// for this modifier, and the instruction with the first choice.
fn with_one_word_more(
    mnemonic: &str,
    words: &[&str],
    count: usize,
) -> Option<(&'static [&'static str], String)> {
    let forms = forms::family(mnemonic).iter().filter(|form| form.operands.len() == count);
    let mut missing = forms.flat_map(|form| {
        let slots = form.slots.iter().filter(|slot| !slot.optional);
        slots.flat_map(move |slot| (0..=words.len()).map(move |i| (form, slot, i)))
    });
    missing.find_map(|(form, slot, i)| {
        let longer = [&words[..i], &slot.words[..1], &words[i..]].concat();
        form.spelt(&longer).map(|_| (slot.words, instruction(mnemonic, &longer)))
    })
}

pub(super) fn wrong_shape(forms: &[Selection], form: &Selection, operands: &[Operand]) -> Fault {
    let fits_somewhere = |i: usize| {
        forms.iter().any(|s| s.operand(i).is_some_and(|o| s.shape_fits(o, &operands[i])))
    };
    let is_vector = |i: &usize| elements(&operands[*i]).is_some();
    let at = (0..operands.len())
        .find(|&i| !fits_somewhere(i))
        .or_else(|| (0..operands.len()).rev().find(is_vector))
        .unwrap_or(0);
    let slot = form.operand(at).unwrap_or(&form.form.operands[0]);
    let spelling = form.spelling();
    let is_matrix = form.form.is_of_warp() || form.form.is_of_elements();
    if let (true, Some(wanted)) = (is_matrix, form.elements(slot)) {
        let plural = if wanted == 1 { "" } else { "s" };
        let found = match elements(&operands[at]) {
            Some(found) => found.to_string(),
            None => "no vector".into(),
        };
        let what = format!("expected a vector of {wanted} register{plural}, found {found}");
        return Fault::new(At::Operand(at), what).note(registers(form));
    }
    let lines: Vec<_> = forms
        .iter()
        .map(|s| {
            let names: Vec<_> = s.operands().map(|o| o.name).collect();
            format!("`{spelling} {}`", names.join(", "))
        })
        .collect();
    let fault = Fault::new(
        At::Operand(at),
        match (elements(&operands[at]), &operands[at]) {
            _ if slot.shape == Shape::Tensor => match form.elements(slot) {
                Some(1) => "expected a tensor map and a coordinate, `[map, {c0}]`".into(),
                count => format!(
                    "expected a tensor map and {} coordinates, `[map, {{c0, …}}]`",
                    count.unwrap_or_default()
                ),
            },
            (_, Operand::Tensor(..)) => "unexpected coordinates in an address".into(),
            (_, Operand::Address(_)) => "expected a value, found an address `[…]`".into(),
            _ if slot.shape == Shape::Address => "expected an address `[…]`".into(),
            _ if slot.shape == Shape::Sink => "expected `_`".into(),
            (_, Operand::List(_)) => "expected a value, found a list `(…)`".into(),
            _ if slot.shape == Shape::List => "expected a list `(…)`".into(),
            _ if slot.shape == Shape::Label => "expected a name".into(),
            (_, Operand::Pair(both)) => {
                format!(
                    "expected one operand, found `{}|{}`",
                    name(&both[0], "p"),
                    name(&both[1], "q")
                )
            }
            (None, _) if slot.second == Second::Always => match form.operand_type(at) {
                Some(Type::Pred) => "expected two predicates `p|q`, one for each lane".into(),
                _ => "expected a result and a predicate, `d|p`".into(),
            },
            (found, _) => match (elements_of_all(forms, at, operands.len()), found) {
                (Some(wanted), Some(found)) => {
                    format!("expected a vector of {wanted}, found {found}")
                }
                (Some(wanted), None) => format!("expected a vector of {wanted}"),
                (None, Some(n)) => format!("a vector of {n} is not supported by `{spelling}` here"),
                (None, None) => "expected a vector".into(),
            },
        },
    )
    .note(match lines.as_slice() {
        [only] => format!("the form is {only}"),
        _ => format!("the forms are {}", lines.join(", ")),
    });
    // A form with two destinations has an additional modifier: `lop3` with a predicate destination has `.BoolOp`.
    let takes_pair = |other: &&&forms::Form| {
        other.slots.len() > form.form.slots.len()
            && other.slots.last() == form.form.slots.last()
            && other.operands.get(at).is_some_and(|slot| slot.second != Second::Never)
    };
    if let [Operand::Vector(items), rest @ ..] = operands
        && let [first, second] = items.as_slice()
        && check(forms, &with_pair(first, second, rest)).is_ok()
    {
        let pair = format!("{}|{}", name(first, "p"), name(second, "q"));
        return fault.help(Help::write(Part::Word, pair));
    }
    let family = forms::family(form.form.mnemonic);
    match family.iter().find(takes_pair).filter(|_| matches!(operands[at], Operand::Pair(_))) {
        Some(other) => fault.note(format!("`{other}` has two destinations")),
        None => fault,
    }
}

/// Returns the number of elements that all forms with `count` operands expect in an operand. Returns `None` if the
/// forms differ.
fn elements_of_all(forms: &[Selection], at: usize, count: usize) -> Option<u32> {
    let forms = forms.iter().filter(|form| form.takes_count(count));
    let mut all = forms.map(|form| form.elements(form.operand(at)?));
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}

/// Returns the name of a register, `_` for a discarded result, or `otherwise` for any other
/// operand.
fn name<'o>(operand: &'o Operand, otherwise: &'o str) -> &'o str {
    match operand {
        Operand::Register { name, .. } => name,
        Operand::Sink => "_",
        _ => otherwise,
    }
}
