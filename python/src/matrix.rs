//! Computes matrix products for the Python package.

use crate::error::refused;
use crate::instruction::dialect;
use crate::signals::{PERIOD, Signals};
use crate::tiles::{self, Strip};
use numpy::{PyArray1, PyReadonlyArrayDyn};
use ptx_core::mma::{Extras, Form, Operand, element, element_with};
use ptx_isa::{Dialect, Target};
use ptx_loops::pool;
use ptx_tool::eval::matrix::Matrix;
use ptx_tool::matrix::type_word;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::mpsc::{self, RecvTimeoutError};

/// The start of an `mma` instruction, which `form` may omit.
const MMA: &str = "mma.sync.aligned.";

/// The names of a form's element types: D, A, B and C.
type Types = (String, String, String, String);

/// The number of stored elements in a row of A, and the numbers of metadata digits (4 bits each) and scales of this
/// row.
type Lengths = (u16, usize, usize);

/// Returns M, N and K of a form, and its element types.
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

/// Returns the lengths of a row's operands: stored elements, metadata digits, and scales.
#[pyfunction]
pub(crate) fn matrix_lengths(
    py: Python<'_>,
    form: &str,
    target: &str,
    version: Option<&str>,
) -> PyResult<Lengths> {
    let form = matrix(py, form, target, version)?.form;
    let scales = form.scales().map_or(0, |scales| scales.vector.count());
    Ok((form.stored(), form.chunks(), scales))
}

/// The additional operands of a sparse or block-scaled product: the metadata and the scales of the rows of A, and the
/// scales of the columns of B.
#[derive(FromPyObject)]
pub(crate) struct Further<'py> {
    #[pyo3(item)]
    metadata: PyReadonlyArrayDyn<'py, u8>,
    #[pyo3(item)]
    scales_a: PyReadonlyArrayDyn<'py, u8>,
    #[pyo3(item)]
    scales_b: PyReadonlyArrayDyn<'py, u8>,
}

/// Like [`product`], but for sparse and block-scaled forms. An array in `further` is empty if the form does not have
/// this operand. The array `shape` has the number of matrices, of rows of D and of columns of D.
#[pyfunction]
pub(crate) fn product_with<'py>(
    py: Python<'py>,
    instruction: (String, String, Option<String>),
    shape: [usize; 3],
    a: PyReadonlyArrayDyn<'py, u64>,
    b: PyReadonlyArrayDyn<'py, u64>,
    c: PyReadonlyArrayDyn<'py, u64>,
    further: Further<'py>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (form, target, version) = &instruction;
    let matrix = matrix(py, form, target, version.as_deref())?;
    let metadata = further.metadata.as_slice()?;
    if let Some(message) = matrix.check_digits(metadata) {
        return Err(refused(py, &message));
    }
    let whole = Whole {
        form: matrix.form,
        sm: matrix.sm,
        shape,
        a: a.as_slice()?,
        b: b.as_slice()?,
        metadata,
        scales: [further.scales_a.as_slice()?, further.scales_b.as_slice()?],
    };
    let c = c.as_slice()?;
    let computed: Option<Vec<u64>> = on_pool(py, |signals| {
        let element = |(i, c): (usize, &u64)| {
            if signals.have_raised() { None } else { whole.element(i, *c) }
        };
        c.par_iter().enumerate().map(element).collect()
    })?;
    let d = computed.ok_or_else(|| PyValueError::new_err("the operands of the form do not fit"))?;
    Ok(PyArray1::from_vec(py, d))
}

/// The operands of several products with a sparse or block-scaled form.
struct Whole<'a> {
    form: Form,
    sm: ptx_core::Sm,
    /// The number of matrices, the number of rows of D, and the number of columns of D.
    shape: [usize; 3],
    a: &'a [u64],
    b: &'a [u64],
    metadata: &'a [u8],
    scales: [&'a [u8]; 2],
}

/// Splits a slice into `count` equal parts. Returns part `i`.
fn part<T>(all: &[T], i: usize, count: usize) -> Option<&[T]> {
    let length = all.len().checked_div(count)?;
    all.get(i.checked_mul(length)?..i.checked_add(1)?.checked_mul(length)?)
}

