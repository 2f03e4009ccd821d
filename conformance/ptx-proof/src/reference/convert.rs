//! `cvt`, by `rustc_apfloat`, exact integers, and tables of all numbers of a narrow format.

use super::integers::{integer, value};
use super::modes::Modes;
use super::{Compute, one, ones};
use crate::narrow::Table;
use crate::referee::half::NAN;
use crate::referee::{NAN_F32, round, saturated};
use ptx_core::{Limit, Rounding};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert};

pub(super) fn of(name: &str, m: Modes) -> Option<Compute> {
    let name = name.strip_prefix("cvt_")?;
    if let Some(name) = name.strip_prefix("frnd2_") {
        return clamped_formats(name, m);
    }
    if let Some(name) = name.strip_prefix("irnd_") {
        return integral(name, m);
    }
    if let Some(name) = name.strip_prefix("pack_sat_") {
        return packed(name);
    }
    if let Some((to, from)) = name.strip_prefix("sat_").and_then(|name| name.split_once('_')) {
        let ((bits, signed), from) = (integer(to)?, integer(from)?);
        let least = if signed { -(1_i128 << (bits - 1)) } else { 0 };
        let greatest = if signed { !least } else { ones(bits).into() };
        return Some(Box::new(move |x| {
            one(value(x[0], from.0, from.1).clamp(least, greatest) as u64 & ones(bits))
        }));
    }
    if name == "rna_tf32_f32" {
        return Some(Box::new(move |x| one(tf32(x[0] as u32, Tf32::NearestAway, m.limit).into())));
    }
    let (to, from) = name.split_once('_')?;
    if let Some(narrow) = narrow(to, from, &m) {
        return Some(narrow);
    }
    match (integer(to), integer(from)) {
        (Some((bits, _)), Some(from)) => {
            Some(Box::new(move |x| one(value(x[0], from.0, from.1) as u64 & ones(bits))))
        }
        (Some(to), None) => to_integer(to, from, m),
        (None, Some(from)) => from_integer(to, from, m),
        (None, None) => between(to, from, m),
    }
}

fn single(x: u64) -> Single {
    Single::from_bits(x.into())
}

fn double(x: u64) -> Double {
    Double::from_bits(x.into())
}

/// An operand of an `.f32` conversion under `.ftz`.
fn flushed(x: u64, ftz: bool) -> u64 {
    if ftz && single(x).is_denormal() { x & 1 << 31 } else { x }
}

fn canonical(x: impl Float, nan: u64) -> u64 {
    if x.is_nan() { nan } else { x.to_bits() as u64 }
}

/// A float clamped to [0, 1]; a NaN becomes zero.
fn within_one<F: Float>(x: u64, sat: bool) -> u64 {
    let number = F::from_bits(x.into());
    match sat {
        false => x,
        true if number.is_nan() || number.is_negative() => 0,
        true => x.min(F::from_u128(1).value.to_bits() as u64),
    }
}

fn to_integer((bits, signed): (u32, bool), from: &str, m: Modes) -> Option<Compute> {
    fn number<F: Float>(x: F, r: Rounding, bits: u32, signed: bool, nan: u64) -> u64 {
        let (r, mut exact) = (round(r), true);
        let number = match signed {
            _ if x.is_nan() => nan,
            true => x.to_i128_r(bits as usize, r, &mut exact).value as u64,
            false => x.to_u128_r(bits as usize, r, &mut exact).value as u64,
        };
        number & ones(bits)
    }
    let (r, ftz) = (m.rounding, m.is_flushing());
    let nan = if bits == 64 { 1 << 63 } else { 0 };
    Some(match from {
        "f16" => Box::new(move |x| one(number(Half::from_bits(x[0].into()), r, bits, signed, nan))),
        "bf16" => {
            Box::new(move |x| one(number(BFloat::from_bits(x[0].into()), r, bits, signed, nan)))
        }
        "f32" => Box::new(move |x| one(number(single(flushed(x[0], ftz)), r, bits, signed, nan))),
        "f64" => Box::new(move |x| one(number(double(x[0]), r, bits, signed, 1 << (bits - 1)))),
        _ => return None,
    })
}

fn from_integer(to: &str, (bits, signed): (u32, bool), m: Modes) -> Option<Compute> {
    let (r, sat) = (round(m.rounding), m.is_saturating());
    macro_rules! to {
        ($float:ident) => {
            Box::new(move |x| {
                let exact = $float::from_i128_r(value(x[0], bits, signed), r).value;
                one(within_one::<$float>(exact.to_bits() as u64, sat))
            })
        };
    }
    Some(match to {
        "f16" => to!(Half),
        "bf16" => to!(BFloat),
        "f32" => to!(Single),
        "f64" => to!(Double),
        _ => return None,
    })
}

