//! `ldmatrix` and `stmatrix` move matrices between memory and the registers of a warp. `movmatrix` transposes a matrix
//! in the registers.
//!
//! A matrix has eight rows of eight 16-bit elements. For matrix i, lane 8i + r provides the address of row r. Register
//! i of lane l holds two elements of matrix i. The elements are in row l / 4, in the columns 2 (l mod 4) and 2 (l mod
//! 4) + 1. With `.trans`, rows and columns are exchanged.

/// A row of a matrix in memory: eight 16-bit elements, lowest address first.
pub type MatrixRow = [u16; 8];

/// Returns an element of a matrix, or of the transposed matrix if `transposed` is true.
const fn element(rows: &[MatrixRow; 8], transposed: bool, row: usize, column: usize) -> u32 {
    let (row, column) = if transposed { (column, row) } else { (row, column) };
    rows[row & 7][column & 7] as u32
}

/// Computes `ldmatrix.sync.aligned.m8n8{.trans}.b16`: returns one register for each lane, given the eight rows of the
/// matrix. `.x2` and `.x4` load one matrix into each register. Lanes 8i to 8i + 7 provide the addresses of the rows for
/// register i.
///
/// Source: PTX ISA, `ldmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::load_matrix;
/// let rows = [0, 1, 2, 3, 4, 5, 6, 7].map(|row| [0, 1, 2, 3, 4, 5, 6, 7].map(|column| row << 4 | column));
/// assert_eq!(load_matrix(&rows, false)[5], 0x0013_0012);
/// assert_eq!(load_matrix(&rows, true)[5], 0x0031_0021);
/// ```
#[inline]
#[must_use]
pub const fn load_matrix(rows: &[MatrixRow; 8], transposed: bool) -> [u32; 32] {
    let mut registers = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        let (row, column) = (lane / 4, lane % 4 * 2);
        let low = element(rows, transposed, row, column);
        registers[lane] = element(rows, transposed, row, column + 1) << 16 | low;
        lane += 1;
    }
    registers
}

/// Computes `stmatrix.sync.aligned.m8n8{.trans}.b16`: returns the eight rows that the instruction writes, given one
/// register of each lane. The function is the inverse of [`load_matrix`].
///
/// Source: PTX ISA, `stmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::{load_matrix, store_matrix};
/// let rows = [[1, 2, 3, 4, 5, 6, 7, 8]; 8];
/// assert_eq!(store_matrix(&load_matrix(&rows, true), true), rows);
/// ```
#[inline]
#[must_use]
pub const fn store_matrix(registers: &[u32; 32], transposed: bool) -> [MatrixRow; 8] {
    let mut rows = [[0; 8]; 8];
    let mut row = 0;
    while row < 8 {
        let mut column = 0;
        while column < 8 {
            let (i, j) = if transposed { (column, row) } else { (row, column) };
            rows[row][column] = (registers[(i << 2 | j >> 1) & 31] >> (16 * (j & 1))) as u16;
            column += 1;
        }
        row += 1;
    }
    rows
}

/// Computes `movmatrix.sync.aligned.m8n8.trans.b16`: returns the registers of the transposed matrix.
///
/// Source: PTX ISA, `movmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::move_matrix;
/// let mut a = [0; 32];
/// // Row 0, column 1 goes to row 1, column 0.
/// a[0] = 0xabcd << 16;
/// assert_eq!(move_matrix(&a)[4], 0xabcd);
/// ```
#[inline]
#[must_use]
pub const fn move_matrix(a: &[u32; 32]) -> [u32; 32] {
    load_matrix(&store_matrix(a, false), true)
}
