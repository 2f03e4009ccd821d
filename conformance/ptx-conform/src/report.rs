//! What is said: a line a form, and the file.

use crate::asked::Asked;
use crate::device::Chip;
use crate::matrix::{Element, Warp};
use crate::questions::Answer;
use ptx_core::mma::Operand;
use ptx_isa::Type;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the file's schema.
pub const SCHEMA: u32 = 1;

/// The file of a run (`conformance/chips/schema.json`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The chip, as the driver calls it.
    pub chip: String,
    /// Its architecture.
    pub sm: u16,
    /// The driver's version of CUDA, 12.9 as 12090.
    pub driver: i32,
    /// The version of this package.
    pub version: String,
    /// The commit that it was built from, if git knows.
    pub commit: String,
    /// Who ran it, if they said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What the steered operands come from.
    pub seed: u64,
    /// Every form that was asked, in the order of the instruction table.
    pub forms: Vec<Outcome>,
    /// What `--questions` asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Answer>,
}

impl Document {
    /// The file of a run that has just begun.
    #[must_use]
    pub fn new(chip: &Chip, seed: u64, by: Option<String>) -> Self {
        Self {
            schema: SCHEMA,
            chip: chip.name.clone(),
            sm: chip.sm,
            driver: chip.driver,
            version: env!("CARGO_PKG_VERSION").into(),
            commit: commit(),
            by,
            seed,
            forms: Vec::new(),
            questions: Vec::new(),
        }
    }

    /// The chip that was asked.
    #[must_use]
    pub fn asked_chip(&self) -> Chip {
        Chip { name: self.chip.clone(), sm: self.sm, driver: self.driver }
    }
}

fn commit() -> String {
    let git = std::process::Command::new("git")
        .args(["-C", env!("CARGO_MANIFEST_DIR"), "rev-parse", "HEAD"])
        .output();
    let text = git.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    text.map(|text| text.trim().to_string())
        .filter(|text| !text.is_empty())
        .unwrap_or("unknown".into())
}

/// What came of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The instruction, and its immediate.
    pub form: String,
    /// How many operands, or sets of them, it was asked on; 0 if it could not be run.
    pub inputs: u64,
    /// The digest of the device's results, or of their digests.
    pub digest: String,
    /// How often the device gave other bits.
    pub mismatches: u64,
    /// The first time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Mismatch>,
    /// What else there is to know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A result that differs; all words in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mismatch {
    /// The operands, as `ptx eval --batch` takes them.
    pub operands: Vec<String>,
    /// What the device gave.
    pub device: Vec<String>,
    /// What `ptx-core` gives.
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

    /// Whether the device was asked and gave the same bits.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.inputs > 0 && self.mismatches == 0
    }
}

/// The bits of a value in as many digits as its type has.
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
    /// `rcp.rn.f32  4294967296 inputs  0 mismatches`, and the first mismatch on a line of its own.
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

/// How the forms of a run compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Forms with the same bits.
    pub equal: usize,
    /// Forms with other bits.
    pub different: usize,
    /// Forms that could not be run.
    pub not_run: usize,
}

impl Summary {
    /// Counts an outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        match outcome {
            _ if outcome.is_equal() => self.equal += 1,
            Outcome { inputs: 0, .. } => self.not_run += 1,
            _ => self.different += 1,
        }
    }

    /// 0 if every form was run and gave the same bits, else 1.
    #[must_use]
    pub fn exit_code(self) -> u8 {
        u8::from(self.different + self.not_run > 0)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { equal, different, not_run } = self;
        write!(f, "{equal} forms equal, {different} different, {not_run} not run")
    }
}
