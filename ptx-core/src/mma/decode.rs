//! Operands of the tensor core as numbers: each float's exact value, and the power of two of its exponent.

use super::Type;
use crate::format::{BINARY32, BINARY64};

/// A binary float format by its fields, and where its bits lie in an operand's element.
#[derive(Clone, Copy)]
pub(super) struct Encoding {
    exponent_bits: u32,
    fraction_bits: u32,
    /// How many low bits of the element are not read.
    ignored: u32,
    /// The least magnitudes, as bits, that are an infinity and a NaN.
    infinity: u32,
    nan: u32,
    /// The exponent of subnormal numbers.
    pub(super) least: i32,
}

impl Encoding {
    /// A format as IEEE 754 makes them.
    const fn ieee(exponent_bits: u32, fraction_bits: u32, ignored: u32) -> Self {
        let infinity = ((1 << exponent_bits) - 1) << fraction_bits;
        let least = 2 - (1 << (exponent_bits - 1));
        Self { exponent_bits, fraction_bits, ignored, infinity, nan: infinity + 1, least }
    }

    /// A format without infinities whose NaNs, if it has any, begin at a magnitude.
    const fn finite(exponent_bits: u32, fraction_bits: u32, ignored: u32, nan: u32) -> Self {
        Self { infinity: nan, nan, ..Self::ieee(exponent_bits, fraction_bits, ignored) }
    }

    /// How the elements of a type of floats are written; numbers of other types are not floats of
    /// the tensor core's unit.
    #[inline]
    pub(super) const fn of(element: Type) -> Self {
        match element {
            Type::Bf16 => Self::ieee(8, 7, 0),
            Type::Tf32 => Self::ieee(8, 10, 13),
            Type::E5m2 => Self::ieee(5, 2, 0),
            Type::E4m3 => Self::finite(4, 3, 0, 0x7f),
            Type::E3m2 => Self::finite(3, 2, 0, u32::MAX),
            Type::E2m3 => Self::finite(2, 3, 0, u32::MAX),
            Type::E2m1 => Self::finite(2, 1, 2, u32::MAX),
            _ => Self::ieee(5, 10, 0),
        }
    }

    /// The number as a binary32, which holds it exactly.
    ///
    /// Without branches, so that the loops over a tile's operands become vector instructions: a
    /// subnormal number is read with the exponent of the least normal ones and a leading bit, which
    /// is then subtracted.
    #[inline]
    pub(super) const fn value(self, element: u32) -> f32 {
        let width = self.exponent_bits + self.fraction_bits;
        let bits = element >> self.ignored;
        let magnitude = bits & ((1 << width) - 1);
        let negative = bits >> width << 31;
        let subnormal = mask(magnitude >> self.fraction_bits == 0);
        let special = mask(magnitude >= self.infinity) & BINARY32.infinity() as u32
            | mask(magnitude >= self.nan) & BINARY32.quiet() as u32;
        let bias = (1 << (self.exponent_bits - 1)) - 1;
        let rebias = (127 - bias) << 23;
        let read = (magnitude << (23 - self.fraction_bits)) + rebias + (subnormal & 1 << 23);
        let leading = subnormal & (rebias + (1 << 23));
        let value = f32::from_bits(read) - f32::from_bits(leading);
        f32::from_bits(value.to_bits() | special | negative)
    }
}

/// All bits set, or none.
#[inline]
const fn mask(all: bool) -> u32 {
    (all as u32).wrapping_neg()
}

/// Two to an exponent of binary64's normal range.
#[inline]
pub(super) const fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + BINARY64.bias()) as u64) << BINARY64.fraction_bits())
}

/// Two to the exponent of a number in a format whose subnormal numbers have the exponent `least`;
/// 0 for zeros, which have none.
#[inline]
pub(super) const fn exponent_power(x: f32, least: i32) -> f64 {
    let least = ((least + BINARY32.bias()) as u32) << 23;
    let field = x.to_bits() & BINARY32.infinity() as u32;
    let field = if field > least { field } else { least };
    f32::from_bits(field & mask(x.to_bits() << 1 != 0)) as f64
}

/// Operands beside each other: values, and powers of two of their exponents.
#[derive(Clone, Copy)]
pub(super) struct Terms<const N: usize> {
    pub(super) value: [f64; N],
    pub(super) power: [f64; N],
}

impl<const N: usize> Terms<N> {
    pub(super) const ZERO: Self = Self { value: [0.0; N], power: [0.0; N] };

    /// Reads elements of a row of B.
    #[inline]
    pub(super) const fn new(encoding: Encoding, elements: &[u32; N]) -> Self {
        let mut values = [0.0; N];
        let mut j = 0;
        while j < N {
            values[j] = encoding.value(elements[j]);
            j += 1;
        }
        let mut terms = Self::ZERO;
        let mut j = 0;
        while j < N {
            terms.value[j] = values[j] as f64;
            terms.power[j] = exponent_power(values[j], encoding.least);
            j += 1;
        }
        terms
    }
}
