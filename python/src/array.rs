//! Views NumPy arrays as slices of unsigned integers.

use numpy::{
    IxDyn, PyArrayDescr, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use ptx_isa::Rust;
use ptx_loops::{Slice, SliceMut};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

macro_rules! arrays {
    ($($name:ident $ty:ident: $($rust:ident)|+;)*) => {
        /// An array that is borrowed for reading.
        pub(crate) enum Read<'py> {
            $($name(PyReadonlyArrayDyn<'py, $ty>),)*
        }

        /// An array that is borrowed for writing.
        pub(crate) enum Written<'py> {
            $($name(PyReadwriteArrayDyn<'py, $ty>),)*
        }

        impl<'py> Read<'py> {
            /// Borrows an array for reading. Its elements must be unsigned integers as wide as `ty`.
            pub(crate) fn new(array: &Bound<'py, PyUntypedArray>, ty: Rust) -> PyResult<Self> {
                Ok(match ty { $($(Rust::$rust)|+ => {
                    let array = array.cast::<PyArrayDyn<$ty>>()?;
                    Self::$name(array.try_readonly().map_err(in_use)?)
                })* })
            }

            /// Returns the elements in order. Returns `None` if they are not contiguous.
            pub(crate) fn slice(&self) -> Option<Slice<'_>> {
                match self {
                    $(Self::$name(array) => Some(Slice::$name(array.as_slice().ok()?)),)*
                }
            }
        }

        impl<'py> Written<'py> {
            /// Borrows an array for writing. Its elements must be unsigned integers as wide as `ty`. Returns
            /// `None` if another borrowed array overlaps it.
            pub(crate) fn new(array: &Bound<'py, PyUntypedArray>, ty: Rust) -> PyResult<Option<Self>> {
                Ok(match ty { $($(Rust::$rust)|+ => {
                    let array = array.cast::<PyArrayDyn<$ty>>()?;
                    array.try_readwrite().ok().map(Self::$name)
                })* })
            }

            /// Returns the elements in order. Returns `None` if they are not contiguous.
            pub(crate) fn slice(&mut self) -> Option<SliceMut<'_>> {
                match self {
                    $(Self::$name(array) => Some(SliceMut::$name(array.as_slice_mut().ok()?)),)*
                }
            }
        }

        /// Returns a new array of zeros. The elements are unsigned integers as wide as `ty`.
        pub(crate) fn zeros<'py>(
            py: Python<'py>,
            ty: Rust,
            shape: &[usize],
        ) -> PyResult<Bound<'py, PyUntypedArray>> {
            match ty { $($(Rust::$rust)|+ => {
                if is_small(shape, size_of::<$ty>())? {
                    return Ok(PyArrayDyn::<$ty>::zeros(py, IxDyn(shape), false).as_untyped().clone());
                }
                // `PyArrayDyn::zeros` panics without memory. NumPy's function raises MemoryError.
                let dtype = PyArrayDescr::of::<$ty>(py);
                let zeros = numpy(py)?.call_method1("zeros", (shape.to_vec(), dtype))?;
                Ok(zeros.cast_into()?)
            })* }
        }
    };
}

arrays! {
    B8 u8: U8 | I8 | Bool;
    B16 u16: U16 | I16;
    B32 u32: U32 | I32 | F32;
    // No array has 128-bit elements, because `instruction` rejects 128-bit operands.
    B64 u64: U64 | U128 | I64 | F64;
}

/// Returns whether an array has at most 1 MiB. `zeros` allocates such arrays without a call of Python. Raises ValueError
/// if NumPy has no arrays of this size.
fn is_small(shape: &[usize], size: usize) -> PyResult<bool> {
    // NumPy's limit does not depend on dimensions of length 0.
    let lengths = shape.iter().filter(|length| **length != 0);
    let bytes = lengths.copied().try_fold(size, usize::checked_mul);
    match bytes.filter(|bytes| isize::try_from(*bytes).is_ok()) {
        Some(bytes) => Ok(bytes <= 1 << 20),
        None => Err(PyValueError::new_err(format!(
            "the operands are broadcast to the shape {}, which is too large for an array",
            tuple(shape)
        ))),
    }
}

fn in_use(_: numpy::BorrowError) -> PyErr {
    PyRuntimeError::new_err("another thread writes to an operand's array")
}

/// Returns whether the elements are aligned and contiguous in C order (the last index varies fastest).
pub(crate) fn is_in_order(array: &Bound<'_, PyUntypedArray>) -> bool {
    array.is_c_contiguous() && array.is_aligned()
}

/// Returns the shape to which the given shapes broadcast. Returns `None` if the shapes cannot be broadcast together.
pub(crate) fn common<'a>(shapes: impl Iterator<Item = &'a [usize]> + Clone) -> Option<Vec<usize>> {
    let dimensions = shapes.clone().map(<[usize]>::len).max().unwrap_or(0);
    let mut common = vec![1; dimensions];
    for shape in shapes {
        let places = common.iter_mut().rev().zip(shape.iter().rev());
        for (place, length) in places {
            match (*place, *length) {
                (1, _) => *place = *length,
                (_, 1) => {}
                (one, other) if one == other => {}
                _ => return None,
            }
        }
    }
    Some(common)
}

/// Returns the Python module `numpy`.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    Ok(NUMPY.get_or_try_init(py, || py.import("numpy").map(Bound::unbind))?.bind(py))
}

/// Formats a shape as Python does.
pub(crate) fn tuple(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        several => {
            let several: Vec<_> = several.iter().map(ToString::to_string).collect();
            format!("({})", several.join(","))
        }
    }
}
