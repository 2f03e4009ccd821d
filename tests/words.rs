//! Messages, pages and documentation use the words of rustc. Some phrases are never among them.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

const PHRASES: [&str; 9] = [
    "stands twice",
    "stands there",
    "lacks",
    "behind it",
    "is no",
    "knows no",
    "way out",
    "of its own",
    "has none of",
];

/// The crates.
const CRATES: [&str; 10] = [
    ".",
    "ptx-bits",
    "ptx-core",
    "ptx-isa",
    "ptx-lower",
    "ptx-macros",
    "ptx-text",
    "ptx-tool",
    "ptx-translate",
    "ptx-wide",
];

/// Every file of this extension in a folder and those in it.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
    found
}

/// Whether a text has a phrase as whole words.
fn has(text: &str, phrase: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(phrase).any(|(at, _)| {
        let end = at + phrase.len();
        // "There is no such instruction" is plain.
        let is_plain = phrase == "is no" && text[..at].to_lowercase().ends_with("there ");
        !is_plain && !text[..at].ends_with(is_letter) && !text[end..].starts_with(is_letter)
    })
}

/// The lines of a file with one of the phrases; in Rust without those of plain comments.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a text");
    let is_rust = path.extension().is_some_and(|extension| extension == "rs");
    let is_message = |line: &&str| {
        let line = line.trim_start();
        let is_documentation = line.starts_with("///") || line.starts_with("//!");
        !is_rust || is_documentation || !line.starts_with("//")
    };
    let faulty =
        text.lines().filter(is_message).filter(|line| PHRASES.iter().any(|p| has(line, p)));
    faulty.map(|line| format!("{}: {line}", path.display())).collect()
}

#[test]
fn phrases_are_found_as_whole_words() {
    assert!(has("`.sat` stands there twice", "stands there"));
    assert!(has("this is no destination", "is no"));
    assert!(!has("this is not a destination", "is no"));
    assert!(!has("There is no such instruction", "is no"));
    assert!(!has("slacks", "lacks"));
}

#[test]
fn messages_pages_and_documentation_have_none_of_the_phrases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = files(&root.join("ui-tests/fail"), "stderr");
    found.extend(files(&root.join("src"), "md"));
    found.extend(files(&root.join("ptx-isa/src/doc"), "md"));
    for name in CRATES {
        found.extend(files(&root.join(name).join("src"), "rs"));
    }
    assert!(found.len() > 400, "{} files", found.len());
    let faulty: Vec<_> = found.iter().flat_map(|path| lines(path)).collect();
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}
