//! Literals (PTX ISA, "Constants").

use crate::help::{Help, Part};
use crate::message::Message;
use crate::number::decimal::{Decimal, Malformed};
use crate::types::{Kind, Type};

/// A parsed literal. The type of the operand, which determines the literal's bits, is not known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// A 64-bit integer: decimal, `0x`, `0b`, or octal with a leading 0. The literal may have the
    /// suffix `U`.
    Integer(u64),
    /// A decimal number with a point or an exponent, rounded to the nearest binary64 number.
    Decimal(f64),
    /// `0f` and eight hexadecimal digits: the bits of a binary32 value.
    SingleBits(u32),
    /// `0d` and sixteen hexadecimal digits: the bits of a binary64 value.
    DoubleBits(u64),
}

/// Parses a literal with an optional sign.
///
/// ```
/// use ptx_isa::literal::{Literal, parse};
///
/// assert_eq!(parse("017"), Ok(Literal::Integer(15)));
/// assert_eq!(parse("-2.5e-3"), Ok(Literal::Decimal(-0.0025)));
/// assert_eq!(parse("0f3F800000"), Ok(Literal::SingleBits(0x3f80_0000)));
/// assert!(parse("0f3F8").is_err());
/// ```
///
/// # Errors
/// Returns a message if the literal is malformed or out of range.
pub fn parse(text: &str) -> Result<Literal, Message> {
    read(text).map_err(|why| {
        let message = match why.as_str() {
            OUT_OF_RANGE => Message::new(format!("number `{text}` is out of range")),
            _ => Message::new(format!("malformed number `{text}`")),
        };
        if let Some(code) = character(text) {
            let message = Message::new(format!("PTX has no characters such as `{text}`"));
            return message.help(Help::after("write its code, ", Part::Word, code.to_string()));
        }
        let bare = without_suffix(text).map(|bare| Help::write(Part::Word, bare));
        let help = bare
            .or_else(|| decimal_of(text))
            .or_else(|| bits_of(text))
            .or_else(|| not_binary(text));
        match help {
            Some(help) => message.note(why).help(help),
            None => message.note(why),
        }
    })
}

/// Returns the digits after `0x` or `0X`. Returns `None` if the text has no such prefix.
///
/// ```
/// use ptx_isa::literal::hexadecimal_digits;
///
/// assert_eq!(hexadecimal_digits("0X1f"), Some("1f"));
/// assert_eq!(hexadecimal_digits("31"), None);
/// ```
#[must_use]
pub fn hexadecimal_digits(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}

/// Returns the PTX spelling of a number in C or Rust syntax, such as `1.0f`, `1f32`, `10UL` or `1_000`.
pub(crate) fn without_suffix(text: &str) -> Option<String> {
    const FLOATS: &[&str] = &["f32", "f64", "f", "F", "l", "L"];
    const INTEGERS: &[&str] = &[
        "ull", "ULL", "llu", "LLU", "ul", "UL", "ll", "LL", "l", "L", "u", "u8", "u16", "u32",
        "u64", "usize", "i8", "i16", "i32", "i64", "isize",
    ];
    let plain = text.replace('_', "");
    let suffixes = [&[""], FLOATS, INTEGERS].concat();
    let bare: String = suffixes.iter().find_map(|suffix| {
        let bare = plain.strip_suffix(suffix)?;
        let is_float = FLOATS[..4].contains(suffix);
        match read(bare).ok()? {
            Literal::Integer(_) if is_float => Some(format!("{bare}.0")),
            _ => Some(bare.into()),
        }
    })?;
    (bare != text).then_some(bare)
}

/// Returns the code of a character in C syntax, such as `'a'`.
fn character(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [b'\'', code, b'\''] => Some(*code),
        _ => None,
    }
}

/// Returns the help for a number with the prefix `0b` and digits other than 0 and 1: `0b102`.
fn not_binary(text: &str) -> Option<Help> {
    let digits = text.strip_prefix("0b").or_else(|| text.strip_prefix("0B"))?;
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let decimal = digits.trim_start_matches('0');
    is_number.then(|| {
        let decimal = Help::after("", Part::Word, decimal).and(" for decimal digits");
        Help::write(Part::Word, format!("0x{digits}")).or(" for hexadecimal digits, ", decimal)
    })
}

/// Returns the help for a malformed octal number such as `089`: the decimal number.
fn decimal_of(text: &str) -> Option<Help> {
    let digits = text.trim_start_matches('0');
    let is_decimal = text.starts_with('0') && text.bytes().all(|digit| digit.is_ascii_digit());
    is_decimal.then(|| Help::write(Part::Word, digits))
}

/// Returns the help for a hexadecimal number with a binary exponent, as in C: `0x1p-3`. A lexer may
/// end the number before the `-`, so that the text is only `0x1p`.
fn bits_of(text: &str) -> Option<Help> {
    let digits = hexadecimal_digits(text.strip_prefix(['-', '+']).unwrap_or(text))?;
    let (significand, _) = digits.split_once(['p', 'P'])?;
    let is_number = !significand.is_empty()
        && significand.bytes().all(|digit| digit.is_ascii_hexdigit() || digit == b'.');
    is_number
        .then(|| "PTX has no such numbers: write the bits, such as `0f3E000000` for 2^-3".into())
}

