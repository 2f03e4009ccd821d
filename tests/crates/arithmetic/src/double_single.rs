//! Double-single arithmetic, which represents a number as the sum of two f32.

use ptx::ptx;

/// Returns the product of two f32 as the sum of two f32. The sum equals the exact product if no
/// part overflows or underflows.
#[must_use]
pub const fn two_product(a: f32, b: f32) -> (f32, f32) {
    ptx! {
        .reg .f32 %high, %low, %minus;
        mul.rn.f32  %high, a, b;
        neg.f32     %minus, %high;
        fma.rn.f32  %low, a, b, %minus;
        (%high, %low)
    }
}

/// Returns two f32: the rounded sum of the operands and its rounding error.
#[must_use]
pub const fn two_sum(a: f32, b: f32) -> (f32, f32) {
    ptx! {
        .reg .f32 %sum, %low, %t, %u;
        add.rn.f32  %sum, a, b;
        sub.rn.f32  %t, %sum, a;
        sub.rn.f32  %u, %sum, %t;
        sub.rn.f32  %u, a, %u;
        sub.rn.f32  %t, b, %t;
        add.rn.f32  %low, %u, %t;
        (%sum, %low)
    }
}

/// Multiplies two double-single numbers, with a relative error of at most 2^-44.
#[must_use]
pub const fn product(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
    let (high, low) = two_product(a.0, b.0);
    let (a_high, a_low, b_high, b_low) = (a.0, a.1, b.0, b.1);
    ptx! {
        .reg .f32 %l, %h, %r;
        fma.rn.f32  %l, a_high, b_low, low;
        fma.rn.f32  %l, a_low, b_high, %l;
        add.rn.f32  %h, high, %l;
        sub.rn.f32  %r, %h, high;
        sub.rn.f32  %r, %l, %r;
        (%h, %r)
    }
}
