//! Literals in the syntax of a disassembler.

use super::opcodes::SlotKind;
use crate::help::{Help, Part};
use crate::literal::hexadecimal_digits;
use crate::message::Message;
use crate::number::decimal::Decimal;
use crate::number::{self, Format};

/// A parsed literal. The kind of the operand, which determines the literal's bits, is not known yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Immediate {
    /// A decimal number without a point or exponent, with its sign.
    Whole(String),
    /// A decimal number with a point or exponent, with its sign.
    Decimal(String),
    /// `0x…` with an optional `-`: an integer, or the bits of a float.
    Bits {
        /// The value of the digits.
        value: u64,
        /// Whether a `-` precedes the digits.
        negative: bool,
    },
    /// `+INF`, `-INF`: an infinity.
    Infinity {
        /// Whether the sign is `-`.
        negative: bool,
    },
    /// `+QNAN`, `-QNAN`: a quiet NaN without a payload.
    Nan {
        /// Whether the sign is `-`.
        negative: bool,
    },
    /// `3.NEG`, `0.5.NEG`: the negated literal.
    Negated(Box<Immediate>),
    /// `1, -2`: the high half and the low half of a word, as a disassembler prints them.
    Halves(Box<[Immediate; 2]>),
}

const SIGN: u32 = 1 << 31;
/// The binary32 NaN of `+QNAN`.
const NAN: u32 = 0x7fc0_0000;
/// The high word of the binary64 NaN of `+QNAN`.
const DOUBLE_NAN: u32 = 0x7ff8_0000;

impl Immediate {
    /// Parses a literal with an optional sign.
    ///
    /// # Errors
    /// Returns a message if the literal is malformed.
    pub fn parse(text: &str) -> Result<Self, Message> {
        if let Some((high, low)) = text.split_once(',') {
            return Ok(Self::Halves(Box::new([
                Self::parse(high.trim())?,
                Self::parse(low.trim())?,
            ])));
        }
        match text.strip_suffix(".NEG") {
            Some(positive) => Ok(Self::Negated(Box::new(Self::plain(positive)?))),
            None => Self::plain(text),
        }
    }

    /// Parses a literal that does not end with `.NEG`.
    fn plain(text: &str) -> Result<Self, Message> {
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let all = |text: &str, fits: fn(&u8) -> bool| text.bytes().all(|b| fits(&b));
        match digits {
            "INF" => return Ok(Self::Infinity { negative }),
            "QNAN" => return Ok(Self::Nan { negative }),
            _ => {}
        }
        if let Some(bits) = hexadecimal_digits(digits) {
            return match u64::from_str_radix(bits, 16) {
                Ok(value) if all(bits, u8::is_ascii_hexdigit) => Ok(Self::Bits { value, negative }),
                _ => Err("expected at most 8 hexadecimal digits after `0x`".into()),
            };
        }
        if ["0f", "0F", "0d", "0D"].iter().any(|prefix| digits.starts_with(prefix)) {
            return Err(Message::new(format!("`{}` is PTX, not SASS", &digits[..2]))
                .help(Help::write(Part::Word, format!("0x{}", &digits[2..]))));
        }
        match Decimal::parse(digits).is_ok() {
            true if all(digits, u8::is_ascii_digit) => Ok(Self::Whole(text.into())),
            true => Ok(Self::Decimal(text.into())),
            false => Err(Message::new(format!("malformed number `{text}`")).note(
                "a number is decimal, optionally with an exponent, or hexadecimal with `0x`; a \
                 suffix is not allowed, except `.NEG`",
            )),
        }
    }

    /// Returns the value of the literal in an operand of this kind: a word, or both words of a register pair.
    ///
    /// ```
    /// use ptx_isa::sass::{Immediate, opcodes::SlotKind};
    ///
    /// let value = |text, kind| Immediate::parse(text).unwrap().value(kind);
    /// assert_eq!(value("1.17549435e-38", SlotKind::Float), Ok(0x0080_0000));
    /// assert_eq!(value("1", SlotKind::Float), Ok(0x3f80_0000));
    /// assert_eq!(value("1.5", SlotKind::Double), Ok(0x3ff8_0000_0000_0000));
    /// assert_eq!(value("0x1", SlotKind::Double), Ok(0x1_0000_0000));
    /// assert_eq!(value("-1", SlotKind::Integer), Ok(0xffff_ffff));
    /// assert_eq!(value("-1", SlotKind::Long), Ok(u64::MAX));
    /// assert_eq!(value("3.NEG", SlotKind::Integer), Ok(0xffff_fffd));
    /// assert_eq!(value("0.5.NEG", SlotKind::Float), Ok(0xbf00_0000));
    /// ```
    ///
    /// # Errors
    /// Returns a message if an operand of this kind does not accept the literal.
    pub fn value(&self, kind: SlotKind) -> Result<u64, Message> {
        let word = match kind {
            SlotKind::Long | SlotKind::SignedLong | SlotKind::InvertibleLong => {
                return self.integer(u64::BITS);
            }
            SlotKind::Double => {
                return Ok(u64::from(self.float(Format::HIGH_WORD, DOUBLE_NAN)?) << u32::BITS);
            }
            SlotKind::Floats => {
                let word = u64::from(self.float(Format::BINARY32, NAN)?);
                return Ok(word << u32::BITS | word);
            }
            SlotKind::Float | SlotKind::Bits => self.float(Format::BINARY32, NAN),
            SlotKind::High => self.float(Format::HIGH_WORD, DOUBLE_NAN),
            SlotKind::Halves => self.halves(Format::BINARY16, 0x7e00),
            SlotKind::BrainHalves => self.halves(Format::BFLOAT16, 0x7fc0),
            SlotKind::Half => {
                self.word().map_err(|_| "expected the bits of a half, such as `0x3c00`".into())
            }
            SlotKind::Zero => Err("expected `RZ`, found a literal".into()),
            SlotKind::Word
            | SlotKind::Integer
            | SlotKind::Constant
            | SlotKind::Invertible
            | SlotKind::Lanes
            | SlotKind::Extended => self.word(),
            SlotKind::Predicate | SlotKind::Nothing | SlotKind::False => {
                Err(Message::new("expected a predicate, found a literal")
                    .note("the predicates are `P0` to `P6` and `PT`"))
            }
        };
        word.map(u64::from)
    }

