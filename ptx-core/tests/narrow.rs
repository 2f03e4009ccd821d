//! Compares conversions of floats of eight bits or fewer with tables of all numbers in their formats. The tables are in
//! `f64`, which represents these numbers and the midpoints between them exactly. For `.rs`, random bits are added
//! to up to 16 discarded bits, which `f64` also represents exactly. The operands are known cases, all codes, every
//! half-precision number, and every 4999th `.f32` (every 999,983rd in `narrow/scaled.rs`). The full run tests all 2^32
//! `.f32` numbers. For `.rs`, the full run tests all operands that `narrow/stochastic.rs` chooses:
//!
//! ```text
//! cargo test --release -p ptx-core --test narrow -- --ignored --test-threads=1
//! ```

#[path = "narrow/down.rs"]
mod down;
#[path = "narrow/formats.rs"]
mod formats;
#[path = "narrow/half.rs"]
mod half;
#[path = "narrow/positive_zero.rs"]
mod positive_zero;
#[path = "narrow/s2f6.rs"]
mod s2f6;
#[path = "narrow/scaled.rs"]
mod scaled;
#[path = "narrow/stochastic.rs"]
mod stochastic;
#[path = "narrow/ue5m3.rs"]
mod ue5m3;
#[path = "narrow/ue8m0.rs"]
mod ue8m0;
#[path = "narrow/up.rs"]
mod up;
#[path = "narrow/vectors.rs"]
mod vectors;

use ptx_core::{Limit, NegativeZero, Rectification, Rounding};
use std::thread::{available_parallelism, scope};

const ROUNDINGS: [Rounding; 4] = [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp];
const RECTIFICATIONS: [Rectification; 2] = [Rectification::Linear, Rectification::Relu];
const LIMITS: [Limit; 2] = [Limit::Unlimited, Limit::Satfinite];
const NEGATIVE_ZEROS: [NegativeZero; 2] = [NegativeZero::Unchanged, NegativeZero::Positive];

/// The distance between the operands that a sample tests: a prime, so that all bits vary.
const STRIDE: usize = 4_999;

/// Returns the second operand for the first operand `x`: a number of similar magnitude and opposite sign. Different `x`
/// have different second operands.
fn beside(x: u32) -> u32 {
    x ^ 0x8025_a5a5
}

/// Calls `check` with every `stride`-th number below `end`, using all cores.
fn sweep(end: u64, stride: usize, check: impl Fn(u64) + Sync) {
    let threads = available_parallelism().map_or(1, usize::from) as u64;
    scope(|s| {
        for part in 0..threads {
            let check = &check;
            s.spawn(move || {
                let bound = |i: u64| i * end / threads;
                (bound(part)..bound(part + 1)).step_by(stride).for_each(check);
            });
        }
    });
}
