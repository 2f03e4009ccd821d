//! Bits as numbers: exact rationals, and how they are printed.

use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ptx_isa::Type;

/// A format of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Bits of a number.
    pub(super) bits: u32,
    /// Bits of the fraction.
    pub(super) fraction: u32,
    /// What the bits are of.
    kind: Kind,
}

/// What the bits of a format are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A sign, an exponent and a fraction, as IEEE 754 has them.
    Ieee,
    /// The same, but without infinities; the greatest code is NaN.
    NanAlone,
    /// The same, but every code is a number.
    Numbers,
    /// An exponent and a fraction without a sign; the greatest code is NaN.
    Unsigned,
    /// An exponent alone; the greatest code is NaN.
    Exponent,
    /// A whole number in two's complement, which the bits of the fraction divide.
    Fixed,
}

/// What bits mean.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Nan,
    Infinity { negative: bool },
    Finite(BigRational),
}

/// 2^n
pub(super) fn power(n: i64) -> BigRational {
    let size = BigInt::one() << n.unsigned_abs();
    if n < 0 { BigRational::new(BigInt::one(), size) } else { size.into() }
}

/// The greatest n with 2^n <= |x|, for x other than zero.
pub(super) fn exponent(x: &BigRational) -> i64 {
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX);
    let guess = bits(x.numer()) - bits(x.denom());
    if power(guess) <= x.abs() { guess } else { guess - 1 }
}

impl Format {
    /// The format of the numbers that a type consists of, and how many there are.
    pub(super) fn of(ty: Type) -> Option<(Self, u32)> {
        let (bits, fraction, kind, lanes) = match ty {
            Type::F16 => (16, 10, Kind::Ieee, 1),
            Type::F16x2 => (16, 10, Kind::Ieee, 2),
            Type::Bf16 => (16, 7, Kind::Ieee, 1),
            Type::Bf16x2 => (16, 7, Kind::Ieee, 2),
            // A `.tf32` is a single whose last bits are zero.
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

    /// Returns how many bits hold exponent and fraction.
    fn magnitude_bits(self) -> u32 {
        self.bits - u32::from(self.kind != Kind::Unsigned)
    }

    fn greatest_exponent(self) -> u64 {
        (1 << (self.magnitude_bits() - self.fraction)) - 1
    }

    /// The exponent of the least normal number.
    fn least_exponent(self) -> i64 {
        2 - (self.greatest_exponent() / 2 + 1).cast_signed()
    }

    /// The number in a lane.
    pub(super) fn lane(self, bits: u64, lane: u32) -> u64 {
        // Six bits are in a byte.
        let stride = self.bits.next_power_of_two();
        bits >> (lane * stride) & (u64::MAX >> (64 - self.bits))
    }

    pub(super) fn value(self, bits: u64) -> Value {
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

    /// The exponent of the last bit of numbers with a biased exponent.
    fn quantum_of(self, biased: u64) -> i64 {
        let exponent = biased.max(1).cast_signed() - 1 + self.least_exponent();
        exponent - i64::from(self.fraction)
    }

    /// The unit in the last place of a number of this size.
    pub(super) fn ulp(self, x: &BigRational) -> BigRational {
        let exponent = if x.is_zero() {
            self.least_exponent()
        } else {
            exponent(x).max(self.least_exponent())
        };
        power(exponent - i64::from(self.fraction))
    }

    /// The shortest decimal number that means these bits.
    pub(super) fn decimal(self, bits: u64) -> String {
        match self.bits {
            64 => format!("{:?}", f64::from_bits(bits)),
            32 => format!("{:?}", f32::from_bits(bits as u32)),
            _ => match self.value(bits) {
                Value::Nan => "NaN".into(),
                Value::Infinity { negative } => if negative { "-inf" } else { "inf" }.into(),
                // Every half, and what is shorter, is a double.
                Value::Finite(x) if x.is_zero() && bits != 0 => "-0.0".into(),
                Value::Finite(x) => format!("{:?}", x.to_f64().unwrap_or(f64::NAN)),
            },
        }
    }
}

/// As much of an exact decimal expansion as is worth reading.
const LONGEST_EXPANSION: usize = 80;

/// `13421773 * 2^-27 = 0.100000001490116119384765625`: a number of a binary format, exactly.
pub(super) fn exact(x: &BigRational) -> String {
    if x.is_zero() {
        return "0".into();
    }
    // A denominator is a power of two here.
    let halvings = x.denom().bits() - 1;
    let trailing = x.numer().trailing_zeros().unwrap_or(0);
    let digits =
        (x.numer() * BigInt::from(5).pow(u32::try_from(halvings).unwrap_or(0))).to_string();
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits.as_str()), |rest| ("-", rest));
    let places = usize::try_from(halvings).unwrap_or(0);
    if digits.len().max(places) > LONGEST_EXPANSION {
        let exponent = trailing.cast_signed() - halvings.cast_signed();
        return format!("{} * 2^{exponent}", x.numer() >> trailing);
    }
    if places == 0 {
        return format!("{sign}{digits}");
    }
    let padded = format!("{digits:0>width$}", width = places + 1);
    let (whole, fraction) = padded.split_at(padded.len() - places);
    format!("{sign}{whole}.{fraction}")
}

/// `1.234567890123456789012e-5`: a number to some significant digits, rounded to nearest.
pub(super) fn digits(x: &BigRational, count: u32) -> String {
    if x.is_zero() {
        return "0".into();
    }
    // log10(2) = 0.30103; the guess is right or one too low.
    let mut places = exponent(x).saturating_mul(30103).div_euclid(100_000);
    let ten = |n: i64| {
        let size = BigInt::from(10).pow(u32::try_from(n.unsigned_abs()).unwrap_or(0));
        if n < 0 { BigRational::new(BigInt::one(), size) } else { size.into() }
    };
    let mut size = x.abs() / ten(places);
    while size >= BigRational::from_integer(10.into()) {
        size /= BigRational::from_integer(10.into());
        places += 1;
    }
    let mut scaled = (size * ten(i64::from(count) - 1)).round().to_integer().to_string();
    if scaled.len() > count as usize {
        scaled.pop();
        places += 1;
    }
    let sign = if x.numer().sign() == Sign::Minus { "-" } else { "" };
    let shown = scaled.trim_end_matches('0');
    let point = usize::try_from(places).unwrap_or(0) + 1;
    match places {
        -4..0 => format!("{sign}0.{}{shown}", "0".repeat(places.unsigned_abs() as usize - 1)),
        0..9 if shown.len() <= point => format!("{sign}{shown:0<point$}"),
        0..9 => format!("{sign}{}.{}", &shown[..point], &shown[point..]),
        _ if shown.len() == 1 => format!("{sign}{shown}e{places}"),
        _ => format!("{sign}{}.{}e{places}", &shown[..1], &shown[1..]),
    }
}
