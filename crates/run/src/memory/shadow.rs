//! Detects conflicts between blocks that run together: one block writes a byte that another block reads or
//! writes.

use crate::memory::region::Contents;
use crate::memory::regions::Regions;
use crate::memory::undo::PAGE;
use std::ops::Range;

/// The bytes of memory that a cell of [`Shadow`] stands for. If one block writes a byte of a word and another block
/// accesses a different byte of the word, this counts as a conflict. The launch can then record single bytes.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) enum Cell {
    #[default]
    Word,
    Byte,
}

impl Cell {
    /// Returns the number of bytes.
    fn bytes(self) -> usize {
        1 << self.log()
    }

    /// Returns the binary logarithm of the number of bytes.
    fn log(self) -> u32 {
        match self {
            Self::Word => 2,
            Self::Byte => 0,
        }
    }

    /// Returns the number of cells of page number `page` of a buffer of `length` bytes.
    fn count(self, length: usize, page: usize) -> usize {
        self.range(0, (length - page * PAGE).min(PAGE)).len()
    }

    /// Returns the cells of the bytes from `first` to `last`.
    #[inline]
    fn range(self, first: usize, last: usize) -> Range<usize> {
        first >> self.log()..(last + self.bytes() - 1) >> self.log()
    }
}

/// The number of cells that [`Shadow::merge`] skips at once.
const ROW: usize = 64;
/// The maximum number of blocks of a launch for which the cells have enough bits.
pub(crate) const MOST_BLOCKS: u64 = 1 << 30;

/// The accesses to a page. While one block alone accesses a page, and its accesses follow each other, the page holds
/// two ranges instead of cells: a cell for each word took most of the time of a kernel with a row for each thread
/// (benches/RESULTS.md).
#[derive(Debug, Default)]
struct Page {
    /// The owner of the ranges. The owner number `base + 1` stands for accesses that the cells hold.
    owner: u32,
    read: Cells,
    written: Cells,
    /// There may be fewer cells than the page needs, or more.
    cells: Box<[u32]>,
}

/// The cells from `start` to `end`.
#[derive(Clone, Copy, Debug, Default)]
struct Cells {
    start: u16,
    end: u16,
}

/// The accesses of a block to a buffer.
pub(crate) struct Marks<'s> {
    pages: &'s mut [Page],
    /// The number of bytes of the buffer.
    length: usize,
    cell: Cell,
    base: u32,
    own: u32,
    writes: bool,
    is_hit: &'s mut bool,
}

impl Cells {
    /// Adds cells. Returns whether no cells are between the old and the new ones.
    #[inline]
    fn extend(&mut self, start: u16, end: u16) -> bool {
        // Most accesses follow the last one.
        if start == self.end {
            self.end = end;
            return true;
        }
        if self.end == 0 {
            *self = Self { start, end };
            return true;
        }
        let meets = start <= self.end && self.start <= end;
        if meets {
            *self = Self { start: self.start.min(start), end: self.end.max(end) };
        }
        meets
    }

    fn range(self) -> Range<usize> {
        self.start.into()..self.end.into()
    }
}

/// Records which block accessed which word or byte. Each word or byte that was accessed has a cell. A cell holds an owner
/// number, which stands for a block or for several blocks. The low bit of the cell tells whether the owner wrote.
///
/// Owner numbers up to `base` belong to earlier launches, so cells need not be cleared. Allocating new cells for
/// each launch caused page faults that took longer than the kernel.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    /// The pages of each buffer.
    pages: Vec<Vec<Page>>,
    cell: Cell,
    base: u32,
    /// The number of owners that the current launch uses.
    owners: u32,
    /// The buffers that blocks of the current launch wrote.
    written: Vec<bool>,
    /// The buffers that no block is expected to write. Reads of these buffers are not recorded, and a write counts as a
    /// conflict.
    constant: Vec<bool>,
    /// Whether a conflict was found.
    pub(crate) is_hit: bool,
    /// Whether a block wrote a buffer that no block was expected to write.
    pub(crate) is_unexpected: bool,
}

impl Shadow {
    /// Begins a launch of `blocks` blocks. `blocks` must not exceed [`MOST_BLOCKS`].
    pub(crate) fn begin(&mut self, blocks: u64, cell: Cell) {
        self.cell = cell;
        (self.is_hit, self.is_unexpected) = (false, false);
        self.written.clear();
        self.constant.clear();
        self.base += self.owners;
        // Owner number `base + 1` is not a block. This number means that several blocks have read the word.
        self.owners = blocks as u32 + 1;
        if self.base.checked_add(self.owners).is_none_or(|last| last > u32::MAX >> 1) {
            self.pages.clear();
            self.base = 0;
        }
    }

