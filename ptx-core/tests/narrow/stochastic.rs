//! Compares stochastic rounding (`.rs`) with tables of all numbers in the result formats. Each element of the chosen
//! operands is rounded with every random number.

use crate::formats::{Format, formats};
use crate::{LIMITS, RECTIFICATIONS, sweep};
use ptx_core::*;
use referee::table::{Stochastic, Table};
use test_support::sample;

/// The number of chosen operands for each format.
const OPERANDS: u64 = 10_000;
/// The distance between the operands that a sample tests: a prime, so that a sample contains operands of all kinds.
const STRIDE: usize = 61;

/// Returns the number of random sets of operands, in tests of random sets.
fn random_sets() -> u64 {
    sample(1_000_000, 10) as u64
}

/// Returns the output of the generator SplitMix64 for a seed.
fn random(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Returns a number near the range of a format. The bits that the format discards are often all zeros, all ones or a
/// midpoint.
fn operand(table: &Table, seed: u64) -> f32 {
    let mut word = random(seed);
    let mut below = |n: u64| {
        let digit = word % n;
        word /= n;
        digit
    };
    let sign = (below(2) as u32) << 31;
    let specials = [0, 1, 0x7f7f_ffff, 0x7f80_0000, 0x7f80_0001, 0x7fff_ffff];
    if let Some(special) = specials.get(below(100) as usize) {
        return f32::from_bits(sign | special);
    }
    let field = |x: f64| (x.to_bits() >> 52) as i64 - 1023 + 127;
    let (least, last) = (table.magnitudes[1], table.magnitudes[table.magnitudes.len() - 1]);
    let (least, last) = ((field(least) - 18).max(0), (field(last) + 1).min(254));
    let field = least as u64 + below((last - least + 1) as u64);
    let mut fraction = below(1 << table.fraction_bits);
    // The discarded bits: first the bits to which random bits are added, then the bits below them.
    let highest = (23 - table.fraction_bits).min(16);
    for bits in [highest, 23 - table.fraction_bits - highest] {
        let all = 1 << bits;
        let half = all >> 1;
        let limits = [0, 1, half.max(1) - 1, half, all.max(2) - 2, all - 1];
        let limit = limits.get(below(10) as usize).copied();
        fraction =
            fraction << bits | limit.unwrap_or(random(seed ^ u64::from(bits) << 40)) & (all - 1);
    }
    f32::from_bits(sign | (field as u32) << 23 | fraction as u32)
}

/// Returns operands, each with the results of stochastic rounding for all random numbers.
fn operands(table: &Table, bits: u32) -> Vec<(f32, Stochastic)> {
    let of = |x| (x, table.number(x).stochastic(bits, Rectification::Linear));
    (0..OPERANDS).map(|seed| of(operand(table, seed))).collect()
}

/// Returns `N` consecutive operands from index `from` on, wrapping around.
fn some<const N: usize>(all: &[(f32, Stochastic)], from: u64) -> [(f32, Stochastic); N] {
    std::array::from_fn(|i| all[(from as usize + i) % all.len()])
}

/// Reverses the low bits of a number.
fn reversed(x: u32, bits: u32) -> u32 {
    (0..bits).fold(0, |reversed, i| reversed << 1 | x >> i & 1)
}

/// Splits `rbits` into two halves. Each half has the random bits of two elements. The function [`rbits`] is the
/// inverse.
fn halves(format: &Format, rbits: u32) -> [u32; 2] {
    let byte = |i: u32| rbits >> (8 * i) & 0xff;
    match format.name {
        "e2m1" => [byte(3) << 8 | byte(1), byte(2) << 8 | byte(0)],
        _ => [byte(3) << 8 | byte(2), byte(1) << 8 | byte(0)],
    }
}

fn rbits(format: &Format, [high, low]: [u32; 2]) -> u32 {
    match format.name {
        "e2m1" => (high & 0xff00) << 16 | (low & 0xff00) << 8 | (high & 0xff) << 8 | low & 0xff,
        _ => high << 16 | low,
    }
}

/// Tests each element with all 16-bit random numbers. Each element gets the numbers in a different order.
fn every_random_number(format: &Format, stride: usize) {
    let operands = operands(&format.table, 16);
    let reverse: Vec<u32> = (0..1 << 16).map(|x| reversed(x, 16)).collect();
    sweep(OPERANDS, stride, |i| {
        let elements: [_; 4] = some(&operands, i);
        for high in 0..1 << 16 {
            // Over all values of `high`, `low` takes each 16-bit value once, in another order than `high`.
            let low = (high * 0x9e37 + 0x1234) & 0xffff;
            let numbers = [reverse[high as usize], high, reverse[low as usize], low];
            let mut expected = 0;
            for ((_, result), number) in elements.iter().zip(numbers) {
                expected = expected << format.width | result.by(number);
            }
            let rbits = rbits(format, [high, low]);
            let found = (format.stochastic)(elements.map(|(x, _)| x), rbits, Rectification::Linear);
            assert!(
                found == expected,
                "{} {elements:x?} {rbits:08x}: {found:08x}, not {expected:08x}",
                format.name
            );
        }
    });
}

/// Tests each element of packed half precision with all random numbers. An element uses the low bits of its half of
/// `rbits`; the instruction must ignore the bits above them.
fn every_random_number_of_halves(
    table: &Table,
    bits: u32,
    stride: usize,
    call: fn(f32, f32, u32, Rectification, Limit) -> u32,
) {
    let operands = operands(table, bits);
    sweep(OPERANDS, stride, |i| {
        let [(a, by_a), (b, by_b)] = some(&operands, i);
        for high in 0..1 << bits {
            let low = (high * 0x9e37 + 0x1234) & ((1 << bits) - 1);
            let above = (random(high.into()) as u32) & !(0x1_0001 * ((1 << bits) - 1));
            let expected = by_a.by(high) << 16 | by_b.by(low);
            let found =
                call(a, b, above | high << 16 | low, Rectification::Linear, Limit::Unlimited);
            assert!(
                found == expected,
                "{a:e} {b:e} {above:08x} {high:04x} {low:04x}: {found:08x}, not {expected:08x}"
            );
        }
    });
}

fn f16() -> Table {
    Table::new(5, 10, 0x7c00)
}

fn bf16() -> Table {
    Table::new(8, 7, 0x7f80)
}

/// Defines two tests for each check: on a sample of the operands, and on all operands.
macro_rules! operands {
    ($($test:ident = $check:expr;)*) => {
        $(
            #[test]
            fn $test() {
                $check(STRIDE);
            }
        )*
        mod all {
            use super::*;
            $(
                #[test]
                #[ignore = "10000 operands with 2^16 random numbers"]
                fn $test() {
                    $check(1);
                }
            )*
        }
    };
}
operands! {
    to_e4m3 = |stride| every_random_number(&formats()[0], stride);
    to_e5m2 = |stride| every_random_number(&formats()[1], stride);
    to_e2m3 = |stride| every_random_number(&formats()[2], stride);
    to_e3m2 = |stride| every_random_number(&formats()[3], stride);
    to_e2m1 = |stride| every_random_number(&formats()[4], stride);
    to_f16 = |stride| every_random_number_of_halves(&f16(), 13, stride, cvt_rs_f16x2_f32);
    to_bf16 = |stride| every_random_number_of_halves(&bf16(), 16, stride, cvt_rs_bf16x2_f32);
}

#[test]
fn elements_are_independent() {
    for format in formats() {
        let operands = operands(&format.table, 16);
        for i in 0..random_sets() {
            let elements =
                [0, 16, 32, 48].map(|by| some::<1>(&operands, random(i) >> by & 0xffff)[0].0);
            let rbits = random(!i) as u32;
            let [high, low] = halves(&format, rbits);
            let numbers = [reversed(high, 16), high, reversed(low, 16), low];
            for relu in RECTIFICATIONS {
                let results = [0, 1, 2, 3].map(|place| {
                    format.table.number(elements[place]).stochastic(16, relu).by(numbers[place])
                });
                let found = (format.stochastic)(elements, rbits, relu);
                assert_eq!(
                    found,
                    format.join(&results),
                    "{} {elements:?} {rbits:08x} {relu:?}",
                    format.name
                );
            }
        }
    }
}

#[test]
fn modifiers_of_halves() {
    type Call = fn(f32, f32, u32, Rectification, Limit) -> u32;
    let forms: [(Table, u32, Call); 2] =
        [(f16(), 13, cvt_rs_f16x2_f32), (bf16(), 16, cvt_rs_bf16x2_f32)];
    for (table, bits, call) in forms {
        let infinity = table.magnitudes.len() as u32 - 1;
        let operands = operands(&table, bits);
        for i in 0..random_sets() {
            let [(a, _), (b, _)] = some(&operands, random(i) >> 20);
            let rbits = random(!i) as u32 & (0x1_0001 * ((1 << bits) - 1));
            for relu in RECTIFICATIONS {
                for limit in LIMITS {
                    let half = |x, number| {
                        let result = table.number(x).stochastic(bits, relu).by(number);
                        let infinite = result & 0x7fff == infinity && limit == Limit::Satfinite;
                        result - u32::from(infinite)
                    };
                    let expected = half(a, rbits >> 16) << 16 | half(b, rbits & 0xffff);
                    let found = call(a, b, rbits, relu, limit);
                    assert_eq!(found, expected, "{a:e} {b:e} {rbits:08x} {relu:?} {limit:?}");
                }
            }
        }
    }
}

/// Compares `.rs` with measurements on a B200: which bits of `rbits` round each element, and when a carry occurs.
#[test]
fn fields_of_elements() {
    let numbers = |name, rbits| {
        let formats = formats();
        let [high, low] = halves(formats.iter().find(|f| f.name == name).expect("a format"), rbits);
        [reversed(high, 16), high, reversed(low, 16), low]
    };
    assert_eq!(numbers("e4m3", 0x1234_5678), [0x2c48, 0x1234, 0x1e6a, 0x5678]);
    assert_eq!(numbers("e2m1", 0x1234_5678), [0x6a48, 0x1256, 0x1e2c, 0x3478]);
    let last = |m: f32, random: u32| {
        let x = 1.0 + m * 2.0_f32.powi(-19);
        cvt_rs_e4m3x4_f32(0.0, 0.0, 0.0, x, random, Rectification::Linear)
    };
    assert_eq!([last(1.0, 0xfffe), last(1.0, 0xffff)], [0x38, 0x39]);
    assert_eq!([last(32768.0, 0x8000), last(65535.0, 0)], [0x39, 0x38]);
}
