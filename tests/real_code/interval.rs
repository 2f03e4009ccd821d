//! Tests interval arithmetic: lower bounds with `.rm`, upper bounds with `.rp`.

use ptx::ptx;

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) low: f32,
    pub(crate) high: f32,
}

pub(crate) const fn add(a: Interval, b: Interval) -> Interval {
    let (low, high);
    ptx! {
        add.rm.f32  low, (a.low), (b.low);
        add.rp.f32  high, (a.high), (b.high);
    }
    Interval { low, high }
}

/// Returns the product of intervals: min and max of the products of the bounds.
pub(crate) const fn mul(a: Interval, b: Interval) -> Interval {
    let (low, high);
    ptx! {
        .reg .f32 %f<4>;
        mul.rm.f32  %f0, (a.low), (b.low);
        mul.rm.f32  %f1, (a.low), (b.high);
        mul.rm.f32  %f2, (a.high), (b.low);
        mul.rm.f32  %f3, (a.high), (b.high);
        min.f32     %f0, %f0, %f1;
        min.f32     %f2, %f2, %f3;
        min.f32     low, %f0, %f2;
        mul.rp.f32  %f0, (a.low), (b.low);
        mul.rp.f32  %f1, (a.low), (b.high);
        mul.rp.f32  %f2, (a.high), (b.low);
        mul.rp.f32  %f3, (a.high), (b.high);
        max.f32     %f0, %f0, %f1;
        max.f32     %f2, %f2, %f3;
        max.f32     high, %f0, %f2;
    }
    Interval { low, high }
}

/// Returns the quotient of positive intervals.
pub(crate) const fn div(a: Interval, b: Interval) -> Interval {
    let (low, high);
    ptx! {
        div.rm.f32  low, (a.low), (b.high);
        div.rp.f32  high, (a.high), (b.low);
    }
    Interval { low, high }
}

/// Returns the square root of a positive interval.
pub(crate) const fn sqrt(a: Interval) -> Interval {
    let (low, high);
    ptx! {
        sqrt.rm.f32 low, (a.low);
        sqrt.rp.f32 high, (a.high);
    }
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::{Interval, add, div, mul, sqrt};
    use crate::Random;
    use crate::exact::Dyadic;
    use std::cmp::Ordering::{Equal, Greater, Less};

    fn interval(g: &mut Random, low: f32) -> Interval {
        let low = g.float(low, 100.0);
        Interval { low, high: low + g.float(0.0, 1.0) }
    }

    /// Checks that the bounds are tight. `order` compares with the exact bound: `low` must be the largest f32 for which
    /// it is not `Greater`, `high` the smallest for which it is not `Less`.
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
            // Native floats round both bounds to nearest, so one of them lies inside the exact interval.
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
}
