//! Finds the largest errors of two fast exponentials, over every `f32` from -87 to 88.
//!
//! ```text
//! cargo run --release --example exponential             # every argument: a minute and a half on two cores
//! cargo run --release --example exponential -- 1000     # one argument in a thousand
//! ```

use ptx::ptx;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::{env, thread};

type Function = fn(f32) -> f32;

/// Computes e^x like CUDA's `__expf`.
fn fast(x: f32) -> f32 {
    ptx! {
        .reg .f32 t;
        mul.rn.f32 t, x, 0f3FB8AA3B;
        ex2.approx.f32 t, t;
        t
    }
}

/// Computes e^x as 2^`whole` · 2^`rest`, with an integer `whole`. The part `rest` also corrects the rounding error of
/// `x · log2(e)`.
fn careful(x: f32) -> f32 {
    ptx! {
        .reg .f32 t, whole, minus, rest;
        mul.rn.f32      t, x, 0f3FB8AA3B;
        cvt.rni.f32.f32 whole, t;
        neg.f32         minus, whole;
        fma.rn.f32      rest, x, 0f3FB8AA3B, minus;
        fma.rn.f32      rest, x, 0f32A57060, rest;
        ex2.approx.f32  rest, rest;
        ex2.approx.f32  whole, whole;
        mul.rn.f32      t, rest, whole;
        t
    }
}

/// A range of arguments x for which e^x and the factor 2^`whole` of the function `careful` are normal numbers.
const RANGE: RangeInclusive<f32> = -87.0..=88.0;

/// Returns the error of a result in ulps of e^x.
fn ulps(result: f32, x: f32) -> f64 {
    let exact = f64::from(x).exp();
    let exponent = (exact.to_bits() >> 52) as i32 - 1023;
    ((f64::from(result) - exact) * 2f64.powi(23 - exponent)).abs()
}

/// The largest error, and its argument.
type Worst = (f64, f32);

fn greater(a: Worst, b: Worst) -> Worst {
    if b.0 > a.0 { b } else { a }
}

/// Returns the largest error and its argument, over every `stride`-th `f32`, beginning with the bits `first`.
fn worst(function: Function, first: u32, stride: usize) -> Worst {
    let arguments = (first..=u32::MAX).step_by(stride).map(f32::from_bits);
    let normal = arguments.filter(|x| RANGE.contains(x));
    normal.map(|x| (ulps(function(x), x), x)).fold((0.0, 0.0), greater)
}

fn main() -> ExitCode {
    let argument = env::args().nth(1);
    let step = argument.as_deref().map_or(Some(1), |text| text.parse::<u32>().ok());
    let Some(step) = step.filter(|step| *step > 0) else {
        eprintln!(
            "usage: exponential [STEP]\n\nEvery STEP-th f32 is tried; without it, every one."
        );
        return ExitCode::FAILURE;
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u32;
    for (name, function) in [("fast", fast as Function), ("careful", careful)] {
        let worst = thread::scope(|scope| {
            let stride = step as usize * threads as usize;
            let start = |part| scope.spawn(move || worst(function, part * step, stride));
            let parts: Vec<_> = (0..threads).map(start).collect();
            let results = parts.into_iter().map(|part| part.join().expect("no thread panics"));
            results.fold((0.0, 0.0), greater)
        });
        println!("{name:<8} {:.6} ulp at {:e} ({:08x})", worst.0, worst.1, worst.1.to_bits());
    }
    ExitCode::SUCCESS
}