fn between(to: &str, from: &str, m: Modes) -> Option<Compute> {
    let (r, ftz, sat) = (m.rounding, m.is_flushing(), m.is_saturating());
    let half = |x: u64| Half::from_bits(x.into());
    let bfloat = |x: u64| BFloat::from_bits(x.into());
    macro_rules! rounded {
        ($x:expr => $float:ident) => {{
            let rounded: $float = FloatConvert::convert_r($x, round(r), &mut true).value;
            rounded
        }};
    }
    let nan_16 = u64::from(NAN);
    Some(match (to, from) {
        ("f16", "f32") => Box::new(move |x| {
            let rounded = canonical(rounded!(single(x[0]) => Half), nan_16);
            one(within_one::<Half>(rounded, sat))
        }),
        ("bf16", "f32") => Box::new(move |x| {
            one(canonical(rounded!(single(flushed(x[0], ftz)) => BFloat), nan_16))
        }),
        ("f16", "bf16") => {
            Box::new(move |x| one(canonical(rounded!(bfloat(x[0]) => Half), nan_16)))
        }
        ("bf16", "f16") => {
            Box::new(move |x| one(canonical(rounded!(half(x[0]) => BFloat), nan_16)))
        }
        // A NaN keeps its sign and what of its payload there is room for, and is made quiet.
        ("f16", "f64") => Box::new(move |x| {
            one(within_one::<Half>(rounded!(double(x[0]) => Half).to_bits() as u64, sat))
        }),
        ("bf16", "f64") => {
            Box::new(move |x| one(rounded!(double(x[0]) => BFloat).to_bits() as u64))
        }
        ("f32", "f64") => Box::new(move |x| {
            let kept = rounded!(double(x[0]) => Single).to_bits() as u32;
            let bits = if ftz { flushed_result(double(x[0]), kept, r) } else { kept };
            one(saturated(bits, m.saturation).into())
        }),
        ("f32", "f32") => Box::new(move |x| {
            let kept =
                if ftz && single(x[0]).is_nan() { NAN_F32.into() } else { flushed(x[0], ftz) };
            one(saturated(kept as u32, m.saturation).into())
        }),
        ("f32", "f16") => Box::new(move |x| {
            let wide = canonical(rounded!(half(x[0]) => Single), NAN_F32.into());
            one(saturated(wide as u32, m.saturation).into())
        }),
        ("f32", "bf16") => Box::new(move |x| {
            let wide = x[0] << 16;
            let is_nan = ftz && single(wide).is_nan();
            one(if is_nan { NAN_F32.into() } else { flushed(wide, ftz) })
        }),
        ("f64", "f32") => Box::new(move |x| {
            let wide = match (single(x[0]).is_nan(), ftz) {
                (true, true) => 0x7fff_ffff_e000_0000,
                _ => rounded!(single(flushed(x[0], ftz)) => Double).to_bits() as u64,
            };
            one(within_one::<Double>(wide, sat))
        }),
        ("f64", "f16") => Box::new(move |x| {
            one(within_one::<Double>(rounded!(half(x[0]) => Double).to_bits() as u64, sat))
        }),
        ("f64", "bf16") => {
            Box::new(move |x| one(rounded!(bfloat(x[0]) => Double).to_bits() as u64))
        }
        ("f64", "f64") => Box::new(move |x| one(within_one::<Double>(x[0], sat))),
        ("f16", "f16") => {
            Box::new(move |x| one(within_one::<Half>(canonical(half(x[0]), nan_16), sat)))
        }
        ("bf16", "bf16") => Box::new(move |x| one(canonical(bfloat(x[0]), nan_16))),
        _ => return None,
    })
}

/// A subnormal result is zero, unless 24 bits of precision carry it to 2^-126.
fn flushed_result(x: Double, kept: u32, r: Rounding) -> u32 {
    let scaled = x.scalbn(64);
    let rounded: Single = scaled.convert_r(round(r), &mut true).value;
    let least = 2.0_f64.powi(64 - 126).to_bits();
    let least: Single = double(least).convert(&mut true).value;
    let is_small = x.is_finite() && rounded.abs() < least;
    if is_small { kept & 1 << 31 } else { kept }
}

fn integral(name: &str, m: Modes) -> Option<Compute> {
    let (r, ftz, sat) = (round(m.rounding), m.is_flushing(), m.is_saturating());
    macro_rules! integral {
        ($float:ident, $x:expr, $nan:expr) => {{
            let number = $float::from_bits(u128::from($x)).round_to_integral(r).value;
            one(within_one::<$float>(canonical(number, $nan), sat))
        }};
    }
    Some(match name {
        "f16_f16" => Box::new(move |x| integral!(Half, x[0], NAN.into())),
        "bf16_bf16" => Box::new(move |x| integral!(BFloat, x[0], NAN.into())),
        "f32_f32" => Box::new(move |x| integral!(Single, flushed(x[0], ftz), NAN_F32.into())),
        "f64_f64" => Box::new(move |x| integral!(Double, x[0], x[0] | 1 << 51)),
        _ => return None,
    })
}

