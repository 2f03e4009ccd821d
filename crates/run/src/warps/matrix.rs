//! Runs `mma`, `wmma.mma`, `ldmatrix`, `stmatrix` and `movmatrix` (PTX ISA, "Warp Level Matrix Instructions").
//!
//! All 32 lanes of a warp wait for each other before the instruction (`warp.rs`). So every group consists of whole
//! warps. `ptx_core::mma` computes the products. A row of `ldmatrix` and `stmatrix` has 16 bytes in shared memory, at
//! the address that one lane gives.

use crate::code::Reg;
use crate::code::matrix::{Layout, Matrix, Multiply, Packing, Rows, WarpProduct};
use crate::fault::{FaultKind, Stop};
use crate::lanes::WARP;
use crate::lanes::active::Group;
use crate::lanes::registers::{Column, Frame};
use crate::memory::access::addresses;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;
use crate::warps::fragment;
use crate::warps::wgmma;
use ptx_core::mma::{self, ByteRow, Extras, MatrixRow, Operand, Place, scale_place};

/// The number of bytes of a row.
pub(crate) const ROW: usize = 16;
/// The number of rows that `ldmatrix` or `stmatrix` moves between memory and one register of each lane.
const ROWS: usize = 8;

/// A row in shared memory: the index of its first byte, and the lane that gives its address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) lane: usize,
    pub(crate) place: usize,
}

/// Runs a matrix instruction for each warp.
///
/// # Errors
/// If a lane faults: the fault of the first such lane. The access of a lane can have the same faults as a load or
/// store. A lane also faults if its address is not in shared memory, or if lanes select different positions of a block
/// scale.
pub(crate) fn run(
    matrix: &Matrix,
    frame: &mut Frame,
    lanes: &[u16],
    areas: &mut Areas<'_>,
    line: usize,
) -> Result<(), Stop> {
    match matrix {
        Matrix::Fragment(one) => fragment::run(one, frame, lanes, areas),
        Matrix::Warpgroup(one) => wgmma::run(one, frame, lanes, areas, line),
        Matrix::Multiply(_) | Matrix::Transpose { .. } => run_registers(matrix, frame, lanes),
        Matrix::Load(rows) => {
            let places = located(rows, frame, lanes, areas, false)?;
            let registers = &rows.access.values;
            for (warp, places) in places.chunks_exact(ROWS * registers.len()).enumerate() {
                let read = |Row { place, .. }: &Row| -> ByteRow {
                    std::array::from_fn(|i| areas.own.shared[place + i])
                };
                let content: Vec<ByteRow> = places.iter().map(read).collect();
                for (to, words) in registers.iter().zip(loaded(rows.layout, &content)) {
                    set(frame, *to, warp * WARP, words);
                }
            }
            Ok(())
        }
        Matrix::Store(rows) => {
            let places = located(rows, frame, lanes, areas, true)?;
            for (Row { place, lane }, content) in places.iter().zip(stored(rows, frame, lanes)) {
                areas.mark(*lane, Area::Shared, *place, ROW, true);
                areas.own.shared[*place..*place + ROW].copy_from_slice(&content);
            }
            Ok(())
        }
    }
}

/// Runs a matrix instruction that only computes registers, for each warp. Does nothing for other instructions.
///
/// # Errors
/// If lanes select different positions of a block scale.
pub(crate) fn run_registers(matrix: &Matrix, frame: &mut Frame, lanes: &[u16]) -> Result<(), Stop> {
    match matrix {
        Matrix::Multiply(one) => multiply(one, frame, lanes),
        Matrix::Transpose { to, from } => {
            for first in (0..lanes.len()).step_by(WARP) {
                set(frame, *to, first, mma::move_matrix(&words(frame, *from, first)));
            }
            Ok(())
        }
        Matrix::Load(_) | Matrix::Store(_) | Matrix::Warpgroup(_) | Matrix::Fragment(_) => Ok(()),
    }
}

/// Returns the rows of `ldmatrix` or `stmatrix`, warp by warp and matrix by matrix.
///
/// # Errors
/// If a lane has an invalid address: the fault of the first such lane.
pub(crate) fn located(
    rows: &Rows,
    frame: &Frame,
    lanes: &[u16],
    areas: &Areas<'_>,
    writes: bool,
) -> Result<Vec<Row>, Stop> {
    let Rows { access, addresses: valid, .. } = rows;
    let mut all = Vec::new();
    addresses(access, frame, Group { lanes, active: None }, &mut all);
    let mut found = Vec::new();
    for (i, (lane, address)) in lanes.iter().zip(all).enumerate() {
        let (lane, number) = (usize::from(*lane), i % WARP);
        if number >= *valid {
            continue;
        }
        let reach = Reach { lane, space: access.space, address, bytes: ROW, writes };
        let (area, place) = areas.locate(reach)?;
        if area != Area::Shared {
            let what = "the address of a row is outside of shared memory";
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        }
        if number < ROWS * access.values.len() {
            found.push(Row { lane, place });
        }
    }
    Ok(found)
}

