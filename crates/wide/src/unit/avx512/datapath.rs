//! The datapath of the unit: a row of a table, a truncated squarer, two products and one sum.

use super::{LANES, Words, load};
use core::arch::x86_64::*;
use ptx_core::mufu::{Operation, steps};

/// The width of `r`, the part of the argument below the segment number.
const R_BITS: u32 = 17;
const R: u32 = (1 << R_BITS) - 1;
/// The number of low bits of `r` whose products are summed apart.
const SHORT: u32 = 3;

/// One function of the unit.
///
/// The datapath computes `(c0 << C0_SHIFT) + c1·r + (c2·q << C2_SHIFT) + bias`. `q` is the truncated square of `r`.
pub(super) trait Function {
    const OPERATION: Operation;
    const C0_SHIFT: u32;
    const C2_SHIFT: u32;
    /// The number of bits that [`Sum::low`] holds.
    const DROP: u32;
    /// A number near all `c1`: the differences fit 16 bits. It is 0 or plus or minus a power of two.
    const OFFSET: i32;
    /// The number of bits by which the argument is longer than the argument of [`steps`]. The sum is longer by as many
    /// bits.
    const LONGER: u32 = 0;
}

/// The table of a function: a word with `c0`, and a word with the pair of 16-bit numbers `c2 << C2_SHIFT`,
/// `c1 - OFFSET`. `N` is the number of vectors that each kind of word fills.
pub(super) struct Rows<const N: usize>([[Words; N]; 2]);

impl<const N: usize> Rows<N> {
    pub(super) const ZERO: Self = Self([[[0; LANES]; N]; 2]);

    /// Returns the table with the coefficients of a segment.
    pub(super) const fn with<F: Function>(mut self, segment: u32, row: [i32; 3]) -> Self {
        let [c0, c1, c2] = row;
        let pair = [c2 << F::C2_SHIFT, c1 - F::OFFSET];
        assert!(pair[0] as i16 as i32 == pair[0] && pair[1] as i16 as i32 == pair[1]);
        let (vector, lane) = (segment as usize / LANES, segment as usize % LANES);
        self.0[0][vector][lane] = c0 as u32;
        self.0[1][vector][lane] = pair[0] as u16 as u32 | (pair[1] as u32) << 16;
        self
    }
}

/// Builds the table of a function.
pub(super) const fn rows<F: Function, const N: usize>() -> Rows<N> {
    let mut rows = Rows::ZERO;
    let mut i = 0;
    while i < N * LANES {
        // The highest argument of the segment.
        let argument = (i as u32) << R_BITS | R;
        let steps = steps(F::OPERATION, argument >> F::LONGER);
        let [c0, _, c2] = steps.row;
        assert!((c0 as i64) << F::C0_SHIFT == steps.terms[0] << F::LONGER);
        assert!((c2 as i64 * steps.square as i64) << F::C2_SHIFT == steps.terms[2] << F::LONGER);
        assert!(steps.bias == bias::<F>() >> F::LONGER);
        rows = rows.with::<F>(i as u32, steps.row);
        i += 1;
    }
    rows
}

const fn bias<F: Function>() -> i64 {
    steps(F::OPERATION, 0).bias << F::LONGER
}

/// A table in vector registers.
pub(super) struct Table<const N: usize>([[__m512i; N]; 2]);

impl<const N: usize> Table<N> {
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn of(rows: &Rows<N>) -> Self {
        let mut table = [[_mm512_setzero_si512(); N]; 2];
        for (vectors, words) in table.iter_mut().zip(&rows.0) {
            for (vector, words) in vectors.iter_mut().zip(words) {
                *vector = load(words);
            }
        }
        Self(table)
    }
}

/// The sum of the datapath: `high · 2^DROP + low`.
pub(super) struct Sum {
    pub(super) high: __m512i,
    pub(super) c0: __m512i,
    /// Bits that the code shifts to the right place only if the function needs them.
    parts: [__m512i; 2],
}

impl Sum {
    /// Returns the sum of all terms but `c0`, shifted right by `bits`, which must be at least [`SHORT`]. `C0_SHIFT` must
    /// be `DROP`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn without_c0(&self, bits: __m512i) -> __m512i {
        let [sum, _] = self.parts;
        _mm512_srav_epi32(sum, _mm512_sub_epi32(bits, _mm512_set1_epi32(SHORT as i32)))
    }

    /// Returns the low `DROP` bits.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn low<F: Function>(&self) -> __m512i {
        let [sum, below] = self.parts;
        let sum = _mm512_and_si512(left(sum, SHORT), _mm512_set1_epi32((1 << F::DROP) - 1));
        _mm512_or_si512(sum, _mm512_and_si512(below, _mm512_set1_epi32((1 << SHORT) - 1)))
    }
}

