//! Decodes the float operands of the tensor core. Decoding an operand gives its exact value, and 2^e, where e is the
//! exponent of the operand. The tensor core truncates the products and the accumulator to multiples of a power of two.
//! `step.rs` computes this power from the exponents.

use super::types::Type;
use crate::format::BINARY32;

/// A binary float format, and the position of its bits in an element.
#[derive(Clone, Copy)]
pub(super) struct Encoding {
    /// The number of low bits of an element that are ignored: 13 for `.tf32`, 2 for `.e2m1` in a byte, otherwise 0.
    ignored: u32,
    /// The position of the sign bit, counted from the first bit above the ignored bits.
    sign: u32,
    fraction_bits: u32,
    /// The bias of binary32 minus the bias of this format, shifted to the exponent field of binary32.
    rebias: u32,
    /// The bits of the smallest magnitude that is not finite: +inf, or a NaN if the format has no infinity. `u32::MAX`
    /// if all magnitudes are finite.
    infinity: u32,
    /// The bits of the smallest magnitude that is a NaN, or `u32::MAX` if the format has no NaN.
    nan: u32,
    /// The exponent of subnormal numbers.
    pub(super) least: i32,
}

impl Encoding {
    /// Returns a format that has infinities and NaNs as in IEEE 754.
    const fn ieee(exponent_bits: u32, fraction_bits: u32, ignored: u32) -> Self {
        let bias = (1 << (exponent_bits - 1)) - 1;
        let infinity = ((1 << exponent_bits) - 1) << fraction_bits;
        Self {
            ignored,
            sign: exponent_bits + fraction_bits,
            fraction_bits,
            rebias: ((BINARY32.bias - bias) as u32) << BINARY32.fraction_bits,
            infinity,
            nan: infinity + 1,
            least: 1 - bias,
        }
    }

    /// Returns a format without infinities. All magnitudes of at least `nan` are NaNs.
    const fn finite(exponent_bits: u32, fraction_bits: u32, ignored: u32, nan: u32) -> Self {
        Self { infinity: nan, nan, ..Self::ieee(exponent_bits, fraction_bits, ignored) }
    }

    /// Returns the format of a float type. f32 and f64 operands are never decoded; for these types the function returns
    /// the format of f16.
    #[inline(always)]
    pub(super) const fn of(element: Type) -> Self {
        const F16: Encoding = Encoding::ieee(5, 10, 0);
        const BF16: Encoding = Encoding::ieee(8, 7, 0);
        const TF32: Encoding = Encoding::ieee(8, 10, 13);
        const E5M2: Encoding = Encoding::ieee(5, 2, 0);
        const E4M3: Encoding = Encoding::finite(4, 3, 0, 0x7f);
        const E3M2: Encoding = Encoding::finite(3, 2, 0, u32::MAX);
        const E2M3: Encoding = Encoding::finite(2, 3, 0, u32::MAX);
        const E2M1: Encoding = Encoding::finite(2, 1, 2, u32::MAX);
        match element {
            Type::Bf16 => BF16,
            Type::Tf32 => TF32,
            Type::E5m2 => E5M2,
            Type::E4m3 => E4M3,
            Type::E3m2 => E3M2,
            Type::E2m3 => E2M3,
            Type::E2m1 => E2M1,
            _ => F16,
        }
    }

    /// Converts an element to binary32, exactly.
    ///
    /// The code has no branches, so that LLVM vectorises the loops over the operands of a tile. To decode a subnormal
    /// number, the code sets the smallest normal exponent and a leading 1 bit. The code then subtracts the value of the
    /// leading bit.
    #[inline(always)]
    pub(super) const fn value(self, element: u32) -> f32 {
        const LEADING: u32 = BINARY32.min_normal as u32;
        let bits = element.wrapping_shr(self.ignored);
        let negative = bits.wrapping_shr(self.sign).wrapping_shl(31);
        let magnitude = bits & 1_u32.wrapping_shl(self.sign).wrapping_sub(1);
        let subnormal = mask(magnitude.wrapping_shr(self.fraction_bits) == 0);
        let special = mask(magnitude >= self.infinity) & BINARY32.infinity as u32
            | mask(magnitude >= self.nan) & BINARY32.quiet as u32;
        let aligned = magnitude.wrapping_shl(23_u32.wrapping_sub(self.fraction_bits));
        let read = aligned.wrapping_add(self.rebias).wrapping_add(subnormal & LEADING);
        let leading = subnormal & self.rebias.wrapping_add(LEADING);
        let value = f32::from_bits(read) - f32::from_bits(leading);
        f32::from_bits(value.to_bits() | special | negative)
    }
}

/// Returns a mask whose bits are all set if `all` is true, and all clear otherwise.
#[inline(always)]
pub(super) const fn mask(all: bool) -> u32 {
    (all as u32).wrapping_neg()
}

/// Returns 2^e, where e is the exponent of `x`, but at least `least`. The argument `least` is the exponent of subnormal
/// numbers in the format of `x`. Returns 0 for ±0.
#[inline(always)]
pub(super) const fn exponent_power(x: f32, least: i32) -> f64 {
    let least = (least.wrapping_add(BINARY32.bias) as u32) << BINARY32.fraction_bits;
    let field = x.to_bits() & BINARY32.infinity as u32;
    let field = if field > least { field } else { least };
    f32::from_bits(field & mask(x.to_bits() << 1 != 0)) as f64
}

/// The operands with the same index k: N elements of row k of B, or one element of column k of A. `value` is the exact
/// value of each operand, `power` is 2^(exponent of the operand).
#[derive(Clone, Copy)]
pub struct Terms<const N: usize> {
    pub(super) value: [f64; N],
    pub(super) power: [f64; N],
}

impl<const N: usize> Terms<N> {
    pub(super) const ZERO: Self = Self { value: [0.0; N], power: [0.0; N] };

    /// Decodes the bits of N elements.
    #[inline(always)]
    pub(super) const fn new(encoding: Encoding, elements: &[u32; N]) -> Self {
        let mut values = [0.0; N];
        let mut j = 0;
        while j < N {
            values[j] = encoding.value(elements[j]);
            j += 1;
        }
        Self::of(values, encoding.least)
    }

    /// Returns the terms for exact values. `least` is the exponent of subnormal numbers in the format of the elements.
    #[inline(always)]
    pub(super) const fn of(values: [f32; N], least: i32) -> Self {
        let mut terms = Self::ZERO;
        let mut j = 0;
        while j < N {
            terms.value[j] = values[j] as f64;
            terms.power[j] = exponent_power(values[j], least);
            j += 1;
        }
        terms
    }
}

impl<const N: usize> Terms<N> {
    /// Multiplies the operands by block scales, each a power of two or NaN.
    #[inline(always)]
    pub(super) const fn scaled(self, powers: &[f64; N]) -> Self {
        let mut terms = self;
        let mut j = 0;
        while j < N {
            terms.value[j] *= powers[j];
            terms.power[j] *= powers[j];
            j += 1;
        }
        terms
    }
}