fn read(text: &str) -> Result<Literal, String> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let signed = digits.len() != text.len();
    match digits.as_bytes() {
        [b'0', b'f' | b'F', bits @ ..] => {
            let bits = hexadecimal(bits, 8, "0f", signed)?;
            Ok(Literal::SingleBits(u32::try_from(bits).unwrap_or_default()))
        }
        [b'0', b'd' | b'D', bits @ ..] => {
            hexadecimal(bits, 16, "0d", signed).map(Literal::DoubleBits)
        }
        [b'0', b'x' | b'X', ..] => integer(&digits[2..], 16, "hexadecimal", negative),
        [b'0', b'b' | b'B', ..] => integer(&digits[2..], 2, "binary", negative),
        _ if digits.contains(['.', 'e', 'E']) => decimal(digits, negative),
        [b'0', _, ..] if digits != "0U" => integer(&digits[1..], 8, "octal", negative),
        _ => integer(digits, 10, "decimal", negative),
    }
}

/// The reason for rejecting decimal numbers such as `1e400`.
const OUT_OF_RANGE: &str =
    "a decimal number must be a normal binary64 number; write other values as bits with `0d`";

/// The reason for rejecting numbers with `_`, such as `1_000`.
const UNDERSCORE: &str = "`_` is not allowed in numbers of PTX";

fn hexadecimal(bits: &[u8], width: usize, prefix: &str, signed: bool) -> Result<u64, String> {
    let text = std::str::from_utf8(bits).unwrap_or_default();
    if text.len() != width || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(format!("expected exactly {width} hexadecimal digits after `{prefix}`"));
    }
    if signed {
        return Err(format!("`{prefix}` cannot have a sign: its first bit is the sign"));
    }
    u64::from_str_radix(text, 16).map_err(|e| e.to_string())
}

fn integer(text: &str, radix: u32, name: &str, negative: bool) -> Result<Literal, String> {
    let digits = text.strip_suffix('U').unwrap_or(text);
    if let Some(bad) = digits.chars().find(|c| !c.is_digit(radix)) {
        return Err(match bad {
            '_' => UNDERSCORE.into(),
            _ if radix == 8 => {
                format!("`{bad}` is not an octal digit; a leading 0 makes a number octal")
            }
            _ => format!("unexpected `{bad}` in a {name} number"),
        });
    }
    if digits.is_empty() {
        return Err(format!("expected digits in a {name} number"));
    }
    let value = u64::from_str_radix(digits, radix).map_err(|_| "the number exceeds 64 bits")?;
    Ok(Literal::Integer(if negative { value.wrapping_neg() } else { value }))
}

fn decimal(text: &str, negative: bool) -> Result<Literal, String> {
    if text.contains('_') {
        return Err(UNDERSCORE.into());
    }
    let decimal = Decimal::parse(text).map_err(|malformed| match malformed {
        Malformed::Digits => {
            "a decimal number is digits, a point, digits and optionally an exponent, without a suffix"
        }
        Malformed::Exponent => "expected an integer as the exponent",
    })?;
    let value = decimal.nearest();
    if !value.is_normal() && !decimal.is_zero() {
        return Err(OUT_OF_RANGE.into());
    }
    Ok(Literal::Decimal(if negative { -value } else { value }))
}

impl Literal {
    /// Converts the literal to a type. Returns the bits, zero-extended to 64 bits.
    ///
    /// ```
    /// use ptx_isa::{Type, literal::parse};
    ///
    /// let one = parse("1.00000005960464477539062500001").unwrap();
    /// assert_eq!(one.bits(Type::F32), Ok(0x3f80_0000));
    /// ```
    ///
    /// # Errors
    /// Returns a message if the type does not accept this kind of literal.
    pub fn bits(self, ty: Type) -> Result<u64, Message> {
        use Literal::{Decimal, DoubleBits, Integer, SingleBits};
        #[expect(clippy::cast_possible_truncation, reason = "the conversion that PTX defines")]
        let single = |value: f64| u64::from((value as f32).to_bits());
        match (ty, self) {
            (Type::F32, Decimal(value)) => Ok(single(value)),
            (Type::F32, DoubleBits(bits)) if f64::from_bits(bits).is_nan() => {
                // `ptxas` keeps the high bits of the payload and quiets the NaN.
                Ok((bits >> 32 & 0x8000_0000) | 0x7fc0_0000 | (bits >> 29 & 0x3f_ffff))
            }
            (Type::F32, DoubleBits(bits)) => Ok(single(f64::from_bits(bits))),
            (Type::F32 | Type::B32, SingleBits(bits)) => Ok(u64::from(bits)),
            (Type::F64 | Type::B64, Decimal(value)) => Ok(value.to_bits()),
            (Type::F64 | Type::B64, DoubleBits(bits)) => Ok(bits),
            (Type::Pred, Integer(value)) => Ok(u64::from(value != 0)),
            (_, Integer(value))
                if matches!(ty.kind(), Kind::Bits | Kind::Integer) && ty.bits() <= u64::BITS =>
            {
                Ok(value & (u64::MAX >> (64 - ty.bits())))
            }
            _ => Err(self.refused(ty)),
        }
    }

