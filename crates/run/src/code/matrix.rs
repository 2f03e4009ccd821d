//! Matrix instructions, which the 32 lanes of a warp run together.

use super::places::{Metadata, Places};
use super::{Access, Reg};
#[cfg(not(all(feature = "wide", target_arch = "x86_64")))]
use crate::code::WARP;
use crate::code::fragment::{self, Wmma};
use crate::code::wgmma::Wgmma;
use ptx_core::Sm;
#[cfg(not(all(feature = "wide", target_arch = "x86_64")))]
use ptx_core::mma::Extras;
use ptx_core::mma::{Form, Instruction, Operand};
#[cfg(all(feature = "wide", target_arch = "x86_64"))]
pub(crate) use ptx_loops::WarpProduct;

/// Computes nothing: without the feature `wide`, and on other processors, there is no unit.
#[cfg(not(all(feature = "wide", target_arch = "x86_64")))]
#[derive(Clone, Copy, Debug)]
pub(crate) enum WarpProduct {}

#[cfg(not(all(feature = "wide", target_arch = "x86_64")))]
impl WarpProduct {
    pub(crate) fn new(_: Form, _: Sm) -> Option<Self> {
        None
    }

    pub(crate) fn run(
        &self,
        _: &[&[u32; WARP]],
        _: &[&[u32; WARP]],
        _: &[&[u32; WARP]],
        _: &Extras<'_>,
        _: &mut [[u32; WARP]],
    ) -> Option<()> {
        None
    }
}

/// A matrix instruction.
#[derive(Clone, Debug)]
pub(crate) enum Matrix {
    /// `mma` and `wmma.mma`
    Multiply(Box<Multiply>),
    /// `ldmatrix`
    Load(Rows),
    /// `stmatrix`
    Store(Rows),
    /// `movmatrix`
    Transpose { to: Option<Reg>, from: Reg },
    /// `wgmma`
    Warpgroup(Wgmma),
    /// `wmma.load` and `wmma.store`
    Fragment(Wmma),
}

/// A matrix multiplication.
#[derive(Clone, Debug)]
pub(crate) struct Multiply {
    pub(crate) form: Form,
    pub(crate) sm: Sm,
    /// The registers of D. `None` stands for `_`.
    pub(crate) d: Vec<Option<Reg>>,
    /// The registers of A, B and C.
    pub(crate) factors: [Vec<Reg>; 3],
    /// The places of the elements of A, B, C and D. `None` if the registers do not fit the form.
    pub(crate) places: Option<[Places; 4]>,
    /// The metadata of a sparse form.
    pub(crate) metadata: Option<Metadata>,
    /// The block scales of A and of B, if the form has scales. Each scale needs three registers: the scale, the byte
    /// selector and the thread selector.
    pub(crate) scales: Vec<[Reg; 3]>,
    /// The unit that computes the product of a warp with the widest vectors of the processor.
    pub(crate) widest: Option<WarpProduct>,
}

impl Multiply {
    /// Returns a product without metadata and block scales.
    pub(crate) fn new(form: Form, sm: Sm, d: Vec<Option<Reg>>, factors: [Vec<Reg>; 3]) -> Self {
        let places = |operand, registers| match form.instruction() {
            Instruction::Wmma => fragment::places(form, operand, registers),
            _ => Places::of_mma(form, operand, registers),
        };
        let [a, b, c] = factors.each_ref().map(Vec::len);
        let all = [(Operand::A, a), (Operand::B, b), (Operand::C, c), (Operand::D, d.len())]
            .map(|(operand, registers)| places(operand, registers));
        let places = match all {
            [Some(a), Some(b), Some(c), Some(d)] => Some([a, b, c, d]),
            _ => None,
        };
        let widest = WarpProduct::new(form, sm);
        Self { form, sm, d, factors, places, metadata: None, scales: Vec::new(), widest }
    }
}

/// The rows of `ldmatrix` or `stmatrix`. Each row is in shared memory, at the address that one lane holds.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// The access that moves one row. Its `values` are one register for each matrix.
    pub(crate) access: Access,
    pub(crate) layout: Layout,
    /// The number of lanes whose addresses must be valid.
    pub(crate) addresses: usize,
}

/// How the rows of `ldmatrix` or `stmatrix` correspond to registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// `.m8n8.b16`, with or without `.trans`.
    Halves { is_transposed: bool },
    /// `.m8n16`
    Bytes(Packing),
    /// `.m16n16.trans` and `.m16n8.trans`
    TransposedBytes(Packing),
}

/// The format of the elements in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    B8,
    B6x16P32,
    B4x16P64,
}

impl Matrix {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        match self {
            Self::Multiply(one) => {
                let metadata = one.metadata.as_ref().map(|metadata| metadata.register);
                let factors = one.factors.iter().flatten().copied();
                factors.chain(metadata).chain(one.scales.iter().flatten().copied()).collect()
            }
            Self::Load(rows) => vec![rows.access.address],
            Self::Store(Rows { access, .. }) => {
                access.values.iter().flatten().copied().chain([access.address]).collect()
            }
            Self::Transpose { from, .. } => vec![*from],
            Self::Warpgroup(one) => one.sources(),
            Self::Fragment(one) => one.sources(),
        }
    }

    pub(crate) fn results(&self) -> Vec<Reg> {
        match self {
            Self::Multiply(one) => one.d.iter().flatten().copied().collect(),
            Self::Load(rows) => rows.access.values.iter().flatten().copied().collect(),
            Self::Store(_) => Vec::new(),
            Self::Transpose { to, .. } => to.iter().copied().collect(),
            Self::Warpgroup(one) => one.results(),
            Self::Fragment(one) => one.results(),
        }
    }
}
