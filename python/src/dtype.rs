//! The NumPy dtypes of operands and results.

use numpy::{Element, PyArrayDescr, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use ptx_isa::sass::opcodes::SlotKind;
use ptx_isa::{Rust, Type};
use pyo3::prelude::*;

/// The dtype of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dtype {
    /// The NumPy dtype that corresponds to this Rust type, such as `float32` to `f32`.
    Of(Rust),
    /// `float16`
    Half,
    /// `uint16`, or `bfloat16` of ml_dtypes.
    Brain,
}

impl Dtype {
    /// Returns the dtype of a PTX operand.
    pub(crate) fn of(ty: Type) -> Self {
        match ty {
            Type::F16 => Self::Half,
            Type::Bf16 => Self::Brain,
            other => Self::Of(other.rust()),
        }
    }

    /// Returns the dtype of a machine instruction's operand, which is a predicate, a word, or a pair of words.
    pub(crate) fn of_machine(kind: SlotKind) -> Self {
        Self::Of(match kind {
            SlotKind::Predicate | SlotKind::Nothing | SlotKind::False => Rust::Bool,
            _ if kind.is_pair() => Rust::U64,
            _ => Rust::U32,
        })
    }

    /// Returns the Rust type of the operand in the functions of `ptx-core`.
    pub(crate) fn rust(self) -> Rust {
        match self {
            Self::Of(ty) => ty,
            Self::Half | Self::Brain => Rust::U16,
        }
    }

    /// Returns NumPy's name of the dtype.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Half => "float16",
            Self::Brain => "uint16",
            Self::Of(ty) => match ty {
                Rust::Bool => "bool",
                Rust::U8 => "uint8",
                Rust::U16 => "uint16",
                Rust::U32 => "uint32",
                Rust::U64 => "uint64",
                Rust::U128 => "uint128",
                Rust::I8 => "int8",
                Rust::I16 => "int16",
                Rust::I32 => "int32",
                Rust::I64 => "int64",
                Rust::F32 => "float32",
                Rust::F64 => "float64",
            },
        }
    }

    /// Returns whether the dtype is an unsigned integer. The elements of such a dtype need no conversion to bits.
    pub(crate) fn is_bits(self) -> bool {
        self.letter().0 == b'u'
    }

    /// Returns NumPy's letter for the kind of the dtype, and the size of an element in bytes.
    fn letter(self) -> (u8, usize) {
        match self {
            Self::Half => (b'f', 2),
            Self::Brain => (b'u', 2),
            Self::Of(ty) => match ty {
                Rust::Bool => (b'b', 1),
                Rust::U8 => (b'u', 1),
                Rust::U16 => (b'u', 2),
                Rust::U32 => (b'u', 4),
                Rust::U64 => (b'u', 8),
                Rust::U128 => (b'u', 16),
                Rust::I8 => (b'i', 1),
                Rust::I16 => (b'i', 2),
                Rust::I32 => (b'i', 4),
                Rust::I64 => (b'i', 8),
                Rust::F32 => (b'f', 4),
                Rust::F64 => (b'f', 8),
            },
        }
    }

    /// Returns whether an array has this dtype.
    pub(crate) fn is_of(self, array: &Bound<'_, PyUntypedArray>) -> bool {
        let found = array.dtype();
        let is_native = matches!(found.byteorder(), b'=' | b'|');
        is_native && (found.kind(), found.itemsize()) == self.letter()
            || self == Self::Brain && is_bfloat16(array)
    }

    /// Returns whether an array would have this dtype if its bytes were in native order.
    pub(crate) fn is_swapped(self, array: &Bound<'_, PyUntypedArray>) -> bool {
        let found = array.dtype();
        matches!(found.byteorder(), b'<' | b'>')
            && (found.kind(), found.itemsize()) == self.letter()
    }

    /// Returns the bits of an array as unsigned integers: the array itself, or a view with integers of the same width.
    pub(crate) fn bits_of<'py>(
        self,
        array: &Bound<'py, PyUntypedArray>,
    ) -> PyResult<Bound<'py, PyUntypedArray>> {
        if self.is_bits() && !is_bfloat16(array) {
            return Ok(array.clone());
        }
        let py = array.py();
        let bits = match self.letter().1 {
            1 => descr::<u8>(py),
            2 => descr::<u16>(py),
            4 => descr::<u32>(py),
            _ => descr::<u64>(py),
        };
        Ok(array.call_method1("view", (bits,))?.cast_into()?)
    }
}

fn descr<T: Element>(py: Python<'_>) -> Bound<'_, PyArrayDescr> {
    PyArrayDescr::of::<T>(py)
}

/// Returns whether the dtype of an array is the `bfloat16` of ml_dtypes.
pub(crate) fn is_bfloat16(array: &Bound<'_, PyUntypedArray>) -> bool {
    let found = array.dtype();
    found.itemsize() == 2
        && !matches!(found.kind(), b'f' | b'u' | b'i')
        && found.typeobj().name().is_ok_and(|name| name == "bfloat16")
}
