//! `cvt` to and from floats and fixed-point numbers of eight bits or fewer, and `cvt` with stochastic rounding (the
//! modifier `.rs`).

mod down;
mod s2f6;
mod scaled;
mod stochastic;
mod ue5m3;
mod ue8m0;
mod up;

pub use down::*;
pub use s2f6::*;
pub use scaled::*;
pub use stochastic::*;
pub use ue5m3::*;
pub use ue8m0::*;
pub use up::*;

use crate::format::{Format, widen};
use crate::narrow::UE8M0_ONE;

/// A pair of `.ue8m0` scales that are both 1.0.
const ONES: u16 = u16::from_be_bytes([UE8M0_ONE; 2]);

/// Converts both halves of a pair to binary32, exactly. The upper half is the first element.
#[inline]
const fn singles(format: Format, pair: u32) -> [f32; 2] {
    [widen(format, (pair >> 16) as u16) as f32, widen(format, pair as u16) as f32]
}

/// Packs two bytes into 16 bits.
#[inline]
const fn bytes(high: u8, low: u8) -> u16 {
    u16::from_be_bytes([high, low])
}

/// Packs two 16-bit halves into 32 bits.
#[inline]
const fn halves(high: u16, low: u16) -> u32 {
    (high as u32) << 16 | low as u32
}
