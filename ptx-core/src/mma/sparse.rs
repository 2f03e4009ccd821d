//! Sparse forms: metadata selects the columns of A that are stored, and so the elements of B that are multiplied.
//!
//! A row of A is divided into chunks of columns, and half of each chunk is stored. One hexadecimal digit v of metadata
//! describes a chunk: v mod 4 is the position of the first stored element, and v / 4 is the position of the second.
//!
//! | elements | columns in a chunk | stored |
//! |---|---|---|
//! | 16 and 8 bits | 4 | 2 |
//! | 4 bits | 8 | 2 pairs; v has positions of pairs |
//! | tf32 | 2 | 1, at position (v mod 4) / 2 |
//!
//! PTX defines the digits 4, 8, 9, c, d and e, and for tf32 only 4 and e. For all other digits, hardware uses `min(v
//! mod 4, 2)` and `max(v / 4, 1)` as positions. This was measured for 4-bit floats only.
//!
//! In this table, g is row mod 8, h is row / 8, and s is the sparsity selector. The table lists the lane and the digits
//! that hold the metadata of a row:
//!
//! | chunks in a row | lane | digits, from the lowest |
//! |---|---|---|
//! | 4 | 4g + s | 4h + chunk |
//! | 8, elements of 16 bits or more | 4g + 2s + chunk / 4 | 4h + chunk mod 4 |
//! | 8, shorter elements | 4g + 2s + h | chunk |
//! | 16 | 4g + h + 2 (chunk / 8) | chunk mod 8 |

use super::form::Form;
use super::layout::Place;

/// How a row of A is divided into chunks.
#[derive(Clone, Copy)]
pub(super) enum Chunk {
    /// Two columns, of which one is stored.
    Two,
    /// Four columns, of which two are stored.
    Four,
    /// Four pairs of columns, of which two pairs are stored.
    Pairs,
}

impl Chunk {
    /// Returns the chunk size for elements with this number of bits.
    #[inline(always)]
    pub(super) const fn of(bits: u32) -> Self {
        match bits {
            32 => Self::Two,
            4 => Self::Pairs,
            _ => Self::Four,
        }
    }

    /// Returns the number of columns in a chunk.
    #[inline(always)]
    pub(super) const fn columns(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Four => 4,
            Self::Pairs => 8,
        }
    }

    /// Returns the index of the chunk that contains the `stored`-th stored element of a row.
    #[inline(always)]
    pub(super) const fn chunk(self, stored: usize) -> usize {
        match self {
            Self::Two => stored,
            Self::Four => stored / 2,
            Self::Pairs => stored / 4,
        }
    }

    /// Returns the column of the `stored`-th stored element of a row. `digit` is the metadata digit of its chunk.
    #[inline(always)]
    pub(super) const fn column(self, stored: usize, digit: u8) -> usize {
        let (low, high) = (digit & 3, digit >> 2 & 3);
        let first = if low < 2 { low } else { 2 } as usize;
        let second = if high > 1 { high } else { 1 } as usize;
        match self {
            Self::Two => stored << 1 | first >> 1,
            Self::Four => stored >> 1 << 2 | if stored & 1 == 0 { first } else { second },
            Self::Pairs => {
                let pair = if stored & 2 == 0 { first } else { second };
                stored >> 2 << 3 | pair << 1 | stored & 1
            }
        }
    }
}

/// A bit set of the 4-bit metadata digits that PTX defines for a chunk of four columns, or of four pairs of columns.
const ORDERED: u16 = 1 << 0x4 | 1 << 0x8 | 1 << 0x9 | 1 << 0xc | 1 << 0xd | 1 << 0xe;
/// A bit set of the 4-bit metadata digits that PTX defines for tf32.
const ORDERED_TF32: u16 = 1 << 0x4 | 1 << 0xe;

/// Returns the location of a chunk's metadata digit in the registers of a warp: the lane, and the index of the digit,
/// counted from the low bits. `bits` is the width of an element of A.
#[inline(always)]
pub(super) const fn digit_place(
    chunks: usize,
    bits: u32,
    row: usize,
    chunk: usize,
    selector: u32,
) -> (usize, u32) {
    let (g, h, selector) = (row & 7, row >> 3 & 1, selector as usize);
    let (lane, digit) = match chunks {
        4 => (selector & 3, h << 2 | chunk & 3),
        8 if bits >= 16 => ((selector & 1) << 1 | chunk >> 2 & 1, h << 2 | chunk & 3),
        8 => ((selector & 1) << 1 | h, chunk & 7),
        _ => (chunk >> 3 << 1 & 2 | h, chunk & 7),
    };
    (g << 2 | lane, digit as u32)
}

