//! Sparse forms: metadata names the columns of the stored elements of A, and thereby selects the elements of B to
//! multiply.
//!
//! A row of A is divided into chunks of columns, and half of each chunk is stored. One hexadecimal digit v of metadata
//! describes a chunk. The digit consists of two positions, v mod 4 and v / 4:
//!
//! | elements | columns in a chunk | stored | v mod 4 | v / 4 |
//! |---|---|---|---|---|
//! | 16 and 8 bits | 4 | 2 elements | column of the first | column of the second |
//! | 4 bits | 8 | 2 pairs | pair of columns of the first | pair of columns of the second |
//! | tf32 | 2 | 1 element | bits 15 to 0 of its factor | bits 31 to 16 of its factor |
//!
//! For tf32, the positions count the four 16-bit halves of a chunk. Position 0 is the lower half of the first column,
//! and position 3 is the upper half of the second column.
//!
//! PTX defines the digits 4, 8, 9, c, d and e, and for tf32 only 4 and e. The other digits follow this table too: both
//! positions can be equal, or in descending order. A factor of tf32 can consist of halves of two columns. Only 4-bit
//! floats differ: their positions are `min(v mod 4, 2)` and `max(v / 4, 1)`.
//!
//! The table was measured on an NVIDIA H100 80GB HBM3 (sm_90) with `mma.sp` of f16, bf16, tf32 and e4m3, with f32
//! results. For other types, instructions and targets the table is presumed to hold. 4-bit floats were measured on RTX
//! PRO 6000 (sm_120).
//!
//! The next table lists the lane and the digits that hold the metadata of a row. In this table, g is row mod 8, h is
//! row / 8, and s is the sparsity selector.
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
#[derive(Clone, Copy, Debug)]
pub(super) enum Chunk {
    /// Two columns, of which one is stored.
    Two,
    /// Four columns, of which two are stored.
    Four,
    /// Four pairs of columns of 4-bit integers, of which two pairs are stored.
    Pairs,
    /// Four pairs of columns of 4-bit floats, of which two pairs are stored.
    FloatPairs,
}

impl Chunk {
    /// Returns how a row of elements of `bits` bits is divided. Elements of 4 bits are assumed to be integers.
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
            Self::Pairs | Self::FloatPairs => 8,
        }
    }

    /// Returns the index of the chunk that contains the `stored`-th stored element of a row.
    #[inline(always)]
    pub(super) const fn chunk(self, stored: usize) -> usize {
        match self {
            Self::Two => stored,
            Self::Four => stored / 2,
            Self::Pairs | Self::FloatPairs => stored / 4,
        }
    }

    /// Returns the column of the `stored`-th stored element of a row. `digit` is the metadata digit of its chunk. For
    /// tf32, `digit` must be a digit that PTX defines; [`halves`] supports the other digits.
    #[inline(always)]
    pub(super) const fn column(self, stored: usize, digit: u8) -> usize {
        let (mut first, mut second) = ((digit & 3) as usize, (digit >> 2 & 3) as usize);
        if matches!(self, Self::FloatPairs) {
            first = if first < 2 { first } else { 2 };
            second = if second > 1 { second } else { 1 };
        }
        match self {
            Self::Two => stored << 1 | first >> 1,
            Self::Four => stored >> 1 << 2 | if stored & 1 == 0 { first } else { second },
            Self::Pairs | Self::FloatPairs => {
                let pair = if stored & 2 == 0 { first } else { second };
                stored >> 2 << 3 | pair << 1 | stored & 1
            }
        }
    }
}

/// Returns the factor that a metadata digit selects from a chunk of tf32. The digit has the positions of the factor's
/// lower and upper 16 bits.
#[inline(always)]
pub(super) const fn halves(digit: u8, [first, second]: [u32; 2]) -> u32 {
    let chunk = first as u64 | (second as u64) << 32;
    let (low, high) = ((digit & 3) as u32, (digit >> 2 & 3) as u32);
    chunk.wrapping_shr(16 * low) as u32 & 0xffff | (chunk.wrapping_shr(16 * high) as u32) << 16
}

/// A bit set of the 4-bit metadata digits that PTX defines for a chunk of four columns, or of four pairs of columns.
const ORDERED: u16 = 1 << 0x4 | 1 << 0x8 | 1 << 0x9 | 1 << 0xc | 1 << 0xd | 1 << 0xe;
/// A bit set of the 4-bit metadata digits that PTX defines for tf32.
const ORDERED_TF32: u16 = 1 << 0x4 | 1 << 0xe;

/// Returns the location of a chunk's metadata digit in the registers of a warp: the lane and the index of the digit.
/// The index is counted from the low bits. `bits` is the width of an element of A.
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

/// Returns whether PTX defines all metadata digits of a row of tf32.
#[inline(always)]
pub(super) const fn selects_columns<const C: usize>(digits: &[u8; C]) -> bool {
    let mut all = true;
    let mut chunk = 0;
    while chunk < C {
        all &= ORDERED_TF32.wrapping_shr(digits[chunk] as u32 & 15) & 1 == 1;
        chunk += 1;
    }
    all
}

/// Like [`select`], for the bits of tf32 elements. Supports all 16 metadata digits.
#[inline(always)]
pub(super) const fn select_halves<
    const N: usize,
    const S: usize,
    const K: usize,
    const C: usize,
>(
    digits: &[u8; C],
    b: &[[u32; N]; K],
) -> [[u32; N]; S] {
    let mut selected = [[0; N]; S];
    let mut s = 0;
    while s < S {
        let [first, second] = [b[s << 1 & (K - 1)], b[(s << 1 | 1) & (K - 1)]];
        let mut j = 0;
        while j < N {
            selected[s][j] = halves(digits[s & (C - 1)], [first[j], second[j]]);
            j += 1;
        }
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
        if self.is_fp4() {
            return Chunk::FloatPairs;
        }
        Chunk::of(self.element_bits(super::Operand::A))
    }

    /// Returns whether PTX defines a metadata digit for this form. For other digits, the functions of this crate follow
    /// the rule of [`mma`](crate::mma). For `.kind::mxf4` and `.kind::mxf4nvf4`, the function returns true for all 16
    /// digits.
    ///
    /// [Grade](crate#grades) of other digits: \[H\] on an NVIDIA H100 80GB HBM3 (sm_90), for `mma` with f32 results and f16,
    /// bf16, tf32 or e4m3 operands; \[H\] sm_120 for `.kind::mxf4` and `.kind::mxf4nvf4`; presumed elsewhere.
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
            Chunk::FloatPairs => u16::MAX,
            Chunk::Two => ORDERED_TF32,
            Chunk::Four | Chunk::Pairs => ORDERED,
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
