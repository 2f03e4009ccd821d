//! Parses the arguments of a launch: `f32:1.7`, `f32[16]`, `s32[]:1,2`, `f16@x.npy`, `bytes:00ff`, `null`,
//! `same:0+8`.

use super::{element, npy};
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
    /// `null`: the address 0.
    Null,
    /// `same:N` and `same:N+BYTES`: an address in the buffer of parameter `N`.
    Same {
        /// The number of the parameter.
        parameter: usize,
        /// The number of bytes that is added to the address.
        offset: u64,
    },
}

/// A buffer of elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Buffer {
    /// The type of the elements.
    pub ty: Type,
    /// The elements, or where to read them.
    pub contents: Contents,
    /// Whether the argument has the prefix `ro:`, which forbids writes.
    pub is_read_only: bool,
}

/// The elements of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// This number of zeros.
    Zeros(usize),
    /// The bytes of the elements that the argument lists.
    Bytes(Vec<u8>),
    /// The name of a file.
    File(String),
}

/// The maximum size of a buffer in bytes.
const LARGEST: u64 = 1 << 39;

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
            return same(place);
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
                Some(("", values)) if values.starts_with(':') => {
                    buffer(Contents::Bytes(list(ty, &values[1..])?))
                }
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
        "an argument is TYPE:VALUE, TYPE[N], TYPE[]:V,V,…, TYPE@FILE, bytes:HEX, null, same:N or same:N+BYTES",
    )
}

/// Parses the number of elements of a zero-filled buffer.
fn length(ty: Type, count: &str) -> Result<usize, Message> {
    let number: usize = count
        .parse()
        .ok()
        .filter(|_| count.bytes().all(|digit| digit.is_ascii_digit()))
        .ok_or_else(|| format!("expected a number of elements, found `{count}`"))?;
    match number.checked_mul(ty.bits() as usize / 8) {
        Some(bytes) if bytes as u64 <= LARGEST => Ok(number),
        _ => Err(format!("{number} elements exceed the largest buffer, {LARGEST} bytes").into()),
    }
}

/// Parses a list `V,V,…`. Returns the bytes of its elements.
fn list(ty: Type, values: &str) -> Result<Vec<u8>, Message> {
    let mut bytes = Vec::new();
    if values.trim().is_empty() {
        return Ok(bytes);
    }
    for value in values.split(',') {
        let bits = number::bits(ty, value.trim())?;
        bytes.extend(&bits.to_le_bytes()[..ty.bits() as usize / 8]);
    }
    Ok(bytes)
}

fn same(place: &str) -> Result<Argument, Message> {
    let fault =
        || Message::new(format!("expected `same:N` or `same:N+BYTES`, found `same:{place}`"));
    let (parameter, offset) = place.split_once('+').unwrap_or((place, "0"));
    let is_number = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number(parameter) || !is_number(offset) {
        return Err(fault());
    }
    Ok(Argument::Same {
        parameter: parameter.parse().map_err(|_| fault())?,
        offset: offset.parse().map_err(|_| fault())?,
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

impl Buffer {
    /// Returns the bytes of the elements. `read` is called to read a file.
    ///
    /// # Errors
    /// If the file cannot be read, or if its elements do not have the type of the buffer.
    pub fn bytes(
        &self,
        read: impl FnOnce(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Vec<u8>, Message> {
        let size = self.ty.bits() as usize / 8;
        let name = match &self.contents {
            Contents::Zeros(count) => return zeros(count * size),
            Contents::Bytes(bytes) => return Ok(bytes.clone()),
            Contents::File(name) => name,
        };
        let bytes = read(name).map_err(|error| format!("cannot read {name}: {error}"))?;
        if bytes.starts_with(b"PK\x03\x04") && name.to_ascii_lowercase().ends_with(".npz") {
            return Err(Message::new(format!("{name}: an .npz file has several arrays"))
                .help("save the array with `numpy.save`, which writes an .npy file"));
        }
        // Raw elements rarely begin like an `.npy` file. So a file that begins like one is read as `.npy`, whatever its
        // name is.
        if npy::is_name(name) || npy::is_content(&bytes) {
            return npy::read(&bytes, self.ty).map_err(|fault| format!("{name}: {fault}").into());
        }
        if bytes.len() % size != 0 {
            let (length, word) = (bytes.len(), self.ty.word());
            return Err(format!(
                "{name}: {length} bytes are not a multiple of the {size} of `{word}`"
            )
            .into());
        }
        Ok(bytes)
    }
}

/// Returns zeros. Returns an error if there is not enough memory.
fn zeros(length: usize) -> Result<Vec<u8>, Message> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| format!("no memory for {length} bytes"))?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// The parameter or variable that `--print` or `--out` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// The index of a parameter, counted from 0.
    Parameter(usize),
    /// The name of a variable.
    Variable(String),
}

impl FromStr for Name {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        match text.parse() {
            _ if text.is_empty() => {
                Err("expected the number of a parameter, or the name of a variable".into())
            }
            Ok(number) => Ok(Self::Parameter(number)),
            Err(_) => Ok(Self::Variable(text.into())),
        }
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Parameter(number) => number.fmt(f),
            Self::Variable(name) => name.fmt(f),
        }
    }
}

/// `NAME=VALUE`, the syntax of the options `--var` and `--out`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<N, V> {
    /// The part before the first `=`.
    pub name: N,
    /// The part after the first `=`.
    pub value: V,
}

