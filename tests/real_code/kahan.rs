//! Tests Kahan's compensated sum with operations that round toward zero.

use crate::exact::Dyadic;
use crate::{Random, two, within};
use ptx::ptx;

fn sum(numbers: &[f32]) -> f32 {
    let (mut sum, mut lost) = (0.0_f32, 0.0_f32);
    for &x in numbers {
        ptx! {
            .reg .f32 %y, %t;
            sub.rz.f32  %y, x, lost;
            add.rz.f32  %t, sum, %y;
            sub.rz.f32  lost, %t, sum;
            sub.rz.f32  lost, lost, %y;
            mov.f32     sum, %t;
        }
    }
    sum
}

#[test]
fn the_compensated_sum_is_within_two_ulps_of_the_exact_one() {
    let mut g = Random(6);
    let mut different = 0;
    for _ in 0..100 {
        let numbers: Vec<_> = (0..10_000).map(|_| g.float(0.5, 2.0)).collect();
        let exact = numbers.iter().map(|x| Dyadic::new(*x)).reduce(Dyadic::plus).unwrap().to_f64();
        within(sum(&numbers), exact, exact * two(-22.0), "sum");
        let plain =
            numbers.iter().fold(0.0, |sum, x| ptx! { .reg .f32 d; add.rz.f32 d, sum, (*x); d });
        assert!((f64::from(plain) - exact).abs() > exact * two(-20.0), "truncation adds up");
        different += usize::from(sum(&numbers).to_bits() != numbers.iter().sum::<f32>().to_bits());
    }
    assert!(different > 0);
}
