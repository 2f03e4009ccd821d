//! Parses the arguments of a launch: `f32:1.7`, `f32[16]`, `s32[]:1,2`, `f16@x.npy`, `bytes:00ff`, `null`,
//! `same:0+8`, `struct:u32:3,same:0`.

use super::buffer::{Buffer, Contents, length, list};
use super::{NamedAddress, TensorMap, element};
use ptx_isa::{Message, Type, number};
use std::str::FromStr;

/// An argument that the user gives for a kernel parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// `TYPE:VALUE`: the type and the bits of the value.
    Scalar(Type, u64),
    /// A buffer. The kernel receives its address.
    Buffer(Buffer),
    /// `bytes:HEX`: the bytes of a struct.
    Bytes(Vec<u8>),
    /// `map:…`: a tensor map.
    Map(TensorMap),
    /// `null`: the address 0.
    Null,
    /// `same:N` and `same:NAME`, each with `+BYTES`: an address in a buffer.
    Same(NamedAddress),
    /// `struct:ARG,ARG,…`: the members of a struct, none of which is a buffer or a struct.
    Struct(Vec<Self>),
}

impl FromStr for Argument {
    type Err = Message;

    /// Parses an argument.
    ///
    /// ```
    /// use ptx_isa::Type;
    /// use ptx_tool::run::Argument;
    ///
    /// let half: Argument = "f16:0.5".parse()?;
    /// assert_eq!(half, Argument::Scalar(Type::F16, 0x3800));
    /// # Ok::<(), ptx_isa::Message>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Message> {
        if text == "null" {
            return Ok(Self::Null);
        }
        if let Some(place) = text.strip_prefix("same:") {
            return place.parse().map(Self::Same).map_err(|_| same(text));
        }
        if let Some(map) = text.strip_prefix("map:") {
            return map.parse().map(Self::Map);
        }
        if let Some(members) = text.strip_prefix("struct:") {
            return members.split(',').map(member).collect::<Result<_, _>>().map(Self::Struct);
        }
        if let Some(digits) = text.strip_prefix("bytes:") {
            return bytes(digits).map(Self::Bytes);
        }
        let (is_read_only, rest) =
            text.strip_prefix("ro:").map_or((false, text), |rest| (true, rest));
        let end = rest.find(['[', ':', '@']).ok_or_else(|| unknown(text))?;
        let (word, rest) = rest.split_at(end);
        let ty = element::type_of(word)?;
        let buffer = |contents| Ok(Self::Buffer(Buffer { ty, contents, is_read_only }));
        match rest.split_at(1) {
            (":", _) if is_read_only => {
                Err(Message::new(format!("`{text}` is a scalar"))
                    .note("`ro:` stands before a buffer"))
            }
            (":", value) => Ok(Self::Scalar(ty, number::bits(ty, value)? as u64)),
            ("@", "") => Err(format!("expected the name of a file after `@` in `{text}`").into()),
            ("@", file) => buffer(Contents::File(file.into())),
            (_, rest) => match rest.split_once(']') {
                Some(("", values)) if values.starts_with(':') => buffer(list(ty, &values[1..])?),
                Some((count, "")) if !count.is_empty() => {
                    buffer(Contents::Zeros(length(ty, count)?))
                }
                _ => Err(unknown(text)),
            },
        }
    }
}

fn unknown(text: &str) -> Message {
    Message::new(format!("`{text}` is not an argument")).note(
        "an argument is TYPE:VALUE, TYPE[N], TYPE[]:V,V,…, TYPE@FILE, bytes:HEX, struct:ARG,ARG,…, map:BUFFER,TYPE,…, null, same:N or \
         same:NAME, each with +BYTES",
    )
}

fn same(text: &str) -> Message {
    Message::new(format!("expected `same:N` or `same:NAME`, each with `+BYTES`, found `{text}`"))
}

