//! The cases of `fail`, with one fault each.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the names of the files with an extension, and their texts.
pub(crate) fn files(extension: &str) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fail");
    let paths = fs::read_dir(folder).expect("the cases").map(|file| file.expect("an entry").path());
    let files = paths.filter(|path| path.extension().is_some_and(|e| e == extension));
    let name = |path: &Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    files.map(|path| (name(&path), fs::read_to_string(&path).expect("a text"))).collect()
}

/// Returns whether a macro reports the fault. The compiler's own errors have numbers, and a text
/// may contain both.
pub(crate) fn is_of_a_macro(text: &str) -> bool {
    text.starts_with("error: ") && !text.contains("error[E")
}
