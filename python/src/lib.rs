//! The part of the Python package `ptx_bits` that computes.

mod array;
mod dtype;
mod error;
mod instruction;
mod key;
mod loops;
mod operand;
mod parallel;
mod program;
mod run;
mod slice;

use pyo3::prelude::*;

/// The module `ptx_bits._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("InstructionError", module.py().get_type::<error::InstructionError>())?;
    module.add_function(wrap_pyfunction!(run::run, module)?)
}