    /// Describes the literal for a message, after the word "found".
    pub(crate) fn found(self) -> String {
        match self {
            // A large value is usually a negative literal.
            Self::Integer(value) => format!("`{}`", value.cast_signed()),
            Self::Decimal(_) => "a float".into(),
            Self::SingleBits(_) => "`0f`".into(),
            Self::DoubleBits(_) => "`0d`".into(),
        }
    }

    /// Returns `bits` as a float literal in PTX syntax, if they are a normal number. Messages suggest this literal
    /// where an integer literal is in a float operand.
    fn float_of_bits(bits: u64, ty: Type) -> Option<String> {
        match ty {
            Type::F64 => f64::from_bits(bits).is_normal().then(|| format!("0d{bits:016X}")),
            _ => {
                let bits =
                    u32::try_from(bits).ok().filter(|bits| f32::from_bits(*bits).is_normal());
                bits.map(|bits| format!("0f{bits:08X}"))
            }
        }
    }

    /// Returns a whole number in PTX syntax; `None` for a number with a fraction.
    fn integer_of(value: f64) -> Option<String> {
        let is_whole = value.fract() == 0.0 && value.abs() < 9e15;
        is_whole.then(|| format!("{value:.0}"))
    }

    fn refused(self, ty: Type) -> Message {
        let word = ty.word();
        let expected =
            |found: &str| Message::new(format!("expected a literal of `.{word}`, found {found}"));
        match (self, ty.kind()) {
            _ if ty == Type::B128 => Message::new("an operand of `.b128` cannot be a literal")
                .help("name its two halves, such as `mov.b128 q, {1, 0};`"),
            (Self::Integer(_), Kind::Packed | Kind::Narrow) => {
                Message::new(format!("an operand of `.{word}` cannot be a literal"))
            }
            (Self::Integer(value), Kind::Float) if matches!(ty, Type::F32 | Type::F64) => {
                let number = Help::write(Part::Word, format!("{}.0", value.cast_signed()));
                expected("an integer").help(match Self::float_of_bits(value, ty) {
                    Some(bits) => {
                        let bits = Help::after("", Part::Word, bits).and(" if these are its bits");
                        number.or(", or ", bits)
                    }
                    None => number,
                })
            }
            (_, Kind::Float) if !matches!(ty, Type::F32 | Type::F64) => {
                Message::new(format!("an operand of `.{word}` cannot be a literal"))
            }
            (Self::SingleBits(bits), _) => {
                let message = expected("`0f`").note("`0f` is the bits of an `.f32`");
                let wide = f64::from(f32::from_bits(bits));
                match ty {
                    Type::F64 if !wide.is_nan() => {
                        let bits = format!("0d{:016X}", wide.to_bits());
                        message.help(Help::after("write `0d` and 16 digits: ", Part::Word, bits))
                    }
                    Type::F64 => message.help("the bits of an `.f64` are `0d` and 16 digits"),
                    _ => message,
                }
            }
            (Self::DoubleBits(_), _) => expected("`0d`").note("`0d` is the bits of an `.f64`"),
            (Self::Decimal(value), Kind::Predicate) => {
                let truth = if value == 0.0 { "0" } else { "1" };
                expected("a float").help(Help::write(Part::Word, truth))
            }
            (Self::Decimal(value), _) => {
                let message = expected("a float");
                match Self::integer_of(value) {
                    Some(integer) => message.help(Help::write(Part::Word, integer)),
                    None => message.help("an operand of this type is an integer"),
                }
            }
            _ => expected("a number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Literal, parse};
    use crate::types::Type;

    #[test]
    fn a_decimal_number_has_digits_before_or_after_its_point() {
        for (text, value) in [("1.", 1.0), (".5", 0.5), ("12.25", 12.25), ("1e2", 100.0)] {
            assert_eq!(parse(text), Ok(Literal::Decimal(value)), "{text}");
        }
        for text in [".", "x.5", "1.x", "x.x", "1.5f", ".e1"] {
            let notes = parse(text).expect_err(text).notes;
            assert!(notes[0].starts_with("a decimal number is digits"), "{text}: {notes:?}");
        }
    }

    #[test]
    fn an_integer_has_the_low_bits_of_its_type() {
        let bits = Literal::Integer(0x1122_3344_5566_7788 | 1 << 63);
        for (ty, expected) in [
            (Type::B8, 0x88),
            (Type::U16, 0x7788),
            (Type::S32, 0x5566_7788),
            (Type::B64, 0x9122_3344_5566_7788),
        ] {
            assert_eq!(bits.bits(ty), Ok(expected), "{ty:?}");
        }
    }
}
