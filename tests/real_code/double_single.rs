//! Tests double-single arithmetic, in which a number is the sum of two f32.

use ptx::ptx;

/// Returns the product of two f32 as the sum of two f32, exact without underflow.
pub(crate) const fn two_product(a: f32, b: f32) -> (f32, f32) {
    ptx! {
        .reg .f32 %high, %low, %minus;
        mul.rn.f32  %high, a, b;
        neg.f32     %minus, %high;
        fma.rn.f32  %low, a, b, %minus;
        (%high, %low)
    }
}

/// Returns the sum of two f32 as the exact sum of two f32.
pub(crate) const fn two_sum(a: f32, b: f32) -> (f32, f32) {
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

/// Returns the product of two double-single numbers, with a relative error of at most 2^-44.
pub(crate) const fn product(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
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

#[cfg(test)]
mod tests {
    use super::{product, two_product, two_sum};
    use crate::exact::Dyadic;
    use crate::{Random, two};
    use std::cmp::Ordering::Equal;

    fn exact((high, low): (f32, f32)) -> Dyadic {
        Dyadic::new(high).plus(Dyadic::new(low))
    }

    #[test]
    fn two_products_and_two_sums_are_exact() {
        let mut g = Random(7);
        let mut different = 0;
        for _ in 0..100_000 {
            let (a, b) = (g.float(-1e6, 1e6), g.float(-1.0, 1.0));
            let (x, y) = (Dyadic::new(a), Dyadic::new(b));
            assert_eq!(exact(two_product(a, b)).compare(x.times(y)), Equal, "{a:e} * {b:e}");
            assert_eq!(exact(two_sum(a, b)).compare(x.plus(y)), Equal, "{a:e} + {b:e}");
            // The native product in f32 has no low part.
            different += usize::from(exact(two_product(a, b)).to_f64() != f64::from(a * b));
        }
        assert!(different > 0);
    }

    #[test]
    fn products_are_within_2_to_the_minus_44() {
        let mut g = Random(8);
        for _ in 0..100_000 {
            let [a, b] = [(); 2].map(|()| two_sum(g.float(0.1, 100.0), g.float(-1e-6, 1e-6)));
            let wanted = exact(a).times(exact(b));
            let error = exact(product(a, b)).minus(wanted).to_f64().abs();
            assert!(error <= wanted.to_f64() * two(-44.0), "{a:?} * {b:?}: {error:e}");
        }
    }
}
