//! The commands that texts show: lines of fences marked `sh`, and lines after `$ ` in fences marked
//! `console`, which show what a command prints, too. Those of `ptx` are run by `ptx-cli/tests/book.rs`,
//! the others by `.ci/run`.

/// A command, and where it is shown.
pub(crate) struct Command {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Command {
    /// Whether the command `ptx` is run, alone or in a pipe.
    pub(crate) fn is_of_ptx(&self) -> bool {
        self.text.starts_with("ptx ") || self.text.contains("| ptx ")
    }
}

/// The commands of a text.
pub(crate) fn documented(file: &str, text: &str) -> Vec<Command> {
    let mut found = Vec::new();
    let mut fence = None;
    for (i, line) in text.lines().enumerate() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(info.trim()) };
            continue;
        }
        let line = line.trim_start();
        let command = match fence {
            Some("sh") => Some(line),
            Some("console") => line.strip_prefix("$ "),
            _ => None,
        };
        let command = command.map(|line| line.split(" #").next().unwrap_or_default().trim());
        if let Some(text) = command.filter(|text| !text.is_empty()) {
            found.push(Command { file: file.into(), line: i + 1, text: text.into() });
        }
    }
    found
}

/// The lines of `.ci/run` without what makes them quiet and repeatable.
pub(crate) fn run_by_ci(script: &str) -> Vec<String> {
    let joined = script.replace("\\\n", " ");
    let plain = |line: &str| {
        let words = line.split_whitespace().filter(|word| !matches!(*word, "--locked" | "--quiet"));
        words.collect::<Vec<_>>().join(" ")
    };
    joined.lines().map(plain).collect()
}
