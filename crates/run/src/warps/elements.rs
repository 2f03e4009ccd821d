//! Moves matrices between the registers of warps and arrays of elements.

use crate::code::Reg;
use crate::code::places::{Metadata, Places};
use crate::lanes::WARP;
use crate::lanes::registers::{Column, Frame};

impl Places {
    /// Returns the matrices that the registers of `warps` warps hold, one after the other. Returns `None` if a register has
    /// an unexpected width.
    pub(crate) fn read(&self, frame: &Frame, registers: &[Reg], warps: usize) -> Option<Vec<u64>> {
        let mut all = vec![0; warps * self.length];
        let mask = u64::MAX >> (64 - self.bits);
        for (register, indices) in registers.iter().zip(self.indices.chunks(WARP * self.each)) {
            let matrices = all.chunks_mut(self.length);
            match &frame.columns[*register] {
                Column::B32(column) => {
                    for (matrix, words) in matrices.zip(column.chunks(WARP)) {
                        match self.each {
                            1 => self.unpack::<1>(matrix, words, indices),
                            2 => self.unpack::<2>(matrix, words, indices),
                            4 => self.unpack::<4>(matrix, words, indices),
                            8 => self.unpack::<8>(matrix, words, indices),
                            32 => self.unpack::<32>(matrix, words, indices),
                            _ => return None,
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

    /// Puts the elements of words that hold N elements each into a matrix.
    fn unpack<const N: usize>(&self, matrix: &mut [u64], words: &[u32], indices: &[u32]) {
        let mask = u32::MAX >> (32 - self.bits);
        for (word, indices) in words.iter().zip(indices.as_chunks::<N>().0) {
            for (i, index) in indices.iter().enumerate() {
                let element = word.unbounded_shr((i * self.bits) as u32) & mask;
                matrix[*index as usize] = element.into();
            }
        }
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

impl Metadata {
    /// Returns the metadata digits of the warp whose first thread has the index `first` in each register, row by row.
    pub(crate) fn read(&self, frame: &Frame, first: usize) -> Vec<u8> {
        let column = &frame.columns[self.register];
        let words: [u64; WARP] = std::array::from_fn(|lane| column.get(first + lane));
        self.digits.iter().map(|(lane, bit)| (words[*lane] >> bit & 0xf) as u8).collect()
    }
}
