//! Conversions of all 2^32 `.f32` numbers to integers and halves against arithmetic on `f64`, which
//! holds them and their neighbours exactly, a test for each destination:
//!
//! ```text
//! cargo test --release -p ptx-core --test sweep_convert -- --ignored --test-threads=1
//! ```

use ptx_core::*;
use std::thread::{available_parallelism, scope};

const ROUNDINGS: [Rounding; 4] = [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp];

fn everything(check: impl Fn(f32) + Sync) {
    let threads = available_parallelism().map_or(1, usize::from) as u64;
    scope(|s| {
        for part in 0..threads {
            let check = &check;
            s.spawn(move || {
                let bound = |i: u64| i * (1 << 32) / threads;
                (bound(part)..bound(part + 1)).for_each(|x| check(f32::from_bits(x as u32)));
            });
        }
    });
}

fn integral(x: f64, r: Rounding) -> f64 {
    match r {
        Rounding::Rn => x.round_ties_even(),
        Rounding::Rz => x.trunc(),
        Rounding::Rm => x.floor(),
        Rounding::Rp => x.ceil(),
    }
}

macro_rules! integers {
    ($($test:ident: $name:ident $t:ident;)*) => { $(
        #[test]
        #[ignore = "2^32 operands"]
        fn $test() {
            everything(|x| {
                for r in ROUNDINGS {
                    // `as` clamps.
                    let expected = integral(x.into(), r) as $t;
                    let nan = if $t::BITS == 64 { (1_u64 << 63) as $t } else { 0 };
                    let expected = if x.is_nan() { nan } else { expected };
                    assert_eq!($name(x, r, Subnormals::Keep, Saturation::Off), expected, "{x:e} {r:?}");
                    let flushed = if x.is_subnormal() { 0 } else { expected };
                    assert_eq!($name(x, r, Subnormals::Flush, Saturation::Off), flushed, "{x:e} {r:?}");
                }
            });
        }
    )* };
}
integers! {
    to_s8: cvt_s8_f32 i8;
    to_u16: cvt_u16_f32 u16;
    to_s32: cvt_s32_f32 i32;
    to_u32: cvt_u32_f32 u32;
    to_s64: cvt_s64_f32 i64;
    to_u64: cvt_u64_f32 u64;
}

/// 2^n
fn power(n: i32) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// A half format's rounding: `fraction` bits, exponents from `least` to `greatest`.
fn half(x: f32, r: Rounding, fraction: i32, least: i32, greatest: i32) -> u16 {
    let sign = (x.to_bits() >> 16) as u16 & 0x8000;
    let infinity = ((greatest - least + 2) as u16) << fraction;
    let magnitude = f64::from(x).abs();
    if x.is_nan() {
        return 0x7fff;
    }
    if x.is_infinite() {
        return sign | infinity;
    }
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(least);
    // A multiple of the unit, with the sign for the directed roundings.
    let units =
        integral((magnitude * power(fraction - exponent)).copysign(x.into()), r).abs() as i64;
    // The leading bit counts on into the exponent field.
    let bits = (i64::from(exponent - least) << fraction) + units;
    let away = match r {
        Rounding::Rn => true,
        Rounding::Rz => false,
        Rounding::Rm => sign != 0,
        Rounding::Rp => sign == 0,
    };
    let clamped = if bits < infinity.into() { bits as u16 } else { infinity - u16::from(!away) };
    sign | clamped
}

#[test]
#[ignore = "2^32 operands"]
fn to_f16() {
    everything(|x| {
        for r in ROUNDINGS {
            let found = cvt_f16_f32(x, r, Subnormals::Keep, Saturation::Off);
            assert_eq!(found, half(x, r, 10, -14, 15), "{x:e} {r:?}");
        }
    });
}

#[test]
#[ignore = "2^32 operands"]
fn to_bf16() {
    everything(|x| {
        for r in ROUNDINGS {
            assert_eq!(
                cvt_bf16_f32(x, r, Subnormals::Keep),
                half(x, r, 7, -126, 127),
                "{x:e} {r:?}"
            );
        }
    });
}

#[test]
#[ignore = "2^32 operands"]
fn to_integral_f32() {
    everything(|x| {
        for r in ROUNDINGS {
            let integral = (integral(x.into(), r) as f32).copysign(x).to_bits();
            let expected = if x.is_nan() { 0x7fff_ffff } else { integral };
            let found = cvt_irnd_f32_f32(x, r, Subnormals::Keep, Saturation::Off).to_bits();
            assert_eq!(found, expected, "{x:e} {r:?}");
        }
    });
}
