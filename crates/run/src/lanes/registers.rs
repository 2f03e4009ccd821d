//! Registers, stored as columns. A column holds one register of all threads of a run.

use crate::code::{Slot, Width};
use ptx_loops::{Slice, SliceMut};
use std::ops::Range;

/// The bits of one register, with an element for each thread.
#[derive(Clone, Debug)]
pub(crate) enum Column {
    B8(Vec<u8>),
    B16(Vec<u16>),
    B32(Vec<u32>),
    B64(Vec<u64>),
}

/// Runs `$body` with the vectors of two columns that have the same width.
macro_rules! both {
    ($a:expr, $b:expr, $x:ident, $y:ident => $body:expr) => {
        match ($a, $b) {
            (Column::B8($x), Column::B8($y)) => $body,
            (Column::B16($x), Column::B16($y)) => $body,
            (Column::B32($x), Column::B32($y)) => $body,
            (Column::B64($x), Column::B64($y)) => $body,
            _ => {}
        }
    };
}

impl Column {
    pub(crate) fn zeros(width: Width, count: usize) -> Self {
        match width {
            Width::B8 => Self::B8(vec![0; count]),
            Width::B16 => Self::B16(vec![0; count]),
            Width::B32 => Self::B32(vec![0; count]),
            Width::B64 => Self::B64(vec![0; count]),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::B8(all) => all.len(),
            Self::B16(all) => all.len(),
            Self::B32(all) => all.len(),
            Self::B64(all) => all.len(),
        }
    }

    pub(crate) fn width(&self) -> Width {
        match self {
            Self::B8(_) => Width::B8,
            Self::B16(_) => Width::B16,
            Self::B32(_) => Width::B32,
            Self::B64(_) => Width::B64,
        }
    }

    /// Returns the index of the first of `count` elements that differs from the other column.
    pub(crate) fn difference(&self, other: &Self, count: usize) -> Option<usize> {
        both!(self, other, a, b => {
            // LLVM vectorises the comparison of slices, but not the search for the first difference.
            if a[..count] == b[..count] {
                return None;
            }
            return a.iter().zip(b).position(|(a, b)| a != b);
        });
        Some(0)
    }

    /// Returns the first `count` elements as a slice, which a loop reads.
    #[inline]
    pub(crate) fn slice(&self, count: usize) -> Slice<'_> {
        match self {
            Self::B8(all) => Slice::B8(&all[..count]),
            Self::B16(all) => Slice::B16(&all[..count]),
            Self::B32(all) => Slice::B32(&all[..count]),
            Self::B64(all) => Slice::B64(&all[..count]),
        }
    }

    /// Returns the first `count` elements as a mutable slice, into which a loop writes its results.
    #[inline]
    pub(crate) fn slice_mut(&mut self, count: usize) -> SliceMut<'_> {
        match self {
            Self::B8(all) => SliceMut::B8(&mut all[..count]),
            Self::B16(all) => SliceMut::B16(&mut all[..count]),
            Self::B32(all) => SliceMut::B32(&mut all[..count]),
            Self::B64(all) => SliceMut::B64(&mut all[..count]),
        }
    }

    /// Returns the bits of an element, zero-extended.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> u64 {
        match self {
            Self::B8(all) => all[i].into(),
            Self::B16(all) => all[i].into(),
            Self::B32(all) => all[i].into(),
            Self::B64(all) => all[i],
        }
    }

    /// Sets an element to the low bits of `bits`.
    #[inline]
    pub(crate) fn set(&mut self, i: usize, bits: u64) {
        match self {
            Self::B8(all) => all[i] = bits as u8,
            Self::B16(all) => all[i] = bits as u16,
            Self::B32(all) => all[i] = bits as u32,
            Self::B64(all) => all[i] = bits,
        }
    }

    /// Sets all elements to the low bits of `bits`.
    pub(crate) fn fill(&mut self, bits: u64) {
        match self {
            Self::B8(all) => all.fill(bits as u8),
            Self::B16(all) => all.fill(bits as u16),
            Self::B32(all) => all.fill(bits as u32),
            Self::B64(all) => all.fill(bits),
        }
    }

    /// Sets a range of elements to the low bits of `bits`.
    pub(crate) fn fill_range(&mut self, range: Range<usize>, bits: u64) {
        match self {
            Self::B8(all) => all[range].fill(bits as u8),
            Self::B16(all) => all[range].fill(bits as u16),
            Self::B32(all) => all[range].fill(bits as u32),
            Self::B64(all) => all[range].fill(bits),
        }
    }

    /// Copies the elements at the indices `lanes` to the start of `to`. The indices are ascending.
    pub(crate) fn gather(&self, lanes: &[u16], to: &mut Self) {
        if let Some(range) = range(lanes) {
            return self.gather_ranges(&[range], to);
        }
        both!(self, to, from, to => for (to, lane) in to.iter_mut().zip(lanes) {
            *to = from[usize::from(*lane)];
        });
    }

    /// Copies ranges of elements to the start of `to`, one after the other.
    pub(crate) fn gather_ranges(&self, ranges: &[Range<usize>], to: &mut Self) {
        both!(self, to, from, to => {
            let mut rest = &mut to[..];
            for from in ranges.iter().map(|range| &from[range.clone()]) {
                let (to, others) = rest.split_at_mut(from.len());
                to.copy_from_slice(from);
                rest = others;
            }
        });
    }

    /// Copies the first `lanes.len()` elements to the indices `lanes` of `to`. The indices are ascending.
    pub(crate) fn scatter(&self, lanes: &[u16], to: &mut Self) {
        if let Some(range) = range(lanes) {
            return self.scatter_ranges(&[range], to);
        }
        both!(self, to, from, to => for (from, lane) in from.iter().zip(lanes) {
            to[usize::from(*lane)] = *from;
        });
    }

    /// Copies the first elements to ranges of `to`, one after the other.
    pub(crate) fn scatter_ranges(&self, ranges: &[Range<usize>], to: &mut Self) {
        both!(self, to, from, to => {
            let mut rest = &from[..];
            for range in ranges {
                let (from, others) = rest.split_at(range.len());
                to[range.clone()].copy_from_slice(from);
                rest = others;
            }
        });
    }

    /// Copies each of the first `mask.len()` elements of `from` whose mask byte is not 0.
    pub(crate) fn merge(&mut self, from: &Self, mask: &[u8]) {
        both!(self, from, to, from => for ((to, from), mask) in to.iter_mut().zip(from).zip(mask) {
            *to = if *mask == 0 { *to } else { *from };
        });
    }
}

