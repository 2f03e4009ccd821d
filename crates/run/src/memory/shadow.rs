//! Detects conflicts between blocks that run together: one block writes a byte that another block reads or
//! writes.

use crate::memory::region::Region;

/// The number of bytes of memory that a cell of [`Shadow`] stands for. If one block writes a byte of a cell and another
/// block accesses a different byte of the same cell, this counts as a conflict. Such a false conflict is harmless,
/// because the launch then runs the blocks one after the other.
const CELL: usize = 4;

/// The number of cells that [`Shadow::merge`] skips at once.
const ROW: usize = 64;
/// The maximum number of blocks of a launch for which the cells have enough bits.
pub(crate) const MOST_BLOCKS: u64 = 1 << 30;

/// Records which block accessed which word. Each buffer that kernels can write has one cell per word. A cell holds an
/// owner number, which stands for a block or for several blocks. The low bit of the cell tells whether the owner wrote
/// the word.
///
/// Owner numbers up to `base` belong to earlier launches, so cells need not be cleared. Allocating new cells for
/// each launch caused page faults that took longer than the kernel.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    cells: Vec<Vec<u32>>,
    base: u32,
    /// The number of owners that the current launch uses.
    owners: u32,
    /// Whether a conflict was found.
    pub(crate) is_hit: bool,
}

impl Shadow {
    /// Begins a launch of `blocks` blocks. `blocks` must not exceed [`MOST_BLOCKS`].
    pub(crate) fn begin(&mut self, regions: &[Region], blocks: u64) {
        self.is_hit = false;
        self.base += self.owners;
        // Owner number `base + 1` is not a block. This number means that several blocks have read the word.
        self.owners = blocks as u32 + 1;
        if self.base.checked_add(self.owners).is_none_or(|last| last > u32::MAX >> 1) {
            self.cells.clear();
            self.base = 0;
        }
        self.cells.resize(regions.len(), Vec::new());
        for (cells, region) in self.cells.iter_mut().zip(regions) {
            let count = if region.is_read_only { 0 } else { region.bytes.len().div_ceil(CELL) };
            cells.resize(count, 0);
        }
    }

    /// Records that a block accesses bytes of a buffer.
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
        let (base, several) = (self.base, self.base + 1);
        let own = several + 1 + block as u32;
        let cells = &mut cells[place / CELL..(place + bytes).div_ceil(CELL)];
        let is_others = |cell: u32| (cell >> 1 > base) & (cell >> 1 != own);
        // The loops have no branches, so that LLVM vectorises them.
        let mut is_hit = false;
        if writes {
            for cell in cells {
                is_hit |= is_others(*cell);
                *cell = own << 1 | 1;
            }
        } else {
            for cell in cells {
                let (old, others) = (*cell, is_others(*cell));
                is_hit |= others & (old & 1 == 1);
                let kept = if old >> 1 == own { old } else { own << 1 };
                *cell = if others { several << 1 } else { kept };
            }
        }
        self.is_hit |= is_hit;
    }

    /// Adds the accesses of blocks that ran on another core with a copy of the memory. Copies the words that these
    /// blocks wrote from `theirs` to `own`.
    pub(crate) fn merge(&mut self, other: &Self, own: &mut [Region], theirs: &[Region]) {
        let several = (self.base + 1) << 1;
        for (buffer, (own, theirs)) in own.iter_mut().zip(theirs).enumerate() {
            let rows = self.cells[buffer].chunks_mut(ROW).zip(other.cells[buffer].chunks(ROW));
            for (row, (cells, others)) in rows.enumerate() {
                // LLVM vectorises this test. In most launches the test skips most rows.
                if others.iter().all(|other_cell| other_cell >> 1 <= other.base) {
                    continue;
                }
                for (i, (cell, other_cell)) in cells.iter_mut().zip(others).enumerate() {
                    if other_cell >> 1 <= other.base {
                        continue;
                    }
                    let is_shared = *cell >> 1 > self.base;
                    let wrote = other_cell & 1;
                    self.is_hit |= is_shared && (*cell | wrote) & 1 == 1;
                    *cell = several | wrote;
                    if wrote == 1 {
                        let first = (row * ROW + i) * CELL;
                        let last = own.bytes.len().min(first + CELL);
                        own.bytes[first..last].copy_from_slice(&theirs.bytes[first..last]);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shadow;
    use crate::memory::region::Region;

    /// An access: the block, the index of the first byte, the number of bytes, and whether it writes.
    type Access = (u64, usize, usize, bool);

    #[test]
    fn blocks_share_what_none_writes() {
        let region = Region { bytes: vec![0; 64], ..Region::default() };
        let mut shadow = Shadow::default();
        let cases: [(&[Access], bool); 8] = [
            (&[(0, 0, 8, false), (1, 4, 8, false), (2, 0, 64, false)], false),
            (&[(0, 0, 8, true), (0, 4, 8, false), (0, 0, 4, true)], false),
            (&[(0, 0, 8, true), (1, 8, 8, true), (1, 8, 4, false)], false),
            (&[(0, 0, 8, true), (1, 4, 4, false)], true),
            (&[(0, 0, 8, false), (1, 4, 4, true)], true),
            (&[(0, 0, 8, true), (1, 4, 4, true)], true),
            (&[(0, 0, 4, false), (1, 0, 4, false), (0, 0, 4, true)], true),
            (&[(0, 0, 4, true), (0, 0, 4, false), (1, 0, 4, false)], true),
        ];
        // Accesses of earlier launches have no effect, even after the owner numbers have restarted from 0.
        for round in 0..4 {
            for (accesses, is_hit) in cases {
                shadow.begin(std::slice::from_ref(&region), if round == 2 { 1 << 30 } else { 3 });
                for (block, place, bytes, writes) in accesses {
                    shadow.mark(0, *place, *bytes, *block, *writes);
                }
                assert_eq!(shadow.is_hit, is_hit, "{accesses:?}");
            }
        }
    }

    #[test]
    fn a_merge_copies_what_the_other_core_wrote() {
        let region = |byte| Region { bytes: vec![byte; 1030], ..Region::default() };
        let cases: [(Access, Access, bool); 5] = [
            // The buffer ends in a cell of two bytes.
            ((0, 0, 8, true), (1, 1028, 2, true), false),
            ((0, 0, 8, false), (1, 4, 4, false), false),
            ((0, 0, 8, true), (1, 4, 4, false), true),
            ((0, 0, 8, false), (1, 4, 4, true), true),
            ((0, 512, 4, true), (1, 512, 4, true), true),
        ];
        for (own, others, is_hit) in cases {
            let mut shadows = [Shadow::default(), Shadow::default()];
            // Before the merge, the second shadow has had more launches than the first.
            shadows[1].begin(&[region(0)], 7);
            for (shadow, (block, place, bytes, writes)) in shadows.iter_mut().zip([own, others]) {
                shadow.begin(&[region(0)], 2);
                shadow.mark(0, place, bytes, block, writes);
            }
            let (mut regions, [mut shadow, other]) = ([region(1)], shadows);
            shadow.merge(&other, &mut regions, &[region(2)]);
            assert_eq!(shadow.is_hit, is_hit, "{own:?} {others:?}");
            let (_, place, bytes, writes) = others;
            let expected = |i| if writes && (place..place + bytes).contains(&i) { 2 } else { 1 };
            assert!((0..1030).all(|i| regions[0].bytes[i] == expected(i)), "{own:?} {others:?}");
        }
    }
}