    /// Returns two halves as a word: the bits of the word, or two numbers of which the first is the high half.
    fn halves(&self, format: Format, nan: u32) -> Result<u32, Message> {
        match self {
            Self::Bits { .. } => self.word(),
            Self::Halves(both) => Ok(both[0].half(format, nan)? << 16 | both[1].half(format, nan)?),
            _ => Err(Message::new("expected two halves, found one number")
                .note("a literal is the high half, a comma and the low half, or the bits of both")),
        }
    }

    /// Returns one of two halves: its bits, or a number.
    fn half(&self, format: Format, nan: u32) -> Result<u32, Message> {
        const SIGN: u32 = 1 << 15;
        let signed = |negative: bool, half: u32| if negative { half | SIGN } else { half };
        match self {
            Self::Bits { negative: false, .. } => word(self.integer(u16::BITS)?),
            Self::Nan { negative } => Ok(signed(*negative, nan)),
            Self::Infinity { negative } => {
                Ok(signed(*negative, word(format.infinity().unwrap_or_default())?))
            }
            Self::Negated(positive) => Ok(positive.half(format, nan)? ^ SIGN),
            one => one.float(format, nan),
        }
    }

    fn float(&self, format: Format, nan: u32) -> Result<u32, Message> {
        let signed = |negative: bool, word: u32| if negative { word | SIGN } else { word };
        match self {
            Self::Whole(text) | Self::Decimal(text) => match number::rounded(format, text) {
                Some(bits) => word(bits),
                None => Err(Message::new("the number is too large").help("infinity is `+INF`")),
            },
            Self::Infinity { negative } => {
                Ok(signed(*negative, word(format.infinity().unwrap_or_default())?))
            }
            Self::Nan { negative } => Ok(signed(*negative, nan)),
            Self::Bits { negative: true, .. } => {
                Err(Message::new("the bits of a float cannot have a sign")
                    .note("the first bit of the word is the sign"))
            }
            Self::Bits { value, .. } => word(*value),
            Self::Negated(positive) => Ok(positive.float(format, nan)? ^ SIGN),
            Self::Halves(_) => Err("expected one number, found two".into()),
        }
    }

    fn word(&self) -> Result<u32, Message> {
        self.integer(u32::BITS).map(|value| value as u32)
    }

    /// Returns an integer modulo 2^64. Its magnitude has at most `bits` bits.
    fn integer(&self, bits: u32) -> Result<u64, Message> {
        let too_wide = || Message::new(format!("the number exceeds {bits} bits"));
        let (value, negative) = match self {
            Self::Bits { value, negative } => (*value, *negative),
            Self::Whole(text) => {
                let digits = text.trim_start_matches(['+', '-']);
                (digits.parse().map_err(|_| too_wide())?, text.starts_with('-'))
            }
            Self::Negated(positive) => return Ok(positive.integer(bits)?.wrapping_neg()),
            Self::Halves(_) => return Err("expected one number, found two".into()),
            Self::Decimal(_) | Self::Infinity { .. } | Self::Nan { .. } => {
                let message = Message::new("expected an integer, found a float");
                return Err(match self.float(Format::BINARY32, NAN) {
                    Ok(bits) => {
                        let bits = format!("{bits:#010x}");
                        message.help(Help::after("write the bits: ", Part::Word, bits))
                    }
                    Err(_) => message,
                });
            }
        };
        match value.checked_shr(bits) {
            None | Some(0) => Ok(if negative { value.wrapping_neg() } else { value }),
            Some(_) => Err(too_wide()),
        }
    }
}

fn word(value: u64) -> Result<u32, Message> {
    u32::try_from(value).map_err(|_| "the number exceeds 32 bits".into())
}
