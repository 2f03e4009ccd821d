//! Selects the reference for a function of `ptx-core` by its name. A reference computes the results
//! of a function without using `ptx-core`.

mod between;
mod bits;
mod carry;
pub(crate) mod compare;
mod convert;
mod extreme;
mod floats;
mod integers;
mod narrow;
mod packed;
mod reciprocal;
mod scalar_video;
mod video;

use crate::{Compute, Modes, Results, Words, one};

/// Returns the reference for a function of `ptx-core`, such as `add_f32`, with these modes. Returns
/// `None` if there is no reference.
#[must_use]
pub fn function(name: &str, modes: &Modes) -> Option<Compute> {
    compare::of(name, modes)
        .or_else(|| convert::of(name, modes))
        .or_else(|| floats::of(name, modes))
        .or_else(|| carry::of(name))
        .or_else(|| integers::of(name, modes))
        .or_else(|| bits::of(name, modes))
        .or_else(|| packed::of(name))
        .or_else(|| video::of(name, modes))
        .or_else(|| scalar_video::of(name, modes))
}

/// Combines two results of one instruction.
fn two(first: u64, second: impl Into<u64>) -> Results {
    [first, second.into()]
}

/// Returns a number whose lowest `bits` bits are set.
fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Applies a function to `count` lanes of `bits` bits each.
fn in_lanes(bits: u32, count: u32, f: impl Fn(&Words) -> u64, x: &Words) -> Results {
    let lane = |i: u32| f(&x.map(|word| word >> (i * bits) & ones(bits))) << (i * bits);
    one((0..count).map(lane).sum())
}
