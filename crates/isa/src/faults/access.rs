//! Suggests corrections for memory instructions: another memory order, or several vectors.

use super::filled::Filled;
use crate::describe::instruction;
use crate::forms;
use crate::help::{Help, Part};
use crate::operand::{self, Operand};
use crate::selection::Selection;
use crate::types::Type;

/// Tries one kind of suggestion after another.
pub(super) fn cure(written: &Filled<'_>) -> Option<Help> {
    other_order(written).or_else(|| several_vectors(written))
}

/// The memory orders, and words of other languages for them.
const ORDERS: &[&str] = &["acq_rel", "acquire", "consume", "release", "sc", "seq_cst"];

/// Suggests an order that the instruction has in place of one that it does not have, such as `.release` for `.acq_rel`.
/// States which accesses the other order leaves free.
fn other_order(written: &Filled<'_>) -> Option<Help> {
    let at = written.words.iter().position(|word| ORDERS.contains(&word.text) && !word.is_known)?;
    let with = |mnemonic: &str, order: &'static str, operands: &[Operand]| {
        let mut words = written.texts();
        words[at] = order;
        fits(written, mnemonic, &words, operands).then(|| instruction(mnemonic, &words))
    };
    let (order, why) = match written.mnemonic {
        "ld" => ("acquire", ", which orders only the accesses after it"),
        "st" | "red" => ("release", ", which orders only the accesses before it"),
        _ => return None,
    };
    let help =
        Help::write(Part::Spelling, with(written.mnemonic, order, &written.operands)?).and(why);
    // `atom` has every order, and its result can be dropped.
    let operands = [&[Operand::Sink], &*written.operands].concat();
    let atomic = (written.mnemonic == "red").then(|| with("atom", "acq_rel", &operands)).flatten();
    Some(match (atomic, written.operands.texts()) {
        (Some(atomic), Some(texts)) => {
            let statement = format!("{atomic} _, {};", texts.join(", "));
            help.or(", or ", Help::after("", Part::Statement, statement))
        }
        _ => help,
    })
}

/// Returns whether a memory instruction with these words accepts the operands.
fn fits(written: &Filled<'_>, mnemonic: &str, words: &[&str], operands: &[Operand]) -> bool {
    let spelt = Selection::among(forms::effects(mnemonic), words);
    let forms: Vec<_> = spelt.into_iter().filter(|one| one.is_in(written.dialect)).collect();
    !forms.is_empty() && operand::check(&forms, operands).is_ok()
}

/// Suggests several loads or stores for a vector of a length that PTX does not have, such as `.v3`.
fn several_vectors(written: &Filled<'_>) -> Option<Help> {
    let length = |word: &str| word.strip_prefix('v')?.parse::<usize>().ok();
    let at = written.words.iter().position(|word| !word.is_known && length(word.text).is_some())?;
    let ty = written.types().pop()?;
    let is_load = matches!(written.mnemonic, "ld" | "ldu");
    let (items, address) = match (&*written.operands, is_load) {
        ([Operand::Vector(items), Operand::Address(_)], true) => (items, 1),
        ([Operand::Address(_), Operand::Vector(items)], false) => (items, 0),
        _ => return None,
    };
    let address = written.operands.texts()?.swap_remove(address);
    let address = address.trim_matches(['[', ']', ' ']);
    let (base, offset) = match address.split_once('+') {
        Some((base, offset)) => (base.trim(), offset.trim().parse::<u32>().ok()?),
        None => (address, 0),
    };
    // The first of several loads must not change the address of the next.
    if is_load && items.iter().any(|item| operand::text(item).is_none_or(|name| name == base)) {
        return None;
    }
    let mut steps = Vec::new();
    let mut first = 0;
    while first < items.len() {
        let (words, count) = [4, 2, 1].into_iter().find_map(|count: usize| {
            let part = items.get(first..first + count)?;
            let mut words = written.texts();
            let vector = format!("v{count}");
            let operand = match part {
                [one] => {
                    words.remove(at);
                    one.clone()
                }
                _ => {
                    words[at] = &vector;
                    Operand::Vector(part.to_vec())
                }
            };
            let other = written.operands[usize::from(is_load)].clone();
            let both = if is_load { [operand.clone(), other] } else { [other, operand.clone()] };
            fits(written, written.mnemonic, &words, &both)
                .then(|| (instruction(written.mnemonic, &words), count))
        })?;
        let names =
            items[first..first + count].iter().map(operand::text).collect::<Option<Vec<_>>>()?;
        let names = if count == 1 { names.concat() } else { format!("{{{}}}", names.join(", ")) };
        let offset = offset + u32::try_from(first).ok()? * Type::bits(ty) / 8;
        let address = if offset == 0 { format!("[{base}]") } else { format!("[{base}+{offset}]") };
        steps.push(match is_load {
            true => format!("{words} {names}, {address};"),
            false => format!("{words} {address}, {names};"),
        });
        first += count;
    }
    (steps.len() > 1)
        .then(|| Help::after("PTX has vectors of 2 and 4: ", Part::Statement, steps.join(" ")))
}
