//! Compares the integer forms of all matrix instructions, and the bit and f64 forms of `mma`, with exact arithmetic.

mod names;

use names::variants;
use ptx_core::mma::Type::{self, B1, F16, F32, F64, S32};
use ptx_core::mma::{self, BitOperation, Extras, Form, Operand, element, element_with};
use ptx_core::{Limit, Rounding, Sm};
use rustc_apfloat::ieee::Double;
use rustc_apfloat::{Float, Round};
use steered::{Random, triple_f64};

/// Returns the exact value of an integer element.
fn integer(element: Type, bits: u64) -> i128 {
    let (width, signed) = match element {
        Type::S8 => (8, true),
        Type::U8 => (8, false),
        Type::S4 => (4, true),
        _ => (4, false),
    };
    let value = i128::from(bits) % (1 << width);
    if signed && value >> (width - 1) == 1 { value - (1 << width) } else { value }
}

#[test]
fn integers() {
    let mut g = Random(32);
    let forms = Form::all().iter().filter(|form| {
        form.element_type(Operand::D) == Type::S32 && form.element_type(Operand::A) != Type::B1
    });
    for form in forms {
        let [types_a, types_b] = [Operand::A, Operand::B].map(|x| form.element_type(x));
        let (k, stored) = (usize::from(form.shape()[2]), usize::from(form.stored()));
        for round in 0..400 {
            let extreme = round % 4 == 0;
            let mut operand = |ty: Type, length| -> Vec<u64> {
                let least = 1 << (ty.bits() - 1);
                let mut any = || if extreme { least - g.below(2) } else { g.next() };
                (0..2 * length).map(|_| any()).collect()
            };
            let (a, b) = (operand(types_a, stored), operand(types_b, k));
            // The row of A is long enough for two instructions, so there are twice `form.chunks()` metadata digits. A
            // metadata digit has the positions of the two stored elements, or of the two stored pairs of 4-bit
            // elements.
            let chunks = 2 * form.chunks();
            let digits: Vec<u8> =
                (0..chunks).map(|_| [0x4, 0x8, 0x9, 0xc, 0xd, 0xe][g.below(6) as usize]).collect();
            let pairs = if types_a.bits() == 4 { 2 } else { 1 };
            let columns = digits.iter().enumerate().flat_map(|(chunk, digit)| {
                let places = [usize::from(digit % 4), usize::from(digit / 4)];
                let pairs =
                    places.map(|place| (0..pairs).map(move |i| (4 * chunk + place) * pairs + i));
                pairs.into_iter().flatten()
            });
            let selected: Vec<u64> = match chunks {
                0 => b.clone(),
                _ => columns.map(|column| b[column]).collect(),
            };
            let c = match g.below(3) {
                0 => (i32::MAX - g.below(1 << 22) as i32) as u32,
                1 => (i32::MIN + g.below(1 << 22) as i32) as u32,
                _ => g.next() as u32,
            };
            for form in variants(*form) {
                let mut d = i128::from(c as i32);
                for (a, b) in a.chunks(stored).zip(selected.chunks(stored)) {
                    let products =
                        a.iter().zip(b).map(|(x, y)| integer(types_a, *x) * integer(types_b, *y));
                    d += products.sum::<i128>();
                    d = match form.limit() {
                        Limit::Satfinite => d.clamp(i32::MIN.into(), i32::MAX.into()),
                        Limit::Unlimited => i128::from(d as i32),
                    };
                }
                let extras = Extras { metadata: &digits, ..Extras::NONE };
                let result = element_with(form, &a, &b, c.into(), &extras, form.since());
                assert_eq!(result, Some(u64::from(d as u32)), "{form:?} {a:x?} {b:x?} {c:x}");
            }
        }
    }
}

#[test]
fn bits() {
    let mut g = Random(1);
    for operation in [BitOperation::Xor, BitOperation::And] {
        let form = Form::mma([16, 8, 128], [S32, B1, B1, S32]).bits(operation);
        let form = form.build().expect("a form");
        for _ in 0..1000 {
            let mut row = || (0..256).map(|_| g.below(2)).collect::<Vec<u64>>();
            let (a, b) = (row(), row());
            let set = a.iter().zip(&b).filter(|(x, y)| match operation {
                BitOperation::Xor => x != y,
                BitOperation::And => **x == 1 && **y == 1,
            });
            let c = g.next() as u32;
            let expected = c.wrapping_add(set.count() as u32);
            assert_eq!(element(form, &a, &b, c.into(), Sm(80)), Some(expected.into()));
        }
    }
}

/// Returns `a * b + c`, rounded once. If an operand is a NaN, returns the first NaN in the order `b`, `c`, `a`,
/// quieted. If the operation is invalid, returns fff8000000000000.
fn fma(a: u64, b: u64, c: u64, round: Round) -> u64 {
    if let Some(nan) = [b, c, a].into_iter().find(|x| f64::from_bits(*x).is_nan()) {
        return nan | 1 << 51;
    }
    let [a, b, c] = [a, b, c].map(|x| Double::from_bits(x.into()));
    let d = a.mul_add_r(b, c, round).value;
    if d.is_nan() { 0xfff8_0000_0000_0000 } else { d.to_bits() as u64 }
}

#[test]
fn doubles() {
    let modes = [
        (Rounding::Rn, Round::NearestTiesToEven),
        (Rounding::Rz, Round::TowardZero),
        (Rounding::Rm, Round::TowardNegative),
        (Rounding::Rp, Round::TowardPositive),
    ];
    let mut g = Random(64);
    for (rounding, round) in modes {
        let form = Form::mma([8, 8, 4], [F64; 4]).rounding(rounding).build().expect("a form");
        for _ in 0..20_000 {
            let mut products: Vec<[u64; 3]> = (0..8).map(|_| triple_f64(&mut g)).collect();
            let c = products[0][2];
            // In half of the cases product 3 is the negative of product 2, so that sums cancel.
            if g.below(2) == 0 {
                let [a, b, _] = products[2];
                products[3] = [a ^ 1 << 63, b, 0];
            }
            let (a, b): (Vec<u64>, Vec<u64>) = products.iter().map(|[a, b, _]| (*a, *b)).unzip();
            let expected = products.iter().fold(c, |sum, [a, b, _]| fma(*a, *b, sum, round));
            assert_eq!(
                element(form, &a, &b, c, Sm(80)),
                Some(expected),
                "{rounding:?} {a:x?} {b:x?} {c:x}"
            );
        }
    }
}

#[test]
fn lengths_that_do_not_fit_are_rejected() {
    let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().expect("a form");
    assert_eq!(element(form, &[0; 8], &[0; 16], 0, Sm(80)), None);
    assert_eq!(element(form, &[0; 12], &[0; 12], 0, Sm(80)), None);
    assert_eq!(element(form, &[0; 16], &[0; 16], 0x3f80_0000, Sm(80)), Some(0x3f80_0000));
    assert_eq!(element(form, &[], &[], 0x3f80_0000, Sm(80)), Some(0x3f80_0000));
    assert_eq!(element(form, &[0; 8], &[0; 8], 0, Sm(70)), None);
    let mixed = Form::mma([8, 8, 4], [F32, F16, F16, F16]).build().expect("a form");
    assert_eq!(element(mixed, &[0; 4], &[0; 4], 0x3c00, Sm(70)), Some(0x3f80_0000));
    assert_eq!(element(mixed, &[0; 8], &[0; 8], 0x3c00, Sm(70)), None);
}
