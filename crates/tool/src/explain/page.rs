//! Writes the sections of an instruction's documentation page, wrapped for a terminal.

use ptx_isa::doc::{self, Page, Section};
use ptx_isa::forms::{self, Form};
use std::fmt::Write;

/// Writes the sections of a page. If `about` gives a form and modifiers, writes only the entries that apply to them.
pub(super) fn sections(text: &mut String, page: &Page, about: Option<(&Form, &[&str])>) {
    for section in Section::ALL {
        let entries = page.section(section);
        let of_words = |entry: &&doc::Entry| about.is_none_or(|(_, words)| entry.is_about(words));
        let of_form = |entry: &&doc::Entry| {
            about.is_none_or(|(form, words)| entry.is_about_form(form, words))
        };
        let mut chosen: Vec<_> = entries.iter().filter(of_form).collect();
        if chosen.is_empty() {
            chosen = entries.iter().filter(of_words).collect();
        }
        // If there are grades of this form, omit the general grades.
        if section == Section::Grade && about.is_some() && chosen.iter().any(|e| !e.keys.is_empty())
        {
            chosen.retain(|entry| !entry.keys.is_empty());
        }
        if chosen.is_empty() {
            continue;
        }
        let _ = writeln!(text, "\n{}", section.title());
        for entry in chosen {
            let keys = match about {
                None if !entry.keys.is_empty() => {
                    let keys: Vec<_> = entry.keys.iter().map(|key| readable(key)).collect();
                    format!("{}: ", keys.join(", "))
                }
                _ => String::new(),
            };
            wrapped(text, &format!("{keys}{}", capitalised(&entry.text)));
        }
    }
}

/// Expands the classes of types in a key. For example, `.f16type` becomes `.f16|f16x2`.
fn readable(key: &str) -> String {
    let words = |one: &str| match forms::class(one) {
        // Keep `rnd` and `shape`, because the manual uses these names, too.
        Some(words) if words != forms::RND && one != "shape" => words.join("|"),
        _ => one.into(),
    };
    let choice = |part: &str| part.split('|').map(words).collect::<Vec<_>>().join("|");
    key.split('.').map(choice).collect::<Vec<_>>().join(".")
}

/// Returns a sentence with a capital first letter. A sentence that starts with a target name stays unchanged.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(_) if text.starts_with("sm_") => text.into(),
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The maximum line width. Lines of this width fit every terminal.
const WIDTH: usize = 79;

/// Writes a paragraph, indented and wrapped at words.
pub(super) fn wrapped(text: &mut String, paragraph: &str) {
    let mut line = String::from(" ");
    for word in paragraph.split_whitespace() {
        if line.len() + 1 + word.len() > WIDTH && line.len() > 4 {
            let _ = writeln!(text, "{line}");
            line = "   ".into();
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}
