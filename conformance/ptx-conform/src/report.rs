//! The JSON file and the summary of a run.

use crate::device::Chip;
use crate::findings::Finding;
pub use crate::outcome::{Mismatch, Outcome};
use crate::questions::Answer;
use crate::random_kernels::Kernels;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the file format.
pub const SCHEMA: u32 = 1;

/// The contents of the JSON file of a run. `conformance/chips/schema.json` describes the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The file format, [`SCHEMA`].
    pub schema: u32,
    /// The name of the chip, from the driver.
    pub chip: String,
    /// The architecture number: 90 for sm_90.
    pub sm: u16,
    /// The CUDA version of the driver: 12090 is 12.9.
    pub driver: i32,
    /// The version of ptx-conform.
    pub version: String,
    /// The commit that ptx-conform was built from, or `unknown`.
    pub commit: String,
    /// The person who ran the comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The seed of the steered operands (crate `steered`).
    pub seed: u64,
    /// The outcomes of all forms, in the order of the instruction table.
    pub forms: Vec<Outcome>,
    /// The outcome of `--kernels`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernels: Option<Kernels>,
    /// The results of `--findings`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The results of `--questions`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Answer>,
}

impl Document {
    /// Creates the document of a run, without outcomes.
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
            kernels: None,
            findings: Vec::new(),
            questions: Vec::new(),
        }
    }

    /// Returns the chip of the run.
    #[must_use]
    pub fn chip(&self) -> Chip {
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

/// The numbers of forms that were equal, different, or not run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of forms whose results equal the results of `ptx-core`.
    pub equal: usize,
    /// The number of forms whose results differ from the results of `ptx-core`.
    pub different: usize,
    /// The number of forms that did not run.
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

    /// Returns 0 if all forms ran and all results are equal, and 1 otherwise.
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
