//! References that examine an operand bit by bit, like the loops in the PTX manual.

use super::Fill;

/// Returns `of(i)` for the highest set bit i. Returns `none` if no bit is set.
#[inline(always)]
fn last(bits: u32, none: u32, of: impl Fn(u32) -> u32) -> u32 {
    (0..32).fold(none, |found, i| if bits >> i & 1 == 1 { of(i) } else { found })
}

/// Returns a word in which exactly the bits that differ from the sign bit are set.
#[inline(always)]
fn unlike_sign(bits: u32) -> u32 {
    if bits >> 31 == 1 { u32::MAX - bits } else { bits }
}

pub(super) fn of(function: &str) -> Option<Fill> {
    const NONE: u32 = u32::MAX;
    Some(match function {
        "not_b32" => filled!(|bits| u32::MAX - bits),
        "cnot_b32" => filled!(|bits| bits == 0),
        "popc_b32" => filled!(|bits| (0..32).map(|i| bits >> i & 1).sum::<u32>()),
        "brev_b32" => filled!(|bits| (0..32).map(|i| (bits >> i & 1) << (31 - i)).sum::<u32>()),
        "clz_b32" => filled!(|bits| last(bits, 32, |i| 31 - i)),
        "bfind_u32" => filled!(|bits| last(bits, NONE, |i| i)),
        "bfind_s32" => filled!(|bits| last(unlike_sign(bits), NONE, |i| i)),
        "bfind_shiftamt_u32" => filled!(|bits| last(bits, NONE, |i| 31 - i)),
        "bfind_shiftamt_s32" => filled!(|bits| last(unlike_sign(bits), NONE, |i| 31 - i)),
        _ => return None,
    })
}
