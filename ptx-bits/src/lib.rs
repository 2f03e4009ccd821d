//! The command `ptx-bits`: arguments and printing. The crate `ptx-tool` has the same as functions.

pub mod args;
mod report;
mod translate;

/// Exit code: no errors were found.
pub const OK: u8 = 0;
/// Exit code: errors were found, or the request has no result.
pub const FOUND: u8 = 1;
/// Exit code: a file could not be read or written.
pub const UNREADABLE: u8 = 2;

/// Runs the command with the arguments of the process.
#[must_use]
pub fn run() -> std::process::ExitCode {
    use clap::Parser as _;
    let args = args::Args::parse_from(args::with_operands_apart(std::env::args_os()));
    std::process::ExitCode::from(args.command.run())
}
