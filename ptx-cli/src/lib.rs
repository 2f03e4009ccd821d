//! The command `ptx`: checks PTX text, explains instructions, computes them bit for bit.
//!
//! `ptx-isa` knows what may be written, `ptx-syntax` reads it and `ptx-core` computes it; here are
//! the command line and what it prints.

pub mod args;
pub mod check;
pub mod dialect;
pub mod eval;
pub mod explain;
mod report;
mod translate;

use clap::Parser as _;
use std::process::ExitCode;

/// No errors were found.
pub const OK: u8 = 0;
/// Errors were found, or the question has no answer.
pub const FOUND: u8 = 1;
/// Something could not be read, or not be written.
pub const UNREADABLE: u8 = 2;

/// Runs the command with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    let args = args::Args::parse_from(args::with_operands_apart(std::env::args_os()));
    ExitCode::from(args.command.run())
}
