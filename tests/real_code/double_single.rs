//! Tests double-single arithmetic, in which a number is the sum of two f32.

use crate::exact::Dyadic;
use crate::{Random, two};
use arithmetic::double_single::{product, two_product, two_sum};
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
        // Native f32 arithmetic drops the low part of the product, so some results differ.
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
