//! Tests the approximate PTX instructions on special operands. Also tests operands at limits where the machine code
//! branches to another path, for example to scale the operand.

use ptx_core::{Sm, Subnormals, Subnormals::*, *};

const INF: u32 = 0x7f80_0000;
const NEG: u32 = 0x8000_0000;
const NAN: u32 = 0x7fff_ffff;
const ONE: u32 = 0x3f80_0000;
const NANS: [u32; 4] = [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xffff_ffff];
const BELOW_ZERO: [u32; 3] = [0x8080_0000, 0xbf80_0000, 0xff80_0000];
const BOTH: [Subnormals; 2] = [Keep, Flush];
const SMS: [Sm; 5] = [Sm(10), Sm(50), Sm(52), Sm(70), Sm(120)];

fn bits(f: impl Fn(f32) -> f32, x: u32) -> u32 {
    f(f32::from_bits(x)).to_bits()
}

#[track_caller]
fn row(f: impl Fn(f32) -> f32, inputs: &[u32], result: u32) {
    for &x in inputs {
        assert_eq!(bits(&f, x), result, "{x:08x}: {:08x}, expected {result:08x}", bits(&f, x));
    }
}

#[test]
fn rcp() {
    for s in BOTH {
        row(|a| rcp_approx_f32(a, s), &NANS, NAN);
        for sign in [0, NEG] {
            row(|a| rcp_approx_f32(a, s), &[sign], sign | INF);
            row(|a| rcp_approx_f32(a, s), &[sign | INF], sign);
            row(|a| rcp_approx_f32(a, s), &[sign | ONE], sign | ONE);
        }
    }
    for sign in [0, NEG] {
        row(|a| rcp_approx_f32(a, Flush), &[sign | 1, sign | 0x007f_ffff], sign | INF);
        row(|a| rcp_approx_f32(a, Flush), &[sign | 0x7e80_0001, sign | 0x7f7f_ffff], sign);
        // 2^-127 and 2^127 are reciprocals of each other. The reciprocal of 2^-128 and below overflows.
        row(|a| rcp_approx_f32(a, Keep), &[sign | 0x0040_0000], sign | 0x7f00_0000);
        row(|a| rcp_approx_f32(a, Keep), &[sign | 0x7f00_0000], sign | 0x0040_0000);
        row(|a| rcp_approx_f32(a, Keep), &[sign | 0x0020_0000, sign | 1], sign | INF);
    }
}

#[test]
fn sqrt() {
    for sm in SMS {
        for s in BOTH {
            row(|a| sqrt_approx_f32(a, s, sm), &NANS, NAN);
            row(|a| sqrt_approx_f32(a, s, sm), &BELOW_ZERO, NAN);
            row(|a| sqrt_approx_f32(a, s, sm), &[INF], INF);
            row(|a| sqrt_approx_f32(a, s, sm), &[ONE], ONE);
            row(|a| sqrt_approx_f32(a, s, sm), &[0], 0);
            row(|a| sqrt_approx_f32(a, s, sm), &[NEG], NEG);
        }
        row(|a| sqrt_approx_f32(a, Flush, sm), &[1, 0x007f_ffff], 0);
        row(|a| sqrt_approx_f32(a, Flush, sm), &[NEG | 1], NEG);
        row(|a| sqrt_approx_f32(a, Keep, sm), &[NEG | 1], NAN);
        // The square root of 2^-148 is 2^-74.
        row(|a| sqrt_approx_f32(a, Keep, sm), &[2], (127 - 74) << 23);
    }
    // The machine code for sm_50 differs from the machine code for sm_52, and so do the results.
    assert_ne!(sqrt_approx_f32(2.0, Flush, Sm(50)), sqrt_approx_f32(2.0, Flush, Sm(52)));
    assert_eq!(sqrt_approx_f32(2.0, Flush, Sm(32)), sqrt_approx_f32(2.0, Flush, Sm(50)));
}

#[test]
fn rsqrt() {
    for s in BOTH {
        row(|a| rsqrt_approx_f32(a, s), &NANS, NAN);
        row(|a| rsqrt_approx_f32(a, s), &BELOW_ZERO, NAN);
        row(|a| rsqrt_approx_f32(a, s), &[INF], 0);
        row(|a| rsqrt_approx_f32(a, s), &[ONE], ONE);
        row(|a| rsqrt_approx_f32(a, s), &[0], INF);
        row(|a| rsqrt_approx_f32(a, s), &[NEG], NEG | INF);
    }
    row(|a| rsqrt_approx_f32(a, Flush), &[1, 0x007f_ffff], INF);
    row(|a| rsqrt_approx_f32(a, Flush), &[NEG | 1], NEG | INF);
    row(|a| rsqrt_approx_f32(a, Keep), &[NEG | 1], NAN);
    row(|a| rsqrt_approx_f32(a, Keep), &[2], (127 + 74) << 23);
}

