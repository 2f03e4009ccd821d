//! Compares `setp`, the combination of its results with a predicate, and `slct` with `rustc_apfloat` and exact
//! integers.

use crate::sets;
use ptx_core::Comparison::{Eq, Equ, F, Ge, Geu, Gt, Gtu, Le, Leu, Lt, Ltu, Nan, Ne, Neu, Num, T};
use ptx_core::*;
use referee::operation::SUBNORMALS;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use std::cmp::Ordering::{self, Equal, Greater, Less};
use steered::{Random, edges_f32, edges_f64, triple_f32, triple_f64};

/// Each comparison, with the orders of the two operands for which the comparison is true. `None` means unordered.
#[rustfmt::skip]
const COMPARISONS: [(Comparison, &[Option<Ordering>]); 16] = [
    (F,   &[]),
    (Eq,  &[Some(Equal)]),
    (Ne,  &[Some(Less), Some(Greater)]),
    (Lt,  &[Some(Less)]),
    (Le,  &[Some(Less), Some(Equal)]),
    (Gt,  &[Some(Greater)]),
    (Ge,  &[Some(Greater), Some(Equal)]),
    (Equ, &[None, Some(Equal)]),
    (Neu, &[None, Some(Less), Some(Greater)]),
    (Ltu, &[None, Some(Less)]),
    (Leu, &[None, Some(Less), Some(Equal)]),
    (Gtu, &[None, Some(Greater)]),
    (Geu, &[None, Some(Greater), Some(Equal)]),
    (Num, &[Some(Less), Some(Equal), Some(Greater)]),
    (Nan, &[None]),
    (T,   &[None, Some(Less), Some(Equal), Some(Greater)]),
];

fn flushed<F: Float>(x: F, s: Subnormals) -> F {
    if s == Subnormals::Flush && x.is_denormal() { F::ZERO.copy_sign(x) } else { x }
}

/// Checks the results of `setp` with every comparison, given the order of the operands.
fn check(
    outcome: Option<Ordering>,
    setp: impl Fn(Comparison) -> [bool; 2],
    what: impl Fn() -> String,
) {
    for (cmp, holds) in COMPARISONS {
        let expected = holds.contains(&outcome);
        assert_eq!(setp(cmp), [expected, !expected], "{} {cmp:?}", what());
    }
}

#[test]
fn setp_of_f32() {
    let mut g = Random(51);
    let mut n = 0;
    sets(
        2,
        edges_f32(),
        || triple_f32(&mut g),
        |[a, b, _]| {
            n += 1;
            // Random operands are rarely equal, so in every 16th pair both operands are equal.
            let b = if n % 16 == 0 { a } else { b };
            for s in SUBNORMALS {
                let [x, y] = [a, b].map(|x| flushed(Single::from_bits(x.into()), s));
                let [p, q] = [a, b].map(f32::from_bits);
                check(
                    x.partial_cmp(&y),
                    |cmp| setp_f32(p, q, cmp, s),
                    || format!("{a:08x} {b:08x} {s:?}"),
                );
            }
        },
    );
}

#[test]
fn setp_of_f64() {
    let mut g = Random(52);
    let mut n = 0;
    sets(
        2,
        edges_f64(),
        || triple_f64(&mut g),
        |[a, b, _]| {
            n += 1;
            let b = if n % 16 == 0 { a ^ 1 } else { b };
            let [x, y] = [a, b].map(|x| Double::from_bits(x.into()));
            let [p, q] = [a, b].map(f64::from_bits);
            check(x.partial_cmp(&y), |cmp| setp_f64(p, q, cmp), || format!("{a:016x} {b:016x}"));
        },
    );
}

/// Tests `setp` on every half-precision number, paired with edge cases, with itself, with the next bit pattern, and
/// with its negative.
#[test]
fn setp_of_halves() {
    let edges = [
        0u16, 1, 2, 0x007f, 0x0080, 0x0081, 0x03ff, 0x0400, 0x0401, 0x3bff, 0x3c00, 0x3c01, 0x3f7f,
        0x3f80, 0x3f81, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7f7f, 0x7f80, 0x7f81, 0x7fc0, 0x7fff,
    ];
    let edges: Vec<u16> = edges.iter().flat_map(|x| [*x, x | 0x8000]).collect();
    for a in super::every_half().chain(edges.iter().copied()) {
        for b in edges.iter().copied().chain([a, a.wrapping_add(1), a ^ 0x8000]) {
            let [x, y] = [a, b].map(|x| Half::from_bits(x.into()));
            for s in SUBNORMALS {
                let outcome = flushed(x, s).partial_cmp(&flushed(y, s));
                check(
                    outcome,
                    |cmp| setp_f16(a, b, cmp, s),
                    || format!("f16 {a:04x} {b:04x} {s:?}"),
                );
            }
            let [x, y] = [a, b].map(|x| BFloat::from_bits(x.into()));
            check(
                x.partial_cmp(&y),
                |cmp| setp_bf16(a, b, cmp),
                || format!("bf16 {a:04x} {b:04x}"),
            );
        }
    }
}

