//! The largest errors of the unit over the reduced range of each function (the rest is exponent
//! handling), recomputed and equal to the digits that the documentation gives.
//!
//! The referee is the host's f64 function: its own error, below 2^-52 relative, is 2^-28 of the
//! errors measured and cannot move a digit given here.

use ptx_core::mufu;
use std::f64::consts::PI;
use std::thread;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Worst {
    error: f64,
    at: u32,
}

#[derive(Debug, Default)]
struct Errors {
    absolute: Option<Worst>,
    relative: Option<Worst>,
    ulps: Option<Worst>,
    /// Results that are the f32 nearest to the exact value.
    correct: u64,
    inputs: u64,
}

fn raise(worst: &mut Option<Worst>, other: Option<Worst>) {
    let Some(other) = other else { return };
    if worst.is_none_or(|w| other.error > w.error || other.error == w.error && other.at < w.at) {
        *worst = Some(other);
    }
}

/// The distance between f32 numbers where `x` lies.
fn ulp(x: f64) -> f64 {
    let exponent = ((x.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(-126);
    2f64.powi(exponent - 23)
}

/// The errors over `count` inputs from `first` on; `both` gives result and exact value.
fn errors(first: u32, count: u32, both: impl Fn(u32) -> (f64, f64) + Sync) -> Errors {
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let part = |k: u32| {
        let mut errors = Errors::default();
        for at in (first..first + count).skip(k as usize).step_by(threads as usize) {
            let (got, exact) = both(at);
            let error = (got - exact).abs();
            raise(&mut errors.absolute, Some(Worst { error, at }));
            raise(&mut errors.relative, Some(Worst { error: error / exact.abs(), at }));
            raise(&mut errors.ulps, Some(Worst { error: error / ulp(exact), at }));
            errors.correct += u64::from(exact as f32 as f64 == got);
            errors.inputs += 1;
        }
        errors
    };
    thread::scope(|scope| {
        let parts: Vec<_> = (0..threads).map(|k| scope.spawn(move || part(k))).collect();
        let mut total = Errors::default();
        for part in parts.into_iter().map(|p| p.join().unwrap()) {
            raise(&mut total.absolute, part.absolute);
            raise(&mut total.relative, part.relative);
            raise(&mut total.ulps, part.ulps);
            total.correct += part.correct;
            total.inputs += part.inputs;
        }
        total
    })
}

fn log2(worst: Option<Worst>) -> (String, u32) {
    let worst = worst.expect("there were inputs");
    (format!("2^{:.4}", worst.error.log2()), worst.at)
}
fn ulps(errors: &Errors) -> (String, u32) {
    let worst = errors.ulps.expect("there were inputs");
    (format!("{:.6} ulp", worst.error), worst.at)
}
fn correct(errors: &Errors) -> String {
    format!("{:.2} %", 100.0 * errors.correct as f64 / errors.inputs as f64)
}
fn is((error, at): (String, u32), expected: &str, expected_at: u32) {
    assert_eq!((error.as_str(), format!("{at:08x}")), (expected, format!("{expected_at:08x}")));
}

fn f(bits: u32) -> f64 {
    f32::from_bits(bits).into()
}
fn high(word: u32) -> f64 {
    f64::from_bits(u64::from(word) << 32)
}
const ONE: u32 = 0x3f80_0000;

#[test]
fn rcp() {
    let errors = errors(ONE, 1 << 23, |x| (f(mufu::rcp(x)), 1.0 / f(x)));
    is(log2(errors.absolute), "2^-24.0367", 0x3f81_cfff);
    is(ulps(&errors), "0.974873 ulp", 0x3f81_cfff);
    assert_eq!(correct(&errors), "86.79 %");
}

#[test]
fn rsq() {
    let errors = errors(ONE, 1 << 24, |x| (f(mufu::rsq(x)), 1.0 / f(x).sqrt()));
    is(log2(errors.absolute), "2^-23.4012", 0x3f82_0399);
    is(log2(errors.relative), "2^-22.9354", 0x4002_0000);
    is(ulps(&errors), "1.514485 ulp", 0x3f82_0399);
    assert_eq!(correct(&errors), "78.34 %");
}

#[test]
fn sqrt() {
    let errors = errors(ONE, 1 << 24, |x| (f(mufu::sqrt(x)), f(x).sqrt()));
    is(log2(errors.relative), "2^-23.2534", 0x3f84_80a8);
    is(ulps(&errors), "0.943810 ulp", 0x403a_9d02);
    assert_eq!(correct(&errors), "83.13 %");
}

#[test]
fn lg2() {
    let errors = errors(ONE, 1 << 23, |x| (f(mufu::lg2(x)), f(x).log2()));
    is(log2(errors.absolute), "2^-22.5770", 0x3f85_5fff);
}

#[test]
fn ex2() {
    let errors = errors(0, 1 << 23, |word| {
        (f(mufu::ex2(word)), (f64::from(word) / f64::from(1 << 23)).exp2())
    });
    is(log2(errors.absolute), "2^-22.5246", 0x0042_fc00);
    is(ulps(&errors), "1.390266 ulp", 0x0042_fc00);
}

/// From 1/8 on: the error of a smaller angle is that of the truncated word, which is no larger.
fn angles() -> (u32, u32) {
    let (first, last) = (0.125f32.to_bits(), (PI as f32).to_bits());
    (first, last - first + 1)
}

#[test]
fn sin() {
    let (first, count) = angles();
    let errors = errors(first, count, |x| (f(mufu::sin(mufu::rro_sincos(x))), f(x).sin()));
    is(log2(errors.absolute), "2^-21.4567", 0x3f27_4c12);
}

#[test]
fn cos() {
    let (first, count) = angles();
    let errors = errors(first, count, |x| (f(mufu::cos(mufu::rro_sincos(x))), f(x).cos()));
    is(log2(errors.absolute), "2^-21.2398", 0x3fe1_1dca);
}

#[test]
fn rcp64h() {
    let errors = errors(0x3ff0_0000, 1 << 20, |x| (high(mufu::rcp64h(x)), 1.0 / high(x)));
    is(log2(errors.relative), "2^-20.0433", 0x3fff_e8bf);
}

#[test]
fn rsq64h() {
    let errors = errors(0x3ff0_0000, 1 << 21, |x| (high(mufu::rsq64h(x)), 1.0 / high(x).sqrt()));
    is(log2(errors.relative), "2^-20.0366", 0x400f_81ab);
}
