//! Generates the operands of the random cases. The operands of case `i` depend only on `i` and on the seed, 1.

use std::array::from_fn;

const SEED: u64 = 1;

/// Returns the output of the generator splitmix64 for a state.
fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Returns `word`, with its exponent or its fraction replaced in a quarter of the cases. One eighth of the words get
/// one of eight exponents near a limit or near 1.0, and another eighth get one of four fractions. Bits 61 to 63 of
/// `choice` select the field to replace, and bits 32 to 34 select the new exponent or fraction.
fn steered(word: u64, choice: u64, fraction_bits: u32, exponents: [u64; 8]) -> u64 {
    let fraction = (1 << fraction_bits) - 1;
    let exponent = exponents[7] | 1;
    let place = (choice >> 32) as usize;
    match choice >> 61 {
        0 => word & !(exponent << fraction_bits) | exponents[place % 8] << fraction_bits,
        1 => word & !fraction | [0, 1, fraction, fraction / 2 + 1][place % 4],
        _ => word,
    }
}

/// Returns the `.f32` operands of a case.
pub(super) fn single(case: u64) -> [u64; 3] {
    from_fn(|place| {
        let word = mix(SEED ^ (4 * case + place as u64));
        steered(word & 0xffff_ffff, word, 23, [0, 1, 2, 126, 127, 128, 253, 254])
    })
}

/// Returns the `.f64` operands of a case.
pub(super) fn double(case: u64) -> [u64; 3] {
    from_fn(|place| {
        let word = mix(SEED ^ (4 * case + place as u64));
        steered(word, mix(word), 52, [0, 1, 2, 1022, 1023, 1024, 2045, 2046])
    })
}
