//! Tests interval arithmetic. Lower bounds are computed with `.rm`, upper bounds with `.rp`.

use crate::Random;
use crate::exact::Dyadic;
use arithmetic::interval::{Interval, add, div, mul, sqrt};
use std::cmp::Ordering::{Equal, Greater, Less};

fn interval(g: &mut Random, low: f32) -> Interval {
    let low = g.float(low, 100.0);
    Interval { low, high: low + g.float(0.0, 1.0) }
}

/// Returns whether both bounds are tight. Each function in `order` compares an f32 with an exact bound. The bound `low`
/// must be the largest f32 that is not above the exact lower bound. The bound `high` must be the smallest f32 that is
/// not below the exact upper bound.
fn tight(d: Interval, order: [&dyn Fn(f32) -> std::cmp::Ordering; 2]) -> bool {
    let low = order[0](d.low) != Greater && order[0](d.low.next_up()) == Greater;
    let high = order[1](d.high) != Less && order[1](d.high.next_down()) == Less;
    low && high
}

#[test]
fn bounds_are_the_tightest() {
    let mut g = Random(9);
    let mut inexact = 0;
    for _ in 0..100_000 {
        let (a, b) = (interval(&mut g, -100.0), interval(&mut g, -100.0));
        let [al, ah, bl, bh] = [a.low, a.high, b.low, b.high].map(Dyadic::new);
        let sum = add(a, b);
        let (low, high) = (al.plus(bl), ah.plus(bh));
        let order = |bound: Dyadic| move |x: f32| Dyadic::new(x).compare(bound);
        assert!(tight(sum, [&order(low), &order(high)]), "{a:?} + {b:?} = {sum:?}");
        let mut products = [al.times(bl), al.times(bh), ah.times(bl), ah.times(bh)];
        products.sort_by(|x, y| x.compare(*y));
        let product = mul(a, b);
        let order = [&order(products[0]), &order(products[3])] as [&dyn Fn(f32) -> _; 2];
        assert!(tight(product, order), "{a:?} * {b:?} = {product:?}");
        // Native operations round to nearest, so the result may be inside of the exact interval.
        inexact += usize::from(product.low.to_bits() != (a.low * b.low).to_bits());

        let (a, b) = (interval(&mut g, 0.01), interval(&mut g, 0.01));
        let [al, ah, bl, bh] = [a.low, a.high, b.low, b.high].map(Dyadic::new);
        let quotient = div(a, b);
        let low = |x: f32| Dyadic::new(x).times(bh).compare(al);
        let high = |x: f32| Dyadic::new(x).times(bl).compare(ah);
        assert!(tight(quotient, [&low, &high]), "{a:?} / {b:?} = {quotient:?}");
        let root = sqrt(a);
        let square = |x: f32| Dyadic::new(x).times(Dyadic::new(x));
        let low = |x: f32| square(x).compare(al);
        let high = |x: f32| square(x).compare(ah);
        assert!(tight(root, [&low, &high]), "sqrt {a:?} = {root:?}");
    }
    assert!(inexact > 0);
    assert_eq!(Dyadic::new(1.0).compare(Dyadic::new(1.0)), Equal);
}
