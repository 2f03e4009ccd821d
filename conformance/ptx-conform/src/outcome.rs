//! The outcome of running a form. The command prints an outcome as a line, and the JSON file has an entry for it.

use crate::instruction::Instruction;
use crate::matrix::{Element, Warp};
use ptx_core::mma::Operand;
use ptx_isa::Type;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of running a form on a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The instruction and its immediate.
    pub form: String,
    /// The number of operand sets on which the form ran, or 0 if it did not run.
    pub inputs: u64,
    /// The digest of the device's results. If the form ran on groups of 2^24 operands, this is the digest of the
    /// groups' digests.
    pub digest: String,
    /// The number of results that differ from `ptx-core`.
    pub mismatches: u64,
    /// The first result that differs from `ptx-core`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Mismatch>,
    /// The reason why the form did not run, or another remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A result that differs from `ptx-core`. All words are in hexadecimal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mismatch {
    /// The operands in the format of `ptx-bits eval --batch`.
    pub operands: Vec<String>,
    /// The results of the device.
    pub device: Vec<String>,
    /// The results of `ptx-core`.
    pub expected: Vec<String>,
}

impl Outcome {
    pub(crate) fn new(instruction: &Instruction, inputs: u64, digest: u64) -> Self {
        Self {
            form: instruction.name.clone(),
            inputs,
            digest: format!("{digest:016x}"),
            mismatches: 0,
            first: None,
            note: None,
        }
    }

    pub(crate) fn not_run(instruction: &Instruction, why: String) -> Self {
        Self { note: Some(format!("not run: {why}")), ..Self::new(instruction, 0, 0) }
    }

    /// Returns whether the form ran and all its results equal those of `ptx-core`.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.inputs > 0 && self.mismatches == 0
    }
}

/// Formats the bits of a value in hexadecimal, with leading zeros.
#[must_use]
pub fn digits(ty: Type, bits: u64) -> String {
    format!("{bits:0width$x}", width = (ty.bits() as usize).div_ceil(4))
}

fn all_digits(types: &[Type], words: &[u64]) -> Vec<String> {
    types.iter().zip(words).map(|(ty, word)| digits(*ty, *word)).collect()
}

impl Mismatch {
    pub(crate) fn new(
        instruction: &Instruction,
        operands: &[u64],
        device: &[u64],
        expected: &[u64],
    ) -> Self {
        Self {
            operands: all_digits(&instruction.sources, operands),
            device: all_digits(&instruction.results, device),
            expected: all_digits(&instruction.results, expected),
        }
    }

    pub(crate) fn of_matrices(warp: &Warp, at: &Element, device: u64, expected: u64) -> Self {
        let word = |operand, word: u64| {
            let width = (warp.spacing(operand) as usize).div_ceil(4);
            format!("{word:0width$x}")
        };
        let joined = |operand, all: &[u64]| all.iter().map(|one| word(operand, *one)).collect();
        Self {
            operands: vec![
                joined(Operand::A, &at.row),
                joined(Operand::B, &at.column),
                word(Operand::C, at.addend),
            ],
            device: vec![word(Operand::D, device)],
            expected: vec![word(Operand::D, expected)],
        }
    }
}

impl fmt::Display for Outcome {
    /// Prints `rcp.rn.f32  4294967296 inputs  0 mismatches`, and the first mismatch on a second
    /// line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<44} {:>10} inputs {:>10} mismatches",
            self.form, self.inputs, self.mismatches
        )?;
        if let Some(note) = &self.note {
            write!(f, "  ({note})")?;
        }
        if let Some(Mismatch { operands, device, expected }) = &self.first {
            write!(
                f,
                "\n    first: {} gives {}, ptx-core {}",
                operands.join(" "),
                device.join(" "),
                expected.join(" ")
            )?;
        }
        Ok(())
    }
}
