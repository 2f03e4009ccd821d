//! References for `cvt`: selects the conversion, and computes conversions from and to integers.

use super::integers::{clamp, integer, range, value};
use super::{between, narrow, ones};
use crate::operation::round;
use crate::{Compute, Modes, one};
use ptx_core::Rounding;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

pub(super) fn of(name: &str, m: &Modes) -> Option<Compute> {
    let name = name.strip_prefix("cvt_")?;
    if let Some(name) = name.strip_prefix("frnd2_") {
        return narrow::clamped(name, m);
    }
    if let Some(name) = name.strip_prefix("irnd_") {
        return between::integral(name, m);
    }
    if let Some(name) = name.strip_prefix("pack_sat_") {
        return packed(name);
    }
    if let Some((to, from)) = name.strip_prefix("sat_").and_then(|name| name.split_once('_')) {
        let (to, from) = (integer(to)?, integer(from)?);
        let range = range(to);
        return Some(Box::new(move |x| {
            one(clamp(value(x[0], from.0, from.1), &range) as u64 & ones(to.0))
        }));
    }
    if name == "rna_tf32_f32" {
        return Some(narrow::nearest_away(m));
    }
    let (to, from) = name.split_once('_')?;
    if let Some(compute) = narrow::pairs(to, from, m) {
        return Some(compute);
    }
    match (integer(to), integer(from)) {
        (Some((bits, _)), Some(from)) => {
            Some(Box::new(move |x| one(value(x[0], from.0, from.1) as u64 & ones(bits))))
        }
        (Some(to), None) => to_integer(to, from, m),
        (None, Some(from)) => from_integer(to, from, m),
        (None, None) => between::of(to, from, m),
    }
}

fn to_integer((bits, signed): (u32, bool), from: &str, m: &Modes) -> Option<Compute> {
    fn number<F: Float>(x: F, r: Rounding, bits: u32, signed: bool, nan: u64) -> u64 {
        let (r, mut exact) = (round(r), true);
        let number = match signed {
            _ if x.is_nan() => nan,
            true => x.to_i128_r(bits as usize, r, &mut exact).value as u64,
            false => x.to_u128_r(bits as usize, r, &mut exact).value as u64,
        };
        number & ones(bits)
    }
    let (r, ftz) = (m.get(Rounding::Rn), m.is_flushing());
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

fn from_integer(to: &str, (bits, signed): (u32, bool), m: &Modes) -> Option<Compute> {
    let (r, sat) = (round(m.get(Rounding::Rn)), m.is_saturating());
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

/// Returns the reference for `cvt.pack`, which clamps two operands and packs them into the low bits of the result. The
/// third operand is shifted to the bits above the packed operands.
fn packed(name: &str) -> Option<Compute> {
    let ty = integer(name.split_once('_')?.0)?;
    let (size, range) = (1_i128 << ty.0, range(ty));
    Some(Box::new(move |x| {
        let [a, b] = [x[0], x[1]].map(|x| clamp(value(x, 32, true), &range).rem_euclid(size));
        one(((i128::from(x[2]) * size + a) * size + b).rem_euclid(1 << 32) as u64)
    }))
}

pub(super) fn single(x: u64) -> Single {
    Single::from_bits(x.into())
}

pub(super) fn double(x: u64) -> Double {
    Double::from_bits(x.into())
}

/// Flushes a subnormal `.f32` operand if `ftz` is set.
pub(super) fn flushed(x: u64, ftz: bool) -> u64 {
    if ftz && single(x).is_denormal() { x & 1 << 31 } else { x }
}

/// Returns the bits of a number. Replaces a NaN by `nan`.
pub(super) fn canonical(x: impl Float, nan: u64) -> u64 {
    if x.is_nan() { nan } else { x.to_bits() as u64 }
}

/// Clamps a float to [0, 1] if `sat` is set. A NaN becomes 0.
pub(super) fn within_one<F: Float>(x: u64, sat: bool) -> u64 {
    let number = F::from_bits(x.into());
    match sat {
        false => x,
        true if number.is_nan() || number.is_negative() => 0,
        true => x.min(F::from_u128(1).value.to_bits() as u64),
    }
}
