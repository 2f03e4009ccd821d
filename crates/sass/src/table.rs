//! The table of encodings, `rows.txt`.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

/// The text of the table.
const TEXT: &str = include_str!("rows.txt");

/// Where the signs of a source are, and what they mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Signs {
    #[default]
    None,
    /// Negation and absolute value of binary32 or binary64.
    Float,
    /// Like [`Float`](Self::Float), but the source in bits 71:64 has no signs.
    Packed,
    /// Negation, absolute value and the part of two halves.
    Half,
    /// Like [`Half`](Self::Half), but other bits choose the half of the third source.
    Halves,
    /// Two's complement.
    Integer,
    /// Two's complement, or complement of all bits if bit 74 is set.
    Extended,
    /// Complement of all bits.
    Invert,
    /// Two's complement, except for the first source.
    Vector,
}

/// A modifier of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Modifier {
    /// The word if the bit has this value.
    Bit(&'static str, u32, bool),
    /// The word at the index that these bits hold.
    Choice(u32, u32, Vec<&'static str>),
    /// Bits without an effect.
    Ignored(u32, u32),
    /// Bits that must have this value.
    Fixed(u32, u32, u64),
    /// A word that a function decodes.
    Named(&'static str),
}

/// One encoding.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) operands: Vec<&'static str>,
    pub(crate) modifiers: Vec<Modifier>,
    pub(crate) signs: Signs,
    pub(crate) is_uniform: bool,
    /// Whether bits 11:9 choose the form of the sources.
    pub(crate) has_forms: bool,
    first: u32,
    last: u32,
}

/// The number of bits of a key that leaves the form open.
const OPEN: u32 = 9;
const WHOLE: u32 = 12;

static ROWS: LazyLock<HashMap<(bool, u64), Vec<Row>>> = LazyLock::new(|| {
    let mut rows: HashMap<_, Vec<Row>> = HashMap::new();
    for line in TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (key, row) = row(line).unwrap_or_else(|| panic!("faulty row: {line}"));
        rows.entry(key).or_default().push(row);
    }
    rows
});

/// Returns the mnemonics that [`decode`](crate::decode) knows, up to their first dot, in alphabetical order.
///
/// ```
/// assert!(ptx_sass::mnemonics().any(|name| name == "IMAD"));
/// ```
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    let names: BTreeSet<_> = ROWS.values().flatten().map(|row| row.name).collect();
    let first = |name: &'static str| name.split('.').next().unwrap_or(name);
    names.into_iter().map(first).collect::<BTreeSet<_>>().into_iter()
}

/// Returns the rows that may explain a word, by its lowest 12 bits.
pub(crate) fn rows(opcode: u64, sm: u32) -> impl Iterator<Item = &'static Row> {
    let keys = [(false, opcode & ((1 << WHOLE) - 1)), (true, opcode & ((1 << OPEN) - 1))];
    let found = keys.into_iter().filter_map(|key| ROWS.get(&key)).flatten();
    found.filter(move |row| (row.first..=row.last).contains(&sm))
}

fn row(line: &'static str) -> Option<((bool, u64), Row)> {
    let mut columns = line.split('|').map(str::trim);
    let key = columns.next()?;
    let has_forms = key.starts_with('.');
    let number = u64::from_str_radix(key.trim_start_matches('.'), 16).ok()?;
    let name = columns.next()?;
    let operands = columns.next().unwrap_or("").split_whitespace().collect();
    let modifiers = columns.next().unwrap_or("").split_whitespace().map(modifier);
    let modifiers = modifiers.collect::<Option<_>>()?;
    let (signs, is_uniform, first, last) = (Signs::None, false, 0, u32::MAX);
    let mut row = Row { name, operands, modifiers, signs, is_uniform, has_forms, first, last };
    for word in columns.next().unwrap_or("").split_whitespace() {
        match word {
            "float" | "double" => row.signs = Signs::Float,
            "packed" => row.signs = Signs::Packed,
            "half" => row.signs = Signs::Half,
            "halves" => row.signs = Signs::Halves,
            "integer" => row.signs = Signs::Integer,
            "extended" => row.signs = Signs::Extended,
            "invert" => row.signs = Signs::Invert,
            "vector" => row.signs = Signs::Vector,
            "uniform" => row.is_uniform = true,
            range => {
                let (first, last) = range.split_once('-')?;
                row.first = if first.is_empty() { 0 } else { first.parse().ok()? };
                row.last = if last.is_empty() { u32::MAX } else { last.parse().ok()? };
            }
        }
    }
    Some(((has_forms, number), row))
}

fn modifier(word: &'static str) -> Option<Modifier> {
    let range = |text: &'static str| {
        let (low, high) = text.split_once(':')?;
        Some((low.parse().ok()?, high.parse().ok()?))
    };
    if let Some(bits) = word.strip_prefix('~') {
        let (low, high) = range(bits)?;
        return Some(Modifier::Ignored(low, high));
    }
    if let Some(bits) = word.strip_prefix('=') {
        let (bits, value) = bits.rsplit_once(':')?;
        let (low, high) = range(bits)?;
        return Some(Modifier::Fixed(low, high, value.parse().ok()?));
    }
    if let Some((bits, names)) = word.split_once('=') {
        let (low, high) = range(bits)?;
        return Some(Modifier::Choice(low, high, names.split(',').collect()));
    }
    if let Some((name, at)) = word.split_once('@') {
        return Some(Modifier::Bit(name, at.parse().ok()?, true));
    }
    if let Some((name, at)) = word.split_once('!') {
        return Some(Modifier::Bit(name, at.parse().ok()?, false));
    }
    Some(Modifier::Named(word))
}
