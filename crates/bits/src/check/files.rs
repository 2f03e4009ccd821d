//! Finds the files to check. The arguments are files and directories.

use ignore::WalkBuilder;
use ptx_tool::inline::Language;
use std::path::{Path, PathBuf};

/// The extension of PTX files.
const PTX: &str = "ptx";

/// A file, or the reason why it cannot be read.
type Found = Result<PathBuf, String>;

/// Returns the files that the arguments select, in the order of the arguments. The files of a directory are
/// sorted.
pub(super) fn files(arguments: &[PathBuf], inline: Option<Language>) -> Vec<Found> {
    let mut files = Vec::new();
    for path in arguments {
        match path.is_dir() {
            true => walk(path, inline, &mut files),
            false => files.push(Ok(path.clone())),
        }
    }
    files
}

/// Adds the files of a directory that may contain PTX. Skips hidden files and files that `.gitignore` lists.
fn walk(directory: &Path, inline: Option<Language>, files: &mut Vec<Found>) {
    let before = files.len();
    let mut walk = WalkBuilder::new(directory);
    walk.sort_by_file_name(std::ffi::OsStr::cmp).require_git(false);
    for entry in walk.build() {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                let path = entry.into_path();
                let language = language(&path);
                let is_wanted = match inline {
                    Some(_) => language == inline,
                    None => language.is_some() || is_ptx(&path),
                };
                files.extend(is_wanted.then_some(Ok(path)));
            }
            Ok(_) => {}
            Err(error) => files.push(Err(format!("cannot read {error}"))),
        }
    }
    if files.len() == before {
        let name = directory.display();
        files.push(Err(format!("{name} contains no PTX file and no source file with inline PTX")));
    }
}

/// Returns the language of a file with inline PTX, such as C++. Returns `None` for a PTX file.
pub(super) fn language(path: &Path) -> Option<Language> {
    Language::of_extension(extension(path))
}

/// Returns whether the extension of a file is that of PTX.
pub(super) fn is_ptx(path: &Path) -> bool {
    extension(path) == PTX
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}
