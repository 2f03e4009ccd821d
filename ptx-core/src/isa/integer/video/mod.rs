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
    /// One of them, out of the lanes of both words.
    #[inline]
    const fn get<const BITS: u32>(self, words: u64, lane: u32) -> i32 {
        let digit = (self.selector >> (4 * lane)) as u32 & const { u64::BITS / BITS - 1 };
        let above = const { u32::BITS - BITS };
        let top = ((words >> (digit * BITS)) as u32) << above;
        if self.signed { top as i32 >> above } else { (top >> above) as i32 }
    }
}

/// The instruction for lanes of so many bits; `signed` says whether the result's lanes have a sign.
#[inline]
const fn video<const BITS: u32>(
    operation: Operation,
    words: u64,
    [a, b]: [Lanes; 2],
    c: u32,
    mask: u16,
    merge: Merge,
    signed: bool,
) -> u32 {
    let mut result = c;
    let mut lane = 0;
    while lane < const { u32::BITS / BITS } {
        if mask >> lane & 1 == 1 {
            let x = operation.of(a.get::<BITS>(words, lane), b.get::<BITS>(words, lane));
            let x = match merge {
                Merge::Saturated => saturate::integer::<BITS>(x, signed),
                Merge::Lanes | Merge::Sum => x,
            } as u32;
            let place = lane * BITS;
            let inside = const { (1 << BITS) - 1 } << place;
            result = match merge {
                Merge::Sum => result.wrapping_add(x),
                Merge::Lanes | Merge::Saturated => result & !inside | x << place & inside,
            };
        }
        lane += 1;
    }
    result
}
