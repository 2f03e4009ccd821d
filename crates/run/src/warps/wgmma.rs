//! Runs `wgmma` (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions").
//!
//! The 128 threads of a warpgroup wait for each other before a product (`warpgroup.rs`). Then each warp computes its 16
//! rows of D. The product is computed when the instruction executes; `products.rs` checks that nothing uses its
//! registers before `wgmma.wait_group`.

use super::descriptor::{Descriptor, UNIT};
use crate::code::Reg;
use crate::code::wgmma::{Factor, Product, Wgmma};
use crate::fault::{FaultKind, Stop};
use crate::lanes::WARP;
use crate::lanes::registers::Frame;
use crate::memory::address::Space;
use crate::memory::area::Reach;
use crate::memory::areas::Areas;
use ptx_core::mma::{self, Extras, Operand, Place};
use std::collections::HashMap;

/// The number of rows of D that a warp computes.
const ROWS: usize = 16;
/// The number of columns of D in a fragment of `mma`.
const COLUMNS: usize = 8;
/// The number of warps of a warpgroup.
const WARPS: usize = 4;

/// Runs a `wgmma` instruction for each warp.
///
/// # Errors
/// If a byte of a matrix is outside of shared memory, or has the faults of a load.
pub(crate) fn run(
    one: &Wgmma,
    frame: &mut Frame,
    lanes: &[u16],
    areas: &mut Areas<'_>,
    line: usize,
) -> Result<(), Stop> {
    for first in (0..lanes.len()).step_by(WARP) {
        let lane = usize::from(lanes[first]);
        match one {
            Wgmma::Multiply(product) => {
                let mut warp = Warp { product, first, lane, units: Vec::new() };
                warp.multiply(frame, areas)?;
                areas.own.products.add(lane, product, line, warp.units);
            }
            Wgmma::Fence => {}
            Wgmma::Commit => areas.own.products.commit(lane),
            Wgmma::Wait(left) => areas.own.products.wait(lane, *left),
        }
    }
    Ok(())
}

/// A product, and the warp that computes its rows.
struct Warp<'a> {
    product: &'a Product,
    /// The index of the warp's first thread in the registers.
    first: usize,
    /// The lane of the warp's first thread.
    lane: usize,
    /// The first bytes of the units of shared memory that the warp has read.
    units: Vec<usize>,
}

