//! Checks that every function that is called in a user's loop has `#[inline]`. Without the attribute, a function is not
//! inlined into another crate. A loop that calls this function is then not vectorised.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::fs;
use std::path::Path;

/// Functions that need no `#[inline]`, each with the reason.
const OUT_OF_LINE: &[(&str, &str)] = &[
    ("nan.rs propagated", "cold: called for a NaN only"),
    ("narrow.rs new", "called for constants only"),
    ("fpu/div.rs by_integers", "size: called for operands that are not normal"),
    ("fpu/fma.rs by_integers", "size: called for operands that are not moderate"),
    ("fpu/mul.rs by_integers", "size: called for operands that are not normal"),
    ("mufu/interpolate.rs steps", "size: intermediate results are for display"),
    ("mufu/steps.rs steps", "size: intermediate results are for display"),
    ("mufu/tanh.rs steps", "size: intermediate results are for display"),
];

/// Folders whose functions need no `#[inline]`, each with the reason.
const FOLDERS_OUT_OF_LINE: &[(&str, &str)] =
    &[("mma", "a call computes a whole matrix"), ("tests", "tests")];

/// Collects the name of each function in the tokens, also within macros. The flag tells whether the function has
/// `#[inline]`.
fn functions(tokens: TokenStream, found: &mut Vec<(String, bool)>) {
    let mut inline = false;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                if let Some(TokenTree::Group(group)) = tokens.next_if(is_attribute) {
                    inline |= group.stream().to_string().starts_with("inline");
                }
            }
            TokenTree::Ident(word) if word == "fn" => {
                // Within a macro, the name may be a macro variable.
                tokens.next_if(|next| matches!(next, TokenTree::Punct(p) if p.as_char() == '$'));
                if let Some(TokenTree::Ident(name)) = tokens.next() {
                    found.push((name.to_string(), inline));
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => inline = false,
            TokenTree::Group(group) => {
                functions(group.stream(), found);
                inline &= group.delimiter() != Delimiter::Brace;
            }
            _ => {}
        }
    }
}

fn is_attribute(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

/// Collects all functions without `#[inline]` in a folder, each with its file.
fn without_inline(folder: &Path, within: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("sources can be listed") {
        let path = entry.expect("sources can be listed").path();
        let name = path.file_name().expect("a file name").to_string_lossy().into_owned();
        let inside = format!("{within}{name}");
        if FOLDERS_OUT_OF_LINE.iter().any(|(folder, _)| *folder == name) {
            continue;
        }
        if path.is_dir() {
            without_inline(&path, &format!("{inside}/"), names);
        } else if name != "tests.rs" {
            let text = fs::read_to_string(&path).expect("sources can be read");
            let mut found = Vec::new();
            functions(text.parse().expect("sources are Rust"), &mut found);
            let missing = found.into_iter().filter(|(_, inline)| !inline);
            names.extend(missing.map(|(function, _)| format!("{inside} {function}")));
        }
    }
}

#[test]
fn every_function_has_inline_or_a_reason() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut names = Vec::new();
    without_inline(&sources, "", &mut names);
    names.sort();
    let mut expected: Vec<&str> = OUT_OF_LINE.iter().map(|(name, _)| *name).collect();
    expected.sort();
    assert_eq!(names, expected);
}
