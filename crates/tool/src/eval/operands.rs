//! Parses the operands after an instruction. Operands such as `p|q`, `{x, y}`, `d.b310, a.b7654` or `d, -a, b, c`
//! select the form of the instruction.

use ptx_isa::operand::Operand;
use ptx_isa::{Message, names_lanes};

/// Parses a list of operands. The names of registers do not matter.
pub(super) fn parse(text: &str) -> Result<Vec<Operand>, Message> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut in_braces = false;
    let between = text.split(|letter| {
        in_braces = letter == '{' || in_braces && letter != '}';
        letter == ',' && !in_braces
    });
    between.map(operand).collect()
}

/// Parses one operand.
fn operand(text: &str) -> Result<Operand, Message> {
    let text = text.trim();
    if let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return inner.split(',').map(name).collect::<Result<_, _>>().map(Operand::Vector);
    }
    if let Some((p, q)) = text.split_once('|') {
        return Ok(Operand::Pair(Box::new([name(p)?, name(q)?])));
    }
    if let Some(inner) = text.strip_prefix('-') {
        return Ok(Operand::Negated(Box::new(with_lanes(inner)?)));
    }
    with_lanes(text)
}

/// Parses a name with its lanes, if any.
fn with_lanes(text: &str) -> Result<Operand, Message> {
    match text.split_once('.') {
        Some((of, word)) if names_lanes(word) => {
            Ok(Operand::Lanes { of: Box::new(name(of)?), word: word.into() })
        }
        _ => name(text),
    }
}

/// Parses a name or `_`.
fn name(text: &str) -> Result<Operand, Message> {
    let text = text.trim();
    let begins = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '%' | '$');
    let goes_on = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    match text {
        "_" => Ok(Operand::Sink),
        _ if text.starts_with(begins) && text[1..].chars().all(goes_on) => Ok(Operand::Host),
        _ => Err(Message::new(format!("expected the name of an operand, found `{text}`"))
            .note("operands after an instruction choose its form; their values follow apart")),
    }
}
