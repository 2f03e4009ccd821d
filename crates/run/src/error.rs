//! Errors in a PTX file.

use crate::place::place;
use ptx_isa::Message;
use ptx_module::syntax::{Place, Source, SourceLine};
use std::fmt;
use std::sync::Arc;

/// An error at a position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the file, if it is not [`Error::file`]. A module can consist of several files.
    pub file: Option<String>,
    /// The line, counted from 1, or 0 if the error concerns the whole file.
    pub line: usize,
    /// The column, counted from 1, or 0 if the error concerns the whole file.
    pub column: usize,
    /// The line of the source that the line was compiled from.
    pub origin: Option<Arc<SourceLine>>,
    /// The message: what is wrong, why, and what to write instead.
    pub message: Message,
}

/// The reasons why a module or a kernel cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The name of the file.
    pub file: String,
    /// The faults, in the order of the text.
    pub findings: Vec<Finding>,
}

impl Error {
    /// Builds an error from faults that have positions in a text.
    pub(crate) fn of(source: &Source, faults: Vec<ptx_module::resolve::Fault>) -> Self {
        let faults = faults.into_iter().map(|fault| (fault.span.start, fault.message));
        Self::at(source, faults)
    }

    /// Builds an error from the errors of a check.
    pub(crate) fn of_check(source: &Source, errors: &[ptx_module::check::Finding]) -> Self {
        Self::at(source, errors.iter().map(|error| (error.span.start, error.message.clone())))
    }

    /// Builds an error from messages, each with its byte in a text.
    fn at(source: &Source, all: impl Iterator<Item = (usize, Message)>) -> Self {
        let findings = all.map(|(at, message)| {
            let Place { line, column } = source.place(at);
            Finding { file: None, line, column, origin: source.origin(at), message }
        });
        Self { file: source.name.clone(), findings: findings.collect() }
    }

    /// Builds an error from the errors of several files. The findings of a file other than the first have its name.
    pub(crate) fn joined(errors: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self { file: String::new(), findings: Vec::new() };
        for error in errors.into_iter().filter(|error| !error.findings.is_empty()) {
            if all.findings.is_empty() {
                all.file.clone_from(&error.file);
            }
            let file = Some(&error.file).filter(|file| **file != all.file);
            let own = |one: Finding| Finding { file: one.file.or_else(|| file.cloned()), ..one };
            all.findings.extend(error.findings.into_iter().map(own));
        }
        all
    }

    /// Builds an error from the faults of machine code, which has no lines.
    pub(crate) fn of_machine(file: &str, faults: Vec<String>) -> Self {
        let finding = |message: String| Finding {
            file: None,
            line: 0,
            column: 0,
            origin: None,
            message: message.into(),
        };
        Self { file: file.into(), findings: faults.into_iter().map(finding).collect() }
    }

    /// Builds an error that concerns the whole file.
    pub(crate) fn whole(file: &str, message: Message) -> Self {
        Self {
            file: file.into(),
            findings: vec![Finding { file: None, line: 0, column: 0, origin: None, message }],
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Finding { file, line, column, origin, message }) in self.findings.iter().enumerate()
        {
            let end = if i == 0 { "" } else { "\n" };
            let file = file.as_ref().unwrap_or(&self.file);
            match line {
                0 => write!(f, "{end}{file}: {message}")?,
                _ => {
                    let at = format!("{line}:{column}");
                    write!(f, "{end}{}: {message}", place(file, at, origin.as_deref()))?;
                }
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
