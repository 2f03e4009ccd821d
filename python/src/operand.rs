//! Converts the operands of a call: arrays, objects that NumPy converts to arrays, and Python numbers.

use crate::array::{Read, is_in_order, numpy};
use crate::dtype::{Dtype, is_bfloat16};
use crate::error::refused;
use crate::instruction::Source;
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use ptx_core::{Rounding, Saturation, cvt_f16_f64};
use ptx_isa::forms::Literals;
use ptx_isa::{Rust, operand};
use ptx_loops::{Buffer, Slice};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyRange, PyString, PyTuple};

/// An operand of a call.
pub(crate) enum Operand<'py> {
    Array {
        array: Bound<'py, PyUntypedArray>,
        /// Whether the array has the `bfloat16` of ml_dtypes.
        is_bfloat16: bool,
    },
    Number(Buffer),
}

impl<'py> Operand<'py> {
    /// Converts an argument of the caller to an operand for `source`. An array must have the dtype of the source.
    pub(crate) fn new(given: &Bound<'py, PyAny>, source: &Source) -> PyResult<Self> {
        if let Ok(array) = given.cast::<PyUntypedArray>() {
            return match is_masked(given)? {
                true => Err(masked(source)),
                false => Self::of_array(array, source),
            };
        }
        if given.is_instance_of::<PyBool>()
            || given.is_instance_of::<PyInt>()
            || given.is_exact_instance_of::<PyFloat>()
        {
            return number(given, source).map(Self::Number);
        }
        if let Ok(text) = given.cast::<PyString>() {
            let bits = source.slot.parse(text.to_str()?);
            let bits = bits.map_err(|message| refused(given.py(), &message))?;
            return Ok(Self::Number(Buffer::one(source.dtype.rust(), bits as u64)));
        }
        if given.is_none() {
            return Err(not_an_operand(given, source));
        }
        if given.is_instance_of::<PyList>()
            || given.is_instance_of::<PyTuple>()
            || given.is_instance_of::<PyRange>()
        {
            return Self::of_array(&of_list(given, source)?, source);
        }
        Self::of_array(&array(given)?, source)
    }

    fn of_array(array: &Bound<'py, PyUntypedArray>, source: &Source) -> PyResult<Self> {
        if source.literals == Literals::Immediate {
            return Err(not_a_number(source));
        }
        if !source.dtype.is_of(array) {
            return Err(wrong_dtype(array, source));
        }
        let is_bfloat16 = source.dtype == Dtype::Brain && is_bfloat16(array);
        Ok(Self::Array { array: source.dtype.bits_of(array)?, is_bfloat16 })
    }

    pub(crate) fn shape(&self) -> &[usize] {
        match self {
            Self::Array { array, .. } => array.shape(),
            Self::Number(_) => &[],
        }
    }

    /// Returns the array from which the loops read this operand, if the results have the given shape. Returns the
    /// caller's array if the array is in C order, and has this shape or a single element. Otherwise returns a copy in C
    /// order. The copy is broadcast to the shape, unless the array has a single element. Returns `None` if the operand
    /// is a number.
    pub(crate) fn spread(&self, shape: &[usize], ty: Rust) -> PyResult<Option<Read<'py>>> {
        let Self::Array { array, .. } = self else { return Ok(None) };
        let is_one = array.len() == 1;
        if is_in_order(array) && (is_one || array.shape() == shape) {
            return Read::new(array, ty).map(Some);
        }
        let numpy = numpy(array.py())?;
        let array = match is_one {
            true => array.as_any().clone(),
            false => numpy.call_method1("broadcast_to", (array, shape.to_vec()))?,
        };
        let copy = array.call_method1("copy", ("C",))?;
        Read::new(copy.cast()?, ty).map(Some)
    }

    /// Returns a number as a slice with one element. Returns `None` if the operand is an array.
    pub(crate) fn number(&self) -> Option<Slice<'_>> {
        match self {
            Self::Number(buffer) => Some(buffer.slice()),
            Self::Array { .. } => None,
        }
    }
}

/// Converts an object that is not a NumPy array to an array, without a copy if possible.
pub(crate) fn array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let numpy = numpy(given.py())?;
    let has = |name: &str| given.hasattr(name);
    let is_array = has("__array__")? || has("__array_interface__")?;
    let function = if !is_array && has("__dlpack__")? { "from_dlpack" } else { "asarray" };
    Ok(numpy.call_method1(function, (given,))?.cast_into()?)
}

fn wrong_dtype(array: &Bound<'_, PyUntypedArray>, source: &Source) -> PyErr {
    let expected = match source.dtype {
        Dtype::Brain => "uint16 or bfloat16",
        other => other.name(),
    };
    let found = array.dtype();
    let (name, word) = (&source.name, source.word);
    let help = match source.dtype.is_swapped(array) {
        true => native_order(&format!("`{name}`"), source.dtype),
        false => "`.astype(…)` converts values, `.view(…)` keeps bits".into(),
    };
    PyTypeError::new_err(format!(
        "expected an array of {expected} for `{name}`, which is `.{word}`, found {found}\n\
         help: {help}"
    ))
}