    /// Expects that no further block writes a buffer, of the first `count` buffers, that no block has written until now.
    pub(crate) fn expect_constant(&mut self, count: usize) {
        self.written.resize(count, false);
        self.constant = self.written.iter().map(|is_written| !is_written).collect();
    }

    /// Expects the same as another core.
    pub(crate) fn expect_like(&mut self, other: &Self) {
        self.constant.clone_from(&other.constant);
    }

    /// Returns whether reads of a buffer are not recorded.
    #[inline]
    pub(crate) fn is_constant(&self, buffer: usize) -> bool {
        self.constant.get(buffer) == Some(&true)
    }

    /// Records that a block writes to a buffer.
    #[inline]
    fn note_write(&mut self, buffer: usize) {
        if self.written.get(buffer) != Some(&true) {
            if self.written.len() <= buffer {
                self.written.resize(buffer + 1, false);
            }
            self.written[buffer] = true;
            self.is_unexpected |= self.is_constant(buffer);
            self.is_hit |= self.is_unexpected;
        }
    }

    /// Returns the record of the accesses of a block to a buffer, which has a number and a length. Returns `None` if the
    /// accesses are not recorded.
    #[inline]
    pub(crate) fn marks(
        &mut self,
        (buffer, length): (usize, usize),
        block: u64,
        writes: bool,
    ) -> Option<Marks<'_>> {
        if writes {
            self.note_write(buffer);
        } else if self.is_constant(buffer) {
            return None;
        }
        let (cell, base, own) = (self.cell, self.base, self.base + 2 + block as u32);
        let (pages, is_hit) = self.pages(buffer, length);
        Some(Marks { pages, length, cell, base, own, writes, is_hit })
    }

    /// Returns the pages of a buffer of `length` bytes, and whether a conflict was found.
    #[inline]
    fn pages(&mut self, buffer: usize, length: usize) -> (&mut [Page], &mut bool) {
        let count = length.div_ceil(PAGE);
        if self.pages.get(buffer).is_none_or(|pages| pages.len() < count) {
            self.add_pages(buffer, count);
        }
        (&mut self.pages[buffer], &mut self.is_hit)
    }

    #[cold]
    fn add_pages(&mut self, buffer: usize, count: usize) {
        if self.pages.len() <= buffer {
            self.pages.resize_with(buffer + 1, Vec::new);
        }
        self.pages[buffer].resize_with(count, Page::default);
    }

    /// Adds the accesses of blocks that ran on another core with a copy of the memory. Copies the words that these
    /// blocks wrote from `theirs` to `own`. Both records have the same cells.
    pub(crate) fn merge(&mut self, other: &mut Self, own: &mut Regions<'_>, theirs: &dyn Contents) {
        let base = other.base;
        for (buffer, pages) in other.pages.iter_mut().enumerate() {
            for (page, others) in pages.iter_mut().enumerate() {
                if others.owner <= base {
                    continue;
                }
                let others = others.cells(base, self.cell.count(own.all[buffer].length, page));
                for (row, others) in others.chunks(ROW).enumerate() {
                    // LLVM vectorises this test. In most launches the test skips most rows.
                    if others.iter().any(|cell| cell >> 1 > base) {
                        let place = (buffer, page, row * ROW);
                        self.merge_row(place, (others, base), own, theirs);
                    }
                }
            }
        }
    }

    /// Adds the accesses of a row of cells of another core, whose owner numbers begin after `base`. The place is the
    /// buffer, the page in it, and the first cell in the page.
    fn merge_row(
        &mut self,
        (buffer, page, start): (usize, usize, usize),
        (others, base): (&[u32], u32),
        own: &mut Regions<'_>,
        theirs: &dyn Contents,
    ) {
        let (own_base, several) = (self.base, (self.base + 1) << 1);
        let (length, size) = (own.all[buffer].length, self.cell.bytes());
        let count = self.cell.count(length, page);
        let mut is_hit = false;
        let cells = self.pages(buffer, length).0[page].cells(own_base, count);
        for (i, other) in others.iter().enumerate().filter(|(_, other)| **other >> 1 > base) {
            let cell = &mut cells[start + i];
            let is_shared = *cell >> 1 > own_base;
            let wrote = other & 1;
            is_hit |= is_shared && (*cell | wrote) & 1 == 1;
            *cell = several | wrote;
            if wrote == 1 {
                let first = page * PAGE + (start + i) * size;
                let last = length.min(first + size);
                own.save(buffer, first, last - first);
                let theirs = &theirs.bytes(buffer)[first..last];
                own.bytes_mut(buffer)[first..last].copy_from_slice(theirs);
            }
        }
        self.is_hit |= is_hit;
    }
}

