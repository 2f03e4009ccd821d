//! Compares ptx-core with MPFR:
//!
//! * every correctly rounded form, for random operands near the limits
//! * the half-precision functions, for all operands
//! * the largest errors of the multi-function unit
//! * double-single and interval arithmetic in PTX
//!
//! ```text
//! cargo run --release --manifest-path tests/mpfr/Cargo.toml
//! ```
//!
//! Building GMP and MPFR needs m4 and a C compiler, and takes some minutes.

mod halves;
mod programs;
mod unit;

use mpfr_reference::{OPERATIONS, Operation, Round, double, saturated, single};
use ptx_core::*;
use steered::{Random, triple_f32, triple_f64};

const SETS: usize = 1_000_000;

const ROUNDINGS: [(Rounding, Round); 4] = [
    (Rounding::Rn, Round::Nearest),
    (Rounding::Rz, Round::Zero),
    (Rounding::Rm, Round::Down),
    (Rounding::Rp, Round::Up),
];

/// An instruction of ptx-core, applied to the operands `[a, b, c]`.
type Single = fn([f32; 3], Rounding, Subnormals) -> f32;

fn check_f32(name: &str, op: Operation, f: Single, saturating: Option<Single>) {
    let mut g = Random(32);
    for _ in 0..SETS {
        let x = triple_f32(&mut g);
        let operands = x.map(f32::from_bits);
        for (r, round) in ROUNDINGS {
            for s in [Subnormals::Keep, Subnormals::Flush] {
                let expected = single(op, x, round, s);
                let result = f(operands, r, s).to_bits();
                assert_eq!(
                    result, expected,
                    "{name} {x:08x?} {r:?} {s:?}: {result:08x}, not {expected:08x}"
                );
                if let Some(f) = saturating {
                    let (result, expected) = (f(operands, r, s).to_bits(), saturated(expected));
                    assert_eq!(
                        result, expected,
                        "{name}.sat {x:08x?} {r:?} {s:?}: {result:08x}, not {expected:08x}"
                    );
                }
            }
        }
    }
    println!("{name}: {SETS} operand sets in every mode");
}

fn check_f64(word: &str, f: fn([f64; 3], Rounding) -> f64) {
    let (_, order, op) = *OPERATIONS.iter().find(|(name, ..)| *name == word).expect("an operation");
    let name = format!("{word}.f64");
    let mut g = Random(64);
    for _ in 0..SETS {
        let x = triple_f64(&mut g);
        for (r, round) in ROUNDINGS {
            let result = f(x.map(f64::from_bits), r).to_bits();
            let expected = double(op, order, x, round);
            assert_eq!(
                result, expected,
                "{name} {x:016x?} {r:?}: {result:016x}, not {expected:016x}"
            );
        }
    }
    println!("{name}: {SETS} operand sets in every mode");
}

/// Computes `fma.f32x2` and returns the lane at bit `at`. The other lane gets the same operands in another order.
fn fma_f32x2_lane([a, b, c]: [f32; 3], at: u32, r: Rounding, s: Subnormals) -> f32 {
    let pack = |x: f32, y: f32| u64::from(x.to_bits()) << at | u64::from(y.to_bits()) << (32 - at);
    f32::from_bits((fma_f32x2(pack(a, c), pack(b, a), pack(c, b), r, s) >> at) as u32)
}

fn main() {
    use Saturation::{Off, Sat};
    let [add, sub, mul, div, rcp, sqrt, fma] = OPERATIONS.map(|(_, _, operation)| operation);

    check_f32(
        "add.f32",
        add,
        |[a, b, _], r, s| add_f32(a, b, r, s, Off),
        Some(|[a, b, _], r, s| add_f32(a, b, r, s, Sat)),
    );
    check_f32(
        "sub.f32",
        sub,
        |[a, b, _], r, s| sub_f32(a, b, r, s, Off),
        Some(|[a, b, _], r, s| sub_f32(a, b, r, s, Sat)),
    );
    check_f32(
        "mul.f32",
        mul,
        |[a, b, _], r, s| mul_f32(a, b, r, s, Off),
        Some(|[a, b, _], r, s| mul_f32(a, b, r, s, Sat)),
    );
    check_f32(
        "fma.f32",
        fma,
        |[a, b, c], r, s| fma_f32(a, b, c, r, s, Off),
        Some(|[a, b, c], r, s| fma_f32(a, b, c, r, s, Sat)),
    );
    check_f32("div.f32", div, |[a, b, _], r, s| div_f32(a, b, r, s), None);
    check_f32("rcp.f32", rcp, |[a, ..], r, s| rcp_f32(a, r, s), None);
    check_f32("sqrt.f32", sqrt, |[a, ..], r, s| sqrt_f32(a, r, s), None);

    check_f32("fma.f32x2, lane 0", fma, |x, r, s| fma_f32x2_lane(x, 0, r, s), None);
    check_f32("fma.f32x2, lane 1", fma, |x, r, s| fma_f32x2_lane(x, 32, r, s), None);

    check_f64("add", |[a, b, _], r| add_f64(a, b, r));
    check_f64("sub", |[a, b, _], r| sub_f64(a, b, r));
    check_f64("mul", |[a, b, _], r| mul_f64(a, b, r));
    check_f64("div", |[a, b, _], r| div_f64(a, b, r));
    check_f64("fma", |[a, b, c], r| fma_f64(a, b, c, r));
    check_f64("rcp", |[a, ..], r| rcp_f64(a, r));
    check_f64("sqrt", |[a, ..], r| sqrt_f64(a, r));

    halves::check();
    programs::check();
    unit::check();
}
