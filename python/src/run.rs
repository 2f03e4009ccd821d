//! The Python function `run`, which computes an instruction on arrays.

use crate::array::{Read, Written, common, is_in_order, numpy, tuple, zeros};
use crate::dtype::Dtype;
use crate::instruction::{Prepared, prepared};
use crate::operand::{Operand, native_order};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use ptx_loops::Slice;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyString, PyTuple};

/// The smallest number of elements for which `run` releases the interpreter lock (GIL).
const WORTH_A_RELEASE: usize = 1 << 10;

/// Computes a PTX instruction or a machine instruction on every element of arrays.
///
/// The operands are the sources in the order of the instruction. Each is an ArrayLike: an array, a tensor, a number, or a
/// list of numbers. Each element of a vector is an operand. If
/// the instruction reads the carry flag, the flag is last. NumPy's broadcasting rules apply. The instruction
/// determines the dtypes: float32 for `.f32`, uint32 for `.b32`, `.u32` and `.f16x2`, bool for `.pred`.
///
/// Several results are a tuple. `setp` returns the pair (p, q), where q is the negated comparison. To compute only p,
/// write `p` after the instruction: `setp.lt.f32 p`.
///
/// ```python
/// run("ex2.approx.ftz.f32", x)
/// run("fma.rz.f32", a, b, 1.0, target="sm_90")
/// p, q = run("setp.lt.f32", a, b)
/// p = run("setp.lt.f32 p", a, b)
/// ```
#[pyfunction]
#[pyo3(signature = (instruction, *arrays, target = "sm_121", version = None, out = None))]
pub(crate) fn run<'py>(
    py: Python<'py>,
    instruction: &str,
    arrays: &Bound<'py, PyTuple>,
    target: &str,
    version: Option<&str>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let prepared = prepared(py, instruction, arrays.len(), target, version)?;
    let operands = arrays.iter().zip(&prepared.sources);
    let operands: Vec<_> =
        operands.map(|(given, source)| Operand::new(&given, source)).collect::<PyResult<_>>()?;
    let shape = common(operands.iter().map(Operand::shape)).ok_or_else(|| {
        let shapes = operands.iter().map(|operand| tuple(operand.shape()));
        PyValueError::new_err(format!(
            "operands could not be broadcast together with shapes {}",
            shapes.collect::<Vec<_>>().join(" ")
        ))
    })?;
    let mut outputs = Output::all(py, out, &prepared.results, &shape)?;
    compute(py, &prepared, &operands, &mut outputs, &shape)?;
    let brain = operands.iter().any(|one| matches!(one, Operand::Array { is_bfloat16: true, .. }));
    let finish = |output: Output<'py>| output.finish(brain);
    let results: Vec<_> = outputs.into_iter().map(finish).collect::<PyResult<_>>()?;
    let results = match <[_; 1]>::try_from(results) {
        Ok([one]) => one,
        Err(several) => PyTuple::new(py, several)?.into_any(),
    };
    match arrays.iter().find(is_foreign) {
        Some(tensor) if out.is_none() => {
            py.import("ptx_bits._tensor")?.call_method1("of_numpy", (results, tensor))
        }
        _ => Ok(results),
    }
}

/// Returns whether an operand is neither a NumPy array nor a number. Such an operand is, for example, a tensor.
fn is_foreign(given: &Bound<'_, PyAny>) -> bool {
    given.cast::<PyUntypedArray>().is_err()
        && !given.is_instance_of::<PyInt>()
        && !given.is_instance_of::<PyFloat>()
        && !given.is_instance_of::<PyString>()
}

/// Returns the dtypes of an instruction's sources and results.
#[pyfunction]
#[pyo3(signature = (instruction, count, target = "sm_121", version = None))]
pub(crate) fn dtypes(
    py: Python<'_>,
    instruction: &str,
    count: usize,
    target: &str,
    version: Option<&str>,
) -> PyResult<(Vec<&'static str>, Vec<&'static str>)> {
    let prepared = prepared(py, instruction, count, target, version)?;
    let sources = prepared.sources.iter().map(|source| source.dtype.name());
    Ok((sources.collect(), prepared.results.iter().map(|dtype| dtype.name()).collect()))
}

