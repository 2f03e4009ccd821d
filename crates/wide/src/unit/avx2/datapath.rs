//! The datapath of the unit: a row of a table, a truncated squarer, two products and one sum.

use super::{LANES, Words, load};
use core::arch::x86_64::*;
use ptx_core::mufu::{Operation, Steps, steps};

/// The width of the squarer's argument, in bits.
const SQUARER_BITS: u32 = 17;
/// The position of the segment number in an argument: a byte can be read from memory without shifts.
const SEGMENT: u32 = 24;

/// One function of the unit.
///
/// The datapath computes `(c0 << C0_SHIFT) + c1·r + (c2·q << C2_SHIFT) + bias`. `r` is the part of the argument below the
/// segment number, and `q` is its truncated square.
///
/// The sum has up to 40 bits, and the lanes have 32. So the code computes the sum in two parts, [`Sum::high`] and the low
/// bits of [`Sum::rest`]. `c1 - OFFSET` is so small that all terms but the upper bits of `c0` and `OFFSET·r` fit 32 bits together.
pub(super) trait Function {
    const OPERATION: Operation;
    /// The number of bits of `r`.
    const R_BITS: u32 = SQUARER_BITS;
    const C0_SHIFT: u32;
    const C2_SHIFT: u32;
    /// The number of low bits of the sum, which are those of [`Sum::rest`].
    const DROP: u32;
    /// Whether `c1` is negative: `OFFSET` is minus 2^DROP instead of 2^DROP.
    const FALLS: bool = false;
    /// Whether `c1 - OFFSET` is multiplied by `r` minus half a segment, so that the product fits 32 bits. The constant
    /// part of the product is in `c0`.
    const CENTRED: bool = false;

    /// The shift that moves an argument to the left end of a word whose highest byte has the segment number.
    const PLACE: u32 = SEGMENT - Self::R_BITS;
}

/// The table of a function. A row has a word with `c0`, and a word with the pair of 16-bit numbers `c2 << C2_SHIFT`,
/// `c1 - OFFSET`. Every byte is an index: the rows are repeated.
pub(super) struct Rows([[u32; 2]; 1 << 8]);

impl Rows {
    pub(super) const ZERO: Self = Self([[0; 2]; 1 << 8]);

    /// Returns the table with the coefficients of the segment that has these steps. `shift` is the position of `c0` in the
    /// sum.
    pub(super) const fn with<F: Function>(mut self, index: u32, steps: Steps, shift: u32) -> Self {
        let [c0, c1, c2] = steps.row;
        assert!((c0 as i64) << shift == steps.terms[0]);
        assert!((c2 as i64 * steps.square as i64) << F::C2_SHIFT == steps.terms[2]);
        let offset = if F::FALLS { -(1 << F::DROP) } else { 1 << F::DROP };
        let pair = [c2 << F::C2_SHIFT, c1 - offset];
        assert!(pair[0] as i16 as i32 == pair[0] && pair[1] as i16 as i32 == pair[1]);
        let half = if F::CENTRED { pair[1] << (F::R_BITS - 1 - shift) } else { 0 };
        self.0[index as usize] =
            [(c0 + half) as u32, pair[0] as u16 as u32 | (pair[1] as u32) << 16];
        self
    }
}

/// Builds the table of a function with this number of segments.
pub(super) const fn rows<F: Function>(segments: u32) -> Rows {
    let mut rows = Rows::ZERO;
    let mut i = 0;
    while i < 1 << 8 {
        // The highest argument of the segment.
        let steps = steps(F::OPERATION, (i % segments) << F::R_BITS | ((1 << F::R_BITS) - 1));
        assert!(steps.bias == bias::<F>() as i64);
        rows = rows.with::<F>(i, steps, F::C0_SHIFT);
        i += 1;
    }
    rows
}

const fn bias<F: Function>() -> i32 {
    steps(F::OPERATION, 0).bias as i32
}

/// The sum of the datapath: [`high`](Self::high), then the low `DROP` bits of `rest`.
pub(super) struct Sum {
    pub(super) c0: __m256i,
    pub(super) r: __m256i,
    /// All terms but the upper bits of `c0` and `OFFSET·r`.
    pub(super) rest: __m256i,
}

impl Sum {
    #[inline]
    #[target_feature(enable = "avx2,fma")]
    pub(super) fn high<F: Function>(&self) -> __m256i {
        let above = right(self.c0, const { F::DROP - F::C0_SHIFT });
        let above = match F::FALLS {
            true => _mm256_sub_epi32(above, self.r),
            false => _mm256_add_epi32(above, self.r),
        };
        _mm256_add_epi32(_mm256_srav_epi32(self.rest, _mm256_set1_epi32(F::DROP as i32)), above)
    }
}