/// Returns the help for an array whose bytes are not in native order.
pub(crate) fn native_order(name: &str, dtype: Dtype) -> String {
    let order = if cfg!(target_endian = "little") { "big" } else { "little" };
    let dtype = dtype.name();
    format!(
        "{name} is {order}-endian: `.astype(np.{dtype})` converts the byte order and keeps the values"
    )
}

/// Returns whether an object is a masked NumPy array. Masked arrays are rejected, because their memory contains invalid
/// elements.
fn is_masked(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_plain = array.get_type().is(PyUntypedArray::type_object(array.py()));
    Ok(!is_plain && array.hasattr("mask")?)
}

fn masked(source: &Source) -> PyErr {
    PyTypeError::new_err(format!(
        "expected an array without a mask for `{}`\n\
         help: `.data` is all elements, `.filled(…)` puts a number where the mask is",
        source.name
    ))
}

fn not_a_number(source: &Source) -> PyErr {
    PyTypeError::new_err(format!(
        "expected an integer of Python for `{}`, which is part of the instruction",
        source.name
    ))
}

/// Converts a Python number by PTX's rules for literals. Rounds a float to the type. Rejects an integer for a float
/// operand. The bits of an integer must fit the type, as signed or unsigned.
fn number(given: &Bound<'_, PyAny>, source: &Source) -> PyResult<Buffer> {
    let ty = source.dtype.rust();
    let found = if given.is_instance_of::<PyBool>() {
        "a bool"
    } else if given.is_instance_of::<PyInt>() {
        "an integer"
    } else {
        "a float"
    };
    let bits = match (found, source.dtype) {
        ("a bool", Dtype::Of(Rust::Bool)) => given.extract::<bool>()?.into(),
        ("a float", Dtype::Of(Rust::F64)) => given.extract::<f64>()?.to_bits(),
        ("a float", Dtype::Of(Rust::F32)) => (given.extract::<f64>()? as f32).to_bits().into(),
        ("a float", Dtype::Half) => {
            cvt_f16_f64(given.extract()?, Rounding::Rn, Saturation::Off).into()
        }
        ("an integer", Dtype::Of(Rust::Bool | Rust::F32 | Rust::F64) | Dtype::Half) => {
            return Err(wrong_number(found, given, source));
        }
        ("an integer", _) => integer(given, source)?,
        _ => return Err(wrong_number(found, given, source)),
    };
    Ok(Buffer::one(ty, bits))
}

fn wrong_number(found: &str, given: &Bound<'_, PyAny>, source: &Source) -> PyErr {
    let (name, word) = (&source.name, source.word);
    let help = match found {
        "an integer" if source.dtype != Dtype::Of(Rust::Bool) => {
            format!("\nhelp: write `{given}.0`")
        }
        "a float" => format!("\nhelp: write `np.{}(…)`", source.dtype.name()),
        _ => String::new(),
    };
    PyTypeError::new_err(format!("`{name}` is `.{word}`, found {found}{help}"))
}

fn not_an_operand(given: &Bound<'_, PyAny>, source: &Source) -> PyErr {
    let found = given.repr().map_or_else(|_| "another object".into(), |text| text.to_string());
    let (name, dtype) = (&source.name, source.dtype.name());
    PyTypeError::new_err(format!(
        "expected an array of {dtype} or a number for `{name}`, found {found}"
    ))
}

/// Converts a list, a tuple or a range to an array with the dtype of the source. Its numbers follow the rules of literals.
fn of_list<'py>(
    given: &Bound<'py, PyAny>,
    source: &Source,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let function = given.py().import("ptx_bits._arrays")?.getattr("of_list")?;
    let (name, dtype) = (source.name.as_str(), source.dtype.name());
    Ok(function.call1((name, given, dtype, source.word))?.cast_into()?)
}

/// Returns the bits of a Python integer.
fn integer(given: &Bound<'_, PyAny>, source: &Source) -> PyResult<u64> {
    let value = given.extract::<i128>().ok();
    if source.literals == Literals::Immediate || source.literals == Literals::Byte {
        let byte = value.filter(|value| (0..256).contains(value));
        let message = || operand::not_a_byte(&source.name, &format!("`{given}`"));
        return match byte {
            Some(byte) => Ok(byte as u64),
            None => Err(refused(given.py(), &message())),
        };
    }
    let width = match source.dtype.rust() {
        Rust::U8 | Rust::I8 => 8,
        Rust::U16 | Rust::I16 => 16,
        Rust::U32 | Rust::I32 => 32,
        _ => 64,
    };
    let fits = |value: &i128| (-1 << (width - 1)..1 << width).contains(value);
    let value = value.filter(fits).ok_or_else(|| {
        let (name, word) = (&source.name, source.word);
        PyOverflowError::new_err(format!("{given} exceeds `{name}`, which is `.{word}`"))
    })?;
    Ok(value as u64)
}
