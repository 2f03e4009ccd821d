//! Lists the cases in `fail`. Each case is a file with one fault, except `sass.rs`, which has a module for each fault.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The file with the expected messages for all faults that a macro finds.
pub(crate) const MESSAGES: &str = "messages.stderr";

pub(crate) fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of the files in `fail` with this extension.
pub(crate) fn names(extension: &str) -> BTreeSet<String> {
    let files = fs::read_dir(folder().join("fail")).expect("the cases");
    let paths = files.map(|file| file.expect("an entry").path());
    let chosen = paths.filter(|path| path.extension().is_some_and(|e| e == extension));
    let name = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    chosen.map(name).collect()
}

/// Splits the output of the compiler into messages. Groups the messages by the case that they name.
pub(crate) fn by_case(output: &str) -> BTreeMap<String, String> {
    let mut messages: Vec<String> = Vec::new();
    for line in output.lines() {
        if line.starts_with("error") || line.starts_with("warning") {
            messages.push(String::new());
        }
        if let Some(message) = messages.last_mut() {
            message.extend([line, "\n"]);
        }
    }
    let mut cases: BTreeMap<String, String> = BTreeMap::new();
    for message in messages {
        let place = message.split_once("--> fail/").and_then(|(_, rest)| rest.split_once(".rs:"));
        let Some((case, _)) = place else { continue };
        cases.entry(case.to_string()).or_default().extend([message.trim_end(), "\n\n"]);
    }
    cases
}

/// Returns the expected messages of the macros for each case.
pub(crate) fn recorded() -> BTreeMap<String, String> {
    by_case(&fs::read_to_string(folder().join(MESSAGES)).expect("the messages"))
}
