//! How surely an instruction is known, as its page says.

use ptx_isa::doc::{Entry, Section, page};
use ptx_isa::{Form, forms::Compute};

/// What the page of an instruction says about its grade; nothing where there is no page.
pub(super) fn of_page(name: &str) -> Vec<Entry> {
    page(name).map(|page| page.section(Section::Grade)).unwrap_or_default()
}

/// The entries about some spelling of a form: those with keys, and one without where none has one.
pub(super) fn of_form(form: &Form) -> Vec<Entry> {
    if matches!(form.compute, Compute::Nothing | Compute::Effect(_)) {
        return Vec::new();
    }
    let entries = of_page(form.mnemonic);
    let mut is_used = vec![false; entries.len()];
    for spelling in form.spellings() {
        let about = |i: &usize| entries[*i].is_about(&spelling);
        let about: Vec<_> = (0..entries.len()).filter(about).collect();
        let has_key = about.iter().any(|i| !entries[*i].keys.is_empty());
        about.iter().filter(|i| entries[**i].keys.is_empty() != has_key).for_each(|i| {
            is_used[*i] = true;
        });
    }
    entries
        .into_iter()
        .zip(is_used)
        .filter_map(|(entry, is_used)| is_used.then_some(entry))
        .collect()
}

/// The letters of entries, each once, in the order of the grades.
pub(super) fn letters(entries: &[Entry]) -> Vec<&'static str> {
    let is_said = |letter: &&str| {
        let (plain, marked) = (format!("[{letter}]"), format!("\\[{letter}\\]"));
        entries.iter().any(|entry| entry.text.contains(&plain) || entry.text.contains(&marked))
    };
    ["H", "D", "S", "M"].into_iter().filter(is_said).collect()
}