/// Computes the sum for the low 23 bits of each argument with 64 segments (`N` is 4), or the low 24 bits with 128
/// segments (`N` is 8). Ignores all higher bits.
///
/// The sum has up to 40 bits, and the lanes have 32. So the code computes the sum in two parts:
///
/// * The bits of `c0` that are above the low `DROP` bits of the sum are added last.
/// * All other terms are shifted right by three before they are added. Their sum then fits 32 bits. `c1·r` is split for
///   this shift: the product with a multiple of 8 loses no bits.
///
/// VNNI multiplies a pair of 16-bit numbers with another pair, and adds both products to a sum.
#[inline]
#[target_feature(enable = "avx512dq,avx512vbmi,avx512vnni")]
pub(super) fn sum<F: Function, const N: usize>(table: &Table<N>, argument: __m512i) -> Sum {
    let segment = right(argument, R_BITS);
    let [c0, c12] = lookup(table, segment);
    let r = _mm512_and_si512(argument, _mm512_set1_epi32(R as i32));

    const AND_OR: i32 = 0xea;
    let short = _mm512_ternarylogic_epi32::<AND_OR>(
        left(argument, 16),
        _mm512_set1_epi32(((1 << SHORT) - 1) << 16),
        square(r),
    );
    let below = _mm512_dpwssd_epi32(_mm512_set1_epi32(const { bias::<F>() as i32 }), c12, short);

    let low = _mm512_and_si512(c0, _mm512_set1_epi32((1 << (F::DROP - F::C0_SHIFT)) - 1));
    let low = left(low, F::C0_SHIFT - SHORT);
    let mut rest = _mm512_add_epi32(_mm512_srai_epi32::<SHORT>(below), low);
    if F::OFFSET != 0 {
        let term = left(r, F::OFFSET.trailing_zeros() - SHORT);
        rest = match F::OFFSET > 0 {
            true => _mm512_add_epi32(rest, term),
            false => _mm512_sub_epi32(rest, term),
        };
    }
    let long = _mm512_and_si512(
        left(argument, 16 - SHORT),
        _mm512_set1_epi32((((R >> SHORT) as i32) << 16) & i32::MAX),
    );
    let sum = _mm512_dpwssd_epi32(rest, c12, long);
    let above = right(c0, F::DROP - F::C0_SHIFT);
    let dropped = _mm512_srav_epi32(sum, _mm512_set1_epi32((F::DROP - SHORT) as i32));
    Sum { high: _mm512_add_epi32(dropped, above), c0, parts: [sum, below] }
}

/// Reads the two words of a table at the low bits of each index.
#[inline]
#[target_feature(enable = "avx512f")]
fn lookup<const N: usize>(table: &Table<N>, index: __m512i) -> [__m512i; 2] {
    let [is_odd, is_upper] =
        [32, 64].map(|bit| _mm512_test_epi32_mask(index, _mm512_set1_epi32(bit)));
    table.0.map(|vectors| {
        let quarter = |i| {
            let lower = _mm512_permutex2var_epi32(vectors[i], index, vectors[i + 1]);
            let upper = _mm512_permutex2var_epi32(vectors[i + 2], index, vectors[i + 3]);
            _mm512_mask_mov_epi32(lower, is_odd, upper)
        };
        match N {
            4 => quarter(0),
            _ => _mm512_mask_mov_epi32(quarter(0), is_upper, quarter(4)),
        }
    })
}

/// Computes the truncated square of a 17-bit `x`, whose upper eight bits are `high`, and whose lower nine bits are
/// `low`: half of the square of `high`, plus `low >> (9 - j)` for each bit `j` of `high` but bit 0.
///
/// `low >> (9 - j)` fits a byte. A multishift extracts four of these bytes, and a second multishift extracts the four
/// bits `j` of `high` into bytes. VNNI multiplies the bytes in pairs and adds the four products to the sum.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vnni")]
fn square(x: __m512i) -> __m512i {
    /// Returns the control word of a multishift that moves these four bits of each 32-bit word to bit 0 of a byte.
    const fn bits([a, b, c, d]: [u64; 4]) -> i64 {
        let word = a | b << 8 | c << 16 | d << 24;
        (word | (word + 0x2020_2020) << 32) as i64
    }
    const ZERO: u64 = 24;
    const SHIFTED: [i64; 2] = [bits([8, 7, 6, 5]), bits([4, 3, 2, ZERO])];
    const FACTORS: [i64; 2] = [bits([1, 2, 3, 4]), bits([5, 6, 7, ZERO])];
    let high = _mm512_srli_epi32::<9>(x);
    let low = _mm512_and_si512(x, _mm512_set1_epi32(0x1ff));
    let mut sum = _mm512_srli_epi32::<1>(_mm512_madd_epi16(high, high));
    for (shifted, factors) in SHIFTED.into_iter().zip(FACTORS) {
        let shifted = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(shifted), low);
        let factors = _mm512_multishift_epi64_epi8(_mm512_set1_epi64(factors), high);
        sum = _mm512_dpbusd_epi32(sum, shifted, _mm512_and_si512(factors, _mm512_set1_epi8(1)));
    }
    sum
}

/// Shifts left by a constant. The intrinsics for constants do not accept associated constants.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn left(x: __m512i, bits: u32) -> __m512i {
    _mm512_sllv_epi32(x, _mm512_set1_epi32(bits as i32))
}

/// Shifts right by a constant, see [`left`].
#[inline]
#[target_feature(enable = "avx512f")]
fn right(x: __m512i, bits: u32) -> __m512i {
    _mm512_srlv_epi32(x, _mm512_set1_epi32(bits as i32))
}
