//! Tests the exponential function, the power, and activation functions that use them.

use crate::{Random, differences, two, within};
use ptx::ptx;

/// Computes e^x = 2^(x log2 e).
const fn exp(x: f32) -> f32 {
    ptx! {
        .reg .f32 %f<2>;
        mul.rn.f32      %f0, x, 0f3FB8AA3B;
        ex2.approx.f32  %f1, %f0;
        %f1
    }
}

/// Computes x^y = 2^(y log2 x), for positive x.
const fn pow(x: f32, y: f32) -> f32 {
    ptx! {
        .reg .f32 %f<2>;
        lg2.approx.f32  %f0, x;
        mul.rn.f32      %f0, %f0, y;
        ex2.approx.f32  %f1, %f0;
        %f1
    }
}

/// Computes 1 / (1 + e^-x).
const fn sigmoid(x: f32) -> f32 {
    ptx! {
        .reg .f32 %f<2>;
        mul.rn.ftz.f32      %f0, x, 0fBFB8AA3B;
        ex2.approx.ftz.f32  %f0, %f0;
        add.rn.ftz.f32      %f0, %f0, 0f3F800000;
        rcp.approx.ftz.f32  %f1, %f0;
        %f1
    }
}

/// Computes x / (1 + e^-x).
const fn silu(x: f32) -> f32 {
    let gate = sigmoid(x);
    ptx! { .reg .f32 d; mul.rn.ftz.f32 d, x, gate; d }
}

/// Computes 1 - 2 / (e^2x + 1).
const fn tanh(x: f32) -> f32 {
    ptx! {
        .reg .f32 %f<2>;
        mul.rn.ftz.f32      %f0, x, 0f4038AA3B;
        ex2.approx.ftz.f32  %f0, %f0;
        add.rn.ftz.f32      %f0, %f0, 0f3F800000;
        rcp.approx.ftz.f32  %f1, %f0;
        fma.rn.ftz.f32      %f1, %f1, 0fC0000000, 0f3F800000;
        %f1
    }
}

/// Computes x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
const fn gelu(x: f32) -> f32 {
    ptx! {
        .target sm_80
        .reg .f32 %f<3>;
        mul.rn.f32      %f0, x, x;
        mul.rn.f32      %f0, %f0, x;
        fma.rn.f32      %f0, %f0, 0f3D372713, x;
        mul.rn.f32      %f0, %f0, 0f3F4C422A;
        tanh.approx.f32 %f1, %f0;
        mul.rn.f32      %f2, x, 0f3F000000;
        fma.rn.f32      %f2, %f2, %f1, %f2;
        %f2
    }
}

fn arguments(limit: f32) -> Vec<f32> {
    let mut g = Random(1);
    (0..100_000).map(|_| g.float(-limit, limit)).collect()
}

#[test]
fn exp_is_within_its_argument_times_an_ulp() {
    for x in arguments(80.0) {
        let (exact, size) = (f64::from(x).exp(), f64::from(x).abs());
        within(exp(x), exact, exact * (two(-22.0) + size * two(-23.0)), x);
    }
    assert!(differences(arguments(80.0).into_iter().map(|x| (exp(x), x.exp()))) > 0);
    // Check that const evaluation gives the same bits.
    const E: f32 = exp(1.0);
    assert_eq!(E.to_bits(), exp(std::hint::black_box(1.0)).to_bits());
}

#[test]
fn pow_is_within_the_error_of_the_logarithm() {
    let mut g = Random(2);
    let operands: Vec<_> =
        (0..100_000).map(|_| (g.float(0.01, 100.0), g.float(-8.0, 8.0))).collect();
    for &(x, y) in &operands {
        let exact = f64::from(x).powf(f64::from(y));
        let (size, power) = (f64::from(y).abs(), (f64::from(y) * f64::from(x).log2()).abs());
        within(pow(x, y), exact, exact * (two(-21.0) + (size + power) * two(-22.0)), (x, y));
    }
    assert!(differences(operands.iter().map(|&(x, y)| (pow(x, y), x.powf(y)))) > 0);
}

#[test]
fn sigmoid_and_silu_are_within_four_ulps_and_their_argument() {
    for x in arguments(30.0) {
        let wide = f64::from(x);
        let exact = 1.0 / (1.0 + (-wide).exp());
        let bound = two(-21.0) + wide.abs() * two(-23.0);
        within(sigmoid(x), exact, exact * bound, x);
        within(silu(x), wide * exact, (wide * exact).abs() * (bound + two(-23.0)), x);
    }
    let host = |x: f32| 1.0 / (1.0 + (-x).exp());
    assert!(differences(arguments(30.0).into_iter().map(|x| (sigmoid(x), host(x)))) > 0);
    assert!(differences(arguments(30.0).into_iter().map(|x| (silu(x), x * host(x)))) > 0);
}

#[test]
fn tanh_by_exp_is_within_2_to_the_minus_20() {
    for x in arguments(10.0) {
        within(tanh(x), f64::from(x).tanh(), two(-20.0), x);
    }
    assert!(differences(arguments(10.0).into_iter().map(|x| (tanh(x), x.tanh()))) > 0);
    // For small arguments, the subtraction in `tanh` cancels all digits. The native function stays accurate.
    assert_eq!(tanh(1e-10), 0.0);
    assert_ne!(1e-10_f32.tanh(), 0.0);
}

#[test]
fn gelu_is_within_the_bound_of_tanh_approx() {
    let exact = |x: f64| {
        let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044715 * x * x * x);
        0.5 * x * (1.0 + inner.tanh())
    };
    for x in arguments(6.0) {
        within(gelu(x), exact(x.into()), f64::from(x).abs() * two(-12.0) + two(-24.0), x);
    }
    let host = |x: f32| {
        let inner = 0.797_884_6 * (x + 0.044_715 * x * x * x);
        0.5 * x * (1.0 + inner.tanh())
    };
    assert!(differences(arguments(6.0).into_iter().map(|x| (gelu(x), host(x)))) > 0);
}
