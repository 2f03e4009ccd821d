//! Parses the names of buffers and places in them: `2`, `weights`, `2+8`, `weights=FILE`.

use ptx_isa::Message;
use std::fmt;
use std::str::FromStr;

/// The parameter, variable or buffer that an option or `same:` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The index of a parameter, counted from 0.
    Parameter(usize),
    /// The name of a variable of the file, or of a buffer that `--buffer` makes.
    Word(String),
}

impl FromStr for Name {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        match text.parse() {
            _ if text.is_empty() => {
                Err("expected the number of a parameter, or the name of a variable".into())
            }
            Ok(number) if !text.starts_with('+') => Ok(Self::Parameter(number)),
            _ => Ok(Self::Word(text.into())),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(number) => number.fmt(f),
            Self::Word(name) => name.fmt(f),
        }
    }
}

/// `N`, `NAME`, `N+BYTES` or `NAME+BYTES`: a byte of a buffer.
///
/// ```
/// use ptx_tool::run::{Name, NamedAddress};
///
/// let place: NamedAddress = "weights+8".parse()?;
/// assert_eq!(place, NamedAddress { name: Name::Word("weights".into()), offset: Some(8) });
/// # Ok::<(), ptx_isa::Message>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAddress {
    /// The name of the buffer.
    pub name: Name,
    /// The number of bytes after the start of the buffer, if the text has one.
    pub offset: Option<u64>,
}

impl FromStr for NamedAddress {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let fault =
            || Message::new(format!("expected N, NAME, N+BYTES or NAME+BYTES, found `{text}`"));
        let (name, offset) = match text.split_once('+') {
            None => (text, None),
            Some((name, offset)) if offset.bytes().all(|digit| digit.is_ascii_digit()) => {
                (name, Some(offset.parse().map_err(|_| fault())?))
            }
            Some(_) => return Err(fault()),
        };
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_$%".contains(letter);
        if name.is_empty() || !name.chars().all(is_letter) {
            return Err(fault());
        }
        Ok(Self { name: name.parse()?, offset })
    }
}

impl fmt::Display for NamedAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)?;
        self.offset.map_or(Ok(()), |offset| write!(f, "+{offset}"))
    }
}

/// `NAME=VALUE`, the syntax of the options `--var`, `--buffer`, `--out` and `--expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<N, V> {
    /// The part before the first `=`.
    pub name: N,
    /// The part after the first `=`.
    pub value: V,
}

impl<N: FromStr<Err: fmt::Display>, V: FromStr<Err: fmt::Display>> FromStr for Named<N, V> {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| format!("expected `=` in `{text}`"))?;
        if name.is_empty() || value.is_empty() {
            return Err(format!("expected a name and a value around `=` in `{text}`").into());
        }
        let name = name.parse().map_err(|fault: N::Err| fault.to_string())?;
        Ok(Self { name, value: value.parse().map_err(|fault: V::Err| fault.to_string())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Argument;
    use ptx_isa::Type;

    #[test]
    fn names_are_before_the_first_equals_sign() {
        let out: Named<Name, String> = "2=a=b".parse().expect("a name");
        assert_eq!(out, Named { name: Name::Parameter(2), value: "a=b".into() });
        let variable: Named<String, Argument> = "k=f32:1".parse().expect("a variable");
        assert_eq!(variable.value, Argument::Scalar(Type::F32, 0x3f80_0000));
        assert_eq!("+1".parse(), Ok(Name::Word("+1".into())));
        assert!("".parse::<Name>().is_err());
        assert!("k".parse::<Named<String, String>>().is_err());
        assert!("=1".parse::<Named<String, String>>().is_err());
    }

    #[test]
    fn a_place_is_a_name_and_an_offset() {
        let place =
            |text: &str| text.parse::<NamedAddress>().map(|place| (place.name, place.offset)).ok();
        assert_eq!(place("2"), Some((Name::Parameter(2), None)));
        assert_eq!(place("0+12"), Some((Name::Parameter(0), Some(12))));
        assert_eq!(place("a$1"), Some((Name::Word("a$1".into()), None)));
        for text in ["", "+1", "1+", "1+x", "1-4", "1+ 4", "a b", "1++1", "a+18446744073709551616"]
        {
            assert_eq!(place(text), None, "{text}");
        }
    }
}
