//! Compares double-single and interval arithmetic in PTX with MPFR.

use crate::SETS;
use arithmetic::double_single::{product, two_product, two_sum};
use arithmetic::interval::{Interval, add, div, mul, sqrt};
use rug::Float;
use rug::float::Round;
use steered::Random;

/// Returns a random normal number with either sign and a magnitude between 2^-30 and 2^30.
fn normal(g: &mut Random) -> f32 {
    let bits = g.next();
    f32::from_bits((bits as u32 & 0x807f_ffff) | (97 + (bits >> 32) as u32 % 60) << 23)
}

fn float(x: f32) -> Float {
    Float::with_val(24, x)
}

/// Splits a number into the nearest f32, and the f32 nearest to the remainder.
fn split(x: &Float) -> (u32, u32) {
    let high = x.to_f32();
    (high.to_bits(), Float::with_val(1000, x - high).to_f32().to_bits())
}

fn bits((high, low): (f32, f32)) -> (u32, u32) {
    (high.to_bits(), low.to_bits())
}

fn double_single(g: &mut Random) {
    let (a, b) = (normal(g), normal(g));
    let exact = Float::with_val(1000, &float(a) * &float(b));
    assert_eq!(bits(two_product(a, b)), split(&exact), "{a:e} * {b:e}");
    let exact = Float::with_val(1000, &float(a) + &float(b));
    assert_eq!(bits(two_sum(a, b)), split(&exact), "{a:e} + {b:e}");

    let (c, d) = (two_sum(a, a * 1e-8), two_sum(b, b * 1e-8));
    let sum = |(high, low): (f32, f32)| Float::with_val(1000, &float(high) + &float(low));
    let exact = Float::with_val(1000, &sum(c) * &sum(d));
    let error = Float::with_val(1000, &sum(product(c, d)) - &exact).abs();
    assert!(error <= exact.abs() >> 44, "{c:?} * {d:?}");
}

fn intervals(g: &mut Random) {
    let mut interval = || {
        let (a, b) = (normal(g), normal(g));
        Interval { low: a.min(b), high: a.max(b) }
    };
    let (a, b) = (interval(), interval());
    let low = |x: Float| x.to_f32_round(Round::Down);
    let high = |x: Float| x.to_f32_round(Round::Up);
    let [al, ah, bl, bh] = [a.low, a.high, b.low, b.high].map(float);
    let sum = |x: &Float, y: &Float| Float::with_val(1000, x + y);
    let times = |x: &Float, y: &Float| Float::with_val(1000, x * y);
    let check = |name: &str, result: Interval, lower: f32, upper: f32| {
        let same = [result.low, result.high].map(f32::to_bits) == [lower, upper].map(f32::to_bits);
        assert!(same, "{name} {a:?} {b:?}: {result:?}, not {lower:e}, {upper:e}");
    };
    check("add", add(a, b), low(sum(&al, &bl)), high(sum(&ah, &bh)));
    let products = [times(&al, &bl), times(&al, &bh), times(&ah, &bl), times(&ah, &bh)];
    let least = products.iter().cloned().reduce(|x, y| x.min(&y)).expect("four products");
    let most = products.iter().cloned().reduce(|x, y| x.max(&y)).expect("four products");
    check("mul", mul(a, b), low(least), high(most));

    let positive = |x: Interval| {
        let (low, high) = (x.low.abs(), x.high.abs());
        Interval { low: low.min(high), high: low.max(high) }
    };
    let (a, b) = (positive(a), positive(b));
    let [al, ah, bl, bh] = [a.low, a.high, b.low, b.high].map(float);
    let quotient = |x: &Float, y: &Float, r| Float::with_val_round(24, x / y, r).0.to_f32();
    let root = |x: &Float, r| Float::with_val_round(24, x.sqrt_ref(), r).0.to_f32();
    check("div", div(a, b), quotient(&al, &bh, Round::Down), quotient(&ah, &bl, Round::Up));
    check("sqrt", sqrt(a), root(&al, Round::Down), root(&ah, Round::Up));
}

pub fn check() {
    let mut g = Random(3);
    (0..SETS).for_each(|_| double_single(&mut g));
    println!("double-single arithmetic: {SETS} operand sets");
    (0..SETS).for_each(|_| intervals(&mut g));
    println!("interval arithmetic: {SETS} operand sets");
}
