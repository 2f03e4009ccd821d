//! Compares arithmetic, conversions, comparisons and integer instructions, in every mode, with `rustc_apfloat` and
//! exact integers. Most references are in the crate `referee`. The operands are all combinations of edge cases, and
//! random operands. In float arithmetic, half of the random operands are chosen so that the exact result is near a
//! rounding boundary.

#[path = "differential/compare.rs"]
mod compare;
#[path = "differential/convert.rs"]
mod convert;
#[path = "differential/halves.rs"]
mod halves;
#[path = "differential/integer.rs"]
mod integer;
#[path = "differential/min_max.rs"]
mod min_max;
#[path = "differential/signs.rs"]
mod signs;

use ptx_core::*;
use referee::operation::{self, Op, ROUNDINGS, SATURATIONS, SUBNORMALS, saturated};
use referee::root;
use steered::{Format, Operation, Random, edges_f32, edges_f64, triple_f32, triple_f64};
use test_support::{is_full, sample};

/// Returns the number of random tuples of operands for each form.
fn random_sets() -> usize {
    sample(1_000_000, 100)
}

/// Returns every half-precision number in a full run, otherwise every 23rd.
fn every_half() -> impl Iterator<Item = u16> {
    (0..=u16::MAX).step_by(if is_full() { 1 } else { 23 })
}

/// Returns all combinations of edge cases for the first `arity` operands. Of triples, returns every seventh unless tests
/// run in full.
fn combinations<T: Copy + Default>(arity: usize, edges: &[T]) -> impl Iterator<Item = [T; 3]> {
    let step = if arity < 3 || is_full() { 1 } else { 7 };
    let power = |place| edges.len().pow(place as u32);
    let operand = move |i: usize, place: usize| {
        if place < arity { edges[i / power(place) % edges.len()] } else { T::default() }
    };
    (0..power(arity)).step_by(step).map(move |i| [0, 1, 2].map(|place| operand(i, place)))
}

/// Calls `check` with combinations of edge cases for the first `arity` operands, then with random operands.
fn sets<T: Copy + Default>(
    arity: usize,
    edges: Vec<T>,
    mut random: impl FnMut() -> [T; 3],
    mut check: impl FnMut([T; 3]),
) {
    combinations(arity, &edges).for_each(&mut check);
    for _ in 0..random_sets() {
        check(random());
    }
}

fn operation(op: Op) -> Operation {
    match op {
        Op::Add => Operation::Add,
        Op::Sub => Operation::Sub,
        Op::Mul => Operation::Mul,
        Op::Div => Operation::Div,
        Op::Rcp => Operation::Rcp,
        Op::Fma => Operation::Fma,
    }
}

fn check_f32(
    op: Op,
    saturations: &[Saturation],
    f: impl Fn([f32; 3], Rounding, Subnormals, Saturation) -> f32,
) {
    let mut g = Random(op.arity() as u64);
    sets(
        op.arity(),
        edges_f32(),
        || match g.below(2) {
            0 => triple_f32(&mut g),
            _ => steered::operands(Format::BINARY32, operation(op), g.next()).map(|x| x as u32),
        },
        |x| {
            for r in ROUNDINGS {
                for s in SUBNORMALS {
                    let expected = operation::f32(op, x, r, s);
                    for sat in saturations {
                        let result = f(x.map(f32::from_bits), r, s, *sat).to_bits();
                        let expected = saturated(expected, *sat);
                        assert_eq!(
                            result, expected,
                            "{op:?} {x:08x?} {r:?} {s:?} {sat:?}: {result:08x}, not {expected:08x}"
                        );
                    }
                }
            }
        },
    );
}

fn check_f64(op: Op, f: impl Fn([f64; 3], Rounding) -> f64) {
    let mut g = Random(op.arity() as u64);
    sets(
        op.arity(),
        edges_f64(),
        || match g.below(2) {
            0 => triple_f64(&mut g),
            _ => steered::operands(Format::BINARY64, operation(op), g.next()),
        },
        |x| {
            for r in ROUNDINGS {
                let result = f(x.map(f64::from_bits), r).to_bits();
                let expected = operation::f64(op, x, r);
                assert_eq!(
                    result, expected,
                    "{op:?} {x:016x?} {r:?}: {result:016x}, not {expected:016x}"
                );
            }
        },
    );
}

const OFF: &[Saturation] = &[Saturation::Off];

#[test]
fn add_f32_is_apfloat() {
    check_f32(Op::Add, &SATURATIONS, |[a, b, _], r, s, sat| add_f32(a, b, r, s, sat));
}

#[test]
fn sub_f32_is_apfloat() {
    check_f32(Op::Sub, &SATURATIONS, |[a, b, _], r, s, sat| sub_f32(a, b, r, s, sat));
}

#[test]
fn mul_f32_is_apfloat() {
    check_f32(Op::Mul, &SATURATIONS, |[a, b, _], r, s, sat| mul_f32(a, b, r, s, sat));
}

#[test]
fn fma_f32_is_apfloat() {
    check_f32(Op::Fma, &SATURATIONS, |[a, b, c], r, s, sat| fma_f32(a, b, c, r, s, sat));
}

#[test]
fn div_f32_is_apfloat() {
    check_f32(Op::Div, OFF, |[a, b, _], r, s, _| div_f32(a, b, r, s));
}

