//! TANH: the hyperbolic tangent.

use super::interpolate::{Steps, square};
use super::tables::{self, Row};
use super::word::{
    BIAS, FRACTION, FRACTION_BITS, INFINITY, MIN_NORMAL, NAN, SIGN, exponent, magnitude,
};

/// The width of `r`, the position of the operand in its segment, in bits.
const R_BITS: u32 = 17;
/// The exponent field of 2^-8. The table starts at this number.
const FIRST: i32 = BIAS - 8;
/// The number of binades (ranges from a power of two to the next) of the table.
const BINADES: i32 = 11;
/// The largest exponent field of a result below 1.
const BELOW_ONE: i32 = BIAS - 1;

/// A range of operands from a power of two to the next.
#[derive(Clone, Copy)]
struct Binade {
    /// The index of the first segment.
    first: u8,
    /// The number of fraction bits that select the segment.
    bits: u8,
    /// The number of bits below the significand in the sum of the terms.
    drop: u8,
}

/// The binades from 2^-8 to 8. The unused rows make the length a power of two, so that no index can panic.
const LAYOUT: [Binade; 16] = {
    const BITS: [u8; BINADES as usize] = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3];
    const DROP: [u8; 5] = [8, 10, 12, 13, 15];
    let mut layout = [Binade { first: 0, bits: 0, drop: DROP[0] }; 16];
    let (mut i, mut first) = (0, 0);
    while i < BITS.len() {
        layout[i] = Binade { first, bits: BITS[i], drop: DROP[BITS[i] as usize] };
        first += 1 << BITS[i];
        i += 1;
    }
    assert!(first as usize == tables::TANH.len());
    layout
};

/// The rows of the table: `c0`, then `c1 << C1 | -c2`. The unused rows make the length a power of two.
const ROWS: [[u32; 2]; 64] = {
    let mut rows = [[0; 2]; 64];
    let mut i = 0;
    while i < tables::TANH.len() {
        let [c0, c1, c2] = tables::TANH[i];
        assert!(c1 >> (32 - C1) == 0 && c2 <= 0 && -c2 >> C1 == 0);
        rows[i] = [c0 as u32, (c1 as u32) << C1 | -c2 as u32];
        i += 1;
    }
    rows
};
const C1: u32 = 14;

/// The position of an operand in the table: its binade, its segment, and the position in the segment.
struct Place {
    binade: Binade,
    segment: usize,
    r: u32,
}

/// Returns the [`Place`] of a magnitude in the table. For a magnitude outside of the table, the result has no meaning.
#[inline(always)]
const fn place(size: u32) -> Place {
    let binade = LAYOUT[exponent(size).wrapping_sub(FIRST) as usize & (LAYOUT.len() - 1)];
    let bits = binade.bits as u32;
    let fraction = size & FRACTION;
    let width = FRACTION_BITS.wrapping_sub(bits);
    let segment = (binade.first as u32).wrapping_add(fraction.wrapping_shr(width)) as usize;
    let below = fraction & 1_u32.wrapping_shl(width).wrapping_sub(1);
    // The unit drops the lowest bits of the fraction, so that `r` has the same width in every binade.
    let r = below.wrapping_shr(width.wrapping_sub(R_BITS));
    Place { binade, segment: segment & (ROWS.len() - 1), r }
}

/// Computes `MUFU.TANH`, from sm_75 on: the hyperbolic tangent of an f32.
///
/// An operand whose magnitude is below 2^-8 is returned unchanged, also if it is subnormal. From a magnitude of 8 on,
/// the result is ±1.
///
/// | x | ±0 | ±infinity | NaN |
/// |---|---|---|---|
/// | result | ±0 | ±1 | `7fffffff` |
///
/// [Grade](crate#grades) \[H\]: checked over all 2^32 inputs on an NVIDIA H100 80GB HBM3 (sm_90); presumed elsewhere.
/// Largest relative error: 2^-16.4557, at `3f17040f` (PTX ISA: 2^-11).
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::tanh(0.5f32.to_bits()), 0x3eec_9a50); // measured on an H100
/// assert_eq!(mufu::tanh((-20.0f32).to_bits()), (-1.0f32).to_bits());
/// ```
#[inline]
#[must_use]
pub const fn tanh(x: u32) -> u32 {
    let size = magnitude(x);
    let Place { binade, segment, r } = place(size);
    let [c0, c12] = ROWS[segment];
    let drop = binade.drop as u32;
    let (linear, quadratic) =
        ((c12 >> C1) as u64 * r as u64, (c12 & ((1 << C1) - 1)) as u64 * square(r) as u64);
    let sum = (c0 as u64).wrapping_shl(drop).wrapping_add(linear).wrapping_sub(quadratic << 1);
    // A result has the exponent of its operand, or the exponent -1 if the operand is 1 or more. If the sum lacks the
    // leading bit of the significand, the code shifts the sum to the left by one place and decrements the exponent.
    let short = (sum.wrapping_shr(drop) < MIN_NORMAL as u64) as u32;
    let field = if exponent(size) < BELOW_ONE { exponent(size) } else { BELOW_ONE };
    let significand = sum.wrapping_shr(drop.wrapping_sub(short)) as u32 & FRACTION;
    let result = (field as u32).wrapping_sub(short) << FRACTION_BITS | significand;
    let result = if exponent(size) < FIRST { size } else { result };
    let result = if exponent(size) < FIRST + BINADES { result } else { ONE };
    if size > INFINITY { NAN } else { x & SIGN | result }
}

const ONE: u32 = (BIAS as u32) << FRACTION_BITS;

/// Computes the hyperbolic tangent and returns all intermediate results.
pub(super) const fn steps(x: u32) -> Steps {
    let Place { binade, segment, r } = place(magnitude(x));
    let row: Row = if segment < tables::TANH.len() { tables::TANH[segment] } else { [0; 3] };
    let square = square(r);
    let terms = [
        (row[0] as i64) << binade.drop,
        row[1] as i64 * r as i64,
        (row[2] as i64 * square as i64) << 1,
    ];
    Steps {
        segment: segment as u32,
        r,
        row,
        square,
        terms,
        bias: 0,
        sum: terms[0] + terms[1] + terms[2],
    }
}