impl Page {
    /// Adds accesses of a block to the ranges. Returns whether the block has written the page before, or `None` if the
    /// ranges cannot hold the accesses.
    #[inline]
    fn extend(&mut self, base: u32, own: u32, cells: Range<usize>, writes: bool) -> Option<bool> {
        if self.owner <= base {
            (self.owner, self.read, self.written) = (own, Cells::default(), Cells::default());
        }
        let is_known = self.written.end > 0;
        let range = if writes { &mut self.written } else { &mut self.read };
        let is_held = self.owner == own && range.extend(cells.start as u16, cells.end as u16);
        is_held.then_some(is_known)
    }

    /// Returns at least `count` cells of the page. If the page has ranges, writes them to the cells.
    fn cells(&mut self, base: u32, count: usize) -> &mut [u32] {
        let several = base + 1;
        if self.cells.len() < count {
            let mut cells = std::mem::take(&mut self.cells).into_vec();
            cells.resize(count, 0);
            self.cells = cells.into();
        }
        let own = self.owner;
        if own > several {
            self.cells[self.read.range()].fill(own << 1);
            self.cells[self.written.range()].fill(own << 1 | 1);
        }
        self.owner = several;
        &mut self.cells
    }
}

impl Marks<'_> {
    /// Records an access. Returns whether only this block has accessed the pages of these bytes, and has written each of
    /// them before.
    #[inline]
    pub(crate) fn mark(&mut self, place: usize, bytes: usize) -> bool {
        let (page, first) = (place / PAGE, place % PAGE);
        let last = first + bytes;
        if bytes > 0 && last <= PAGE {
            let cells = self.cell.range(first, last);
            let page = &mut self.pages[page];
            if let Some(is_known) = page.extend(self.base, self.own, cells, self.writes) {
                return is_known;
            }
        }
        self.mark_pages(place, bytes)
    }

    /// Does the same as [`mark`](Self::mark), for several pages, or for a page whose ranges cannot hold the access.
    fn mark_pages(&mut self, place: usize, bytes: usize) -> bool {
        let Self { cell, base, own, writes, length, .. } = *self;
        let (mut place, end) = (place, place + bytes);
        let mut is_known = true;
        while place < end {
            let (number, first) = (place / PAGE, place % PAGE);
            let last = (end - number * PAGE).min(PAGE);
            let cells = cell.range(first, last);
            let page = &mut self.pages[number];
            match page.extend(base, own, cells.clone(), writes) {
                Some(known) => is_known &= known,
                None => {
                    is_known = false;
                    let cells = &mut page.cells(base, cell.count(length, number))[cells];
                    *self.is_hit |= mark_cells(cells, base, own, writes);
                }
            }
            place = (number + 1) * PAGE;
        }
        is_known
    }
}

/// Records that an owner accesses cells. Returns whether this is a conflict.
#[inline]
fn mark_cells(cells: &mut [u32], base: u32, own: u32, writes: bool) -> bool {
    let several = base + 1;
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
    is_hit
}

#[cfg(test)]
mod tests {
    use super::{Cell, Shadow};
    use crate::memory::Memory;

    /// An access: the block, the index of the first byte, the number of bytes, and whether it writes.
    type Access = (u64, usize, usize, bool);

    fn mark(shadow: &mut Shadow, buffer: (usize, usize), (block, place, bytes, writes): Access) {
        shadow.marks(buffer, block, writes).map(|mut marks| marks.mark(place, bytes));
    }

    #[test]
    fn blocks_share_what_none_writes() {
        let mut shadow = Shadow::default();
        let cases: [(&[Access], bool); 14] = [
            (&[(0, 0, 8, false), (1, 4, 8, false), (2, 0, 64, false)], false),
            (&[(0, 0, 8, true), (0, 4, 8, false), (0, 0, 4, true)], false),
            (&[(0, 0, 8, true), (1, 8, 8, true), (1, 8, 4, false)], false),
            (&[(0, 0, 8, true), (1, 4, 4, false)], true),
            (&[(0, 0, 8, false), (1, 4, 4, true)], true),
            (&[(0, 0, 8, true), (1, 4, 4, true)], true),
            (&[(0, 0, 4, false), (1, 0, 4, false), (0, 0, 4, true)], true),
            (&[(0, 0, 4, true), (0, 0, 4, false), (1, 0, 4, false)], true),
            // The accesses of a block have gaps, which another block may use.
            (&[(0, 0, 4, true), (0, 16, 4, true), (1, 8, 4, true)], false),
            (&[(0, 0, 4, true), (0, 16, 4, true), (1, 16, 4, false)], true),
            (&[(0, 0, 4, false), (0, 16, 4, true), (1, 0, 16, false)], false),
            // A block writes a part of what it has read.
            (&[(0, 0, 8, false), (0, 8, 8, true), (1, 0, 8, false)], false),
            (&[(0, 0, 8, false), (0, 4, 8, true), (1, 0, 8, false)], true),
            (&[(0, 8, 8, true), (0, 0, 8, true), (0, 0, 16, false), (1, 4, 4, false)], true),
        ];
        // Accesses of earlier launches have no effect, even after the owner numbers have restarted from 0.
        for (round, cell) in (0..4).flat_map(|round| [(round, Cell::Word), (round, Cell::Byte)]) {
            for (accesses, is_hit) in cases {
                shadow.begin(if round == 2 { 1 << 30 } else { 3 }, cell);
                for (block, place, bytes, writes) in accesses {
                    mark(&mut shadow, (0, 64), (*block, *place, *bytes, *writes));
                }
                assert_eq!(shadow.is_hit, is_hit, "{accesses:?}");
            }
        }
    }

