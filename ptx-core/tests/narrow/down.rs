//! Compares conversions to narrow formats with tables of all numbers in these formats. The operands are `.f32` numbers
//! and every half-precision number.

use crate::formats::{Format, formats};
use crate::{NEGATIVE_ZEROS, RECTIFICATIONS, ROUNDINGS, STRIDE, beside, sweep};
use ptx_core::{NegativeZero, Rectification, Rounding};
use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, FloatConvert};

type Mode = (Rounding, Rectification, NegativeZero);

/// Returns every combination of modifiers, including the roundings that PTX does not have for narrow formats.
fn modes() -> Vec<Mode> {
    let mut modes = Vec::new();
    for rounding in ROUNDINGS {
        for relu in RECTIFICATIONS {
            modes.extend(NEGATIVE_ZEROS.map(|zero| (rounding, relu, zero)));
        }
    }
    modes
}

/// Returns the roundings that PTX has for narrow formats, each without other modifiers.
fn roundings() -> Vec<Mode> {
    [Rounding::Rn, Rounding::Rz].map(|r| (r, Rectification::Linear, NegativeZero::Unchanged)).into()
}

fn check(
    format: &Format,
    modes: &[Mode],
    [a, b]: [f32; 2],
    name: &str,
    call: impl Fn(Mode) -> u32,
) {
    let numbers = [a, b].map(|x| format.table.number(x));
    for &(rounding, relu, zero) in modes {
        let expected = numbers.each_ref().map(|x| x.rounded(rounding, relu, zero));
        let expected = format.join(&expected);
        let found = call((rounding, relu, zero));
        assert!(
            found == expected,
            "{name} to {}: {a:e} {b:e} {rounding:?} {relu:?} {zero:?}: {found:x}, not {expected:x}",
            format.name,
        );
    }
}

fn check_f32(format: &Format, modes: &[Mode], x: u32) {
    let [a, b] = [x, beside(x)].map(f32::from_bits);
    check(format, modes, [a, b], "f32", |(rounding, relu, zero)| {
        (format.from_f32)(a, b, rounding, relu, zero)
    });
}

macro_rules! sweeps {
    ($($test:ident)*) => {
        $(
            #[test]
            fn $test() {
                every_f32(stringify!($test), &modes(), STRIDE);
            }
        )*
        mod all {
            $(
                #[test]
                #[ignore = "2^32 operands"]
                fn $test() {
                    super::every_f32(stringify!($test), &super::roundings(), 1);
                }
            )*
        }
    };
}
sweeps! { to_e4m3 to_e5m2 to_e2m3 to_e3m2 to_e2m1 }

fn every_f32(test: &str, modes: &[Mode], stride: usize) {
    let formats = formats();
    let format = formats.iter().find(|f| test == format!("to_{}", f.name)).expect("a format");
    sweep(1 << 32, stride, |x| check_f32(format, modes, x as u32));
}

/// Tests conversions of all numbers of a format, of the midpoints between them, and of numbers above the largest one.
/// Also tests the f32 numbers next to each of these operands.
#[test]
fn numbers_and_middles() {
    let modes = modes();
    for format in formats() {
        let numbers = &format.table.magnitudes;
        let middles = numbers.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0);
        let last = numbers[numbers.len() - 1];
        let unit = last - numbers[numbers.len() - 2];
        let beyond = [last + unit / 2.0, last + unit, f64::INFINITY, f64::from(f32::MAX)];
        for x in numbers.iter().copied().chain(middles).chain(beyond) {
            let bits = (x as f32).to_bits();
            for x in [bits.saturating_sub(1), bits, bits + 1] {
                check_f32(&format, &modes, x);
                check_f32(&format, &modes, x | 1 << 31);
            }
        }
    }
}

/// Converts a half-precision number to `.f32`. The bits of a NaN result are unspecified.
fn widened<F: Float + FloatConvert<Single>>(x: u16) -> f32 {
    let wide: Single = F::from_bits(x.into()).convert(&mut false).value;
    f32::from_bits(wide.to_bits() as u32)
}

#[test]
fn every_half() {
    let modes = modes();
    for format in formats() {
        for a in 0..=u16::MAX {
            let b = !a.rotate_left(8);
            let pair = u32::from(a) << 16 | u32::from(b);
            check(
                &format,
                &modes,
                [a, b].map(widened::<Half>),
                "f16x2",
                |(rounding, relu, zero)| (format.from_f16x2)(pair, rounding, relu, zero),
            );
            check(
                &format,
                &modes,
                [a, b].map(widened::<BFloat>),
                "bf16x2",
                |(rounding, relu, zero)| (format.from_bf16x2)(pair, rounding, relu, zero),
            );
        }
    }
}
