//! Compares the approximate PTX instructions with the error bounds of the PTX ISA and the CUDA guide.
//!
//! By default one input in 4099 is tested. The full run tests all 2^32 inputs and prints the largest errors:
//!
//! ```text
//! cargo test --release -p ptx-core --test approx_errors -- --ignored --nocapture --test-threads=1
//! ```
//!
//! The exact values come from native `f64` functions. To allow for the error of the native function, the tests require
//! errors to be slightly below the documented bounds.

mod worst;

use ptx_core::{Sm, Subnormals, Subnormals::*, *};
use std::f64::consts::PI;
use worst::{Measure, Measure::*, normal, value, worst};

/// A documented error bound: the instruction, the exact function, the range of operands, and the bound.
struct Promise {
    name: &'static str,
    got: fn(f32) -> f32,
    exact: fn(f64) -> f64,
    /// Whether subnormal operands are kept. With `.ftz` the bound covers only normal operands and results.
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
            // The relative error of an exact result of 0 is 0/0, a NaN.
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
    sqrt_sm50: f64::sqrt, positive, UlpsFromNearest 3.0; // CUDA guide; PTX's relative bound of 2^-23 is for sm_52
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
    // From sm_70 on, the product of the operand and 1/2π is truncated. The error then slightly exceeds the documented
    // bound of 2^-20.5, also on chips. The bound in this test is therefore larger.
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
