//! Runs `tcgen05.mma` (PTX ISA, `tcgen05.mma`).
//!
//! D has one word of 32 bits for each element, an f16 in its low half (PTX ISA 9.4, "Packing format for matrix D in Tensor
//! Memory"). Each block of a pair computes half of the rows of D. Its rows are at these lanes, and its columns at these columns
//! (PTX ISA 9.4, 9.7.18.10.5, "Data Path Layout Organization", whose table names the layouts and whose figures show them;
//! CUTLASS, `mma_traits_sm100_frag.hpp`; TVM, `tmem_datapath_layout`):
//!
//! | rows of a block | instruction | layouts | lane | column |
//! |---|---|---|---|---|
//! | 128 | all | A, D | row | column |
//! | 64 | `.ws`, or dense with two blocks | B, E | row + 64 (column / (N / 2)) | column mod (N / 2) |
//! | 64 | others | C, F | row mod 16 + 32 (row / 16) | column |
//! | 32 | `.ws` | G | row + 32 (column / (N / 4)) | column mod (N / 4) |
//!
//! Layouts C and F may also begin at lane 16. Elements of 4 and 6 bits of `.kind::f8f6f4` and `.kind::mxf8f6f4` have 8 bits in tensor
//! memory, and in shared memory 16 of them begin in each 16 bytes (PTX ISA 9.4, "Packing formats of elements in Tensor and Shared
//! memory", which shows the places of their bits in figures).

use super::instruction::{Instruction, described};
use super::operand::Matrix;
use super::zero::ZeroColumns;
use super::{Place, Site, Thread, check, touch};
use crate::code::tensor::{Factor, Product, SPARSE_SHIFT};
use crate::fault::Stop;
use crate::memory::areas::{Areas, Own};
use crate::memory::tensor::{LANES, Part};
use ptx_core::mma::{Extras, Kind, Operand, Type};
use std::ops::Range;

/// Multiplies matrices.
///
/// # Errors
/// If a descriptor is wrong, a byte of shared memory cannot be read, or a column of tensor memory is not allocated or
/// not ready.
pub(super) fn run(
    one: &Product,
    thread: &Thread<'_>,
    areas: &mut Areas<'_>,
    site: &mut Site<'_>,
) -> Result<(), Stop> {
    let bits = (thread.value)(one.instruction);
    let of_machine = one.is_described.then(|| described(one, bits));
    let one = of_machine.as_ref().unwrap_or(one);
    let instruction = Instruction::new(bits, one).map_err(|what| thread.stop(what))?;
    if one.scale_d > 0 && instruction.form.element_type(Operand::D) != Type::F32 {
        return Err(thread.stop("`scale-input-d` is supported for f32 results only"));
    }
    if one.shifts_a && instruction.rows < LANES {
        return Err(thread.stop("`.ashift` needs 128 or 256 rows"));
    }
    if one.shifts_a && one.metadata.is_some() {
        return Err(thread.stop(SPARSE_SHIFT));
    }
    let mask = one.zero_columns.map(|register| {
        let mask = ZeroColumns::new((thread.value)(register), instruction.rows);
        mask.map_err(|what| thread.stop(what))
    });
    let zero_columns = mask.transpose()?;
    let blocks = thread.blocks(areas.own, one.blocks)?;
    let mut run = Run { one, thread, instruction, zero_columns, blocks, units: Vec::new() };
    run.multiply(areas, site)
}

/// A product that a thread starts.
struct Run<'a> {
    one: &'a Product,
    thread: &'a Thread<'a>,
    instruction: Instruction,
    zero_columns: Option<ZeroColumns>,
    /// The numbers of the blocks that compute the product.
    blocks: Range<usize>,
    /// The first bytes of the units of shared memory that the product reads.
    units: Vec<usize>,
}

