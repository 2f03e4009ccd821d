//! Conversions between integers, and between them and the formats from `.f16` to `.f64`.

use crate::Call;
use crate::float::clamped;
use crate::integer::Type;
use crate::referee::{round, saturated};
use ptx_core::Saturation;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// A number in any of the formats: exactly, in the widest of them.
struct Number {
    value: Double,
    is_subnormal: bool,
}

pub(crate) fn result(call: &Call<'_>) -> Option<u64> {
    let types = call.function.strip_prefix("cvt_")?;
    if let Some(types) = types.strip_prefix("pack_sat_") {
        return packed(call.words, types);
    }
    let &[word] = call.words else { return None };
    if let Some((to, from)) = types.strip_prefix("sat_").and_then(|types| types.split_once('_')) {
        let to = Type::parse(to)?;
        return Some(to.word(to.clamp(Type::parse(from)?.value(word))));
    }
    if let Some((to, from)) = types.strip_prefix("irnd_").and_then(|types| types.split_once('_')) {
        let x = flushed(call, number(from, word)?, from);
        let whole = x.round_to_integral(round(call.rounding())).value;
        return to_float(call, whole, to, Round::TowardZero);
    }
    let (to, from) = types.split_once('_')?;
    let rounding = round(call.rounding());
    match (Type::parse(to), Type::parse(from)) {
        (Some(to), Some(from)) => Some(to.word(from.value(word))),
        (Some(ty), None) => to_integer(call, word, from, ty),
        (None, Some(from)) => from_integer(call, from.value(word), to, rounding),
        (None, None) => {
            let x = flushed(call, number(from, word)?, from);
            to_float(call, x, to, rounding)
        }
    }
}

/// The number of a word; `None` for a NaN, whose conversion is each format's own.
fn number(ty: &str, word: u64) -> Option<Number> {
    fn of<F: FloatConvert<Double>>(word: u64) -> Option<Number> {
        let x = F::from_bits(word.into());
        let value = x.convert(&mut true).value;
        (!x.is_nan()).then(|| Number { value, is_subnormal: x.is_denormal() })
    }
    match ty {
        "f16" => of::<Half>(word),
        "bf16" => of::<BFloat>(word),
        "f32" => of::<Single>(word),
        "f64" => of::<Double>(word),
        _ => None,
    }
}

/// The operand under `.ftz`, which is for `.f32` alone, and nothing to a result in `.f16`.
fn flushed(call: &Call<'_>, x: Number, from: &str) -> Double {
    let to_half = call.function.starts_with("cvt_f16_");
    let flushes = call.has("Subnormals::Flush") && x.is_subnormal && from == "f32" && !to_half;
    if flushes { Double::ZERO.copy_sign(x.value) } else { x.value }
}

fn to_integer(call: &Call<'_>, word: u64, from: &str, ty: Type) -> Option<u64> {
    let rounding = round(call.rounding());
    let Some(x) = number(from, word) else {
        // NaN, which only these types have.
        matches!(from, "f16" | "bf16" | "f32" | "f64").then_some(())?;
        let top = if from == "f64" || ty.bits == 64 { 1 << (ty.bits - 1) } else { 0 };
        return (!call.has("Saturation::Sat")).then_some(top);
    };
    let x = flushed(call, x, from);
    let bits = ty.bits as usize;
    Some(match ty.signed {
        true => ty.word(x.to_i128_r(bits, rounding, &mut true).value),
        false => x.to_u128_r(bits, rounding, &mut true).value as u64,
    })
}

fn from_integer(call: &Call<'_>, x: i128, to: &str, rounding: Round) -> Option<u64> {
    let saturation = call.saturation();
    Some(match to {
        "f16" => clamped(Half::from_i128_r(x, rounding).value.to_bits() as u16, saturation).into(),
        "bf16" => BFloat::from_i128_r(x, rounding).value.to_bits() as u64,
        "f32" => {
            saturated(Single::from_i128_r(x, rounding).value.to_bits() as u32, saturation).into()
        }
        "f64" => clamped_double(Double::from_i128_r(x, rounding).value, saturation),
        _ => return None,
    })
}

fn to_float(call: &Call<'_>, x: Double, to: &str, rounding: Round) -> Option<u64> {
    fn bits<F: Float>(x: Double, rounding: Round) -> u64
    where
        Double: FloatConvert<F>,
    {
        x.convert_r(rounding, &mut true).value.to_bits() as u64
    }
    let saturation = call.saturation();
    let from_f64 = call.function.ends_with("_f64");
    Some(match to {
        "f16" => clamped(bits::<Half>(x, rounding) as u16, saturation).into(),
        "bf16" => bits::<BFloat>(x, rounding),
        // Which results are flushed depends on the machine's sequence.
        "f32" if from_f64 && call.has("Subnormals::Flush") => return None,
        "f32" => {
            let result = bits::<Single>(x, rounding) as u32;
            let is_subnormal = result << 1 != 0 && result << 1 < 1 << 24;
            let flushes = call.has("Subnormals::Flush") && is_subnormal;
            saturated(if flushes { result & 1 << 31 } else { result }, saturation).into()
        }
        "f64" => clamped_double(x, saturation),
        _ => return None,
    })
}

fn clamped_double(x: Double, saturation: Saturation) -> u64 {
    let one = Double::from_u128(1).value;
    let x = match saturation {
        Saturation::Off => x,
        Saturation::Sat if x.is_negative() => Double::ZERO,
        Saturation::Sat if x > one => one,
        Saturation::Sat => x,
    };
    x.to_bits() as u64
}

/// Two numbers clamped, the first above the second, and above them the low bits of the third.
fn packed(words: &[u64], types: &str) -> Option<u64> {
    let ty = Type::parse(types.split('_').next()?)?;
    let from = Type { signed: true, bits: 32 };
    let part = |at: usize| Some(ty.word(ty.clamp(from.value(*words.get(at)?))));
    let above = words.get(2).copied().unwrap_or(0) << (2 * ty.bits);
    Some((above | part(0)? << ty.bits | part(1)?) & 0xffff_ffff)
}
