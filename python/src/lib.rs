//! The Rust part of the Python package `ptx_bits`.

mod array;
mod asm;
mod digest;
mod dtype;
mod error;
mod instruction;
mod kernel;
mod matrix;
mod operand;
mod plain;
mod run;
mod signals;
mod tensor_map;
mod text;

use pyo3::prelude::*;

/// The module `ptx_bits._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("InstructionError", module.py().get_type::<error::InstructionError>())?;
    module.add("KernelError", module.py().get_type::<kernel::KernelError>())?;
    module.add_class::<kernel::NativeModule>()?;
    module.add_class::<kernel::NativeKernel>()?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(asm::asm_constraints, module)?)?;
    module.add_function(wrap_pyfunction!(asm::asm_kernel, module)?)?;
    module.add_function(wrap_pyfunction!(run::dtypes, module)?)?;
    module.add_function(wrap_pyfunction!(matrix::matrix_form, module)?)?;
    module.add_function(wrap_pyfunction!(matrix::product, module)?)?;
    module.add_function(wrap_pyfunction!(plain::plain_product, module)?)?;
    module.add_function(wrap_pyfunction!(kernel::undefined_shuffles, module)?)?;
    module.add_function(wrap_pyfunction!(kernel::most_shared, module)?)?;
    module.add_function(wrap_pyfunction!(tensor_map::tensor_map, module)?)?;
    module.add_function(wrap_pyfunction!(tensor_map::im2col_map, module)?)?;
    module.add_function(wrap_pyfunction!(digest::digest, module)?)?;
    module.add_function(wrap_pyfunction!(text::command, module)?)?;
    module.add_function(wrap_pyfunction!(text::check, module)?)?;
    module.add_function(wrap_pyfunction!(text::explain, module)?)?;
    module.add_function(wrap_pyfunction!(text::number, module)?)?;
    module.add_function(wrap_pyfunction!(text::table, module)?)
}
