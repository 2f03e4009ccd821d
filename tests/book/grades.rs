//! Builds the tables with the grade and the error of every instruction. A grade states the evidence for the result
//! bits.

use crate::entries::{all, cell, entries, keyed, mnemonics, name};
use crate::machine;
use ptx_isa::doc::{Section, page};
use std::fmt::Write;

/// Forms of a mnemonic that share grades and errors.
struct Row {
    forms: Vec<String>,
    grades: Vec<String>,
    errors: Vec<String>,
}

fn rows(mnemonic: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for form in all().filter(|form| form.mnemonic == mnemonic) {
        let (grades, errors) = (entries(form, Section::Grade), entries(form, Section::Accuracy));
        match rows.iter_mut().find(|row| row.grades == grades && row.errors == errors) {
            Some(row) => row.forms.push(name(form)),
            None => rows.push(Row { forms: vec![name(form)], grades, errors }),
        }
    }
    rows
}

/// Joins texts into a table cell, one text per line.
fn lines(texts: &[String]) -> String {
    texts.iter().map(|text| cell(text)).collect::<Vec<_>>().join("<br>")
}

/// Returns the table of every form with its grade and its error.
pub(crate) fn instructions() -> String {
    let mut text = String::from("| form | grade | largest error |\n|---|---|---|\n");
    for row in mnemonics().into_iter().flat_map(rows) {
        let mut forms = row.forms;
        forms.dedup();
        let forms: Vec<_> =
            forms.iter().map(|form| format!("`{}`", form.replace('|', "\\|"))).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            forms.join("<br>"),
            lines(&row.grades),
            lines(&row.errors)
        );
    }
    text
}

/// Returns the table of every machine instruction with its grade and its error.
pub(crate) fn machine_instructions() -> String {
    let mut text = String::from("| operation | grade | largest error |\n|---|---|---|\n");
    for name in machine::names() {
        let texts = |section| {
            let entries = page(&name).expect("a page").section(section);
            entries.iter().map(keyed).collect::<Vec<_>>()
        };
        let (grades, errors) = (texts(Section::Grade), texts(Section::Accuracy));
        let _ = writeln!(text, "| `{name}` | {} | {} |", lines(&grades), lines(&errors));
    }
    text
}
