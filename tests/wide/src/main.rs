//! Runs loops with `ptx!` inside and outside of `ptx::wide`, and compares the result bits.

use ptx::{ptx, wide};

/// Computes powers of two.
#[inline(always)]
fn powers(x: &[f32], y: &mut [f32]) {
    for (&a, d) in x.iter().zip(y) {
        ptx! { ex2.approx.ftz.f32 (*d), a; }
    }
}

/// Computes a polynomial, rounded toward zero in every step.
#[inline(always)]
fn truncated(x: &[f32], y: &mut [f32]) {
    for (&a, d) in x.iter().zip(y) {
        *d = ptx! {
            .reg .f32 t;
            fma.rz.f32 t, a, 0f3F000000, 0f3F800000;
            fma.rz.f32 t, t, a, 0f3F800000;
            t
        };
    }
}

/// Blends two numbers with a weight that is clamped to [0, 1].
#[inline(always)]
fn blended(x: &[f32], y: &mut [f32]) {
    for (&a, d) in x.iter().zip(y) {
        let b = *d;
        *d = ptx! {
            .reg .f32 t, u;
            .reg .pred p;
            mul.ftz.f32 t, a, 0f3E800000;
            add.sat.f32 t, t, 0f3F000000;
            sub.f32 u, b, a;
            fma.rn.f32 u, u, t, a;
            max.f32 u, u, 0f00000000;
            min.f32 u, u, 0f437F0000;
            setp.gt.f32 p, a, b;
            neg.f32 t, u;
            selp.f32 u, u, t, p;
            u
        };
    }
}

/// Computes square roots with two rounding modes.
#[inline(always)]
fn roots(x: &[f32], y: &mut [f32]) {
    for (&a, d) in x.iter().zip(y) {
        *d = ptx! {
            .reg .f32 t, u;
            sqrt.rn.f32 t, a;
            sqrt.rz.ftz.f32 u, a;
            sub.f32 t, t, u;
            t
        };
    }
}

/// Computes a quotient, a product and a fused multiply-add in binary64. This crate enables `std`, so all three can use
/// `f64::mul_add`.
#[inline(always)]
fn doubles(x: &[f32], y: &mut [f32]) {
    for (&a, d) in x.iter().zip(y) {
        let b = *d;
        *d = ptx! {
            .reg .f64 s, t, u;
            cvt.f64.f32 s, a;
            cvt.f64.f32 t, b;
            div.rz.f64 u, s, t;
            mul.rp.f64 t, u, t;
            fma.rn.f64 t, u, s, t;
            .reg .f32 v;
            cvt.rn.f32.f64 v, t;
            v
        };
    }
}

/// Computes reciprocals of sines. The function `rcp.approx` is too large for the compiler to inline it by itself.
#[inline(always)]
fn cosecants(x: &[f32], y: &mut [f32]) {
    for (&a, d) in x.iter().zip(y) {
        *d = ptx! {
            .reg .f32 t;
            sin.approx.f32 t, a;
            rcp.approx.f32 t, t;
            t
        };
    }
}

fn operands(seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state
    };
    (0..4_097)
        .map(|i| if i % 2 == 0 { next() } else { 0x3c00_0000 | next() >> 5 })
        .map(f32::from_bits)
        .collect()
}

fn bits(x: &[f32]) -> Vec<u32> {
    x.iter().map(|x| x.to_bits()).collect()
}

fn main() {
    let x = operands(1);
    type Kernel = fn(&[f32], &mut [f32]);
    let mut plain = [(); 6].map(|()| operands(2));
    let mut widened = plain.clone();
    let kernels = [powers as Kernel, truncated, blended, roots, doubles, cosecants];
    for (kernel, y) in kernels.into_iter().zip(&mut plain) {
        kernel(&x, y);
    }
    let [a, b, c, d, e, f] = &mut widened;
    wide(
        #[inline(always)]
        || powers(&x, a),
    );
    wide(
        #[inline(always)]
        || truncated(&x, b),
    );
    wide(
        #[inline(always)]
        || blended(&x, c),
    );
    wide(
        #[inline(always)]
        || roots(&x, d),
    );
    wide(
        #[inline(always)]
        || doubles(&x, e),
    );
    wide(
        #[inline(always)]
        || cosecants(&x, f),
    );
    for (plain, widened) in plain.iter().zip(&widened) {
        assert_eq!(bits(plain), bits(widened));
    }
    println!("the same bits");
}
