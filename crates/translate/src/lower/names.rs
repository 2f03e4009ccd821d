//! Chooses the names in the generated Rust.

use crate::rust::END;
use proc_macro2::{Ident, Span};
use std::collections::HashMap;

/// The used names, each with the number that the next name with the same spelling gets as a suffix.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameTable(HashMap<String, usize>);

/// The suffix number of the first duplicate: `x_`, `x_2_`, `x_3_`.
const SECOND: usize = 2;

/// The keywords (the Rust Reference, "Keywords").
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "Self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The names, without [`END`], of the variables that every generated function may have besides the
/// variables of its registers.
const RESERVED: &[&str] =
    &["memory", "state", "address", "bytes", "access", "value", "thread", "e0", "e1", "e2", "e3"];

impl NameTable {
    /// Marks a name as used.
    pub(crate) fn reserve(&mut self, name: &str) {
        self.0.insert(name.into(), SECOND);
    }

    /// Returns a new name that resembles the name of a PTX register or variable.
    pub(crate) fn make(&mut self, ptx: &str) -> Ident {
        let plain = plain(ptx);
        let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_name = starts_well
            && !plain.trim_matches('_').is_empty()
            && !RESERVED.contains(&plain.as_str())
            && !plain.starts_with(HELPER);
        self.unique(if is_name { plain } else { format!("ptx_{plain}") }, END)
    }

    /// Returns a new name for the function that the user declares for a PTX function.
    pub(crate) fn declared(&mut self, ptx: &str) -> Ident {
        let plain = plain(ptx);
        let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_name = starts_well && plain != "_" && !KEYWORDS.contains(&plain.as_str());
        self.unique(if is_name { plain } else { format!("ptx_{plain}") }, "")
    }

    /// Returns a new name for the translation of a PTX function. The name starts with [`HELPER`]. No
    /// variable has such a name.
    pub(crate) fn helper(&mut self, ptx: &str) -> Ident {
        self.unique(format!("{HELPER}{}", plain(ptx)), "")
    }

    /// Returns a new name in capital letters for a constant. No variable has a name in capital letters only.
    pub(crate) fn constant(&mut self, ptx: &str) -> Ident {
        let plain = plain(ptx).to_ascii_uppercase();
        let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let is_name = starts_well && is_constant(&plain);
        self.unique(if is_name { plain } else { format!("PTX_{plain}") }, "")
    }

    fn unique(&mut self, plain: String, end: &str) -> Ident {
        let mut name = format!("{plain}{end}");
        let mut number = self.0.get(&name).copied().unwrap_or(SECOND);
        let first = name.clone();
        while self.0.contains_key(&name) {
            name = format!("{plain}_{number}{end}");
            number += 1;
        }
        self.0.insert(first, number);
        self.0.insert(name.clone(), SECOND);
        Ident::new(&name, Span::mixed_site())
    }
}

/// The prefix of the names of called functions.
const HELPER: &str = "fn_";

/// Removes a leading `%` or `$` from a PTX name, and replaces characters that Rust does not allow
/// by `_`.
fn plain(ptx: &str) -> String {
    let ptx = ptx.strip_prefix(['%', '$']).unwrap_or(ptx);
    ptx.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

/// Returns whether a name is in capitals, as constants are.
fn is_constant(name: &str) -> bool {
    let has = |is: fn(&u8) -> bool| name.bytes().any(|letter| is(&letter));
    has(u8::is_ascii_uppercase) && !has(u8::is_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::NameTable;

    #[test]
    fn no_name_is_an_item_in_a_pattern() {
        let mut names = NameTable::default();
        for name in ["None", "Self", "Some", "Ok", "Err", "_Unit", "PI", "match", "f1"] {
            assert_eq!(names.make(name), format!("{name}_"));
        }
        assert_eq!(names.make("%f1"), "f1_2_");
        assert_eq!(names.make("%memory"), "ptx_memory_");
    }
}
