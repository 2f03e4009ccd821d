//! Conversions between the registers of a warp and matrices.

use super::layout::Pattern;
use super::types::{Type, per_register_log};

/// How a matrix is distributed over the registers of a warp.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    pattern: Pattern,
    /// Whether the rows of the pattern are the columns of the matrix, as for B.
    exchanged: bool,
    /// The index of the matrix product: 0 to 3 for `m8n8k4` with f16 operands, 0 for all other forms.
    product: u32,
}

impl Spread {
    #[inline(always)]
    pub(super) const fn new(pattern: Pattern, product: u32) -> Self {
        Self { pattern, exchanged: false, product }
    }

    /// Returns the distribution of a matrix A with `rows` rows and 2^`log` elements in a register.
    #[inline(always)]
    pub(super) const fn a(rows: u32, log: u32) -> Self {
        Self::new(if rows == 16 { Pattern::Tall(log) } else { Pattern::Flat(log) }, 0)
    }

    #[inline(always)]
    pub(super) const fn b(log: u32) -> Self {
        Self::new(Pattern::Flat(log), 0).exchanged()
    }

    #[inline(always)]
    pub(super) const fn accumulator() -> Self {
        Self::new(Pattern::Accumulator, 0)
    }

    #[inline(always)]
    pub(super) const fn exchanged(self) -> Self {
        Self { exchanged: true, ..self }
    }

    /// Returns whether a lane holds elements of the matrix.
    #[inline(always)]
    const fn has(self, lane: usize) -> bool {
        !self.pattern.is_quad() || lane as u32 / 4 % 4 == self.product
    }

    /// Returns the row and the column of element `i` of a lane. The matrix has R rows and C columns, both powers of
    /// two.
    #[inline(always)]
    const fn position<const R: usize, const C: usize>(self, lane: usize, i: usize) -> [usize; 2] {
        let (row, column) = self.pattern.position(lane as u32, i as u32);
        let (row, column) = if self.exchanged { (column, row) } else { (row, column) };
        [row as usize & (R - 1), column as usize & (C - 1)]
    }
}

/// Reads a matrix from registers that hold one element each.
#[inline(always)]
pub(super) const fn gather<T: Copy, const G: usize, const R: usize, const C: usize>(
    registers: &[[T; G]; 32],
    spread: Spread,
    zero: T,
) -> [[T; C]; R] {
    let mut matrix = [[zero; C]; R];
    let mut lane = 0;
    while lane < 32 {
        let mut i = 0;
        while i < G && spread.has(lane) {
            let [row, column] = spread.position::<R, C>(lane, i);
            matrix[row][column] = registers[lane][i];
            i += 1;
        }
        lane += 1;
    }
    matrix
}

/// Reads a matrix from registers that hold several elements each.
#[inline(always)]
pub(super) const fn unpack<const G: usize, const R: usize, const C: usize>(
    registers: &[[u32; G]; 32],
    spread: Spread,
    element: Type,
) -> [[u32; C]; R] {
    unpack_bits(registers, spread, element.bits())
}

/// Like [`unpack`], for elements of `bits` bits.
#[inline(always)]
pub(super) const fn unpack_bits<const G: usize, const R: usize, const C: usize>(
    registers: &[[u32; G]; 32],
    spread: Spread,
    bits: u32,
) -> [[u32; C]; R] {
    let width = 1 << per_register_log(bits);
    let mut matrix = [[0; C]; R];
    let mut lane = 0;
    while lane < 32 {
        let mut register = 0;
        while register < G && spread.has(lane) {
            let mut rest = registers[lane][register];
            let mut v = 0;
            while v < width {
                let [row, column] = spread.position::<R, C>(lane, (register * width) | v);
                matrix[row][column] = rest & (u32::MAX >> (32 - bits));
                rest = rest.unbounded_shr(bits);
                v += 1;
            }
            register += 1;
        }
        lane += 1;
    }
    matrix
}

/// Writes a matrix to registers that hold one element each.
#[inline(always)]
pub(super) const fn scatter<T: Copy, const G: usize, const R: usize, const C: usize>(
    matrix: &[[T; C]; R],
    spread: Spread,
    registers: &mut [[T; G]; 32],
) {
    let mut lane = 0;
    while lane < 32 {
        let mut i = 0;
        while i < G && spread.has(lane) {
            let [row, column] = spread.position::<R, C>(lane, i);
            registers[lane][i] = matrix[row][column];
            i += 1;
        }
        lane += 1;
    }
}

/// Writes an f16 matrix to registers that hold two elements each.
#[inline(always)]
pub(super) const fn pack<const G: usize, const R: usize, const C: usize>(
    matrix: &[[u16; C]; R],
    spread: Spread,
    registers: &mut [[u32; G]; 32],
) {
    let mut lane = 0;
    while lane < 32 {
        let mut i = 0;
        while i < G && spread.has(lane) {
            let [row, column] = spread.position::<R, C>(lane, 2 * i);
            let low = matrix[row][column] as u32;
            let [row, column] = spread.position::<R, C>(lane, 2 * i + 1);
            registers[lane][i] = (matrix[row][column] as u32) << 16 | low;
            i += 1;
        }
        lane += 1;
    }
}
