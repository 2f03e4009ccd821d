//! Parses the directives of a format, and formats integers.

use super::float;

/// `%[flags][width][.precision][length]conversion`
#[derive(Clone, Copy, Debug)]
pub(super) struct Directive {
    pub(super) is_left: bool,
    pub(super) is_zero: bool,
    has_plus: bool,
    has_space: bool,
    is_alternate: bool,
    pub(super) width: Measure,
    pub(super) precision: Measure,
    pub(super) length: Length,
    pub(super) conversion: u8,
}

/// A width or precision.
#[derive(Clone, Copy, Debug)]
pub(super) enum Measure {
    None,
    Number(i64),
    /// `*`
    Argument,
}

/// The length modifier of an integer conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// `hh`
    Byte,
    /// `h`
    Short,
    Int,
    /// `l`, `ll`, `z`, `j`, `t` or `L`
    Long,
}

impl Directive {
    /// Parses the text after `%`. Returns the directive and the rest of the format. Returns `None` if the
    /// text is not a directive.
    pub(super) fn read(text: &[u8]) -> Option<(Self, &[u8])> {
        let mut one = Self {
            is_left: false,
            is_zero: false,
            has_plus: false,
            has_space: false,
            is_alternate: false,
            width: Measure::None,
            precision: Measure::None,
            length: Length::Int,
            conversion: b'%',
        };
        let mut rest = text;
        while let Some((flag, after)) = rest.split_first() {
            match flag {
                b'-' => one.is_left = true,
                b'0' => one.is_zero = true,
                b'+' => one.has_plus = true,
                b' ' => one.has_space = true,
                b'#' => one.is_alternate = true,
                _ => break,
            }
            rest = after;
        }
        (one.width, rest) = measure(rest);
        if let Some((b'.', after)) = rest.split_first() {
            (one.precision, rest) = measure(after);
            if matches!(one.precision, Measure::None) {
                one.precision = Measure::Number(0);
            }
        }
        while let Some((length, after)) = rest.split_first() {
            one.length = match (length, one.length) {
                (b'h', Length::Short) => Length::Byte,
                (b'h', _) => Length::Short,
                (b'l' | b'z' | b'j' | b't' | b'L', _) => Length::Long,
                _ => break,
            };
            rest = after;
        }
        let (conversion, rest) = rest.split_first()?;
        one.conversion = *conversion;
        b"diouxXeEfFgGaAcsp%".contains(conversion).then_some((one, rest))
    }

    /// Returns the sign or prefix of an integer, and its digits.
    pub(super) fn integer(&self, bits: u64, precision: Option<usize>) -> (String, String) {
        let is_signed = matches!(self.conversion, b'd' | b'i');
        let signed = match self.length {
            Length::Byte => i64::from((bits as u8).cast_signed()),
            Length::Short => i64::from((bits as u16).cast_signed()),
            Length::Int => i64::from((bits as u32).cast_signed()),
            Length::Long => bits.cast_signed(),
        };
        let value = match self.length {
            _ if is_signed => signed.unsigned_abs(),
            Length::Byte => u64::from(bits as u8),
            Length::Short => u64::from(bits as u16),
            Length::Int => u64::from(bits as u32),
            Length::Long => bits,
        };
        let mut digits = match self.conversion {
            _ if value == 0 && precision == Some(0) => String::new(),
            b'o' => format!("{value:o}"),
            b'x' => format!("{value:x}"),
            b'X' => format!("{value:X}"),
            _ => value.to_string(),
        };
        let missing = precision.unwrap_or(0).saturating_sub(digits.len());
        digits.insert_str(0, &"0".repeat(missing));
        if self.conversion == b'o' && self.is_alternate && !digits.starts_with('0') {
            digits.insert(0, '0');
        }
        let prefix = match self.conversion {
            b'x' if self.is_alternate && value != 0 => "0x",
            b'X' if self.is_alternate && value != 0 => "0X",
            _ if is_signed => self.sign(signed < 0),
            _ => "",
        };
        (prefix.into(), digits)
    }

    /// Returns the sign of a float, followed by `0x` for `%a`, and the rest of its text.
    pub(super) fn float(&self, value: f64, precision: Option<usize>) -> (String, String) {
        let mut sign = self.sign(value.is_sign_negative()).to_string();
        let is_hexadecimal = matches!(self.conversion, b'a' | b'A') && value.is_finite();
        if is_hexadecimal {
            sign.push_str("0x");
        }
        let value = value.abs();
        let text = match self.conversion {
            _ if value.is_nan() => "nan".into(),
            _ if value.is_infinite() => "inf".into(),
            b'f' | b'F' => float::fixed(value, precision.unwrap_or(6), self.is_alternate),
            b'e' | b'E' => float::scientific(value, precision.unwrap_or(6), self.is_alternate),
            b'g' | b'G' => float::shorter(value, precision.unwrap_or(6), self.is_alternate),
            _ => float::hexadecimal(value, precision, self.is_alternate),
        };
        match self.conversion.is_ascii_uppercase() {
            true => (sign.to_uppercase(), text.to_uppercase()),
            false => (sign, text),
        }
    }

    fn sign(&self, is_negative: bool) -> &'static str {
        match () {
            () if is_negative => "-",
            () if self.has_plus => "+",
            () if self.has_space => " ",
            () => "",
        }
    }

    /// Appends a text, padded to the width.
    pub(super) fn pad(
        &self,
        sign: &str,
        body: &[u8],
        width: usize,
        has_zeros: bool,
        printed: &mut Vec<u8>,
    ) {
        let missing = width.saturating_sub(sign.len() + body.len());
        let pad = |byte: u8| std::iter::repeat_n(byte, missing);
        match (self.is_left, has_zeros) {
            (true, _) => {
                printed.extend(sign.bytes().chain(body.iter().copied()).chain(pad(b' ')));
            }
            (false, true) => {
                printed.extend(sign.bytes().chain(pad(b'0')).chain(body.iter().copied()));
            }
            (false, false) => {
                printed.extend(pad(b' ').chain(sign.bytes()).chain(body.iter().copied()));
            }
        }
    }
}

/// Parses a width or precision, which may be missing.
fn measure(text: &[u8]) -> (Measure, &[u8]) {
    if let Some((b'*', rest)) = text.split_first() {
        return (Measure::Argument, rest);
    }
    let count = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(count);
    let number = digits.iter().fold(0_i64, |number, digit| {
        number.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    match count {
        0 => (Measure::None, rest),
        _ => (Measure::Number(number), rest),
    }
}
