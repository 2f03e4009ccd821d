//! Reads the grades of an instruction from its documentation page. A grade tells how reliably the result bits are
//! known.

use ptx_isa::doc::{Entry, Section, about, page};
use ptx_isa::{Form, forms::Compute};

/// Returns the grade entries of a machine instruction's page.
pub(super) fn of_page(name: &str) -> Vec<Entry> {
    page(name).map(|page| page.section(Section::Grade)).unwrap_or_default()
}

/// Returns the grade entries that apply to a form. Returns no entry if no function computes the form.
pub(super) fn of_form(form: &Form) -> Vec<Entry> {
    match form.compute {
        Compute::Nothing | Compute::Effect(_) => Vec::new(),
        _ => about(form, Section::Grade),
    }
}

/// Returns the grade letters that occur in entries, each once, in the order of the grades.
pub(super) fn letters(entries: &[Entry]) -> Vec<&'static str> {
    let occurs = |letter: &&str| {
        let marked = format!("[{letter}]");
        entries.iter().any(|entry| entry.text.contains(&marked))
    };
    ["H", "D", "S", "M"].into_iter().filter(occurs).collect()
}
