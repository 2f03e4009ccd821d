//! The command `ptx`: checks PTX text, explains instructions, computes them bit for bit.
//!
//! `ptx-isa` knows what may be written, `ptx-text` reads it and `ptx-core` computes it; this
//! crate has the command line and what it prints.
//!
//! Without the feature `command`, which is on by default, this is a library for other programs:
//! [`check_instruction`], [`check`], [`explain`], [`eval`] and [`list`].

#[cfg(feature = "command")]
pub mod args;
pub mod check;
mod diagnostic;
pub mod dialect;
pub mod eval;
pub mod explain;
pub mod list;
#[cfg(feature = "command")]
mod report;
#[cfg(feature = "command")]
mod translate;

pub use check::{Level, check_instruction};
pub use diagnostic::Diagnostic;

/// No errors were found.
pub const OK: u8 = 0;
/// Errors were found, or the question has no answer.
pub const FOUND: u8 = 1;
/// Something could not be read, or not be written.
pub const UNREADABLE: u8 = 2;

/// Runs the command with the arguments of the process.
#[cfg(feature = "command")]
#[must_use]
pub fn run() -> std::process::ExitCode {
    use clap::Parser as _;
    let args = args::Args::parse_from(args::with_operands_apart(std::env::args_os()));
    std::process::ExitCode::from(args.command.run())
}
