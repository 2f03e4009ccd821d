//! Finds bytes that one block writes and another block reads or writes, while blocks run together.

use crate::memory::Region;

/// The bytes of a cell. Blocks that share a cell without sharing a byte are found too; the launch then runs them one
/// after the other.
const CELL: usize = 4;

/// The number of blocks that the cells can tell apart.
pub(crate) const MOST_BLOCKS: u64 = 1 << 30;

/// A cell that several blocks read.
const SEVERAL: u32 = u32::MAX;

/// For each buffer that kernels can write, a cell for each word: 0, the number of the block that accessed it and whether
/// it wrote, or [`SEVERAL`].
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    cells: Vec<Vec<u32>>,
    /// Whether blocks share a cell that one of them wrote.
    pub(crate) is_hit: bool,
}

impl Shadow {
    pub(crate) fn new(regions: &[Region]) -> Self {
        let cells = regions.iter().map(|region| match region.is_read_only {
            true => Vec::new(),
            false => vec![0; region.bytes.len().div_ceil(CELL)],
        });
        Self { cells: cells.collect(), is_hit: false }
    }

    /// Records the access of a block to bytes of a buffer.
    #[inline]
    pub(crate) fn mark(
        &mut self,
        buffer: usize,
        place: usize,
        bytes: usize,
        block: u64,
        writes: bool,
    ) {
        let cells = &mut self.cells[buffer];
        if cells.is_empty() || bytes == 0 {
            return;
        }
        let own = (block as u32 + 1) << 1;
        let cells = &mut cells[place / CELL..(place + bytes).div_ceil(CELL)];
        let is_others = |cell: u32| cell != 0 && cell >> 1 != own >> 1;
        // The loops have no branches, so that they are vectorised.
        let mut is_hit = false;
        if writes {
            for cell in cells {
                is_hit |= is_others(*cell);
                *cell = own | 1;
            }
        } else {
            for cell in cells {
                let (old, others) = (*cell, is_others(*cell));
                is_hit |= others & (old & 1 == 1) & (old != SEVERAL);
                *cell = if others { SEVERAL } else { old | own };
            }
        }
        self.is_hit |= is_hit;
    }
}
