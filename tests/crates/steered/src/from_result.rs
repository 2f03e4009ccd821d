//! Computes operands of a float operation from the intended result.

use crate::format::Number;
use crate::{Class, Format, Operation, Random};

/// The maximum number of attempts, each with other random numbers.
const ATTEMPTS: u32 = 32;

/// Returns operands whose result is in a class.
pub(crate) fn operands(
    format: Format,
    operation: Operation,
    class: Class,
    random: &mut Random,
) -> Option<[u64; 3]> {
    let mut operands = match class {
        Class::Cancellation => cancelling(format, operation, random),
        Class::NextToTie => next_to_tie(format, operation, random)?,
        Class::Tie => tie(format, operation, random)?,
        _ => near(format, operation, limit(format, class, random), random),
    };
    negate(format, operation, &mut operands, random);
    Some(operands)
}

/// Returns a limit of the range, plus or minus at most three quarters of a unit in the last place.
fn limit(format: Format, class: Class, random: &mut Random) -> Number {
    let (units, unit): (i128, _) = match class {
        Class::Overflow => (1 << format.precision(), format.greatest_unit()),
        Class::LeastNormal => (1 << format.fraction, format.least_unit()),
        _ => (1, format.least_unit()),
    };
    let quarters = 4 * units + i128::from(random.around(3));
    Number::new(quarters as u128, unit - 2)
}

/// Returns operands whose result is close to `result`.
fn near(format: Format, operation: Operation, result: Number, random: &mut Random) -> [u64; 3] {
    let bits = |number| format.truncated(number);
    match operation {
        Operation::Add | Operation::Sub => sum(format, operation, result, random),
        Operation::Rcp => [beside(bits(quotient(Number::new(1, 0), result)), random), 0, 0],
        Operation::Sqrt => [bits(result), 0, 0],
        Operation::Div => {
            let b = divisor(format, result, random);
            let product =
                Number::new(result.significand * b.significand, result.exponent + b.exponent);
            [beside(bits(product), random), bits(b), 0]
        }
        Operation::Mul | Operation::Fma => {
            let a = factor(format, result, random);
            let b = beside(bits(quotient(result, a)), random);
            let far = Number::new(1, result.exponent - random.below(8) as i32);
            let c = if operation == Operation::Fma && random.is_even() { bits(far) } else { 0 };
            [bits(a), b, c]
        }
    }
}

/// Returns the bits of a number, or of one of its two neighbours.
fn beside(bits: u64, random: &mut Random) -> u64 {
    bits.saturating_add_signed([0, 0, 1, -1][random.below(4) as usize])
}

/// Returns a factor whose exponent differs by at most 2 from half the exponent of `product`. The other factor is then
/// in range.
fn factor(format: Format, product: Number, random: &mut Random) -> Number {
    let highest = product.exponent + product.significand.checked_ilog2().unwrap_or(0) as i32;
    let exponent = highest / 2 + random.around(2);
    significand(format, random).times(exponent - format.fraction as i32)
}

/// Returns a divisor that keeps the dividend in range.
fn divisor(format: Format, quotient: Number, random: &mut Random) -> Number {
    let highest = quotient.exponent + quotient.significand.checked_ilog2().unwrap_or(0) as i32;
    significand(format, random).times(-highest / 2 + random.around(2) - format.fraction as i32)
}

/// Returns an integer with as many bits as a significand of the format. The integer is sometimes a power of two.
fn significand(format: Format, random: &mut Random) -> Number {
    let top = 1 << format.fraction;
    Number::new(
        if random.below(4) == 0 { top } else { top | u128::from(random.below(top as u64)) },
        0,
    )
}

/// Returns a / b, truncated to far more bits than the significand of any format has.
fn quotient(a: Number, b: Number) -> Number {
    let shift = a.significand.leading_zeros();
    let quotient = (a.significand << shift) / b.significand.max(1);
    Number::new(quotient, a.exponent - b.exponent - shift as i32)
}