impl Warp<'_> {
    fn multiply(&mut self, frame: &mut Frame, areas: &Areas<'_>) -> Result<(), Stop> {
        let Product { form, fragments, sm, d, a, b, adds_d, negate, .. } = self.product;
        let [_, n, k] = form.shape().map(usize::from);
        let stored = usize::from(form.stored());
        let (n, rows) = (n, ROWS);
        let bits = form.element_bits(Operand::A) as usize;
        let first_row = self.lane % areas.own.threads / WARP % WARPS * ROWS;
        let a = match a {
            Factor::Registers(registers) => self.fragment(frame, registers, stored, bits),
            Factor::Shared { descriptor, is_transposed } => {
                let descriptor = self.descriptor(frame, *descriptor, *is_transposed);
                self.shared(areas, &descriptor, first_row..first_row + rows, stored, bits)?
            }
        };
        let Factor::Shared { descriptor, is_transposed } = b else { return Ok(()) };
        let descriptor = self.descriptor(frame, *descriptor, *is_transposed);
        let b = self.shared(areas, &descriptor, 0..n, k, bits)?;
        if self.product.is_like_mma {
            return self.by_mma(frame, &a, &b);
        }
        let digits = self.digits(frame);
        let adds = frame.columns[*adds_d].get(self.first) != 0;
        let per_tile = d.len() * COLUMNS / n;
        for (row, a) in a.iter().enumerate() {
            let metadata = digits.get(row).map_or(&[][..], Vec::as_slice);
            let [negate_a, negate_b] = *negate;
            let extras = Extras { metadata, negate_a, negate_b, ignore_c: !adds, ..Extras::NONE };
            for (column, b) in b.iter().enumerate() {
                let place = place(*fragments, Operand::D, row, column % COLUMNS);
                let register = d[column / COLUMNS * per_tile + usize::from(place.register)];
                let element = self.first + usize::from(place.lane);
                let width = form.element_bits(Operand::D);
                let shift = u32::from(place.element) * width;
                let mask = u64::MAX >> (64 - width);
                let old = frame.columns[register].get(element);
                let c = old >> shift & mask;
                let sum = mma::element_with(*form, a, b, c, &extras, *sm).ok_or_else(|| {
                    let what = "the registers do not fit the form";
                    Stop::new(FaultKind::Undefined, self.lane, what)
                })?;
                frame.columns[register].set(element, old & !(mask << shift) | sum << shift);
            }
        }
        Ok(())
    }

    /// Computes the product with `mma`, eight columns at a time. `a` has the rows of A, and `b` the columns of B.
    fn by_mma(&self, frame: &mut Frame, a: &[Vec<u64>], b: &[Vec<u64>]) -> Result<(), Stop> {
        let Product { fragments, sm, d, metadata, adds_d, negate, .. } = self.product;
        let lanes = |frame: &Frame, register: Reg| -> mma::Lanes {
            std::array::from_fn(|i| frame.columns[register].get(self.first + i))
        };
        let [negate_a, negate_b] = *negate;
        let left = self.filled(Operand::A, negate_a, |place| (place.0, place.1), a);
        let (digits, selector) = metadata
            .map_or(([0; WARP], 0), |(register, selector)| (lanes(frame, register), selector));
        let adds = frame.columns[*adds_d].get(self.first) != 0;
        let each = d.len() * COLUMNS / b.len();
        for (d, b) in d.chunks(each).zip(b.chunks(COLUMNS)) {
            let right = self.filled(Operand::B, negate_b, |place| (place.1, place.0), b);
            let c: Vec<_> = match adds {
                true => d.iter().map(|register| lanes(frame, *register)).collect(),
                false => vec![[0; WARP]; each],
            };
            let operands = mma::Warp {
                a: &left,
                b: &right,
                c: &c,
                metadata: digits,
                selector,
                scales: [[0; WARP]; 2],
                ids: [[0; 2]; 2],
            };
            let mut sums = vec![[0; WARP]; each];
            mma::warp(*fragments, &operands, &mut sums, *sm).ok_or_else(|| {
                let what = "the registers do not fit the form";
                Stop::new(FaultKind::Undefined, self.lane, what)
            })?;
            for (register, sums) in d.iter().zip(sums) {
                let column = &mut frame.columns[*register];
                sums.into_iter().enumerate().for_each(|(i, sum)| column.set(self.first + i, sum));
            }
        }
        Ok(())
    }

    /// Returns the registers of `mma` that hold A or B. `index` returns the row and the column of an element, given its
    /// indices in `matrix`.
    fn filled(
        &self,
        operand: Operand,
        is_negated: bool,
        index: impl Fn((usize, usize)) -> (usize, usize),
        matrix: &[Vec<u64>],
    ) -> Vec<mma::Lanes> {
        let fragments = self.product.fragments;
        let bits = fragments.element_bits(operand);
        let sign = if is_negated { 1 << (bits - 1) } else { 0 };
        let count = usize::from(fragments.registers(operand).unwrap_or_default());
        let mut registers = vec![[0; WARP]; count];
        for (i, line) in matrix.iter().enumerate() {
            for (j, value) in line.iter().enumerate() {
                let (row, column) = index((i, j));
                let place = place(fragments, operand, row, column);
                registers[usize::from(place.register)][usize::from(place.lane)] |=
                    (value ^ sign) << (u32::from(place.element) * bits);
            }
        }
        registers
    }

    fn descriptor(&self, frame: &Frame, register: Reg, is_transposed: bool) -> Descriptor {
        Descriptor::new(frame.columns[register].get(self.first), is_transposed)
    }

    /// Returns the rows of A that the registers of the warp hold.
    fn fragment(&self, frame: &Frame, a: &[Reg], stored: usize, bits: usize) -> Vec<Vec<u64>> {
        let element = |row, column| {
            let place = place(self.product.fragments, Operand::A, row, column);
            let register = a[usize::from(place.register)];
            let word = frame.columns[register].get(self.first + usize::from(place.lane));
            word >> (usize::from(place.element) * bits) & u64::MAX >> (64 - bits)
        };
        let row = |row| (0..stored).map(|column| element(row, column)).collect();
        (0..ROWS).map(row).collect()
    }

    /// Returns rows of A, or columns of B, from shared memory. Each has `count` elements.
    fn shared(
        &mut self,
        areas: &Areas<'_>,
        descriptor: &Descriptor,
        rows: std::ops::Range<usize>,
        count: usize,
        bits: usize,
    ) -> Result<Vec<Vec<u64>>, Stop> {
        let mut units: HashMap<u64, u128> = HashMap::new();
        let mut all = Vec::with_capacity(rows.len());
        for x in rows {
            let mut row = Vec::with_capacity(count);
            for k in 0..count {
                let (address, bit) = descriptor.place(x, k, bits);
                let unit = match units.get(&address) {
                    Some(unit) => *unit,
                    None => {
                        let unit = self.unit(areas, address)?;
                        units.insert(address, unit);
                        unit
                    }
                };
                row.push((unit >> bit) as u64 & u64::MAX >> (64 - bits));
            }
            all.push(row);
        }
        Ok(all)
    }

    /// Reads 16 bytes of shared memory.
    fn unit(&mut self, areas: &Areas<'_>, address: u64) -> Result<u128, Stop> {
        let (lane, space) = (self.lane, Space::Shared);
        let reach = Reach { lane, space, address, bytes: UNIT, writes: false };
        let (area, place) = areas.locate(reach)?;
        self.units.push(place);
        let bytes = &areas.bytes(area)[place..place + UNIT];
        Ok(bytes.iter().rev().fold(0, |unit, byte| unit << 8 | u128::from(*byte)))
    }

    /// Returns the metadata digits of each row of A. Returns an empty vector for a dense form.
    fn digits(&self, frame: &Frame) -> Vec<Vec<u8>> {
        let Product { form, fragments, metadata, .. } = self.product;
        let Some((register, selector)) = *metadata else { return Vec::new() };
        let digit = |row: usize, chunk: usize| {
            let place = mma::metadata_place(*fragments, row as u8, chunk as u8, selector);
            let Place { lane, element, .. } = place.unwrap_or(ORIGIN);
            let word = frame.columns[register].get(self.first + usize::from(lane));
            (word >> (4 * element) & 0xf) as u8
        };
        let row = |row| (0..form.chunks()).map(|chunk| digit(row, chunk)).collect();
        (0..ROWS).map(row).collect()
    }
}

const ORIGIN: Place = Place { lane: 0, register: 0, element: 0 };

/// Returns the place of an element in the registers of a warp.
fn place(form: mma::Form, operand: Operand, row: usize, column: usize) -> Place {
    mma::place(form, operand, 0, row as u8, column as u8).unwrap_or(ORIGIN)
}
