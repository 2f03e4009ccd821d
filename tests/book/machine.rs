//! Builds the book's page of machine instructions.

use crate::entries::{keyed, markdown, picture};
use ptx_isa::doc::{self, Section};
use ptx_isa::sass::opcodes;
use std::fmt::Write;

pub(crate) fn page() -> String {
    let mut text = String::from(
        "\n# Machine instructions\n\n`sass!` computes these instructions, in the syntax of a disassembler. `rnd` is \
         `.RN` (the default), `.RZ`, `.RM` or `.RP`.\n",
    );
    for name in names() {
        sections(&mut text, &name);
    }
    text
}

/// Returns the names of the machine instructions, each once, in the order of the table.
pub(crate) fn names() -> Vec<String> {
    let mut found = Vec::new();
    for name in opcodes::all().map(opcodes::Row::name) {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// Appends the forms of a machine instruction, and the text of its page.
fn sections(text: &mut String, name: &str) {
    let page = doc::page(name).expect("a page");
    let _ = writeln!(text, "\n## `{name}`\n\n{}\n", markdown(&page.summary()));
    for row in opcodes::all().filter(|row| row.name() == name) {
        let targets = match row.targets {
            (0, u16::MAX) => String::new(),
            (0, last) => format!(", before sm_{}", last + 1),
            (first, _) => format!(", from sm_{first} on"),
        };
        let computed = match row.ptx {
            Some(ptx) => format!("PTX `{}`", ptx.template),
            None => format!("`ptx::ops::sass::{}`", row.function),
        };
        let _ = writeln!(text, "- Form: `{row}`, {computed}{targets}");
    }
    for section in Section::ALL {
        let texts: Vec<_> = page.section(section).iter().map(keyed).collect();
        if !texts.is_empty() {
            let _ = writeln!(text, "- {}: {}", section.title(), markdown(&texts.join(" ")));
        }
    }
    if let Some(picture) = name.strip_prefix("MUFU.").and_then(picture) {
        *text += &picture;
    }
}
