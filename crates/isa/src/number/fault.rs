//! Messages about numbers outside of PTX text.

use super::format::Format;
use super::lane::Lane;
use crate::help::{Help, Part};
use crate::message::Message;
use crate::types::Type;

/// Reports a text that is not a float.
pub(super) fn no_float(word: &str, text: &str) -> Message {
    Message::new(format!("expected a float of `{word}`, found `{text}`"))
        .note("a float is decimal, `inf`, `-inf`, `nan`, or `0x` and its bits")
}

/// Reports a text that is not an integer.
pub(super) fn no_integer(word: &str, text: &str) -> Message {
    Message::new(format!("expected an integer of `{word}`, found `{text}`"))
        .note("an integer is decimal, or `0x` and its bits")
}

/// Reports a packed operand that is a single number.
pub(super) fn not_packed(ty: Type, count: u32) -> Message {
    let (word, digits) = (ty.word(), ty.bits().div_ceil(4));
    let lanes = (1..=count).map(|lane| lane.to_string()).collect::<Vec<_>>().join(", ");
    Message::new(format!("an operand of `.{word}` is given by its bits: `0x` and {digits} digits"))
        .note(format!("its {count} lanes are accepted too: `{{{lanes}}}`, lane 0 first"))
}

/// Reports a wrong number of lanes.
pub(super) fn lanes(ty: Type, count: u32) -> Message {
    Message::new(format!("`.{}` has {count} lanes", ty.word()))
}

/// Returns the name of a lane of a packed type: the type of the lane, or the packed type, if the lane has no type.
pub(super) fn lane_word(lane: Lane, ty: Type) -> &'static str {
    match lane {
        Lane::Integer(ty) => ty.word(),
        Lane::Float(Format::BINARY16) => Type::F16.word(),
        Lane::Float(Format::BFLOAT16) => Type::Bf16.word(),
        Lane::Float(Format::BINARY32) => Type::F32.word(),
        Lane::Float(_) => ty.word(),
    }
}

/// Reports too many digits after `0x`.
pub(super) fn too_many_digits(width: u32, word: &str, text: &str) -> Message {
    let digits = width.div_ceil(4);
    let message = Message::new(format!("`{text}` does not fit `{word}`"));
    match width % 4 {
        0 => message.note(format!("expected at most {digits} digits after `0x`")),
        _ => message.note(format!("expected at most {:#x}", u128::MAX >> (u128::BITS - width))),
    }
}

/// Reports `0f…` or `0d…` in a type that does not accept them.
pub(super) fn no_bits_of_float(lane: Lane, word: &str, text: &str) -> Message {
    let digits = lane.bits().div_ceil(4);
    Message::new(format!("`{word}` does not accept `{text}`"))
        .note("`0f` is the bits of an `.f32` or `.b32`, `0d` those of an `.f64` or `.b64`, or an `.f32` to round")
        .help(format!("write the bits: `0x` and {digits} digits"))
}

/// Reports an integer out of range. The magnitude of the least number comes first in `range`. `bits` are the bits that
/// the integer has in other types of the same width.
pub(super) fn integer_out_of_range(
    (least, greatest): (u128, u128),
    word: &str,
    text: &str,
    bits: Option<u128>,
) -> Message {
    let sign = if least > 0 { "-" } else { "" };
    let greatest = match greatest {
        u128::MAX => "2^128 - 1".into(),
        _ => greatest.to_string(),
    };
    let message = Message::new(format!("`{text}` does not fit `{word}`"))
        .note(format!("expected an integer from {sign}{least} to {greatest}"));
    match bits {
        Some(bits) => {
            let help = Help::write(Part::Word, format!("{bits:#x}"));
            message.help(help.and(" if these are its bits"))
        }
        None => message,
    }
}

/// Reports a negative number of a format without a sign.
pub(super) fn no_negative(word: &str, text: &str) -> Message {
    Message::new(format!("`{text}` does not fit `{word}`"))
        .note(format!("`{word}` has no negative numbers"))
}

/// Reports `inf` or `nan` in a format that does not have it.
pub(super) fn no_special(format: Format, word: &str, name: &str, is_negative: bool) -> Message {
    let message = Message::new(format!("`{word}` has no {name}"));
    match name {
        "infinity" if !is_negative || format.has_sign() => {
            let limit = format.limit_text(is_negative);
            let extreme = if is_negative { "smallest" } else { "largest" };
            let help = Help::write(Part::Word, limit);
            message.help(help.and(&format!(", its {extreme} number")))
        }
        _ => message,
    }
}

/// Reports a float whose magnitude exceeds that of the largest number.
pub(super) fn float_out_of_range(format: Format, word: &str, text: &str) -> Message {
    let is_negative = text.starts_with('-');
    let extreme = if is_negative { "smallest" } else { "largest" };
    let limit = format.limit_text(is_negative);
    let infinity = if is_negative { "-inf" } else { "inf" };
    let help = match format.infinity() {
        None => Help::write(Part::Word, limit),
        Some(_) => {
            Help::write(Part::Word, infinity).or(", or ", Help::after("", Part::Word, limit))
        }
    };
    Message::new(format!("number `{text}` is out of range of `{word}`"))
        .help(help.and(&format!(", its {extreme} number")))
}
