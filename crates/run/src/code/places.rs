//! Where the registers of a warp hold the elements of a matrix, and its metadata.

use super::{Reg, WARP};
use ptx_core::mma::{self, Form, Operand, Place, Type};

/// The places of the elements of a matrix in the registers of a warp. The elements follow each other row by row, those of
/// B column by column.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The number of elements of the matrix. The four matrices of `m8n8k4` with f16 operands count as one matrix.
    pub(crate) length: usize,
    /// The number of bits of an element.
    pub(crate) bits: usize,
    /// The number of elements in a register.
    pub(crate) each: usize,
    /// The index of each element of each lane of each register.
    pub(crate) indices: Vec<u32>,
}

impl Places {
    /// Returns the places of an operand of `mma` that has `registers` registers. Returns `None` if the form has another
    /// number of registers.
    pub(crate) fn of_mma(form: Form, operand: Operand, registers: usize) -> Option<Self> {
        let [m, n, k] = form.shape().map(usize::from);
        let (lines, line) = match operand {
            Operand::A => (m, form.stored().into()),
            Operand::B => (n, k),
            Operand::C | Operand::D => (m, n),
        };
        let bits = form.element_bits(operand) as usize;
        let width = if form.element_type(operand) == Type::F64 { 64 } else { 32 };
        let length = registers * WARP * width / bits;
        let index = |register: usize, lane: usize, element: usize| {
            let place =
                Place { lane: lane as u8, register: register as u8, element: element as u8 };
            let mma::Position { product, row, column } = mma::position(form, operand, place)?;
            let (row, column) = match operand {
                Operand::B => (column, row),
                _ => (row, column),
            };
            let [product, row, column] = [product, row, column].map(usize::from);
            Some((product * lines + row) * line + column)
        };
        let is_complete = form.registers(operand).map(usize::from) == Some(registers);
        is_complete.then(|| Self::new([length, bits, width, registers], index))?
    }

    /// Returns the places of the 16 rows and `columns` columns of D that a warp of a warpgroup holds. Eight columns have
    /// the places of D in the form `fragments` of `mma`. Returns `None` if D has another number of registers.
    pub(crate) fn of_warpgroup(fragments: Form, columns: usize, registers: usize) -> Option<Self> {
        let [rows, width, _] = fragments.shape().map(usize::from);
        let bits = fragments.element_bits(Operand::D) as usize;
        let tile = usize::from(fragments.registers(Operand::D)?);
        let index = |register: usize, lane: usize, element: usize| {
            let place = Place {
                lane: lane as u8,
                register: (register % tile) as u8,
                element: element as u8,
            };
            let mma::Position { row, column, .. } = mma::position(fragments, Operand::D, place)?;
            let column = register / tile * width + usize::from(column);
            Some(usize::from(row) * columns + column)
        };
        let is_complete = tile * columns == registers * width;
        is_complete.then(|| Self::new([rows * columns, bits, 32, registers], index))?
    }

    /// Returns the places of a matrix of `length` elements of `bits` bits in registers of `width` bits. `index` returns the
    /// index of an element, given its register, its lane and its number in the register.
    pub(crate) fn new(
        [length, bits, width, registers]: [usize; 4],
        index: impl Fn(usize, usize, usize) -> Option<usize>,
    ) -> Option<Self> {
        let each = width / bits;
        let mut indices = Vec::with_capacity(registers * WARP * each);
        for register in 0..registers {
            for lane in 0..WARP {
                for element in 0..each {
                    let index = index(register, lane, element).filter(|index| *index < length)?;
                    indices.push(index as u32);
                }
            }
        }
        Some(Self { length, bits, each, indices })
    }
}

/// Where the registers of a warp hold the metadata of a sparse matrix A with 16 rows.
#[derive(Clone, Debug)]
pub(crate) struct Metadata {
    pub(crate) register: Reg,
    /// The lane and the lowest bit of each digit, row by row.
    pub(crate) digits: Vec<(usize, u32)>,
}

impl Metadata {
    /// Returns the places of the metadata of a sparse form of `mma`. `selector` is PTX's sparsity selector.
    pub(crate) fn new(form: Form, register: Reg, selector: u32) -> Self {
        /// The number of rows of A.
        const ROWS: u8 = 16;
        let place = |row, chunk| mma::metadata_place(form, row, chunk as u8, selector);
        let row = |row| (0..form.chunks()).filter_map(move |chunk| place(row, chunk));
        let digit = |Place { lane, element, .. }| (usize::from(lane), 4 * u32::from(element));
        Self { register, digits: (0..ROWS).flat_map(row).map(digit).collect() }
    }
}
