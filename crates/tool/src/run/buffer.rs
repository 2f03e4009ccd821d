//! The buffers of a launch: parses their elements, and reads their files.

use super::{Argument, NamedAddress, npy};
use ptx_isa::{Message, Type, number};

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
    /// Elements of 64 bits, of which some are addresses in buffers.
    Words(Vec<Word>),
    /// The name of a file.
    File(String),
}

/// An element of 64 bits in a list with addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// The bits of a number, or 0 for `null`.
    Bits(u64),
    /// `same:N` and `same:NAME`, each with `+BYTES`: an address in a buffer.
    At(NamedAddress),
}

/// The maximum size of a buffer in bytes.
const LARGEST: u64 = 1 << 39;

/// Parses the number of elements of a zero-filled buffer.
pub(super) fn length(ty: Type, count: &str) -> Result<usize, Message> {
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

/// Parses a list `V,V,…`. An element of a 64-bit integer type may also be `null` or `same:`.
pub(super) fn list(ty: Type, values: &str) -> Result<Contents, Message> {
    let mut bytes = Vec::new();
    if values.trim().is_empty() {
        return Ok(Contents::Bytes(bytes));
    }
    let values = values.split(',').map(str::trim);
    let is_address = |value: &str| value == "null" || value.starts_with("same:");
    if ty.takes_register(Type::U64) && values.clone().any(is_address) {
        let word = |value: &str| match value.parse() {
            Ok(Argument::Null) => Ok(Word::Bits(0)),
            Ok(Argument::Same(place)) => Ok(Word::At(place)),
            Err(fault) if is_address(value) => Err(fault),
            _ => Ok(Word::Bits(number::bits(ty, value)? as u64)),
        };
        return values.map(word).collect::<Result<_, _>>().map(Contents::Words);
    }
    for value in values {
        let bits = number::bits(ty, value)?;
        bytes.extend(&bits.to_le_bytes()[..ty.bits() as usize / 8]);
    }
    Ok(Contents::Bytes(bytes))
}

impl Buffer {
    /// Returns the bytes of the elements. `read` is called to read a file, and `address` returns the address of a place.
    ///
    /// # Errors
    /// If the file cannot be read, or if its elements do not have the type of the buffer. If `address` returns an error.
    pub fn bytes(
        &self,
        read: impl FnOnce(&str) -> std::io::Result<Vec<u8>>,
        address: impl Fn(&NamedAddress) -> Result<u64, Message>,
    ) -> Result<Vec<u8>, Message> {
        let size = self.ty.bits() as usize / 8;
        let name = match &self.contents {
            Contents::Zeros(count) => return zeros(count * size),
            Contents::Bytes(bytes) => return Ok(bytes.clone()),
            Contents::Words(words) => {
                let bits = |word: &Word| match word {
                    Word::Bits(bits) => Ok(*bits),
                    Word::At(place) => address(place),
                };
                let words = words.iter().map(|word| bits(word).map(u64::to_le_bytes));
                return words.collect::<Result<Vec<_>, _>>().map(|words| words.concat());
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Name, expected};

    /// Stands for the address of a place, which the tests do not have.
    fn nowhere(place: &NamedAddress) -> Result<u64, Message> {
        Err(format!("no buffer at {place}").into())
    }

    fn parsed(text: &str) -> Argument {
        text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
    }

    #[test]
    fn numpy_files_are_recognised_by_their_contents() {
        let Argument::Buffer(buffer) = parsed("u8@x.dat") else { unreachable!() };
        let file = npy::write("x.npy", Type::U8, &[7, 8]).expect("a type of NumPy");
        assert_eq!(buffer.bytes(|_| Ok(file.clone()), nowhere).expect("an array"), [7, 8]);
        assert_eq!(buffer.bytes(|_| Ok(vec![7, 8]), nowhere).expect("raw elements"), [7, 8]);
        let results = |name| expected(name, &file, Type::U8, &Name::Parameter(0));
        assert_eq!(results("x.dat"), Ok(vec![7, 8]));
        let fault = expected("x.npy", b"0x07", Type::U8, &Name::Parameter(0));
        assert!(fault.is_err_and(|fault| fault.what.starts_with("x.npy: ")));
        let Argument::Buffer(buffer) = parsed("u8@z.npz") else { unreachable!() };
        let fault =
            buffer.bytes(|_| Ok(b"PK\x03\x04".to_vec()), nowhere).expect_err("several arrays");
        assert_eq!(
            fault.to_string().lines().next(),
            Some("z.npz: an .npz file has several arrays")
        );
    }

    #[test]
    fn files_have_whole_elements() {
        let of = |text: &str, bytes: &[u8]| {
            let Argument::Buffer(buffer) = parsed(text) else { panic!("{text}") };
            buffer.bytes(|_| Ok(bytes.to_vec()), nowhere).map_err(|fault| fault.what)
        };
        assert_eq!(of("u16@x.bin", &[1, 2, 3, 4]), Ok(vec![1, 2, 3, 4]));
        assert_eq!(
            of("u16@x.bin", &[1, 2, 3]),
            Err("x.bin: 3 bytes are not a multiple of the 2 of `u16`".into())
        );
        assert_eq!(of("u16[3]", &[]), Ok(vec![0; 6]));
        // Raw elements may begin like a ZIP file.
        assert_eq!(of("u16@x.bin", b"PK\x03\x04"), Ok(b"PK\x03\x04".to_vec()));
        assert_eq!(of("u16@x.npz", &[1, 2]), Ok(vec![1, 2]));
    }

    #[test]
    fn buffers_have_a_largest_size() {
        let parse = |text: &str| text.parse::<Argument>().map_err(|fault| fault.what);
        assert!(parse("u64[68719476736]").is_ok());
        let fault = "68719476737 elements exceed the largest buffer, 549755813888 bytes";
        assert_eq!(parse("u64[68719476737]"), Err(fault.into()));
        assert_eq!(parse("u64[]"), Err("`u64[]` is not an argument".into()));
        let fault = "expected `same:N` or `same:NAME`, each with `+BYTES`, found `same:a b`";
        assert_eq!(parse("u64[]:same:a b"), Err(fault.into()));
    }
}
