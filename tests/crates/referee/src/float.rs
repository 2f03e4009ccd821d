//! Arithmetic of floating-point numbers.

use crate::Call;
use crate::referee::extremum::{Modifiers, extremum};
use crate::referee::half::{self, NAN, converted_bf16, converted_f16};
use crate::referee::{self, NAN_F32, Op, root, saturated};
use ptx_core::{Saturation, Subnormals};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

/// The NaN of an operand outside a matrix.
const OOB_NAN: u64 = 0x7ff7;
const SIGN: u16 = 1 << 15;

pub(crate) fn result(call: &Call<'_>) -> Option<u64> {
    let (operation, ty) = call.split()?;
    match operation {
        "min" | "max" | "min3" | "max3" | "min_xorsign_abs" | "max_xorsign_abs" => {
            least_or_greatest(call, operation, ty)
        }
        "neg" | "abs" => sign(call, operation, ty),
        "copysign" => copysign(call, ty),
        "sqrt" => square_root(call, ty),
        "mad" if ty == "f32" => {
            let product = referee::mad_f32(places(call), call.rounding(), call.subnormals());
            Some(saturated(product, call.saturation()).into())
        }
        _ => arithmetic(call, operation, ty),
    }
}

/// The operands, with zeros for those that there are not.
fn places<T: Default + Copy + TryFrom<u64>>(call: &Call<'_>) -> [T; 3] {
    let mut all = [T::default(); 3];
    for (place, word) in all.iter_mut().zip(call.words) {
        *place = T::try_from(*word).unwrap_or_default();
    }
    all
}

fn arithmetic(call: &Call<'_>, operation: &str, ty: &str) -> Option<u64> {
    let op = match operation.split('_').next()? {
        "add" => Op::Add,
        "sub" => Op::Sub,
        "mul" => Op::Mul,
        "div" => Op::Div,
        "rcp" => Op::Rcp,
        "fma" => Op::Fma,
        _ => return None,
    };
    let (rounding, subnormals, saturation) =
        (call.rounding(), call.subnormals(), call.saturation());
    let outside = call.words.iter().take(2).any(|word| *word == OOB_NAN);
    let relu = call.has("Rectification::Relu") || operation == "fma_relu";
    let half = |x: u16| {
        let x = if operation.contains("oob") && outside { 0 } else { x };
        let x = if operation.contains("sat") { clamped(x, Saturation::Sat) } else { x };
        u64::from(if relu && x & SIGN != 0 { 0 } else { clamped(x, saturation) })
    };
    Some(match (operation, ty) {
        ("add" | "sub" | "mul" | "div" | "rcp" | "fma", "f32") => {
            saturated(referee::f32(op, places(call), rounding, subnormals), saturation).into()
        }
        ("add" | "sub" | "mul" | "div" | "rcp" | "fma", "f64") => {
            referee::f64(op, places(call), rounding)
        }
        ("add_f32" | "sub_f32" | "fma_f32", "f16" | "bf16") => {
            let wide = if ty == "f16" { converted_f16 } else { converted_bf16 };
            let mut operands = places::<u32>(call);
            for operand in operands.iter_mut().take(op.arity() - 1) {
                *operand = wide(*operand as u16);
            }
            saturated(referee::f32(op, operands, rounding, Subnormals::Keep), saturation).into()
        }
        ("add_f32" | "sub_f32" | "fma_f32" | "div_approx" | "div_full" | "rcp_approx", _) => {
            return None;
        }
        (_, "f16") => half(half::f16(op, places(call), rounding, subnormals)),
        (_, "bf16") => half(half::bf16(op, places(call), rounding)),
        _ => return None,
    })
}

/// `.sat` of `.f16`.
pub(crate) fn clamped(x: u16, saturation: Saturation) -> u16 {
    match saturation {
        Saturation::Off => x,
        Saturation::Sat if x & !SIGN > 0x7c00 || x & SIGN != 0 => 0,
        Saturation::Sat => x.min(0x3c00),
    }
}

fn square_root(call: &Call<'_>, ty: &str) -> Option<u64> {
    let [x, ..] = places::<u64>(call);
    match ty {
        "f32" => Some(root::sqrt_f32(x as u32, call.rounding(), call.subnormals()).into()),
        "f64" => Some(root::sqrt_f64(x, call.rounding())),
        _ => None,
    }
}

fn least_or_greatest(call: &Call<'_>, operation: &str, ty: &str) -> Option<u64> {
    let xorsign = operation.ends_with("xorsign_abs");
    let modifiers = Modifiers {
        max: operation.starts_with("max"),
        nan: call.has("Nans::Propagated"),
        abs: xorsign || call.has("Signs::Abs"),
        xorsign,
        ftz: call.has("Subnormals::Flush"),
    };
    let words = places::<u64>(call);
    let last = words[call.words.len().min(3) - 1];
    match ty {
        "f16" => of::<Half>(call, modifiers).map(|bits| bits.unwrap_or(NAN.into())),
        "bf16" => of::<BFloat>(call, modifiers).map(|bits| bits.unwrap_or(NAN.into())),
        "f32" => of::<Single>(call, modifiers).map(|bits| bits.unwrap_or(NAN_F32.into())),
        "f64" => of::<Double>(call, modifiers).map(|bits| bits.unwrap_or(last | 1 << 51)),
        _ => None,
    }
}

/// The bits of the least or greatest operand, which are missing for a canonical NaN.
fn of<F: Float>(call: &Call<'_>, modifiers: Modifiers) -> Option<Option<u64>> {
    let number = |word: u64| F::from_bits(word.into());
    let found = match *call.words {
        [a, b] => extremum([a, b].map(number), modifiers),
        [a, b, c] => extremum([a, b, c].map(number), modifiers),
        _ => return None,
    };
    Some(found.map(|x| x.to_bits() as u64))
}

fn sign(call: &Call<'_>, operation: &str, ty: &str) -> Option<u64> {
    let [x, ..] = places::<u64>(call);
    let (bits, infinity, nan) = match ty {
        "f16" => (16, 0x7c00, Some(0x7fff)),
        "bf16" => (16, 0x7f80, Some(0x7fff)),
        "f32" => (32, 0x7f80_0000, Some(0x7fff_ffff)),
        "f64" => (64, 0x7ff0_0000_0000_0000, None),
        _ => return None,
    };
    let sign = 1 << (bits - 1);
    let magnitude = x & (sign - 1);
    let is_nan = magnitude > infinity;
    let least_normal = infinity & infinity.wrapping_neg();
    let flushed = call.has("Subnormals::Flush") && magnitude < least_normal;
    let kept = if flushed { x & sign } else { x };
    Some(match (nan.filter(|_| is_nan), operation) {
        (Some(nan), _) => nan,
        (None, "neg") if is_nan => x | 1 << 51,
        (None, "neg") => kept ^ sign,
        (None, _) if is_nan => x,
        (None, _) => kept & !sign,
    })
}

fn copysign(call: &Call<'_>, ty: &str) -> Option<u64> {
    let [from, to, _] = places::<u64>(call);
    let sign = match ty {
        "f32" => 1 << 31,
        "f64" => 1 << 63,
        _ => return None,
    };
    Some(to & (sign - 1) | from & sign)
}
