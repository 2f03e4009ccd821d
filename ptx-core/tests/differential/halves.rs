//! Compares half precision with `rustc_apfloat`. Instructions with one operand are tested on all 2^16 numbers. In
//! instructions with two operands, the second operand is an edge case. The first operand is each of the 2^16 numbers in
//! a full run, otherwise every 23rd number. `fma` is tested on edge cases and random operands. Packed forms are
//! compared lane by lane.

use ptx_core::*;
use referee::half::{Bfloat16, Binary16, Format, NAN, bf16, f16};
use referee::operation::{self, Op, ROUNDINGS, SATURATIONS, SUBNORMALS};
use steered::Random;
use test_support::sample;

const KEEP: Subnormals = Subnormals::Keep;
const SIGN: u16 = 0x8000;
const RECTIFICATIONS: [Rectification; 2] = [Rectification::Linear, Rectification::Relu];
const OOB_NANS: [u16; 2] = [0x7ff7, 0xfff7];

/// Returns numbers of both signs near every limit of f16 and of bf16.
pub(crate) fn edges() -> Vec<u16> {
    #[rustfmt::skip]
    let magnitudes = [
        0, 1, 2, 0x003f, 0x0040, 0x007f, 0x0080, 0x0081, 0x01ff, 0x0200, 0x03ff, 0x0400, 0x0401,
        0x07ff, 0x0800, 0x0fff, 0x1000, 0x1001, 0x1400, 0x37ff, 0x3800, 0x3b80, 0x3bff, 0x3c00, 0x3c01,
        0x3e00, 0x3f7f, 0x3f80, 0x3f81, 0x3fc0, 0x4000, 0x4040, 0x5c00, 0x6bff, 0x7800, 0x7bfe, 0x7bff,
        0x7c00, 0x7c01, 0x7e00, 0x7eff, 0x7f00, 0x7f7f, 0x7f80, 0x7f81, 0x7fc0, 0x7ff7, NAN,
    ];
    magnitudes.iter().flat_map(|x| [*x, x | SIGN]).collect()
}

/// Returns random bits. A quarter of the results are near an edge of a format.
fn random(g: &mut Random) -> u16 {
    let bits = g.next();
    let edges = [0x0400, 0x0080, 0x3c00, 0x3f80, 0x7bff, 0x7f7f, 0x03ff, 0x1000];
    let near: u16 = edges[(bits >> 32) as usize % edges.len()];
    match bits >> 40 & 3 {
        0 => near.wrapping_add((bits & 7) as u16).wrapping_sub(4) ^ ((bits >> 20) as u16 & SIGN),
        _ => bits as u16,
    }
}

/// Checks triples of edge cases, then random operands.
fn triples(mut check: impl FnMut([u16; 3])) {
    super::combinations(3, &edges()).for_each(&mut check);
    let mut g = Random(5);
    for _ in 0..super::random_sets() {
        let (a, b) = (random(&mut g), random(&mut g));
        let c = match g.below(3) {
            0 => f16(Op::Mul, [a, b, 0], Rounding::Rn, KEEP) ^ SIGN,
            1 => bf16(Op::Mul, [a, b, 0], Rounding::Rn) ^ SIGN,
            _ => random(&mut g),
        };
        check([a, b, c.wrapping_add(g.below(3) as u16)]);
    }
}

fn saturated(x: u16, sat: Saturation) -> u16 {
    match sat {
        Saturation::Off => x,
        Saturation::Sat if x == NAN || x & SIGN != 0 => 0,
        Saturation::Sat => x.min(0x3c00),
    }
}

fn rectified(x: u16, relu: Rectification) -> u16 {
    if relu == Rectification::Relu && x & SIGN != 0 { 0 } else { x }
}

type F16 = fn(u16, u16, Rounding, Subnormals, Saturation) -> u16;
type F16x2 = fn(u32, u32, Rounding, Subnormals, Saturation) -> u32;

