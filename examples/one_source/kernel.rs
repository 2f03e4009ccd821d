//! Functions that the host and the device share: the softmax of a row, and saxpy.

/// Computes `a * x + y`, rounded towards zero.
#[inline]
pub(crate) fn saxpy(a: f32, x: f32, y: f32) -> f32 {
    let d: f32;
    ptx! { fma.rz.ftz.f32 d, a, x, y; }
    d
}

#[inline]
fn larger(a: f32, b: f32) -> f32 {
    let d: f32;
    ptx! { max.ftz.f32 d, a, b; }
    d
}

/// Computes e^(x - largest) like CUDA's `__expf`: multiplies the difference by log2(e), and computes a power of two.
#[inline]
fn exponential(x: f32, largest: f32) -> f32 {
    ptx! {
        .reg .f32 t;
        sub.rn.ftz.f32 t, x, largest;
        mul.rn.ftz.f32 t, t, 0f3FB8AA3B;
        ex2.approx.ftz.f32 t, t;
        t
    }
}

#[inline]
fn sum(a: f32, b: f32) -> f32 {
    let d: f32;
    ptx! { add.rn.ftz.f32 d, a, b; }
    d
}

/// Computes `e / total` as `e` times the reciprocal of `total`.
#[inline]
fn quotient(e: f32, total: f32) -> f32 {
    ptx! { .reg .f32 t; rcp.approx.ftz.f32 t, total; mul.rn.ftz.f32 t, e, t; t }
}

/// Writes the softmax of `row` to `result`.
pub(crate) fn softmax(row: &[f32], result: &mut [f32]) {
    let mut largest = f32::NEG_INFINITY;
    for x in row {
        largest = larger(largest, *x);
    }
    let mut total = 0.0;
    for (e, x) in result.iter_mut().zip(row) {
        *e = exponential(*x, largest);
        total = sum(total, *e);
    }
    for e in result {
        *e = quotient(*e, total);
    }
}
