//! Tests that certain phrases do not occur in messages, pages, documentation and comments.
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

/// Phrases that must not occur in comments or texts, each with a replacement.
const RIDDLES: [(&str, &str); 34] = [
    ("a nan of binary32", "a binary32 NaN"),
    ("a nan of binary64", "a binary64 NaN"),
    ("are asked", "run, are tested with"),
    ("are looked at", "are checked"),
    ("are met bit for bit", "are reproduced bit for bit"),
    ("are not looked at", "are ignored"),
    ("are told", "receive"),
    ("asks a chip", "runs on a chip"),
    ("become vectors", "are vectorised"),
    ("becomes vectors", "is vectorised"),
    ("count as zero", "are flushed to zero"),
    ("counts as zero", "is flushed to zero"),
    ("counts the same", "is treated alike"),
    ("end with status", "exit with status"),
    ("ends with status", "exits with status"),
    ("foreseen", "predicted"),
    ("infinity of its sign", "±inf"),
    ("infinity of their sign", "±inf"),
    ("is asked", "runs, is tested with"),
    ("is looked at", "is checked"),
    ("is not looked at", "is ignored"),
    ("is told", "receives"),
    ("least to most", "min to max"),
    ("leaves it open", "does not specify it"),
    ("lie on the middle", "are midpoints"),
    ("lies on the middle", "is a midpoint"),
    ("made quiet", "quieted"),
    ("makes it quiet", "quiets it"),
    ("makes quiet", "quiets"),
    ("say so", "report it"),
    ("says so", "reports it"),
    ("seldom", "rarely"),
    ("the eldest", "the oldest"),
    ("what is short of", "what is below"),
];

/// Files that are not checked. This file itself lists the phrases.
const UNCHECKED: [&str; 1] = ["tests/words.rs"];

/// Returns every file in a folder and its subfolders that has the given extension.
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

/// Returns whether a text contains a phrase as whole words.
fn has(text: &str, phrase: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(phrase).any(|(at, _)| {
        let end = at + phrase.len();
        // "There is no such instruction" is allowed.
        let is_plain = phrase == "is no" && text[..at].to_lowercase().ends_with("there ");
        !is_plain && !text[..at].ends_with(is_letter) && !text[end..].starts_with(is_letter)
    })
}

/// Returns the lines of a file that contain one of [`PHRASES`]. Ignores plain comments (`//`) in Rust files.
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

/// Returns every file in a folder and its subfolders that has one of the [`EXTENSIONS`].
fn texts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !["target", "node_modules"].contains(&&*name) && !name.starts_with('.')
        {
            found.extend(texts(&path));
        } else if path.extension().is_some_and(|own| EXTENSIONS.iter().any(|known| own == *known)) {
            found.push(path);
        }
    }
    found
}

/// The extensions of the files that are searched for [`RIDDLES`].
const EXTENSIONS: [&str; 7] = ["md", "py", "pyi", "rs", "sh", "stderr", "toml"];

/// Joins the lines of a text, in lower case and without comment markers. Also returns the position in the joined text
/// at which each line starts.
fn joined(text: &str) -> (String, Vec<usize>) {
    let (mut joined, mut starts) = (String::new(), Vec::new());
    for line in text.lines() {
        starts.push(joined.len());
        let line = line.trim_start_matches([' ', '\t', '/', '!', '#']);
        let line = line.trim_end_matches([' ', '\\']);
        joined.push_str(&line.to_lowercase());
        joined.push(' ');
    }
    (joined, starts)
}

/// Returns the phrases of [`RIDDLES`] that a text contains, with their lines.
fn riddles(text: &str) -> Vec<(usize, &'static str, &'static str)> {
    let (joined, starts) = joined(text);
    let mut found = Vec::new();
    for (phrase, plain) in RIDDLES {
        if has(&joined, phrase) {
            let at = joined.find(phrase).unwrap_or_default();
            found.push((starts.partition_point(|start| *start <= at), phrase, plain));
        }
    }
    found
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
    let mut found = files(&root.join("ui-tests"), "stderr");
    found.extend(files(&root.join("src"), "md"));
    found.extend(files(&root.join("crates/isa/src/doc"), "md"));
    for package in test_support::published() {
        found.extend(files(&package.join("src"), "rs"));
    }
    assert!(found.len() > 300, "{} files", found.len());
    let faulty: Vec<_> = found.iter().flat_map(|path| lines(path)).collect();
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}

#[test]
fn riddles_are_found_across_lines() {
    let text = "fn f() {}\n/// A NaN is made\n/// quiet. It becomes\n// vectors.\n";
    assert_eq!(
        riddles(text),
        [(3, "becomes vectors", "is vectorised"), (2, "made quiet", "quieted")]
    );
    assert_eq!(riddles("/// The list is asked for.").len(), 1);
    assert!(riddles("/// It becomes vectorised.").is_empty());
}

#[test]
fn comments_and_texts_have_no_riddles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = texts(root);
    assert!(all.len() > 1000, "{} files", all.len());
    let mut faulty = Vec::new();
    for path in &all {
        let text = fs::read_to_string(path).expect("a text");
        let path = path.strip_prefix(root).expect("a file of the repository");
        if UNCHECKED.iter().any(|unchecked| path.starts_with(unchecked)) {
            continue;
        }
        let path = path.display();
        for (line, phrase, plain) in riddles(&text) {
            faulty.push(format!("{path}:{line}: \"{phrase}\": write \"{plain}\""));
        }
    }
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}