#[test]
fn add_sub_mul_f16_are_apfloat() {
    let forms: [(Op, F16, F16x2); 3] = [
        (Op::Add, add_f16, add_f16x2),
        (Op::Sub, sub_f16, sub_f16x2),
        (Op::Mul, mul_f16, mul_f16x2),
    ];
    for (op, f, pair) in forms {
        for b in edges() {
            for a in super::every_half() {
                // PTX has only `.rn`. To save time, the other roundings are tested only if the low byte of `a` is 00 or
                // ff.
                let all = a & 0xff == 0 || a & 0xff == 0xff;
                for r in &ROUNDINGS[..if all { 4 } else { 1 }] {
                    for s in SUBNORMALS {
                        let expected = f16(op, [a, b, 0], *r, s);
                        for sat in SATURATIONS {
                            let expected = saturated(expected, sat);
                            assert_eq!(
                                f(a, b, *r, s, sat),
                                expected,
                                "{op:?} {a:04x} {b:04x} {r:?} {s:?} {sat:?}"
                            );
                        }
                        let lanes = |x: u16, y: u16| u32::from(y) << 16 | u32::from(x);
                        let result = pair(lanes(a, b), lanes(b, a), *r, s, Saturation::Off);
                        let other = f16(op, [b, a, 0], *r, s);
                        assert_eq!(result, lanes(expected, other), "{op:?} {a:04x} {b:04x}");
                    }
                }
            }
        }
    }
}

type Bf16 = fn(u16, u16, Rounding) -> u16;
type Bf16x2 = fn(u32, u32, Rounding) -> u32;

