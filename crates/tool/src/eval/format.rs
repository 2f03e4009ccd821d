//! Converts the bits of number formats to the exact rational numbers that they represent.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ptx_isa::number::{Format, Layout};

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

/// Exact values of the bits of a format.
pub(crate) trait Exact {
    /// Returns the value that the bits of a number represent.
    fn value(self, bits: u64) -> Value;

    /// Returns the unit in the last place (ulp) for numbers of the magnitude of `x`.
    fn ulp(self, x: &BigRational) -> BigRational;

    /// Returns the shortest decimal number that rounds to these bits. For a format of at most 16 bits, returns the
    /// shortest decimal number that rounds to the same value in binary64.
    fn decimal(self, bits: u64) -> String;
}

impl Exact for Format {
    fn value(self, bits: u64) -> Value {
        let size = bits & self.magnitude();
        let negative = size != bits;
        let fraction = i64::from(self.fraction);
        match self.layout {
            Layout::Fixed => {
                let unused = u64::BITS - self.bits;
                let whole = (bits << unused).cast_signed() >> unused;
                return Value::Finite(BigRational::from_integer(whole.into()) * power(-fraction));
            }
            _ if Some(size) == self.infinity() => return Value::Infinity { negative },
            _ if size > self.largest() => return Value::Nan,
            Layout::Exponent => return Value::Finite(power(size.cast_signed() - self.bias())),
            _ => {}
        }
        let field = size >> self.fraction;
        let hidden = u64::from(field > 0) << self.fraction;
        let significand = size & ((1 << self.fraction) - 1) | hidden;
        let quantum = power(field.max(1).cast_signed() - self.bias() - fraction);
        let size = BigRational::from_integer(significand.into()) * quantum;
        Value::Finite(if negative { -size } else { size })
    }

    fn ulp(self, x: &BigRational) -> BigRational {
        let least = self.least_exponent();
        let exponent = if x.is_zero() { least } else { exponent(x).max(least) };
        power(exponent - i64::from(self.fraction))
    }

    fn decimal(self, bits: u64) -> String {
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
