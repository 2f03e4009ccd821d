//! Products of `.e2m1` in four bits with block scales: `.kind::mxf4` and `.kind::mxf4nvf4`.
//!
//! Each group of 16 products is summed exactly and multiplied by its two scales, exactly. The groups and the
//! accumulator are then truncated to multiples of a common unit. The unit depends on the exponents of the scales and of
//! the accumulator, but not on the magnitudes of nonzero products. The truncated terms are added exactly, and the sum
//! is rounded to an f32 towards zero.
//!
//! All intermediate results are exact in binary64. The value of a group is an integer of 12 bits, times the 4-bit
//! significands of its two scales, times a power of two. The unit is at least 2^-29 times 2^(sum of the exponents of
//! the scales), so a group is below 2^46 units. The accumulator is below 2^36 units.

use super::scale::Scale;
use super::sparse::{Chunk, select};
use super::types::ScaleType;
use crate::format::{BINARY32, BINARY64, power};
use crate::nan;

/// The number of stored elements of a row.
pub(super) const LENGTH: usize = 64;
/// The number of products in a group.
const GROUP: usize = 16;
/// The number of groups in a row.
pub(super) const GROUPS: usize = LENGTH / GROUP;

/// The groups and the accumulator are truncated to multiples of one power of two, the unit. The unit is at least 2^-29
/// times 2^(sum of the exponents of a group's scales). The factor 2^-29 is 2^-`KEPT` times 1/4, the smallest nonzero
/// product of two `.e2m1` numbers.
const KEPT: i32 = 27;
/// The unit of the truncation is at least 2^-35 times 2^exponent of the accumulator.
const KEPT_OF_ACCUMULATOR: i32 = 35;
/// The unit of the truncation is at least 2^-174.
const FLOOR: i32 = -174;

/// The elements of N rows of A or of N columns of B.
#[derive(Clone, Copy)]
pub(super) struct Elements<const N: usize> {
    /// Twice the value of each element, which is an integer.
    twice: [[i32; N]; LENGTH],
    /// For each group, a bit set that marks the nonzero elements.
    nonzero: [[u32; N]; GROUPS],
}

/// Returns twice the value of a 4-bit element.
#[inline(always)]
const fn twice(bits: u32) -> i32 {
    let magnitude = bits & 7;
    let value = (TWICE.wrapping_shr(4 * magnitude) & 15) as i32;
    if bits & 8 == 0 { value } else { -value }
}

/// Twice the value of each of the eight magnitudes of `.e2m1`, in four bits each, magnitude 0 in the lowest bits.
const TWICE: u32 = 0xc864_3210;

impl<const N: usize> Elements<N> {
    /// Decodes the elements of N rows or columns. `bits[k][j]` is element k of row or column j.
    #[inline(always)]
    pub(super) const fn new(bits: &[[u32; N]; LENGTH]) -> Self {
        let mut elements = Self { twice: [[0; N]; LENGTH], nonzero: [[0; N]; GROUPS] };
        let mut k = 0;
        while k < LENGTH {
            let mut j = 0;
            while j < N {
                elements.twice[k][j] = twice(bits[k][j]);
                j += 1;
            }
            k += 1;
        }
        elements.marked()
    }

    /// Selects one of 128 elements for each k and each column. `columns[k]` is the index of the element.
    #[inline(always)]
    pub(super) const fn select(columns: &[usize; LENGTH], b: [&Self; 2]) -> Self {
        let mut elements = Self { twice: [[0; N]; LENGTH], nonzero: [[0; N]; GROUPS] };
        let mut k = 0;
        while k < LENGTH {
            let column = columns[k];
            elements.twice[k] = b[(column / LENGTH) & 1].twice[column % LENGTH];
            k += 1;
        }
        elements.marked()
    }

    /// Marks the nonzero elements. A separate loop marks them: the separation and the lookup in [`twice`] lower the
    /// time of `mxf4nvf4` inside `ptx::wide` from 1.4 or 1.5 to 1.2 times the time of dense e4m3 (RESULTS.md, products
    /// with block scales).
    #[inline(always)]
    const fn marked(self) -> Self {
        let mut elements = self;
        let mut k = 0;
        while k < LENGTH {
            let mut j = 0;
            while j < N {
                let nonzero = (elements.twice[k][j] != 0) as u32;
                elements.nonzero[k / GROUP][j] |= nonzero << (k % GROUP);
                j += 1;
            }
            k += 1;
        }
        elements
    }
}

/// Returns one scale for each group. If there are fewer scales than groups, neighbouring groups share a scale.
#[inline(always)]
pub(super) const fn of_groups<const S: usize>(
    element: ScaleType,
    scales: &[u8; S],
) -> [Scale; GROUPS] {
    let mut groups = [Scale::ONE; GROUPS];
    let mut group = 0;
    while group < GROUPS {
        groups[group] = Scale::new(element, scales[group * S / GROUPS]);
        group += 1;
    }
    groups
}

/// Returns the reciprocal of a power of two.
#[inline(always)]
const fn reciprocal(power: f64) -> f64 {
    const BOTH: u64 = 2046 << BINARY64.fraction_bits;
    f64::from_bits(BOTH.wrapping_sub(power.to_bits()))
}

/// Truncates a number to an integer. The magnitude must be below 2^52. The sign is kept.
#[inline(always)]
const fn truncated(x: f64) -> f64 {
    const INTEGERS: f64 = power(52);
    let magnitude = f64::from_bits(x.to_bits() & !BINARY64.sign);
    let nearest = (magnitude + INTEGERS) - INTEGERS;
    let integer = nearest - (nearest > magnitude) as u8 as f64;
    f64::from_bits(integer.to_bits() | x.to_bits() & BINARY64.sign)
}