/// Returns the content of each row that `stmatrix` writes, in the order of [`located`].
pub(crate) fn stored(rows: &Rows, frame: &Frame, lanes: &[u16]) -> Vec<ByteRow> {
    let mut contents = Vec::new();
    for first in (0..lanes.len()).step_by(WARP) {
        for register in rows.access.values.iter().flatten() {
            let words = words(frame, *register, first);
            match rows.layout {
                Layout::Halves { is_transposed } => {
                    contents.extend(mma::store_matrix(&words, is_transposed).map(bytes));
                }
                Layout::Bytes(_) | Layout::TransposedBytes(_) => {
                    contents.extend(mma::store_bytes_transposed(&words));
                }
            }
        }
    }
    contents
}

/// Computes the matrix products of warps.
///
/// # Errors
/// If lanes of a warp select different positions of a block scale, or the registers do not fit the form.
fn multiply(one: &Multiply, frame: &mut Frame, lanes: &[u16]) -> Result<(), Stop> {
    let misfit = |lane: &u16| {
        Stop::new(FaultKind::Undefined, usize::from(*lane), "the registers do not fit the form")
    };
    let warps = lanes.iter().enumerate().step_by(WARP);
    let Some(product) = &one.widest else {
        let mut further = Further::default();
        for (first, lane) in warps {
            further.read(one, frame, first, usize::from(*lane))?;
        }
        let done = multiply_elements(one, frame, lanes.len() / WARP, &further);
        return done.ok_or_else(|| misfit(lanes.first().unwrap_or(&0)));
    };
    for (first, lane) in warps {
        let mut further = Further::default();
        further.read(one, frame, first, usize::from(*lane))?;
        multiply_widely(one, product, frame, first, &further).ok_or_else(|| misfit(lane))?;
    }
    Ok(())
}

/// The metadata and the block scales of A and B, warp by warp. They are empty if the form has none.
#[derive(Default)]
struct Further {
    metadata: Vec<u8>,
    scales: [Vec<u8>; 2],
}

impl Further {
    /// Adds those of the warp whose first thread has the index `first` in each register.
    ///
    /// # Errors
    /// If lanes of the warp select different positions of a block scale.
    fn read(
        &mut self,
        one: &Multiply,
        frame: &Frame,
        first: usize,
        lane: usize,
    ) -> Result<(), Stop> {
        if let Some(metadata) = &one.metadata {
            self.metadata.extend(metadata.read(frame, first));
        }
        let [m, n, _] = one.form.shape();
        let count = one.form.scales().map_or(0, |scales| scales.vector.count());
        let operands = [(Operand::A, m), (Operand::B, n)].into_iter().zip(&one.scales);
        for (((operand, length), [scale, id @ ..]), all) in operands.zip(&mut self.scales) {
            let ids = id.map(|register| {
                let mut ids = (first..first + WARP).map(|i| frame.columns[register].get(i));
                let id = ids.next()?;
                ids.all(|other| other == id).then_some(id as u16)
            });
            let [Some(byte), Some(thread)] = ids else {
                let what = "the lanes give different places of the block scale";
                return Err(Stop::new(FaultKind::Undefined, lane, what));
            };
            for (index, i) in (0..length).flat_map(|index| (0..count).map(move |i| (index, i))) {
                let place = scale_place(one.form, operand, index as u8, i as u8, [byte, thread]);
                let word = |place: Place| {
                    let word = frame.columns[*scale].get(first + usize::from(place.lane));
                    (word >> (8 * place.element)) as u8
                };
                all.extend(place.map(word));
            }
        }
        Ok(())
    }

    fn extras(&self) -> Extras<'_> {
        let Self { metadata, scales: [scales_a, scales_b] } = self;
        Extras { metadata, scales_a, scales_b, ..Extras::NONE }
    }
}

