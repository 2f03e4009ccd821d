//! References for pairs of 16-bit floats. The two floats are computed in the same way, so a table
//! of 2^16 results suffices.

use super::floats::{BF16, F16, Half};
use super::{FLOATS, Fill, INTEGERS, Modes, Reference};
use crate::sweep::runs;
use ptx_core::{NegativeZero, Rectification, Rounding};
use referee::table::Table;

const SIGN: u16 = 1 << 15;
const NAN: u16 = 0x7fff;

/// A function that computes the result for one of the two floats.
type Of = Box<dyn Fn(u16) -> u16>;

pub(super) fn of(function: &str, modes: &Modes) -> Option<Reference> {
    let (operation, format) = match function.rsplit_once('_')? {
        (operation, "f16x2") => (operation, F16),
        (operation, "bf16x2") => (operation, BF16),
        _ => return None,
    };
    let signs = match operation {
        "neg" => Some(SIGN),
        "abs" => Some(0),
        _ => None,
    };
    if let Some(sign) = signs {
        let ftz = modes.ftz;
        let of =
            move |bits| with_sign(bits, format, ftz, |old| if sign == 0 { 0 } else { old ^ sign });
        return Some((INTEGERS, pairs(16, &of)));
    }
    let (spacing, of): (u32, Of) = match operation {
        "cvt_ue8m0x2" => {
            let (up, satfinite) = (modes.rounding == Rounding::Rp, modes.satfinite);
            (8, Box::new(move |bits| ue8m0(format.value(bits), up, satfinite)))
        }
        "cvt_ue5m3x2" => {
            let (rounding, satfinite) = (modes.rounding, modes.satfinite);
            let table = Table::new(5, 3, 0xff);
            let code = move |bits| ue5m3(&table, format.value(bits) as f32, rounding, satfinite);
            (8, Box::new(code))
        }
        "cvt_s2f6x2" => {
            let relu = modes.relu;
            (8, Box::new(move |bits| s2f6(format.value(bits), relu)))
        }
        _ => narrow(operation, format, modes)?,
    };
    Some((FLOATS, pairs(spacing, &of)))
}

/// Builds a reference for operand words that pack two 16-bit floats: applies `of` to each float. In the result word,
/// the two results are `spacing` bits apart.
fn pairs(spacing: u32, of: &dyn Fn(u16) -> u16) -> Fill {
    let table: Vec<u16> = (0..=u16::MAX).map(of).collect();
    Box::new(move |first, results| {
        for (first, results) in runs(first, results) {
            let (low, high) = (usize::from(first as u16), (first >> 16) as usize);
            let high = u64::from(table[high]) << spacing;
            for (result, low) in results.iter_mut().zip(&table[low..]) {
                *result = high | u64::from(*low);
            }
        }
    })
}

/// Changes the sign of a float with the function `sign`. A NaN becomes the canonical NaN.
fn with_sign(bits: u16, format: Half, ftz: bool, sign: impl Fn(u16) -> u16) -> u16 {
    let magnitude = if ftz && format.is_below_normal(bits & !SIGN) { 0 } else { bits & !SIGN };
    if format.value(bits).is_nan() { NAN } else { sign(bits & SIGN) | magnitude }
}

/// Rounds the magnitude of a number up or down to a power of two. Returns the code n + 127 of the
/// power 2^n.
fn ue8m0(x: f64, up: bool, satfinite: bool) -> u16 {
    let below = |is_below: &dyn Fn(f64) -> bool| {
        (0..255).take_while(|code| is_below(2.0_f64.powi(code - 127))).count() as u16
    };
    let code = match (up, x.abs()) {
        _ if x.is_nan() => return 0xff,
        (false, f64::INFINITY) => 0xff,
        (false, x) => below(&|power| power <= x).saturating_sub(1),
        (true, x) => below(&|power| power < x),
    };
    if satfinite { code.min(0xfe) } else { code }
}

/// Rounds a magnitude to a `ue5m3` number in `table`. The table has an entry for the code ff, although this code is a
/// NaN.
fn ue5m3(table: &Table, x: f32, rounding: Rounding, satfinite: bool) -> u16 {
    if x.is_nan() {
        return 0xff;
    }
    let (linear, unchanged) = (Rectification::Linear, NegativeZero::Unchanged);
    let code = table.number(x.abs()).rounded(rounding, linear, unchanged) as u16;
    let is_finite = code < 0xff || rounding == Rounding::Rz && x.is_finite();
    if is_finite || satfinite { code.min(0xfe) } else { 0xff }
}

/// Rounds a number to a multiple of 1/64. Returns 64 times the rounded number, as a signed byte.
fn s2f6(x: f64, relu: bool) -> u16 {
    let least = if relu { 0.0 } else { -128.0 };
    if x.is_nan() {
        0x7f
    } else {
        ((x * 64.0).round_ties_even().clamp(least, 127.0) as i8).cast_unsigned().into()
    }
}

/// Builds a function for a conversion to a format with 8 bits or less. The function uses a table of all numbers of the
/// format.
fn narrow(operation: &str, format: Half, modes: &Modes) -> Option<(u32, Of)> {
    let (exponent, fraction, last, spacing) = match operation {
        "cvt_e4m3x2" => (4, 3, 0x7e, 8),
        "cvt_e5m2x2" => (5, 2, 0x7b, 8),
        "cvt_e2m3x2" => (2, 3, 0x1f, 8),
        "cvt_e3m2x2" => (3, 2, 0x1f, 8),
        "cvt_e2m1x2" => (2, 1, 0x7, 4),
        _ => return None,
    };
    let table = Table::new(exponent, fraction, last);
    let rounding = modes.rounding;
    let relu = if modes.relu { Rectification::Relu } else { Rectification::Linear };
    let zero = if modes.pzo { NegativeZero::Positive } else { NegativeZero::Unchanged };
    let of =
        move |bits| table.number(format.value(bits) as f32).rounded(rounding, relu, zero) as u16;
    Some((spacing, Box::new(of)))
}