/// Rounds a number to an f32 towards zero. Overflow gives ±inf. A magnitude below the smallest subnormal f32 gives +0.
#[inline(always)]
const fn single(x: f64) -> f32 {
    let exponent = f64::from_bits(x.to_bits() & BINARY64.infinity);
    let leading = if exponent > power(-126) { exponent } else { power(-126) };
    let unit = leading * power(-23);
    let rounded = (truncated(x * reciprocal(unit)) * unit) as f32;
    if rounded == 0.0 { 0.0 } else { rounded }
}

#[inline(always)]
const fn max(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// Computes N elements of one row of D.
#[inline(always)]
pub(super) const fn multiply<const N: usize>(
    a: &Elements<1>,
    b: &Elements<N>,
    c: &[f32; N],
    row: &[Scale; GROUPS],
    columns: &[[Scale; GROUPS]; N],
) -> [f32; N] {
    // For each group, four times the sum of its products, because `twice` doubles both factors.
    let mut sums = [[0_i32; N]; GROUPS];
    let mut k = 0;
    while k < LENGTH {
        let mut j = 0;
        while j < N {
            let product = a.twice[k][0].wrapping_mul(b.twice[k][j]);
            sums[k / GROUP][j] = sums[k / GROUP][j].wrapping_add(product);
            j += 1;
        }
        k += 1;
    }
    let mut d = *c;
    let mut j = 0;
    while j < N {
        let field = (c[j].to_bits() >> BINARY32.fraction_bits & 0xff) as i32;
        let exponent = if field > 1 { field } else { 1 } - BINARY32.bias - KEPT_OF_ACCUMULATOR;
        let zero = c[j].to_bits() << 1 == 0;
        let mut unit = max(if zero { 0.0 } else { power(exponent) }, power(FLOOR));
        let mut values = [0.0; GROUPS];
        let mut group = 0;
        while group < GROUPS {
            let (x, y) = (row[group], columns[j][group]);
            let value = x.value * y.value;
            values[group] = value * (sums[group][j] as f64 * 0.25);
            let any = a.nonzero[group][0] & b.nonzero[group][j] != 0;
            let least = x.power * y.power * power(-2 - KEPT);
            unit = max(if any && value != 0.0 { least } else { 0.0 }, unit);
            group += 1;
        }
        let units = reciprocal(unit);
        let mut sum = truncated(c[j] as f64 * units);
        let mut nan = c[j].is_nan();
        let mut group = 0;
        while group < GROUPS {
            sum += truncated(values[group] * units);
            nan |= values[group].is_nan();
            group += 1;
        }
        d[j] = match field {
            _ if nan => nan::F32,
            0xff => c[j],
            _ => single(sum * unit),
        };
        j += 1;
    }
    d
}

/// Decodes one row of A: 64 elements of four bits.
#[inline(always)]
pub(super) const fn row(bits: &[u32; LENGTH]) -> Elements<1> {
    let mut column = [[0]; LENGTH];
    let mut k = 0;
    while k < LENGTH {
        column[k][0] = bits[k];
        k += 1;
    }
    Elements::new(&column)
}

/// Computes D = A · B + C on a tile of M rows and N columns. Each row of A and each column of B has S scales.
#[inline(always)]
pub(super) const fn tile<const M: usize, const N: usize, const S: usize>(
    a: &[[u32; LENGTH]; M],
    b: &[[u32; N]; LENGTH],
    c: &[[f32; N]; M],
    element: ScaleType,
    scales_a: &[[u8; S]; M],
    scales_b: &[[u8; S]; N],
) -> [[f32; N]; M] {
    let columns = columns(element, scales_b);
    let b = Elements::new(b);
    let mut d = *c;
    let mut i = 0;
    while i < M {
        let scales = of_groups(element, &scales_a[i]);
        d[i] = multiply(&row(&a[i]), &b, &c[i], &scales, &columns);
        i += 1;
    }
    d
}

/// Like [`tile`] with a sparse A. `digits` has the metadata of each row.
#[inline(always)]
pub(super) const fn sparse_tile<const M: usize, const N: usize, const S: usize>(
    a: &[[u32; LENGTH]; M],
    digits: &[[u8; SPARSE / 8]; M],
    b: &[[u32; N]; SPARSE],
    c: &[[f32; N]; M],
    element: ScaleType,
    scales_a: &[[u8; S]; M],
    scales_b: &[[u8; S]; N],
) -> [[f32; N]; M] {
    let columns = columns(element, scales_b);
    let mut d = *c;
    let mut i = 0;
    while i < M {
        let scales = of_groups(element, &scales_a[i]);
        let selected: [[u32; N]; LENGTH] = select(Chunk::FloatPairs, &digits[i], b, [0; N]);
        d[i] = multiply(&row(&a[i]), &Elements::new(&selected), &c[i], &scales, &columns);
        i += 1;
    }
    d
}

/// The number of columns of a sparse A before compression.
const SPARSE: usize = 2 * LENGTH;

#[inline(always)]
const fn columns<const N: usize, const S: usize>(
    element: ScaleType,
    scales: &[[u8; S]; N],
) -> [[Scale; GROUPS]; N] {
    let mut columns = [[Scale::ONE; GROUPS]; N];
    let mut j = 0;
    while j < N {
        columns[j] = of_groups(element, &scales[j]);
        j += 1;
    }
    columns
}
