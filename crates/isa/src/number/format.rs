//! Formats of floats and of fixed-point numbers.

use super::decimal::Decimal;
use std::cmp::Ordering;

/// A format of numbers with at most 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The number of bits.
    pub bits: u32,
    /// The number of fraction bits.
    pub fraction: u32,
    /// The layout of the bits.
    pub layout: Layout,
}

/// The layout of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A sign, an exponent and a fraction, as in IEEE 754.
    Ieee,
    /// Like `Ieee`, but only the bit patterns of the largest magnitude are NaN, and there is no infinity.
    NanAlone,
    /// Like `Ieee`, but without NaN and infinities: every bit pattern is a number.
    Numbers,
    /// An exponent and a fraction without a sign. If all bits are ones, the value is NaN.
    Unsigned,
    /// An exponent only. If all bits are ones, the value is NaN.
    Exponent,
    /// A fixed-point number in two's complement.
    Fixed,
}

impl Format {
    /// binary16 of IEEE 754: `.f16`.
    pub const BINARY16: Self = Self::new(16, 10, Layout::Ieee);
    /// bfloat16: `.bf16`.
    pub const BFLOAT16: Self = Self::new(16, 7, Layout::Ieee);
    /// binary32 of IEEE 754: `.f32`.
    pub const BINARY32: Self = Self::new(32, 23, Layout::Ieee);
    /// binary64 of IEEE 754: `.f64`.
    pub const BINARY64: Self = Self::new(64, 52, Layout::Ieee);
    /// The bits of `.tf32` that determine its value: the high 19 of 32 bits.
    pub const TF32: Self = Self::new(19, 10, Layout::Ieee);
    /// The high word of a binary64, an operand of machine instructions such as `MUFU.RCP64H`.
    pub const HIGH_WORD: Self = Self::new(32, 20, Layout::Ieee);

    pub(super) const fn new(bits: u32, fraction: u32, layout: Layout) -> Self {
        Self { bits, fraction, layout }
    }

    /// Returns the number of exponent bits.
    #[must_use]
    pub const fn exponent_bits(self) -> u32 {
        match self.layout {
            Layout::Ieee | Layout::NanAlone | Layout::Numbers => self.bits - self.fraction - 1,
            Layout::Unsigned | Layout::Exponent => self.bits - self.fraction,
            Layout::Fixed => 0,
        }
    }

    /// Returns the number that is added to the exponent of a number: 127 in `.f32`.
    #[must_use]
    pub const fn bias(self) -> i64 {
        (1 << self.exponent_bits() >> 1) - 1
    }

    /// Returns the exponent of the smallest number that is not subnormal.
    #[must_use]
    pub const fn least_exponent(self) -> i64 {
        match self.layout {
            Layout::Exponent => -self.bias(),
            Layout::Fixed => 0,
            _ => 1 - self.bias(),
        }
    }

    /// Returns whether the format has negative numbers.
    #[must_use]
    pub const fn has_sign(self) -> bool {
        !matches!(self.layout, Layout::Unsigned | Layout::Exponent)
    }

    /// Returns the bits without the sign, all ones.
    #[must_use]
    pub const fn magnitude(self) -> u64 {
        u64::MAX >> (64 - self.bits + self.has_sign() as u32)
    }

    /// Returns the bits of the largest number.
    ///
    /// ```
    /// use ptx_isa::number::Format;
    ///
    /// assert_eq!(Format::BINARY16.largest(), 0x7bff);
    /// ```
    #[must_use]
    pub const fn largest(self) -> u64 {
        match self.layout {
            Layout::Ieee => self.magnitude() - (1 << self.fraction),
            Layout::NanAlone | Layout::Unsigned | Layout::Exponent => self.magnitude() - 1,
            Layout::Numbers | Layout::Fixed => self.magnitude(),
        }
    }

    /// Returns the bits of positive infinity.
    #[must_use]
    pub fn infinity(self) -> Option<u64> {
        (self.layout == Layout::Ieee).then(|| self.largest() + 1)
    }

