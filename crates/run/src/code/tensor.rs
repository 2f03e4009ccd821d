//! The instructions `tcgen05`, which use tensor memory.

use super::Reg;
use crate::code::bulk::Operand;
use crate::code::warp::Reduce;
use ptx_core::Sm;
use ptx_core::mma::{Kind, ScaleVector};

/// The message for `.ashift` of a sparse matrix.
pub(crate) const SPARSE_SHIFT: &str = "`.ashift` of a sparse matrix A is not supported: PTX ISA does not say whether the metadata shift with its rows";

/// A `tcgen05` instruction.
#[derive(Clone, Debug)]
pub(crate) enum Tensor {
    /// `tcgen05.alloc`, after the wait for free columns. Writes the address in the register to shared memory.
    Allocate { to: Operand, address: Reg },
    /// `tcgen05.dealloc`
    Free { address: Reg, columns: Reg },
    /// The allocation of machine code, which does not wait. Writes the first unit of columns, and whether the columns
    /// were free.
    FindUnits { units: Reg, start: Reg, found: Reg },
    /// The end of an allocation in machine code. The register holds the mask of the units that are kept.
    KeepUnits { mask: Reg },
    /// `tcgen05.relinquish_alloc_permit`
    Relinquish,
    /// `tcgen05.ld`
    Load(Move),
    /// `tcgen05.st`
    Store(Move),
    /// `tcgen05.wait::ld` or `tcgen05.wait::st`
    Wait { loads: bool },
    /// `tcgen05.fence::after_thread_sync`
    Fence,
    /// `tcgen05.mma`
    Multiply(Box<Product>),
    /// `tcgen05.cp`
    Copy(Box<TensorCopy>),
    /// `tcgen05.shift`
    Shift { to: Operand, blocks: usize },
    /// `tcgen05.commit`, with the register of the mask of the cluster's blocks.
    Commit { mbarrier: Operand, blocks: Option<Reg> },
}

/// The registers and the tensor memory between which `tcgen05.ld` and `tcgen05.st` move words.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) shape: Shape,
    pub(crate) address: Operand,
    /// Whether a register holds the low halves of two adjacent columns.
    pub(crate) is_packed: bool,
    pub(crate) values: Vec<Option<Reg>>,
    /// The reduction of the words of a thread, and the register that receives it: `tcgen05.ld.red`.
    pub(crate) reduction: Option<(Reduce, Option<Reg>)>,
}

impl Move {
    /// Returns the registers that a load writes.
    pub(crate) fn loaded(&self) -> Vec<Reg> {
        let reduced = self.reduction.and_then(|(_, register)| register);
        self.values.iter().copied().flatten().chain(reduced).collect()
    }
}

/// The shape of `tcgen05.ld` and `tcgen05.st`: the lanes, and the bits of a lane that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `.32x32b`
    L32B32,
    /// `.16x64b`
    L16B64,
    /// `.16x128b`
    L16B128,
    /// `.16x256b`
    L16B256,
    /// `.16x32bx2`, with the offset in columns of the second half.
    L16B32X2(usize),
    /// A half of `.16x32bx2` in machine code.
    L16B32 { is_second: bool },
}

/// A matrix product D = A · B + D.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub(crate) kind: Kind,
    pub(crate) sm: Sm,
    /// The number of blocks that compute the product together.
    pub(crate) blocks: usize,
    /// Whether the instruction is `tcgen05.mma.ws`.
    pub(crate) is_stationary: bool,
    pub(crate) d: Operand,
    pub(crate) a: Factor,
    /// Whether the rows of A are shifted down by one: `.ashift`.
    pub(crate) shifts_a: bool,
    /// The register with the descriptor of B.
    pub(crate) b: Reg,
    /// The register with the descriptor of the columns of B that the product replaces with zeros.
    pub(crate) zero_columns: Option<Reg>,
    /// The address of the metadata of a sparse matrix A.
    pub(crate) metadata: Option<Operand>,
    /// The register with the instruction descriptor.
    pub(crate) instruction: Reg,
    /// The number of block scales of a row of A, and the addresses of the scales of A and B.
    pub(crate) scales: Option<(ScaleVector, [Operand; 2])>,
    /// The mask of the lanes that are not written.
    pub(crate) disabled: Vec<Reg>,
    /// The predicate `enable-input-d`: whether the product adds D.
    pub(crate) adds_d: Reg,
    /// The negative binary logarithm of the factor of D as an input.
    pub(crate) scale_d: u32,
    /// Whether only the instruction descriptor tells that the product has tf32 elements or that A is sparse, as in
    /// machine code.
    pub(crate) is_described: bool,
}

/// The place of the matrix A.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Factor {
    Tensor(Operand),
    /// Shared memory. The register holds the matrix descriptor.
    Shared(Reg),
}

/// A copy from shared memory to tensor memory.
#[derive(Clone, Debug)]
pub(crate) struct TensorCopy {
    pub(crate) to: Operand,
    /// The register with the descriptor of the source.
    pub(crate) from: Reg,
    pub(crate) blocks: usize,
    /// The number of rows, and of bytes of a row.
    pub(crate) shape: [usize; 2],
    /// The lanes that receive a row: the distance of the rows, and the first lanes of the copies.
    pub(crate) lanes: Lanes,
    /// The number of bits of an element, if the elements are unpacked to bytes.
    pub(crate) unpacked: Option<usize>,
}

/// The lanes to which `tcgen05.cp` copies rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lanes {
    /// Row i to lane i.
    Once,
    /// Row i to lane 32 i.
    Spread,
    /// Row i to lanes i and i + 64: `.warpx2::02_13`.
    Halves,
    /// Row i to lanes i and i + 32 of each 64 lanes: `.warpx2::01_23`.
    Pairs,
    /// Row i to lanes i, i + 32, i + 64 and i + 96: `.warpx4`.
    Quarters,
}

impl Tensor {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        match self {
            Self::Allocate { to, address } => vec![to.address, *address],
            Self::Free { address, columns } => vec![*address, *columns],
            Self::FindUnits { units, .. } => vec![*units],
            Self::KeepUnits { mask } => vec![*mask],
            Self::Load(one) => vec![one.address.address],
            Self::Store(one) => {
                one.values.iter().flatten().copied().chain([one.address.address]).collect()
            }
            Self::Multiply(one) => one.sources(),
            Self::Copy(one) => vec![one.to.address, one.from],
            Self::Shift { to, .. } => vec![to.address],
            Self::Commit { mbarrier, blocks } => {
                [mbarrier.address].into_iter().chain(*blocks).collect()
            }
            Self::Relinquish | Self::Wait { .. } | Self::Fence => Vec::new(),
        }
    }

    pub(crate) fn results(&self) -> Vec<Reg> {
        match self {
            Self::Load(one) => one.loaded(),
            Self::FindUnits { start, found, .. } => vec![*start, *found],
            _ => Vec::new(),
        }
    }
}

impl Product {
    fn sources(&self) -> Vec<Reg> {
        let a = match self.a {
            Factor::Tensor(operand) => operand.address,
            Factor::Shared(register) => register,
        };
        let scales = self.scales.iter().flat_map(|(_, both)| both.map(|one| one.address));
        let metadata = self.metadata.map(|one| one.address);
        [self.d.address, a, self.b, self.instruction, self.adds_d]
            .into_iter()
            .chain(self.disabled.iter().copied())
            .chain(self.zero_columns)
            .chain(metadata)
            .chain(scales)
            .collect()
    }
}
