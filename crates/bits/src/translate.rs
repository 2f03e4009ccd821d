//! Runs the command `translate`.

use crate::output::{Stream, print};
use crate::report::read;
use crate::status::{FOUND, OK, UNREADABLE};
use ptx_module::syntax::Source;
use ptx_tool::translate;
use std::path::Path;

/// Prints the translations of the declared functions, or draft declarations. Returns the exit status.
pub(crate) fn translate(
    file: &Path,
    declarations: Option<&Path>,
    out: &mut Stream<'_>,
    err: &mut Stream<'_>,
) -> u8 {
    let stdin = Path::new("-");
    if file == stdin && declarations == Some(stdin) {
        err.error(&"the file and its declarations cannot both be the standard input");
        return FOUND;
    }
    let Some(source) = readable(file, err) else { return UNREADABLE };
    let Some(declarations) = declarations else {
        return match translate::draft(&source) {
            Ok(draft) => print(draft.as_bytes(), out, err),
            Err(message) => {
                err.error(&message);
                FOUND
            }
        };
    };
    let name = declarations.display().to_string();
    let Some(mut declarations) = readable(declarations, err) else { return UNREADABLE };
    declarations.name = name;
    match translate::translate(&source, &declarations) {
        Ok(translation) => {
            translation.errors.iter().for_each(|error| err.error(error));
            translation.warnings.iter().for_each(|warning| err.warning(warning));
            let is_complete = translation.errors.is_empty() && !translation.rust.is_empty();
            let status = if is_complete { OK } else { FOUND };
            status.max(print(translation.rust.as_bytes(), out, err))
        }
        Err(message) => {
            err.error(&message);
            FOUND
        }
    }
}

/// Reads a file. Prints an error and returns `None` if the file cannot be read.
fn readable(file: &Path, err: &mut Stream<'_>) -> Option<Source> {
    match read(file) {
        Ok(source) => Some(source),
        Err(error) => {
            err.failure(&format_args!("cannot read {}: {error}", file.display()));
            None
        }
    }
}
