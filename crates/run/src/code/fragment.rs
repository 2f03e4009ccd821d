//! The loads and stores `wmma`, and the fragments that `wmma` works on.
//!
//! PTX does not specify which elements of a matrix the registers of a lane hold. Here each lane holds consecutive
//! elements: A and C row by row, B column by column, from the low bits of the first register on. If the registers have
//! more room than the matrix has elements, the elements follow again.

use super::places::Places;
use super::{Access, Reg};
use ptx_core::mma::{Form, Operand, Type};

/// A load or store of `wmma`.
#[derive(Clone, Debug)]
pub(crate) enum Wmma {
    Load(Fragment),
    Store(Fragment),
}

/// A matrix in memory, and the registers of its fragment.
#[derive(Clone, Debug)]
pub(crate) struct Fragment {
    /// The access. Its `values` are the registers.
    pub(crate) access: Access,
    pub(crate) shape: FragmentShape,
    /// The register with the distance of rows or columns in memory, in elements. Without the register, rows or columns
    /// follow each other without gaps.
    pub(crate) stride: Option<Reg>,
    /// Whether the columns of the matrix are contiguous in memory, not the rows.
    pub(crate) has_columns: bool,
}

/// The shape of a fragment: the matrix, and the registers of a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FragmentShape {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// The number of bits of an element.
    pub(crate) bits: usize,
    /// Whether consecutive elements of a lane are in one column, as for B.
    pub(crate) is_by_columns: bool,
}

/// Returns the places of the elements of an operand of `wmma`.
pub(crate) fn places(form: Form, operand: Operand, registers: usize) -> Option<Places> {
    let bits = form.element_bits(operand) as usize;
    let shape = FragmentShape::new(form.shape().map(usize::from), operand, bits);
    let width = if form.element_type(operand) == Type::F64 { 64 } else { 32 };
    let each = width / shape.bits;
    let index = |register: usize, lane: usize, element: usize| {
        let (row, column) = shape.position((lane * registers + register) * each + element);
        Some(match shape.is_by_columns {
            true => column * shape.rows + row,
            false => row * shape.columns + column,
        })
    };
    Places::new([shape.rows * shape.columns, shape.bits, width, registers], index)
}

impl FragmentShape {
    /// Returns the shape of an operand of a product of matrices M, N, K.
    pub(crate) fn new([m, n, k]: [usize; 3], operand: Operand, bits: usize) -> Self {
        let (rows, columns) = match operand {
            Operand::A => (m, k),
            Operand::B => (k, n),
            Operand::C | Operand::D => (m, n),
        };
        Self { rows, columns, bits, is_by_columns: operand == Operand::B }
    }

    /// Returns the row and the column of the element at a place of the fragment. The places count from the low bits of
    /// lane 0 on.
    pub(crate) fn position(&self, place: usize) -> (usize, usize) {
        let i = place % (self.rows * self.columns);
        match self.is_by_columns {
            true => (i % self.rows, i / self.rows),
            false => (i / self.columns, i % self.columns),
        }
    }
}

impl Wmma {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        match self {
            Self::Load(one) => [one.access.address].into_iter().chain(one.stride).collect(),
            Self::Store(one) => {
                let values = one.access.values.iter().flatten().copied();
                values.chain([one.access.address]).chain(one.stride).collect()
            }
        }
    }

    pub(crate) fn results(&self) -> Vec<Reg> {
        match self {
            Self::Load(one) => one.access.values.iter().flatten().copied().collect(),
            Self::Store(_) => Vec::new(),
        }
    }
}
