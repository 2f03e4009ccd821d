//! Generates the operands of the measurements. Each kind of data has the same number of operands.

use std::sync::atomic::{AtomicUsize, Ordering};

static COUNT: AtomicUsize = AtomicUsize::new(4_096);

/// Returns the number of operands in a pass. The default is 4,096. The branch predictors of recent processors learn
/// all branches of so few operands, so times contain no mispredictions. The option `--operands` sets a larger number.
pub fn count() -> usize {
    COUNT.load(Ordering::Relaxed)
}

pub fn set_count(count: usize) {
    COUNT.store(count, Ordering::Relaxed);
}

/// The distribution of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Operands in the [`Range`] of the operation: normal numbers with moderate exponents, for example.
    A,
    /// Uniform random bits.
    B,
    /// Like `A`, but half of the floats are subnormal.
    C,
}

pub const KINDS: [Kind; 3] = [Kind::A, Kind::B, Kind::C];

/// The range from which the operands of [`Kind::A`] are drawn.
#[derive(Clone, Copy)]
pub enum Range {
    /// Floats of both signs whose binary exponent is between `-n` and `n`, where `n` is the field.
    Moderate(i32),
    /// Like `Moderate`, but positive.
    Positive(i32),
    /// Numbers that are uniformly distributed between `-x` and `x`, where `x` is the field.
    Within(f64),
    /// Words below this number: integers, or operand words of the multi-function unit.
    Bits(u64),
}

/// The widths of an operand's fields.
#[derive(Clone, Copy)]
pub struct Layout {
    pub exponent_bits: u32,
    pub fraction_bits: u32,
}

impl Layout {
    const fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }
}

/// The random generator SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// Returns the bits of a random operand.
pub fn draw(kind: Kind, range: Range, layout: Layout, random: &mut Random) -> u64 {
    let bits = random.next();
    let fraction = bits & ((1 << layout.fraction_bits) - 1);
    let sign = (bits >> 63) << (layout.width() - 1);
    let exponent_of = |limit: i32, random: &mut Random| {
        let bias = (1 << (layout.exponent_bits - 1)) - 1;
        let exponent = (random.next() % (2 * limit as u64 + 1)) as i32 - limit;
        ((exponent + bias) as u64) << layout.fraction_bits
    };
    match (kind, range) {
        (Kind::B, _) => bits >> (64 - layout.width()),
        (Kind::A | Kind::C, Range::Bits(end)) => random.next() % end,
        (Kind::C, Range::Positive(_)) if random.next() & 1 == 0 => fraction,
        (Kind::C, _) if random.next() & 1 == 0 => sign | fraction,
        (_, Range::Moderate(limit)) => sign | exponent_of(limit, random) | fraction,
        (_, Range::Positive(limit)) => exponent_of(limit, random) | fraction,
        (_, Range::Within(limit)) => {
            let unit = (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
            let x = (2.0 * unit - 1.0) * limit;
            match layout.width() {
                64 => x.to_bits(),
                32 => u64::from((x as f32).to_bits()),
                _ => u64::from(half::f16::from_f64(x).to_bits()),
            }
        }
    }
}
