//! Compares `min` and `max` with the manual's pseudo-code.

use ptx_core::*;
use referee::extremum::{Modifiers, extremum};
use referee::half;
use referee::operation::NAN_F32;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use steered::{Random, edges_f32, edges_f64, triple_f32, triple_f64};
use test_support::sample;

const FALSE_TRUE: [bool; 2] = [false, true];

/// Returns `min` and `max`, each with every combination of `.NaN` and `.ftz`.
fn modifiers() -> impl Iterator<Item = Modifiers> {
    let plain = Modifiers { max: false, nan: false, abs: false, xorsign: false, ftz: false };
    FALSE_TRUE
        .into_iter()
        .flat_map(move |max| FALSE_TRUE.map(|nan| Modifiers { max, nan, ..plain }))
        .flat_map(|m| FALSE_TRUE.map(|ftz| Modifiers { ftz, ..m }))
}

fn nans(m: Modifiers) -> Nans {
    if m.nan { Nans::Propagated } else { Nans::Ignored }
}

fn subnormals(m: Modifiers) -> Subnormals {
    if m.ftz { Subnormals::Flush } else { Subnormals::Keep }
}

fn check_f32([a, b, c]: [u32; 3]) {
    let [x, y, z] = [a, b, c].map(f32::from_bits);
    let bits = |d: Option<Single>| d.map_or(NAN_F32, |d| d.to_bits() as u32);
    let [p, q, r] = [a, b, c].map(|x| Single::from_bits(x.into()));
    for m in modifiers() {
        let (s, n) = (subnormals(m), nans(m));
        let two = if m.max { max_f32(x, y, s, n) } else { min_f32(x, y, s, n) };
        assert_eq!(two.to_bits(), bits(extremum([p, q], m)), "{a:08x} {b:08x} {m:?}");
        let xorsign = if m.max { max_xorsign_abs_f32 } else { min_xorsign_abs_f32 };
        let m_xorsign = Modifiers { xorsign: true, abs: true, ..m };
        let result = xorsign(x, y, s, n).to_bits();
        assert_eq!(result, bits(extremum([p, q], m_xorsign)), "{a:08x} {b:08x} {m_xorsign:?}");
        for (abs, signs) in [(false, Signs::Signed), (true, Signs::Abs)] {
            let m = Modifiers { abs, ..m };
            let three = if m.max { max3_f32 } else { min3_f32 };
            let result = three(x, y, z, s, n, signs).to_bits();
            assert_eq!(result, bits(extremum([p, q, r], m)), "{a:08x} {b:08x} {c:08x} {m:?}");
        }
    }
}

#[test]
fn min_max_f32_are_the_manuals() {
    super::combinations(3, &edges_f32()).for_each(check_f32);
    let mut g = Random(8);
    for _ in 0..sample(300_000, 10) {
        check_f32(triple_f32(&mut g));
    }
}

#[test]
fn min_max_f64_are_the_manuals() {
    let mut g = Random(9);
    let edges = edges_f64();
    let pairs = edges.iter().flat_map(|a| edges.iter().map(|b| [*a, *b]));
    let random = (0..super::random_sets()).map(|_| {
        let [a, b, _] = triple_f64(&mut g);
        [a, b]
    });
    for [a, b] in pairs.chain(random) {
        for m in modifiers().filter(|m| !m.ftz && !m.nan) {
            let f = if m.max { max_f64 } else { min_f64 };
            let operands = [a, b].map(|x| Double::from_bits(x.into()));
            let expected = extremum(operands, m).map_or(b | 1 << 51, |d| d.to_bits() as u64);
            let result = f(f64::from_bits(a), f64::from_bits(b)).to_bits();
            assert_eq!(result, expected, "{a:016x} {b:016x} {m:?}");
        }
    }
}

type Half2 = (fn(u16, u16, Subnormals, Nans) -> u16, fn(u32, u32, Subnormals, Nans) -> u32);
type Bfloat2 = (fn(u16, u16, Nans) -> u16, fn(u32, u32, Nans) -> u32);

/// The functions for `min`, `max`, `min.xorsign.abs` and `max.xorsign.abs`, each for one number and for packed pairs.
const F16: [Half2; 4] = [
    (min_f16, min_f16x2),
    (max_f16, max_f16x2),
    (min_xorsign_abs_f16, min_xorsign_abs_f16x2),
    (max_xorsign_abs_f16, max_xorsign_abs_f16x2),
];
const BF16: [Bfloat2; 4] = [
    (min_bf16, min_bf16x2),
    (max_bf16, max_bf16x2),
    (min_xorsign_abs_bf16, min_xorsign_abs_bf16x2),
    (max_xorsign_abs_bf16, max_xorsign_abs_bf16x2),
];

fn expected<F: Float>(a: u16, b: u16, m: Modifiers) -> u16 {
    let operands = [a, b].map(|x| F::from_bits(x.into()));
    extremum(operands, m).map_or(half::NAN, |d| d.to_bits() as u16)
}

#[test]
fn min_max_of_halves_are_the_manuals() {
    let lanes = |x: u16, y: u16| u32::from(y) << 16 | u32::from(x);
    for b in crate::halves::edges().into_iter().step_by(5) {
        for a in super::every_half() {
            for m in
                modifiers().flat_map(|m| FALSE_TRUE.map(|x| Modifiers { abs: x, xorsign: x, ..m }))
            {
                let (s, n) = (subnormals(m), nans(m));
                let form = usize::from(m.max) + 2 * usize::from(m.xorsign);
                let (f, pair) = F16[form];
                let [there, back] = [expected::<Half>(a, b, m), expected::<Half>(b, a, m)];
                assert_eq!(f(a, b, s, n), there, "{a:04x} {b:04x} {m:?}");
                let pair = pair(lanes(a, b), lanes(b, a), s, n);
                assert_eq!(pair, lanes(there, back), "{a:04x} {b:04x} {m:?}");
                if m.ftz {
                    continue;
                }
                let (f, pair) = BF16[form];
                let [there, back] = [expected::<BFloat>(a, b, m), expected::<BFloat>(b, a, m)];
                assert_eq!(f(a, b, n), there, "{a:04x} {b:04x} {m:?}");
                let pair = pair(lanes(a, b), lanes(b, a), n);
                assert_eq!(pair, lanes(there, back), "{a:04x} {b:04x} {m:?}");
            }
        }
    }
}
