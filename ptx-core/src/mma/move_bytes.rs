//! `ldmatrix` and `stmatrix` with 8-bit elements.
//!
//! Lane r provides the address of row r of the first matrix; a row has 16 bytes. The following lanes provide the
//! addresses of the rows of the next matrix.
//!
//! | form | rows in memory | registers for each matrix | register i, byte j of lane l |
//! |---|---|---|---|
//! | `ldmatrix.m8n16` | 8 | 1 | row l / 4, byte 4 (l mod 4) + j |
//! | `ldmatrix.m16n16.trans` | 16 | 2 | row 4 (l mod 4) + j, byte l / 4 + 8i |
//! | `stmatrix.m16n8.trans` | 8 | 1 | row 2 (l mod 4) + j mod 2, byte l / 4 + 8 (j / 2) |
//!
//! Sources: PTX ISA, `ldmatrix` and `stmatrix`; the layouts `SM100_U8x8_LDSM_T`, `SM100_SU4_DU8x16_x1_LDSM_N` and
//! `SM100_U8x4_STSM_T` of NVIDIA's CUTLASS, which agree.

use super::move_matrix::{MatrixRow, load_matrix};

/// A row of a matrix in memory: 16 bytes, lowest address first.
pub type ByteRow = [u8; 16];

/// Returns the elements of a row in the format `.b6x16_p32`: sixteen 6-bit elements without gaps, followed by 32 bits
/// of padding. Each element becomes the low six bits of a byte.
///
/// Source: PTX ISA, `ldmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::unpack_b6x16_p32;
/// // The first three bytes are the elements 1, 2, 3, 4.
/// let row = [0x81, 0x30, 0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff];
/// assert_eq!(unpack_b6x16_p32(&row), [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/// ```
#[inline]
#[must_use]
pub const fn unpack_b6x16_p32(row: &ByteRow) -> ByteRow {
    unpack(row, 6)
}

/// Returns the elements of a row in the format `.b4x16_p64`: sixteen 4-bit elements, followed by 64 bits of padding.
/// Each element becomes the low four bits of a byte.
///
/// Source: PTX ISA, `ldmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::unpack_b4x16_p64;
/// let row = [0x21, 0x43, 0, 0, 0, 0, 0, 0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
/// assert_eq!(unpack_b4x16_p64(&row), [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15]);
/// ```
#[inline]
#[must_use]
pub const fn unpack_b4x16_p64(row: &ByteRow) -> ByteRow {
    unpack(row, 4)
}

/// Returns sixteen elements of `width` bits, from the lowest bit up.
const fn unpack(row: &ByteRow, width: usize) -> ByteRow {
    let packed = u128::from_le_bytes(*row);
    let mut elements = [0; 16];
    let mut i = 0;
    while i < 16 {
        elements[i] = (packed >> (width * i)) as u8 & ((1 << width) - 1);
        i += 1;
    }
    elements
}

/// Computes `ldmatrix.sync.aligned.m8n16.b8x16.src_fmt`: returns one register for each lane, given the eight unpacked
/// rows of the matrix ([`unpack_b6x16_p32`], [`unpack_b4x16_p64`]). `.x2` and `.x4` load one matrix into each register.
///
/// Source: PTX ISA, `ldmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::load_bytes;
/// let row = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
/// assert_eq!(load_bytes(&[row; 8])[5], 0x0706_0504);
/// ```
#[inline]
#[must_use]
pub const fn load_bytes(rows: &[ByteRow; 8]) -> [u32; 32] {
    let mut pairs: [MatrixRow; 8] = [[0; 8]; 8];
    let mut i = 0;
    while i < 64 {
        let row = &rows[i / 8];
        pairs[i / 8][i % 8] = u16::from_le_bytes([row[i % 8 * 2], row[i % 8 * 2 + 1]]);
        i += 1;
    }
    load_matrix(&pairs, false)
}

/// Computes `ldmatrix.sync.aligned.m16n16.trans` with `.b8`, or with `.b8x16.src_fmt` and unpacked rows. Given the 16
/// rows of the matrix, the function returns two registers for each lane. `.x2` loads a second matrix into two further
/// registers.
///
/// Source: PTX ISA, `ldmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::load_bytes_transposed;
/// let rows: [[u8; 16]; 16] = std::array::from_fn(|row| std::array::from_fn(|i| (row << 4 | i) as u8));
/// let registers = load_bytes_transposed(&rows);
/// assert_eq!((registers[0][5], registers[1][5]), (0x7161_5141, 0x7969_5949));
/// ```
#[inline]
#[must_use]
pub const fn load_bytes_transposed(rows: &[ByteRow; 16]) -> [[u32; 32]; 2] {
    let mut registers = [[0; 32]; 2];
    let mut i = 0;
    while i < 64 {
        let (register, lane) = (i / 32, i % 32);
        let (row, byte) = (lane % 4 * 4, lane / 4 + register * 8);
        registers[register][lane] = u32::from_le_bytes([
            rows[row][byte],
            rows[row + 1][byte],
            rows[row + 2][byte],
            rows[row + 3][byte],
        ]);
        i += 1;
    }
    registers
}

/// Computes `stmatrix.sync.aligned.m16n8.trans.b8`: returns the eight rows that the instruction writes, given one
/// register of each lane. `.x2` and `.x4` store one matrix from each register.
///
/// Source: PTX ISA, `stmatrix`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::store_bytes_transposed;
/// let mut registers = [0; 32];
/// registers[5] = 0x0403_0201;
/// let rows = store_bytes_transposed(&registers);
/// assert_eq!((rows[2][1], rows[3][1], rows[2][9], rows[3][9]), (1, 2, 3, 4));
/// ```
#[inline]
#[must_use]
pub const fn store_bytes_transposed(registers: &[u32; 32]) -> [ByteRow; 8] {
    let mut rows = [[0; 16]; 8];
    let mut i = 0;
    while i < 128 {
        let (row, byte) = (i / 16, i % 16);
        let lane = byte % 8 * 4 + row / 2;
        rows[row][byte] = registers[lane].to_le_bytes()[byte / 8 * 2 + row % 2];
        i += 1;
    }
    rows
}
