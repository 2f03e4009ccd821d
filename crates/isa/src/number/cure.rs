//! Adds corrections to messages about numbers.

use super::lane::Lane;
use super::read::read;
use crate::help::{Help, Part};
use crate::literal::{self, Literal, without_suffix};
use crate::message::Message;
use crate::types::Type;

/// Adds a help to a message without one: a spelling close to the text that the lane accepts.
pub(super) fn add(message: Message, lane: Lane, text: &str) -> Message {
    // Longer texts are not misspelt numbers. Without this limit, messages could take long.
    const LONGEST: usize = 40;
    if message.help.is_some() || text.len() > LONGEST {
        return message;
    }
    let lower = text.to_ascii_lowercase();
    let special = match lower.trim_start_matches(['+', '-']) {
        "inf" | "infinity" if lower.starts_with('-') => Some("-inf".to_string()),
        "inf" | "infinity" => Some("inf".to_string()),
        "nan" | "qnan" | "snan" => Some("nan".to_string()),
        _ => None,
    };
    let is_accepted = |text: &String| read(lane, "", text).is_ok();
    let whole = text.strip_suffix(".0").map(str::to_string);
    // Integers of PTX in another base or with a suffix: `0b101`, `5U`.
    let integer = match (lane, literal::parse(text)) {
        (Lane::Integer(_), Ok(Literal::Integer(value))) => Some(value.cast_signed().to_string()),
        _ => None,
    };
    let spelling = special.or(integer).or(whole).or_else(|| without_suffix(text));
    if let Some(spelling) = spelling.filter(is_accepted) {
        return message.help(Help::write(Part::Word, spelling));
    }
    if let Some(bits) = Some(format!("0x{text}")).filter(is_accepted) {
        return message.help(Help::write(Part::Word, bits).and(" if these are its bits"));
    }
    let float = match lane {
        Lane::Integer(Type::B32) => Type::F32,
        Lane::Integer(Type::B64) => Type::F64,
        _ => return message,
    };
    match read(Lane::of(float).0, "", text) {
        Ok(bits) => {
            let help = Help::write(Part::Word, format!("{bits:#x}"));
            message.help(help.and(&format!(" for the bits of the `{}`", float.word())))
        }
        Err(_) => message,
    }
}
