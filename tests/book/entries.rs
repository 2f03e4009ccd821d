//! Finds the entries of the instruction pages that apply to a form.

use ptx_isa::doc::{Entry, Section, page};
use ptx_isa::{Form, Type, forms};
use std::path::Path;

/// Returns all single-thread and warp-level forms, in the order of the instruction table.
pub(crate) fn all() -> impl Iterator<Item = &'static Form> {
    forms::all().chain(forms::matrices())
}

/// Returns the mnemonics in the order of the instruction table.
pub(crate) fn mnemonics() -> Vec<&'static str> {
    let mut found = Vec::new();
    for form in all() {
        if !found.contains(&form.mnemonic) {
            found.push(form.mnemonic);
        }
    }
    found
}

/// Returns the entries of a page section that apply to a form's spellings, each text once. The keys of an entry are the
/// forms or modifiers that the entry is about ([`Entry`]). If a key of any entry matches a spelling, the entries
/// without keys do not apply to this spelling.
pub(crate) fn entries(form: &Form, section: Section) -> Vec<String> {
    let entries = page(form.mnemonic).map(|page| page.section(section)).unwrap_or_default();
    let mut found = Vec::new();
    for words in form.spellings() {
        let about = entries.iter().filter(|entry| entry.is_about(&words));
        let (keyed, others): (Vec<_>, Vec<_>) = about.partition(|entry| !entry.keys.is_empty());
        for entry in if keyed.is_empty() { others } else { keyed } {
            if !found.contains(&entry.text) {
                found.push(entry.text.clone());
            }
        }
    }
    found
}

/// Returns a form as the instruction table shows the form. Replaces the placeholder `.type` with the list of types,
/// such as `.{f32,f64}`.
pub(crate) fn line(form: &Form) -> String {
    let mut line = form.to_string();
    let are_types = |words: &[&str]| words.iter().all(|word| Type::from_word(word).is_some());
    for slot in form.slots.iter().filter(|slot| slot.words.len() > 1 && are_types(slot.words)) {
        line = line.replacen(".type", &format!(".{{{}}}", slot.words.join(",")), 1);
    }
    line
}

/// Returns a form without its operands: `rcp.rnd{.ftz}.f32`.
pub(crate) fn name(form: &Form) -> String {
    line(form).split(' ').next().unwrap_or_default().to_string()
}

/// Returns the text of an entry, preceded by the entry's keys in backquotes.
pub(crate) fn keyed(entry: &Entry) -> String {
    let keys: Vec<_> = entry.keys.iter().map(|key| format!("`{key}`")).collect();
    if keys.is_empty() {
        entry.text.clone()
    } else {
        format!("{}: {}", keys.join(", "), entry.text)
    }
}

/// Returns a link to the plot of a MUFU operation's errors, if the plot exists.
pub(crate) fn picture(operation: &str) -> Option<String> {
    let file = format!("{}.svg", operation.to_lowercase());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/pictures");
    folder
        .join(&file)
        .exists()
        .then(|| format!("\n![Error of MUFU.{operation}](../pictures/{file})\n"))
}

/// Escapes brackets outside of backquotes, so that Markdown does not treat them as links.
pub(crate) fn markdown(text: &str) -> String {
    let mut is_code = false;
    let mut written = String::new();
    for character in text.chars() {
        is_code ^= character == '`';
        if !is_code && matches!(character, '[' | ']') {
            written.push('\\');
        }
        written.push(character);
    }
    written
}

/// Converts a text to a table cell: removes final full stops, and escapes brackets and `|`. A `|` would end the cell
/// even inside backquotes.
pub(crate) fn cell(text: &str) -> String {
    markdown(text.trim_end_matches('.')).replace('|', "\\|")
}
