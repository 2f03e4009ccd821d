//! What a computation is compared with.

use crate::compare::{self, Found};
use crate::model::{self, Digests};
use crate::task::{Inputs, Task};
use ptx_conform::asked::Computes;
use referee::Reference;
use std::io;

/// Elements of a product of matrices, which costs more than an operation, in place of so many samples.
const SAMPLES_OF_AN_ELEMENT: u64 = 100;

/// What a computation is compared with.
pub enum Against {
    /// `rustc_apfloat` and exact integers.
    Reference(Reference),
    /// Those of the C model, over all operands.
    Digests(Digests),
    /// The C model of matrices, a program.
    Matrices,
}

impl Against {
    /// What there is; `None` if nothing is independent of `ptx-core`.
    #[must_use]
    pub fn of(task: &Task, quick: bool) -> Option<Self> {
        let Computes::Thread(computation, _) = &task.asked.computes else {
            return Some(Self::Matrices);
        };
        if let Some(digests) = Digests::of(task, quick) {
            return Some(Self::Digests(digests));
        }
        let operands = task.asked.selection.source_types().len();
        Reference::of(&computation.value, operands).map(Self::Reference)
    }

    /// As outcomes call it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Reference(_) => "rustc_apfloat and exact integers",
            Self::Digests(_) | Self::Matrices => "C model",
        }
    }

    /// On which operands, if so many are steered where not all are compared.
    #[must_use]
    pub fn inputs(&self, task: &Task, samples: u64, quick: bool) -> Inputs {
        match self {
            Self::Reference(_) => task.inputs(samples, quick),
            Self::Digests(_) if !quick => Inputs::All(32),
            Self::Digests(digests) => Inputs::Steered(digests.inputs()),
            Self::Matrices => Inputs::Steered((samples / SAMPLES_OF_AN_ELEMENT).max(1)),
        }
    }

    /// Compares, and tells how many inputs are done.
    ///
    /// # Errors
    /// The C model cannot be run.
    pub fn compare(
        &self,
        task: &Task,
        inputs: Inputs,
        sm: u16,
        jobs: usize,
        tell: &(dyn Fn(u64) + Sync),
    ) -> io::Result<Found> {
        Ok(match self {
            Self::Reference(reference) => compare::thread(task, reference, inputs, jobs, tell),
            Self::Digests(digests) => digests.compare(task, jobs, tell),
            Self::Matrices => model::matrices(task, sm, inputs.count(), tell)?,
        })
    }
}