    #[test]
    fn bytes_of_a_word_have_cells_of_their_own() {
        let mut shadow = Shadow::default();
        let cases: [(&[Access], bool); 4] = [
            (&[(0, 0, 1, true), (1, 1, 1, true), (2, 4095, 1, true)], false),
            (&[(0, 0, 3, true), (1, 3, 5, false), (2, 8, 1, true)], false),
            (&[(0, 0, 2, true), (1, 1, 1, false)], true),
            (&[(0, 4094, 4, true), (1, 4097, 1, true)], true),
        ];
        for cell in [Cell::Word, Cell::Byte, Cell::Word] {
            for (accesses, is_hit) in cases {
                shadow.begin(3, cell);
                for access in accesses {
                    mark(&mut shadow, (0, 8192), *access);
                }
                assert_eq!(shadow.is_hit, is_hit || cell == Cell::Word, "{accesses:?}");
            }
        }
    }

    #[test]
    fn a_write_to_a_constant_buffer_is_a_conflict() {
        let mut shadow = Shadow::default();
        for _ in 0..2 {
            shadow.begin(3, Cell::Word);
            mark(&mut shadow, (0, 64), (0, 0, 4, true));
            mark(&mut shadow, (1, 64), (0, 0, 4, false));
            shadow.expect_constant(2);
            assert_eq!([0, 1, 2].map(|buffer| shadow.is_constant(buffer)), [false, true, false]);
            mark(&mut shadow, (0, 64), (1, 8, 4, true));
            mark(&mut shadow, (1, 64), (1, 0, 4, false));
            assert!(!shadow.is_hit && !shadow.is_unexpected);
            // Another core expects the same.
            let mut other = Shadow::default();
            other.begin(3, Cell::Word);
            other.expect_like(&shadow);
            for shadow in [&mut shadow, &mut other] {
                mark(shadow, (1, 64), (2, 32, 4, true));
                assert!(shadow.is_hit && shadow.is_unexpected);
            }
        }
    }

    #[test]
    fn a_merge_copies_what_the_other_core_wrote() {
        const LENGTH: usize = 5126;
        let memory = |byte| {
            let mut memory = Memory::new();
            memory.add(&[byte; LENGTH]);
            memory
        };
        let cases: [(Access, Access, bool); 7] = [
            // The buffer ends in a cell of two bytes.
            ((0, 0, 8, true), (1, 5124, 2, true), false),
            // The accesses are in two pages.
            ((0, 4088, 8, true), (1, 4096, 8, true), false),
            ((0, 4088, 16, true), (1, 4084, 16, false), true),
            ((0, 0, 8, false), (1, 4, 4, false), false),
            ((0, 0, 8, true), (1, 4, 4, false), true),
            ((0, 0, 8, false), (1, 4, 4, true), true),
            ((0, 512, 4, true), (1, 512, 4, true), true),
        ];
        for ((own, others, is_hit), cell) in
            cases.into_iter().flat_map(|case| [(case, Cell::Word), (case, Cell::Byte)])
        {
            let mut shadows = [Shadow::default(), Shadow::default()];
            // Before the merge, the second shadow has had more launches than the first.
            shadows[1].begin(7, cell);
            for (shadow, (block, place, bytes, writes)) in shadows.iter_mut().zip([own, others]) {
                shadow.begin(2, cell);
                mark(shadow, (0, LENGTH), (block, place, bytes, writes));
            }
            let (mut memory, theirs, [mut shadow, mut other]) = (memory(1u8), memory(2), shadows);
            shadow.merge(&mut other, &mut memory.regions(), &theirs.contents);
            assert_eq!(shadow.is_hit, is_hit, "{own:?} {others:?}");
            let (_, place, bytes, writes) = others;
            let expected = |i| if writes && (place..place + bytes).contains(&i) { 2 } else { 1 };
            let found = memory.contents[0].bytes();
            assert!((0..LENGTH).all(|i| found[i] == expected(i)), "{own:?} {others:?}");
            memory.restore();
            assert_eq!(memory.contents[0].bytes(), [1; LENGTH]);
        }
    }
}
