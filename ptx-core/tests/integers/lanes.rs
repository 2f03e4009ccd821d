//! Compares instructions on lanes (bytes or halves of a word) with `referee::lanes`, an independent implementation. The
//! operands are all pairs of bytes in each lane, and random words. Masks and selectors are random.
//!
//! By default, video instructions are tested on every 15th pair and on 20,000 random triples of words. The full run
//! tests all pairs and a million triples:
//!
//! ```text
//! cargo test --release -p ptx-core --test integers -- --ignored
//! ```

use crate::functions::{PACKED, video};
use ptx_core::{Comparison, Merge, add_sat_u32, neg_s8x4};
use referee::lanes::{self, COMPARISONS, Operation};
use steered::Random;
use test_support::is_full;

const MERGES: [Merge; 3] = [Merge::Lanes, Merge::Saturated, Merge::Sum];

/// Returns two words. Over all `k` below 2^16, each of the four byte lanes gets all pairs of bytes.
fn pairs(k: u32) -> [u32; 2] {
    let mut words = [0; 2];
    for (place, step) in [1, 0x2545, 0x8d2b, 0xe6a1].into_iter().enumerate() {
        // `step` is odd, so the products with all `k` are all 2^16 values, in another order.
        let pair = k.wrapping_mul(step) & 0xffff;
        words[0] |= (pair & 0xff) << (8 * place);
        words[1] |= (pair >> 8) << (8 * place);
    }
    words
}

/// Returns a random word whose bytes are often 00, 7f, 80 or ff.
fn word(g: &mut Random) -> u32 {
    let random = g.next();
    let byte = |place: u32| match random >> (40 + 4 * place) & 0xf {
        0 => 0x00,
        1 => 0x7f,
        2 => 0x80,
        3 => 0xff,
        _ => (random >> (8 * place)) as u8,
    };
    u32::from_le_bytes([0, 1, 2, 3].map(byte))
}

/// Returns the operation of `referee::lanes` for a mnemonic.
fn operation(word: &str) -> Operation {
    lanes::operation(word).unwrap_or_else(|| panic!("{word} has no operation"))
}

/// Calls `check` for each video instruction, and for `vset` with each comparison. The last argument is the operation of
/// `referee::lanes`.
fn each_video(
    mut check: impl FnMut(&str, lanes::Types, crate::functions::Video, Comparison, Operation),
) {
    for (name, word, types, function) in video() {
        match word {
            "vset" => COMPARISONS.iter().for_each(|&(_, comparison, operation)| {
                check(name, types, function, comparison, operation);
            }),
            _ => check(name, types, function, Comparison::T, operation(word)),
        }
    }
}

fn video_on_pairs(stride: usize) {
    each_video(|name, types, function, comparison, operation| {
        let selectors = if types.bits == 8 { [0x3210, 0x7654] } else { [0x10, 0x32] };
        for k in (0..1 << 16).step_by(stride) {
            let [a, b] = pairs(k);
            for merge in MERGES {
                let x = [a, b, 0x8070_fe01];
                let d = function(x, 0xf, selectors, comparison, merge);
                let expected = lanes::video(operation, types, x, 0xf, selectors, merge);
                assert_eq!(d, expected, "{name} {comparison:?} {merge:?} {x:x?}");
            }
        }
    });
}

fn video_on_random_words(count: usize) {
    let mut g = Random(1);
    each_video(|name, types, function, comparison, operation| {
        for _ in 0..count {
            let x = [(); 3].map(|()| word(&mut g));
            let bits = g.next();
            let (mask, selectors) = (bits as u16, [(bits >> 16) as u16, (bits >> 32) as u16]);
            let merge = MERGES[(bits >> 48) as usize % 3];
            let d = function(x, mask, selectors, comparison, merge);
            let expected = lanes::video(operation, types, x, mask, selectors, merge);
            assert_eq!(
                d, expected,
                "{name} {comparison:?} {merge:?} {mask:x} {selectors:x?} {x:x?}"
            );
        }
    });
}

fn packed_on(words: impl Fn(&mut Random, u32) -> [u32; 2], count: u32) {
    for (name, function) in PACKED {
        let (word, ty) = name.split_once('_').expect("a type after the mnemonic");
        let (bits, signed) = (if ty.ends_with("x4") { 8 } else { 16 }, ty.starts_with('s'));
        let (operation, extreme) = (operation(word), matches!(word, "min" | "max"));
        let mut g = Random(2);
        for k in 0..count {
            let x = words(&mut g, k);
            for on in [false, true] {
                let expected = lanes::packed(
                    operation,
                    bits,
                    signed,
                    x,
                    on && !extreme,
                    on && extreme && signed,
                );
                assert_eq!(function(x, on), expected, "{name} {on} {x:x?}");
            }
        }
    }
}

#[test]
fn some_pairs_of_video_lanes() {
    video_on_pairs(15);
}

#[test]
#[ignore = "takes a minute"]
fn all_pairs_of_video_lanes() {
    video_on_pairs(1);
}

#[test]
fn some_words_of_video_instructions() {
    video_on_random_words(20_000);
}

#[test]
#[ignore = "takes minutes"]
fn a_million_words_of_video_instructions() {
    video_on_random_words(1_000_000);
}

#[test]
fn all_pairs_of_packed_lanes() {
    packed_on(|_, k| pairs(k), 1 << 16);
}

#[test]
fn words_of_packed_instructions() {
    let count = if is_full() { 1_000_000 } else { 100_000 };
    packed_on(|g, _| [word(g), word(g)], count);
}

#[test]
fn negated_bytes() {
    for k in 0..1 << 16 {
        let [a, b] = pairs(k);
        for x in [a, b] {
            let expected = x.to_le_bytes().map(|byte| (256 - u16::from(byte)) as u8);
            assert_eq!(neg_s8x4(x), u32::from_le_bytes(expected), "{x:x}");
        }
    }
}

#[test]
fn saturated_words() {
    let mut g = Random(3);
    for _ in 0..1_000_000 {
        let (a, b) = (word(&mut g), word(&mut g));
        let exact = u64::from(a) + u64::from(b);
        assert_eq!(u64::from(add_sat_u32(a, b)), exact.min(0xffff_ffff), "{a:x} {b:x}");
    }
}
