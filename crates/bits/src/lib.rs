//! The command `ptx-bits`: parses arguments and prints results. To use its features as functions, use the
//! crate `ptx-tool`.

mod args;
mod check;
mod commands;
#[cfg(feature = "run")]
mod driver;
#[cfg(feature = "run")]
mod launch;
mod output;
mod report;
mod status;
#[cfg(feature = "run")]
mod tools;
mod translate;
#[cfg(feature = "run")]
mod verify;

use clap::Parser as _;
pub use output::Stream;
pub use status::{FOUND, OK, UNREADABLE};
use std::ffi::OsString;
use std::io::{IsTerminal as _, stderr, stdout};

/// Runs the command and returns the exit status. The first argument is the name of the program. The file name
/// `-` means the standard input of the process.
///
/// ```
/// use ptx_bits::{Stream, run};
///
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let arguments = ["ptx-bits", "eval", "add.rn.f32", "1.0", "2.0"].map(Into::into);
/// let status = run(arguments, &mut Stream::plain(&mut out), &mut Stream::plain(&mut err));
/// assert_eq!(status, 0);
/// assert!(out.starts_with(b"decimal  3.0\n") && err.is_empty());
/// ```
#[must_use]
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    out: &mut Stream<'_>,
    err: &mut Stream<'_>,
) -> u8 {
    match args::Args::try_parse_from(args::with_operands_apart(arguments)) {
        Ok(args) => args.command.run(out, err),
        Err(error) => {
            if error.use_stderr() {
                print_usage(&error, err);
            } else {
                print_usage(&error, out);
            }
            u8::try_from(error.exit_code()).unwrap_or(UNREADABLE)
        }
    }
}

/// Prints the help, the version, or an error about arguments.
fn print_usage(error: &clap::Error, stream: &mut Stream<'_>) {
    let text = error.render();
    let text = if stream.has_colour() { text.ansi().to_string() } else { text.to_string() };
    // Ignore a closed stream, as `clap::Error::exit` does.
    let _ = stream.write_all(text.as_bytes());
}

/// Runs the command on the standard streams. Returns the exit status.
#[must_use]
pub fn run_on_standard_streams(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let (mut out, mut err) = (stdout().lock(), stderr());
    let are_terminals = [out.is_terminal(), err.is_terminal()];
    let mut out = Stream::terminal(&mut out, are_terminals[0]);
    run(arguments, &mut out, &mut Stream::terminal(&mut err, are_terminals[1]))
}