#[test]
fn setp_of_pairs_is_setp_of_lanes() {
    let mut g = Random(53);
    for _ in 0..100_000 {
        let [a, b] = [g.next(), g.next()].map(|x| x as u32);
        let b = if g.below(2) == 0 { b } else { a ^ (1 << g.below(32)) };
        let lane = |x: u32, i: u32| u128::from(x >> (16 * i) & 0xffff);
        for (cmp, holds) in COMPARISONS {
            for s in SUBNORMALS {
                let expected = [0, 1].map(|i| {
                    let [x, y] = [a, b].map(|x| flushed(Half::from_bits(lane(x, i)), s));
                    holds.contains(&x.partial_cmp(&y))
                });
                assert_eq!(setp_f16x2(a, b, cmp, s), expected, "{a:08x} {b:08x} {cmp:?} {s:?}");
            }
            let expected = [0, 1].map(|i| {
                let [x, y] = [a, b].map(|x| BFloat::from_bits(lane(x, i)));
                holds.contains(&x.partial_cmp(&y))
            });
            assert_eq!(setp_bf16x2(a, b, cmp), expected, "{a:08x} {b:08x} {cmp:?}");
        }
    }
}

macro_rules! integers {
    ($($test:ident: $($setp:ident $type:ident),*;)*) => { $(
        #[test]
        fn $test() {
            let mut g = Random(54);
            $(
                let edges = [0, 1, 2, $type::MAX, $type::MAX - 1, $type::MIN, $type::MIN + 1, $type::MAX / 2, !0, !1];
                let draw = || {
                    let [a, b] = [g.next(), g.next()].map(|x| x as $type >> (x % 3 * u64::from($type::BITS / 4)));
                    [a, if a & 1 == 0 { b } else { a ^ (b & 1) }, 0]
                };
                sets(2, edges.to_vec(), draw, |[a, b, _]| {
                    let outcome = (i128::from(a)).cmp(&i128::from(b));
                    check(Some(outcome), |cmp| $setp(a, b, cmp), || format!("{a} {b}"));
                });
            )*
        }
    )* };
}

integers! {
    setp_of_16_bits: setp_b16 u16, setp_u16 u16, setp_s16 i16;
    setp_of_32_bits: setp_b32 u32, setp_u32 u32, setp_s32 i32;
    setp_of_64_bits: setp_b64 u64, setp_u64 u64, setp_s64 i64;
}

#[test]
fn results_combined_and_as_values() {
    use Combination::{And, Or, Xor};
    for i in 0..8u32 {
        let [p, q, c] = [i & 1, i >> 1 & 1, i >> 2];
        let results = [p == 1, q == 1];
        // Computes the combinations with arithmetic: `and` is a product, `or` is a sum above 0, `xor` is an odd sum.
        let and = [p * c, q * c].map(|x| x == 1);
        let or = [p + c, q + c].map(|x| x > 0);
        let xor = [p + c, q + c].map(|x| x % 2 == 1);
        assert_eq!([And, Or, Xor].map(|op| boolop(results, c == 1, op)), [and, or, xor]);
        let all = [u32::from(set_u16(results)), u32::from(set_s16(results).cast_unsigned())];
        assert_eq!(all, [p * 0xffff; 2]);
        assert_eq!([set_u32(results), set_s32(results).cast_unsigned()], [p.wrapping_neg(); 2]);
        assert_eq!(set_f32(results).to_bits(), p * 0x3f80_0000);
        assert_eq!([set_f16(results), set_bf16(results)].map(u32::from), [p * 0x3c00, p * 0x3f80]);
        let lanes = p + 0x1_0000 * q;
        assert_eq!(
            [set_pair_u32(results), set_pair_s32(results).cast_unsigned()],
            [lanes * 0xffff; 2]
        );
        assert_eq!(
            [set_pair_f16x2(results), set_pair_bf16x2(results)],
            [lanes * 0x3c00, lanes * 0x3f80]
        );
    }
}

#[test]
fn slct_by_apfloat() {
    let mut g = Random(55);
    sets(
        1,
        edges_f32(),
        || triple_f32(&mut g),
        |[c, _, _]| {
            for s in SUBNORMALS {
                let x = flushed(Single::from_bits(c.into()), s);
                let expected = if x >= Single::ZERO { 1 } else { 2 };
                assert_eq!(slct_f32(1, 2, f32::from_bits(c), s), expected, "{c:08x} {s:?}");
            }
            let by_integer = if c >> 31 == 0 { 1 } else { 2 };
            assert_eq!(slct_s32(1, 2, c.cast_signed()), by_integer);
        },
    );
}
