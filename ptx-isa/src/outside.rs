//! What PTX has of the table's mnemonics and the table lacks.

use crate::forms;

/// Mnemonics, and words that together are found in other forms of theirs alone (PTX ISA, "Extended
/// Precision Integer Arithmetic Instructions", "lop3", "mov", "cvt", "cvt.pack" and the packed
/// integers of "add", "sub", "neg", "min" and "max").
#[rustfmt::skip]
const OUTSIDE: &[(&[&str], &[&[&str]])] = &[
    (&["add", "sub"], &[
        &["cc", "u32"], &["cc", "s32"], &["cc", "u64"], &["cc", "s64"], &["u8x4"], &["s8x4"],
    ]),
    (&["add"], &[&["sat", "u32"], &["u16x2"], &["s16x2"]]),
    (&["mad"], &[&["lo", "cc"], &["hi", "cc"]]),
    (&["neg"], &[&["s8x4"]]),
    (&["min", "max"], &[&["u16x2"], &["s16x2"], &["u8x4"], &["s8x4"]]),
    (&["lop3"], &[&["and"], &["or"], &["xor"]]),
    (&["mov"], &[&["b128"], &["v2"], &["v4"]]),
    (&["cvt"], &[
        &["rs"], &["e4m3x2"], &["e5m2x2"], &["e2m3x2"], &["e3m2x2"], &["e2m1x2"], &["ue8m0x2"], &["ue5m3x2"], &["s2f6x2"],
        &["e4m3x4"], &["e5m2x4"], &["e2m3x4"], &["e3m2x4"], &["e2m1x4"],
        &["pack"], &["pack", "u4"], &["pack", "s4"], &["pack", "u2"], &["pack", "s2"], &["pack", "b32"],
        &["s2f6x2", "scaled::n2::ue8m0"],
    ]),
];

fn of(mnemonic: &str) -> impl Iterator<Item = &'static [&'static str]> {
    let rows = OUTSIDE.iter().filter(move |row| row.0.contains(&mnemonic));
    rows.flat_map(|row| row.1).copied()
}

/// Whether a modifier belongs to forms of a mnemonic that the table lacks.
pub(crate) fn has_word(mnemonic: &str, word: &str) -> bool {
    of(mnemonic).any(|words| words.contains(&word))
}

/// Whether an instruction may be PTX although the table cannot judge it.
///
/// ```
/// use ptx_isa::is_outside;
///
/// assert!(is_outside("bar", &["sync"]));
/// assert!(is_outside("add", &["cc", "s32"]));
/// assert!(!is_outside("add", &["cc", "f32"]));
/// ```
#[must_use]
pub fn is_outside(mnemonic: &str, modifiers: &[&str]) -> bool {
    let family = forms::family(mnemonic);
    let known = |word: &str| {
        has_word(mnemonic, word)
            || family.iter().any(|form| form.slots.iter().any(|slot| slot.words.contains(&word)))
    };
    family.is_empty()
        || modifiers.iter().all(|word| known(word))
            && of(mnemonic).any(|words| words.iter().all(|word| modifiers.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::{OUTSIDE, is_outside};
    use crate::forms;

    #[test]
    fn nothing_of_the_table_is_outside() {
        for form in forms::all() {
            for spelling in form.spellings() {
                assert!(!is_outside(form.mnemonic, &spelling), "{form}");
            }
        }
        for mnemonic in OUTSIDE.iter().flat_map(|row| row.0) {
            assert!(!forms::family(mnemonic).is_empty(), "{mnemonic}");
        }
    }
}
