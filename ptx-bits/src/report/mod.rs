//! Prints the results of `check` and `eval --batch`.

mod text;

use crate::output::{Stream, written};
use crate::{FOUND, OK, UNREADABLE};
use ptx_isa::Dialect;
use ptx_text::Source;
use ptx_tool::check::{Defaults, Level, check};
use ptx_tool::eval::batch;
use ptx_tool::report::{Sarif, json};
use std::io::{BufWriter, Read, Result, Write};
use std::path::{Path, PathBuf};

/// The output format of `check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Excerpts with underlines, and the number of errors
    #[default]
    Text,
    /// One JSON object per diagnostic, each on a line; check.schema.json describes it
    Json,
    /// One SARIF 2.1.0 document about all files
    Sarif,
}

/// Checks files one after the other and prints the findings; returns the exit status.
pub(crate) fn check_files(
    files: &[PathBuf],
    format: Format,
    defaults: &Defaults,
    out: &mut Stream<'_>,
    err: &mut Stream<'_>,
) -> u8 {
    let has_colour = out.has_colour();
    let mut out = BufWriter::new(out.writer());
    let mut status = OK;
    let mut log = Sarif::default();
    for file in files {
        let source = match read(file) {
            Ok(source) => source,
            Err(error) => {
                let message = format!("cannot read {}: {error}", file.display());
                err.failure(&message);
                log.unreadable(&message);
                status = UNREADABLE;
                continue;
            }
        };
        let findings = check(&source, defaults);
        if findings.iter().any(|finding| finding.level == Level::Error) {
            status = status.max(FOUND);
        }
        let result = match format {
            Format::Text => text::write(&mut out, &source, &findings, has_colour),
            Format::Json => json(&mut out, &source, &findings),
            Format::Sarif => {
                log.add(&source, &findings);
                Ok(())
            }
        };
        status = status.max(written(result, err));
    }
    if format == Format::Sarif {
        status = status.max(written(log.write(&mut out, status), err));
    }
    status.max(written(out.flush(), err))
}

/// Computes the lines of a file; returns the exit status.
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

/// Reads a PTX file, or the standard input if it is `-`.
pub(crate) fn read(file: &Path) -> Result<Source> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(Source::new("<stdin>", &bytes));
    }
    Ok(Source::new(&file.display().to_string(), &std::fs::read(file)?))
}