/// Parses a member of a struct.
fn member(text: &str) -> Result<Argument, Message> {
    let what = match text.parse()? {
        Argument::Buffer(_) => "a buffer",
        Argument::Struct(_) => "a struct",
        Argument::Map(_) => "a tensor map",
        member => return Ok(member),
    };
    let message = Message::new(format!("{what} cannot be a member of a struct: `{text}`"));
    Err(match what {
        "a buffer" => {
            message.help(format!("pass it with `--buffer NAME={text}`, and write `same:NAME` here"))
        }
        _ => message.help("list its members in place of it, and its padding as `bytes:00…`"),
    })
}

/// Parses pairs of hexadecimal digits.
fn bytes(digits: &str) -> Result<Vec<u8>, Message> {
    if digits.len() % 2 == 1 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(Message::new(format!(
            "expected pairs of hexadecimal digits, found `{digits}`"
        ))
        .note("the first pair is the byte at the lowest address"));
    }
    let byte = |i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap_or_default();
    Ok((0..digits.len() / 2).map(byte).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Name, Word};

    fn parsed(text: &str) -> Argument {
        text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    fn buffer(ty: Type, contents: Contents, is_read_only: bool) -> Argument {
        Argument::Buffer(Buffer { ty, contents, is_read_only })
    }

    #[test]
    fn every_form_is_parsed() {
        assert_eq!(parsed("f32:1.7"), Argument::Scalar(Type::F32, 0x3fd9_999a));
        assert_eq!(parsed("b64:0xffffffffffffffff"), Argument::Scalar(Type::B64, u64::MAX));
        assert_eq!(parsed("bf16[16]"), buffer(Type::Bf16, Contents::Zeros(16), false));
        let values = Contents::Bytes(vec![1, 0, 0xfe, 0xff]);
        assert_eq!(parsed("s16[]:1,-2"), buffer(Type::S16, values, false));
        assert_eq!(parsed("f32[]:"), buffer(Type::F32, Contents::Bytes(Vec::new()), false));
        assert_eq!(
            parsed("ro:u8@a:b.npy"),
            buffer(Type::U8, Contents::File("a:b.npy".into()), true)
        );
        assert_eq!(parsed("bytes:00fF10"), Argument::Bytes(vec![0, 255, 16]));
        assert_eq!(parsed("null"), Argument::Null);
        let same = |name, offset| Argument::Same(NamedAddress { name, offset });
        assert_eq!(parsed("same:2"), same(Name::Parameter(2), None));
        assert_eq!(parsed("same:0+12"), same(Name::Parameter(0), Some(12)));
        assert_eq!(parsed("same:x+1"), same(Name::Word("x".into()), Some(1)));
        let members = [parsed("u32:3"), parsed("same:1+8"), parsed("bytes:00ff"), parsed("null")];
        assert_eq!(
            parsed("struct:u32:3,same:1+8,bytes:00ff,null"),
            Argument::Struct(members.into())
        );
        let words = [
            Word::At(NamedAddress { name: Name::Word("x".into()), offset: None }),
            Word::Bits(0),
            Word::Bits(5),
        ];
        assert_eq!(
            parsed("u64[]:same:x,null,5"),
            buffer(Type::U64, Contents::Words(words.into()), false)
        );
    }

    #[test]
    fn everything_else_is_an_error() {
        for text in [
            "",
            "f32",
            "f33:1",
            "f32[",
            "f32[]",
            "f32[]1",
            "f32[4]:1",
            "f32[-1]",
            "f32[+1]",
            "f32@",
            "u8:256",
            "bytes:0",
            "bytes:0g",
            "same:",
            "same:1+",
            "same:a b",
            "struct:",
            "struct:u32:1,",
            "struct:u32[1]",
            "struct:struct:u32:1",
            "u32[]:same:0",
            "f64[]:null",
            "same:1-4",
            "ro:f32:1",
            "ro:null",
            "ro:same:0",
            "pred:1",
            "f32x2:0",
            "u8[]:1,,2",
            "u8[]:1,2,",
            "u64[18446744073709551615]",
            "ro:",
            "F32:1",
            "same:+1",
        ] {
            let result = text.parse::<Argument>();
            // `same:` without a name must not mean parameter 0.
            assert!(result.is_err(), "{text}: {result:?}");
        }
    }
}
