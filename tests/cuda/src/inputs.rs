//! Generates arguments: evenly spaced bit patterns, both ends of every binade, and pairs that are hard for functions of
//! two arguments.

use crate::functions::Function;
use steered::{Random, triple_f32, triple_f64};

/// The number of arguments at each end of a binade (the floats with the same sign and exponent).
const EDGE: u32 = 64;

/// The maximum number of `f64` arguments. This number is low, because MPFR computes the reference for each argument.
const MAX_DOUBLES: u64 = 100_000;

/// Arguments with the largest errors. Measurements with more samples than the default found these arguments. The first
/// row is for functions of the multi-function unit: the logarithm, the logarithm near 1, sine and cosine. The other
/// rows are for `cosf sinhf atanhf asinhf acoshf tgammaf erfcf erfcxf erfcinvf lgammaf j1f y0f y1f`.
#[rustfmt::skip]
const WORST: [u64; 18] = [
    0x3f07_5fff, 0x3f07_6eff, 0x3ef3_ffde, 0x3f27_4c12, 0x3fe1_1dca,
    0x478b_9a09, 0x3fb3_2ff1, 0x3af0_1af5, 0x3df3_dd79, 0x3f80_e413, 0xc110_2efe, 0x3981_0b05,
    0xba02_8fdd, 0x3757_c618, 0xc010_e4d5, 0xc0ff_8f07, 0x3b0a_83c9, 0x406a_2aad,
];

type Inputs = Box<dyn Iterator<Item = [u64; 2]>>;

pub(crate) fn inputs(function: &Function, samples: u64, all: bool) -> Inputs {
    let mut random = Random(1);
    match (function.is_double(), function.has_two()) {
        (false, false) if all => Box::new((0..1 << 32).map(|x| [x, 0])),
        (false, false) => {
            // The step is odd, so that all fraction bits vary.
            let step = ((1 << 32) / samples) | 1;
            let spaced = (0..samples).map(move |i| (i * step) & u64::from(u32::MAX));
            Box::new(spaced.chain(binades()).chain(WORST).map(|x| [x, 0]))
        }
        (false, true) => {
            Box::new((0..samples).map(move |_| pair(&mut random).map(|x| x.to_bits().into())))
        }
        (true, false) => Box::new((0..samples.min(MAX_DOUBLES)).map(move |i| {
            let x = random.next();
            // Place half of the arguments between 2^-32 and 2^32.
            let exponent = 1023 - 32 + random.below(64);
            let near_one = x & !(0x7ff << 52) | exponent << 52;
            [if i % 2 == 0 { x } else { near_one }, 0]
        })),
        (true, true) => Box::new((0..samples.min(MAX_DOUBLES)).map(move |_| {
            let [x, y, _] = triple_f64(&mut random);
            [x, y]
        })),
    }
}

/// Returns both ends of every binade, zeros, infinities and NaNs.
fn binades() -> impl Iterator<Item = u64> {
    let ends = (0..1_u32 << 9).flat_map(|sign_and_exponent| {
        let first = sign_and_exponent << 23;
        (0..EDGE).flat_map(move |i| [first + i, first + 0x7f_ffff - i])
    });
    ends.map(u64::from)
}

fn single(g: &mut Random) -> f32 {
    f32::from_bits(g.next() as u32)
}

/// Returns a number within a few ulps of `x`.
fn near(g: &mut Random, x: f64) -> f32 {
    let bits = (x as f32).to_bits();
    f32::from_bits(bits.wrapping_add(g.below(5) as u32).wrapping_sub(2))
}

fn pair(g: &mut Random) -> [f32; 2] {
    let moderate = |g: &mut Random| {
        let bits = g.next() as u32;
        f32::from_bits(bits & 0x807f_ffff | (127 - 10 + bits % 20) << 23)
    };
    let x = single(g);
    match g.below(8) {
        0 => [x, single(g)],
        1 => [moderate(g), moderate(g)],
        // A power of a positive number, or of a number near 1. The power is between 2^-150 and 2^130, so few powers
        // overflow or underflow.
        2 | 3 => {
            let x = if g.below(2) == 0 { x.abs() } else { 1.0 + moderate(g) / 1024.0 };
            let power = g.below(280 << 20) as f64 / f64::from(1 << 20) - 150.0;
            [x, (power / f64::from(x).log2()) as f32]
        }
        // A number near a multiple of `y`, or near the midpoint of two multiples.
        4 => {
            let y = f64::from(single(g));
            let bits = g.below(24);
            let half = g.below(1 << bits) as f64 / 2.0;
            [near(g, y * half), y as f32]
        }
        // Two numbers whose quotient has a magnitude between 2^-22 and 2^21.
        5 => {
            let y = moderate(g) * 2_f32.powi(g.below(24) as i32 - 12);
            [x, (f64::from(x) * f64::from(y)) as f32]
        }
        // Multiples of 1/2, as both arguments or only as the second.
        6 => {
            let half = |g: &mut Random| g.below(65) as f32 / 2.0 - 16.0;
            if g.below(2) == 0 { [half(g), half(g)] } else { [x, half(g)] }
        }
        _ => {
            let [x, y, _] = triple_f32(g);
            [f32::from_bits(x), f32::from_bits(y)]
        }
    }
}