/// Splits a sum into two operands: the high and the low bits of the sum, or the high bits rounded
/// up and the negative remainder.
fn sum(format: Format, operation: Operation, sum: Number, random: &mut Random) -> [u64; 3] {
    let split = 1 + random.below(u64::from(format.precision())) as u32;
    let low = sum.significand & ((1 << split) - 1);
    let high = sum.significand - low;
    let (high, low, negative) = match random.is_even() {
        true => (high, low, false),
        false => (high + (1 << split), (1 << split) - low, true),
    };
    let negative = negative != (operation == Operation::Sub);
    let low = Number { negative, ..Number::new(low, sum.exponent) };
    [format.truncated(Number::new(high, sum.exponent)), format.truncated(low), 0]
}

/// Returns a midpoint between two numbers whose exponent is not near a limit.
fn halfway(format: Format, random: &mut Random) -> Number {
    let odd = 2 * significand(format, random).significand + 1;
    Number::new(odd, random.around(format.bias() as u32 / 4) - format.precision() as i32)
}

fn tie(format: Format, operation: Operation, random: &mut Random) -> Option<[u64; 3]> {
    match operation {
        Operation::Add | Operation::Sub => {
            Some(sum(format, operation, halfway(format, random), random))
        }
        Operation::Fma if random.is_even() => {
            let [a, c, _] = sum(format, Operation::Add, halfway(format, random), random);
            let power = random.around(format.bias() as u32 / 4);
            let a = format.exactly(format.number(a).times(-power))?;
            Some([a, format.exactly(Number::new(1, power))?, c])
        }
        Operation::Mul | Operation::Fma => {
            let [a, b] = halfway_factors(format, random)?;
            let shift = random.around(format.bias() as u32 / 8);
            let [a, b] = [a, b].map(|x| format.truncated(Number::new(x, shift)));
            Some([a, b, 0])
        }
        // Only a quotient in the subnormal range can be exactly a midpoint.
        Operation::Div => {
            let odd = significand(format, random).significand | 1;
            let power = format.bias() / 2 + random.around(2);
            let a = Number::new(odd, format.least_unit() - 1 + power);
            Some([format.exactly(a)?, format.exactly(Number::new(1, power))?, 0])
        }
        Operation::Rcp | Operation::Sqrt => None,
    }
}

/// Returns two odd integers whose product has one bit more than the significand, so that the product is a midpoint.
fn halfway_factors(format: Format, random: &mut Random) -> Option<[u128; 2]> {
    let bits = format.precision() + 1;
    (0..ATTEMPTS).find_map(|_| {
        let first = 2 + random.below(u64::from(bits) - 3) as u32;
        let mut odd =
            |bits: u32| u128::from(random.next() | 1 << 63 | 1 << (64 - bits)) >> (64 - bits);
        let (a, b) = (odd(first), odd(bits + 1 - first));
        ((a * b).ilog2() + 1 == bits).then_some([a, b])
    })
}

fn next_to_tie(format: Format, operation: Operation, random: &mut Random) -> Option<[u64; 3]> {
    let fraction = format.fraction as i32;
    let few = 2 * u128::from(random.below(4)) + 1;
    let top = 1 << fraction;
    match operation {
        // `a` is any number. `b` is half a unit in the last place of `a`, plus or minus one unit in the last place
        // of `b`.
        Operation::Add | Operation::Sub => {
            let exponent = random.around(format.bias() as u32 / 4);
            let a = significand(format, random).times(exponent);
            // Chooses a number just below or just above half a unit in the last place of `a`.
            let half = if random.is_even() {
                Number::new(2 * top - 1, exponent - 2 - fraction)
            } else {
                Number::new(top + 1, exponent - 1 - fraction)
            };
            let b = Number { negative: random.is_even(), ..half };
            Some([format.truncated(a), format.truncated(b), 0])
        }
        // The product is next to a midpoint. As an integer, it is a multiple of 2^precision plus
        // 2^(precision - 1), plus or minus 1.
        Operation::Mul => {
            let [a, b] = products(format, random)?;
            let bits = |x| format.truncated(Number::new(x, -fraction));
            Some([bits(a), bits(b), 0])
        }
        // The product is a midpoint, and a tiny addend moves the exact result away from it.
        Operation::Fma => {
            let [a, b] = halfway_factors(format, random)?;
            let [a, b] = [a, b].map(|x| format.truncated(Number::new(x, 0)));
            let least = Number::new(1, format.least_unit() + random.around(2).abs());
            let c = Number { negative: random.is_even(), ..least };
            Some([a, b, format.truncated(c)])
        }
        Operation::Div => {
            let [a, b] = quotients(format, random)?;
            let bits = |x| format.truncated(Number::new(x, -fraction));
            Some([bits(a), bits(b), 0])
        }
        // 1 / (2 - x) is 1/2 + x/4 + x²/8 + …. If x is a small odd number of units, the sum is
        // close to a midpoint.
        Operation::Rcp => {
            let power = random.around(format.bias() as u32 / 2);
            Some([format.truncated(Number::new(2 * top - few, power - fraction)), 0, 0])
        }
        // The square root of 1 + x is 1 + x/2 - x²/8 + …. If x is a small odd number of units, the
        // sum is close to a midpoint.
        Operation::Sqrt => {
            let power = 2 * random.around(format.bias() as u32 / 4);
            Some([format.truncated(Number::new(top + few, power - fraction)), 0, 0])
        }
    }
}

