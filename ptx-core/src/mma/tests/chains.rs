//! Compares chains of directed `fma` on f64 with `rustc_apfloat`.

use crate::fpu::chain::chains;
use crate::mode::Rounding::{self, Rm, Rn, Rp, Rz};
use rustc_apfloat::ieee::Double;
use rustc_apfloat::{Float, Round};
use steered::{Format, Operation, Random, edges_f64, operands};

/// Compares two equal chains with single steps. Returns whether `chains` computes them.
fn check(steps: &[[u64; 2]], c: u64, rounding: Rounding) -> bool {
    let a = steps.iter().map(|[a, _]| f64::from_bits(*a)).collect::<std::vec::Vec<_>>();
    let b = steps.iter().map(|[_, b]| [f64::from_bits(*b); 2]).collect::<std::vec::Vec<_>>();
    let Some(sums) = chains(&a, &b, &[f64::from_bits(c); 2], rounding) else { return false };
    let round = match rounding {
        Rn => Round::NearestTiesToEven,
        Rz => Round::TowardZero,
        Rm => Round::TowardNegative,
        Rp => Round::TowardPositive,
    };
    let double = |x: u64| Double::from_bits(x.into());
    let expected = steps
        .iter()
        .fold(double(c), |sum, [a, b]| double(*a).mul_add_r(double(*b), sum, round).value);
    for sum in sums {
        assert!(
            u128::from(sum.to_bits()) == expected.to_bits(),
            "{steps:x?} {c:x} {rounding:?}: {sum:e} instead of {expected}"
        );
    }
    true
}

#[test]
fn chains_are_those_of_apfloat() {
    let edges = edges_f64();
    let near = [0.0, 1.0, 1.5, 1.0 + f64::EPSILON].map(f64::to_bits);
    let near = near.map(|x| [x, x | 1 << 63]).concat();
    let triples = |list: &[u64], i: usize| {
        let n = list.len();
        [list[i % n], list[i / n % n], list[i / n / n]]
    };
    let mut g = Random(64);
    for rounding in [Rz, Rm, Rp] {
        for i in 0..near.len().pow(3) {
            let [a, b, c] = triples(&near, i);
            assert!(check(&[[a, b]], c, rounding), "{a:x} {b:x} {c:x} {rounding:?}");
        }
        for i in (0..edges.len().pow(3)).step_by(7) {
            let [a, b, c] = triples(&edges, i);
            check(&[[a, b]], c, rounding);
        }
        for _ in 0..5000 {
            let [a, b, c] = operands(Format::BINARY64, Operation::Fma, g.next());
            let [x, y, _] = operands(Format::BINARY64, Operation::Fma, g.next());
            check(&[[a, b], [x, y]], c, rounding);
        }
        // One column cannot be computed, so none is.
        let columns = [[1.0, f64::MAX], [1.0, 1.0]];
        for [y, c] in [columns, columns.map(|[x, y]| [y, x])].concat() {
            let expected = (y < f64::MAX && c < f64::MAX).then_some([2.0; 2]);
            assert_eq!(chains(&[1.0], &[[1.0, y]], &[1.0, c], rounding), expected);
        }
    }
    assert!(!check(&[[1.0_f64.to_bits(); 2]], 0, Rn));
}