    /// Returns the bits of NaN: those of PTX's canonical NaN, and in binary64, which has none, those of the quiet NaN
    /// without a payload.
    ///
    /// ```
    /// use ptx_isa::number::Format;
    ///
    /// assert_eq!(Format::BINARY32.nan(), Some(0x7fff_ffff));
    /// assert_eq!(Format::BINARY64.nan(), Some(0x7ff8_0000_0000_0000));
    /// ```
    #[must_use]
    pub fn nan(self) -> Option<u64> {
        match self.layout {
            Layout::Numbers | Layout::Fixed => None,
            _ if self.exponent_bits() == Self::BINARY64.exponent_bits() => {
                Some(self.largest() + 1 + (1 << (self.fraction - 1)))
            }
            _ => Some(self.magnitude()),
        }
    }

    /// Returns the decimal text of the largest number, or of the smallest, which is negative.
    pub(super) fn limit_text(self, is_negative: bool) -> String {
        let largest = self.largest();
        let value = match self.layout {
            Layout::Fixed => {
                (largest + u64::from(is_negative)) as f64 / f64::from(1 << self.fraction)
            }
            _ if self.exponent_bits() == Self::BINARY64.exponent_bits() => {
                f64::from_bits(largest << (u64::BITS - self.bits))
            }
            _ => {
                let hidden = u64::from(self.fraction > 0) << self.fraction;
                let significand = (largest & ((1 << self.fraction) - 1) | hidden).max(1);
                let field = (largest >> self.fraction).cast_signed();
                let exponent = field - self.bias() - i64::from(self.fraction);
                significand as f64 * 2f64.powi(exponent as i32)
            }
        };
        let sign = if is_negative { "-" } else { "" };
        match self == Self::BINARY32 {
            true => format!("{sign}{:?}", f32::MAX),
            false => format!("{sign}{value:?}"),
        }
    }

    /// Rounds a decimal number once, to nearest, ties to even. Returns the bits without the sign, or `None` if the result
    /// exceeds the largest number.
    ///
    /// The nearest binary64 number lies on the same side of every midpoint of two neighbours as the exact number, because
    /// midpoints of shorter formats are binary64 numbers themselves. Only if it is such a midpoint, the digits decide.
    pub(crate) fn round(self, decimal: &Decimal<'_>, is_negative: bool) -> Option<u64> {
        let nearest = decimal.nearest();
        if self == Self::BINARY64 || !nearest.is_finite() {
            return nearest.is_finite().then(|| nearest.to_bits());
        }
        let (significand, exponent) = parts(nearest);
        if significand == 0 {
            return Some(0);
        }
        let leading = exponent + i64::from(significand.ilog2());
        let above = (leading - self.least_exponent()).max(0);
        let quantum = match self.layout {
            Layout::Exponent if leading < self.least_exponent() => return Some(0),
            Layout::Fixed if leading >= i64::from(self.bits) => return None,
            Layout::Fixed => 0,
            _ => above + self.least_exponent(),
        } - i64::from(self.fraction);
        // A shift of more bits than a significand has leaves nothing.
        let shift = (quantum - exponent).min(60);
        let kept = significand >> shift;
        let code = match self.layout {
            Layout::Fixed => kept,
            Layout::Exponent => above.cast_unsigned(),
            _ => (above.cast_unsigned() << self.fraction) + kept,
        };
        let rest = significand & ((1 << shift) - 1);
        let order = rest.cmp(&(1 << (shift - 1))).then_with(|| decimal.compare(nearest));
        let is_up = order == Ordering::Greater || order == Ordering::Equal && code & 1 == 1;
        let code = code + u64::from(is_up);
        let largest = match self.layout {
            Layout::Fixed => self.largest() + u64::from(is_negative),
            _ => self.largest(),
        };
        (code <= largest).then_some(code)
    }
}

/// Returns the significand and the exponent of a finite binary64 number without a sign: `significand * 2^exponent`.
fn parts(value: f64) -> (u64, i64) {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    let bits = value.to_bits();
    let field = (bits >> FRACTION).cast_signed();
    let fraction = bits & ((1 << FRACTION) - 1);
    let hidden = u64::from(field > 0) << FRACTION;
    (fraction | hidden, field.max(1) - Format::BINARY64.bias() - i64::from(FRACTION))
}