/// Returns the inverse of an odd `x` modulo 2^`bits`.
fn inverse(x: u128, bits: u32) -> u128 {
    // Each step of Newton's iteration doubles the number of correct bits. The initial value, x, has three correct bits.
    let inverse = (0..6).fold(x, |y, _| y.wrapping_mul(2_u128.wrapping_sub(x.wrapping_mul(y))));
    inverse & ((1 << bits) - 1)
}

fn products(format: Format, random: &mut Random) -> Option<[u128; 2]> {
    let precision = format.precision();
    let one: u128 = 1 << precision;
    (0..ATTEMPTS).find_map(|_| {
        let a = significand(format, random).significand | 1;
        let rest = if random.is_even() { one / 2 + 1 } else { one / 2 - 1 };
        let b = rest.wrapping_mul(inverse(a, precision)) & (one - 1);
        ((a * b).checked_ilog2() == Some(2 * precision - 1)).then_some([a, b])
    })
}

/// Returns integers a and b with a · 2^precision = b · odd ± 1. The number `odd` has one bit more than the significand,
/// so a / b is close to a midpoint.
fn quotients(format: Format, random: &mut Random) -> Option<[u128; 2]> {
    let precision = format.precision();
    let one: u128 = 1 << precision;
    (0..ATTEMPTS).find_map(|_| {
        let b = significand(format, random).significand | 1;
        let is_more = random.is_even();
        let rest = if is_more { one - 1 } else { 1 };
        let odd = one | rest.wrapping_mul(inverse(b, precision)) & (one - 1);
        let product = if is_more { b * odd + 1 } else { b * odd - 1 };
        let a = product >> precision;
        (a < one && a << precision == product).then_some([a, b])
    })
}

fn cancelling(format: Format, operation: Operation, random: &mut Random) -> [u64; 3] {
    let range = format.bias() as u32 / 4;
    let mut any = |format: Format| {
        significand(format, random).times(random.around(range) - format.fraction as i32)
    };
    let (a, b) = (any(format), any(format));
    let opposite = |bits: u64| bits ^ format.sign();
    let bits = format.truncated(a);
    match operation {
        Operation::Sub => [bits, beside(bits, random), 0],
        Operation::Fma => {
            let product = Number::new(a.significand * b.significand, a.exponent + b.exponent);
            let c = opposite(beside(format.truncated(product), random));
            [bits, format.truncated(b), c]
        }
        _ => [bits, opposite(beside(bits, random)), 0],
    }
}

/// In half of the calls, changes the signs of operands so that the result is negated.
fn negate(format: Format, operation: Operation, operands: &mut [u64; 3], random: &mut Random) {
    if operation == Operation::Sqrt || random.is_even() {
        return;
    }
    match operation {
        Operation::Add | Operation::Sub => operands[1] ^= format.sign(),
        Operation::Fma => operands[2] ^= format.sign(),
        _ => {}
    }
    operands[0] ^= format.sign();
}
