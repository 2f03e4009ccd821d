//! The results of an instruction as data.

use super::decimal::{digits, exact, integer};
use super::format::{Exact as _, Value};
use super::instruction::{Instruction, Slot};
use super::reference::reference;
use num_traits::Zero;
use ptx_isa::Type;
use ptx_isa::number::{Format, Lane};

/// The number of significant digits of a true value. An `f64` needs only 17 digits, and a text with 25 digits is still
/// easy to read.
const DIGITS: u32 = 25;

/// The number of significant digits of an error.
const ERROR_DIGITS: u32 = 6;

/// The results of an instruction. `Display` writes the text that `ptx-bits eval` prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The results in the order of the operands. The carry flag is last.
    pub results: Vec<Output>,
}

/// One result of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The name of the destination in the manual, such as `d`, `p` or `carry`.
    pub name: String,
    /// The type of the destination.
    pub ty: Type,
    /// The bits of the result.
    pub bits: u128,
    /// The numbers that the bits represent. A packed type has one number per lane, lowest lane first.
    pub numbers: Vec<Number>,
}

/// One number of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The bits of the number.
    pub bits: u128,
    /// The shortest decimal text that rounds to these bits. A float of at most 16 bits has the shortest text that
    /// rounds to its value in binary64. A predicate is `true` or `false`.
    pub decimal: String,
    /// The exact value of a finite float in decimal, with an exponent if it is long.
    pub exact: Option<String>,
    /// The mathematical result for the given operands, if it is known and finite.
    pub true_value: Option<TrueValue>,
    /// The error of the number: the number minus the true value, in units in the last place (ulps), to six digits.
    /// `None` if the number is NaN or infinite, or if the true value is unknown.
    pub ulps: Option<String>,
}

/// A mathematical result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrueValue {
    /// The value in decimal, to 25 digits.
    pub decimal: String,
    /// How the value was computed, if it is irrational.
    pub method: Option<&'static str>,
    /// Whether the computed number equals the mathematical result.
    pub is_exact: bool,
}

impl Answer {
    /// Computes an instruction from the bits of its sources. Returns `None` if a source is missing.
    pub(super) fn new(instruction: &Instruction, sources: &[u128]) -> Option<Self> {
        let output = |(slot, bits): (&Slot, u128)| Output {
            name: slot.name.clone(),
            ty: slot.ty,
            bits,
            numbers: numbers(slot.ty, bits, instruction, sources),
        };
        Some(Self { results: instruction.compute(sources)?.map(output).collect() })
    }
}

/// Returns the numbers that a result represents.
fn numbers(ty: Type, bits: u128, instruction: &Instruction, sources: &[u128]) -> Vec<Number> {
    let (lane, lanes) = Lane::of(ty);
    let number = |index| match (lane, lane.extract(bits, index)) {
        (Lane::Float(format), bits) => float(format, bits as u64, instruction, sources, index),
        (Lane::Integer(ty), bits) => {
            let decimal = integer(ty, bits);
            Number { bits, decimal, exact: None, true_value: None, ulps: None }
        }
    };
    (0..lanes).map(number).collect()
}

/// Returns the float in one lane of a result, and compares it with the true value.
fn float(
    format: Format,
    bits: u64,
    instruction: &Instruction,
    sources: &[u128],
    lane: u32,
) -> Number {
    let value = format.value(bits);
    let finite = match &value {
        Value::Finite(x) => Some(x),
        _ => None,
    };
    let exact = finite.map(|x| {
        let sign = if bits != 0 && x.is_zero() { "-" } else { "" };
        format!("{sign}{}", exact(x))
    });
    let reference = reference(instruction, sources, lane);
    let true_value = reference.as_ref().map(|reference| TrueValue {
        decimal: digits(&reference.value, DIGITS),
        method: reference.method,
        is_exact: finite == Some(&reference.value),
    });
    let ulps = reference.zip(finite).map(|(reference, x)| {
        let error = (x - &reference.value) / format.ulp(&reference.value);
        digits(&error, ERROR_DIGITS)
    });
    Number { bits: bits.into(), decimal: format.decimal(bits), exact, true_value, ulps }
}
