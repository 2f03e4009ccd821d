//! Prints the translation of a PTX file.

use crate::report::{print, read};
use crate::{FOUND, OK, UNREADABLE};
use ptx_text::Source;
use ptx_tool::translate::{self, Translation};
use std::fmt::Display;
use std::path::Path;

/// Translates the declared functions of a file, or drafts declarations; returns the exit code.
pub(crate) fn translate(file: &Path, declarations: Option<&Path>) -> u8 {
    let stdin = Path::new("-");
    if file == stdin && declarations == Some(stdin) {
        return fail(&"the file and its declarations cannot both be the standard input");
    }
    let source = match readable(file) {
        Ok(source) => source,
        Err(code) => return code,
    };
    let Some(declarations) = declarations else {
        return match translate::draft(&source) {
            Ok(draft) => print(draft.as_bytes()),
            Err(message) => fail(&message),
        };
    };
    let name = declarations.display().to_string();
    let mut declarations = match readable(declarations) {
        Ok(declarations) => declarations,
        Err(code) => return code,
    };
    declarations.name = name;
    match translate::translate(&source, &declarations) {
        Ok(Translation { rust, errors }) => {
            let code = errors.iter().map(|error| fail(error)).max().unwrap_or(OK);
            code.max(print(rust.as_bytes()))
        }
        Err(message) => fail(&message),
    }
}

/// Prints an error; returns its exit code.
fn fail(message: &dyn Display) -> u8 {
    eprintln!("error: {message}");
    FOUND
}

/// Reads a file, or prints the error and returns the exit code.
fn readable(file: &Path) -> Result<Source, u8> {
    read(file).map_err(|error| {
        eprintln!("ptx-bits: cannot read {}: {error}", file.display());
        UNREADABLE
    })
}
