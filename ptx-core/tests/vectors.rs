//! Compares instructions with known results. The results were measured on chips, or follow from machine code or from
//! the rules of PTX.

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
fn ftz_flushes_subnormal_operands() {
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
fn every_nan_of_f32_is_canonical() {
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
    // Clamping happens after rounding: numbers just below 1 may round up to 1. `.ftz` flushes a number just above zero.
    assert_eq!(add_f32(1.0, -1e-20, Rp, Keep, Sat), 1.0);
    assert_eq!(add_f32(1.0, -1e-20, Rz, Keep, Sat).to_bits(), 0x3f7f_ffff);
    assert_eq!(add_f32(1.0, 1e-20, Rp, Keep, Sat), 1.0);
    assert_eq!(mul_f32(1e-30, 1e-20, Rp, Keep, Sat).to_bits(), 1);
    assert_eq!(mul_f32(1e-30, 1e-20, Rp, Flush, Sat).to_bits(), 0);
    assert_eq!(mul_f32(-1e-20, 1e-20, Rn, Keep, Sat).to_bits(), 0);
    assert_eq!(sub_f32(-1.0, f32::INFINITY, Rn, Keep, Sat).to_bits(), 0);
    assert_eq!(fma_f32(f32::MAX, f32::MAX, 0.0, Rn, Keep, Sat), 1.0);
}

/// A regression test: an earlier version returned the native NaN of 0 * infinity, 7ff8000000000000, in const
/// evaluation.
#[test]
fn fma_f64_of_zero_and_infinity_is_invalid_in_const() {
    const D: f64 = fma_f64(0.0, f64::NEG_INFINITY, f64::INFINITY, Rn);
    assert_eq!(D.to_bits(), INVALID);
}

/// Tests NaN conversions with results that were measured on a B200. A regression test: an earlier version returned the
/// NaNs 7fffffff, 7fff and 7fffffffe0000000.
#[test]
fn cvt_from_and_to_f64_keeps_the_sign_and_payload_of_a_nan() {
    for r in MODES {
        assert_eq!(cvt_f16_f64(d(0x7ff8_0000_0000_0001), r, Off), 0x7e00);
        assert_eq!(cvt_f16_f64(d(0xfff4_0000_0000_0000), r, Off), 0xff00);
        assert_eq!(cvt_f16_f64(d(0xfff4_0000_0000_0000), r, Sat), 0);
        assert_eq!(cvt_bf16_f64(d(0x7ff8_0000_0000_0001), r), 0x7fc0);
        assert_eq!(cvt_bf16_f64(d(0xfff4_0000_0000_0000), r), 0xffe0);
        for s in [Keep, Flush] {
            assert_eq!(cvt_f32_f64(d(0xfff4_0000_2000_0000), r, s, Off).to_bits(), 0xffe0_0001);
            assert_eq!(cvt_f32_f64(d(0xfff4_0000_2000_0000), r, s, Sat).to_bits(), 0);
        }
    }
    assert_eq!(cvt_f64_f16(0xfd01, Off).to_bits(), 0xfffc_0400_0000_0000);
    assert_eq!(cvt_f64_bf16(0xff81).to_bits(), 0xfff8_2000_0000_0000);
}

/// Tests NaN conversions to tf32 with results that were measured on a B200. A regression test: an earlier version
/// returned the NaN 7fffffff.
#[test]
fn cvt_to_tf32_has_a_nan_without_the_low_bits() {
    let modes =
        [(Limit::Unlimited, Rectification::Linear), (Limit::Satfinite, Rectification::Relu)];
    for (limit, rectification) in modes {
        for r in [Rn, Rz] {
            assert_eq!(cvt_frnd2_tf32_f32(f(0xff80_0001), r, limit, rectification), 0x7fff_e000);
        }
    }
    assert_eq!(cvt_rna_tf32_f32(f(0x7f80_0001), Limit::Unlimited), 0x7f80_0000);
    assert_eq!(cvt_rna_tf32_f32(f(0x7fc0_0000), Limit::Satfinite), 0x7fbf_e000);
}

/// Tests that `.ftz` has no effect. The results follow from the machine code, which is the same with and without
/// `.ftz`.
#[test]
fn cvt_ftz_f16_f32_does_not_flush() {
    assert_eq!(cvt_f16_f32(f(0x8000_0001), Rm, Flush, Off), 0x8001);
    assert_eq!(cvt_f16_f32(f(0x0000_0001), Rp, Flush, Off), 0x0001);
    assert_eq!(cvt_f16_f32(f(0x0000_0001), Rp, Flush, Sat), 0x0001);
    assert_eq!(cvt_bf16_f32(f(0x0000_0001), Rp, Flush), 0);
}

/// Tests `bfe` and `bfi` with results of an independent test suite. The manual specifies that `bfe` and `bfi` use the
/// low eight bits of position and length. A regression test: an earlier version of `ptx-core` used only these eight
/// bits for 64-bit operands too.
#[test]
fn bfe_and_bfi_in_64_bits_use_all_bits_of_position_and_length() {
    let a = 0xe4fb_572a_c44f_f750;
    assert_eq!(bfe_u64(a, 303, 291), 0);
    assert_eq!(bfe_s64(a as i64, 303, 291), -1);
    let inserted = bfi_b64(0xf7d7_ab07_19ff_abbd, 0x59f4_4ec4_3558_e513, 4, 294);
    assert_eq!(inserted, 0x7d7a_b071_9ffa_bbd3);
}

/// Compares the FNV-1a-64 hash of 64^3 results with the hash of an H100. Two other rules give other hashes: flushing
/// before rounding gives f269fc70e5625987, and rounding to a subnormal number before flushing gives 62a6b5621e27c707.
#[test]
fn fma_rn_ftz_f32_has_the_hash_of_an_h100() {
    #[rustfmt::skip]
    let chosen: [u32; 22] = [
        0x0000_0000, 0x8000_0000, 0x0000_0001, 0x8000_0001, 0x007f_ffff, 0x807f_ffff, 0x0080_0000, 0x8080_0000,
        0x0080_0001, 0x8080_0001, 0x3f00_0000, 0xbf00_0000, 0x3f80_0000, 0xbf80_0000, 0x3f80_0001, 0xbf80_0001,
        0x3f7f_ffff, 0xbf7f_ffff, 0x7f7f_ffff, 0xff7f_ffff, 0x4b80_0001, 0xcb80_0001,
    ];
    let mut words = [0; 64];
    let mut state = 0x9a71_8bcd_u32;
    for (i, word) in words.iter_mut().enumerate() {
        *word = chosen.get(i).copied().unwrap_or_else(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state & 0xfeff_ffff
        });
    }
    let hash = |s| {
        (0..64 * 64 * 64).fold(0xcbf2_9ce4_8422_2325_u64, |hash, i| {
            let operand = |i: usize| {
                let x = f(words[i % 64]);
                // The program that ran on the H100 replaced subnormal operands by zeros, with and without `.ftz`.
                if x.is_subnormal() { 0.0_f32.copysign(x) } else { x }
            };
            let result = fma_f32(operand(i), operand(i / 64), operand(i / 4096), Rn, s, Off);
            let byte =
                |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            result.to_bits().to_le_bytes().into_iter().fold(hash, byte)
        })
    };
    assert_eq!(hash(Flush), 0xeb76_eb53_d65e_0007);
    assert_eq!(hash(Keep), 0xaed7_498f_99e0_7f49);
}

