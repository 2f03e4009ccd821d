//! Tests softmax with a running maximum, layer normalisation, and normalisation with `rsqrt`.

use crate::{Random, differences, two, within};
use ptx::ptx;

/// Computes softmax in two passes: first the maximum and the sum of e^(x - maximum), then the quotients.
fn softmax(row: &mut [f32]) {
    let (mut maximum, mut sum) = (f32::NEG_INFINITY, 0.0_f32);
    for &x in row.iter() {
        ptx! {
            .reg .f32 %new, %scale, %term;
            max.f32             %new, maximum, x;
            sub.rn.f32          %scale, maximum, %new;
            mul.rn.f32          %scale, %scale, 0f3FB8AA3B;
            ex2.approx.ftz.f32  %scale, %scale;
            sub.rn.f32          %term, x, %new;
            mul.rn.f32          %term, %term, 0f3FB8AA3B;
            ex2.approx.ftz.f32  %term, %term;
            fma.rn.f32          sum, sum, %scale, %term;
            mov.f32             maximum, %new;
        }
    }
    for x in row {
        ptx! {
            .reg .f32 %t, %r;
            sub.rn.f32          %t, (*x), maximum;
            mul.rn.f32          %t, %t, 0f3FB8AA3B;
            ex2.approx.ftz.f32  %t, %t;
            rcp.approx.ftz.f32  %r, sum;
            mul.rn.f32          (*x), %t, %r;
        }
    }
}

/// Computes (x - mean) / sqrt(variance + 1e-5).
fn layer_norm(row: &mut [f32]) {
    let count = row.len() as f32;
    let (mut sum, mut squares) = (0.0_f32, 0.0_f32);
    for &x in row.iter() {
        ptx! { add.rn.f32 sum, sum, x; }
    }
    let mean: f32;
    ptx! { div.rn.f32 mean, sum, count; }
    for &x in row.iter() {
        ptx! { .reg .f32 %d; sub.rn.f32 %d, x, mean; fma.rn.f32 squares, %d, %d, squares; }
    }
    for x in row {
        ptx! {
            .reg .f32 %v, %d;
            div.rn.f32              %v, squares, count;
            add.rn.f32              %v, %v, 0f3727C5AC;
            rsqrt.approx.ftz.f32    %v, %v;
            sub.rn.f32              %d, (*x), mean;
            mul.rn.f32              (*x), %d, %v;
        }
    }
}

const fn normalised([x, y, z]: [f32; 3]) -> [f32; 3] {
    let r = ptx! {
        .reg .f32 %f<4>;
        mul.rn.f32              %f0, x, x;
        fma.rn.f32              %f0, y, y, %f0;
        fma.rn.f32              %f0, z, z, %f0;
        rsqrt.approx.ftz.f32    %f0, %f0;
        mul.rn.f32              %f1, x, %f0;
        mul.rn.f32              %f2, y, %f0;
        mul.rn.f32              %f3, z, %f0;
        (%f1, %f2, %f3)
    };
    [r.0, r.1, r.2]
}

fn row(g: &mut Random) -> Vec<f32> {
    (0..256).map(|_| g.float(-8.0, 8.0)).collect()
}

#[test]
fn softmax_is_within_2_to_the_minus_17() {
    let mut g = Random(3);
    let mut different = 0;
    for _ in 0..100 {
        let input = row(&mut g);
        let mut device = input.clone();
        softmax(&mut device);
        let maximum = input.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let exact: f64 = input.iter().map(|x| f64::from(*x).exp()).sum();
        let sum: f32 = input.iter().map(|x| (x - maximum).exp()).sum();
        for (d, x) in device.iter().zip(&input) {
            let exact = f64::from(*x).exp() / exact;
            within(*d, exact, exact * two(-17.0), x);
        }
        let host = input.iter().map(|x| (x - maximum).exp() / sum);
        different += differences(device.iter().copied().zip(host));
    }
    assert!(different > 0);
}

#[test]
fn layer_norm_is_within_2_to_the_minus_18() {
    let mut g = Random(4);
    let mut different = 0;
    for _ in 0..100 {
        let input = row(&mut g);
        let mut device = input.clone();
        layer_norm(&mut device);
        let count = input.len() as f64;
        let mean = input.iter().map(|x| f64::from(*x)).sum::<f64>() / count;
        let variance = input.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / count;
        for (d, x) in device.iter().zip(&input) {
            within(*d, (f64::from(*x) - mean) / (variance + 1e-5).sqrt(), two(-18.0), x);
        }
        let mean = input.iter().sum::<f32>() / 256.0;
        let variance = input.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / 256.0;
        let host = input.iter().map(|x| (x - mean) / (variance + 1e-5).sqrt());
        different += differences(device.iter().copied().zip(host));
    }
    assert!(different > 0);
}

#[test]
fn normalised_vectors_are_within_three_ulps() {
    let mut g = Random(5);
    let mut different = 0;
    for _ in 0..100_000 {
        let v = [(); 3].map(|()| g.float(-10.0, 10.0));
        let device = normalised(v);
        let length = v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        for (d, x) in device.iter().zip(v) {
            let exact = f64::from(x) / length;
            // The bound exceeds the sum of three errors: 2^-22.9 from `rsqrt`, 2^-23.4 from the sum of squares, and
            // 2^-24 from the product. The error 2^-23.4 is half of the sum's relative error, because `rsqrt` halves the
            // relative error of its operand.
            within(*d, exact, exact.abs() * two(-21.5), v);
        }
        let root = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        different += differences(device.into_iter().zip(v.map(|x| x / root)));
    }
    assert!(different > 0);
}
