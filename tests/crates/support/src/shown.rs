//! Finds the commands in the READMEs and the book. A command is a line in a code block marked `sh`,
//! or a line that starts with `$ ` in a block marked `console`. The output of a command follows it
//! in a `console` block.

use crate::published;
use std::fs;
use std::path::{Path, PathBuf};

/// A command in a README or in a page of the book, with its position and its documented output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The path of the file, relative to the repository.
    pub file: String,
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The command, without a trailing comment.
    pub command: String,
    /// The documented output; `None` in a block marked `sh`.
    pub output: Option<Vec<String>>,
}

impl Shown {
    /// Returns whether the command runs a program, alone or in a pipe.
    #[must_use]
    pub fn runs(&self, program: &str) -> bool {
        let command = format!("{program} ");
        self.command.starts_with(&command) || self.command.contains(&format!("| {command}"))
    }
}

/// Returns the root folder of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Returns the paths and texts of the READMEs and the pages of the book.
///
/// # Panics
/// Panics if a file cannot be read.
#[must_use]
pub fn texts() -> Vec<(String, String)> {
    let mut files = vec!["README.md".to_string(), "examples/README.md".to_string()];
    let folders = published().into_iter().map(|package| package.folder);
    let pages_of_crates = folders.filter(|folder| !folder.is_empty());
    files.extend(
        pages_of_crates
            .map(|folder| format!("{folder}/README.md"))
            .filter(|file| root().join(file).exists()),
    );
    pages("docs/src", &mut files);
    let text = |file: &str| fs::read_to_string(root().join(file));
    let read = |file: String| match text(&file) {
        Ok(text) => (file, text),
        Err(error) => panic!("{file}: {error}"),
    };
    files.into_iter().map(read).collect()
}

/// Returns all commands in the READMEs and the book.
#[must_use]
pub fn shown() -> Vec<Shown> {
    let mut found = Vec::new();
    for (file, text) in texts() {
        of_text(&file, &text, &mut found);
    }
    found
}

fn pages(folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root().join(folder)).expect("the folder of the book") {
        let entry = entry.expect("an entry of the folder");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            pages(&path, files);
        } else if path.ends_with(".md") {
            files.push(path);
        }
    }
}

fn of_text(file: &str, text: &str, found: &mut Vec<Shown>) {
    let mut fence = None;
    for (i, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(info.trim()) };
            continue;
        }
        let (command, output) = match fence {
            Some("sh") => (Some(line), None),
            Some("console") => (line.strip_prefix("$ "), Some(Vec::new())),
            _ => continue,
        };
        let command = command.map(|line| line.split("  #").next().unwrap_or_default().trim());
        match command {
            Some("") => {}
            Some(command) => {
                found.push(Shown {
                    file: file.into(),
                    line: i + 1,
                    command: command.into(),
                    output,
                });
            }
            None => {
                let printed = found.last_mut().and_then(|shown| shown.output.as_mut());
                printed.expect("a command precedes its output").push(line.into());
            }
        }
    }
}
