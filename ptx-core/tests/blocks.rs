//! Compares digests of results with digests of another implementation, the C model in `conformance/model`. The results
//! are those of the multi-function unit and of the approximate instructions. Each digest covers a group of 2^20 inputs.
//! The `README.md` of the model defines the digest.
//!
//! By default one in 389 groups is checked. The full run takes about 4 minutes on two cores:
//!
//! ```text
//! cargo test --release -p ptx-core --test blocks -- --ignored
//! ```

#[allow(dead_code, reason = "each test uses a part")]
mod digest;

use digest::of_group;
use ptx_core::{Sm, Subnormals, Subnormals::*, *};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// The number of groups. A group has 2^20 consecutive inputs, and all groups together have all 2^32 inputs.
const GROUPS: u32 = 4096;

/// Compares the digests of every `stride`-th group from group `start` on, using all cores.
fn compare(
    op: impl Fn(u32) -> u32 + Sync,
    expected: &[u8; 8 * GROUPS as usize],
    start: u32,
    stride: usize,
) {
    let expected = expected.as_chunks::<8>().0;
    let next = AtomicU32::new(start);
    let work = || loop {
        let group = next.fetch_add(stride as u32, Ordering::Relaxed);
        let Some(&expected) = expected.get(group as usize) else {
            break;
        };
        let digest = of_group(&op, group);
        assert_eq!(
            digest,
            u64::from_le_bytes(expected),
            "inputs {:08x} and the next 2^20",
            group << 20
        );
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(work);
        }
    });
}

macro_rules! blocks {
    ($($name:ident: $op:expr, $start:literal;)*) => {
        mod sample {
            use super::*;
            $(#[test]
            fn $name() {
                compare($op, include_bytes!(concat!("../../conformance/model/blocks/", stringify!($name), ".bin")), $start, 389);
            })*
        }
        mod all {
            use super::*;
            $(#[test]
            #[ignore = "all 2^32 inputs: run in release"]
            fn $name() {
                compare($op, include_bytes!(concat!("../../conformance/model/blocks/", stringify!($name), ".bin")), 0, 1);
            })*
        }
    };
}

/// Converts a function on f32 numbers to a function on their bits.
fn words(f: impl Fn(f32) -> f32) -> impl Fn(u32) -> u32 {
    move |x| f(f32::from_bits(x)).to_bits()
}
fn with_sm(f: fn(f32, Subnormals, Sm) -> f32, s: Subnormals, sm: u16) -> impl Fn(u32) -> u32 {
    words(move |a| f(a, s, Sm(sm)))
}

// The number after each function is the first group that the default run checks. The numbers differ, so that the
// default run checks related functions with different inputs.
blocks! {
    rcp: mufu::rcp, 1;
    rsq: mufu::rsq, 8;
    sqrt: mufu::sqrt, 15;
    lg2: mufu::lg2, 22;
    ex2: mufu::ex2, 7;
    sin: mufu::sin, 3;
    cos: mufu::cos, 12;
    ex2_float: mufu::ex2_float, 43;
    sin_float: mufu::sin_float, 50;
    cos_float: mufu::cos_float, 57;
    rro_ex2: mufu::rro_ex2, 64;
    rro_sincos: mufu::rro_sincos, 71;
    rcp64h: mufu::rcp64h, 78;
    rsq64h: mufu::rsq64h, 85;
    rcp_approx: words(|a| rcp_approx_f32(a, Keep)), 2;
    rsqrt_approx: words(|a| rsqrt_approx_f32(a, Keep)), 9;
    lg2_approx: words(|a| lg2_approx_f32(a, Keep)), 16;
    ex2_approx: with_sm(ex2_approx_f32, Keep, 50), 23;
    sqrt_approx_sm50: with_sm(sqrt_approx_f32, Keep, 50), 30;
    sqrt_approx_ftz_sm50: with_sm(sqrt_approx_f32, Flush, 50), 37;
    sqrt_approx_sm52: with_sm(sqrt_approx_f32, Keep, 52), 44;
    sin_approx_sm50: with_sm(sin_approx_f32, Keep, 50), 51;
    cos_approx_sm50: with_sm(cos_approx_f32, Keep, 50), 58;
    sin_approx_sm70: with_sm(sin_approx_f32, Keep, 70), 65;
    cos_approx_sm70: with_sm(cos_approx_f32, Keep, 70), 72;
    tanh_approx: words(tanh_approx_f32), 79;
    ex2_f16x2: ex2_approx_f16x2, 29;
    ex2_bf16x2: ex2_approx_ftz_bf16x2, 36;
    tanh_f16x2: tanh_approx_f16x2, 86;
    tanh_bf16x2: tanh_approx_bf16x2, 93;
}
