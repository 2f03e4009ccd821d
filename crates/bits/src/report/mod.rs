//! Prints the results of `check` and `eval --batch`.

pub(crate) mod text;

use crate::output::{Stream, written};
use crate::status::{FOUND, OK, UNREADABLE};
use ptx_isa::Dialect;
use ptx_module::syntax::Source;
use ptx_tool::eval::batch;
use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The output format of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Excerpts with underlines, and counts
    #[default]
    Text,
    /// One JSON object per finding, each on its own line; check.schema.json describes it
    Json,
    /// One SARIF 2.1.0 document for all files
    Sarif,
}

/// Evaluates every line of a file. Returns the exit status.
pub(crate) fn batch(
    file: &Path,
    default: &Dialect,
    out: &mut Stream<'_>,
    err: &mut Stream<'_>,
) -> u8 {
    let out = out.writer();
    let answered = match file == Path::new("-") {
        true => batch::answer(std::io::stdin().lock(), out, default),
        false => match File::open(file) {
            Ok(input) => batch::answer(input, out, default),
            Err(error) => Err(batch::Broken::Input(error)),
        },
    };
    match answered {
        Ok(true) => FOUND,
        Ok(false) => OK,
        Err(batch::Broken::Output(error)) => written(Err(error), err),
        Err(batch::Broken::Input(error)) => {
            err.failure(&format_args!("cannot read {}: {error}", file.display()));
            UNREADABLE
        }
    }
}

/// Returns the name of a file in messages.
pub(crate) fn name(file: &Path) -> String {
    if file == Path::new("-") { "<stdin>".into() } else { file.display().to_string() }
}

/// Returns the contents of a file, or of standard input if `file` is `-`.
pub(crate) fn bytes(file: &Path) -> Result<Vec<u8>> {
    match file == Path::new("-") {
        true => limited(std::io::stdin().lock()),
        false => bytes_of(file),
    }
}

/// Returns the contents of a file.
pub(crate) fn bytes_of(file: &Path) -> Result<Vec<u8>> {
    let input = File::open(file)?;
    match input.metadata()?.is_file() {
        true => std::fs::read(file),
        false => limited(input),
    }
}

/// Returns the contents of an input whose size is not known, such as a pipe or a device.
fn limited(input: impl Read) -> Result<Vec<u8>> {
    /// The maximum size in bytes: 256 MiB.
    const MOST: usize = 1 << 28;
    let mut bytes = Vec::new();
    input.take(MOST as u64 + 1).read_to_end(&mut bytes)?;
    match bytes.len() {
        ..=MOST => Ok(bytes),
        _ => Err(Error::new(
            ErrorKind::FileTooLarge,
            "it is not a regular file, and has more than 256 MiB",
        )),
    }
}

/// Reads a PTX file, or standard input if `file` is `-`.
pub(crate) fn read(file: &Path) -> Result<Source> {
    Ok(Source::new(&name(file), &bytes(file)?))
}
