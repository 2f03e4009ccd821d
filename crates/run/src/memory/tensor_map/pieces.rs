//! The elements that a copy moves, as parts whose bytes follow each other.

use super::columns::{Columns, Mode};
use super::{Swizzle, TensorMap};
use crate::memory::address::Space;

/// A part of a copy: bytes that follow each other at the source and at the destination.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    /// The address of the destination. `None` if the bytes lie outside of the tensor, which a store skips.
    pub(crate) to: Option<(Space, u64)>,
    /// The address of the source. `None` if the bytes lie outside of the tensor, for which a load writes a fill value.
    pub(crate) from: Option<(Space, u64)>,
    pub(crate) bytes: usize,
}

/// The elements that a copy takes of a tensor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selection<'a> {
    Tile,
    /// Pixels, with the offsets of the instruction.
    Pixels(Mode, &'a [u16]),
}

/// Elements of a copy that follow each other in the innermost dimension: the coordinates of the first.
type Row = Vec<i64>;

impl TensorMap {
    /// Returns the bytes of a copy. The copy reports this number to its mbarrier, even if a part of its elements is
    /// outside of the tensor.
    pub(crate) fn bytes(&self, selection: Selection<'_>) -> usize {
        let counts = self.counts();
        let rows = match (selection, &self.columns) {
            (Selection::Pixels(_, offsets), Some(columns)) => columns.count(offsets),
            _ => counts[1..].iter().map(|count| *count as usize).product(),
        };
        rows * counts[0] as usize * self.size()
    }

    /// Checks that the map has the rank and the mode of an instruction.
    pub(crate) fn check_use(
        &self,
        coordinates: usize,
        selection: Selection<'_>,
    ) -> Result<(), String> {
        let rank = self.shape.len();
        if rank != coordinates {
            return Err(format!("{coordinates} coordinates for a tensor map of rank {rank}"));
        }
        let word = |mode: Option<Mode>| mode.map_or("tile", Mode::word);
        let found = self.columns.as_ref().map(|columns| columns.mode);
        let expected = match selection {
            Selection::Tile => None,
            Selection::Pixels(mode, _) => Some(mode),
        };
        match found == expected {
            true => Ok(()),
            false => {
                let (found, expected) = (word(found), word(expected));
                Err(format!("a copy with `.{expected}` of a tensor map for `.{found}`"))
            }
        }
    }

    /// Checks that a tile is one row, of which `.tile::gather4` and `.tile::scatter4` take four.
    pub(crate) fn check_row(&self) -> Result<(), String> {
        match self.counts()[..] {
            [_, 1] => Ok(()),
            _ => {
                Err(format!("a tile of {:?} elements: four rows need a tile of one row", self.tile))
            }
        }
    }

    /// Returns the pieces of a copy. `start` has the coordinates of the instruction, and `shared` is the address of the
    /// elements in shared memory.
    ///
    /// # Errors
    /// If the instruction's coordinates or offsets break a rule of PTX.
    pub(crate) fn pieces(
        &self,
        start: &[i32],
        selection: Selection<'_>,
        shared: u64,
        loads: bool,
    ) -> Result<Vec<Piece>, String> {
        if !loads {
            self.check_store(start)?;
        }
        let rows = match (selection, &self.columns) {
            (Selection::Pixels(_, offsets), Some(columns)) => {
                let start: Vec<i64> = start.iter().copied().map(i64::from).collect();
                let pixels = columns.walk(&self.spatial(), &start[1..], offsets)?;
                pixels.into_iter().map(|pixel| [&start[..1], &pixel].concat()).collect()
            }
            _ => self.rows_of_tile(start),
        };
        let bytes = self.counts()[0] as usize * self.size();
        let mut pieces = Vec::new();
        for (row, to) in rows.iter().zip((shared..).step_by(bytes)) {
            self.add_row(&mut pieces, row, to, loads);
        }
        Ok(pieces)
    }

    /// Checks what PTX requires of a store only (PTX ISA, "Restriction on Tensor Copy instructions").
    fn check_store(&self, start: &[i32]) -> Result<(), String> {
        if let Some(coordinate) = start.iter().find(|coordinate| **coordinate < 0) {
            return Err(format!("the coordinate {coordinate} of a store: it must not be negative"));
        }
        if self.swizzle == Swizzle::B128Atom32Flip8 {
            return Err("a store with a swizzle that flips 8 bytes: only loads have it".into());
        }
        self.columns.as_ref().map_or(Ok(()), Columns::check_store)
    }

    fn rows_of_tile(&self, start: &[i32]) -> Vec<Row> {
        let counts = self.counts();
        let rows: usize = counts[1..].iter().map(|count| *count as usize).product();
        let row = |number: usize| {
            let mut rest = number;
            let mut row: Row = start.iter().copied().map(i64::from).collect();
            for (axis, count) in counts.iter().enumerate().skip(1) {
                let i = rest % *count as usize;
                rest /= *count as usize;
                row[axis] += i as i64 * i64::from(self.steps[axis]);
            }
            row
        };
        (0..rows).map(row).collect()
    }

    /// Returns the address of an element. Returns `None` if it is outside of the tensor.
    fn element(&self, at: &[i64]) -> Option<u64> {
        let mut address = self.address;
        for (axis, coordinate) in at.iter().enumerate() {
            if !(0..i64::from(self.shape[axis])).contains(coordinate) {
                return None;
            }
            let stride = if axis == 0 { self.size() as u64 } else { self.strides[axis - 1] };
            address = address.wrapping_add((*coordinate as u64).wrapping_mul(stride));
        }
        Some(address)
    }

    /// Adds the pieces of a row: adjacent elements in a chunk that the swizzle keeps together.
    fn add_row(&self, pieces: &mut Vec<Piece>, row: &[i64], address: u64, loads: bool) {
        let (size, count) = (self.size(), self.counts()[0] as usize);
        let unit = self.swizzle.unit();
        let first = pieces.len();
        let mut at = row.to_vec();
        let mut element = |i: usize| {
            at[0] = row[0] + i as i64;
            self.element(&at)
        };
        let mut i = 0;
        while i < count {
            let global = element(i).map(|address| (Space::Global, address));
            let address = address.wrapping_add((i * size) as u64);
            let shared = (Space::Shared, self.swizzle.apply(address));
            // The elements of a unit are inside of the tensor if the first and the last are.
            let last = i + unit / size - 1;
            let is_unit = address.is_multiple_of(unit as u64) && last < count;
            let is_inside = is_unit && global.is_some() && element(last).is_some();
            let elements = if is_inside { unit / size } else { 1 };
            let bytes = elements * size;
            i += elements;
            let (to, from) = if loads { (Some(shared), global) } else { (global, Some(shared)) };
            let follows = |last: &Piece| {
                let next = |side: Option<(Space, u64)>| {
                    side.map(|(space, address)| (space, address.wrapping_add(last.bytes as u64)))
                };
                next(last.to) == to && next(last.from) == from
            };
            match pieces[first..].last_mut().filter(|last| follows(last)) {
                Some(last) => last.bytes += bytes,
                None => pieces.push(Piece { to, from, bytes }),
            }
        }
    }
}
