//! Formats, and exact numbers as their bits.

/// A binary format of IEEE 754, or one like them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub(crate) exponent: u32,
    pub(crate) fraction: u32,
}

/// `significand` · 2^`exponent`.
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
    pub const BINARY16: Self = Self { exponent: 5, fraction: 10 };
    /// `.bf16`.
    pub const BFLOAT16: Self = Self { exponent: 8, fraction: 7 };
    /// `.f32`.
    pub const BINARY32: Self = Self { exponent: 8, fraction: 23 };
    /// `.f64`.
    pub const BINARY64: Self = Self { exponent: 11, fraction: 52 };

    /// Bits of a number.
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

    /// The exponent of the last place of subnormal numbers.
    pub(crate) const fn least_unit(self) -> i32 {
        1 - self.bias() - self.fraction as i32
    }

    /// The exponent of the last place of the greatest numbers.
    pub(crate) const fn greatest_unit(self) -> i32 {
        self.bias() - self.fraction as i32
    }

    pub(crate) const fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    pub(crate) const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    /// The number rounded towards zero, not beyond the greatest one.
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
        sign | ((field << self.fraction) + units).min(self.infinity() - 1)
    }

    /// The bits of a number that has them exactly.
    pub(crate) fn exactly(self, number: Number) -> Option<u64> {
        let bits = self.truncated(number);
        let (back, number) = (self.number(bits), reduced(number));
        let is_same = (back.significand, back.exponent) == (number.significand, number.exponent);
        (is_same || number.significand == 0).then_some(bits)
    }

    /// The finite number of some bits.
    pub(crate) fn number(self, bits: u64) -> Number {
        let field = (bits & self.infinity()) >> self.fraction;
        let fraction = bits & ((1 << self.fraction) - 1);
        let significand = if field == 0 { fraction } else { fraction | 1 << self.fraction };
        let negative = bits & self.sign() != 0;
        let exponent = self.least_unit() + field.max(1) as i32 - 1;
        reduced(Number { negative, significand: significand.into(), exponent })
    }
}

/// The same number, its significand odd.
fn reduced(number: Number) -> Number {
    let Number { negative, significand, exponent } = number;
    let zeros = if significand == 0 { 0 } else { significand.trailing_zeros() };
    Number { negative, significand: significand >> zeros, exponent: exponent + zeros as i32 }
}
