//! What the command prints, and the exit codes.

mod text;

use crate::{FOUND, OK, UNREADABLE};
use ptx_isa::Dialect;
use ptx_text::Source;
use ptx_tool::check::{Defaults, Level, check};
use ptx_tool::eval::batch;
use ptx_tool::report::{Sarif, json};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// What `ptx-bits check` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Excerpts with underlines, and how many errors there are
    #[default]
    Text,
    /// One JSON object per diagnostic, each on a line; check.schema.json describes it
    Json,
    /// One SARIF 2.1.0 document about all files
    Sarif,
}

/// Checks files one after the other and prints the messages; returns the exit code.
pub(crate) fn check_files(files: &[PathBuf], format: Format, defaults: &Defaults) -> u8 {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut code = OK;
    let mut log = Sarif::default();
    for file in files {
        let source = match read(file) {
            Ok(source) => source,
            Err(error) => {
                let message = format!("cannot read {}: {error}", file.display());
                eprintln!("ptx-bits: {message}");
                log.unreadable(&message);
                code = UNREADABLE;
                continue;
            }
        };
        let said = check(&source, defaults);
        if said.iter().any(|d| d.level == Level::Error) {
            code = code.max(FOUND);
        }
        let printed = match format {
            Format::Text => text::write(&mut out, &source, &said),
            Format::Json => json(&mut out, &source, &said),
            Format::Sarif => {
                log.add(&source, &said);
                Ok(())
            }
        };
        code = code.max(written(printed));
    }
    if format == Format::Sarif {
        code = code.max(written(log.write(&mut out, code)));
    }
    code.max(written(out.flush()))
}

/// Answers the lines of a file on the standard output; returns the exit code.
pub(crate) fn batch(file: &Path, default: &Dialect) -> u8 {
    let out = std::io::stdout().lock();
    let answered = match file == Path::new("-") {
        true => batch::answer(std::io::stdin().lock(), out, default),
        false => match std::fs::File::open(file) {
            Ok(input) => batch::answer(input, out, default),
            Err(error) => Err(batch::Broken::Input(error)),
        },
    };
    match answered {
        Ok(faulty) => {
            if faulty {
                FOUND
            } else {
                OK
            }
        }
        Err(batch::Broken::Output(error)) => written(Err(error)),
        Err(batch::Broken::Input(error)) => {
            eprintln!("ptx-bits: cannot read {}: {error}", file.display());
            UNREADABLE
        }
    }
}

/// The exit code after writing; a closed pipe is not an error.
pub(crate) fn written(result: std::io::Result<()>) -> u8 {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("ptx-bits: cannot write: {error}");
            UNREADABLE
        }
        _ => OK,
    }
}

/// Prints on the standard output; returns the exit code.
pub(crate) fn print(bytes: &[u8]) -> u8 {
    let mut out = std::io::stdout();
    written(out.write_all(bytes).and_then(|()| out.flush()))
}

pub(crate) fn read(file: &Path) -> std::io::Result<Source> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(Source::new("<stdin>", &bytes));
    }
    Ok(Source::new(&file.display().to_string(), &std::fs::read(file)?))
}
