//! Parses the rows of the table. The documentation of [`forms`](super) explains every part of a row.

use super::names;
use super::row::{
    Compute, Effect, Form, Later, Literals, ModifierSlot, Numbers, OperandSlot, Output, Passed,
    Presence, Second, Shape,
};
use super::versions::{alternatives, is_version, version};
use crate::availability::{Alternative, Availability};
use crate::cursor::Cursor;
use crate::lanes::Lanes;

/// Parses a row. `section` is the section of the manual.
pub(super) fn form(section: &'static str, row: &'static str) -> Result<Form, String> {
    let mut row = Cursor::new(row);
    let mnemonic = row.word()?;
    let slots = slots(&mut row)?;
    row.expect("(")?;
    let mut operands = row.list(")", |row| operand(row, Presence::Always))?;
    while row.eats("{,") {
        let mut last = operand(&mut row, Presence::Optional)?;
        if row.eats("if") {
            last.presence = Presence::With(names::name(row.word()?)?);
        }
        operands.push(last);
        row.expect("}")?;
    }
    row.expect("[")?;
    let availability = availability(&mut row)?;
    let mut later = Vec::new();
    while row.eats(";") {
        later.push(added_later(&mut row)?);
    }
    row.expect("]")?;
    let compute = compute(&mut row)?;
    row.end()?;
    Ok(Form {
        section,
        mnemonic,
        slots: slots.leak(),
        operands: operands.leak(),
        availability,
        later: later.leak(),
        compute,
    })
}

/// Parses the modifiers: `.rnd{.ftz}.f32`.
fn slots(row: &mut Cursor) -> Result<Vec<ModifierSlot>, String> {
    let mut slots = Vec::new();
    loop {
        let optional = row.eats("{.");
        if !optional && !row.eats(".") {
            return Ok(slots);
        }
        let name = names::name(row.word()?)?;
        slots.push(ModifierSlot { name, words: name.words(), optional });
        if optional {
            row.expect("}")?;
        }
    }
}

/// Parses an operand: `d`, `p{|q}: pred`, `[map, c][dim]`, `a.part: vatype`, `f: imm(0 | 1)`.
fn operand(row: &mut Cursor, presence: Presence) -> Result<OperandSlot, String> {
    let name = operand_name(row)?;
    let names = 1 + name.bytes().filter(|byte| *byte == b',').count();
    let (mut elements, mut counted) = (None, None);
    if row.eats("[") {
        if row.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let digits = row.word()?;
            elements = Some(digits.parse().map_err(|_| format!("`{digits}` is not a number"))?);
        }
        if !row.eats("]") {
            counted = Some(names::name(row.word()?)?);
            row.expect("]")?;
        }
    }
    if name.starts_with('{') {
        elements = u32::try_from(names).ok();
    }
    let lanes = if row.eats(".") { Some(Lanes::of_row(row.word()?)) } else { None };
    let word = if row.eats(":") { Some(row.word()?) } else { None };
    let sets = if row.eats("(") { sets(row)? } else { Vec::new() };
    let second = match name.as_bytes() {
        [_, b'{', ..] => Second::Optional,
        [_, b'|', ..] => Second::Always,
        _ => Second::Never,
    };
    let shape = match (name.as_bytes()[0], word) {
        (b'[', _) if names > 1 => Shape::Tensor,
        (b'[', _) => Shape::Address,
        (b'(', _) => Shape::List,
        (b'_', _) => Shape::Sink,
        (_, Some("label")) => Shape::Label,
        (_, Some("pointer")) => Shape::Pointer,
        _ => Shape::Value,
    };
    let (ty, literals) = match (word, sets.as_slice()) {
        (None | Some("label" | "pointer"), []) => (None, Literals::Any),
        (Some("var"), []) => (None, Literals::Variable),
        (Some("var32"), []) => (Some("b32"), Literals::Variable),
        (Some("var64"), []) => (Some("b64"), Literals::Variable),
        (Some("byte"), []) => (Some("u32"), Literals::Byte),
        (Some("imm8"), []) => (Some("u8"), Literals::Immediate),
        (Some("reg8"), []) => (Some("b8"), Literals::Register),
        (Some("reg16"), []) => (Some("b16"), Literals::Register),
        (Some("reg32"), []) => (Some("b32"), Literals::Register),
        (Some("imm"), [numbers]) => (Some("u32"), Literals::Only(*numbers)),
        (Some(ty), []) => (Some(ty), Literals::Any),
        (Some(ty), [numbers]) => (Some(ty), Literals::Within(*numbers)),
        (Some(ty), [first, second]) => (Some(ty), Literals::Each([*first, *second])),
        _ => return Err(format!("the literals of `{name}` are faulty")),
    };
    let ty = ty.map(names::name).transpose()?;
    Ok(OperandSlot { name, elements, counted, second, ty, literals, lanes, shape, presence })
}

