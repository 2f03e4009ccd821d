//! Compares buffers with the results that a file expects.

use super::show::{bits, number};
use super::{Name, npy};
use ptx_isa::{Message, Type, number as numbers};

/// The first element that differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The index of the element.
    pub index: usize,
    /// The expected bits.
    pub expected: u64,
    /// The bits of the buffer.
    pub found: u64,
    /// The number of elements that differ.
    pub count: usize,
}

impl Difference {
    /// Describes the difference of elements of a type.
    ///
    /// ```
    /// use ptx_isa::Type;
    /// use ptx_tool::run::difference;
    ///
    /// let found = difference(Type::U8, &[1, 2, 3], &[1, 2, 5]).unwrap();
    /// let text = "element 2: expected 0x03 (3), found 0x05 (5); 1 element differs";
    /// assert_eq!(found.describe(Type::U8), text);
    /// assert_eq!(difference(Type::U8, &[1], &[1]), None);
    /// ```
    #[must_use]
    pub fn describe(&self, ty: Type) -> String {
        let Self { index, expected, found, count } = *self;
        let digits = ty.bits() as usize / 4;
        let element = |bits: u64| format!("0x{bits:0digits$x} ({})", number(ty, bits));
        let differ = if count == 1 { "element differs" } else { "elements differ" };
        let (expected, found) = (element(expected), element(found));
        format!("element {index}: expected {expected}, found {found}; {count} {differ}")
    }
}

/// Returns the first element that differs. Compares as many elements as both have.
#[must_use]
pub fn difference(ty: Type, expected: &[u8], found: &[u8]) -> Option<Difference> {
    let mut different = different(ty, expected, found);
    let (index, expected, found) = different.next()?;
    Some(Difference { index, expected, found, count: 1 + different.count() })
}

/// Returns the elements that differ: the index, the expected bits and the found bits. Compares as many elements as both
/// have.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_tool::run::different;
///
/// assert_eq!(different(Type::U8, &[1, 2, 3], &[1, 4, 3]).collect::<Vec<_>>(), [(1, 2, 4)]);
/// ```
pub fn different(
    ty: Type,
    expected: &[u8],
    found: &[u8],
) -> impl Iterator<Item = (usize, u64, u64)> {
    let pairs = bits(ty, expected).zip(bits(ty, found)).enumerate();
    pairs.filter_map(|(index, (expected, found))| {
        (expected != found).then_some((index, expected, found))
    })
}

/// Returns the bytes of the elements that a file expects: an `.npy` file, or the text of `--print`. If the text has
/// headings, returns the elements after the heading of `name`. `file` is the name of the file.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_tool::run::{Name, expected};
///
/// let text = b"# 1\n0x0001\n0x0002\n# y\n0x3c00\n";
/// let of = |name: &str| expected("y.txt", text, Type::F16, &name.parse::<Name>()?);
/// assert_eq!(of("y")?, [0, 0x3c]);
/// assert_eq!(of("1")?, [1, 0, 2, 0]);
/// assert!(of("2").is_err());
/// # Ok::<(), ptx_isa::Message>(())
/// ```
///
/// # Errors
/// If the file has other elements than the type, or no heading of the name.
pub fn expected(file: &str, bytes: &[u8], ty: Type, name: &Name) -> Result<Vec<u8>, Message> {
    if npy::is_name(file) || npy::is_content(bytes) {
        return npy::read(bytes, ty).map_err(|fault| format!("{file}: {fault}").into());
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        Message::new(format!("{file} has no results"))
            .note("`--expect` takes an .npy file, or the text of `--print`")
    })?;
    let has_headings = text.lines().any(|line| line.starts_with("# "));
    let mut is_wanted = !has_headings;
    let mut is_found = is_wanted;
    let mut elements = Vec::new();
    for (number, line) in text.lines().map(str::trim).enumerate() {
        if let Some(heading) = line.strip_prefix("# ") {
            is_wanted = heading == name.to_string();
            is_found |= is_wanted;
        } else if is_wanted && !line.is_empty() {
            let bits = numbers::bits(ty, line).map_err(|fault| Message {
                what: format!("{file}:{}: {}", number + 1, fault.what),
                ..fault
            })?;
            elements.extend(&bits.to_le_bytes()[..ty.bits() as usize / 8]);
        }
    }
    match is_found {
        true => Ok(elements),
        false => Err(format!("{file} has no heading `# {name}`").into()),
    }
}
