//! Reads the files with the digests of the chip's results.

use crate::functions::{Function, function};

/// Parses hexadecimal numbers.
fn numbers(column: &str) -> Vec<u64> {
    column.split_ascii_whitespace().map(|x| u64::from_str_radix(x, 16).unwrap()).collect()
}
fn number(column: &str) -> u64 {
    u64::from_str_radix(column, 16).unwrap()
}

/// Returns the columns of the rows of a file.
fn rows<const N: usize>(file: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    file.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let columns: Vec<_> = line.split('\t').collect();
        columns.try_into().unwrap_or_else(|_| panic!("not {N} columns: {line}"))
    })
}

/// An instruction with one operand of 32 or 16 bits.
pub(super) struct Unary {
    pub(super) instruction: &'static str,
    /// The digest of the digests of all groups; for 16-bit operands, the digest of all results.
    pub(super) all: u64,
    /// The file of the C model that has digests of the same groups; empty if there is no such file.
    pub(super) model: &'static str,
    /// Digests of single groups. Empty for 16-bit operands.
    pub(super) groups: Vec<u64>,
}

/// Returns the numbers of the groups whose digests are in the file, and the rows of the file.
pub(super) fn unary() -> (Vec<u64>, Vec<Unary>) {
    let mut rows = rows(include_str!("../../../conformance/chips/nvidia-h100-80gb-hbm3/unary.tsv"));
    let [_, _, _, chosen] = rows.next().unwrap();
    let rows = rows.map(|[instruction, all, model, groups]| Unary {
        instruction,
        all: number(all),
        model,
        groups: numbers(groups),
    });
    (numbers(chosen), rows.collect())
}

/// An instruction with digests of its results for triples of operands.
pub(super) struct Cases {
    pub(super) instruction: &'static str,
    /// The digest of the results for all triples of special operands.
    pub(super) special: u64,
    /// The digest of the digests of all blocks of random cases.
    pub(super) all: u64,
    /// Whether the operands a and b of the random cases are exchanged.
    pub(super) is_exchanged: bool,
    /// The digests of the first blocks of random cases.
    pub(super) blocks: Vec<u64>,
}

impl Cases {
    pub(super) fn is_double(&self) -> bool {
        self.instruction.ends_with(".f64")
    }

    /// Returns the function that computes the random cases.
    pub(super) fn function(&self) -> Function {
        let f = function(self.instruction);
        if self.is_exchanged { Box::new(move |[a, b, c]| f([b, a, c])) } else { f }
    }
}

/// Returns the special operands of `.f32` and `.f64`, and the rows of the file.
pub(super) fn cases() -> ([Vec<u64>; 2], Vec<Cases>) {
    let mut rows = rows(include_str!("../../../conformance/chips/nvidia-h100-80gb-hbm3/cases.tsv"));
    let special = [(); 2].map(|()| numbers(rows.next().unwrap()[4]));
    let rows = rows.map(|[instruction, special, all, order, blocks]| Cases {
        instruction,
        special: number(special),
        all: number(all),
        is_exchanged: order == "bac",
        blocks: numbers(blocks),
    });
    (special, rows.collect())
}
