//! Names of the generated Rust.

use proc_macro2::{Ident, Span};
use std::collections::HashMap;

/// The names that a function has used already, each with the number that a further one of it gets.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameTable(HashMap<String, usize>);

/// The first name has no number.
const SECOND: usize = 2;

/// Words that name no variable (the Rust Reference, "Keywords"), and what else is a name already.
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "memory", "state", "union",
    "address", "bytes", "ptx", "e0", "e1", "e2", "e3",
];

impl NameTable {
    /// Marks a name as used.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.0.insert(name.into(), SECOND);
    }

    /// A new name, like that of a PTX register, variable or function.
    pub(crate) fn make(&mut self, ptx: &str) -> Ident {
        let plain: String =
            ptx.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let plain = match ptx.starts_with(['%', '$']) {
            true => &plain[1..],
            false => &plain,
        };
        let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_name =
            starts_well && !plain.trim_matches('_').is_empty() && !RESERVED.contains(&plain);
        let plain = if is_name { plain.to_string() } else { format!("ptx_{plain}") };
        let mut name = plain.clone();
        let mut number = self.0.get(&plain).copied().unwrap_or(SECOND);
        while self.0.contains_key(&name) {
            name = format!("{plain}_{number}");
            number += 1;
        }
        self.0.insert(plain, number);
        self.0.insert(name.clone(), SECOND);
        Ident::new(&name, Span::mixed_site())
    }

    /// A new name in capital letters.
    pub(crate) fn constant(&mut self, ptx: &str) -> Ident {
        self.make(&ptx.to_ascii_uppercase())
    }
}
