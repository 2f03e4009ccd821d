//! SIMD video instructions: lanes of bytes or halves, picked from two words and merged into a third.

mod arithmetic;
mod set;

pub use arithmetic::*;
pub use set::*;

use crate::mode::{Comparison, Merge};
use crate::saturate;

/// The operation on two lanes.
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
    /// Returns the exact result; nothing wraps, as the lanes have at most 17 bits with their sign.
    #[inline]
    const fn of(self, x: i32, y: i32) -> i32 {
        match self {
            Self::Sum => x.wrapping_add(y),
            Self::Difference => x.wrapping_sub(y),
            Self::Average => {
                // The shift rounds down, which rounds a negative sum away from zero. The code adds 1 to any other sum
                // first, so that the shift rounds it away from zero too.
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

/// The lanes of an operand: their sources, and whether they are signed.
#[derive(Clone, Copy)]
struct Lanes {
    selector: u16,
    signed: bool,
}

impl Lanes {
    /// Returns one of the selected lanes.
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

/// Computes the instruction for lanes of `BITS` bits; `signed` tells whether the result's lanes are signed.
///
/// It does not branch on the selectors and the mask, so that LLVM vectorises loops in which they are not constants,
/// too.
#[inline(always)] // without constant arguments it is long, and LLVM does not vectorise a loop with a call
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
