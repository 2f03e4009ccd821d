//! The approximate PTX instructions against the bounds that the PTX ISA and the CUDA guide promise.
//!
//! A plain run takes one input in 4099. All 2^32 inputs, with the figures printed:
//!
//! ```text
//! cargo test --release -p ptx-core --test approx_errors -- --ignored --nocapture --test-threads=1
//! ```
//!
//! A figure as close to its bound as the referee's own error would fail.

mod worst;

use ptx_core::{Sm, Subnormals, Subnormals::*, *};
use std::f64::consts::PI;
<<<<<<< HEAD
use std::thread;

/// The referee's share of an error, in ulps of f32 and, generously, relative to any bound here.
const REFEREE: f64 = 1.0 / (1 << 28) as f64;

#[derive(Clone, Copy, Debug)]
struct Worst<I> {
    error: f64,
    at: Option<I>,
}

/// The worst of `error` over the inputs that `input` makes of 0, `stride`, 2 `stride` … below
/// `count`. Inputs for which `error` is `None` are outside the promise.
fn worst<I: Copy + Send>(
    count: u64,
    stride: u64,
    input: impl Fn(u64) -> I + Sync,
    error: impl Fn(I) -> Option<f64> + Sync,
) -> Worst<I> {
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let share = |first: u64| {
        let mut worst = Worst { error: 0.0, at: None };
        for k in (first * stride..count).step_by((threads * stride) as usize) {
            let i = input(k);
            if let Some(error) = error(i)
                && (error > worst.error || error.is_nan())
            {
                worst = Worst { error, at: Some(i) };
            }
        }
        worst
    };
    let share = &share;
    thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|k| scope.spawn(move || share(k))).collect();
        let shares = shares.into_iter().map(|s| s.join().unwrap());
        shares.reduce(|a, b| if b.error > a.error || b.error.is_nan() { b } else { a }).unwrap()
    })
}

/// How an error is measured.
#[derive(Clone, Copy, Debug)]
enum Measure {
    Absolute,
    Relative,
    Ulps,
}
use Measure::*;

impl Measure {
    fn of(self, got: f32, exact: f64) -> f64 {
        let got = if got.is_infinite() && exact.abs() < 2f64.powi(128) {
            2f64.powi(128).copysign(got.into()) // overflow counts as the next number
        } else {
            got.into()
        };
        let error = (got - exact).abs();
        match self {
            Absolute => error,
            Relative => error / exact.abs(),
            Ulps => error / ulp(exact),
        }
    }

    fn show(self, error: f64) -> String {
        match self {
            Ulps => format!("{error:.6} ulp"),
            Absolute => format!("2^{:.4} absolute", error.log2()),
            Relative => format!("2^{:.4} relative", error.log2()),
        }
    }
}

