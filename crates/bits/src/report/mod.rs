//! Prints the results of `check` and `eval --batch`.

pub(crate) mod text;

use crate::output::{Stream, written};
use crate::status::{FOUND, OK, UNREADABLE};
use ptx_isa::Dialect;
use ptx_module::syntax::Source;
use ptx_tool::eval::batch;
use std::io::{Read, Result};
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
        false => match std::fs::File::open(file) {
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
    if file != Path::new("-") {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a PTX file, or standard input if `file` is `-`.
pub(crate) fn read(file: &Path) -> Result<Source> {
    Ok(Source::new(&name(file), &bytes(file)?))
}