impl Whole<'_> {
    /// Computes element `i` of D. Elements are numbered by matrix, then row, then column.
    fn element(&self, i: usize, c: u64) -> Option<u64> {
        let [count, rows, columns] = self.shape;
        let (row, column) = (i.checked_div(columns)?, i.checked_rem(columns)?);
        let column = row.checked_div(rows)? * columns + column;
        let [of_rows, of_columns] = [count * rows, count * columns];
        let [scales_a, scales_b] = self.scales;
        let extras = Extras {
            metadata: part(self.metadata, row, of_rows)?,
            scales_a: part(scales_a, row, of_rows)?,
            scales_b: part(scales_b, column, of_columns)?,
            ..Extras::NONE
        };
        let (a, b) = (part(self.a, row, of_rows)?, part(self.b, column, of_columns)?);
        element_with(self.form, a, b, c, &extras, self.sm)
    }
}

/// Computes D = A · B + C for several matrices. One instruction covers K columns of A. For wider matrices, a chain of
/// instructions computes each element: each result is C of the next instruction. The arrays have the bits of the
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
    // Compute the rows of D in strips. A strip has as many rows as a tile (`tiles.rs`). For forms without a tile
    // function, a strip has one row.
    let (height, function) = tiles::function(form).unwrap_or((1, by_elements));
    let strip = |signals: &Signals, (i, d): (usize, &mut [u64])| {
        if signals.have_raised() {
            return None;
        }
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
    let computed: Option<()> = on_pool(py, |signals| {
        let matrices = d.par_chunks_mut(whole.max(1)).enumerate();
        matrices
            .map(|(matrix, d)| {
                let parts = d.par_chunks_mut(height * columns).enumerate();
                let first = matrix * rows.div_ceil(height);
                parts.map(|(i, d)| strip(signals, (first + i, d))).collect()
            })
            .collect()
    })?;
    computed.ok_or_else(|| PyRuntimeError::new_err("the form is not computed on this target"))?;
    Ok(PyArray1::from_vec(py, d))
}

/// Runs a computation on the thread pool, without the interpreter lock. The computation must end early if a signal
/// handler has raised an exception. Returns this exception, or the result.
fn on_pool<T: Send>(
    py: Python<'_>,
    compute: impl FnOnce(&Signals) -> Option<T> + Send,
) -> PyResult<Option<T>> {
    let signals = Signals::new();
    let computed = py.detach(|| {
        let Some(pool) = pool() else { return compute(&signals) };
        let (sender, receiver) = mpsc::channel();
        pool.in_place_scope(|scope| {
            // The receiver lives until the result is sent.
            scope.spawn(|_| drop(sender.send(compute(&signals))));
            loop {
                match receiver.recv_timeout(PERIOD) {
                    Err(RecvTimeoutError::Timeout) => signals.have_raised(),
                    result => return result.ok().flatten(),
                };
            }
        })
    });
    signals.result(py)?;
    Ok(computed)
}

/// Computes a strip one element at a time.
fn by_elements(strip: &Strip<'_>, d: &mut [u64]) -> Option<()> {
    for (j, (d, c)) in d.iter_mut().zip(strip.c).enumerate() {
        let column = strip.b.get(j * strip.length..(j + 1) * strip.length)?;
        *d = element(strip.form, strip.a, column, *c, strip.sm)?;
    }
    Some(())
}

/// Parses a form. The start of the form, `mma.sync.aligned`, may be omitted.
fn matrix(py: Python<'_>, form: &str, target: &str, version: Option<&str>) -> PyResult<Matrix> {
    let instructions = ["mma.", "wgmma.", "wmma.", "tcgen05."];
    let of_instruction = instructions.iter().any(|word| form.starts_with(word));
    let text = if of_instruction { form.to_string() } else { format!("{MMA}{form}") };
    let found = dialect(target, version).and_then(|dialect| {
        // For a target sm_NN, also accept a form that only sm_NNa supports. The suffix does not affect results.
        let lettered = dialect.target.map(|target| Target { suffix: Some('a'), ..target });
        let dialects = [dialect.clone(), Dialect { target: lettered, ..dialect }];
        Matrix::new(&text, &dialects).map_err(|fault| fault.message)
    });
    found.map_err(|message| refused(py, &message))
}