/// Reads the metadata of M rows from the registers of a warp.
#[inline(always)]
pub(super) const fn digits<const M: usize, const C: usize>(
    e: &[u32; 32],
    bits: u32,
    selector: u32,
) -> [[u8; C]; M] {
    let mut digits = [[0; C]; M];
    let mut row = 0;
    while row < M {
        let mut chunk = 0;
        while chunk < C {
            let (lane, digit) = digit_place(C, bits, row, chunk, selector);
            digits[row][chunk] = (e[lane & 31].wrapping_shr(4 * digit) & 15) as u8;
            chunk += 1;
        }
        row += 1;
    }
    digits
}

/// Selects the entries of `b` that the metadata of one row of A names. The result has one entry for each stored
/// element.
#[inline(always)]
pub(super) const fn select<T: Copy, const S: usize, const K: usize, const C: usize>(
    chunk: Chunk,
    digits: &[u8; C],
    b: &[T; K],
    zero: T,
) -> [T; S] {
    let mut selected = [zero; S];
    let mut s = 0;
    while s < S {
        let column = chunk.column(s, digits[chunk.chunk(s) & (C - 1)]);
        selected[s] = b[column & (K - 1)];
        s += 1;
    }
    selected
}

impl Form {
    /// Returns the number of metadata digits of a row of A; 0 for a dense form.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Type::*};
    /// let form = Form::mma([16, 8, 32], [F32, F16, F16, F32]).sparse().build().unwrap();
    /// assert_eq!(form.chunks(), 8);
    /// ```
    #[inline]
    #[must_use]
    pub const fn chunks(self) -> usize {
        let [_, _, k] = self.shape;
        if self.sparse { k as usize / self.chunk().columns() } else { 0 }
    }

    #[inline]
    pub(super) const fn chunk(self) -> Chunk {
        Chunk::of(self.element_bits(super::Operand::A))
    }

    /// Returns whether PTX defines a metadata digit for this form. Other digits are computed too, with grade \[M\]. For
    /// `.kind::mxf4` and `.kind::mxf4nvf4` all 16 digits were measured, so the function returns true.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Type::*};
    /// let form = Form::mma([16, 8, 32], [F32, F16, F16, F32]).sparse().build().unwrap();
    /// assert!(form.has_digit(0xd) && !form.has_digit(0x5));
    /// ```
    #[inline]
    #[must_use]
    pub const fn has_digit(self, digit: u8) -> bool {
        let known = match self.chunk() {
            _ if self.is_fp4() => u16::MAX,
            Chunk::Two => ORDERED_TF32,
            _ => ORDERED,
        };
        digit < 16 && known.wrapping_shr(digit as u32) & 1 == 1
    }
}

/// Returns the location of a metadata digit in the registers of a warp: its lane, and the index of the digit in the
/// register, counted from the low bits. Bits of `selector` that the form does not use are ignored.
///
/// Returns `None` for a row or chunk outside of A, and for a form that is not a sparse form of `mma`.
///
/// Source: PTX ISA, `mma.sp`; machine code of ptxas 13.5 for f16 and s8; CUTLASS. [Grade](crate#grades) \[D\]; \[H\] sm_120 with e4m3;
/// \[S\] with f16 and `m16n8k32` of s8.
///
/// ```
/// use ptx_core::mma::{Form, Place, Type::*, metadata_place};
/// let form = Form::mma([16, 8, 32], [F32, F16, F16, F32]).sparse().build().unwrap();
/// let place = metadata_place(form, 9, 6, 1);
/// assert_eq!(place, Some(Place { lane: 7, register: 0, element: 6 }));
/// ```
#[inline]
#[must_use]
pub const fn metadata_place(form: Form, row: u8, chunk: u8, selector: u32) -> Option<Place> {
    let chunks = form.chunks();
    if !matches!(form.instruction, super::Instruction::Mma) || row >= 16 || chunk as usize >= chunks
    {
        return None;
    }
    let bits = form.element_bits(super::Operand::A);
    let (lane, digit) = digit_place(chunks, bits, row as usize, chunk as usize, selector);
    Some(Place { lane: lane as u8, register: 0, element: digit as u8 })
}
