//! Kinds of operands and results, and random values of a kind.

use crate::format::Number;
use crate::{Format, Random};

/// The kind of an operand or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A float.
    Float(Format),
    /// An integer in two's complement.
    Integer {
        /// The width in bits.
        bits: u32,
        /// Whether the integers are signed.
        signed: bool,
    },
}

/// A set from which random values are chosen. The names describe sets of floats; the function
/// `integer` defines the corresponding sets of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Zero, one, infinity, NaN and limits. For integers, the neighbours of the limits are included.
    Special,
    /// Floats whose fraction field is at an end: 0, 1, all bits set, or only the highest bit set.
    End,
    /// Floats with exponents near the exponent of 1.
    Moderate,
    /// Small floats, some of them subnormal.
    Least,
    /// Large floats, infinities and NaNs.
    Greatest,
    /// Floats with exponents from 0 to 7. Only the two highest fraction bits may be set.
    Short,
    /// Floats with exponents from -7 to 0. Only the three lowest fraction bits may be set.
    Tail,
    /// Floats with exponents from -1 to 64 and any fraction.
    Integral,
    /// Like `Integral`, but the lower half of the fraction bits is zero, so that more floats are
    /// integers.
    Round,
    /// Random bits.
    Any,
}

impl Region {
    /// Returns a random region. The most frequent region is `Any`.
    #[must_use]
    pub fn of(random: u64) -> Self {
        const REGIONS: [Region; 12] = [
            Region::Special,
            Region::End,
            Region::Moderate,
            Region::Moderate,
            Region::Moderate,
            Region::Least,
            Region::Greatest,
            Region::Short,
            Region::Tail,
            Region::Integral,
            Region::Integral,
            Region::Round,
        ];
        REGIONS.get(random as usize % 16).copied().unwrap_or(Self::Any)
    }
}

/// Returns a number whose lowest `bits` bits are set.
pub(crate) const fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

impl Kind {
    /// Returns the width in bits.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::Float(format) => format.bits(),
            Self::Integer { bits, .. } => bits,
        }
    }

    /// Returns a random value of this kind in a region.
    #[must_use]
    pub fn value(self, region: Region, random: u64) -> u64 {
        match self {
            Self::Float(format) => float(format, region, random),
            Self::Integer { bits, .. } => integer(bits, region, random) & ones(bits),
        }
    }

    /// Truncates a number to this kind. Returns `None` if the number is out of range.
    pub(crate) fn truncated(self, number: Number) -> Option<u64> {
        match self {
            Self::Float(format) => format.holds(number).then(|| format.truncated(number)),
            Self::Integer { bits, signed } => {
                let Number { negative, significand, exponent } = number;
                let magnitude = match exponent {
                    0.. if significand.leading_zeros() < exponent as u32 => return None,
                    0.. => significand << exponent,
                    _ => significand.checked_shr(-exponent as u32).unwrap_or(0),
                };
                let half = 1 << (bits - 1);
                let is_held = match (negative, signed) {
                    (false, false) => magnitude <= ones(bits).into(),
                    (false, true) => magnitude < half,
                    (true, true) => magnitude <= half,
                    (true, false) => magnitude == 0,
                };
                let value = if negative { magnitude.wrapping_neg() } else { magnitude };
                is_held.then_some(value as u64 & ones(bits))
            }
        }
    }

    /// Returns the bits of a number; `None` if this kind cannot represent it exactly.
    pub(crate) fn exactly(self, number: Number) -> Option<u64> {
        match self {
            Self::Float(format) => format.exactly(number),
            Self::Integer { .. } => {
                let Number { significand, exponent, .. } = number;
                let is_integral = exponent >= 0 || significand.trailing_zeros() >= -exponent as u32;
                self.truncated(number).filter(|_| is_integral)
            }
        }
    }
}

fn float(format: Format, region: Region, random: u64) -> u64 {
    let Format { exponent, fraction, .. } = format;
    let bits = random & ones(format.bits());
    let sign = bits & format.sign();
    let (greatest, bias) = (ones(exponent), ones(exponent - 1));
    let tail = bits & ones(fraction);
    let with = |exponent: u64, fraction_bits: u64| {
        sign | exponent.min(greatest) << fraction | fraction_bits & ones(fraction)
    };
    // A number from 0 to 15 that selects a value in the region.
    let few = random >> 52 & 15;
    let ends = [0, 1, ones(fraction), 1 << (fraction - 1)];
    match region {
        Region::Special => match few {
            0..4 => with(0, ends[few as usize]),
            4..8 => with(greatest, ends[few as usize - 4]),
            8..10 => with(greatest, tail),
            10 => with(greatest - 1, ones(fraction)),
            11 => with(1, 0),
            12 => with(bias, 0),
            13 => with(bias, 1),
            14 => with(bias - 1, ones(fraction)),
            _ => with(bias + 1, 0),
        },
        Region::End => with(bits >> fraction & greatest, ends[few as usize % 4]),
        Region::Moderate => with(bias + few % 6 - 3, tail),
        Region::Least => with(few % 4, tail),
        Region::Greatest => with(greatest - few % 4, tail),
        Region::Short => with(bias + few % 8, tail >> (fraction - 2) << (fraction - 2)),
        Region::Tail => with(bias - few % 8, tail & 7),
        Region::Integral => with(bias - 1 + random % 66, tail),
        Region::Round => with(bias - 1 + random % 66, tail >> (fraction / 2) << (fraction / 2)),
        Region::Any => bits,
    }
}

fn integer(bits: u32, region: Region, random: u64) -> u64 {
    let sign = 1_u64 << (bits - 1);
    match region {
        Region::Special => {
            let beside = [sign - 1, sign + 1, sign.wrapping_sub(2)];
            [0, 1, 2, ones(bits), sign, beside[0], beside[1], beside[2]][(random & 7) as usize]
        }
        // Small numbers, which are useful as shift amounts, bit positions and lengths.
        Region::End | Region::Moderate => random % 72,
        Region::Least => (random % 72).wrapping_neg(),
        Region::Greatest => (1 << (random % u64::from(bits))) + (random >> 32) % 3 - 1,
        Region::Short | Region::Tail | Region::Integral | Region::Round => {
            (random & ones(bits)) >> (random >> 58)
        }
        Region::Any => random,
    }
}

/// In an eighth of the calls, returns the first operand, sometimes with its lowest bit or its sign
/// bit flipped. Otherwise returns `None`.
pub(crate) fn like(first: u64, bits: u32, random: &mut Random) -> Option<u64> {
    let change = [0, 0, 1, 1 << (bits - 1)][random.below(4) as usize];
    (random.below(8) == 0).then_some(first ^ change)
}
