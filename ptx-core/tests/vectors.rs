//! Results that are known: measured, read off machine code, or fixed by PTX's rules.

use ptx_core::Rounding::*;
use ptx_core::Saturation::*;
use ptx_core::Subnormals::*;
use ptx_core::*;

fn f(bits: u32) -> f32 {
    f32::from_bits(bits)
}

fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

const MODES: [Rounding; 4] = [Rn, Rz, Rm, Rp];
const NAN: u32 = 0x7fff_ffff;
const INVALID: u64 = 0xfff8_0000_0000_0000;

#[test]
fn flush_is_decided_after_rounding_with_unbounded_exponent() {
    let (a, b) = (f(0x9034_1366), f(0x2fb5_f7c4));
    assert_eq!(mul_f32(a, b, Rn, Flush, Off).to_bits(), 0x8000_0000);
    assert_eq!(mul_f32(a, b, Rm, Flush, Off).to_bits(), 0x8080_0000);
    assert_eq!(rcp_f32(f(0x7e80_0001), Rp, Flush).to_bits(), 0);
    assert_eq!(mul_f32(f(0x3f7f_ffff), f(0x0080_0000), Rn, Flush, Off).to_bits(), 0);
    assert_eq!(mul_f32(f(0x2180_0001), f(0x1e7f_fffe), Rn, Flush, Off).to_bits(), 0x0080_0000);
}

#[test]
fn flush_takes_subnormal_operands_as_zeros() {
    let (tiny, minus_tiny) = (f(0x007f_ffff), f(0x807f_ffff));
    for r in MODES {
        assert_eq!(rcp_f32(minus_tiny, r, Flush).to_bits(), 0xff80_0000);
        assert_eq!(sqrt_f32(tiny, r, Flush).to_bits(), 0);
        assert_eq!(sqrt_f32(minus_tiny, r, Flush).to_bits(), 0x8000_0000);
        assert_eq!(div_f32(1.0, minus_tiny, r, Flush).to_bits(), 0xff80_0000);
        assert_eq!(div_f32(tiny, minus_tiny, r, Flush).to_bits(), NAN);
        assert_eq!(mul_f32(tiny, f32::INFINITY, r, Flush, Off).to_bits(), NAN);
        assert_eq!(fma_f32(tiny, f32::MAX, 1.0, r, Flush, Off), 1.0);
        assert_eq!(add_f32(tiny, minus_tiny, Rm, Flush, Off).to_bits(), 0x8000_0000);
    }
}

#[test]
fn nan_of_f32_is_one() {
    let operands = [f(0xffc1_2345), f(0x7f80_0001), f(0xff80_0001), f(0x7fff_ffff)];
    for x in operands {
        for r in MODES {
            for s in [Keep, Flush] {
                let results = [
                    rcp_f32(x, r, s),
                    sqrt_f32(x, r, s),
                    div_f32(x, 2.0, r, s),
                    div_f32(2.0, x, r, s),
                    add_f32(x, 2.0, r, s, Off),
                    sub_f32(2.0, x, r, s, Off),
                    mul_f32(x, 0.0, r, s, Off),
                    fma_f32(x, 1.0, 1.0, r, s, Off),
                    fma_f32(1.0, 1.0, x, r, s, Off),
                ];
                assert!(results.iter().all(|d| d.to_bits() == NAN), "{results:?}");
                assert_eq!(fma_f32(x, 1.0, 1.0, r, s, Sat).to_bits(), 0);
            }
        }
    }
}

#[test]
fn invalid_operations_of_f32() {
    let infinity = f32::INFINITY;
    for r in MODES {
        for s in [Keep, Flush] {
            let results = [
                div_f32(0.0, -0.0, r, s),
                div_f32(infinity, infinity, r, s),
                sqrt_f32(-1.0, r, s),
                sqrt_f32(-infinity, r, s),
                add_f32(infinity, -infinity, r, s, Off),
                sub_f32(infinity, infinity, r, s, Off),
                mul_f32(0.0, -infinity, r, s, Off),
                fma_f32(0.0, infinity, 1.0, r, s, Off),
                fma_f32(1.0, infinity, -infinity, r, s, Off),
            ];
            assert!(results.iter().all(|d| d.to_bits() == NAN), "{results:?}");
        }
    }
}

