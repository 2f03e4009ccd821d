//! Compares `neg`, `abs`, `copysign` and `testp` of `.f32` and `.f64` with the methods of Rust's floats that classify
//! numbers and change signs. The full run tests all 2^32 operands of `.f32`:
//!
//! ```text
//! cargo test --release -p ptx-core --test differential -- --ignored
//! ```

use ptx_core::*;
use referee::operation::{NAN_F32, SUBNORMALS};
use std::num::FpCategory::{self, Infinite, Nan, Normal, Subnormal, Zero};
use steered::{Random, edges_f32, edges_f64, triple_f32, triple_f64};

fn has(class: FpCategory, property: Property) -> bool {
    match property {
        Property::Finite => matches!(class, Zero | Subnormal | Normal),
        Property::Infinite => class == Infinite,
        Property::Number => class != Nan,
        Property::NotANumber => class == Nan,
        Property::Normal => matches!(class, Zero | Normal),
        Property::Subnormal => class == Subnormal,
    }
}

const PROPERTIES: [Property; 6] = [
    Property::Finite,
    Property::Infinite,
    Property::Number,
    Property::NotANumber,
    Property::Normal,
    Property::Subnormal,
];

fn unary_f32(a: u32) {
    let x = f32::from_bits(a);
    let class = x.classify();
    for property in PROPERTIES {
        assert_eq!(testp_f32(x, property), has(class, property), "{a:08x} {property:?}");
    }
    for s in SUBNORMALS {
        let flushed = s == Subnormals::Flush && class == Subnormal;
        let (neg, abs) = match class {
            Nan => (NAN_F32, NAN_F32),
            _ if flushed => (if x > 0.0 { 1 << 31 } else { 0 }, 0),
            _ => ((-x).to_bits(), x.abs().to_bits()),
        };
        assert_eq!(neg_f32(x, s).to_bits(), neg, "{a:08x} {s:?}");
        assert_eq!(abs_f32(x, s).to_bits(), abs, "{a:08x} {s:?}");
    }
}

#[test]
fn unary_signs_of_f32() {
    let mut g = Random(10);
    edges_f32().into_iter().for_each(unary_f32);
    (0..super::random_sets()).for_each(|_| unary_f32(g.next() as u32));
}

#[test]
#[ignore = "all 2^32 operands"]
fn unary_signs_of_all_f32() {
    (0..=u32::MAX).for_each(unary_f32);
}

#[test]
fn unary_signs_of_f64() {
    let mut g = Random(11);
    for a in edges_f64().into_iter().chain((0..super::random_sets()).map(|_| g.next())) {
        let x = f64::from_bits(a);
        for property in PROPERTIES {
            assert_eq!(testp_f64(x, property), has(x.classify(), property), "{a:016x}");
        }
        let (neg, abs) = match x.is_nan() {
            true => (a | 1 << 51, a | 1 << 51),
            false => ((-x).to_bits(), x.abs().to_bits()),
        };
        assert_eq!(neg_f64(x).to_bits(), neg, "{a:016x}");
        assert_eq!(abs_f64(x).to_bits(), abs, "{a:016x}");
    }
}

#[test]
fn copysign_has_the_opposite_order_of_rusts() {
    let mut g = Random(12);
    for _ in 0..super::random_sets() {
        let [a, b, _] = triple_f32(&mut g).map(f32::from_bits);
        assert_eq!(copysign_f32(a, b).to_bits(), b.copysign(a).to_bits());
        let [a, b, _] = triple_f64(&mut g).map(f64::from_bits);
        assert_eq!(copysign_f64(a, b).to_bits(), b.copysign(a).to_bits());
    }
}
