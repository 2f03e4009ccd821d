//! Searches for the largest error, on all cores.
//!
//! The exact values come from native f64 functions, whose relative error is below 2^-52. A relative error of
//! 2^-52 is at most 2^-28 ulp of f32.

#![expect(dead_code, reason = "not every test uses every measure")]

use std::thread;

/// The largest error and the first input that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worst<I> {
    pub(crate) error: f64,
    pub(crate) at: Option<I>,
}

impl<I: Copy + PartialOrd> Worst<I> {
    /// Records an error if it exceeds the recorded error. A NaN error counts as the largest.
    fn raise(&mut self, error: f64, at: I) {
        let first = self.at.is_none_or(|old| at < old);
        if error > self.error || error.is_nan() || error == self.error && first {
            *self = Worst { error, at: Some(at) };
        }
    }
}

/// Returns the largest `error` over `input(0)`, `input(stride)`, `input(2 * stride)` … below `count`. Inputs without a
/// documented bound have the error `None` and are skipped.
pub(crate) fn worst<I: Copy + PartialOrd + Send>(
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
            if let Some(error) = error(i) {
                worst.raise(error, i);
            }
        }
        worst
    };
    let share = &share;
    thread::scope(|scope| {
        let shares: Vec<_> = (0..threads).map(|k| scope.spawn(move || share(k))).collect();
        let mut total = Worst { error: 0.0, at: None };
        for share in shares {
            let Worst { error, at } = share.join().expect("no thread panics");
            at.into_iter().for_each(|at| total.raise(error, at));
        }
        total
    })
}

/// The unit in which an error is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Measure {
    Absolute,
    Relative,
    /// The unit is the distance between the two f32 numbers around the exact value.
    Ulps,
    /// The unit is the same as for `Ulps`. As in the CUDA guide, the error is the distance of the result from the f32
    /// nearest to the exact value.
    UlpsFromNearest,
}

impl Measure {
    pub(crate) fn of(self, got: f64, exact: f64) -> f64 {
        let error = (got - exact).abs();
        match self {
            Measure::Absolute => error,
            Measure::Relative => error / exact.abs(),
            Measure::Ulps => error / ulp(exact),
            Measure::UlpsFromNearest => (got - value(exact as f32)).abs() / ulp(exact),
        }
    }

    /// Returns whether an error is within a bound, even after adding the possible error of the reference value, which a
    /// native f64 function computed. For `UlpsFromNearest`, adds nothing.
    pub(crate) fn keeps(self, error: f64, bound: f64) -> bool {
        const REFEREE: f64 = 1.0 / (1 << 28) as f64;
        match self {
            Measure::UlpsFromNearest => error <= bound,
            _ => error + bound * REFEREE <= bound,
        }
    }

    pub(crate) fn show(self, error: f64) -> String {
        match self {
            Measure::Absolute => format!("2^{:.4} absolute", error.log2()),
            Measure::Relative => format!("2^{:.4} relative", error.log2()),
            Measure::Ulps => format!("{error:.6} ulp"),
            Measure::UlpsFromNearest => format!("{error} ulp from nearest"),
        }
    }
}

/// Returns the distance between the f32 numbers around `x`.
fn ulp(x: f64) -> f64 {
    let exponent = ((x.to_bits() >> 52 & 0x7ff) as i32 - 1023).max(-126);
    2f64.powi(exponent - 23)
}

/// Converts a result to f64. An infinity becomes 2^128, the number after the largest finite f32.
pub(crate) fn value(result: f32) -> f64 {
    if result.is_infinite() { 2f64.powi(128).copysign(result.into()) } else { result.into() }
}

pub(crate) fn normal(x: f64) -> bool {
    (f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX)).contains(&x.abs())
}

/// Returns the output of the generator SplitMix64 for a counter.
pub(crate) fn random(k: u64) -> u64 {
    let z = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
