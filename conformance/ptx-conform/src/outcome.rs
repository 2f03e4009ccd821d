//! The outcome of a form: a line of the output and an entry of the file.

use crate::asked::Asked;
use crate::matrix::{Element, Warp};
use ptx_core::mma::Operand;
use ptx_isa::Type;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The instruction with its immediate.
    pub form: String,
    /// The number of operands, or sets of operands, on which the form was run; 0 if it could not be
    /// run.
    pub inputs: u64,
    /// The digest of the device's results, or of their digests.
    pub digest: String,
    /// The number of results in which the device gave other bits.
    pub mismatches: u64,
    /// The first difference.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Mismatch>,
    /// A remark, such as the reason why the form could not be run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A result that differs; all words in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mismatch {
    /// The operands, as `ptx-bits eval --batch` accepts them.
    pub operands: Vec<String>,
    /// The results of the device.
    pub device: Vec<String>,
    /// The results of `ptx-core`.
    pub expected: Vec<String>,
}

impl Outcome {
    pub(crate) fn new(asked: &Asked, inputs: u64, digest: u64) -> Self {
        Self {
            form: asked.name.clone(),
            inputs,
            digest: format!("{digest:016x}"),
            mismatches: 0,
            first: None,
            note: None,
        }
    }

    pub(crate) fn not_run(asked: &Asked, why: String) -> Self {
        Self { note: Some(format!("not run: {why}")), ..Self::new(asked, 0, 0) }
    }

    /// Returns whether the form was run and gave the same bits.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.inputs > 0 && self.mismatches == 0
    }
}

/// Returns the bits of a value with as many digits as its type has.
#[must_use]
pub fn digits(ty: Type, bits: u64) -> String {
    format!("{bits:0width$x}", width = (ty.bits() as usize).div_ceil(4))
}

fn all_digits(types: &[Type], words: &[u64]) -> Vec<String> {
    types.iter().zip(words).map(|(ty, word)| digits(*ty, *word)).collect()
}

impl Mismatch {
    pub(crate) fn new(asked: &Asked, given: &[u64], device: &[u64], expected: &[u64]) -> Self {
        Self {
            operands: all_digits(&asked.sources, given),
            device: all_digits(&asked.results, device),
            expected: all_digits(&asked.results, expected),
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
