//! Compares the NaN results of `.f64` instructions with the results of a chip.

use ptx_core::Rounding::{self, Rm, Rn, Rp, Rz};
use ptx_core::mma::{self, Form, Type::F64};
use ptx_core::{
    Sm, abs_f64, add_f64, div_f64, fma_f64, max_f64, min_f64, mul_f64, neg_f64, rcp_f64,
    rsqrt_approx_f64, sqrt_f64, sub_f64,
};

/// Parses words of 16 hexadecimal digits.
fn words(column: &str) -> Vec<u64> {
    column.split(' ').map(|word| u64::from_str_radix(word, 16).unwrap()).collect()
}

/// Computes an instruction with a rounding. Returns `None` if the instruction has no such rounding.
fn compute(form: &str, x: &[u64], rounding: Rounding) -> Option<u64> {
    let is_nearest = rounding == Rn;
    let [a, b, c] = [0, 1, 2].map(|i| f64::from_bits(x.get(i).copied().unwrap_or_default()));
    let result = match form {
        "neg.f64" if is_nearest => neg_f64(a),
        "abs.f64" if is_nearest => abs_f64(a),
        "rcp.rn.f64" => rcp_f64(a, rounding),
        "sqrt.rn.f64" | "sqrt.rz.f64" => sqrt_f64(a, rounding),
        "rsqrt.approx.f64" if is_nearest => rsqrt_approx_f64(a),
        "add.rn.f64" => add_f64(a, b, rounding),
        "sub.rn.f64" => sub_f64(a, b, rounding),
        "mul.rn.f64" => mul_f64(a, b, rounding),
        "div.rn.f64" => div_f64(a, b, rounding),
        "min.f64" if is_nearest => min_f64(a, b),
        "max.f64" if is_nearest => max_f64(a, b),
        "fma.rn.f64" => fma_f64(a, b, c, rounding),
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64" => {
            let form = Form::mma([8, 8, 4], [F64; 4]).rounding(rounding).build()?;
            return mma::element(form, &[x[0], 0, 0, 0], &[x[1], 0, 0, 0], x[2], Sm(90));
        }
        _ => return None,
    };
    Some(result.to_bits())
}

/// Compares results with those of a chip. The operands of an instruction are all combinations of 12 numbers. If the
/// chip returns a NaN, the test uses all roundings, because the rounding does not affect which NaN the chip returns.
#[test]
fn nans_of_a_chip() {
    let mut rows = include_str!("data/nan_f64.tsv").lines().filter(|row| !row.starts_with('#'));
    let operands = words(rows.next().unwrap().strip_prefix("operands\t").unwrap());
    let (mut forms, mut count) = (0, 0);
    for row in rows {
        let (names, results) = row.split_once('\t').unwrap();
        let results = words(results);
        let arity = results.len().ilog(operands.len());
        for (i, expected) in results.iter().enumerate() {
            let digits = (0..arity).rev().map(|place| i / operands.len().pow(place));
            let x: Vec<u64> = digits.map(|digit| operands[digit % operands.len()]).collect();
            for name in names.split(' ') {
                let nearest = compute(name, &x, Rn);
                assert_eq!(nearest, Some(*expected), "{name} {x:016x?}");
                count += 1;
                for rounding in [Rz, Rm, Rp] {
                    if let Some(found) = compute(name, &x, rounding)
                        && f64::from_bits(*expected).is_nan()
                    {
                        assert_eq!(found, *expected, "{name} {rounding:?} {x:016x?}");
                    }
                }
            }
        }
        forms += names.split(' ').count();
    }
    assert_eq!((forms, count), (14, 6 * 12 + 6 * 144 + 2 * 1728));
}

/// Tests which NaN operand an instruction returns: the first in the order b, a for sums and products; b, c, a for
/// `fma`; a, b for `div`. The first triple of `fma` operands and its result are from a run on an NVIDIA H100 80GB HBM3.
#[test]
fn orders_of_nan_operands() {
    let nan = |payload: u64| f64::from_bits(0xfff0_0000_0000_0000 | payload);
    let quieted = |payload: u64| 0xfff8_0000_0000_0000 | payload;
    for r in [Rn, Rz, Rm, Rp] {
        assert_eq!(rcp_f64(nan(1), r).to_bits(), quieted(1));
        assert_eq!(sqrt_f64(nan(1), r).to_bits(), quieted(1));
        let [a, b, c] = [0xffff_ffff_ffff_ffff, 0xfff3_9c52_d9ce_440d, 0x3fef_ffff_ffff_ffff];
        let measured = fma_f64(f64::from_bits(a), f64::from_bits(b), f64::from_bits(c), r);
        assert_eq!(measured.to_bits(), 0xfffb_9c52_d9ce_440d);
        for operation in [add_f64, sub_f64, mul_f64] {
            assert_eq!(operation(nan(1), nan(2), r).to_bits(), quieted(2));
            assert_eq!(operation(nan(1), 0.0, r).to_bits(), quieted(1));
            assert_eq!(operation(0.0, nan(2), r).to_bits(), quieted(2));
        }
        assert_eq!(div_f64(nan(1), nan(2), r).to_bits(), quieted(1));
        assert_eq!(div_f64(0.0, nan(2), r).to_bits(), quieted(2));
        assert_eq!(fma_f64(nan(1), nan(2), nan(3), r).to_bits(), quieted(2));
        assert_eq!(fma_f64(nan(1), f64::INFINITY, nan(3), r).to_bits(), quieted(3));
        assert_eq!(fma_f64(0.0, f64::INFINITY, nan(3), r).to_bits(), quieted(3));
        assert_eq!(fma_f64(nan(1), f64::INFINITY, 0.0, r).to_bits(), quieted(1));
    }
}

/// A regression test: an earlier version of `abs.f64` returned a signaling NaN unchanged. An NVIDIA H100 80GB HBM3
/// quiets the NaN and keeps its sign.
#[test]
fn abs_quiets_a_nan_and_keeps_its_sign() {
    let found = abs_f64(f64::from_bits(0xfff0_689b_6381_57d3));
    assert_eq!(found.to_bits(), 0xfff8_689b_6381_57d3);
}

/// In const evaluation, native divisions return other NaNs than the chip.
#[test]
fn quotients_are_the_same_nans_in_const_evaluation() {
    const NAN: f64 = f64::from_bits(0xfff0_0000_0000_0001);
    const QUOTIENTS: [f64; 4] = [
        div_f64(0.0, 0.0, Rn),
        div_f64(f64::INFINITY, f64::INFINITY, Rn),
        div_f64(NAN, 1.0, Rn),
        div_f64(1.0, NAN, Rn),
    ];
    let (invalid, quieted) = (0xfff8_0000_0000_0000, 0xfff8_0000_0000_0001);
    assert_eq!(QUOTIENTS.map(f64::to_bits), [invalid, invalid, quieted, quieted]);
}
