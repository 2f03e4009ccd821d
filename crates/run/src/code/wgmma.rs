//! The instructions `wgmma`, which the 128 threads of a warpgroup run together.

use super::Reg;
use super::places::{Metadata, Places};
use ptx_core::Sm;
use ptx_core::mma::Form;

/// A `wgmma` instruction.
#[derive(Clone, Debug)]
pub(crate) enum Wgmma {
    /// `wgmma.mma_async`
    Multiply(Box<Product>),
    /// `wgmma.fence`
    Fence,
    /// `wgmma.commit_group`
    Commit,
    /// `wgmma.wait_group`, with the number of the last groups that may be unfinished.
    Wait(u64),
}

/// A matrix product D = A · B + C of a warpgroup.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub(crate) form: Form,
    pub(crate) sm: Sm,
    pub(crate) d: Vec<Reg>,
    /// The registers of C: those of D in PTX, and possibly other registers in machine code.
    pub(crate) c: Vec<Reg>,
    /// The places of 16 rows of C and D in the registers of a warp.
    pub(crate) of_d: Places,
    pub(crate) a: Factor,
    pub(crate) b: Factor,
    /// The metadata of a sparse form.
    pub(crate) metadata: Option<Metadata>,
    /// The predicate `scale-d`: whether the product adds C.
    pub(crate) adds_d: Reg,
    /// Whether A and B are negated.
    pub(crate) negate: [bool; 2],
}

/// The place of the matrix A or B.
#[derive(Clone, Debug)]
pub(crate) enum Factor {
    /// The registers, and the places of 16 rows in the registers of a warp.
    Registers(Vec<Reg>, Places),
    /// Shared memory. The register holds the matrix descriptor. If `is_transposed`, consecutive elements in memory
    /// are consecutive along M or N instead of K.
    Shared { descriptor: Reg, is_transposed: bool },
}

impl Factor {
    /// Returns the registers that hold the matrix itself.
    pub(crate) fn registers(&self) -> &[Reg] {
        match self {
            Self::Registers(all, _) => all,
            Self::Shared { .. } => &[],
        }
    }

    fn sources(&self) -> &[Reg] {
        match self {
            Self::Registers(all, _) => all,
            Self::Shared { descriptor, .. } => std::slice::from_ref(descriptor),
        }
    }
}

impl Product {
    /// Returns the registers with the matrix descriptors.
    pub(crate) fn descriptors(&self) -> Vec<Reg> {
        let factors = [&self.a, &self.b].into_iter();
        let of = |factor: &Factor| match factor {
            Factor::Shared { descriptor, .. } => Some(*descriptor),
            Factor::Registers(..) => None,
        };
        factors.filter_map(of).collect()
    }
}

impl Wgmma {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        let Self::Multiply(one) = self else { return Vec::new() };
        let factors = one.a.sources().iter().chain(one.b.sources()).chain(&one.c).copied();
        let metadata = one.metadata.as_ref().map(|metadata| metadata.register);
        factors.chain(metadata).chain([one.adds_d]).collect()
    }

    pub(crate) fn results(&self) -> Vec<Reg> {
        match self {
            Self::Multiply(one) => one.d.clone(),
            Self::Fence | Self::Commit | Self::Wait(_) => Vec::new(),
        }
    }
}