/// Parses the name of an operand, with the names of its elements or of a second destination: `{a, b}`, `p{|q}`.
fn operand_name(row: &mut Cursor) -> Result<&'static str, String> {
    let text = row.rest();
    let closing = match text.bytes().next() {
        Some(b'[') => Some(']'),
        Some(b'(') => Some(')'),
        Some(b'{') => Some('}'),
        _ => None,
    };
    if let Some(closing) = closing {
        let end = text.find(closing).ok_or_else(|| format!("missing `{closing}` in `{text}`"))?;
        return Ok(row.take(end + 1));
    }
    let mut end = row.word()?.len();
    if row.eats("{|") {
        end += 3 + row.word()?.len();
        row.expect("}")?;
    } else if row.eats("|") {
        end += 1 + row.word()?.len();
    }
    Ok(&text[..end])
}

/// Parses the integers that an operand accepts, up to `)`. If there are two sets, they are for the two elements of a
/// vector: `0; 0 | 1`.
fn sets(row: &mut Cursor) -> Result<Vec<Numbers>, String> {
    let mut sets = Vec::new();
    while sets.is_empty() || row.eats(";") {
        let first = number(row)?;
        if row.eats("to") {
            let last = number(row)?;
            let step = if row.eats("by") { number(row)? } else { 1 };
            sets.push(Numbers::Range(first, last, step));
            continue;
        }
        let mut listed = vec![first];
        while row.eats("|") {
            listed.push(number(row)?);
        }
        sets.push(Numbers::Listed(listed.leak()));
    }
    row.expect(")")?;
    Ok(sets)
}

/// Parses an integer. A negative integer is in two's complement.
fn number(row: &mut Cursor) -> Result<u64, String> {
    let is_negative = row.eats("-");
    let digits = row.take_while(|byte| byte.is_ascii_digit());
    let number: u64 = digits.parse().map_err(|_| format!("`{digits}` is not a number"))?;
    Ok(if is_negative { number.wrapping_neg() } else { number })
}

/// Parses the versions and targets of a form: `7.8, sm_90 | 8.1, sm_89`, or `narrow_floats from 9.1`.
fn availability(row: &mut Cursor) -> Result<Availability, String> {
    if is_version(row) {
        return Ok(Availability { alternatives: alternatives(row)?.leak() });
    }
    let alternatives = names::targets(row.word()?)?;
    if !row.eats("from") {
        return Ok(Availability { alternatives });
    }
    let from = version(row)?;
    let later = |one: &Alternative| Alternative { since: one.since.max(from), ..*one };
    Ok(Availability { alternatives: alternatives.iter().map(later).collect::<Vec<_>>().leak() })
}

/// Parses modifiers that PTX added later, and their versions: `rm rp 2.0, sm_20`.
fn added_later(row: &mut Cursor) -> Result<Later, String> {
    let mut words = Vec::new();
    while !is_version(row) {
        words.push(row.word()?);
    }
    let availability = Availability { alternatives: alternatives(row)?.leak() };
    Ok(Later { words: words.leak(), availability })
}

/// Parses the function of a row and what it receives and returns, or the words that take its place.
fn compute(row: &mut Cursor) -> Result<Compute, String> {
    let first = row.word()?;
    match first {
        "moves" => return Ok(Compute::Moves),
        "nothing" => return Ok(Compute::Nothing),
        "elements" => return Ok(Compute::Elements { tile: None, passed: &[] }),
        "means" => {
            let mut words = vec![row.word()?];
            while row.eats(".") {
                words.push(row.word()?);
            }
            return Ok(Compute::Means(words.leak()));
        }
        "effect" => {
            let word = row.word()?;
            let effect = Effect::named(word).ok_or_else(|| format!("unknown effect `{word}`"))?;
            return Ok(Compute::Effect(effect));
        }
        _ => {}
    }
    let passed = if row.eats("(") { row.list(")", passed)?.leak() } else { &mut [] };
    if row.eats("warp") {
        return Ok(Compute::Warp { name: first, passed });
    }
    if row.eats("elements") {
        return Ok(Compute::Elements { tile: Some(first), passed });
    }
    let mut combined = None;
    if row.eats(".combined(") {
        combined = Some(names::name(row.word()?)?);
        row.expect(")")?;
    }
    let output = match row.rest() {
        _ if row.eats("=>") => Output::Set(row.word()?),
        _ if row.eats("pair") => Output::Pair,
        _ if row.eats("with_predicate") => Output::WithPredicate,
        _ if row.eats("with_carry") => Output::WithCarry,
        _ => Output::Value,
    };
    Ok(Compute::Function { name: first, passed, combined, output })
}

fn passed(row: &mut Cursor) -> Result<Passed, String> {
    Ok(match row.word()? {
        "sm" => Passed::Sm,
        "carry" => Passed::Carry,
        "lanes" => Passed::Lanes,
        "negation" => Passed::Negation,
        word => Passed::Mode(names::name(word)?),
    })
}