impl<N: FromStr<Err: std::fmt::Display>, V: FromStr<Err: std::fmt::Display>> FromStr
    for Named<N, V>
{
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
        assert_eq!(parsed("same:2"), Argument::Same { parameter: 2, offset: 0 });
        assert_eq!(parsed("same:0+12"), Argument::Same { parameter: 0, offset: 12 });
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
            "same:x",
            "same:1+",
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
            // `same:` without a number must not mean parameter 0.
            assert!(result.is_err(), "{text}: {result:?}");
        }
    }

    #[test]
    fn numpy_files_are_recognised_by_their_contents() {
        let Argument::Buffer(buffer) = parsed("u8@x.dat") else { unreachable!() };
        let file = npy::write("x.npy", Type::U8, &[7, 8]).expect("a type of NumPy");
        assert_eq!(buffer.bytes(|_| Ok(file.clone())).expect("an array"), [7, 8]);
        assert_eq!(buffer.bytes(|_| Ok(vec![7, 8])).expect("raw elements"), [7, 8]);
        let Argument::Buffer(buffer) = parsed("u8@z.npz") else { unreachable!() };
        let fault = buffer.bytes(|_| Ok(b"PK\x03\x04".to_vec())).expect_err("several arrays");
        assert_eq!(
            fault.to_string().lines().next(),
            Some("z.npz: an .npz file has several arrays")
        );
    }

    #[test]
    fn files_have_whole_elements() {
        let of = |text: &str, bytes: &[u8]| {
            let Argument::Buffer(buffer) = parsed(text) else { panic!("{text}") };
            buffer.bytes(|_| Ok(bytes.to_vec())).map_err(|fault| fault.what)
        };
        assert_eq!(of("u16@x.bin", &[1, 2, 3, 4]), Ok(vec![1, 2, 3, 4]));
        assert_eq!(
            of("u16@x.bin", &[1, 2, 3]),
            Err("x.bin: 3 bytes are not a multiple of the 2 of `u16`".into())
        );
        assert_eq!(of("u16[3]", &[]), Ok(vec![0; 6]));
    }

    #[test]
    fn names_are_before_the_first_equals_sign() {
        let out: Named<Name, String> = "2=a=b".parse().expect("a name");
        assert_eq!(out, Named { name: Name::Parameter(2), value: "a=b".into() });
        let variable: Named<String, Argument> = "k=f32:1".parse().expect("a variable");
        assert_eq!(variable.value, Argument::Scalar(Type::F32, 0x3f80_0000));
        assert!("k".parse::<Named<String, String>>().is_err());
        assert!("=1".parse::<Named<String, String>>().is_err());
    }
}