/// The distance between f32 numbers where `x` lies.
fn ulp(x: f64) -> f64 {
    let exponent = ((x.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(-126);
    2f64.powi(exponent - 23)
}

fn normal(x: f64) -> bool {
    (f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX)).contains(&x.abs())
}
=======
use worst::{Measure, Measure::*, normal, value, worst};
>>>>>>> main

/// One promise: an instruction, its exact value, where, and how much it may be off.
struct Promise {
    name: &'static str,
    got: fn(f32) -> f32,
    exact: fn(f64) -> f64,
    /// Whether subnormal operands are kept; where they are not, a promise is about normal operands
    /// and results.
    subnormals: Subnormals,
    domain: fn(f64) -> bool,
    measure: Measure,
    bound: f64,
}

impl Promise {
    fn error(&self, x: u32) -> Option<f64> {
        let a = f32::from_bits(x);
        if !a.is_finite() || !(self.domain)(a.into()) {
            return None;
        }
        let exact = (self.exact)(a.into());
        let promised = match self.subnormals {
            Keep => exact.is_finite() && exact.abs() < 2f64.powi(128),
            Flush => normal(a.into()) && (exact == 0.0 || normal(exact)),
        };
        promised.then(|| match self.measure.of(value((self.got)(a)), exact) {
            // An exact zero has no relative error.
            error if error.is_nan() && (self.got)(a) == 0.0 => 0.0,
            error => error,
        })
    }

    fn keep(&self, stride: u64) {
        let worst = worst(1 << 32, stride, |k| k as u32, |x| self.error(x));
        let at = worst.at.map_or("-".into(), |at| format!("{at:08x}"));
        println!(
            "{:28} {:>22} at {at}, promised {}",
            self.name,
            self.measure.show(worst.error),
            self.measure.show(self.bound)
        );
        assert!(
            self.measure.keeps(worst.error, self.bound),
            "{} at {at}: {}",
            self.name,
            self.measure.show(worst.error)
        );
    }
}

fn any(_: f64) -> bool {
    true
}
fn positive(x: f64) -> bool {
    x > 0.0
}
fn near_one(x: f64) -> bool {
    (0.5..=2.0).contains(&x)
}
fn far_from_one(x: f64) -> bool {
    x > 0.0 && !near_one(x)
}
fn half_turn(x: f64) -> bool {
    x.abs() <= PI
}
fn one_turn(x: f64) -> bool {
    x.abs() <= 2.0 * PI
}
fn fifty_turns(x: f64) -> bool {
    x.abs() <= 100.0 * PI
}

const SM50: Sm = Sm(50);
const SM52: Sm = Sm(52);
const SM70: Sm = Sm(70);

macro_rules! promises {
    ($($test:ident: $exact:expr, $domain:expr, $measure:ident $bound:expr; $($form:literal $s:ident $got:expr),*;)*) => {
        fn all() -> Vec<(&'static str, Vec<Promise>)> {
            vec![$((stringify!($test), vec![$(Promise {
                name: $form, got: $got, exact: $exact, subnormals: $s, domain: $domain, measure: $measure, bound: $bound,
            }),*])),*]
        }
        mod sample { $(#[test] fn $test() { super::keep(stringify!($test), 4099); })* }
        mod all_inputs { $(#[test] #[ignore = "all 2^32 inputs: run in release"] fn $test() { super::keep(stringify!($test), 1); })* }
    };
}

fn keep(test: &str, stride: u64) {
    let promises = all().into_iter().find(|(name, _)| *name == test).unwrap().1;
    promises.iter().for_each(|p| p.keep(stride));
}

#[rustfmt::skip]
promises! {
    rcp: |x| 1.0 / x, any, Ulps 1.0;
        "rcp.approx.f32" Keep |a| rcp_approx_f32(a, Keep),
        "rcp.approx.ftz.f32" Flush |a| rcp_approx_f32(a, Flush);
    sqrt: f64::sqrt, positive, Relative 2f64.powi(-23);
        "sqrt.approx.f32 sm_52" Keep |a| sqrt_approx_f32(a, Keep, SM52),
        "sqrt.approx.ftz.f32 sm_52" Flush |a| sqrt_approx_f32(a, Flush, SM52);
    sqrt_sm50: f64::sqrt, positive, UlpsFromNearest 3.0; // CUDA guide; the PTX ISA's 2^-23 relative is that of sm_52
        "sqrt.approx.f32 sm_50" Keep |a| sqrt_approx_f32(a, Keep, SM50),
        "sqrt.approx.ftz.f32 sm_50" Flush |a| sqrt_approx_f32(a, Flush, SM50);
    rsqrt: |x| 1.0 / x.sqrt(), positive, Relative 2f64.powf(-22.9);
        "rsqrt.approx.f32" Keep |a| rsqrt_approx_f32(a, Keep),
        "rsqrt.approx.ftz.f32" Flush |a| rsqrt_approx_f32(a, Flush);
    lg2_near_one: f64::log2, near_one, Absolute 2f64.powi(-22);
        "lg2.approx.f32" Keep |a| lg2_approx_f32(a, Keep),
        "lg2.approx.ftz.f32" Flush |a| lg2_approx_f32(a, Flush);
    lg2: f64::log2, far_from_one, Relative 2f64.powi(-22);
        "lg2.approx.f32" Keep |a| lg2_approx_f32(a, Keep),
        "lg2.approx.ftz.f32" Flush |a| lg2_approx_f32(a, Flush);
    ex2: f64::exp2, any, UlpsFromNearest 2.0;
        "ex2.approx.f32 sm_50" Keep |a| ex2_approx_f32(a, Keep, SM50),
        "ex2.approx.f32 sm_70" Keep |a| ex2_approx_f32(a, Keep, SM70),
        "ex2.approx.ftz.f32 sm_50" Flush |a| ex2_approx_f32(a, Flush, SM50),
        "ex2.approx.ftz.f32 sm_70" Flush |a| ex2_approx_f32(a, Flush, SM70);
    sin_half_turn: f64::sin, half_turn, Absolute 2f64.powf(-21.41);
        "sin.approx.f32 sm_50" Keep |a| sin_approx_f32(a, Keep, SM50),
        "sin.approx.f32 sm_70" Keep |a| sin_approx_f32(a, Keep, SM70);
    cos_half_turn: f64::cos, half_turn, Absolute 2f64.powf(-21.19);
        "cos.approx.f32 sm_50" Keep |a| cos_approx_f32(a, Keep, SM50),
        "cos.approx.f32 sm_70" Keep |a| cos_approx_f32(a, Keep, SM70);
    sin_one_turn: f64::sin, one_turn, Absolute 2f64.powf(-20.5);
        "sin.approx.f32 sm_50" Keep |a| sin_approx_f32(a, Keep, SM50),
        "sin.approx.f32 sm_70" Keep |a| sin_approx_f32(a, Keep, SM70);
    cos_one_turn: f64::cos, one_turn, Absolute 2f64.powf(-20.5);
        "cos.approx.f32 sm_50" Keep |a| cos_approx_f32(a, Keep, SM50);
    // The truncated product of sm_70 and later, checked on chips, exceeds that by a little.
    cos_one_turn_sm70: f64::cos, one_turn, Absolute 2f64.powf(-20.42);
        "cos.approx.f32 sm_70" Keep |a| cos_approx_f32(a, Keep, SM70);
    sin_fifty_turns: f64::sin, fifty_turns, Absolute 2f64.powf(-14.7);
        "sin.approx.f32 sm_50" Keep |a| sin_approx_f32(a, Keep, SM50),
        "sin.approx.f32 sm_70" Keep |a| sin_approx_f32(a, Keep, SM70);
    cos_fifty_turns: f64::cos, fifty_turns, Absolute 2f64.powf(-14.7);
        "cos.approx.f32 sm_50" Keep |a| cos_approx_f32(a, Keep, SM50),
        "cos.approx.f32 sm_70" Keep |a| cos_approx_f32(a, Keep, SM70);
    tanh: f64::tanh, any, Relative 2f64.powi(-11);
        "tanh.approx.f32" Keep tanh_approx_f32;
}
<<<<<<< HEAD

/// splitmix64 of a counter.
fn random(k: u64) -> u64 {
    let z = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

type Pair = (f32, f32);

/// The error of a quotient in ulps, where one is promised: `b` in [2^-126, 2^126] for `div.approx`,
/// any for `div.full`; with `.ftz`, normal numbers and a normal quotient.
fn quotient_error(
    div: fn(f32, f32, Subnormals) -> f32,
    s: Subnormals,
    full: bool,
    (a, b): Pair,
) -> Option<f64> {
    let exact = f64::from(a) / f64::from(b);
    let divisor = full || (2f64.powi(-126)..=2f64.powi(126)).contains(&f64::from(b).abs());
    let promised = a.is_finite()
        && b.is_finite()
        && divisor
        && match s {
            Keep => exact.abs() <= f32::MAX.into(),
            Flush => normal(a.into()) && normal(b.into()) && normal(exact),
        };
    promised.then(|| Ulps.of(div(a, b, s), exact))
}

fn divisions(count: u64, stride: u64, what: &str, pair: fn(u64) -> Pair) {
    type Div = fn(f32, f32, Subnormals) -> f32;
    let forms: [(&str, Div, Subnormals, bool); 4] = [
        ("div.approx.f32", div_approx_f32, Keep, false),
        ("div.approx.ftz.f32", div_approx_f32, Flush, false),
        ("div.full.f32", div_full_f32, Keep, true),
        ("div.full.ftz.f32", div_full_f32, Flush, true),
    ];
    for (name, div, s, full) in forms {
        let worst = worst(count, stride, pair, |ab| quotient_error(div, s, full, ab));
        let (a, b) = worst.at.unwrap();
        println!(
            "{name:28} {:>22} at {:08x}, {:08x}, promised 2 ulp, {what}",
            Ulps.show(worst.error),
            a.to_bits(),
            b.to_bits()
        );
        assert!(worst.error + REFEREE <= 2.0, "{name}: {worst:?}");
    }
}

/// Every significand of `b` in [1, 2), with 64 significands of `a`: the ends and random ones.
fn significands(k: u64) -> Pair {
    let a = match k >> 23 {
        0 => 0,
        1 => 0x7f_ffff,
        2 => 1,
        n => random(n) as u32 & 0x7f_ffff,
    };
    (f32::from_bits(0x3f80_0000 | a), f32::from_bits(0x3f80_0000 | k as u32 & 0x7f_ffff))
}

fn random_pair(k: u64) -> Pair {
    let bits = random(k + 1);
    (f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32))
}

#[test]
fn div_sample() {
    divisions(64 << 23, 4099, "significands", significands);
    divisions(100_000, 1, "random pairs", random_pair);
}

#[test]
#[ignore = "64 dividends for every significand: run in release"]
fn div_every_significand() {
    divisions(64 << 23, 1, "significands", significands);
}

#[test]
#[ignore = "10^8 pairs: run in release"]
fn div_random_pairs() {
    divisions(100_000_000, 1, "random pairs", random_pair);
}

/// `rsqrt.approx.f64`: the error in ulps from the exact residual 1 - a y², by fused operations.
fn rsqrt_f64_error(a: f64) -> f64 {
    let y = rsqrt_approx_f64(a);
    // Scaled by an even power of two into [1, 4), so that nothing below is subnormal.
    let k = ((a.to_bits() >> 52) as i32 - 1023) & !1;
    let (a, y) = (a * 2f64.powi(-k / 2) * 2f64.powi(-k / 2), y * 2f64.powi(k / 2));
    let square = y * y;
    let low = y.mul_add(y, -square);
    let residual = (-a).mul_add(square, 1.0) - a * low;
    (residual / 2.0).abs() * y / 2f64.powi((y.to_bits() >> 52) as i32 - 1023 - 52)
}

fn rsqrt_f64(count: u64) {
    let positive_normal = |k| {
        let bits = random(k + 1);
        f64::from_bits((((bits >> 52) % 2046 + 1) << 52) | bits & ((1 << 52) - 1))
    };
    let worst = worst(count, 1, positive_normal, |a| Some(rsqrt_f64_error(a)));
    println!(
        "rsqrt.approx.f64             {:.6} ulp at {:016x}, {count} random numbers",
        worst.error,
        worst.at.unwrap().to_bits()
    );
    assert!(worst.error < 1.0, "{worst:?}");
}

#[test]
fn rsqrt_f64_sample() {
    rsqrt_f64(100_000);
}

#[test]
#[ignore = "10^8 numbers: run in release"]
fn rsqrt_f64_random() {
    rsqrt_f64(100_000_000);
}
=======
>>>>>>> main
