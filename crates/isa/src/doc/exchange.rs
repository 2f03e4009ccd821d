//! The instructions of `.f64` whose sources `ptxas` may exchange. An exchange changes no result but a NaN.

use super::Entry;

/// The mnemonics, each with the keys of its forms of `.f64`.
///
/// Read from machine code of ptxas 13.5 for sm_75, sm_80, sm_90, sm_100 and sm_120: the registers of the sources decide
/// the order. `sub` becomes `DADD(a, -b)` or `DADD(-b, a)`.
const EXCHANGED: [(&str, &[&str]); 7] = [
    ("add", &["{.rnd}.f64"]),
    ("sub", &["{.rnd}.f64"]),
    ("mul", &["{.rnd}.f64"]),
    ("fma", &[".rnd.f64"]),
    ("mad", &[".rnd.f64", ".f64"]),
    ("min", &[".f64"]),
    ("max", &[".f64"]),
];

/// The statement about these instructions on their pages.
const STATEMENT: &str = "`ptxas` may exchange a and b. If two sources are NaNs, the payload of the result then depends \
                         on the order that it chooses. This crate keeps the order of the text.";

/// Returns the mnemonics of the instructions of `.f64` whose first two sources `ptxas` may exchange, so that the payload
/// of a NaN result in a program depends on the assembler.
pub fn exchanged() -> impl Iterator<Item = &'static str> {
    EXCHANGED.iter().map(|row| row.0)
}

/// Returns the entry for the page of a mnemonic.
pub(super) fn entry(mnemonic: &str) -> Option<Entry> {
    let row = EXCHANGED.iter().find(|row| row.0 == mnemonic)?;
    Some(Entry { keys: row.1.to_vec(), text: STATEMENT.into() })
}

#[cfg(test)]
mod tests {
    use super::{entry, exchanged};
    use crate::doc::{Section, about, names, page};
    use crate::forms;

    #[test]
    fn the_entry_is_about_forms_of_f64_only() {
        for mnemonic in exchanged() {
            let entry = entry(mnemonic).expect("an entry");
            for form in forms::family(mnemonic) {
                let is_binary64 = form.spellings().iter().any(|words| words.last() == Some(&"f64"));
                let has_entry = about(form, Section::Sequence).contains(&entry);
                assert_eq!(has_entry, is_binary64, "{form}");
            }
        }
    }

    #[test]
    fn no_page_repeats_the_statement() {
        for name in names() {
            let entries = page(name).expect("a page").section(Section::Sequence);
            let stated = entries.iter().filter(|entry| entry.text.contains("exchange"));
            assert_eq!(stated.count(), usize::from(entry(name).is_some()), "{name}");
        }
    }
}