/// Returns ascending indices as a range. Returns `None` if there are gaps.
fn range(lanes: &[u16]) -> Option<Range<usize>> {
    let (first, last) = (usize::from(*lanes.first()?), usize::from(*lanes.last()?));
    (last - first + 1 == lanes.len()).then_some(first..last + 1)
}

/// The registers of a run, and spare columns for results.
#[derive(Debug)]
pub(crate) struct Frame {
    /// One column for each register. All have the same length.
    pub(crate) columns: Vec<Column>,
    /// Spare columns for each width. A loop writes its results into spare columns, which then replace the columns of
    /// the registers.
    scratch: [Vec<Column>; 4],
}

/// The maximum number of results of a loop.
pub(crate) const MOST_RESULTS: usize = 4;

impl Frame {
    pub(crate) fn new(slots: &[Slot], count: usize) -> Self {
        let scratch = [Width::B8, Width::B16, Width::B32, Width::B64]
            .map(|width| (0..MOST_RESULTS).map(|_| Column::zeros(width, count)).collect());
        let columns = slots.iter().map(|slot| Column::zeros(slot.width, count)).collect();
        Self { columns, scratch }
    }

    /// Returns a frame with copies of these sources, and with columns for these results. Its other columns are empty.
    pub(crate) fn part(&self, sources: &[usize], results: &[usize]) -> Self {
        let count = sources.first().map_or(0, |source| self.columns[*source].len());
        let mut part = Self::new(&[], count);
        part.columns.resize(self.columns.len(), Column::B8(Vec::new()));
        for result in results {
            part.columns[*result] = Column::zeros(self.columns[*result].width(), count);
        }
        for source in sources {
            part.columns[*source] = self.columns[*source].clone();
        }
        part
    }

    /// Returns a frame with the elements at these indices of each column. The indices are ascending.
    pub(crate) fn of_elements(&self, indices: &[u16]) -> Self {
        let mut some = Self::new(&[], indices.len());
        let column = |from: &Column| {
            let mut to = Column::zeros(from.width(), indices.len());
            from.gather(indices, &mut to);
            to
        };
        some.columns = self.columns.iter().map(column).collect();
        some
    }

    /// Takes a spare column of a width. The caller returns the column with [`put`](Self::put) or [`give`](Self::give).
    pub(crate) fn take(&mut self, width: Width) -> Column {
        self.scratch[width as usize].pop().unwrap_or(Column::B8(Vec::new()))
    }

    /// Replaces a register by the column. With a mask, only copies the elements whose mask byte is not 0. The
    /// column that no longer belongs to a register becomes a spare column.
    pub(crate) fn put(&mut self, register: usize, mut column: Column, mask: Option<&[u8]>) {
        match mask {
            None => std::mem::swap(&mut self.columns[register], &mut column),
            Some(mask) => self.columns[register].merge(&column, mask),
        }
        self.give(column);
    }

    /// Puts a column back among the spare columns.
    pub(crate) fn give(&mut self, column: Column) {
        self.scratch[column.width() as usize].push(column);
    }
}
