//! Float operands as binary32 numbers with their exponents.

use crate::format::{BINARY32, BINARY64, power};
use crate::mma::decode::Encoding;
use crate::mma::parameters::Parameters;

/// The operands with the same index k: N elements of row k of B, or one element of column k of A.
#[derive(Clone, Copy, Debug)]
pub struct Factors<const N: usize> {
    /// The exact values.
    pub value: [f32; N],
    /// The exponent of each value, [`Factors::ZERO`] or [`Factors::SPECIAL`].
    pub exponent: [i16; N],
}

impl<const N: usize> Factors<N> {
    /// The exponent of ±0. The sum of this exponent and a finite one is below -5000.
    pub const ZERO: i16 = -8000;
    /// The exponent of infinities and NaNs. The sum of this exponent and any other is above 5000.
    pub const SPECIAL: i16 = 16000;

    pub(super) const NONE: Self = Self { value: [0.0; N], exponent: [Self::ZERO; N] };

    /// Splits off the exponents. Exponents below `least` become `least`, as for subnormal numbers.
    #[inline(always)]
    pub(super) fn new(value: [f32; N], least: i32) -> Self {
        let mut exponent = [0; N];
        let mut j = 0;
        while j < N {
            exponent[j] = Self::exponent(value[j], least);
            j += 1;
        }
        Self { value, exponent }
    }

    /// Decodes the bits of N elements.
    #[inline(always)]
    pub(super) fn decoded(encoding: Encoding, bits: &[u32; N]) -> Self {
        let mut value = [0.0; N];
        let mut j = 0;
        while j < N {
            value[j] = encoding.value(bits[j]);
            j += 1;
        }
        Self::new(value, encoding.least)
    }

    /// Decodes the bits of N elements of a row.
    #[inline(always)]
    pub(super) fn single(encoding: Encoding, bits: &[u32; N]) -> [Factors<1>; N] {
        let Self { value, exponent } = Self::decoded(encoding, bits);
        let mut factors = [Factors::NONE; N];
        let mut j = 0;
        while j < N {
            factors[j] = Factors { value: [value[j]], exponent: [exponent[j]] };
            j += 1;
        }
        factors
    }

    /// Returns the exponent of a value.
    #[inline(always)]
    const fn exponent(value: f32, least: i32) -> i16 {
        let field = (value.to_bits() & BINARY32.infinity as u32) >> BINARY32.fraction_bits;
        let exponent = (field as i32).wrapping_sub(BINARY32.bias);
        let exponent = if exponent < least { least } else { exponent };
        let exponent = if exponent > BINARY32.bias { Self::SPECIAL } else { exponent as i16 };
        if value.to_bits() << 1 == 0 { Self::ZERO } else { exponent }
    }
}

/// The sums of a step, computed by vector instructions.
pub trait Sums<const N: usize>: Copy + Send + Sync {
    /// Returns `accumulator + sum of a[k] * b[k]` for each of N columns, where each term is truncated to a multiple of
    /// the unit of the step. A sum is zero, infinite, a NaN, or has the exponent of a normal binary32 number.
    ///
    /// Returns `None` if the sums need a wider range than binary32 has. Then [`Steps`](super::Steps) computes the
    /// instruction.
    ///
    /// `a` and `b` have the same length, which is at most the number of products in a step. The products of column j are
    /// multiplied by 2^`scales[j]`, if there are block scales.
    fn sums(
        self,
        parameters: &Parameters,
        a: &[Factors<1>],
        b: &[Factors<N>],
        scales: Option<&[i32; N]>,
        accumulator: &[f32; N],
    ) -> Option<[f64; N]>;

    /// Runs a closure inside a function that is compiled for the same vector instructions.
    fn widely<R>(self, f: impl FnOnce() -> R) -> R;
}

/// The exponent of a block scale that is NaN. It exceeds all other exponents, also together with [`Factors::ZERO`] twice.
const NAN: i16 = i16::MAX;

/// Returns the exponent of a block scale, which is a power of two or NaN.
#[inline(always)]
pub(super) const fn exponent_of(scale: f64) -> i16 {
    let field = scale.to_bits() >> BINARY64.fraction_bits;
    if scale.is_nan() { NAN } else { (field as i32).wrapping_sub(BINARY64.bias) as i16 }
}

/// Returns the block scale with an exponent.
#[inline(always)]
pub(super) const fn power_of(exponent: i16) -> f64 {
    if exponent == NAN { f64::NAN } else { power(exponent as i32) }
}

/// Rounds a number towards zero to `fraction` fraction bits. Like the sums of [`Sums::sums`], the number is zero, infinite, a
/// NaN, or has the exponent of a normal binary32 number. So no bits need to be counted, as in [`Parameters::round`].
#[inline(always)]
pub(super) const fn truncated(sum: f64, fraction: i32) -> f32 {
    let below =
        (1_u64.wrapping_shl(BINARY64.fraction_bits.wrapping_sub(fraction as u32))).wrapping_sub(1);
    f64::from_bits(sum.to_bits() & !below) as f32
}
