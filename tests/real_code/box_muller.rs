//! Tests the Box-Muller transform: two normally distributed numbers from two uniformly distributed numbers.

use crate::{Random, two, within};
use ptx::ptx;

/// Computes sqrt(-2 ln u) times the cosine and the sine of 2 pi v.
const fn box_muller(u: f32, v: f32) -> (f32, f32) {
    ptx! {
        .reg .f32 %f<5>;
        lg2.approx.f32  %f0, u;
        mul.rn.f32      %f0, %f0, 0fBFB17218;
        sqrt.approx.f32 %f0, %f0;
        mul.rn.f32      %f1, v, 0f40C90FDB;
        sin.approx.f32  %f2, %f1;
        cos.approx.f32  %f1, %f1;
        mul.rn.f32      %f3, %f0, %f1;
        mul.rn.f32      %f4, %f0, %f2;
        (%f3, %f4)
    }
}

#[test]
fn pairs_are_within_2_to_the_minus_18_and_normally_distributed() {
    let mut g = Random(10);
    let (mut different, mut sum, mut squares) = (0, 0.0, 0.0);
    const PAIRS: u32 = 100_000;
    for _ in 0..PAIRS {
        let (u, v) = (g.float(1e-6, 0.99), g.float(0.0, 1.0));
        let device = box_muller(u, v);
        let radius = (-2.0 * f64::from(u).ln()).sqrt();
        let angle = std::f64::consts::TAU * f64::from(v);
        // The bound exceeds the sum of the errors. Relative to the radius, the rounded angle has an error of 2^-22, and
        // sin and cos have an error of 2^-21. The absolute error of the logarithm contributes 2 ln 2 * 2^-22.5 / (2 *
        // radius). This part is largest near u = 1.
        let bound = radius * two(-20.0) + two(-22.0) / radius;
        within(device.0, radius * angle.cos(), bound, (u, v));
        within(device.1, radius * angle.sin(), bound, (u, v));
        let (radius, angle) = ((-2.0 * u.ln()).sqrt(), std::f32::consts::TAU * v);
        different += usize::from(device != (radius * angle.cos(), radius * angle.sin()));
        sum += f64::from(device.0 + device.1);
        squares += f64::from(device.0).powi(2) + f64::from(device.1).powi(2);
    }
    assert!(different > 0);
    let (mean, variance) = (sum / f64::from(2 * PAIRS), squares / f64::from(2 * PAIRS));
    assert!(mean.abs() < 0.01, "{mean}");
    // `u` is below 0.99, so the expected variance is 1.01 instead of 1.
    assert!((variance - 1.0).abs() < 0.03, "{variance}");
}
