//! Float formats. Converts bits to the exact rational numbers that they represent.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ptx_isa::Type;

/// A number format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// The number of bits.
    pub(super) bits: u32,
    /// The number of fraction bits.
    pub(super) fraction: u32,
    /// The layout of the bits.
    kind: Kind,
}

/// The layout of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A sign, an exponent and a fraction, as in IEEE 754.
    Ieee,
    /// Like `Ieee`, but the bit patterns of the largest magnitude are NaN, and there is no infinity.
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

/// The value that bits represent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Nan,
    Infinity { negative: bool },
    Finite(BigRational),
}

/// Returns 2^n.
pub(super) fn power(n: i64) -> BigRational {
    let size = BigInt::one() << n.unsigned_abs();
    if n < 0 { BigRational::new(BigInt::one(), size) } else { size.into() }
}

/// Returns the largest n with 2^n <= |x|, for a nonzero x.
pub(super) fn exponent(x: &BigRational) -> i64 {
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX);
    let guess = bits(x.numer()) - bits(x.denom());
    if power(guess) <= x.abs() { guess } else { guess - 1 }
}

impl Format {
    /// Returns the number format of a type, and the number of lanes.
    pub(crate) fn of(ty: Type) -> Option<(Self, u32)> {
        let (bits, fraction, kind, lanes) = match ty {
            Type::F16 => (16, 10, Kind::Ieee, 1),
            Type::F16x2 => (16, 10, Kind::Ieee, 2),
            Type::Bf16 => (16, 7, Kind::Ieee, 1),
            Type::Bf16x2 => (16, 7, Kind::Ieee, 2),
            // A `.tf32` number is a binary32 number whose low bits are zero.
            Type::F32 | Type::Tf32 => (32, 23, Kind::Ieee, 1),
            Type::F32x2 => (32, 23, Kind::Ieee, 2),
            Type::F64 => (64, 52, Kind::Ieee, 1),
            Type::E4m3x2 => (8, 3, Kind::NanAlone, 2),
            Type::E4m3x4 => (8, 3, Kind::NanAlone, 4),
            Type::E5m2x2 => (8, 2, Kind::Ieee, 2),
            Type::E5m2x4 => (8, 2, Kind::Ieee, 4),
            Type::E2m3x2 => (6, 3, Kind::Numbers, 2),
            Type::E2m3x4 => (6, 3, Kind::Numbers, 4),
            Type::E3m2x2 => (6, 2, Kind::Numbers, 2),
            Type::E3m2x4 => (6, 2, Kind::Numbers, 4),
            Type::E2m1x2 => (4, 1, Kind::Numbers, 2),
            Type::E2m1x4 => (4, 1, Kind::Numbers, 4),
            Type::Ue5m3x2 => (8, 3, Kind::Unsigned, 2),
            Type::Ue8m0x2 => (8, 0, Kind::Exponent, 2),
            Type::S2f6x2 => (8, 6, Kind::Fixed, 2),
            _ => return None,
        };
        Some((Self { bits, fraction, kind }, lanes))
    }

    /// Returns the number of bits without the sign. For [`Kind::Exponent`], which has no sign, returns 7, from which
    /// [`value`](Self::value) computes the bias 127.
    fn magnitude_bits(self) -> u32 {
        self.bits - u32::from(self.kind != Kind::Unsigned)
    }

    /// Returns the largest biased exponent.
    fn greatest_exponent(self) -> u64 {
        (1 << (self.magnitude_bits() - self.fraction)) - 1
    }

    /// Returns the exponent of the smallest normal number.
    fn least_exponent(self) -> i64 {
        2 - (self.greatest_exponent() / 2 + 1).cast_signed()
    }

    /// Returns the distance between lanes in bits. A number of six bits occupies a byte.
    pub(super) fn stride(self) -> u32 {
        self.bits.next_power_of_two()
    }

    /// Returns the bits of one lane.
    pub(super) fn lane(self, bits: u64, lane: u32) -> u64 {
        bits >> (lane * self.stride()) & (u64::MAX >> (64 - self.bits))
    }

    /// Returns the value that the bits of a number represent.
    pub(crate) fn value(self, bits: u64) -> Value {
        let greatest = u64::MAX >> (64 - self.magnitude_bits());
        match self.kind {
            Kind::NanAlone | Kind::Unsigned if bits & greatest == greatest => return Value::Nan,
            Kind::Exponent if bits == greatest << 1 | 1 => return Value::Nan,
            Kind::Exponent => {
                return Value::Finite(power(bits.cast_signed() - greatest.cast_signed()));
            }
            Kind::Fixed => {
                let unused = 64 - self.bits;
                let whole = (bits << unused).cast_signed() >> unused;
                let size = BigRational::from_integer(whole.into());
                return Value::Finite(size * power(-i64::from(self.fraction)));
            }
            _ => {}
        }
        let negative = bits > greatest;
        let exponent = bits >> self.fraction & self.greatest_exponent();
        let fraction = bits & ((1 << self.fraction) - 1);
        if self.kind == Kind::Ieee && exponent == self.greatest_exponent() {
            return if fraction == 0 { Value::Infinity { negative } } else { Value::Nan };
        }
        let hidden = u64::from(exponent > 0) << self.fraction;
        let quantum = power(self.quantum_of(exponent));
        let size = BigRational::from_integer((hidden | fraction).into()) * quantum;
        Value::Finite(if negative { -size } else { size })
    }

    /// Returns the exponent of the last fraction bit of numbers with this biased exponent.
    fn quantum_of(self, biased: u64) -> i64 {
        let exponent = biased.max(1).cast_signed() - 1 + self.least_exponent();
        exponent - i64::from(self.fraction)
    }

    /// Returns the unit in the last place (ulp) for numbers of the magnitude of `x`.
    pub(super) fn ulp(self, x: &BigRational) -> BigRational {
        let exponent = if x.is_zero() {
            self.least_exponent()
        } else {
            exponent(x).max(self.least_exponent())
        };
        power(exponent - i64::from(self.fraction))
    }

    /// Returns the shortest decimal number that rounds to these bits. For a format of at most 16 bits, returns the
    /// shortest decimal number that rounds to the same value in binary64.
    pub(crate) fn decimal(self, bits: u64) -> String {
        match self.bits {
            64 => format!("{:?}", f64::from_bits(bits)),
            32 => format!("{:?}", f32::from_bits(bits as u32)),
            _ => match self.value(bits) {
                Value::Nan => "NaN".into(),
                Value::Infinity { negative } => if negative { "-inf" } else { "inf" }.into(),
                Value::Finite(x) if x.is_zero() && bits != 0 => "-0.0".into(),
                // Every number of at most 16 bits is exact in binary64.
                Value::Finite(x) => format!("{:?}", x.to_f64().unwrap_or(f64::NAN)),
            },
        }
    }
}