impl Run<'_> {
    fn multiply(&mut self, areas: &mut Areas<'_>, site: &mut Site<'_>) -> Result<(), Stop> {
        let Instruction { form, rows, columns, negate: [negate_a, negate_b], .. } =
            self.instruction;
        let adds = (self.thread.value)(self.one.adds_d) != 0;
        let own_rows = rows / self.blocks.len();
        let d = self.thread.place(self.one.d);
        let mut parts = Vec::new();
        for block in self.blocks.clone() {
            let part = self.part(d, block, self.width());
            check(areas.own, self.thread.lane, &part, true)?;
            parts.push(part);
        }
        let mut a = Vec::new();
        let mut b = Vec::new();
        for block in self.blocks.clone() {
            a.extend(self.left(areas, block, own_rows)?);
            b.extend(self.right(areas, block, columns / self.blocks.len())?);
        }
        let mut metadata = Vec::new();
        let mut scales = [Vec::new(), Vec::new()];
        let mut sums = Vec::new();
        for (i, block) in self.blocks.clone().enumerate() {
            if let Some(place) = self.one.metadata.map(|one| self.thread.place(one)) {
                metadata = self.digits(areas.own, block, place, own_rows)?;
            }
            if let Some((vector, both)) = self.one.scales {
                let places = both.map(|one| self.thread.place(one));
                let count = vector.count();
                let [of_a, of_b] = self.instruction.scale_bytes;
                scales = [
                    self.scales(areas.own, block, (places[0], of_a, count), own_rows, false)?,
                    self.scales(
                        areas.own,
                        block,
                        (places[1], of_b, count),
                        columns,
                        own_rows < 128,
                    )?,
                ];
            }
            let mut c = Vec::with_capacity(own_rows * columns);
            for row in 0..own_rows {
                for column in 0..columns {
                    let Place { lane, column } = self.place(d, row, column);
                    c.push(if adds {
                        self.input(areas.own.tensor.get(block, lane, column))
                    } else {
                        0
                    });
                }
            }
            let length = a.len() / self.blocks.len();
            let extras = Extras {
                metadata: &metadata,
                scales_a: &scales[0],
                scales_b: &scales[1],
                negate_a,
                negate_b,
                ignore_c: !adds,
            };
            let product = ptx_loops::Product {
                form,
                sm: self.one.sm,
                shape: [1, own_rows, columns],
                instructions: 1,
                a: &a[i * length..(i + 1) * length],
                b: &b,
                c: &c,
                extras,
            };
            let mut sum = vec![0; own_rows * columns];
            product.run(&mut sum, &|| false).ok_or_else(|| {
                self.thread.stop("the instruction descriptor negates matrices of integers")
            })?;
            sums.push(sum);
        }
        for ((i, block), sum) in self.blocks.clone().enumerate().zip(sums) {
            for (element, bits) in sum.into_iter().enumerate() {
                let Place { lane, column } = self.place(d, element / columns, element % columns);
                if !self.is_disabled(i, lane) {
                    areas.own.tensor.set(block, lane, column, bits as u32);
                }
            }
        }
        let sides = touch(&self.units, self.thread.lane, areas, site);
        areas.own.tensor.start(self.thread.lane, parts, site.line, sides);
        Ok(())
    }

    /// Returns the number of rows of D in each block.
    fn own_rows(&self) -> usize {
        self.instruction.rows / self.blocks.len()
    }

    /// Returns whether the columns of D are divided between the lanes.
    fn is_folded(&self) -> bool {
        match self.own_rows() {
            32 => true,
            64 => self.one.is_stationary || self.one.blocks == 2 && self.one.metadata.is_none(),
            _ => false,
        }
    }

    /// Returns the number of columns of tensor memory that D occupies.
    fn width(&self) -> usize {
        let Instruction { columns, .. } = self.instruction;
        if self.is_folded() { columns * self.own_rows() / LANES } else { columns }
    }

    /// Returns the place of an element of D.
    fn place(&self, start: Place, row: usize, column: usize) -> Place {
        let (lane, column) = match self.is_folded() {
            true => (row + column / self.width() * self.own_rows(), column % self.width()),
            false => (self.lane(row), column),
        };
        Place { lane: start.lane + lane, column: start.column + column }
    }

    /// Returns the lane of a row that is not folded.
    fn lane(&self, row: usize) -> usize {
        match self.own_rows() == 64 && !self.is_folded() {
            true => row % 16 + row / 16 * 32,
            false => row,
        }
    }

    /// Returns the columns from a place on, in all lanes that the product uses.
    fn part(&self, start: Place, block: usize, columns: usize) -> Part {
        let last = match self.is_folded() {
            true => LANES - 1,
            false => self.lane(self.own_rows() - 1),
        };
        let lanes = start.lane..start.lane + last + 1;
        Part { block, lanes, columns: start.column..start.column + columns }
    }

    /// Returns an element of D as an input.
    fn input(&self, word: u32) -> u64 {
        match self.instruction.form.element_type(Operand::D) {
            Type::F16 => (word & 0xffff).into(),
            _ if self.one.scale_d > 0 => {
                let factor = f64::from(self.one.scale_d).exp2().recip();
                ((f64::from(f32::from_bits(word)) * factor) as f32).to_bits().into()
            }
            _ => word.into(),
        }
    }

    fn is_disabled(&self, i: usize, lane: usize) -> bool {
        let words = LANES / 32;
        let register = self.one.disabled.get(i * words + lane / 32);
        register.is_some_and(|register| (self.thread.value)(*register) >> (lane % 32) & 1 == 1)
    }

    /// Returns the number of bits of an element of A or B.
    fn bits(&self, operand: Operand) -> usize {
        match self.one.kind {
            Kind::F8f6f4 | Kind::Mxf8f6f4 => 8,
            _ => self.instruction.form.element_bits(operand) as usize,
        }
    }

    /// Returns the number of bits of an element in shared memory, if 16 elements fill a unit of 16 bytes.
    fn packed(&self, operand: Operand) -> Option<usize> {
        match (self.one.kind, self.instruction.form.element_type(operand)) {
            (Kind::F8f6f4 | Kind::Mxf8f6f4, Type::E2m1) => Some(4),
            (Kind::F8f6f4 | Kind::Mxf8f6f4, Type::E3m2 | Type::E2m3) => Some(6),
            _ => None,
        }
    }

    /// Returns the stored elements of the rows of A of a block.
    fn left(&mut self, areas: &Areas<'_>, block: usize, rows: usize) -> Result<Vec<u64>, Stop> {
        let length = usize::from(self.instruction.form.stored());
        let bits = self.bits(Operand::A);
        match self.one.a {
            Factor::Shared(register) => {
                let matrix = Matrix {
                    descriptor: (self.thread.value)(register),
                    is_transposed: self.instruction.transpose[0],
                    shape: [rows, length],
                    bits,
                    packed: self.packed(Operand::A),
                };
                matrix.read(self.thread, block, areas, &mut self.units)
            }
            Factor::Tensor(operand) => {
                let start = self.thread.place(operand);
                let per_word = 32 / bits;
                let part = self.part(start, block, length / per_word);
                check(areas.own, self.thread.lane, &part, true)?;
                let element = |row: usize, k: usize| {
                    let (lane, column) = (start.lane + self.lane(row), start.column + k / per_word);
                    let word = areas.own.tensor.get(block, lane, column);
                    u64::from(word) >> (k % per_word * bits) & u64::MAX >> (64 - bits)
                };
                let shift = usize::from(self.one.shifts_a);
                let row = |row: usize| {
                    let row = (row + shift).min(rows - 1);
                    (0..length).map(move |k| element(row, k))
                };
                Ok((0..rows).flat_map(row).collect())
            }
        }
    }

    /// Returns the columns of B of a block. Columns of the zero-column mask are zero.
    fn right(&mut self, areas: &Areas<'_>, block: usize, columns: usize) -> Result<Vec<u64>, Stop> {
        let [_, _, k] = self.instruction.form.shape();
        let k = usize::from(k);
        let shift = self.zero_columns.map_or(0, |mask| mask.shift);
        let matrix = Matrix {
            descriptor: (self.thread.value)(self.one.b),
            is_transposed: self.instruction.transpose[1],
            shape: [shift + columns, k],
            bits: self.bits(Operand::B),
            packed: self.packed(Operand::B),
        };
        let mut all = matrix.read(self.thread, block, areas, &mut self.units)?;
        all.drain(..shift * k);
        if let Some(mask) = self.zero_columns {
            let zero = (0..columns).filter(|column| mask.is_zero(*column, columns));
            zero.for_each(|column| all[column * k..(column + 1) * k].fill(0));
        }
        Ok(all)
    }

    /// Returns the block scales of the rows of A or the columns of B. The scales of line i are in lane i mod 32 and
    /// column i / 32, in consecutive bytes. If the lines are folded, the second half begins at lane 64 (CUTLASS,
    /// `tmem_sf_frg`; PTX ISA 9.4, "Scale Factor A ID" and "Scale Factor B ID", shows them in figures). A chip needs a copy of
    /// the scales in each 32 lanes (PTX ISA, "Block Scaling for tcgen05.mma").
    fn scales(
        &self,
        own: &Own,
        block: usize,
        (start, byte, count): (Place, usize, usize),
        lines: usize,
        is_folded: bool,
    ) -> Result<Vec<u8>, Stop> {
        let half = if is_folded { lines / 2 } else { lines };
        let columns = start.column..start.column + half.div_ceil(32);
        let last = if is_folded { 64 + 32 } else { 32 };
        let part = Part { block, lanes: start.lane..start.lane + last, columns };
        check(own, self.thread.lane, &part, true)?;
        if byte + count > 4 {
            let what = format!("byte {byte} of the block scales does not begin {count} scales");
            return Err(self.thread.stop(what));
        }
        if own.written.is_some() {
            self.check_copies(own, part, (byte, count), is_folded)?;
        }
        let mut all = Vec::with_capacity(lines * count);
        for i in 0..lines {
            let lane = start.lane + i % half % 32 + i / half * 64;
            let word = own.tensor.get(block, lane, start.column + i % half / 32);
            all.extend(&word.to_le_bytes()[byte..byte + count]);
        }
        Ok(all)
    }

    /// Checks that each 32 lanes have a copy of the block scales in the first 32 lanes of a part, or if the lines are folded, that
    /// each 64 lanes have two (PTX ISA 9.4, "Block Scaling for tcgen05.mma").
    fn check_copies(
        &self,
        own: &Own,
        part: Part,
        (byte, count): (usize, usize),
        is_folded: bool,
    ) -> Result<(), Stop> {
        let (first, block) = (part.lanes.start, part.block);
        let columns = part.columns.clone();
        own.tensor.check(self.thread.lane, &Part { lanes: first..first + LANES, ..part })?;
        let pairs = match is_folded {
            false => [(0, 32), (0, 64), (0, 96)],
            true => [(0, 32), (64, 96), (0, 32)],
        };
        let scales = |lane: usize, column: usize| {
            let word = own.tensor.get(block, lane, column).to_le_bytes();
            word.into_iter().skip(byte).take(count)
        };
        for (from, to) in pairs {
            for lane in first..first + 32 {
                let differs =
                    |column: &usize| !scales(lane + from, *column).eq(scales(lane + to, *column));
                if let Some(column) = columns.clone().find(differs) {
                    return Err(self.thread.stop(format!(
                        "the block scales in column {column} differ between the lanes {} and {}: each 32 lanes need a copy",
                        lane + from,
                        lane + to
                    )));
                }
            }
        }
        Ok(())
    }

    /// Returns the metadata digits of the rows of A (CUTLASS, `tmem_e_frg`). With elements of 16 or 32 bits, the 16 bits
    /// of half a row are in the lane row mod 8 + 8 half + 16 (row / 16), in the half row / 8 mod 2 of the word. Otherwise
    /// the digits are in the lane of the row.
    fn digits(&self, own: &Own, block: usize, start: Place, rows: usize) -> Result<Vec<u8>, Stop> {
        let chunks = self.instruction.form.chunks();
        let is_wide = matches!(self.one.kind, Kind::F16 | Kind::Tf32);
        let words = if is_wide { 1 } else { chunks / 8 };
        let first = start.column + self.instruction.selector * words;
        let part = self.part(Place { column: first, ..start }, block, words);
        check(own, self.thread.lane, &part, true)?;
        let digit = |row: usize, chunk: usize| {
            let (lane, word, bit) = match is_wide {
                true => (
                    row % 8 + 8 * (chunk / 4) + row / 16 * 16,
                    0,
                    16 * (row / 8 % 2) + 4 * (chunk % 4),
                ),
                false => (row, chunk / 8, 4 * (chunk % 8)),
            };
            let found = own.tensor.get(block, start.lane + self.lane(lane), first + word);
            (found >> bit & 0xf) as u8
        };
        let row = |row| (0..chunks).map(move |chunk| digit(row, chunk));
        Ok((0..rows).flat_map(row).collect())
    }
}
