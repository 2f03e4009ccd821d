//! Numbers outside of PTX text: arguments of commands, strings of Python, the fields of the page.
//!
//! | number | text |
//! |---|---|
//! | float | an optional sign, digits with at most one point, an optional exponent; `inf`, `-inf`, `nan` |
//! | integer | decimal digits with an optional sign |
//! | bits | `0x` and hexadecimal digits; `0f` and `0d` in the types that accept them in PTX |
//! | lanes of a packed type | `-1,3` or `{-1, 3}`, lane 0 first |
//!
//! A float is rounded once to its type, to nearest, ties to even. In PTX text, the rules of
//! [`literal`](crate::literal) apply instead.

mod cure;
pub(crate) mod decimal;
mod fault;
mod format;
mod lane;
mod read;

pub use format::{Format, Layout};
pub use lane::Lane;
pub use read::is_whole;
pub(crate) use read::rounded;

use crate::literal::hexadecimal_digits;
use crate::message::Message;
use crate::types::Type;
use read::{hexadecimal, read};

/// Parses a number into the bits of a type. For a packed type, the text has its bits or its lanes.
///
/// ```
/// use ptx_isa::{Type, number};
///
/// // PTX text would round this number to binary64 first, which gives 3f800000.
/// assert_eq!(number::bits(Type::F32, "1.00000005960464477539062500001"), Ok(0x3f80_0001));
/// assert_eq!(number::bits(Type::F16, "-inf"), Ok(0xfc00));
/// assert_eq!(number::bits(Type::S16x2, "-1,3"), Ok(0x0003_ffff));
/// assert_eq!(number::bits(Type::U8, "0xff"), Ok(0xff));
/// assert!(number::bits(Type::F16, "65520").is_err());
/// ```
///
/// # Errors
/// If the text is not a number of the type, or if the number is out of range. The message states what to write.
pub fn bits(ty: Type, text: &str) -> Result<u128, Message> {
    let lane = match (ty, Lane::of(ty)) {
        // The low bits of a decimal `.tf32` number are zeros.
        (Type::Tf32, (lane, _)) if hexadecimal_digits(text).is_none() => {
            let low = lane.bits() - Format::TF32.bits;
            return of_lane(Lane::Float(Format::TF32), ty.word(), text).map(|bits| bits << low);
        }
        (_, (lane, 1)) => lane,
        (_, (lane, count)) => return packed(ty, lane, count, text),
    };
    of_lane(lane, ty.word(), text)
}

/// Parses one number into the bits of a lane, or of a format that no type has. Messages name the type `word`.
///
/// ```
/// use ptx_isa::number::{Format, Lane, of_lane};
///
/// assert_eq!(of_lane(Lane::Float(Format::HIGH_WORD), "f64", "1.5"), Ok(0x3ff8_0000));
/// ```
///
/// # Errors
/// If the text is not such a number, or if the number is out of range.
pub fn of_lane(lane: Lane, word: &str, text: &str) -> Result<u128, Message> {
    read(lane, word, text).map_err(|message| cure::add(message, lane, text))
}

/// Parses the bits or the lanes of a packed type.
fn packed(ty: Type, lane: Lane, count: u32, text: &str) -> Result<u128, Message> {
    if let Some(digits) = hexadecimal_digits(text).filter(|digits| !digits.contains(',')) {
        return hexadecimal(ty.bits(), ty.word(), text, digits);
    }
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    if inner.is_none() && !text.contains(',') {
        return Err(fault::not_packed(ty, count));
    }
    let texts: Vec<_> = inner.unwrap_or(text).split(',').map(str::trim).collect();
    if texts.len() != count as usize {
        return Err(fault::lanes(ty, count));
    }
    let mut bits = 0;
    for (text, index) in texts.into_iter().zip(0..) {
        bits |= of_lane(lane, fault::lane_word(lane, ty), text)? << (index * lane.stride());
    }
    Ok(bits)
}

#[cfg(test)]
mod tests;
