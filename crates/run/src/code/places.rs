//! Where the registers of a warp hold the elements of a matrix, for products of `wmma` and `wgmma`.

use super::WARP;
use ptx_core::mma::{self, Form, Operand, Place, Type};

/// The places of the elements of a matrix in the registers of a warp. The elements follow each other row by row, those of
/// B column by column.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The number of elements of the matrix.
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
        let (length, line) = match operand {
            Operand::A => (m * usize::from(form.stored()), form.stored().into()),
            Operand::B => (n * k, k),
            Operand::C | Operand::D => (m * n, n),
        };
        let bits = form.element_bits(operand) as usize;
        let width = if form.element_type(operand) == Type::F64 { 64 } else { 32 };
        let index = |register: usize, lane: usize, element: usize| {
            let place =
                Place { lane: lane as u8, register: register as u8, element: element as u8 };
            let mma::Position { row, column, .. } = mma::position(form, operand, place)?;
            let (row, column) = match operand {
                Operand::B => (column, row),
                _ => (row, column),
            };
            Some(usize::from(row) * line + usize::from(column))
        };
        let is_complete = form.registers(operand).map(usize::from) == Some(registers);
        is_complete.then(|| Self::new([length, bits, width, registers], index))?
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
