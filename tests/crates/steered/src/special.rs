//! Generates operands that include a NaN or infinity.

use crate::{Format, Operation, Random};

/// Returns a random quiet or signaling NaN with a random sign.
pub(crate) fn one_nan(format: Format, random: &mut Random) -> u64 {
    let quiet = 1 << (format.fraction - 1);
    let payload = match random.below(3) {
        0 => 1,
        1 => quiet - 1,
        _ => random.below(quiet - 1) + 1,
    };
    let kind = if random.is_even() { quiet } else { 0 };
    with_sign(format, format.infinity() | kind | payload, random)
}

/// Returns an infinity with a random sign.
pub(crate) fn one_infinity(format: Format, random: &mut Random) -> u64 {
    with_sign(format, format.infinity(), random)
}

/// Returns operands with a NaN in a random position.
pub(crate) fn nan(format: Format, operation: Operation, random: &mut Random) -> [u64; 3] {
    let nan = one_nan(format, random);
    at_any_place(format, operation, nan, random)
}

/// Returns operands with an infinity in a random position.
pub(crate) fn infinity(format: Format, operation: Operation, random: &mut Random) -> [u64; 3] {
    let infinity = one_infinity(format, random);
    at_any_place(format, operation, infinity, random)
}

fn with_sign(format: Format, bits: u64, random: &mut Random) -> u64 {
    if random.is_even() { bits } else { bits | format.sign() }
}

/// Returns operands with `special` in a random position. The other operands are random, and often
/// zero, infinity or `special`.
fn at_any_place(
    format: Format,
    operation: Operation,
    special: u64,
    random: &mut Random,
) -> [u64; 3] {
    let mut operands = [0; 3];
    for operand in operands.iter_mut().take(operation.arity()) {
        let bits = match random.below(6) {
            0 => 0,
            1 => format.infinity(),
            2 => special,
            3 => 1,
            _ => random.next() & (format.sign() - 1),
        };
        *operand = with_sign(format, bits, random);
    }
    operands[random.below(operation.arity() as u64) as usize] = special;
    operands
}
