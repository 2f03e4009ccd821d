//! Prints the last lines of `check`: the counts for all files.

use crate::report::text::{counted, no_or_counted};
use ptx_module::syntax::Source;
use ptx_tool::check::Level;
use ptx_tool::inline::{Counts, Report};
use std::collections::BTreeMap;
use std::io::{Result, Write};

/// The counts for all files.
#[derive(Debug, Default)]
pub(super) struct Total {
    files: usize,
    /// The number of files that cannot be read.
    unread: usize,
    /// The name of the first file.
    first: Option<String>,
    /// The number of findings of each level.
    levels: BTreeMap<&'static str, usize>,
    statements: Counts,
    modules: Counts,
    /// The number of corrections that `--fix` made.
    pub(super) fixed: usize,
    /// The number of unchecked instructions, by mnemonic.
    unchecked: BTreeMap<String, usize>,
}

impl Total {
    /// Adds the findings about a file.
    pub(super) fn add(&mut self, source: &Source, report: &Report) {
        self.files += 1;
        self.first.get_or_insert_with(|| source.name.clone());
        self.statements.add(&report.counts);
        self.modules.add(&report.modules);
        for finding in &report.findings {
            *self.levels.entry(finding.level.name()).or_default() += 1;
            if finding.level == Level::Unchecked {
                let word = source.text[finding.span.clone()].to_string();
                *self.unchecked.entry(word).or_default() += 1;
            }
        }
    }

    /// Adds a file that cannot be read.
    pub(super) fn add_unread(&mut self) {
        self.unread += 1;
    }

    /// Returns the number of findings of a level.
    pub(super) fn count(&self, level: Level) -> usize {
        self.levels.get(level.name()).copied().unwrap_or_default()
    }

    /// Writes the counts for all files, unless none of them can be read. For a single file with findings, omits the
    /// number of findings, because it is already printed below the findings.
    pub(super) fn write(&self, out: &mut impl Write) -> Result<()> {
        let levels = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Note, "note")];
        let is_good = levels.iter().all(|(level, _)| self.count(*level) == 0);
        if self.files == 0 && self.unread > 0 {
            return Ok(());
        }
        if self.files > 1 || self.unread > 0 || is_good {
            let files = match (self.files, &self.first) {
                (1, Some(name)) => name.clone(),
                (files, _) => counted(files, "file"),
            };
            write!(out, "{files}: {}", no_or_counted(self.count(Level::Error), "error"))?;
            for (level, what) in levels.iter().skip(1).filter(|(level, _)| self.count(*level) > 0) {
                write!(out, ", {}", counted(self.count(*level), what))?;
            }
            if self.unread > 0 {
                write!(out, "; {} not read", counted(self.unread, "file"))?;
            }
            writeln!(out)?;
        }
        if self.fixed > 0 {
            writeln!(out, "fixed: {}", self.fixed)?;
        }
        let list = |numbers: &mut dyn Iterator<Item = (&str, usize)>| {
            numbers.map(|(name, n)| format!("{name} ({n})")).collect::<Vec<_>>().join(", ")
        };
        for (counts, what) in [(&self.statements, "statement"), (&self.modules, "module")] {
            let Counts { found, checked, unchecked } = counts;
            if *found > 0 {
                let reasons = list(&mut unchecked.iter().map(|(reason, n)| (*reason, *n)));
                let colon = if reasons.is_empty() { "" } else { ": " };
                let (open, found) = (found - checked, counted(*found, what));
                writeln!(out, "{found} = {checked} checked + {open} not checked{colon}{reasons}")?;
            }
        }
        if self.files > 1 && !self.unchecked.is_empty() {
            let all = self.unchecked.iter().map(|(name, n)| (name.as_str(), *n));
            writeln!(out, "unchecked: {}", list(&mut { all }))?;
        }
        Ok(())
    }
}
