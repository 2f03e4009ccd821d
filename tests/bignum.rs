//! Compares the products of the example `bignum` with those of the crate num-bigint.

#[path = "../examples/bignum.rs"]
#[expect(dead_code, reason = "the test does not call main, parsing and printing")]
mod bignum;

use bignum::{Number, multiply};
use num_bigint::BigUint;

fn big(words: Number) -> BigUint {
    BigUint::from_bytes_le(&words.map(u64::to_le_bytes).concat())
}

fn agree(a: Number, b: Number) {
    let modulus = (BigUint::from(1_u8) << 255_u32) - 19_u8;
    assert_eq!(big(multiply(a, b)), big(a) * big(b) % modulus, "{a:x?} * {b:x?}");
}

#[test]
fn around_the_modulus_and_the_limits() {
    let all = u64::MAX;
    let mut numbers = vec![[0; 4], [1, 0, 0, 0], [all; 4], [0, 0, 0, 1 << 63], [0, 0, 0, 1 << 62]];
    // Numbers just below 2^255 and 2^256. They include the modulus 2^255 - 19, its double 2^256 - 38, and the
    // neighbours of both.
    for low in 0..40 {
        numbers.push([all - low, all, all, all >> 1]);
        numbers.push([all - low, all, all, all]);
    }
    for a in &numbers {
        for b in &numbers {
            agree(*a, *b);
        }
    }
}

/// Compares the products of pseudo-random numbers (SplitMix64).
#[test]
fn any_numbers() {
    let mut state = 0_u64;
    let mut word = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    let mut number = || [word(), word(), word(), word()];
    for _ in 0..20_000 {
        agree(number(), number());
    }
}
