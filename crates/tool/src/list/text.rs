//! Writes the instruction table as text. The columns are form, versions or targets, and grade.

use super::{Rows, grade};
use ptx_isa::sass::Row;
use ptx_isa::{Form, Message};
use std::fmt::Write;

/// The maximum column width. A few forms are longer and exceed this width.
const WIDEST: usize = 56;

/// Returns the rows of the named instructions as a text table. If `names` is empty, returns all rows.
///
/// ```
/// let text = ptx_tool::list::text(&["rcp"]).unwrap();
/// assert!(text.contains("rcp.rnd{.ftz}.f32 d, a"));
/// assert!(ptx_tool::list::text(&["rpc"]).is_err());
/// ```
///
/// # Errors
/// If a name is not an instruction.
pub fn text(names: &[impl AsRef<str>]) -> Result<String, Message> {
    let rows = Rows::named(names)?;
    let mut text = String::new();
    let forms: Vec<_> = rows.forms.iter().map(of_form).collect();
    table(&mut text, "PTX instructions", "since PTX ISA", &forms);
    let machine: Vec<_> = rows.machine.iter().map(|row| of_machine(row)).collect();
    table(&mut text, "Machine instructions", "targets", &machine);
    Ok(text)
}

/// Writes a table of three columns. Writes nothing if there are no rows.
fn table(text: &mut String, title: &str, second: &str, rows: &[[String; 3]]) {
    if rows.is_empty() {
        return;
    }
    let blank = if text.is_empty() { "" } else { "\n" };
    let _ = write!(text, "{blank}");
    let title = [title, second, "grade"].map(String::from);
    let width = |column: usize| {
        let rows = std::iter::once(&title).chain(rows);
        rows.map(|row| row[column].len()).filter(|len| *len <= WIDEST).max().unwrap_or(0)
    };
    let (first, second) = (width(0), width(1));
    for [form, since, grade] in std::iter::once(&title).chain(rows) {
        let line = format!("{form:<first$}  {since:<second$}  {grade}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// Returns the columns of a form.
fn of_form(form: &&'static Form) -> [String; 3] {
    let mut since = form.availability.to_string();
    for later in form.later {
        let words: Vec<_> = later.words.iter().map(|word| format!(".{word}")).collect();
        let _ = write!(since, "; {} {}", words.join(" "), later.availability);
    }
    [form.to_string(), since, letters(&grade::of_form(form))]
}

/// Returns the columns of a machine instruction.
fn of_machine(row: &Row) -> [String; 3] {
    let targets = match row.targets {
        (0, u16::MAX) => "all".into(),
        (0, last) => format!("to sm_{last}"),
        (first, _) => format!("from sm_{first}"),
    };
    [row.to_string(), targets, letters(&grade::of_page(&row.name()))]
}

/// Returns the grade letters in square brackets.
fn letters(entries: &[ptx_isa::doc::Entry]) -> String {
    grade::letters(entries).into_iter().map(|letter| format!("[{letter}]")).collect()
}
