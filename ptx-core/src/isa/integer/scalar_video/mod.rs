//! Scalar video instructions: an operation on a byte, a half or the whole word of each of two operands. There are three
//! kinds of instructions. The first kind returns the result of the operation. The second kind combines this result with
//! a third operand in a second operation. The third kind replaces a byte or half of the third operand by the result.
//!
//! Chips since sm_50 have no unit for these instructions, so NVIDIA's assembler (ptxas) emits sequences of integer
//! instructions. Where the sequences for sm_75 to sm_100 differ from the manual, the functions follow the sequences:
//!
//! - In `vadd`, `vsub` and `vabsdiff` with a whole `.u32` result, `.sat` clamps negative results only.
//! - If the result is a byte or half, `.sat` clamps it as an unsigned 64-bit number. For shifts, `.sat` clamps to 32
//!   bits.
//! - `.min` and `.max` compare 64 bits. Before the comparison, the result of `vadd`, of `vsub`, or of a shift with
//!   `.sat` is cut to 32 bits and sign-extended.
//! - `vmad` reads whole words as signed, even if their type is `.u32`.

mod arithmetic;
mod multiply;
mod set;
mod shift;

pub use arithmetic::*;
pub use multiply::*;
pub use set::*;
pub use shift::*;

use crate::mode::{Amount, Comparison, Part, Saturation, SecondOperation};

/// The operation on the selected parts of `a` and `b`. A [`SecondOperation`] may follow, which combines the result with
/// `c`.
#[derive(Clone, Copy)]
enum Operation {
    Sum,
    Difference,
    AbsoluteDifference,
    Lesser,
    Greater,
    ShiftLeft(Amount),
    ShiftRight(Amount),
    Comparison(Comparison),
}

/// Returns the selected part of a word, extended to 64 bits. The part is sign-extended if `signed` is true, otherwise
/// zero-extended.
#[inline]
const fn extended(word: u32, part: Part, signed: bool) -> i64 {
    let (width, start) = part.range();
    let above = u32::BITS.wrapping_sub(width);
    let top = word.wrapping_shl(above.wrapping_sub(start));
    if signed { (top as i32).wrapping_shr(above) as i64 } else { top.wrapping_shr(above) as i64 }
}

/// Returns the lesser number.
#[inline]
const fn lesser(x: i64, y: i64) -> i64 {
    if x < y { x } else { y }
}

/// Returns the greater number.
#[inline]
const fn greater(x: i64, y: i64) -> i64 {
    if x > y { x } else { y }
}

/// Clamps a number to the range of `i32` if `signed` is true, otherwise to the range of `u32`.
#[inline]
const fn clamped(x: i64, signed: bool) -> i64 {
    let (min, max) = if signed { (i32::MIN as i64, i32::MAX as i64) } else { (0, u32::MAX as i64) };
    greater(min, lesser(x, max))
}

impl Operation {
    /// Returns the exact result of the operation. For a shift to the left, returns the low 64 bits of the exact result.
    #[inline]
    const fn of(self, x: i64, y: i64) -> i64 {
        match self {
            Self::Sum => x.wrapping_add(y),
            Self::Difference => x.wrapping_sub(y),
            Self::AbsoluteDifference => x.wrapping_sub(y).wrapping_abs(),
            Self::Lesser => lesser(x, y),
            Self::Greater => greater(x, y),
            Self::ShiftLeft(amount) => x.wrapping_shl(Self::places(amount, y)),
            Self::ShiftRight(amount) => x.wrapping_shr(Self::places(amount, y)),
            Self::Comparison(comparison) => comparison.holds(x < y, x > y, false) as i64,
        }
    }

    /// Returns the number of places by which a shift with the operand `y` shifts, at most 32.
    #[inline]
    const fn places(amount: Amount, y: i64) -> u32 {
        match amount {
            Amount::Clamp => lesser(y, u32::BITS as i64) as u32,
            Amount::Wrap => y as u32 % u32::BITS,
        }
    }

    /// Applies `.sat` to `t`, the result of the operation. If `signed` is true, the result is clamped to 32 bits.
    /// Otherwise a negative result becomes 0. A shift to the left clamps to 32 bits even if `signed` is false.
    #[inline]
    const fn saturated(self, t: i64, signed: bool) -> i64 {
        match self {
            // In the manual the result of the first operation has 34 bits. The code therefore drops all higher bits
            // before it clamps.
            Self::ShiftLeft(_) => clamped(t << (i64::BITS - 34) >> (i64::BITS - 34), signed),
            _ if signed => clamped(t, true),
            _ => greater(t, 0),
        }
    }

    /// Returns the 32-bit result of the instruction, given `t`, the exact result of the operation.
    #[inline]
    const fn word(self, t: i64, signed: bool, saturation: Saturation) -> u32 {
        match saturation {
            Saturation::Off => t as u32,
            Saturation::Sat => self.saturated(t, signed) as u32,
        }
    }

    /// Applies the second operation to `t` and `c`. `t` is the result of the first operation, and `c` is the third
    /// operand of the instruction.
    #[inline]
    const fn second(
        self,
        t: i64,
        c: u32,
        signed: bool,
        saturation: Saturation,
        second: SecondOperation,
    ) -> u32 {
        let is_saturated = matches!(saturation, Saturation::Sat);
        let t = if is_saturated { self.saturated(t, signed) } else { t };
        let is_cut = match self {
            Self::Sum | Self::Difference => true,
            Self::ShiftLeft(_) | Self::ShiftRight(_) => is_saturated,
            _ => false,
        };
        let t = if is_cut { t as i32 as i64 } else { t };
        let c = if signed { c as i32 as i64 } else { c as i64 };
        let is_less = if signed { t < c } else { (t as u64) < c as u64 };
        match second {
            SecondOperation::Add => t.wrapping_add(c) as u32,
            SecondOperation::Min => (if is_less { t } else { c }) as u32,
            SecondOperation::Max => (if is_less { c } else { t }) as u32,
        }
    }

    /// Returns `c` with a byte or half replaced by `t`, the result of the operation.
    #[inline]
    const fn inserted(
        self,
        t: i64,
        c: u32,
        place: Part,
        signed: bool,
        saturation: Saturation,
    ) -> u32 {
        let (width, start) = place.range();
        let mask = u32::MAX.wrapping_shr(u32::BITS.wrapping_sub(width));
        let t = match (saturation, self) {
            (Saturation::Off, _) => t,
            (Saturation::Sat, Self::ShiftLeft(_) | Self::ShiftRight(_)) => {
                self.saturated(t, signed)
            }
            (Saturation::Sat, _) => {
                let max = (mask >> signed as u32) as u64;
                (if (t as u64) < max { t as u64 } else { max }) as i64
            }
        };
        let inside = mask.wrapping_shl(start);
        c & !inside | (t as u32).wrapping_shl(start) & inside
    }
}
