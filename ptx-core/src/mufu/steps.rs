//! The intermediate results of an operation in the datapath.

use super::double::{self, High};
use super::interpolate::Steps;
use super::word::{FRACTION, FRACTION_BITS, MIN_NORMAL};
use super::{ex2, rro, sincos, tanh, units};

/// An operation of the multi-function unit: a function of this module on raw words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `MUFU.RCP`: [`rcp`](super::rcp).
    Rcp,
    /// `MUFU.RCP64H`: [`rcp64h`](super::rcp64h).
    Rcp64h,
    /// `MUFU.RSQ`: [`rsq`](super::rsq).
    Rsq,
    /// `MUFU.RSQ64H`: [`rsq64h`](super::rsq64h).
    Rsq64h,
    /// `MUFU.SQRT`: [`sqrt`](super::sqrt).
    Sqrt,
    /// `MUFU.LG2`: [`lg2`](super::lg2).
    Lg2,
    /// `MUFU.EX2` before sm_70: [`ex2`](super::ex2).
    Ex2,
    /// `MUFU.EX2` from sm_70 on: [`ex2_float`](super::ex2_float).
    Ex2Float,
    /// `MUFU.SIN` before sm_70: [`sin`](super::sin).
    Sin,
    /// `MUFU.SIN` from sm_70 on: [`sin_float`](super::sin_float).
    SinFloat,
    /// `MUFU.COS` before sm_70: [`cos`](super::cos).
    Cos,
    /// `MUFU.COS` from sm_70 on: [`cos_float`](super::cos_float).
    CosFloat,
    /// `MUFU.TANH`, from sm_75 on: [`tanh`](super::tanh).
    Tanh,
}

/// Returns the intermediate results of the datapath for an operand word, up to the sum. The unit then truncates and
/// packs the sum.
///
/// The function accepts every word. For these operands, packing the sum may not give the result of the operation:
///
/// | operation | operand |
/// |---|---|
/// | all | zero, subnormal, infinity, NaN |
/// | RSQ, SQRT, LG2 | a negative number |
/// | LG2 | 1 |
/// | RSQ | a power of 4 |
/// | TANH | below 2^-8, 8 and more |
///
/// ```
/// use ptx_core::mufu::{Operation, rcp, steps};
///
/// const PI: u32 = std::f32::consts::PI.to_bits();
/// let steps = steps(Operation::Rcp, PI);
/// assert_eq!((steps.segment, steps.r), (73, 4059));
/// assert_eq!(steps.row, [42_735_993, -26_577, 263]);
/// assert_eq!(steps.square, 122);
/// assert_eq!(steps.sum, steps.terms.iter().sum::<i64>() + steps.bias);
/// // RCP drops 15 bits of the sum; 24 bits remain.
/// assert_eq!((steps.sum >> 15) as u32, rcp(PI) & 0x7f_ffff | 0x80_0000);
/// ```
#[must_use]
pub const fn steps(operation: Operation, word: u32) -> Steps {
    let fraction = word & FRACTION;
    // Combines the fraction with the lowest bit of the exponent. The bias is odd, so the lowest bit of the exponent
    // field is the inverse of the lowest bit of the exponent.
    let even_or_odd = (word & (MIN_NORMAL | FRACTION)) ^ MIN_NORMAL;
    let high = High::of(word);
    let long = high.fraction << double::SHORT;
    match operation {
        Operation::Rcp => units::RCP.steps(fraction),
        Operation::Rcp64h => units::RCP.steps(long),
        Operation::Rsq => units::RSQ.steps(even_or_odd),
        Operation::Rsq64h => {
            units::RSQ.steps(((high.exponent & 1 ^ 1) as u32) << FRACTION_BITS | long)
        }
        Operation::Sqrt => units::SQRT.steps(even_or_odd),
        Operation::Lg2 => units::LG2.steps(fraction),
        Operation::Ex2 => {
            units::EX2.steps(ex2::exponent(word & (rro::SPECIAL - 1), word) as u32 & FRACTION)
        }
        Operation::Ex2Float => units::EX2
            .steps(ex2::exponent(rro::fixed(super::word::magnitude(word)), word) as u32 & FRACTION),
        Operation::Sin => units::SIN.steps(sincos::quadrant(word, 0).1),
        Operation::SinFloat => units::SIN.steps(sincos::quadrant(rro::turns(word), 0).1),
        Operation::Cos => units::SIN.steps(sincos::quadrant(word, 1).1),
        Operation::CosFloat => units::SIN.steps(sincos::quadrant(rro::turns(word), 1).1),
        Operation::Tanh => tanh::steps(word),
    }
}