#[test]
fn nan_of_f64_is_the_first_operand_made_quiet() {
    let (a, b, c) = (d(0x7ff0_0000_0000_000a), d(0xfff0_0000_0000_000b), d(0xfff8_0000_0000_000c));
    let (qa, qb, qc) = (0x7ff8_0000_0000_000a, 0xfff8_0000_0000_000b, 0xfff8_0000_0000_000c);
    for r in MODES {
        assert_eq!(rcp_f64(b, r).to_bits(), qb);
        assert_eq!(sqrt_f64(b, r).to_bits(), qb);
        for op in [add_f64, sub_f64, mul_f64, div_f64] {
            assert_eq!(op(a, b, r).to_bits(), qa);
            assert_eq!(op(b, a, r).to_bits(), qb);
            assert_eq!(op(1.0, a, r).to_bits(), qa);
            assert_eq!(op(0.0, b, r).to_bits(), qb);
        }
        assert_eq!(fma_f64(a, b, c, r).to_bits(), qa);
        assert_eq!(fma_f64(1.0, b, c, r).to_bits(), qb);
        assert_eq!(fma_f64(0.0, f64::INFINITY, c, r).to_bits(), qc);
    }
}

#[test]
fn invalid_operations_of_f64() {
    let infinity = f64::INFINITY;
    for r in MODES {
        let results = [
            div_f64(0.0, -0.0, r),
            div_f64(infinity, -infinity, r),
            sqrt_f64(-1.0, r),
            sqrt_f64(d(0x8000_0000_0000_0001), r),
            sqrt_f64(-infinity, r),
            add_f64(infinity, -infinity, r),
            sub_f64(infinity, infinity, r),
            mul_f64(0.0, -infinity, r),
            fma_f64(0.0, infinity, 1.0, r),
            fma_f64(1.0, infinity, -infinity, r),
        ];
        assert!(results.iter().all(|d| d.to_bits() == INVALID), "{results:?}");
    }
}

#[test]
fn exact_zero_sums_are_minus_zero_only_towards_minus_infinity() {
    for r in MODES {
        let zero = if r == Rm { -0.0_f64 } else { 0.0 };
        let single = (zero as f32).to_bits();
        assert_eq!(add_f32(1.5, -1.5, r, Keep, Off).to_bits(), single);
        assert_eq!(sub_f32(0.0, 0.0, r, Keep, Off).to_bits(), single);
        assert_eq!(fma_f32(2.0, 3.0, -6.0, r, Keep, Off).to_bits(), single);
        assert_eq!(add_f64(1.5, -1.5, r).to_bits(), zero.to_bits());
        assert_eq!(sub_f64(0.0, 0.0, r).to_bits(), zero.to_bits());
        assert_eq!(fma_f64(2.0, 3.0, -6.0, r).to_bits(), zero.to_bits());
        assert_eq!(fma_f64(-0.0, 3.0, 0.0, r).to_bits(), zero.to_bits());
        assert_eq!(fma_f64(-0.0, 3.0, -0.0, r).to_bits(), (-0.0_f64).to_bits());
        assert_eq!(add_f64(0.0, 0.0, r).to_bits(), 0);
        assert_eq!(sqrt_f32(-0.0, r, Keep).to_bits(), 0x8000_0000);
        assert_eq!(sqrt_f64(-0.0, r).to_bits(), 0x8000_0000_0000_0000);
    }
}

#[test]
fn saturation_clamps_the_rounded_result() {
    // Just below one, rounded up to it; just above zero, flushed.
    assert_eq!(add_f32(1.0, -1e-20, Rp, Keep, Sat), 1.0);
    assert_eq!(add_f32(1.0, -1e-20, Rz, Keep, Sat).to_bits(), 0x3f7f_ffff);
    assert_eq!(add_f32(1.0, 1e-20, Rp, Keep, Sat), 1.0);
    assert_eq!(mul_f32(1e-30, 1e-20, Rp, Keep, Sat).to_bits(), 1);
    assert_eq!(mul_f32(1e-30, 1e-20, Rp, Flush, Sat).to_bits(), 0);
    assert_eq!(mul_f32(-1e-20, 1e-20, Rn, Keep, Sat).to_bits(), 0);
    assert_eq!(sub_f32(-1.0, f32::INFINITY, Rn, Keep, Sat).to_bits(), 0);
    assert_eq!(fma_f32(f32::MAX, f32::MAX, 0.0, Rn, Keep, Sat), 1.0);
}

/// The host's NaN of 0 * infinity once got out, in const evaluation as 7ff8000000000000.
#[test]
fn fma_f64_of_zero_and_infinity_is_invalid_in_const() {
    const D: f64 = fma_f64(0.0, f64::NEG_INFINITY, f64::INFINITY, Rn);
    assert_eq!(D.to_bits(), INVALID);
}
