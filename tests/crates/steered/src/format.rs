//! Float formats, and conversions between their bits and exact numbers.

/// A float format of IEEE 754, or a similar format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub(crate) exponent: u32,
    pub(crate) fraction: u32,
    /// The number of codes above the largest finite number, for infinity and NaNs.
    pub(crate) codes_above: u64,
}

/// The number `significand` · 2^`exponent`, with a sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) negative: bool,
    pub(crate) significand: u128,
    pub(crate) exponent: i32,
}

impl Number {
    pub(crate) fn new(significand: u128, exponent: i32) -> Self {
        Self { negative: false, significand, exponent }
    }

    pub(crate) fn times(self, power: i32) -> Self {
        Self { exponent: self.exponent + power, ..self }
    }
}

impl Format {
    /// `.f16`.
    pub const BINARY16: Self = Self::ieee(5, 10);
    /// `.bf16`.
    pub const BFLOAT16: Self = Self::ieee(8, 7);
    /// `.f32`.
    pub const BINARY32: Self = Self::ieee(8, 23);
    /// `.f64`.
    pub const BINARY64: Self = Self::ieee(11, 52);
    /// `.tf32`, without the 13 low bits, which instructions ignore.
    pub const TF32: Self = Self::ieee(8, 10);
    /// `.e5m2`.
    pub const E5M2: Self = Self::ieee(5, 2);
    /// `.e4m3`: one NaN of each sign, and no infinity.
    pub const E4M3: Self = Self { exponent: 4, fraction: 3, codes_above: 1 };
    /// `.e2m3`, without infinities and NaNs.
    pub const E2M3: Self = Self { exponent: 2, fraction: 3, codes_above: 0 };
    /// `.e3m2`, without infinities and NaNs.
    pub const E3M2: Self = Self { exponent: 3, fraction: 2, codes_above: 0 };
    /// `.e2m1`, without infinities and NaNs.
    pub const E2M1: Self = Self { exponent: 2, fraction: 1, codes_above: 0 };

    /// `.ue5m3`, with one NaN. This constant has a sign bit, but `.ue5m3` has none: the conversion
    /// drops the sign.
    pub const UE5M3: Self = Self { exponent: 5, fraction: 3, codes_above: 1 };

    const fn ieee(exponent: u32, fraction: u32) -> Self {
        Self { exponent, fraction, codes_above: 1 << fraction }
    }

    /// Returns the width in bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    pub(crate) const fn precision(self) -> u32 {
        self.fraction + 1
    }

    pub(crate) const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Returns the exponent of the last place of the smallest numbers.
    pub(crate) const fn least_unit(self) -> i32 {
        1 - self.bias() - self.fraction as i32
    }

    /// Returns the exponent of the last place of the largest numbers.
    pub(crate) const fn greatest_unit(self) -> i32 {
        self.least_unit() + (self.greatest() >> self.fraction) as i32 - 1
    }

    /// Returns the bits of the largest finite number.
    pub(crate) const fn greatest(self) -> u64 {
        self.sign() - 1 - self.codes_above
    }

    /// Returns whether the exponent of a number is at most the exponent of the largest finite
    /// number.
    pub(crate) fn holds(self, number: Number) -> bool {
        let highest =
            number.significand.checked_ilog2().map(|highest| number.exponent + highest as i32);
        highest.is_none_or(|highest| highest <= self.greatest_unit() + self.fraction as i32)
    }

    pub(crate) const fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    pub(crate) const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// Rounds a number towards zero. A magnitude above the largest finite number becomes the
    /// largest finite number.
    pub(crate) fn truncated(self, number: Number) -> u64 {
        let Number { negative, significand, exponent } = number;
        let sign = if negative { self.sign() } else { 0 };
        let Some(highest) = significand.checked_ilog2() else { return sign };
        let unit = (exponent + highest as i32 - self.fraction as i32).max(self.least_unit());
        let units = match unit - exponent {
            down @ 0.. => significand.checked_shr(down as u32).unwrap_or(0),
            up => significand << -up,
        } as u64;
        let field = (unit - self.least_unit()) as u64;
        sign | ((field << self.fraction) + units).min(self.greatest())
    }

    /// Returns the bits of a number; `None` if the format cannot represent it exactly.
    pub(crate) fn exactly(self, number: Number) -> Option<u64> {
        let bits = self.truncated(number);
        let (back, number) = (self.number(bits), reduced(number));
        let is_same = (back.significand, back.exponent) == (number.significand, number.exponent);
        (is_same || number.significand == 0).then_some(bits)
    }

    /// Returns the finite number with these bits.
    pub(crate) fn number(self, bits: u64) -> Number {
        let field = (bits & (self.sign() - 1)) >> self.fraction;
        let fraction = bits & ((1 << self.fraction) - 1);
        let significand = if field == 0 { fraction } else { fraction | 1 << self.fraction };
        let negative = bits & self.sign() != 0;
        let exponent = self.least_unit() + field.max(1) as i32 - 1;
        reduced(Number { negative, significand: significand.into(), exponent })
    }
}

/// Returns an equal number whose significand is odd.
fn reduced(number: Number) -> Number {
    let Number { negative, significand, exponent } = number;
    let zeros = if significand == 0 { 0 } else { significand.trailing_zeros() };
    Number { negative, significand: significand >> zeros, exponent: exponent + zeros as i32 }
}
