//! Converts templates of inline assembly to kernels. A template is PTX text with operands such as `$0`.

use crate::error::{refused, refused_lines};
use crate::instruction::dialect;
use crate::kernel::{NativeKernel, NativeModule};
use ptx_isa::Message;
use ptx_tool::inline::kernel::{Array, NAME, constraints, kernel};
use pyo3::prelude::*;

/// Returns two things for each constraint: whether the operand is a result, and the type of the operand's register. The
/// type is None for an integer constant.
#[pyfunction]
pub(crate) fn asm_constraints(
    py: Python<'_>,
    text: &str,
) -> PyResult<Vec<(bool, Option<&'static str>)>> {
    let all = constraints(text).map_err(|message| refused(py, &message))?;
    Ok(all.iter().map(|one| (one.is_result, one.ty.map(|ty| ty.word()))).collect())
}

/// Returns a kernel that executes a template. The list `arrays` has two numbers for each array. The first number is the
/// number of registers that one execution of the template uses for the array. The second number is the size of an
/// element in bytes.
#[pyfunction]
pub(crate) fn asm_kernel(
    py: Python<'_>,
    template: &str,
    list: &str,
    arrays: Vec<(usize, usize)>,
    integers: Vec<String>,
    target: &str,
    version: Option<&str>,
) -> PyResult<NativeKernel> {
    let refuse = |message: Message| refused(py, &message);
    let dialect = dialect(target, version).map_err(refuse)?;
    let all = constraints(list).map_err(refuse)?;
    let arrays: Vec<_> =
        arrays.into_iter().map(|(registers, bytes)| Array { registers, bytes }).collect();
    let text = kernel(template, &all, &arrays, &integers, &dialect).map_err(|faults| {
        let faults = faults.into_iter().map(|one| {
            let message = Message { notes: one.notes, ..Message::new(one.message) };
            let message = match one.help {
                Some(help) => message.help(help),
                None => message,
            };
            (one.line, message)
        });
        refused_lines(py, &faults.collect::<Vec<_>>())
    })?;
    let lines = |error: ptx_run::Error| {
        let all = error.findings.into_iter().map(|one| (one.line, one.message));
        refused_lines(py, &all.collect::<Vec<_>>())
    };
    NativeModule::of(ptx_run::Module::new(NAME, &text).map_err(lines)?)?.kernel_or(NAME, lines)
}