/// Computes the matrix product of the warp whose first thread has the index `first` in each register. Returns `None` and
/// computes nothing if the registers do not fit the form.
fn multiply_widely(
    one: &Multiply,
    product: &WarpProduct,
    frame: &mut Frame,
    first: usize,
    further: &Further,
) -> Option<()> {
    /// The largest number of registers of an operand.
    const MOST: usize = 4;
    let mut operands = [[&[0; WARP]; MOST]; 3];
    for (operand, registers) in operands.iter_mut().zip(&one.factors) {
        for (words, register) in operand.iter_mut().zip(registers) {
            let Column::B32(all) = &frame.columns[*register] else { return None };
            *words = all.get(first..)?.first_chunk()?;
        }
    }
    let [a, b, c] = &operands;
    let [of_a, of_b, of_c] = one.factors.each_ref().map(Vec::len);
    let mut d = [[0; WARP]; MOST];
    let to = d.get_mut(..one.d.len())?;
    let (a, b, c) = (a.get(..of_a)?, b.get(..of_b)?, c.get(..of_c)?);
    product.run(a, b, c, &further.extras(), to)?;
    one.d.iter().zip(d).for_each(|(register, words)| set(frame, *register, first, words));
    Some(())
}

/// Computes the matrix products of `warps` warps as one product. Returns `None` and computes nothing if the registers do
/// not fit the form.
fn multiply_elements(
    one: &Multiply,
    frame: &mut Frame,
    warps: usize,
    further: &Further,
) -> Option<()> {
    let [of_a, of_b, of_c, of_d] = one.places.as_ref()?;
    let [a, b, c] = &one.factors;
    let a = of_a.read(frame, a, warps)?;
    let b = of_b.read(frame, b, warps)?;
    let c = of_c.read(frame, c, warps)?;
    let [m, n, _] = one.form.shape().map(usize::from);
    let product = ptx_loops::Product {
        form: one.form,
        sm: one.sm,
        shape: [c.len() / (m * n), m, n],
        instructions: 1,
        a: &a,
        b: &b,
        c: &c,
        extras: further.extras(),
    };
    let mut d = vec![0; c.len()];
    product.run(&mut d, &|| false)?;
    of_d.write(frame, &one.d, &d);
    Some(())
}

/// Returns the values of `register` in a warp. A register has one element for each thread, and element `first` belongs
/// to the first lane of the warp.
fn words(frame: &Frame, register: Reg, first: usize) -> [u32; WARP] {
    match &frame.columns[register] {
        Column::B32(all) => all[first..].first_chunk().copied().unwrap_or([0; WARP]),
        column => std::array::from_fn(|i| column.get(first + i) as u32),
    }
}

/// Sets a register in all lanes of the warp whose first thread has the index `first` in each register.
fn set(frame: &mut Frame, register: Option<Reg>, first: usize, words: [u32; WARP]) {
    let Some(register) = register else { return };
    match &mut frame.columns[register] {
        Column::B32(all) => all[first..first + WARP].copy_from_slice(&words),
        column => {
            words.into_iter().enumerate().for_each(|(i, word)| column.set(first + i, word.into()))
        }
    }
}

/// Returns the values that `ldmatrix` loads: for each register, in order, its value in each lane.
fn loaded(layout: Layout, rows: &[ByteRow]) -> Vec<[u32; WARP]> {
    match layout {
        Layout::Halves { is_transposed } => {
            let matrices = rows.as_chunks::<ROWS>().0.iter();
            matrices.map(|rows| mma::load_matrix(&rows.map(halves), is_transposed)).collect()
        }
        Layout::Bytes(packing) => {
            let matrices = rows.as_chunks::<ROWS>().0.iter();
            matrices.map(|rows| mma::load_bytes(&rows.map(|row| unpack(packing, row)))).collect()
        }
        Layout::TransposedBytes(packing) => {
            let matrices = rows.as_chunks::<{ 2 * ROWS }>().0.iter();
            let load = |rows: &[ByteRow; 2 * ROWS]| {
                mma::load_bytes_transposed(&rows.map(|row| unpack(packing, row)))
            };
            matrices.flat_map(load).collect()
        }
    }
}

fn unpack(packing: Packing, row: ByteRow) -> ByteRow {
    match packing {
        Packing::B8 => row,
        Packing::B6x16P32 => mma::unpack_b6x16_p32(&row),
        Packing::B4x16P64 => mma::unpack_b4x16_p64(&row),
    }
}

/// Returns a row as eight 16-bit elements.
fn halves(row: ByteRow) -> MatrixRow {
    std::array::from_fn(|i| u16::from_le_bytes([row[2 * i], row[2 * i + 1]]))
}

/// Returns the bytes of eight 16-bit elements.
fn bytes(row: MatrixRow) -> ByteRow {
    std::array::from_fn(|i| row[i / 2].to_le_bytes()[i % 2])
}