#[test]
fn lg2() {
    for s in BOTH {
        row(|a| lg2_approx_f32(a, s), &NANS, NAN);
        row(|a| lg2_approx_f32(a, s), &BELOW_ZERO, NAN);
        row(|a| lg2_approx_f32(a, s), &[INF], INF);
        row(|a| lg2_approx_f32(a, s), &[ONE], 0);
        row(|a| lg2_approx_f32(a, s), &[0, NEG], NEG | INF);
    }
    row(|a| lg2_approx_f32(a, Flush), &[1, 0x007f_ffff, NEG | 1], NEG | INF);
    row(|a| lg2_approx_f32(a, Keep), &[NEG | 1], NAN);
    row(|a| lg2_approx_f32(a, Keep), &[1], (-149.0f32).to_bits());
}

#[test]
fn ex2() {
    for sm in SMS {
        for s in BOTH {
            row(|a| ex2_approx_f32(a, s, sm), &NANS, NAN);
            row(|a| ex2_approx_f32(a, s, sm), &[INF, 0x4300_0000], INF);
            row(|a| ex2_approx_f32(a, s, sm), &[NEG | INF, NEG | 0x7f7f_ffff], 0);
            row(|a| ex2_approx_f32(a, s, sm), &[0, NEG, 1, NEG | 1, 0x007f_ffff], ONE);
        }
        let power = |n: f32| n.to_bits();
        row(|a| ex2_approx_f32(a, Keep, sm), &[power(-126.0)], 0x0080_0000);
        row(|a| ex2_approx_f32(a, Keep, sm), &[power(-128.0)], 0x0020_0000);
        row(|a| ex2_approx_f32(a, Keep, sm), &[power(-148.0)], 2);
        row(|a| ex2_approx_f32(a, Keep, sm), &[power(-151.0)], 0);
        row(|a| ex2_approx_f32(a, Flush, sm), &[power(-127.0), power(-149.0)], 0);
    }
}

#[test]
fn sin_cos() {
    for sm in SMS {
        for s in BOTH {
            row(|a| sin_approx_f32(a, s, sm), &NANS, NAN);
            row(|a| cos_approx_f32(a, s, sm), &NANS, NAN);
            for sign in [0, NEG] {
                row(|a| sin_approx_f32(a, s, sm), &[sign | INF], NAN);
                row(|a| cos_approx_f32(a, s, sm), &[sign | INF], NAN);
                row(|a| sin_approx_f32(a, s, sm), &[sign, sign | 1, sign | 0x007f_ffff], sign);
                row(|a| cos_approx_f32(a, s, sm), &[sign, sign | 1, sign | 0x007f_ffff], ONE);
            }
        }
    }
}

#[test]
fn sin_cos_of_turns() {
    row(sin_approx_2pi_ftz_f32, &NANS, NAN);
    row(cos_approx_2pi_ftz_f32, &NANS, NAN);
    for sign in [0, NEG] {
        let turns = |a: f32| sign | a.to_bits();
        row(sin_approx_2pi_ftz_f32, &[sign | INF], NAN);
        row(cos_approx_2pi_ftz_f32, &[sign | INF], NAN);
        let whole = [sign, sign | 1, sign | 0x007f_ffff, turns(1.0), turns(7.0), turns(f32::MAX)];
        row(sin_approx_2pi_ftz_f32, &whole, sign);
        row(cos_approx_2pi_ftz_f32, &whole, ONE);
        // The unit truncates the operand to multiples of 2^-25.
        row(sin_approx_2pi_ftz_f32, &[turns(2f32.powi(-25)).wrapping_sub(1)], sign);
        row(sin_approx_2pi_ftz_f32, &[turns(0.25), turns(5.25)], sign | ONE);
        row(sin_approx_2pi_ftz_f32, &[turns(0.75)], (sign ^ NEG) | ONE);
        row(cos_approx_2pi_ftz_f32, &[turns(0.5), turns(2.5)], NEG | ONE);
        row(cos_approx_2pi_ftz_f32, &[turns(0.25)], NEG);
        row(cos_approx_2pi_ftz_f32, &[turns(0.75)], 0);
    }
}

