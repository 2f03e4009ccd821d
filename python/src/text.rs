//! Implements the functions `check`, `explain` and `forms`, which are about PTX text, and runs the command `ptx-bits`.

use crate::error::refused;
use crate::instruction::dialect;
use ptx_isa::{Type, number as numbers};
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, check as checked};
use ptx_tool::{Diagnostic, dialect as words, explain as explanation, list};
use pyo3::prelude::*;
use std::ffi::OsString;

/// The fields of a diagnostic, in the order in which `ptx-bits check --json` prints them.
type Fields = (
    String,
    &'static str,
    usize,
    usize,
    usize,
    usize,
    String,
    Vec<String>,
    Option<String>,
    Option<String>,
    &'static str,
    Option<String>,
);

/// Returns the diagnostics that `ptx-bits check` prints for a text.
#[pyfunction]
pub(crate) fn check(
    py: Python<'_>,
    text: &str,
    target: Option<&str>,
    version: Option<&str>,
    file: &str,
) -> PyResult<Vec<Fields>> {
    let target = target.map(words::target).transpose();
    let version = version.map(words::version).transpose();
    let defaults = Defaults {
        version: version.map_err(|message| refused(py, &message))?,
        target: target.map_err(|message| refused(py, &message))?,
    };
    let fields = py.detach(|| {
        let source = Source::new(file, text.as_bytes());
        let said = checked(&source, &defaults);
        said.iter().map(|said| fields(Diagnostic::new(said, &source), file)).collect()
    });
    Ok(fields)
}

fn fields(said: Diagnostic, file: &str) -> Fields {
    let Diagnostic {
        level,
        message,
        notes,
        help,
        line,
        column,
        end_line,
        end_column,
        code,
        origin,
    } = said;
    let note = (!notes.is_empty()).then(|| notes.join("\n"));
    let file = file.to_string();
    (
        file,
        level.name(),
        line,
        column,
        end_line,
        end_column,
        message,
        notes,
        note,
        help,
        code.name(),
        origin.map(|origin| origin.to_string()),
    )
}

/// Returns the text that `ptx-bits explain` prints for an instruction.
#[pyfunction]
#[pyo3(signature = (instruction = "", *, target = "sm_121", version = None))]
pub(crate) fn explain(
    py: Python<'_>,
    instruction: &str,
    target: &str,
    version: Option<&str>,
) -> PyResult<String> {
    let dialect = dialect(target, version).map_err(|message| refused(py, &message))?;
    let text = explanation::explain(instruction, &dialect);
    text.map_err(|fault| refused(py, &fault.message))
}

/// Returns the rows of the instruction table for these names, in the format of `ptx-bits list --json`.
#[pyfunction]
pub(crate) fn table(py: Python<'_>, names: Vec<String>) -> PyResult<String> {
    list::json(&names)
        .map_err(|message| refused(py, &message.help("`forms()` returns all instructions")))
}

/// Returns the bits of a number that is given as a string, such as an argument of a kernel.
#[pyfunction]
pub(crate) fn number(py: Python<'_>, ty: &str, text: &str) -> PyResult<u128> {
    let bits = match Type::from_word(ty) {
        Some(ty) => numbers::bits(ty, text),
        None => Err(format!("PTX has no type `.{ty}`").into()),
    };
    bits.map_err(|message| refused(py, &message))
}

/// Runs the command on the standard streams of the process. The first argument is the name of the program. Returns the
/// exit status.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| ptx_bits::run_on_standard_streams(arguments))
}
