//! Computes matrix products for the Python package.

use crate::error::refused;
use crate::instruction::dialect;
use crate::signals::{PERIOD, Signals};
use numpy::{PyArray1, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use ptx_core::Sm;
use ptx_core::mma::{Extras, Form, Operand};
use ptx_isa::{Dialect, Target};
use ptx_loops::{Product, pool};
use ptx_tool::eval::matrix::Matrix;
use ptx_tool::matrix::type_word;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};

/// The start of an `mma` instruction, which `form` may omit.
const MMA: &str = "mma.sync.aligned.";

/// The names of a form's element types: D, A, B and C.
type Types = (String, String, String, String);

/// The number of stored elements in a row of A, and the numbers of metadata digits (4 bits each) and scales of this
/// row.
type Lengths = (u16, usize, usize);

fn wrong() -> PyErr {
    PyValueError::new_err("the operands of the form do not fit")
}

/// Returns M, N and K of a form, its element types, and the lengths of a row's operands.
#[pyfunction]
pub(crate) fn matrix_form(
    py: Python<'_>,
    form: &str,
    target: &str,
    version: Option<&str>,
) -> PyResult<([u16; 3], Types, Lengths)> {
    let (form, _) = matrix(py, form, target, version)?;
    let [d, a, b, c] = [Operand::D, Operand::A, Operand::B, Operand::C]
        .map(|operand| type_word(form.element_type(operand)).to_string());
    let scales = form.scales().map_or(0, |scales| scales.vector.count());
    Ok((form.shape(), (d, a, b, c), (form.stored(), form.chunks(), scales)))
}

/// The additional operands of a sparse or block-scaled product: the metadata and the scales of the rows of A, and the
/// scales of the columns of B. An array is empty if the form does not have this operand.
#[derive(FromPyObject)]
pub(crate) struct Further<'py> {
    #[pyo3(item)]
    metadata: PyReadonlyArrayDyn<'py, u8>,
    #[pyo3(item)]
    scales_a: PyReadonlyArrayDyn<'py, u8>,
    #[pyo3(item)]
    scales_b: PyReadonlyArrayDyn<'py, u8>,
}

/// Computes D = A · B + C for several matrices. One instruction covers K columns of A. For wider matrices, a chain of
/// instructions computes each element: each result is C of the next instruction. The arrays have the bits of the
/// elements: A by rows, B by columns, C by rows. A sparse or block-scaled form needs `further`.
#[pyfunction]
pub(crate) fn product<'py>(
    py: Python<'py>,
    instruction: (String, String, Option<String>),
    a: PyReadonlyArrayDyn<'py, u64>,
    b: PyReadonlyArrayDyn<'py, u64>,
    c: PyReadonlyArrayDyn<'py, u64>,
    further: Option<Further<'py>>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let (form, target, version) = &instruction;
    let (form, sm) = matrix(py, form, target, version.as_deref())?;
    let (&[count, rows, stored], &[_, columns, _]) = (a.shape(), b.shape()) else {
        return Err(wrong());
    };
    let extras = match &further {
        Some(further) => Extras {
            metadata: further.metadata.as_slice()?,
            scales_a: further.scales_a.as_slice()?,
            scales_b: further.scales_b.as_slice()?,
            ..Extras::NONE
        },
        None => Extras::NONE,
    };
    if let Some(message) = (Matrix { form, sm }).check_digits(extras.metadata) {
        return Err(refused(py, &message));
    }
    let (a, b, c) = (a.as_slice()?, b.as_slice()?, c.as_slice()?);
    let instructions = stored / usize::from(form.stored());
    let shape = [count, rows, columns];
    let product = Product { form, sm, shape, instructions, a, b, c, extras };
    Ok(PyArray1::from_vec(py, compute(py, &product)?))
}

/// Computes D of a product, without the interpreter lock.
pub(crate) fn compute(py: Python<'_>, product: &Product<'_>) -> PyResult<Vec<u64>> {
    let mut d = vec![0; product.c.len()];
    let mut run = |signals: &Signals| product.run(&mut d, &|| signals.have_raised());
    let computed = match product.uses_threads() {
        true => on_pool(py, run)?,
        false => {
            let signals = Signals::new();
            let computed = py.detach(|| run(&signals));
            signals.result(py)?;
            computed
        }
    };
    computed.ok_or_else(wrong)?;
    Ok(d)
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

/// The forms of previous calls, by the text of the form, the target and the version.
static KNOWN: Mutex<Option<HashMap<String, (Form, Sm)>>> = Mutex::new(None);
/// The maximum number of known forms. When there are as many, all are forgotten.
const MOST_KNOWN: usize = 1 << 10;

/// Parses a form, or finds it among the known forms. The start of the form, `mma.sync.aligned`, may be omitted.
pub(crate) fn matrix(
    py: Python<'_>,
    form: &str,
    target: &str,
    version: Option<&str>,
) -> PyResult<(Form, Sm)> {
    // None of the texts of a known form contains a line break.
    let key = [form, target, version.unwrap_or_default()].join("\n");
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().as_ref().and_then(|known| known.get(&key)) {
        return Ok(*found);
    }
    let instructions = ["mma.", "wgmma.", "wmma.", "tcgen05."];
    let of_instruction = instructions.iter().any(|word| form.starts_with(word));
    let text = if of_instruction { form.to_string() } else { format!("{MMA}{form}") };
    let found = dialect(target, version).and_then(|dialect| {
        // For a target sm_NN, also accept a form that only sm_NNa supports. The suffix does not affect results.
        let target = dialect.target.map(Target::with_own_features);
        let dialects = [dialect.clone(), Dialect { target, ..dialect }];
        Matrix::new(&text, &dialects).map_err(|fault| fault.message)
    });
    let Matrix { form, sm } = found.map_err(|message| refused(py, &message))?;
    let mut known = known();
    let known = known.get_or_insert_default();
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    known.insert(key, (form, sm));
    Ok((form, sm))
}