/// Before MUFU.SIN and MUFU.COS, `sin.approx` and `cos.approx` multiply the operand by 1/(2π). `.2pi` omits the product.
#[test]
fn turns_are_the_scaled_radians() {
    let scale = f32::from_bits(0x3e22_f983);
    for bits in (0..=u32::MAX).step_by(65_521) {
        let a = f32::from_bits(bits);
        let scaled = mul_f32(a, scale, Rounding::Rz, Keep, Saturation::Off);
        let (sin, cos) = (sin_approx_2pi_ftz_f32(scaled), cos_approx_2pi_ftz_f32(scaled));
        assert_eq!(sin.to_bits(), sin_approx_f32(a, Keep, Sm(75)).to_bits(), "{bits:08x}");
        assert_eq!(cos.to_bits(), cos_approx_f32(a, Keep, Sm(75)).to_bits(), "{bits:08x}");
    }
}

#[test]
fn tanh() {
    row(tanh_approx_f32, &NANS, NAN);
    for sign in [0, NEG] {
        row(tanh_approx_f32, &[sign], sign);
        row(tanh_approx_f32, &[sign | 1], sign | 1);
        row(tanh_approx_f32, &[sign | INF, sign | 0x7f7f_ffff, sign | 0x4180_0000], sign | ONE);
    }
}

/// Each row has a, b, and the results of `div.approx`, `div.approx.ftz`, `div.full` and `div.full.ftz`.
#[test]
fn div() {
    #[rustfmt::skip]
    let rows = [
        (0, 0, [NAN; 4]),
        (INF, INF, [NAN; 4]),
        (0x7f80_0001, ONE, [NAN; 4]),
        (ONE, 0xffc0_0000, [NAN; 4]),
        (ONE, 0, [INF; 4]),
        (ONE, NEG, [NEG | INF; 4]),
        (0, ONE, [0; 4]),
        (NEG, ONE, [NEG; 4]),
        (ONE, INF, [0; 4]),
        (ONE, NEG | INF, [NEG; 4]),
        (INF, ONE, [INF; 4]),
        (ONE, ONE, [ONE; 4]),
        // This row divides 2^127 by 2^127. MUFU.RCP flushes the reciprocal of a divisor above 2^126 to zero. `div.full`
        // scales both operands first.
        (0x7f00_0000, 0x7f00_0000, [0, 0, ONE, ONE]),
        (INF, 0x7f00_0000, [NAN, NAN, INF, INF]),
        // The reciprocal of 2^126 is not flushed.
        (0x7e80_0000, 0x7e80_0000, [ONE; 4]),
        // A subnormal divisor is flushed to zero with .ftz, and scaled without .ftz.
        (0x0040_0000, 0x0040_0000, [ONE, NAN, ONE, NAN]),
        (ONE, 0x0040_0000, [0x7f00_0000, INF, 0x7f00_0000, INF]),
        (0x0080_0000, 0x4000_0000, [0x0040_0000, 0, 0x0040_0000, 0]),
    ];
    for (a, b, results) in rows {
        let [x, y] = [a, b].map(f32::from_bits);
        let got = [
            div_approx_f32(x, y, Keep),
            div_approx_f32(x, y, Flush),
            div_full_f32(x, y, Keep),
            div_full_f32(x, y, Flush),
        ];
        assert_eq!(got.map(f32::to_bits), results, "{a:08x} / {b:08x}");
    }
}

#[test]
fn f64_forms() {
    let rcp = |x| rcp_approx_ftz_f64(f64::from_bits(x)).to_bits();
    let rsqrt_ftz = |x| rsqrt_approx_ftz_f64(f64::from_bits(x)).to_bits();
    let rsqrt = |x| rsqrt_approx_f64(f64::from_bits(x)).to_bits();
    const SIGN: u64 = 1 << 63;
    const INFINITY: u64 = 0x7ff << 52;
    for sign in [0, SIGN] {
        for zero_or_subnormal in [sign, sign | 1, sign | 0xf_ffff_ffff_ffff] {
            assert_eq!(rcp(zero_or_subnormal), sign | INFINITY);
            assert_eq!(rsqrt_ftz(zero_or_subnormal), sign | INFINITY);
        }
        assert_eq!(rcp(sign | INFINITY), sign);
        assert_eq!(rcp(sign | INFINITY | 1), sign, "a payload in the low word is not seen");
        assert_eq!(rcp(sign | INFINITY | 1 << 32), 0x7fff_ffff_0000_0000);
        assert_eq!(rsqrt(sign), sign | INFINITY);
        assert_eq!(rsqrt(sign | INFINITY | 1), sign | INFINITY | 1 << 51 | 1, "quieted");
    }
    assert_eq!(rcp(0x4014_0000_0000_0000), 0x3fc9_9999_0000_0000);
    assert_eq!(rsqrt(INFINITY), 0);
    assert_eq!(rsqrt_ftz(INFINITY), 0);
    for negative in [SIGN | 1, (-1.0f64).to_bits(), SIGN | INFINITY] {
        assert_eq!(rsqrt(negative), 0xfff8_0000_0000_0000);
    }
    assert_eq!(rsqrt_ftz((-1.0f64).to_bits()), 0x7fff_ffff_0000_0000);
    // The result for an even power of two is exact, even if the operand is subnormal.
    for k in (-1074..1024).step_by(2) {
        let root = 2f64.powi(k / 2);
        assert_eq!(rsqrt((root * root).to_bits()), root.recip().to_bits(), "2^{k}");
    }
}

