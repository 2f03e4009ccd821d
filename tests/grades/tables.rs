//! Reads the Markdown tables that have a column "grade".

use crate::pages::plain;
use std::collections::BTreeSet;

/// A row of a Markdown table: instructions and their grade.
pub(crate) struct Row {
    /// The texts in backquotes in the first column, split into words: a name, followed by its modifiers.
    pub names: Vec<Vec<&'static str>>,
    /// The text in the column "grade".
    pub grade: String,
}

/// Returns the tables that have the column "grade".
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
        // Only a `|` between spaces separates cells, because a cell may contain `|…|`.
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
    /// Returns whether the row shows these grades. The row must quote a single grade in full. For several grades, the
    /// row must list their letters, such as `[H] [M]`.
    pub(crate) fn agrees(&self, grades: &BTreeSet<String>) -> bool {
        let all: String = grades.iter().map(String::as_str).collect();
        let is_text = grades.len() == 1 && format!("{}.", self.grade) == all;
        let is_letters = self.grade.split(' ').all(|word| word.len() == 3 && word.starts_with('['));
        is_text || is_letters && letters(&self.grade) == letters(&all)
    }
}

/// Returns the letters in square brackets.
fn letters(text: &str) -> BTreeSet<&str> {
    text.split('[').skip(1).filter_map(|after| after.split(']').next()).collect()
}
