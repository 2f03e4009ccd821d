//! The oracle of a computation: the source of its expected results.

use crate::compare::{self, Found};
use crate::model::{self, Digests};
use crate::task::{Inputs, Task};
use ptx_conform::instruction::Computes;
use referee::Reference;
use std::io;

/// The number of samples that a matrix element counts as. A matrix element takes longer to compute than other results.
const SAMPLES_PER_ELEMENT: u64 = 100;

/// A source of expected results.
pub enum Oracle {
    /// A function that uses `rustc_apfloat` and exact integers.
    Reference(Reference),
    /// Recorded digests of the C model's results for all operands.
    Digests(Digests),
    /// The output of the C model for a matrix product.
    Matrices,
}

impl Oracle {
    /// Returns the oracle of a computation. Returns `None` if the computation has no reference.
    #[must_use]
    pub fn of(task: &Task, quick: bool) -> Option<Self> {
        let Computes::Thread(computation, _) = &task.instruction.computes else {
            return Some(Self::Matrices);
        };
        if let Some(digests) = Digests::of(task, quick) {
            return Some(Self::Digests(digests));
        }
        let operands = task.instruction.selection.source_types().len();
        Reference::of(&computation.value, operands).map(Self::Reference)
    }

    /// Returns the name of the oracle for outcomes.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reference(_) => "rustc_apfloat and exact integers",
            Self::Digests(_) | Self::Matrices => "C model",
        }
    }

    /// Returns the operands to compare. `samples` is the number of steered operands (near hard cases).
    #[must_use]
    pub fn inputs(&self, task: &Task, samples: u64, quick: bool) -> Inputs {
        match self {
            Self::Reference(_) => task.inputs(samples, quick),
            Self::Digests(_) if !quick => Inputs::All(32),
            Self::Digests(digests) => Inputs::Steered(digests.inputs()),
            Self::Matrices => Inputs::Steered((samples / SAMPLES_PER_ELEMENT).max(1)),
        }
    }

    /// Compares a computation with the oracle. After each part, calls `progress` with the number of inputs in the part.
    ///
    /// # Errors
    /// Returns an error if the C model does not run.
    pub fn compare(
        &self,
        task: &Task,
        inputs: Inputs,
        sm: u16,
        jobs: usize,
        progress: &(dyn Fn(u64) + Sync),
    ) -> io::Result<Found> {
        Ok(match self {
            Self::Reference(reference) => compare::thread(task, reference, inputs, jobs, progress),
            Self::Digests(digests) => digests.compare(task, jobs, progress),
            Self::Matrices => model::matrices(task, sm, inputs.count(), progress)?,
        })
    }
}
