//! SIMD video instructions: operations on lanes of bytes or 16-bit halves. Selectors choose the lanes of both operands
//! from two words. The lanes of the result replace lanes of a third word, or are added to the third word.

mod arithmetic;
mod set;

pub use arithmetic::*;
pub use set::*;

use crate::mode::{Comparison, Merge};
use crate::saturate;

/// An operation on one lane of each operand.
#[derive(Clone, Copy)]
enum Operation {
    Sum,
    Difference,
    Average,
    AbsoluteDifference,
    Lesser,
    Greater,
    Comparison(Comparison),
}

impl Operation {
    /// Returns the result of the operation. Nothing wraps around: a lane has at most 17 bits including its sign.
    #[inline]
    const fn of(self, x: i32, y: i32) -> i32 {
        match self {
            Self::Sum => x.wrapping_add(y),
            Self::Difference => x.wrapping_sub(y),
            Self::Average => {
                // The average is rounded away from zero. The shift rounds down, which is away from zero for a negative
                // sum. For all other sums the code adds 1 before the shift.
                let sum = x.wrapping_add(y);
                sum.wrapping_add((sum >= 0) as i32) >> 1
            }
            Self::AbsoluteDifference => x.wrapping_sub(y).wrapping_abs(),
            Self::Lesser => {
                if x < y {
                    x
                } else {
                    y
                }
            }
            Self::Greater => {
                if x > y {
                    x
                } else {
                    y
                }
            }
            Self::Comparison(comparison) => comparison.holds(x < y, x > y, false) as i32,
        }
    }
}

/// The lanes of one operand: the selector, and whether the lanes are signed.
#[derive(Clone, Copy)]
struct Lanes {
    selector: u16,
    signed: bool,
}

impl Lanes {
    /// Returns lane `lane` of the operand: the lane of `a` or `b` that digit `lane` of the selector names.
    #[inline]
    const fn get<const BITS: u32>(self, [a, b]: [u32; 2], lane: u32) -> i32 {
        let count = const { u32::BITS / BITS };
        let digit = (self.selector >> (4 * lane)) as u32;
        let from_b = (digit / count % 2).wrapping_neg();
        let word = a & !from_b | b & from_b;
        let above = const { u32::BITS - BITS };
        let top = word << (above - digit % count * BITS);
        if self.signed { top as i32 >> above } else { (top >> above) as i32 }
    }
}

/// Computes the instruction for lanes of `BITS` bits. `signed` tells whether the lanes of the result are signed.
///
/// The code does not branch on selectors and mask. LLVM therefore vectorises loops even if selectors and mask are not
/// constants.
#[inline(always)] // else LLVM calls the function if its arguments are not constants, and does not vectorise the loop
const fn video<const BITS: u32>(
    operation: Operation,
    words: [u32; 2],
    [a, b]: [Lanes; 2],
    c: u32,
    mask: u16,
    merge: Merge,
    signed: bool,
) -> u32 {
    let mut result = c;
    let mut lane = 0;
    while lane < const { u32::BITS / BITS } {
        let included = ((mask >> lane & 1) as u32).wrapping_neg();
        let x = operation.of(a.get::<BITS>(words, lane), b.get::<BITS>(words, lane));
        let place = lane * BITS;
        let inside = included & const { (1 << BITS) - 1 } << place;
        result = match merge {
            Merge::Sum => result.wrapping_add(x as u32 & included),
            Merge::Lanes => result & !inside | (x as u32) << place & inside,
            Merge::Saturated => {
                let x = saturate::integer::<BITS>(x, signed) as u32;
                result & !inside | x << place & inside
            }
        };
        lane += 1;
    }
    result
}
