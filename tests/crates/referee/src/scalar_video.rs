//! Computes scalar video instructions with the pseudo-code of the PTX manual, in wide integers. Where the machine code
//! that `ptxas` emits for sm_75 to sm_100 deviates from the manual, this module follows the machine code.

use crate::functions::compare::holds;
use ptx_core::{Comparison, Scale, SecondOperation};

/// The use of the third operand.
#[derive(Clone, Copy, Debug)]
pub enum Third {
    /// The instruction has no third operand.
    None,
    /// The third operand is an operand of a second operation.
    Second(SecondOperation),
    /// The result replaces a byte or a half of the third operand. The number encodes this part like
    /// [`Modifiers::parts`].
    Merge(u16),
}

/// The modifiers and selectors of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Modifiers {
    /// Whether d, a and b are signed.
    pub signed: [bool; 3],
    /// The parts of a and b that are the sources. The number of a part is 256 times its width in bits, plus the
    /// index of its first bit.
    pub parts: [u16; 2],
    /// Whether the instruction has `.sat`.
    pub saturating: bool,
    /// Whether a shift has `.wrap`.
    pub wrapping: bool,
    /// The comparison of `vset`.
    pub comparison: Comparison,
    /// The use of c.
    pub third: Third,
}

/// Returns the number in the lowest `bits` bits.
fn number(x: i128, bits: u32, signed: bool) -> i128 {
    let x = x.rem_euclid(1 << bits);
    if signed && x >= 1 << (bits - 1) { x - (1 << bits) } else { x }
}

/// Returns the width and the lowest bit of a part. A number that encodes neither a byte nor a half stands for the whole
/// word.
fn place(part: u16) -> (u32, u32) {
    let (width, start) = (u32::from(part / 256), u32::from(part % 256));
    let is_part = matches!(width, 8 | 16) && start.is_multiple_of(width) && start + width <= 32;
    if is_part { (width, start) } else { (32, 0) }
}

fn source(word: u32, part: u16, signed: bool) -> i128 {
    let (width, start) = place(part);
    number(i128::from(word) >> start, width, signed)
}

fn range(bits: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

fn clamp(x: i128, bits: u32, signed: bool) -> i128 {
    let (min, max) = range(bits, signed);
    x.clamp(min, max)
}

/// Computes any scalar video instruction except `vmad`. Returns `None` for an unknown mnemonic.
#[must_use]
pub fn video(mnemonic: &str, m: Modifiers, [a, b, c]: [u32; 3]) -> Option<u32> {
    let [signed, a_signed, b_signed] = m.signed;
    let (x, y) = (source(a, m.parts[0], a_signed), source(b, m.parts[1], b_signed));
    let places = if m.wrapping { y % 32 } else { y.min(32) };
    let power = 2_i128.pow(places.try_into().unwrap_or_default());
    let is_shift = matches!(mnemonic, "vshl" | "vshr");
    let is_sum = matches!(mnemonic, "vadd" | "vsub");
    let exact = match mnemonic {
        "vadd" => x + y,
        "vsub" => x - y,
        "vabsdiff" => (x - y).abs(),
        "vmin" => x.min(y),
        "vmax" => x.max(y),
        "vshl" if m.saturating => number(x * power, 34, true),
        "vshl" => number(x * power, 64, true),
        "vshr" => x.div_euclid(power),
        "vset" => holds(Some(x.cmp(&y)), m.comparison).into(),
        _ => return None,
    };
    // For a saturated sum or difference to `.u32`, the machine code replaces negative results with 0, but does not
    // clamp large results.
    let word = match m.saturating {
        false => exact,
        true if !signed && (is_sum || mnemonic == "vabsdiff") => exact.max(0),
        true => clamp(exact, 32, signed),
    };
    let d = match m.third {
        Third::None => word,
        Third::Merge(part) => {
            let (width, start) = place(part);
            let max = range(width, signed).1;
            let lane = match m.saturating {
                true if !is_shift && !(0..=max).contains(&exact) => max,
                true if !is_shift => exact,
                _ => word,
            };
            let outside = i128::from(c) - (number(i128::from(c) >> start, width, false) << start);
            outside + (number(lane, width, false) << start)
        }
        Third::Second(second) => {
            let is_cut = is_sum || is_shift && m.saturating;
            let first = if is_cut { number(word, 32, true) } else { word };
            // The machine code of `vset` reads c with the signedness of a instead of d.
            let signed = if mnemonic == "vset" { a_signed } else { signed };
            let c = number(c.into(), 32, signed);
            let order = |x: i128| number(x, 64, signed);
            match second {
                SecondOperation::Add => first + c,
                SecondOperation::Min => std::cmp::min_by_key(first, c, |x| order(*x)),
                SecondOperation::Max => std::cmp::max_by_key(first, c, |x| order(*x)),
            }
        }
    };
    Some(number(d, 32, false) as u32)
}

/// Computes `vmad`. Bit i of `negated` is set if source i has a minus sign.
#[must_use]
pub fn multiply_add(
    signed: [bool; 3],
    parts: [u16; 2],
    [negated, one]: [u16; 2],
    saturating: bool,
    scale: Scale,
    [a, b, c]: [u32; 3],
) -> u32 {
    let minus = |source: u32| negated / 2_u16.pow(source) % 2 == 1;
    // The machine code multiplies and adds the sources as signed 32-bit words.
    let x = number(source(a, parts[0], signed[1]), 32, true);
    let y = number(source(b, parts[1], signed[2]), 32, true);
    let c = number(c.into(), 32, true);
    let is_negated = minus(0) != minus(1);
    let product = if is_negated { -x * y } else { x * y };
    let sum = product + if minus(2) { -c } else { c } + i128::from(one);
    let is_signed = signed[1] || signed[2] || is_negated || minus(2);
    let divisor = match scale {
        Scale::Unscaled => 1,
        Scale::Shr7 => 128,
        Scale::Shr15 => 32768,
    };
    let scaled = match divisor {
        1 => sum,
        _ => number(sum, 64, is_signed).div_euclid(divisor),
    };
    let d = if saturating { clamp(scaled, 32, is_signed) } else { scaled };
    number(d, 32, false) as u32
}
