//! Generates operands from a seed, using integer arithmetic only. The operands are special values,
//! and values near the limits of their type, or of a float format with the same or a smaller width.

/// The random number generator `SplitMix64`. A seed determines its sequence.
pub struct Random(pub u64);

impl Random {
    /// Returns 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a random number less than `n`, which must not be 0.
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// A float format: the widths of its exponent and fraction.
#[derive(Clone, Copy)]
struct Format {
    exponent: u32,
    fraction: u32,
}

const F16: Format = Format { exponent: 5, fraction: 10 };
const BF16: Format = Format { exponent: 8, fraction: 7 };
const F32: Format = Format { exponent: 8, fraction: 23 };
const F64: Format = Format { exponent: 11, fraction: 52 };

impl Format {
    /// Returns a float that is often special: a zero, subnormal, tie, maximum, infinity or NaN.
    fn number(self, random: &mut Random) -> u64 {
        let ones = (1 << self.fraction) - 1;
        let fraction = match random.below(8) {
            0 | 1 => 0,
            2 => ones - u64::from(random.below(3)),
            3 => 1 + u64::from(random.below(3)),
            4 => (1 << (self.fraction - 1)) + u64::from(random.below(3)) - 1,
            5 => 1 << random.below(self.fraction),
            _ => random.bits() & ones,
        };
        let last = (1 << self.exponent) - 1;
        let bias = last >> 1;
        let exponent = match random.below(8) {
            0 => random.below(3),
            1 => last - random.below(3),
            2 => bias + random.below(3) - 1,
            3 | 4 => {
                (bias + random.below(2 * self.fraction)).saturating_sub(self.fraction).min(last)
            }
            5 => random.below(self.fraction + 4).min(last),
            _ => random.below(last),
        };
        u64::from(random.below(2)) << (self.exponent + self.fraction)
            | u64::from(exponent) << self.fraction
            | fraction
    }

    /// Returns a float similar to `x`, with a random sign. Its magnitude is at most two ulps away, or its exponent
    /// field differs by less than `self.fraction`. Values beyond the limits wrap around.
    fn near(self, x: u64, random: &mut Random) -> u64 {
        let sign = 1 << (self.exponent + self.fraction);
        let units = u64::from(random.below(3));
        let moved = match random.below(4) {
            0 => x.wrapping_add(units),
            1 => x.wrapping_sub(units),
            2 => x.wrapping_add(u64::from(random.below(self.fraction)) << self.fraction),
            _ => x.wrapping_sub(u64::from(random.below(self.fraction)) << self.fraction),
        };
        (moved ^ if random.below(2) == 0 { sign } else { 0 }) & (sign | (sign - 1))
    }
}

/// Returns an integer of `bits` bits: near a limit of the type, a shift amount, or any integer.
fn integer(bits: u32, random: &mut Random) -> u64 {
    let top = bits - 1;
    match random.below(8) {
        0 => u64::from(random.below(3)).wrapping_sub(1),
        1 => (1 << top) + u64::from(random.below(3)) - 1,
        2 => u64::from(random.below(2 * bits)),
        3 => 1 << random.below(bits),
        4 => u64::MAX << random.below(bits),
        5 => random.bits() >> random.below(64),
        _ => random.bits(),
    }
}

/// Returns the bits of an operand. `before` contains the bits of the previous operand.
pub(crate) fn operand(bits: u32, before: u64, random: &mut Random) -> u64 {
    let floats: &[Format] = match bits {
        16 => &[F16, BF16],
        32 => &[F32, F32, F16, BF16],
        64 => &[F64, F64, F32],
        _ => &[],
    };
    let Some(format) = floats.get(random.below(floats.len() as u32 + 1) as usize) else {
        return if random.below(4) == 0 { before } else { integer(bits, random) };
    };
    let width = 1 + format.exponent + format.fraction;
    let mut word = 0;
    for lane in 0..bits / width {
        let old = before >> (lane * width);
        let new =
            if random.below(4) == 0 { format.near(old, random) } else { format.number(random) };
        word |= new << (lane * width);
    }
    word
}