#[test]
fn ties_round_to_the_even_integer() {
    for (a, even) in [(0.5, 0.0), (1.5, 2.0), (2.5, 2.0), (3.5, 4.0), (-4.5, -4.0_f32)] {
        assert_eq!(cvt_irnd_f32_f32(a, Rn, Keep, Off).to_bits(), even.to_bits(), "{a}");
    }
    // The binary16 numbers 0.5, 1.5 and 2.5.
    let halves = [0x3800, 0x3e00, 0x4100].map(|a| cvt_irnd_f16_f16(a, Rn, Off));
    assert_eq!(halves, [0, 0x4000, 0x4000]);
}

#[test]
fn ftz_flushes_after_rounding_to_24_bits() {
    let product = |r| mul_f32(f(0x9034_1366), f(0x2fb5_f7c4), r, Flush, Off).to_bits();
    assert_eq!([product(Rn), product(Rm)], [0x8000_0000, 0x8080_0000]);
    // The number 2^-126 (1 - 2^-24) has 24 bits and is flushed by `.ftz`. Without `.ftz` this number is the midpoint
    // between the largest subnormal and the smallest normal number.
    let below = |r, s| fma_f32(f(0x3f7f_ffff), f(0x0080_0000), f(0), r, s, Off).to_bits();
    assert_eq!([below(Rn, Keep), below(Rn, Flush), below(Rp, Flush)], [0x0080_0000, 0, 0]);
}

#[test]
fn roots_in_every_segment_equal_native_roots() {
    for bits in (0x3f00_0000..0x4080_0000_u32).step_by(4099) {
        let a = f(bits);
        assert_eq!(sqrt_f32(a, Rn, Keep).to_bits(), a.sqrt().to_bits(), "{bits:08x}");
        let wide = f64::from(a) + f64::from(a).powi(7) * 1e-9;
        assert_eq!(sqrt_f64(wide, Rn).to_bits(), wide.sqrt().to_bits(), "{bits:08x}");
    }
}

#[test]
fn testp_treats_infinity_as_a_number() {
    assert!(!testp_f32(f32::INFINITY, Property::NotANumber));
    assert!(testp_f32(f32::INFINITY, Property::Number));
    assert!(testp_f32(f32::NAN, Property::NotANumber));
}

#[test]
fn fns_with_offset_zero_tests_the_bit_at_the_base() {
    assert_eq!(fns_b32(0b1000, 3, 0), 3);
}
