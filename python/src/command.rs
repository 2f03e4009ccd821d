//! Runs the command `ptx-bits`.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command on the standard streams of the process. The first argument is the name of the program. Returns the
/// exit status.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| ptx_bits::run_on_standard_streams(arguments))
}
