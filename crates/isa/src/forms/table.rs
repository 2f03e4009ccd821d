//! The rows of the table as text, and the forms that they define. A row is parsed when its form is first used, because a
//! program, such as a macro during a build, uses few of them.

use super::parse;
use super::row::Form;
use crate::cursor::lines;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The rows of some files of the table.
pub(super) struct Rows {
    rows: Vec<Row>,
    families: HashMap<&'static str, Family>,
    /// The mnemonics, in the order of the table.
    pub(super) mnemonics: Vec<&'static str>,
}

/// A row and, once it is used, its form.
struct Row {
    section: &'static str,
    text: &'static str,
    form: OnceLock<Form>,
}

/// The rows of a mnemonic.
#[derive(Default)]
struct Family {
    rows: Vec<usize>,
    forms: OnceLock<Vec<&'static Form>>,
    words: OnceLock<HashSet<&'static str>>,
}

impl Rows {
    /// Finds the mnemonic of every row. The first line of a file is the section of the manual.
    pub(super) fn new(files: &[&'static str]) -> Self {
        let mut all = Self { rows: Vec::new(), families: HashMap::new(), mnemonics: Vec::new() };
        for file in files {
            let mut lines = lines(file);
            let section = lines.next().unwrap_or_default();
            for text in lines {
                let end = text.bytes().position(|byte| !byte.is_ascii_alphanumeric());
                let mnemonic = &text[..end.unwrap_or(text.len())];
                let family = all.families.entry(mnemonic).or_default();
                if family.rows.is_empty() {
                    all.mnemonics.push(mnemonic);
                }
                family.rows.push(all.rows.len());
                all.rows.push(Row { section, text, form: OnceLock::new() });
            }
        }
        all
    }

    /// Returns all forms, in the order of the table.
    pub(super) fn forms(&'static self) -> impl Iterator<Item = &'static Form> {
        self.rows.iter().map(Row::form)
    }

    /// Returns the forms of a mnemonic, in the order of the table.
    pub(super) fn of(&'static self, mnemonic: &str) -> &'static [&'static Form] {
        let Some(family) = self.families.get(mnemonic) else { return &[] };
        family.forms.get_or_init(|| family.rows.iter().map(|row| self.rows[*row].form()).collect())
    }

    /// Returns the modifiers of all forms of a mnemonic.
    fn words(&'static self, mnemonic: &str) -> Option<&'static HashSet<&'static str>> {
        let words =
            || self.of(mnemonic).iter().flat_map(|form| form.slots).flat_map(|slot| slot.words);
        Some(self.families.get(mnemonic)?.words.get_or_init(|| words().copied().collect()))
    }

    /// Returns whether a form of a mnemonic has a modifier.
    pub(super) fn has(&'static self, mnemonic: &str, word: &str) -> bool {
        self.words(mnemonic).is_some_and(|words| words.contains(word))
    }

    /// Returns the modifiers of all forms.
    pub(super) fn all_words(&'static self) -> impl Iterator<Item = &'static str> {
        self.mnemonics.iter().filter_map(|mnemonic| self.words(mnemonic)).flatten().copied()
    }
}

impl Row {
    /// Returns the form. A test parses every row, so no row of a released table is faulty.
    fn form(&'static self) -> &'static Form {
        self.form.get_or_init(|| match parse::form(self.section, self.text) {
            Ok(form) => form,
            Err(fault) => panic!("{fault}, in the row `{}`", self.text),
        })
    }
}
