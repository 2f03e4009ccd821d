//! Errors in a PTX file.

use ptx_isa::Message;
use std::fmt;

/// An error at a position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line, counted from 1, or 0 if the error concerns the whole file.
    pub line: usize,
    /// The column, counted from 1, or 0 if the error concerns the whole file.
    pub column: usize,
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
    pub(crate) fn of(
        source: &ptx_module::syntax::Source,
        faults: Vec<ptx_module::resolve::Fault>,
    ) -> Self {
        let findings = faults.into_iter().map(|fault| {
            let place = source.place(fault.span.start);
            Finding { line: place.line, column: place.column, message: fault.message }
        });
        Self { file: source.name.clone(), findings: findings.collect() }
    }

    /// Builds an error from the errors of a check.
    pub(crate) fn of_check(
        source: &ptx_module::syntax::Source,
        errors: &[ptx_module::check::Finding],
    ) -> Self {
        let findings = errors.iter().map(|error| {
            let place = source.place(error.span.start);
            Finding { line: place.line, column: place.column, message: error.message.clone() }
        });
        Self { file: source.name.clone(), findings: findings.collect() }
    }

    /// Builds an error from the faults of machine code, which has no lines.
    pub(crate) fn of_machine(file: &str, faults: Vec<String>) -> Self {
        let finding = |message: String| Finding { line: 0, column: 0, message: message.into() };
        Self { file: file.into(), findings: faults.into_iter().map(finding).collect() }
    }

    /// Builds an error that concerns the whole file.
    pub(crate) fn whole(file: &str, message: Message) -> Self {
        Self { file: file.into(), findings: vec![Finding { line: 0, column: 0, message }] }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, Finding { line, column, message }) in self.findings.iter().enumerate() {
            let end = if i == 0 { "" } else { "\n" };
            match line {
                0 => write!(f, "{end}{}: {message}", self.file)?,
                _ => write!(f, "{end}{}:{line}:{column}: {message}", self.file)?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
