//! Prints the elements of buffers.

use crate::eval::{decimal, format::Exact as _};
use ptx_isa::Type;
use ptx_isa::number::Lane;
use std::fmt::Write as _;

/// The maximum number of elements that a summary shows.
const SHOWN: usize = 4;

/// The number of bytes that are first compared as a whole, so that elements are compared only where a buffer changed.
const BLOCK: usize = 4096;

/// Returns the bits of each element. Ignores bytes after the last whole element.
pub(super) fn bits(ty: Type, bytes: &[u8]) -> impl Iterator<Item = u64> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    bytes.chunks_exact(ty.bits() as usize / 8).map(number)
}

/// Returns the elements, one per line, as `0x` and all hexadecimal digits.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_tool::run::elements;
///
/// assert_eq!(elements(Type::F16, &[0, 0x3c, 1, 0]), "0x3c00\n0x0001\n");
/// ```
#[must_use]
pub fn elements(ty: Type, bytes: &[u8]) -> String {
    let digits = ty.bits() as usize / 4;
    bits(ty, bytes).fold(String::new(), |mut text, element| {
        let _ = writeln!(text, "0x{element:0digits$x}");
        text
    })
}

/// Returns an element in decimal.
///
/// ```
/// use ptx_isa::Type;
///
/// assert_eq!(ptx_tool::run::number(Type::F32, 0x3fc0_0000), "1.5");
/// ```
#[must_use]
pub fn number(ty: Type, bits: u64) -> String {
    match Lane::of(ty) {
        (Lane::Float(format), 1) => format.decimal(bits),
        _ => decimal::integer(ty, bits.into()),
    }
}

/// Returns the number of elements that differ.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_tool::run::changed;
///
/// assert_eq!(changed(Type::U16, &[0, 0, 1, 0, 2, 0], &[0, 1, 1, 0, 3, 3]), 2);
/// ```
#[must_use]
pub fn changed(ty: Type, before: &[u8], after: &[u8]) -> usize {
    let blocks = before.chunks(BLOCK).zip(after.chunks(BLOCK));
    let unequal = blocks.filter(|(before, after)| before != after);
    let count = unequal.map(|(before, after)| match ty.bits() / 8 {
        1 => differing::<1>(before, after),
        2 => differing::<2>(before, after),
        4 => differing::<4>(before, after),
        _ => differing::<8>(before, after),
    });
    count.sum()
}

/// Returns the number of elements of `N` bytes that differ. LLVM compares several elements with one instruction, because
/// `N` is a constant.
fn differing<const N: usize>(before: &[u8], after: &[u8]) -> usize {
    let (before, after) = (before.as_chunks::<N>().0, after.as_chunks::<N>().0);
    before.iter().zip(after).filter(|(before, after)| before != after).count()
}

/// Returns a one-line summary of a buffer: its type and length, how many elements the launch changed, and the
/// first elements.
///
/// ```
/// use ptx_isa::Type;
/// use ptx_tool::run::summary;
///
/// let line = summary(Type::U8, &[0; 6], &[0, 1, 2, 3, 4, 5]);
/// assert_eq!(line, "u8[6], 5 changed: 0, 1, 2, 3, …");
/// ```
#[must_use]
pub fn summary(ty: Type, before: &[u8], after: &[u8]) -> String {
    let count = after.len() / (ty.bits() as usize / 8);
    let changed = changed(ty, before, after);
    let mut numbers: Vec<_> = bits(ty, after).take(SHOWN).map(|bits| number(ty, bits)).collect();
    if count > SHOWN {
        numbers.push("…".into());
    }
    let changed = if changed == 0 { "unchanged".into() } else { format!("{changed} changed") };
    let colon = if numbers.is_empty() { "" } else { ": " };
    format!("{}[{count}], {changed}{colon}{}", ty.word(), numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_that_differ_are_counted() {
        for (ty, count) in [(Type::U8, 3), (Type::U16, 2), (Type::U32, 2), (Type::U64, 1)] {
            assert_eq!(changed(ty, &[0; 8], &[1, 2, 0, 0, 3, 0, 0, 0]), count, "{ty:?}");
        }
    }

    #[test]
    fn summaries_show_decimals() {
        let bytes: Vec<u8> = [1.5f32, f32::NAN].iter().flat_map(|x| x.to_le_bytes()).collect();
        assert_eq!(summary(Type::F32, &bytes, &bytes), "f32[2], unchanged: 1.5, NaN");
        assert_eq!(summary(Type::S16, &[0, 0], &[0xff, 0xff]), "s16[1], 1 changed: -1");
        assert_eq!(summary(Type::F64, &[], &[]), "f64[0], unchanged");
        assert_eq!(elements(Type::B64, &[1, 0, 0, 0, 0, 0, 0, 0x80]), "0x8000000000000001\n");
    }
}