#[test]
fn map_f64_to_f32() {
    let narrow = |x: f64| narrow_map_f64(x).to_bits();
    assert_eq!(narrow(0.1), 0.1f32.to_bits());
    assert_eq!(narrow(1.0 + 2f64.powi(-24)), ONE, "a tie, to even");
    assert_eq!(narrow(f64::MAX), INF);
    assert_eq!(narrow(f64::NEG_INFINITY), NEG | INF);
    assert_eq!(narrow(-0.0), NEG);
    assert_eq!(narrow(2f64.powi(-126)), 0x0080_0000);
    assert_eq!(narrow(2f64.powi(-126) * (1.0 - 2f64.powi(-25))), 0x0080_0000, "rounds up");
    assert_eq!(narrow(-2f64.powi(-126) * (1.0 - 2f64.powi(-24))), NEG);
    assert_eq!(narrow(f64::from_bits(0xfff0_0000_0000_0001)), NAN);
    for x in [0, NEG, ONE, INF, NEG | INF, 1, 0x7f7f_ffff] {
        assert_eq!(widen_map_f64(f32::from_bits(x)), f64::from(f32::from_bits(x)));
        assert_eq!(widen_map_f64(f32::from_bits(x)).is_sign_negative(), x & NEG != 0);
    }
    assert_eq!(widen_map_f64(f32::from_bits(NAN)).to_bits(), 0x7fff_ffff_e000_0000);
}

/// Compares results of const evaluation with results at run time, by their bits.
#[test]
fn in_const() {
    macro_rules! same {
        ($($call:ident($($x:expr),*; $($mode:expr),*)),* $(,)?) => {
            $({
                const CONSTANT: u64 = $call($($x,)* $($mode),*).to_bits() as u64;
                let run_time = $call($(std::hint::black_box($x),)* $($mode),*).to_bits() as u64;
                assert_eq!(CONSTANT, run_time, stringify!($call($($x),*)));
            })*
        };
    }
    const SIGNALLING: f32 = f32::from_bits(0xff80_0001);
    same! {
        rcp_approx_f32(3.0; Keep), rcp_approx_f32(SIGNALLING; Keep), rcp_approx_f32(1e-39; Keep),
        sqrt_approx_f32(3.0; Keep, Sm(50)), sqrt_approx_f32(1e-39; Keep, Sm(90)), sqrt_approx_f32(-3.0; Flush, Sm(90)),
        div_approx_f32(3.0, 7.0; Keep), div_approx_f32(0.0, 0.0; Keep), div_full_f32(3.0, 1e38; Flush), div_full_f32(SIGNALLING, 7.0; Keep),
        rsqrt_approx_f32(3.0; Keep), rsqrt_approx_f32(1e-39; Keep), rsqrt_approx_f64(3.0;), rsqrt_approx_f64(-3.0;), rsqrt_approx_f64(1e-310;),
        rsqrt_approx_ftz_f64(3.0;), rcp_approx_ftz_f64(3.0;),
        lg2_approx_f32(3.0; Keep), lg2_approx_f32(1e-39; Keep), ex2_approx_f32(0.3; Keep, Sm(50)), ex2_approx_f32(-130.3; Keep, Sm(90)),
        sin_approx_f32(3.0; Keep, Sm(50)), sin_approx_f32(3.0; Keep, Sm(90)), cos_approx_f32(3.0; Keep, Sm(50)), cos_approx_f32(SIGNALLING; Keep, Sm(90)),
        sin_approx_2pi_ftz_f32(0.3;), cos_approx_2pi_ftz_f32(SIGNALLING;),
        tanh_approx_f32(0.3;), tanh_approx_f32(SIGNALLING;), narrow_map_f64(0.3;), widen_map_f64(SIGNALLING;),
    }
}