#[test]
fn add_sub_mul_bf16_are_apfloat() {
    let forms: [(Op, Bf16, Bf16x2); 3] = [
        (Op::Add, add_bf16, add_bf16x2),
        (Op::Sub, sub_bf16, sub_bf16x2),
        (Op::Mul, mul_bf16, mul_bf16x2),
    ];
    for (op, f, pair) in forms {
        for b in edges() {
            for a in super::every_half() {
                for r in &ROUNDINGS[..if a & 0xf == 0xf { 4 } else { 1 }] {
                    let expected = bf16(op, [a, b, 0], *r);
                    assert_eq!(f(a, b, *r), expected, "{op:?} {a:04x} {b:04x} {r:?}");
                    let lanes = |x: u16, y: u16| u32::from(y) << 16 | u32::from(x);
                    let result = pair(lanes(b, a), lanes(a, b), *r);
                    assert_eq!(result >> 16, u32::from(expected), "{op:?} {a:04x} {b:04x} {r:?}");
                    assert_eq!(
                        result as u16,
                        bf16(op, [b, a, 0], *r),
                        "{op:?} {a:04x} {b:04x} {r:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn fma_f16_is_apfloat() {
    triples(|x @ [a, b, c]| {
        for r in ROUNDINGS {
            for s in SUBNORMALS {
                let expected = f16(Op::Fma, x, r, s);
                for sat in SATURATIONS {
                    assert_eq!(
                        fma_f16(a, b, c, r, s, sat),
                        saturated(expected, sat),
                        "{x:04x?} {r:?} {s:?} {sat:?}"
                    );
                }
                let positive = rectified(expected, Rectification::Relu);
                assert_eq!(fma_relu_f16(a, b, c, r, s), positive, "{x:04x?} {r:?} {s:?}");
            }
            let out_of_bounds = OOB_NANS.contains(&a) || OOB_NANS.contains(&b);
            let expected = if out_of_bounds { 0 } else { f16(Op::Fma, x, r, KEEP) };
            let clamped = saturated(expected, Saturation::Sat);
            assert_eq!(fma_oob_sat_f16(a, b, c, r), clamped, "{x:04x?} {r:?}");
            for relu in RECTIFICATIONS {
                let expected = rectified(expected, relu);
                assert_eq!(fma_oob_f16(a, b, c, r, relu), expected, "{x:04x?} {r:?} {relu:?}");
            }
        }
    });
}

#[test]
fn fma_bf16_is_apfloat() {
    triples(|x @ [a, b, c]| {
        for r in ROUNDINGS {
            let fused = bf16(Op::Fma, x, r);
            for relu in RECTIFICATIONS {
                let expected = rectified(fused, relu);
                assert_eq!(fma_bf16(a, b, c, r, relu), expected, "{x:04x?} {r:?} {relu:?}");
                let out_of_bounds = OOB_NANS.contains(&a) || OOB_NANS.contains(&b);
                let expected = if out_of_bounds { 0 } else { expected };
                assert_eq!(fma_oob_bf16(a, b, c, r, relu), expected, "{x:04x?} {r:?} {relu:?}");
            }
        }
    });
}

#[test]
fn pairs_of_fma_are_two_lanes() {
    use {Rectification::*, Rounding::*, Saturation::*, Subnormals::*};
    let mut g = Random(6);
    for _ in 0..super::random_sets() {
        let [x, y]: [[u16; 3]; 2] = [(); 2].map(|()| [(); 3].map(|()| random(&mut g)));
        let [a, b, c] = [0, 1, 2].map(|i| u32::from(y[i]) << 16 | u32::from(x[i]));
        let lanes = |f: &dyn Fn(u16, u16, u16) -> u16| {
            u32::from(f(y[0], y[1], y[2])) << 16 | u32::from(f(x[0], x[1], x[2]))
        };
        assert_eq!(
            fma_f16x2(a, b, c, Rn, Flush, Sat),
            lanes(&|a, b, c| fma_f16(a, b, c, Rn, Flush, Sat))
        );
        assert_eq!(
            fma_relu_f16x2(a, b, c, Rn, Keep),
            lanes(&|a, b, c| fma_relu_f16(a, b, c, Rn, Keep))
        );
        assert_eq!(
            fma_oob_f16x2(a, b, c, Rn, Relu),
            lanes(&|a, b, c| fma_oob_f16(a, b, c, Rn, Relu))
        );
        assert_eq!(fma_oob_sat_f16x2(a, b, c, Rn), lanes(&|a, b, c| fma_oob_sat_f16(a, b, c, Rn)));
        assert_eq!(
            fma_bf16x2(a, b, c, Rn, Linear),
            lanes(&|a, b, c| fma_bf16(a, b, c, Rn, Linear))
        );
        assert_eq!(
            fma_oob_bf16x2(a, b, c, Rn, Linear),
            lanes(&|a, b, c| fma_oob_bf16(a, b, c, Rn, Linear))
        );
    }
}

#[test]
fn neg_and_abs_change_the_sign_alone() {
    for a in 0..=u16::MAX {
        let magnitude = a & !SIGN;
        let lanes = u32::from(!a) << 16 | u32::from(a);
        for s in SUBNORMALS {
            let flushed = if s == Subnormals::Flush && magnitude < 0x0400 { a & SIGN } else { a };
            let nan = magnitude > 0x7c00;
            assert_eq!(neg_f16(a, s), if nan { NAN } else { flushed ^ SIGN }, "{a:04x} {s:?}");
            assert_eq!(abs_f16(a, s), if nan { NAN } else { flushed & !SIGN }, "{a:04x} {s:?}");
            let pair =
                |f: fn(u16, Subnormals) -> u16| u32::from(f(!a, s)) << 16 | u32::from(f(a, s));
            assert_eq!(neg_f16x2(lanes, s), pair(neg_f16), "{a:04x} {s:?}");
            assert_eq!(abs_f16x2(lanes, s), pair(abs_f16), "{a:04x} {s:?}");
        }
        let nan = magnitude > 0x7f80;
        assert_eq!(neg_bf16(a), if nan { NAN } else { a ^ SIGN }, "{a:04x}");
        assert_eq!(abs_bf16(a), if nan { NAN } else { magnitude }, "{a:04x}");
        let pair = |f: fn(u16) -> u16| u32::from(f(!a)) << 16 | u32::from(f(a));
        assert_eq!(neg_bf16x2(lanes), pair(neg_bf16), "{a:04x}");
        assert_eq!(abs_bf16x2(lanes), pair(abs_bf16), "{a:04x}");
    }
}

#[test]
fn mixed_precision_converts_exactly() {
    use referee::half::{converted_bf16, converted_f16};
    let mut g = Random(7);
    for _ in 0..sample(300_000, 6) {
        let (a, b) = (random(&mut g), random(&mut g));
        let c = match g.below(3) {
            0 => g.next() as u32,
            1 => converted_f16(random(&mut g)),
            _ => converted_bf16(random(&mut g)).wrapping_add(g.below(3) as u32),
        };
        let z = f32::from_bits(c);
        for r in ROUNDINGS {
            for sat in SATURATIONS {
                let expect = |op, x| operation::saturated(operation::f32(op, x, r, KEEP), sat);
                for (x, y, add, sub, fma) in [
                    (
                        converted_f16(a),
                        converted_f16(b),
                        add_f32_f16(a, z, r, sat),
                        sub_f32_f16(a, z, r, sat),
                        fma_f32_f16(a, b, z, r, sat),
                    ),
                    (
                        converted_bf16(a),
                        converted_bf16(b),
                        add_f32_bf16(a, z, r, sat),
                        sub_f32_bf16(a, z, r, sat),
                        fma_f32_bf16(a, b, z, r, sat),
                    ),
                ] {
                    let case = format!("{a:04x} {b:04x} {c:08x} {r:?} {sat:?}");
                    assert_eq!(add.to_bits(), expect(Op::Add, [x, c, 0]), "add {case}");
                    assert_eq!(sub.to_bits(), expect(Op::Sub, [x, c, 0]), "sub {case}");
                    assert_eq!(fma.to_bits(), expect(Op::Fma, [x, y, c]), "fma {case}");
                }
            }
        }
    }
}

/// A function on one half-precision number, the same function on a packed pair, and the digest of its results.
type Measured = (fn(u16) -> u16, fn(u32) -> u32, u64);

/// The digests (FNV-1a, one 64-bit word per result) of the results of an NVIDIA H100 80GB HBM3 for all 2^16 operands.
const CHIP: [Measured; 4] = [
    (ex2_approx_f16, ex2_approx_f16x2, 0x8072_9ac6_ad55_e21a),
    (ex2_approx_ftz_bf16, ex2_approx_ftz_bf16x2, 0x7080_9a4d_ea78_138a),
    (tanh_approx_f16, tanh_approx_f16x2, 0xad1f_2540_8717_7b9d),
    (tanh_approx_bf16, tanh_approx_bf16x2, 0x0483_e974_75bf_5a09),
];

#[test]
fn ex2_and_tanh_give_the_results_of_a_chip() {
    for (f, pair, expected) in CHIP {
        let step = |digest: u64, a| (digest ^ u64::from(f(a))).wrapping_mul(0x100_0000_01b3);
        assert_eq!((0..=u16::MAX).fold(0xcbf2_9ce4_8422_2325, step), expected);
        for a in 0..=u16::MAX {
            let lanes = u32::from(!a) << 16 | u32::from(a);
            assert_eq!(pair(lanes), u32::from(f(!a)) << 16 | u32::from(f(a)), "{a:04x}");
        }
    }
}

/// Tests that the hardware's truncation is reproduced: the magnitude of a result is at most one ulp below the exact
/// magnitude. The magnitude of a result exceeds the exact magnitude only by the error of the hardware's approximation.
#[test]
fn ex2_and_tanh_are_truncated() {
    fn check<F: Format>(f: fn(u16) -> u16, exact: fn(f64) -> f64) {
        for a in 0..=u16::MAX {
            let (x, found) = (F::widened(a), F::widened(f(a)));
            let exact = exact(x);
            if x.is_nan() || !found.is_finite() || exact.abs() < 2f64.powi(-126) {
                continue;
            }
            let away = F::widened(f(a) + 1);
            let error = exact.abs() * 2f64.powi(-16);
            let range = found.abs() - error..=away.abs() + error;
            assert!(!away.is_finite() || range.contains(&exact.abs()), "{a:04x}: {found}");
        }
    }
    check::<Binary16>(ex2_approx_f16, f64::exp2);
    check::<Bfloat16>(ex2_approx_ftz_bf16, f64::exp2);
    check::<Binary16>(tanh_approx_f16, f64::tanh);
    check::<Bfloat16>(tanh_approx_bf16, f64::tanh);
}