/// The conversions with `.relu` and `.satfinite`.
fn clamped_formats(name: &str, m: Modes) -> Option<Compute> {
    let (r, relu, limit) = (m.rounding, m.is_rectifying(), m.limit);
    let positive = move |x: u64, sign: u32| if relu && x >> sign == 1 { 0 } else { x };
    let limited = move |x: u64, infinity: u64| {
        let is_infinite = x & 0x7fff == infinity && limit == Limit::Satfinite;
        positive(if is_infinite { x - 1 } else { x }, 15)
    };
    let f16 = move |x: u64| {
        let rounded: Half = single(x).convert_r(round(r), &mut true).value;
        limited(canonical(rounded, NAN.into()), 0x7c00)
    };
    let bf16 = move |x: u64| {
        let rounded: BFloat = single(x).convert_r(round(r), &mut true).value;
        limited(canonical(rounded, NAN.into()), 0x7f80)
    };
    Some(match name {
        "f16_f32" => Box::new(move |x| one(f16(x[0]))),
        "bf16_f32" => Box::new(move |x| one(bf16(x[0]))),
        "f16x2_f32" => Box::new(move |x| one(f16(x[0]) << 16 | f16(x[1]))),
        "bf16x2_f32" => Box::new(move |x| one(bf16(x[0]) << 16 | bf16(x[1]))),
        "tf32_f32" => {
            let to = if r == Rounding::Rn { Tf32::Nearest } else { Tf32::Zero };
            Box::new(move |x| one(positive(tf32(x[0] as u32, to, limit).into(), 31)))
        }
        _ => return None,
    })
}

/// How `.tf32` is rounded.
#[derive(Clone, Copy, PartialEq)]
enum Tf32 {
    Nearest,
    NearestAway,
    Zero,
}

/// `.tf32` by exact integers: the 13 bits that it does not have, as a number, decide.
fn tf32(x: u32, to: Tf32, limit: Limit) -> u32 {
    let (unit, infinity) = (1 << 13, 0x7f80_0000);
    let (sign, magnitude) = (x & 1 << 31, x & !(1 << 31));
    if magnitude > infinity {
        // The rule of machine code for `.rna`: `.satfinite` takes a unit from whatever is not finite.
        return match to {
            Tf32::NearestAway => {
                let kept = x & !(unit - 1);
                if limit == Limit::Satfinite { kept - unit } else { kept }
            }
            _ => 0x7fff_e000,
        };
    }
    let (kept, rest) = (magnitude / unit, magnitude % unit);
    let up = match to {
        Tf32::Zero => false,
        Tf32::Nearest => rest > unit / 2 || rest == unit / 2 && kept % 2 == 1,
        Tf32::NearestAway => rest >= unit / 2,
    };
    let rounded = (kept + u32::from(up)) * unit;
    let is_beyond = limit == Limit::Satfinite && rounded == infinity;
    sign | if is_beyond { rounded - unit } else { rounded }
}

/// Two operands clamped to so many bits and packed below the third.
fn packed(name: &str) -> Option<Compute> {
    let (bits, signed) = integer(name.split_once('_')?.0)?;
    let size = 1_i128 << bits;
    let (least, greatest) = if signed { (-size / 2, size / 2 - 1) } else { (0, size - 1) };
    Some(Box::new(move |x| {
        let [a, b] =
            [x[0], x[1]].map(|x| value(x, 32, true).clamp(least, greatest).rem_euclid(size));
        one(((i128::from(x[2]) * size + a) * size + b).rem_euclid(1 << 32) as u64)
    }))
}

/// Conversions of pairs of eight bits.
fn narrow(to: &str, from: &str, m: &Modes) -> Option<Compute> {
    let format = |word: &str| {
        Some(match word {
            "e4m3x2" => (Table::new(4, 3, 0x7e), None, 0x7f),
            "e5m2x2" => (Table::new(5, 2, 0x7b), Some(0x7c), 0x7d),
            _ => return None,
        })
    };
    let (r, relu, zero) = (m.rounding, m.rectification, m.negative_zero);
    if let Some((table, ..)) = format(to) {
        let rounded =
            move |x: u64| u64::from(table.number(f32::from_bits(x as u32)).rounded(r, relu, zero));
        return match from {
            "f32" => Some(Box::new(move |x| one(rounded(x[0]) << 8 | rounded(x[1])))),
            "f16x2" => Some(Box::new(move |x| {
                let wide = |half: u64| {
                    let wide: Single = Half::from_bits(half.into()).convert(&mut true).value;
                    wide.to_bits() as u64
                };
                one(rounded(wide(x[0] >> 16)) << 8 | rounded(wide(x[0] & 0xffff)))
            })),
            _ => None,
        };
    }
    let (table, infinity, first_nan) = format(from).filter(|_| to == "f16x2")?;
    let relu = m.is_rectifying();
    let widened = move |code: u64| {
        let magnitude = code & 0x7f;
        let number = match infinity {
            _ if magnitude >= first_nan => return u64::from(NAN),
            Some(infinity) if infinity == magnitude => f64::INFINITY,
            _ => table.magnitudes[magnitude as usize],
        };
        let half: Half = double(number.to_bits()).convert(&mut true).value;
        let is_negative = code >> 7 == 1;
        if is_negative && relu { 0 } else { half.to_bits() as u64 | u64::from(is_negative) << 15 }
    };
    Some(Box::new(move |x| one(widened(x[0] >> 8 & 0xff) << 16 | widened(x[0] & 0xff))))
}
