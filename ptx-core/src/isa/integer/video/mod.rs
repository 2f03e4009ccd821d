//! SIMD video instructions: lanes of bytes or halves, picked from two words and merged into a third.

mod arithmetic;
mod set;

pub use arithmetic::*;
pub use set::*;

use crate::mode::{Comparison, Merge};
use crate::saturate;

/// What is done to two lanes.
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
    /// The exact result; nothing wraps, as the lanes have at most 17 bits with their sign.
    #[inline]
    const fn of(self, x: i32, y: i32) -> i32 {
        match self {
            Self::Sum => x.wrapping_add(y),
            Self::Difference => x.wrapping_sub(y),
            Self::Average => {
                // The shift rounds down: away from zero below it, elsewhere after adding 1.
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

/// An operand's lanes: where they come from, and whether they have a sign.
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

/// The instruction for lanes of so many bits; `signed` says whether the result's lanes have a sign.
///
/// It has no branch for what the selectors and the mask say, so that a loop in which they are not known
/// becomes a vector, too.
#[inline(always)] // without constants it is long, and a loop with a call does not become a vector
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
