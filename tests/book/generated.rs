//! Compares generated text with the text in a file. The generated text is the whole file, or a region between two
//! marks. In overwrite mode (`PTX_GOLDEN=overwrite`), writes the generated text to the file instead.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The first line of a generated file.
pub(crate) const MARK: &str =
    "<!-- Generated from the instruction table: PTX_GOLDEN=overwrite cargo test --test book -->\n";

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn overwrites() -> bool {
    std::env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite")
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(root(path)).unwrap_or_default()
}

/// Compares the file with `text`, preceded by [`MARK`]. In overwrite mode, writes the file first.
#[track_caller]
pub(crate) fn whole(path: &str, text: &str) {
    let expected = format!("{MARK}{text}");
    if overwrites() {
        fs::write(root(path), &expected).expect("the file can be written");
    }
    same(path, &read(path), &expected);
}

/// A lock that a test holds while it reads and writes a region. Without the lock, parallel tests could overwrite each
/// other's regions of a file.
static WRITER: Mutex<()> = Mutex::new(());

/// Compares the text between the two marks of a region with `text`. In overwrite mode, replaces the text between the
/// marks instead.
#[track_caller]
pub(crate) fn region(path: &str, name: &str, text: &str) {
    let _writer = WRITER.lock().unwrap_or_else(PoisonError::into_inner);
    let file = read(path);
    let (begin, end) = (format!("<!-- generated: {name} -->\n"), "<!-- end -->");
    let (before, rest) =
        file.split_once(&begin).unwrap_or_else(|| panic!("{path}: no region {name}"));
    let (found, after) = rest.split_once(end).expect("the end of a region");
    if overwrites() {
        fs::write(root(path), [before, &begin, text, end, after].concat())
            .expect("the file can be written");
    } else {
        same(path, found, text);
    }
}

#[track_caller]
fn same(path: &str, found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "{path} is stale: PTX_GOLDEN=overwrite cargo test --test book");
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "{path} is stale");
}

/// Checks that a folder contains only the expected files. In overwrite mode, removes unexpected files
/// instead.
pub(crate) fn only(folder: &str, expected: BTreeSet<String>) {
    for entry in fs::read_dir(root(folder)).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if overwrites() && !expected.contains(&name) {
            fs::remove_file(&path).expect("the file can be removed");
        }
        assert!(
            overwrites() || expected.contains(&name),
            "{folder}/{name} belongs to no instruction"
        );
    }
}
