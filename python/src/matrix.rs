//! Computes matrix products for the Python package.

use crate::error::refused;
use crate::instruction::dialect;
use crate::tiles::{self, Strip};
use numpy::{PyArray1, PyReadonlyArrayDyn};
use ptx_core::mma::{Operand, element};
use ptx_isa::{Dialect, Target};
use ptx_loops::pool;
use ptx_tool::eval::matrix::Matrix;
use ptx_tool::matrix::type_word;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

/// The prefix for a form that is given without the name of the instruction.
const MMA: &str = "mma.sync.aligned.";

/// The words of a form's types: of D, A, B and C.
type Types = (String, String, String, String);

/// Returns M, N and K of a form, and its types.
#[pyfunction]
pub(crate) fn matrix_form(
    py: Python<'_>,
    form: &str,
    target: &str,
    version: Option<&str>,
) -> PyResult<([u16; 3], Types)> {
    let form = matrix(py, form, target, version)?.form;
    let [d, a, b, c] = [Operand::D, Operand::A, Operand::B, Operand::C]
        .map(|operand| type_word(form.element_type(operand)).to_string());
    Ok((form.shape(), (d, a, b, c)))
}

/// Computes D = A · B + C for several matrices, with a chain of instructions over k. The arrays contain the bits of the
/// elements: A by rows, B by columns, C by rows.
#[pyfunction]
pub(crate) fn product<'py>(
    py: Python<'py>,
    instruction: (String, String, Option<String>),
    a: PyReadonlyArrayDyn<'py, u64>,
    b: PyReadonlyArrayDyn<'py, u64>,
    c: PyReadonlyArrayDyn<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (form, target, version) = &instruction;
    let Matrix { form, sm } = matrix(py, form, target, version.as_deref())?;
    let shapes = [&a, &b, &c].map(|array| array.as_array().shape().to_vec());
    let wrong = || PyValueError::new_err("the shapes of the matrices do not fit");
    let [[count, rows, k], [_, columns, _], _] = shapes.each_ref().map(Vec::as_slice) else {
        return Err(wrong());
    };
    let (count, rows, columns, k) = (*count, *rows, *columns, *k);
    if shapes != [[count, rows, k], [count, columns, k], [count, rows, columns]].map(Vec::from) {
        return Err(wrong());
    }
    let (a, b, c) = (a.as_slice()?, b.as_slice()?, c.as_slice()?);
    let mut d = vec![0; c.len()];
    // The height of a strip is the height of a tile, or one row for forms without tiles.
    let (height, function) = tiles::function(form).unwrap_or((1, by_elements));
    let strip = |(i, d): (usize, &mut [u64])| {
        let strips = rows.div_ceil(height);
        let (matrix, first) = (i / strips, i % strips * height);
        let place = matrix * rows + first;
        let rows = height.min(rows - first);
        let strip = Strip {
            form,
            sm,
            a: a.get(place * k..(place + rows) * k)?,
            b: b.get(matrix * columns * k..(matrix + 1) * columns * k)?,
            c: c.get(place * columns..(place + rows) * columns)?,
            length: k,
            columns,
        };
        function(&strip, d)
    };
    let whole = rows * columns;
    let strips = |d: &mut [u64]| -> Option<()> {
        let matrices = d.par_chunks_mut(whole.max(1)).enumerate();
        matrices
            .map(|(matrix, d)| {
                let parts = d.par_chunks_mut(height * columns).enumerate();
                let first = matrix * rows.div_ceil(height);
                parts.map(|(i, d)| strip((first + i, d))).collect()
            })
            .collect()
    };
    let computed: Option<()> = py.detach(|| match pool() {
        Some(pool) => pool.install(|| strips(&mut d)),
        None => strips(&mut d),
    });
    computed.ok_or_else(|| PyRuntimeError::new_err("the form is not computed on this target"))?;
    Ok(PyArray1::from_vec(py, d))
}

/// Computes a strip element by element.
fn by_elements(strip: &Strip<'_>, d: &mut [u64]) -> Option<()> {
    for (j, (d, c)) in d.iter_mut().zip(strip.c).enumerate() {
        let column = strip.b.get(j * strip.length..(j + 1) * strip.length)?;
        *d = element(strip.form, strip.a, column, *c, strip.sm)?;
    }
    Some(())
}

/// Parses a form, in which `mma.sync.aligned` is optional.
fn matrix(py: Python<'_>, form: &str, target: &str, version: Option<&str>) -> PyResult<Matrix> {
    let of_instruction = form.starts_with("mma.") || form.starts_with("wgmma.");
    let text = if of_instruction { form.to_string() } else { format!("{MMA}{form}") };
    let found = dialect(target, version).and_then(|dialect| {
        // Accepts forms of targets with a letter on the target without it: results depend only on the number.
        let lettered = dialect.target.map(|target| Target { suffix: Some('a'), ..target });
        let dialects = [dialect.clone(), Dialect { target: lettered, ..dialect }];
        Matrix::new(&text, &dialects).map_err(|fault| fault.message)
    });
    found.map_err(|message| refused(py, &message))
}
