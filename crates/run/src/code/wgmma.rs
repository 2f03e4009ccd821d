//! The instructions `wgmma`, which the 128 threads of a warpgroup run together.

use super::Reg;
use super::places::Metadata;
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

/// A matrix product D = A · B + D of a warpgroup.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub(crate) form: Form,
    /// The form of `mma` whose fragments the registers of A, the metadata and eight columns of D have.
    pub(crate) fragments: Form,
    pub(crate) sm: Sm,
    pub(crate) d: Vec<Reg>,
    pub(crate) a: Factor,
    pub(crate) b: Factor,
    /// The metadata of a sparse form.
    pub(crate) metadata: Option<Metadata>,
    /// The predicate `scale-d`: whether the product adds D.
    pub(crate) adds_d: Reg,
    /// Whether A and B are negated.
    pub(crate) negate: [bool; 2],
}

/// The place of the matrix A or B.
#[derive(Clone, Debug)]
pub(crate) enum Factor {
    Registers(Vec<Reg>),
    /// Shared memory. The register holds the matrix descriptor. If `is_transposed`, consecutive elements in memory
    /// are consecutive along M or N instead of K.
    Shared {
        descriptor: Reg,
        is_transposed: bool,
    },
}

impl Factor {
    /// Returns the registers that hold the matrix itself.
    pub(crate) fn registers(&self) -> &[Reg] {
        match self {
            Self::Registers(all) => all,
            Self::Shared { .. } => &[],
        }
    }

    fn sources(&self) -> &[Reg] {
        match self {
            Self::Registers(all) => all,
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
            Factor::Registers(_) => None,
        };
        factors.filter_map(of).collect()
    }
}

impl Wgmma {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        let Self::Multiply(one) = self else { return Vec::new() };
        let factors = one.a.sources().iter().chain(one.b.sources()).chain(&one.d).copied();
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
