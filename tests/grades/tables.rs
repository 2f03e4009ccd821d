//! The tables of grades.

use crate::pages::{Group, plain};
use ptx_isa::Type;
use ptx_isa::forms;
use std::collections::BTreeSet;

/// A row of a table in Markdown: which instructions it is about, and their grade.
pub(crate) struct Row {
    /// The words in backquotes of the first column: names, and modifiers of the names before them.
    pub names: Vec<Vec<&'static str>>,
    /// The text of the column headed "grade".
    pub grade: String,
}

/// The tables that have the column "grade".
pub(crate) fn tables(markdown: &'static str) -> Vec<Vec<Row>> {
    let mut tables: Vec<Vec<Row>> = Vec::new();
    let mut column = None;
    for line in markdown.lines() {
        let Some(line) = line.strip_prefix("| ") else {
            if !line.starts_with('|') {
                column = None;
            }
            continue;
        };
        // `|…|` is not a border.
        let cells: Vec<_> = line.trim_end_matches('|').split(" | ").map(str::trim).collect();
        match column {
            Some(column) => {
                let names = cells[0].split('`').skip(1).step_by(2);
                let names = names.map(|words| words.split(' ').collect()).collect();
                let grade = plain(cells.get(column).copied().unwrap_or_default());
                tables.last_mut().expect("a heading").push(Row { names, grade });
            }
            None => {
                column = cells.iter().skip(1).position(|&cell| cell == "grade").map(|i| i + 1);
                tables.extend(column.map(|_| Vec::new()));
            }
        }
    }
    tables
}

impl Row {
    /// Whether the row is about all spellings of a group.
    pub(crate) fn is_about(&self, group: &Group) -> bool {
        let mut is_named = false;
        for (i, words) in self.names.iter().enumerate() {
            if !words[0].starts_with('.') {
                is_named = words.contains(&group.form.mnemonic);
                let keys_follow =
                    self.names.get(i + 1).is_some_and(|next| next[0].starts_with('.'));
                if is_named && !keys_follow {
                    return true;
                }
            } else if is_named
                && words.iter().any(|key| group.spellings.iter().all(|s| fits(key, s)))
            {
                return true;
            }
        }
        false
    }

    /// Whether the row says the same as these grades: what one says, or the letters of several.
    pub(crate) fn agrees(&self, grades: &BTreeSet<String>) -> bool {
        let all: String = grades.iter().map(String::as_str).collect();
        let is_text = grades.len() == 1 && format!("{}.", self.grade) == all;
        let is_letters = self.grade.split(' ').all(|word| word.len() == 3 && word.starts_with('['));
        is_text || is_letters && letters(&self.grade) == letters(&all)
    }
}

/// The letters in brackets.
fn letters(text: &str) -> BTreeSet<&str> {
    text.split('[').skip(1).filter_map(|after| after.split(']').next()).collect()
}

/// Whether an instruction has the types of `.approx.f32`, and its other modifiers among its own.
fn fits(key: &str, modifiers: &[&str]) -> bool {
    let is_type = |word: &&str| Type::from_word(word).is_some();
    let words = || key.split('.').skip(1);
    let has = |word: &str| {
        let class = forms::class(word).unwrap_or_default();
        modifiers.iter().any(|modifier| *modifier == word || class.contains(modifier))
    };
    words().filter(is_type).eq(modifiers.iter().copied().filter(is_type)) && words().all(has)
}
