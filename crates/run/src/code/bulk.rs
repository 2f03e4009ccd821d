//! The bulk copies: `cp.async.bulk`, `cp.reduce.async.bulk`, and their forms with tensor maps.

use super::atomic::Update;
use super::{Reg, Width};
use crate::memory::address::Space;
use crate::memory::tensor_map::columns::Mode;
use ptx_isa::Type;

/// A bulk copy, or a bulk reduction.
#[derive(Clone, Debug)]
pub(crate) struct Bulk {
    pub(crate) kind: Kind,
    /// The operations that combine the copied elements with those at the destination, one for each type of elements. A
    /// copy with a tensor map takes the operation for the type of the map. Empty if the copy does not reduce.
    pub(crate) reductions: Vec<(Type, Update, Width)>,
    /// The mbarrier that counts the bytes.
    pub(crate) mbarrier: Option<Operand>,
    /// The register with the mask of the bytes of each 16 that are written.
    pub(crate) byte_mask: Option<Reg>,
    /// The register with the mask of the cluster's blocks that receive the bytes.
    pub(crate) blocks: Option<Reg>,
    /// Whether the mbarrier of a multicast may be in the other block of a pair: `.cta_group::2`.
    pub(crate) is_of_pair: bool,
}

/// An address operand: its space, the register with the address, and a constant to add.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) space: Space,
    pub(crate) address: Reg,
    pub(crate) offset: u64,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Copies as many bytes as the register `size` holds.
    Linear {
        to: Operand,
        from: Operand,
        size: Reg,
        /// The registers with the numbers of bytes at the start and at the end that need not exist: `.ignore_oob`.
        ignored: Option<[Reg; 2]>,
    },
    /// Writes as many zeros as the register `size` holds: `st.bulk`. The thread itself writes them.
    Fill { to: Operand, size: Reg },
    /// Copies a tile of a tensor.
    Tensor {
        /// The tensor map.
        map: Operand,
        /// The coordinates of the tile's first element, innermost first. With `Rows`, the column and the four rows.
        coordinates: Vec<Reg>,
        mode: Selector,
        shared: Operand,
        /// Whether the tile is copied from the tensor to shared memory.
        loads: bool,
    },
}

/// The elements that a copy with a tensor map moves.
#[derive(Clone, Debug)]
pub(crate) enum Selector {
    /// A tile.
    Tile,
    /// Four rows that need not be adjacent: `.tile::gather4` and `.tile::scatter4`.
    Rows,
    /// Pixels. The registers hold the offsets of the instruction.
    Pixels(Mode, Vec<Reg>),
}

impl Bulk {
    pub(crate) fn sources(&self) -> Vec<Reg> {
        let mut sources: Vec<Reg> = match &self.kind {
            Kind::Linear { to, from, size, ignored } => {
                let ignored = ignored.iter().flatten().copied();
                [to.address, from.address, *size].into_iter().chain(ignored).collect()
            }
            Kind::Fill { to, size } => vec![to.address, *size],
            Kind::Tensor { map, coordinates, mode, shared, .. } => {
                let offsets: &[Reg] = match mode {
                    Selector::Pixels(_, offsets) => offsets,
                    _ => &[],
                };
                let all = [map.address, shared.address].into_iter();
                all.chain(coordinates.iter().copied()).chain(offsets.iter().copied()).collect()
            }
        };
        sources.extend(self.mbarrier.map(|mbarrier| mbarrier.address));
        sources.extend(self.byte_mask);
        sources.extend(self.blocks);
        sources
    }
}

/// `tensormap.cp_fenceproxy`, which copies a tensor map from shared to global memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MapCopy {
    pub(crate) to: Operand,
    pub(crate) from: Operand,
}
