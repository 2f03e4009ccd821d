//! Compares `div.approx`, `div.full` and `rsqrt.approx.f64` with the error bounds of the PTX ISA.
//!
//! By default, samples are tested. The full run prints the largest errors over three sets of operands. The sets are
//! every significand of the divisor with 64 dividends each, 10^8 random pairs of f32 numbers, and 10^8 f64 numbers:
//!
//! ```text
//! cargo test --release -p ptx-core --test approx_div -- --ignored --nocapture --test-threads=1
//! ```

mod worst;

use ptx_core::{Subnormals, Subnormals::*, *};
use worst::{Measure::*, normal, random, value, worst};

type Pair = (f32, f32);

/// Returns the exact quotient, or `None` if the PTX ISA has no error bound for these operands. The bound of
/// `div.approx` holds for |`b`| in [2^-126, 2^126], and the bound of `div.full` holds for any `b`. With `.ftz`, both
/// bounds hold only for normal operands and quotients.
fn promised(s: Subnormals, full: bool, (a, b): Pair) -> Option<f64> {
    let exact = f64::from(a) / f64::from(b);
    let divisor = full || (2f64.powi(-126)..=2f64.powi(126)).contains(&f64::from(b).abs());
    let numbers = match s {
        Keep => a.is_finite() && b.is_finite() && exact.abs() <= f32::MAX.into(),
        Flush => normal(a.into()) && normal(b.into()) && normal(exact),
    };
    (divisor && numbers).then_some(exact)
}

/// Checks that every result is at most 2 ulps from the f32 nearest to the quotient, and at most 2.5 ulps from the
/// quotient itself.
fn divisions(count: u64, stride: u64, what: &str, pair: fn(u64) -> Pair) {
    type Div = fn(f32, f32, Subnormals) -> f32;
    let forms: [(&str, Div, Subnormals, bool); 4] = [
        ("div.approx.f32", div_approx_f32, Keep, false),
        ("div.approx.ftz.f32", div_approx_f32, Flush, false),
        ("div.full.f32", div_full_f32, Keep, true),
        ("div.full.ftz.f32", div_full_f32, Flush, true),
    ];
    for (name, div, s, full) in forms {
        for (measure, bound) in [(UlpsFromNearest, 2.0), (Ulps, 2.5)] {
            let worst = worst(count, stride, pair, |(a, b)| {
                promised(s, full, (a, b)).map(|exact| measure.of(value(div(a, b, s)), exact))
            });
            let shown = measure.show(worst.error);
            let (a, b) = worst.at.map(|(a, b)| (a.to_bits(), b.to_bits())).unwrap();
            println!("{name:28} {shown:>22} at {a:08x}, {b:08x}, {what}");
            assert!(measure.keeps(worst.error, bound), "{name}: {shown} at {a:08x}, {b:08x}");
        }
    }
}

/// Returns pair `k` of 2^29 pairs of numbers in [1, 2). The pairs combine every significand of `b` with 64 significands
/// of `a`: 1, the next number, the largest, and 61 random significands.
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

/// Returns the error of `rsqrt.approx.f64` in ulps, computed from the residual `1 - a y²`. Fused multiply-adds compute
/// the low half of `y²` too, so the residual is precise although most bits cancel.
fn rsqrt_f64_error(a: f64) -> f64 {
    let y = rsqrt_approx_f64(a);
    // Scales `a` into [1, 4) by an even power of two, so that no intermediate result is subnormal.
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
