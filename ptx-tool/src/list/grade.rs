//! How surely an instruction is known, as its page says.

use ptx_isa::doc::{Entry, Section, about, page};
use ptx_isa::{Form, forms::Compute};

/// Of a machine instruction.
pub(super) fn of_page(name: &str) -> Vec<Entry> {
    page(name).map(|page| page.section(Section::Grade)).unwrap_or_default()
}

/// Of a form, if it is computed.
pub(super) fn of_form(form: &Form) -> Vec<Entry> {
    match form.compute {
        Compute::Nothing | Compute::Effect(_) => Vec::new(),
        _ => about(form, Section::Grade),
    }
}

/// The letters of entries, each once, in the order of the grades.
pub(super) fn letters(entries: &[Entry]) -> Vec<&'static str> {
    let is_said = |letter: &&str| {
        let marked = format!("[{letter}]");
        entries.iter().any(|entry| entry.text.contains(&marked))
    };
    ["H", "D", "S", "M"].into_iter().filter(is_said).collect()
}
