//! The oracle of a computation: what its results are compared with.

use crate::compare::{self, Found};
use crate::model::{self, Digests};
use crate::task::{Inputs, Task};
use ptx_conform::instruction::Computes;
use referee::Reference;
use std::io;

/// One matrix element counts as this number of samples, because it takes longer to compute.
const SAMPLES_PER_ELEMENT: u64 = 100;

/// A source of the results that a computation should have.
pub enum Oracle {
    /// `rustc_apfloat` and exact integers.
    Reference(Reference),
    /// The digests of the C model, over all operands.
    Digests(Digests),
    /// The C model of matrices, which is a program.
    Matrices,
}

impl Oracle {
    /// Returns the oracle of a computation; `None` if nothing independent of `ptx-core` computes it.
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

    /// Returns the name in outcomes.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reference(_) => "rustc_apfloat and exact integers",
            Self::Digests(_) | Self::Matrices => "C model",
        }
    }

    /// Returns the operands to compare; `samples` is the number of steered operands.
    #[must_use]
    pub fn inputs(&self, task: &Task, samples: u64, quick: bool) -> Inputs {
        match self {
            Self::Reference(_) => task.inputs(samples, quick),
            Self::Digests(_) if !quick => Inputs::All(32),
            Self::Digests(digests) => Inputs::Steered(digests.inputs()),
            Self::Matrices => Inputs::Steered((samples / SAMPLES_PER_ELEMENT).max(1)),
        }
    }

    /// Compares, and passes the number of finished inputs to `progress`.
    ///
    /// # Errors
    /// The C model does not run.
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
