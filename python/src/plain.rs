//! Computes products of arrays that need no conversion by NumPy. A call of NumPy takes longer than the product of a tile.

use crate::array::{Read, Written, is_in_order, zeros};
use crate::dtype::Dtype;
use crate::error::refused;
use crate::matrix::{compute, matrix};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use ptx_core::mma::{Extras, Operand, Type};
use ptx_isa::Rust;
use ptx_loops::{Product, Slice, SliceMut};
use ptx_tool::eval::matrix::Matrix;
use pyo3::PyTypeInfo;
use pyo3::prelude::*;

/// Returns the dtype of an element type, the first in `_matrix._DTYPES`.
fn dtype(ty: Type) -> Dtype {
    match ty {
        Type::F16 => Dtype::Half,
        Type::Bf16 => Dtype::Brain,
        Type::Tf32 | Type::F32 => Dtype::Of(Rust::F32),
        Type::F64 => Dtype::Of(Rust::F64),
        Type::S32 => Dtype::Of(Rust::I32),
        Type::S8 | Type::S4 => Dtype::Of(Rust::I8),
        Type::B1 => Dtype::Of(Rust::Bool),
        _ => Dtype::Of(Rust::U8),
    }
}

/// The matrices of an array.
struct Matrices<'py> {
    /// The leading dimensions.
    leading: Vec<usize>,
    rows: usize,
    columns: usize,
    elements: Read<'py>,
}

impl<'py> Matrices<'py> {
    /// Borrows an array. Returns `None` if the object is not an array in C order with the dtype.
    fn new(given: &Bound<'py, PyAny>, dtype: Dtype) -> PyResult<Option<Self>> {
        let is_array = given.get_type().is(PyUntypedArray::type_object(given.py()));
        let Some(array) = given.cast::<PyUntypedArray>().ok().filter(|_| is_array) else {
            return Ok(None);
        };
        let &[ref leading @ .., rows, columns] = array.shape() else { return Ok(None) };
        if !dtype.is_of(array) || !is_in_order(array) {
            return Ok(None);
        }
        let elements = Read::new(&dtype.bits_of(array)?, dtype.rust())?;
        Ok(Some(Self { leading: leading.to_vec(), rows, columns, elements }))
    }

    /// Returns the elements by rows.
    fn by_rows(&self) -> Option<Vec<u64>> {
        fn wide<T: Copy + Into<u64>>(all: &[T]) -> Vec<u64> {
            all.iter().map(|x| (*x).into()).collect()
        }
        Some(match self.elements.slice()? {
            Slice::B8(all) => wide(all),
            Slice::B16(all) => wide(all),
            Slice::B32(all) => wide(all),
            Slice::B64(all) => all.to_vec(),
            Slice::B128(_) => return None,
        })
    }

    /// Returns the elements by columns.
    fn by_columns(&self) -> Option<Vec<u64>> {
        let elements = self.by_rows()?;
        let mut transposed = Vec::with_capacity(elements.len());
        for matrix in elements.chunks((self.rows * self.columns).max(1)) {
            for j in 0..self.columns {
                transposed.extend(matrix.iter().skip(j).step_by(self.columns));
            }
        }
        Some(transposed)
    }
}