fn compute<'py>(
    py: Python<'py>,
    prepared: &Prepared,
    operands: &[Operand<'py>],
    outputs: &mut [Output<'py>],
    shape: &[usize],
) -> PyResult<()> {
    let spread = operands.iter().zip(&prepared.sources);
    let spread: Vec<_> = spread
        .map(|(operand, source)| operand.spread(shape, source.dtype.rust()))
        .collect::<PyResult<_>>()?;
    let mut written: Vec<_> = outputs
        .iter_mut()
        .zip(&prepared.results)
        .map(|(output, dtype)| output.written(*dtype, shape))
        .collect::<PyResult<_>>()?;
    let broken = || PyRuntimeError::new_err("the loops of the instruction do not fit its types");
    let sources: Vec<Slice<'_>> = (operands.iter().zip(&spread))
        .map(|(operand, read)| read.as_ref().map_or_else(|| operand.number(), Read::slice))
        .collect::<Option<_>>()
        .ok_or_else(broken)?;
    let results: Vec<_> =
        written.iter_mut().map(Written::slice).collect::<Option<_>>().ok_or_else(broken)?;
    let count: usize = shape.iter().product();
    let run = || ptx_loops::run(&prepared.program, &sources, results);
    let done = if count < WORTH_A_RELEASE { run() } else { py.detach(run) };
    done.ok_or_else(broken)
}

/// The output array of a result.
struct Output<'py> {
    /// The caller's array, if there is one.
    given: Option<Bound<'py, PyUntypedArray>>,
    /// The array of unsigned integers that the loops write.
    bits: Bound<'py, PyUntypedArray>,
    /// Whether `bits` has its own memory instead of the memory of the caller's array.
    is_apart: bool,
    dtype: Dtype,
}

impl<'py> Output<'py> {
    /// Returns the output arrays of a call: the caller's arrays, or new arrays.
    fn all(
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        dtypes: &[Dtype],
        shape: &[usize],
    ) -> PyResult<Vec<Self>> {
        let Some(out) = out else {
            let new = |dtype: &Dtype| {
                let bits = zeros(py, dtype.rust(), shape)?;
                Ok(Self { given: None, bits, is_apart: true, dtype: *dtype })
            };
            return dtypes.iter().map(new).collect();
        };
        let given: Vec<Bound<'py, PyAny>> = match out.cast::<PyTuple>() {
            Ok(tuple) => tuple.iter().collect(),
            Err(_) => vec![out.clone()],
        };
        if given.len() != dtypes.len() {
            let (expected, found) = (dtypes.len(), given.len());
            let what = format!("expected {expected} arrays in `out`, found {found}");
            return Err(PyValueError::new_err(what));
        }
        let one = |(array, dtype): (&Bound<'py, PyAny>, &Dtype)| Self::given(array, *dtype, shape);
        given.iter().zip(dtypes).map(one).collect()
    }

    fn given(array: &Bound<'py, PyAny>, dtype: Dtype, shape: &[usize]) -> PyResult<Self> {
        let wrong = |found: String| {
            PyTypeError::new_err(format!(
                "expected an array of {} in `out`, found {found}",
                dtype.name()
            ))
        };
        let array =
            array.cast::<PyUntypedArray>().map_err(|_| wrong(format!("`{}`", array.get_type())))?;
        if !dtype.is_of(array) {
            let help = match dtype.is_swapped(array) {
                true => format!("\nhelp: {}", native_order("`out`", dtype)),
                false => String::new(),
            };
            return Err(wrong(format!("{}{help}", array.dtype())));
        }
        if array.shape() != shape {
            let (found, expected) = (tuple(array.shape()), tuple(shape));
            let what = format!("`out` has the shape {found}, the result {expected}");
            return Err(PyValueError::new_err(what));
        }
        if !array.getattr("flags")?.getattr("writeable")?.is_truthy()? {
            return Err(PyValueError::new_err("`out` is read-only"));
        }
        Ok(Self { given: Some(array.clone()), bits: dtype.bits_of(array)?, is_apart: false, dtype })
    }

    /// Borrows the array that the loops write. Creates a new array if the caller's array is already borrowed or not
    /// contiguous.
    fn written(&mut self, dtype: Dtype, shape: &[usize]) -> PyResult<Written<'py>> {
        if is_in_order(&self.bits)
            && let Some(written) = Written::new(&self.bits, dtype.rust())?
        {
            return Ok(written);
        }
        self.bits = zeros(self.bits.py(), dtype.rust(), shape)?;
        self.is_apart = true;
        let written = Written::new(&self.bits, dtype.rust())?;
        written.ok_or_else(|| PyRuntimeError::new_err("a new array is in use"))
    }

    /// Returns the result for the caller: an array, or a NumPy scalar if the result has no dimensions.
    fn finish(self, brain: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = self.bits.py();
        if let Some(given) = self.given {
            if self.is_apart {
                let of_given = self.dtype.bits_of(&given)?;
                numpy(py)?.call_method1("copyto", (of_given, &self.bits))?;
            }
            return Ok(given.into_any());
        }
        let array = match self.dtype {
            Dtype::Brain if brain => {
                let bfloat16 = py.import("ml_dtypes")?.getattr("bfloat16")?;
                self.bits.call_method1("view", (bfloat16,))?
            }
            dtype if dtype.is_bits() => self.bits.into_any(),
            dtype => self.bits.call_method1("view", (dtype.name(),))?,
        };
        match array.cast::<PyUntypedArray>()?.ndim() {
            0 => array.get_item(PyTuple::empty(py)),
            _ => Ok(array),
        }
    }
}
