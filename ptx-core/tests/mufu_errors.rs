//! Recomputes the largest errors of the multi-function unit and compares them with the numbers in the documentation.
//! The inputs are the reduced range of each function, such as [1, 2) for RCP. For inputs outside of the reduced range,
//! the unit uses the same significands and adjusts the exponent.

mod worst;

use ptx_core::mufu;
use std::f64::consts::PI;
use worst::{Measure, Measure::*, worst};

const ONE: u32 = 0x3f80_0000;

fn f(bits: u32) -> f64 {
    f32::from_bits(bits).into()
}
fn high(word: u32) -> f64 {
    f64::from_bits(u64::from(word) << 32)
}

/// The inputs `first` to `first + count - 1`. The function `both` returns the result for an input and the exact value.
struct Range<F: Fn(u32) -> (f64, f64) + Sync> {
    first: u32,
    count: u32,
    both: F,
}

impl<F: Fn(u32) -> (f64, f64) + Sync> Range<F> {
    #[track_caller]
    fn worst(&self, measure: Measure, expected: &str, expected_at: u32) {
        let error = |x| {
            let (got, exact) = (self.both)(x);
            Some(measure.of(got, exact))
        };
        let worst = worst(self.count.into(), 1, |k| self.first + k as u32, error);
        let found = (measure.show(worst.error), worst.at.map(|at| format!("{at:08x}")));
        assert_eq!(found, (expected.into(), Some(format!("{expected_at:08x}"))));
    }

    /// Checks the percentage of results that are the f32 nearest to the exact value.
    #[track_caller]
    fn correct(&self, expected: &str) {
        let inputs = self.first..self.first + self.count;
        let correct =
            inputs.map(&self.both).filter(|&(got, exact)| f64::from(exact as f32) == got).count();
        assert_eq!(format!("{:.2} %", 100.0 * correct as f64 / f64::from(self.count)), expected);
    }
}

#[test]
fn rcp() {
    let range = Range { first: ONE, count: 1 << 23, both: |x| (f(mufu::rcp(x)), 1.0 / f(x)) };
    range.worst(Absolute, "2^-24.0367 absolute", 0x3f81_cfff);
    range.worst(Ulps, "0.974873 ulp", 0x3f81_cfff);
    range.correct("86.79 %");
}

#[test]
fn rsq() {
    let range =
        Range { first: ONE, count: 1 << 24, both: |x| (f(mufu::rsq(x)), 1.0 / f(x).sqrt()) };
    range.worst(Absolute, "2^-23.4012 absolute", 0x3f82_0399);
    range.worst(Relative, "2^-22.9354 relative", 0x4002_0000);
    range.worst(Ulps, "1.514485 ulp", 0x3f82_0399);
    range.correct("78.34 %");
}

#[test]
fn sqrt() {
    let range = Range { first: ONE, count: 1 << 24, both: |x| (f(mufu::sqrt(x)), f(x).sqrt()) };
    range.worst(Relative, "2^-23.2534 relative", 0x3f84_80a8);
    range.worst(Ulps, "0.943810 ulp", 0x403a_9d02);
    range.correct("83.13 %");
}

#[test]
fn lg2() {
    let range = Range { first: ONE, count: 1 << 23, both: |x| (f(mufu::lg2(x)), f(x).log2()) };
    range.worst(Absolute, "2^-22.5770 absolute", 0x3f85_5fff);
}

#[test]
fn ex2() {
    let both = |word| (f(mufu::ex2(word)), (f64::from(word) / f64::from(1 << 23)).exp2());
    let range = Range { first: 0, count: 1 << 23, both };
    range.worst(Absolute, "2^-22.5246 absolute", 0x0042_fc00);
    range.worst(Ulps, "1.390266 ulp", 0x0042_fc00);
}

/// Returns the range from 1/8 to π. Smaller angles are omitted, because their absolute errors are smaller than the
/// largest error in the range.
fn angles<F: Fn(u32) -> (f64, f64) + Sync>(both: F) -> Range<F> {
    let (first, last) = (0.125f32.to_bits(), (PI as f32).to_bits());
    Range { first, count: last - first, both }
}

#[test]
fn sin() {
    let range = angles(|x| (f(mufu::sin(mufu::rro_sincos(x))), f(x).sin()));
    range.worst(Absolute, "2^-21.4567 absolute", 0x3f27_4c12);
}

#[test]
fn cos() {
    let range = angles(|x| (f(mufu::cos(mufu::rro_sincos(x))), f(x).cos()));
    range.worst(Absolute, "2^-21.2398 absolute", 0x3fe1_1dca);
}

#[test]
fn rcp64h() {
    let range = Range {
        first: 0x3ff0_0000,
        count: 1 << 20,
        both: |x| (high(mufu::rcp64h(x)), 1.0 / high(x)),
    };
    range.worst(Relative, "2^-20.0433 relative", 0x3fff_e8bf);
}

#[test]
fn rsq64h() {
    let range = Range {
        first: 0x3ff0_0000,
        count: 1 << 21,
        both: |x| (high(mufu::rsq64h(x)), 1.0 / high(x).sqrt()),
    };
    range.worst(Relative, "2^-20.0366 relative", 0x400f_81ab);
}
