//! Computes the mathematical result that an instruction approximates.

use super::decimal::integer;
use super::format::{Exact as _, Value, exponent, power};
use super::instruction::{Instruction, Slot};
use astro_float_num::{BigFloat, Consts, RoundingMode};
use num_bigint::{BigInt, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ptx_isa::forms;
use ptx_isa::number::Lane;

/// A mathematical result.
pub(super) struct Reference {
    /// The exact result, or an approximation that is far more precise than any format.
    pub(super) value: BigRational,
    /// How the value was approximated. `None` if the value is exact.
    pub(super) method: Option<&'static str>,
}

/// The precision of irrational results in bits.
const PRECISION: usize = 192;
/// How square roots are computed, in the words of the output.
const ROOT: &str = "integer square root to more than 128 bits";
/// How other irrational results are computed, in the words of the output.
const SERIES: &str = "astro-float with 192 bits";

/// Returns the mathematical result in a lane for the given operands. Returns `None` if the result is unknown
/// or not finite.
pub(super) fn reference(
    instruction: &Instruction,
    sources: &[u128],
    lane: u32,
) -> Option<Reference> {
    let selection = instruction.selection.as_ref()?;
    let modifiers: Vec<_> = selection.modifiers.iter().flatten().copied().collect();
    let value = |(bits, slot): (&u128, &Slot)| {
        let (of, lanes) = Lane::of(slot.ty);
        let bits = of.extract(*bits, if lanes > 1 { lane } else { 0 });
        match of {
            Lane::Float(format) => Some(format.value(bits as u64)),
            Lane::Integer(ty) => integer(ty, bits).parse().ok().map(Value::Finite),
        }
    };
    let operands = sources.iter().zip(&instruction.sources).map(value);
    result(selection.form.mnemonic, &modifiers, &operands.collect::<Option<Vec<_>>>()?)
}

/// Returns the mathematical result of an operation for finite sources.
fn result(mnemonic: &str, modifiers: &[&str], sources: &[Value]) -> Option<Reference> {
    let has = |word: &str| modifiers.contains(&word);
    let finite = |value: &Value| match value {
        Value::Finite(x) => Some(x.clone()),
        _ => None,
    };
    let numbers: Vec<BigRational> = sources.iter().map(finite).collect::<Option<_>>()?;
    // There is no reference for `.oob` and `.xorsign`. Conversions to an integer, a power of two, a multiple of 1/64 or
    // `.tf32` have no reference either: they are meant to round, so an error in ulps would be misleading.
    if ["oob", "xorsign", "tf32", "ue8m0x2", "s2f6x2"].iter().any(|word| has(word))
        || forms::INTEGRAL_RND.iter().any(|word| has(word))
    {
        return None;
    }
    let signed = |x: &BigRational| if has("abs") { x.abs() } else { x.clone() };
    let (value, method) = match (mnemonic, numbers.as_slice()) {
        ("add", [a, b]) => (a + b, None),
        ("sub", [a, b]) => (a - b, None),
        ("mul", [a, b]) => (a * b, None),
        ("fma" | "mad", [a, b, c]) => (a * b + c, None),
        ("div", [a, b]) if !b.is_zero() => (a / b, None),
        ("rcp", [a]) if !a.is_zero() => (a.recip(), None),
        ("neg", [a]) => (-a, None),
        ("abs", [a]) => (a.abs(), None),
        // This conversion ignores the sign.
        ("cvt", [a]) if has("ue5m3x2") => (a.abs(), None),
        ("cvt", [a]) => (a.clone(), None),
        ("min", all) => (all.iter().map(signed).min()?, None),
        ("max", all) => (all.iter().map(signed).max()?, None),
        ("sqrt", [a]) if !a.is_negative() => (root(a), Some(ROOT)),
        ("rsqrt", [a]) if a.is_positive() => (root(&a.recip()), Some(ROOT)),
        ("lg2" | "ex2" | "sin" | "cos" | "tanh", [a]) => (series(mnemonic, a)?, Some(SERIES)),
        _ => return None,
    };
    let clamped = match value {
        x if has("sat") => x.max(BigRational::zero()).min(BigRational::one()),
        x if has("relu") => x.max(BigRational::zero()),
        x => x,
    };
    Some(Reference { value: clamped, method })
}

/// Returns the square root, rounded down. The relative error is far below 2^-128.
fn root(x: &BigRational) -> BigRational {
    if x.is_zero() {
        return x.clone();
    }
    // Scales by an even power of two, so that the radicand becomes an integer of about 320 bits.
    let places = (2 * 160 - exponent(x)).div_euclid(2) * 2;
    let scaled = x * power(places);
    BigRational::from_integer(scaled.floor().to_integer().sqrt()) * power(-places / 2)
}

/// Returns the value of a transcendental function at `x`.
fn series(mnemonic: &str, x: &BigRational) -> Option<BigRational> {
    let rounding = RoundingMode::ToEven;
    let mut constants = Consts::new().ok()?;
    // Every binary16 and binary32 number is exact in binary64.
    let a = BigFloat::from_f64(x.to_f64()?, PRECISION);
    let result = match mnemonic {
        "lg2" if !x.is_positive() => return None,
        "lg2" => a.log2(PRECISION, rounding, &mut constants),
        "ex2" if is_out_of_range(x) => return None,
        "ex2" => BigFloat::from_f64(2.0, PRECISION).pow(&a, PRECISION, rounding, &mut constants),
        "sin" => a.sin(PRECISION, rounding, &mut constants),
        "cos" => a.cos(PRECISION, rounding, &mut constants),
        "tanh" if is_out_of_range(x) => return None,
        _ => a.tanh(PRECISION, rounding, &mut constants),
    };
    rational(&result)
}

/// Returns whether |x| is so large that `ex2` exceeds the range of every format and `tanh` rounds to ±1.
fn is_out_of_range(x: &BigRational) -> bool {
    x.abs() > BigRational::from_integer(5000.into())
}

/// Returns a `BigFloat` as a rational number.
fn rational(x: &BigFloat) -> Option<BigRational> {
    if x.is_zero() {
        return Some(BigRational::zero());
    }
    let (words, _, sign, exponent, _) = x.as_raw_parts()?;
    // The words have 64 bits, lowest word first. The binary point is above the highest bit.
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let places = i64::try_from(bytes.len() * 8).ok()?;
    let size = BigInt::from_bytes_le(Sign::Plus, &bytes);
    let value = BigRational::from_integer(size) * power(i64::from(exponent) - places);
    Some(if sign == astro_float_num::Sign::Neg { -value } else { value })
}