#[test]
fn rcp_f32_is_apfloat() {
    check_f32(Op::Rcp, OFF, |[a, ..], r, s, _| rcp_f32(a, r, s));
}

#[test]
fn add_f64_is_apfloat() {
    check_f64(Op::Add, |[a, b, _], r| add_f64(a, b, r));
}

#[test]
fn sub_f64_is_apfloat() {
    check_f64(Op::Sub, |[a, b, _], r| sub_f64(a, b, r));
}

#[test]
fn mul_f64_is_apfloat() {
    check_f64(Op::Mul, |[a, b, _], r| mul_f64(a, b, r));
}

/// The product is 1 + 2^-31 + 2^-32 + 2^-51 + 2^-63 + 2^-83, times 2^-1023. Its upper 64 bits end with 2^-63, and the
/// other bits are not zero.
#[test]
fn subnormal_products_are_rounded_by_all_bits() {
    let [a, b] = [(523 << 52) | 1 << 21 | 1 << 1, (500 << 52) | 1 << 20].map(f64::from_bits);
    let below = 1 << 51 | 1 << 20 | 1 << 19 | 1;
    for (r, expected) in ROUNDINGS.into_iter().zip([below, below, below, below + 1]) {
        assert_eq!(mul_f64(a, b, r).to_bits(), expected, "{r:?}");
    }
}

#[test]
fn fma_f64_is_apfloat() {
    check_f64(Op::Fma, |[a, b, c], r| fma_f64(a, b, c, r));
}

#[test]
fn div_f64_is_apfloat() {
    check_f64(Op::Div, |[a, b, _], r| div_f64(a, b, r));
}

#[test]
fn rcp_f64_is_apfloat() {
    check_f64(Op::Rcp, |[a, ..], r| rcp_f64(a, r));
}

#[test]
fn sqrt_f32_is_the_integer_root() {
    let mut g = Random(1);
    sets(
        1,
        edges_f32(),
        || triple_f32(&mut g),
        |[a, ..]| {
            for r in ROUNDINGS {
                for s in SUBNORMALS {
                    let result = sqrt_f32(f32::from_bits(a), r, s).to_bits();
                    let expected = root::sqrt_f32(a, r, s);
                    assert_eq!(
                        result, expected,
                        "{a:08x} {r:?} {s:?}: {result:08x}, not {expected:08x}"
                    );
                }
            }
        },
    );
}

#[test]
fn sqrt_f64_is_the_integer_root() {
    let mut g = Random(1);
    // Half of the operands are squares or the numbers next to squares, so that roots are exact or almost exact.
    let operands = || {
        let [a, b, c] = triple_f64(&mut g);
        let short = f64::from_bits(a & !0 << 26);
        let square = (short * short).to_bits().wrapping_add(b % 3).wrapping_sub(1);
        if c & 1 == 0 { [a, b, c] } else { [square, b, c] }
    };
    sets(1, edges_f64(), operands, |[a, ..]| {
        for r in ROUNDINGS {
            let result = sqrt_f64(f64::from_bits(a), r).to_bits();
            let expected = root::sqrt_f64(a, r);
            assert_eq!(result, expected, "{a:016x} {r:?}: {result:016x}, not {expected:016x}");
        }
    });
}

#[test]
fn packed_f32_is_two_lanes() {
    type Packed = fn([u64; 3], Rounding, Subnormals) -> u64;
    let forms: [(Op, Packed); 4] = [
        (Op::Add, |[a, b, _], r, s| add_f32x2(a, b, r, s)),
        (Op::Sub, |[a, b, _], r, s| sub_f32x2(a, b, r, s)),
        (Op::Mul, |[a, b, _], r, s| mul_f32x2(a, b, r, s)),
        (Op::Fma, |[a, b, c], r, s| fma_f32x2(a, b, c, r, s)),
    ];
    let pack = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    for (op, f) in forms {
        let mut g = Random(2);
        for _ in 0..random_sets() {
            let (x, y) = (triple_f32(&mut g), triple_f32(&mut g));
            for r in ROUNDINGS {
                for s in SUBNORMALS {
                    let result = f([0, 1, 2].map(|i| pack(x[i], y[i])), r, s);
                    let expected = pack(operation::f32(op, x, r, s), operation::f32(op, y, r, s));
                    assert_eq!(result, expected, "{op:?} {x:08x?} {y:08x?} {r:?} {s:?}");
                }
            }
        }
    }
}

#[test]
fn mad_f32_is_apfloat_with_a_truncated_product() {
    let mut g = Random(3);
    sets(
        3,
        edges_f32(),
        || triple_f32(&mut g),
        |x @ [a, b, c]| {
            let [p, q, z] = x.map(f32::from_bits);
            for s in SUBNORMALS {
                for r in ROUNDINGS {
                    let expected = operation::mad_f32(x, r, s);
                    let result = mad_map_f64(p, q, z, r, s).to_bits();
                    assert_eq!(result, expected, "{a:08x} {b:08x} {c:08x} {r:?} {s:?}");
                }
                for sat in SATURATIONS {
                    let expected = saturated(operation::mad_f32(x, Rounding::Rn, s), sat);
                    let result = mad_f32(p, q, z, s, sat).to_bits();
                    assert_eq!(result, expected, "{a:08x} {b:08x} {c:08x} {s:?} {sat:?}");
                }
            }
        },
    );
}
