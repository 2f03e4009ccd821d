//! The instructions of mbarrier objects, which are barriers in shared memory.

use super::{Order, Reg};
use crate::memory::address::Space;

/// An `mbarrier` instruction, or `cp.async.mbarrier.arrive`.
#[derive(Clone, Debug)]
pub(crate) struct Mbarrier {
    pub(crate) kind: Kind,
    pub(crate) space: Space,
    /// The register with the address of the object.
    pub(crate) address: Reg,
    /// The constant that is added to the address.
    pub(crate) offset: u64,
    pub(crate) order: Order,
}

/// What an instruction does with an mbarrier object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Creates an object that expects this number of arrivals in each phase.
    Init(Reg),
    /// Destroys the object.
    Invalidate,
    /// Adds a number of bytes to those that the current phase expects.
    Expect(Reg),
    /// Subtracts a number of bytes from those that the current phase expects.
    Complete(Reg),
    Arrive(Arrive),
    /// Completes the asynchronous copies of the thread, and then arrives. Without `.noinc`, the pending count is
    /// incremented before the arrival.
    ArriveAfterCopies {
        increments: bool,
    },
    /// Tests whether a phase has completed.
    Test(Test),
    /// Waits until a phase has completed.
    Wait(Test),
}

/// `mbarrier.arrive` and `mbarrier.arrive_drop`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrive {
    /// The number of arrivals; `None` is one arrival.
    pub(crate) count: Option<Reg>,
    /// The bytes that the phase expects in addition.
    pub(crate) bytes: Option<Reg>,
    /// Whether later phases expect these arrivals no more (`arrive_drop`).
    pub(crate) drops: bool,
    /// Whether the arrival may complete the phase. With `.noComplete`, it must not.
    pub(crate) may_complete: bool,
    /// The register that receives the state of the object before the arrival.
    pub(crate) state: Option<Reg>,
}

/// A phase, and the register that receives whether the phase has completed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    pub(crate) to: Option<Reg>,
    pub(crate) phase: Phase,
}

/// How an instruction names a phase.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    /// By the state that an arrival returned.
    State(Reg),
    /// By its parity: 0 for the phases 0, 2, 4 and so on, and 1 for the others.
    Parity(Reg),
}

impl Phase {
    pub(crate) fn register(self) -> Reg {
        match self {
            Self::State(register) | Self::Parity(register) => register,
        }
    }
}

impl Mbarrier {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        let own = match self.kind {
            Kind::Init(register) | Kind::Expect(register) | Kind::Complete(register) => {
                [Some(register), None]
            }
            Kind::Arrive(Arrive { count, bytes, .. }) => [count, bytes],
            Kind::Test(test) | Kind::Wait(test) => [Some(test.phase.register()), None],
            Kind::Invalidate | Kind::ArriveAfterCopies { .. } => [None; 2],
        };
        own.into_iter().flatten().chain([self.address]).collect()
    }

    pub(crate) fn results(&self) -> Vec<Reg> {
        match self.kind {
            Kind::Arrive(Arrive { state, .. }) => state.into_iter().collect(),
            Kind::Test(test) | Kind::Wait(test) => test.to.into_iter().collect(),
            _ => Vec::new(),
        }
    }
}