/// Computes the sums for two vectors of arguments. An argument has the segment number in its highest byte, then `r`.
/// The function ignores the bits of this byte above the segment number, and the bits below `r`.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn sums<F: Function>(rows: &Rows, arguments: &[Words; 2]) -> [Sum; 2] {
    let [x, y] = [load(&arguments[0]), load(&arguments[1])];
    let squares = squares(x, y);
    let even = _mm256_blend_epi16::<0x55>(_mm256_setzero_si256(), squares);
    let odd = _mm256_srli_epi32::<16>(squares);
    [sum::<F>(lookup(rows, &arguments[0]), x, even), sum::<F>(lookup(rows, &arguments[1]), y, odd)]
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn sum<F: Function>([c0, c12]: [__m256i; 2], argument: __m256i, square: __m256i) -> Sum {
    let r = _mm256_and_si256(
        right(argument, F::PLACE),
        _mm256_set1_epi32(const { (1 << F::R_BITS) - 1 }),
    );
    let factor = match F::CENTRED {
        true => _mm256_sub_epi32(r, _mm256_set1_epi32(const { 1 << (F::R_BITS - 1) })),
        false => r,
    };
    let linear = _mm256_mullo_epi32(_mm256_srai_epi32::<16>(c12), factor);
    let quadratic = _mm256_madd_epi16(c12, square);
    let below = _mm256_set1_epi32(const { (1 << (F::DROP - F::C0_SHIFT)) - 1 });
    let constant = left(_mm256_and_si256(c0, below), F::C0_SHIFT);
    let constant = _mm256_add_epi32(constant, _mm256_set1_epi32(const { bias::<F>() }));
    let rest = _mm256_add_epi32(_mm256_add_epi32(linear, quadratic), constant);
    Sum { c0, r, rest }
}

/// Reads the two words of a table at the highest byte of each argument, with a load for each row instead of a gather
/// instruction.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn lookup(rows: &Rows, arguments: &Words) -> [__m256i; 2] {
    let row = |i: usize| {
        let [c0, c12] = rows.0[usize::from((arguments[i] >> SEGMENT) as u8)];
        _mm_cvtsi64_si128((c0 as u64 | (c12 as u64) << 32) as i64)
    };
    let two = |i| _mm_unpacklo_epi64(row(i), row(i + 1));
    let four = |i| _mm256_castsi256_ps(_mm256_set_m128i(two(i + LANES / 2), two(i)));
    let [low, high] = [four(0), four(2)];
    [
        _mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high)),
        _mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(low, high)),
    ]
}

/// Computes the truncated squares of 17 bits of each word, from bit 23 down. The results of `x` are in the lower halves
/// of the words, the results of `y` in the upper halves.
///
/// The upper eight of the 17 bits are `high`, the other bits `low`. The result is half of the square of `high`, plus
/// `low >> (9 - j)` for each bit `j` of `high` but bit 0. `low << 7` times the bit in its place has the term in its upper
/// half. The bits below `low` do not change this half.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn squares(x: __m256i, y: __m256i) -> __m256i {
    const UPPER: i32 = 0xaa;
    let low = _mm256_blend_epi16::<UPPER>(x, _mm256_slli_epi32::<16>(y));
    let high = _mm256_blend_epi16::<UPPER>(_mm256_srli_epi32::<16>(x), y);
    let byte = _mm256_and_si256(high, _mm256_set1_epi16(0xff));
    let mut sum = _mm256_srli_epi16::<1>(_mm256_mullo_epi16(byte, byte));
    for j in 1..8 {
        let bit = _mm256_and_si256(high, _mm256_set1_epi16(1 << j));
        sum = _mm256_add_epi16(sum, _mm256_mulhi_epu16(low, bit));
    }
    sum
}

/// Shifts left by a constant. The intrinsics for constants do not accept associated constants.
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn left(x: __m256i, bits: u32) -> __m256i {
    _mm256_sllv_epi32(x, _mm256_set1_epi32(bits as i32))
}

/// Shifts right by a constant, see [`left`].
#[inline]
#[target_feature(enable = "avx2,fma")]
pub(super) fn right(x: __m256i, bits: u32) -> __m256i {
    _mm256_srlv_epi32(x, _mm256_set1_epi32(bits as i32))
}
