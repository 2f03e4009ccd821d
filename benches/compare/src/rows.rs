//! Measures long arrays on one thread and on two: `fma.rz` on 10^8 elements, and the exponential of a softmax on 10^7.
//! The same loops are also measured with native floats, and with many passes over arrays that fit the caches.

use std::hint::black_box;
use std::time::Instant;

use ptx_core::{Rounding, Saturation, Sm, Subnormals, ex2_approx_f32, fma_f32, mul_f32, sub_f32};

/// The number of elements of arrays that fit the caches.
const CACHED: usize = 1_000_000;
const ROUNDS: usize = 30;
const LOG2_E: f32 = std::f32::consts::LOG2_E;

/// A loop over the operands. The loop writes its results to the third operand.
type Kernel = fn(&[f32], &[f32], &mut [f32]);

macro_rules! kernels {
    ($($name:ident |$a:pat_param, $b:pat_param, $d:pat_param| $value:expr;)*) => { $(
        fn $name(a: &[f32], b: &[f32], d: &mut [f32]) {
            ptx_wide::wide(move || {
                for (($a, $b), d) in a.iter().zip(b).zip(d) {
                    let $d = *d;
                    *d = $value;
                }
            });
        }
    )* };
}

kernels! {
    fma_rz |&a, &b, d| fma_f32(a, b, d, Rounding::Rz, Subnormals::Keep, Saturation::Off);
    mul_add |&a, &b, d| a.mul_add(b, d);
    softmax |&a, &b, _| {
        let x = sub_f32(a, b, Rounding::Rn, Subnormals::Keep, Saturation::Off);
        let x = mul_f32(x, LOG2_E, Rounding::Rn, Subnormals::Keep, Saturation::Off);
        ex2_approx_f32(x, Subnormals::Flush, Sm(90))
    };
    exp2 |&a, &b, _| ((a - b) * LOG2_E).exp2();
}

/// Returns the nanoseconds per element. Each thread computes its own part of the arrays.
fn time(kernel: Kernel, elements: usize, threads: usize, passes: usize) -> f64 {
    let of = |seed: usize| (0..elements).map(move |i| ((i * 37 + seed) % 1009) as f32 / 1009.0);
    let (a, b): (Vec<f32>, Vec<f32>) = (of(1).collect(), of(500).collect());
    let mut d: Vec<f32> = of(250).collect();
    let part = elements.div_ceil(threads);
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        std::thread::scope(|scope| {
            for ((a, b), d) in a.chunks(part).zip(b.chunks(part)).zip(d.chunks_mut(part)) {
                let mut run = move || {
                    for _ in 0..passes {
                        kernel(black_box(a), black_box(b), black_box(d));
                    }
                };
                if threads == 1 { run() } else { drop(scope.spawn(run)) }
            }
        });
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / (passes * elements) as f64);
    }
    best
}

pub fn all() {
    println!(
        "| kernel | elements | `wide` | native | ratio | two threads, to half of one |\n|---|---|---|---|---|---|"
    );
    let kernels: [(&str, Kernel, Kernel, usize, f64); 2] = [
        ("`fma.rz.f32`; native `mul_add`", fma_rz, mul_add, 100_000_000, 3.0),
        ("`sub`, `mul`, `ex2.approx.ftz`; native `exp2f`", softmax, exp2, 10_000_000, 1.1),
    ];
    for (name, ours, native, most, bound) in kernels {
        for elements in [most, CACHED] {
            let passes = most / elements;
            let time = |kernel, threads| time(kernel, elements, threads, passes);
            let (one, two, native) = (time(ours, 1), time(ours, 2), time(native, 1));
            let (ratio, share) = (one / native, 2.0 * two / one);
            let count =
                if passes == 1 { format!("{most}") } else { format!("{elements}, {passes} times") };
            println!(
                "| {name} | {count} | {one:.2} | {native:.2} | {ratio:.2} (aim {bound}) | {share:.2} (aim 1.1) |"
            );
        }
    }
}
