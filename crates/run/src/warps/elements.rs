//! The elements of matrices in the registers of warps, for products of `wmma` and `wgmma`.

use crate::code::Reg;
use crate::lanes::WARP;
use crate::lanes::registers::{Column, Frame};
use ptx_core::mma::{self, Form, Operand, Place, Type};

/// The places of the elements of a matrix in the registers of a warp. The elements follow each other row by row, those of
/// B column by column.
pub(crate) struct Places {
    /// The number of elements of the matrix.
    length: usize,
    /// The number of bits of an element.
    bits: usize,
    /// The number of elements in a register.
    each: usize,
    /// The index of each element of each lane of each register.
    indices: Vec<u32>,
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

    /// Returns the matrices that the registers of `warps` warps hold, one after the other. Returns `None` if a register has
    /// an unexpected width.
    pub(crate) fn read(&self, frame: &Frame, registers: &[Reg], warps: usize) -> Option<Vec<u64>> {
        let mut all = vec![0; warps * self.length];
        let mask = u64::MAX >> (64 - self.bits);
        for (register, indices) in registers.iter().zip(self.indices.chunks(WARP * self.each)) {
            let matrices = all.chunks_mut(self.length);
            match &frame.columns[*register] {
                Column::B32(column) if self.each == 1 => {
                    for (matrix, words) in matrices.zip(column.chunks(WARP)) {
                        for (word, index) in words.iter().zip(indices) {
                            matrix[*index as usize] = u64::from(*word) & mask;
                        }
                    }
                }
                Column::B32(column) => {
                    for (matrix, words) in matrices.zip(column.chunks(WARP)) {
                        for (word, indices) in words.iter().zip(indices.chunks(self.each)) {
                            let mut rest = *word;
                            for index in indices {
                                matrix[*index as usize] = u64::from(rest) & mask;
                                rest = rest.unbounded_shr(self.bits as u32);
                            }
                        }
                    }
                }
                Column::B64(column) => {
                    for (matrix, words) in matrices.zip(column.chunks(WARP)) {
                        for (word, index) in words.iter().zip(indices) {
                            matrix[*index as usize] = *word & mask;
                        }
                    }
                }
                _ => return None,
            }
        }
        Some(all)
    }

    /// Writes matrices to the registers of their warps.
    pub(crate) fn write(&self, frame: &mut Frame, registers: &[Option<Reg>], all: &[u64]) {
        for (register, indices) in registers.iter().zip(self.indices.chunks(WARP * self.each)) {
            let Some(register) = *register else { continue };
            let matrices = all.chunks(self.length);
            match &mut frame.columns[register] {
                Column::B32(column) if self.each == 1 => {
                    for (matrix, words) in matrices.zip(column.chunks_mut(WARP)) {
                        for (word, index) in words.iter_mut().zip(indices) {
                            *word = matrix[*index as usize] as u32;
                        }
                    }
                }
                column => {
                    for (warp, matrix) in matrices.enumerate() {
                        for (lane, indices) in indices.chunks(self.each).enumerate() {
                            let join = |word, index: &u32| {
                                word << (self.bits % 64) | matrix[*index as usize]
                            };
                            let word = indices.iter().rev().fold(0, join);
                            column.set(warp * WARP + lane, word);
                        }
                    }
                }
            }
        }
    }
}