/// Computes D = A · B + C like [`product`](crate::matrix::product). Returns `None` if the operands need a conversion, or
/// do not fit: `_matrix.py` then converts or rejects them. Without `c`, C is zero. The pair has the metadata and the scales. If
/// `is_tile`, the matrices have the size of the form.
#[pyfunction]
pub(crate) fn plain_product<'py>(
    py: Python<'py>,
    instruction: (Bound<'py, PyAny>, Bound<'py, PyAny>, Option<Bound<'py, PyAny>>),
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    c: Option<&Bound<'py, PyAny>>,
    further: (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>),
    is_tile: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (form, target, version) = &instruction;
    let (metadata, scales) = further;
    let version = version.as_ref().map(|version| version.extract::<&str>()).transpose()?;
    let (form, sm) = matrix(py, form.extract()?, target.extract()?, version)?;
    let of = |given, operand| Matrices::new(given, dtype(form.element_type(operand)));
    let (Some(a), Some(b)) = (of(a, Operand::A)?, of(b, Operand::B)?) else { return Ok(None) };
    let c = match c {
        Some(given) => match of(given, Operand::C)? {
            None => return Ok(None),
            found => found,
        },
        None => None,
    };
    let [m, n, k] = form.shape().map(usize::from);
    let [d_type, c_type] = [Operand::D, Operand::C].map(|operand| form.element_type(operand));
    let shape = [a.leading.as_slice(), &[a.rows, b.columns]].concat();
    let has_shape =
        |c: &Matrices<'_>| [c.leading.as_slice(), &[c.rows, c.columns]].concat() == shape;
    let (instructions, stored) = (b.rows / k, usize::from(form.stored()));
    let fits = b.leading == a.leading
        && [b.rows, a.columns] == [instructions * k, instructions * stored]
        && c.as_ref().is_none_or(has_shape)
        && match is_tile {
            true => [a.rows, b.columns, instructions] == [m, n, 1],
            false => d_type == c_type,
        };
    let scales = match scales {
        None => (None, None),
        Some(pair) => match pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>() {
            Ok((of_a, of_b)) => (Some(of_a), Some(of_b)),
            Err(_) => return Ok(None),
        },
    };
    let count = form.scales().map_or(0, |scales| scales.vector.count());
    let bytes = |given: Option<&Bound<'py, PyAny>>, rows, each| {
        bytes(given, [a.leading.as_slice(), &[rows, instructions * each]].concat())
    };
    let (Some(metadata), Some(scales_a), Some(scales_b), true) = (
        bytes(metadata.as_ref(), a.rows, form.chunks())?,
        bytes(scales.0.as_ref(), a.rows, count)?,
        bytes(scales.1.as_ref(), b.columns, count)?,
        fits,
    ) else {
        return Ok(None);
    };
    if let Some(message) = (Matrix { form, sm }).check_digits(&metadata) {
        return Err(refused(py, &message));
    }
    let c_bits = match &c {
        Some(c) => c.by_rows(),
        None => Some(vec![0; shape.iter().product()]),
    };
    let (Some(a_bits), Some(b_bits), Some(c_bits)) = (a.by_rows(), b.by_columns(), c_bits) else {
        return Ok(None);
    };
    let product = Product {
        form,
        sm,
        shape: [a.leading.iter().product(), a.rows, b.columns],
        instructions,
        a: &a_bits,
        b: &b_bits,
        c: &c_bits,
        extras: Extras {
            metadata: &metadata,
            scales_a: &scales_a,
            scales_b: &scales_b,
            ..Extras::NONE
        },
    };
    let bits = compute(py, &product)?;
    let dtype = dtype(d_type);
    let d = zeros(py, dtype.rust(), &shape)?;
    if let Some(mut written) = Written::new(&d, dtype.rust())? {
        match written.slice() {
            Some(SliceMut::B16(d)) => copy(d, &bits, |x| x as u16),
            Some(SliceMut::B32(d)) => copy(d, &bits, |x| x as u32),
            Some(SliceMut::B64(d)) => d.copy_from_slice(&bits),
            _ => return Ok(None),
        }
    }
    d.call_method1("view", (dtype.name(),)).map(Some)
}

/// Returns metadata or scales. Returns `None` if they need a conversion, do not have the shape, or if their presence does
/// not fit the form: an array is given if and only if it has bytes.
fn bytes<'py>(given: Option<&Bound<'py, PyAny>>, shape: Vec<usize>) -> PyResult<Option<Vec<u8>>> {
    let has_bytes = shape.last().is_some_and(|each| *each > 0);
    let Some(given) = given else { return Ok((!has_bytes).then(Vec::new)) };
    let Some(array) = Matrices::new(given, Dtype::Of(Rust::U8))?.filter(|_| has_bytes) else {
        return Ok(None);
    };
    let fits = [array.leading.as_slice(), &[array.rows, array.columns]].concat() == shape;
    Ok(match array.elements.slice() {
        Some(Slice::B8(all)) if fits => Some(all.to_vec()),
        _ => None,
    })
}

/// Copies the low bits of each element.
fn copy<T>(to: &mut [T], from: &[u64], low: impl Fn(u64) -> T) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = low(*from));
}
