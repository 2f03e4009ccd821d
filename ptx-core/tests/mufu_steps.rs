//! Tests `mufu::steps`, which returns the intermediate values of an operation. The tests pack the intermediate sum into
//! a result and compare it with the result of the operation's function, such as `mufu::rcp`. The operands are the ends
//! and the middle of every segment, and 10^6 words for each operation. The operands of TANH are evenly spaced words.

use ptx_core::mufu::{self, Operation, Steps, steps};
use std::collections::BTreeSet;

/// An operation, its function, the first word of its reduced range, the number of segments, and the number of operand
/// bits within a segment (the bits of `Steps::r`).
type Case = (Operation, fn(u32) -> u32, u32, u32, u32);

const ONE: u32 = 0x3f80_0000;
/// The bits of 2^-8 and of 8, the ends of the table of TANH.
const TANH_FIRST: u32 = 0x3b80_0000;
const TANH_END: u32 = 0x4100_0000;

const CASES: [Case; 12] = [
    (Operation::Rcp, mufu::rcp, ONE, 128, 16),
    (Operation::Rcp64h, mufu::rcp64h, 0x3ff0_0000, 128, 13),
    (Operation::Rsq, mufu::rsq, ONE, 128, 17),
    (Operation::Rsq64h, mufu::rsq64h, 0x3ff0_0000, 128, 14),
    (Operation::Sqrt, mufu::sqrt, ONE, 128, 17),
    (Operation::Lg2, mufu::lg2, ONE, 64, 17),
    (Operation::Ex2, mufu::ex2, 0, 64, 17),
    (Operation::Ex2Float, mufu::ex2_float, ONE, 64, 17),
    (Operation::Sin, mufu::sin, 0, 64, 17),
    (Operation::SinFloat, mufu::sin_float, 0x3e00_0000, 64, 17),
    (Operation::Cos, mufu::cos, 0, 64, 17),
    (Operation::CosFloat, mufu::cos_float, 0x3e00_0000, 64, 17),
];

/// Packs a sign, an exponent field and a significand into an f32. The significand has 24 bits, or is exactly 2^24.
fn pack(sign: u32, exponent: i32, m: i64) -> u32 {
    let (exponent, m) = if m == 1 << 24 { (exponent + 1, 1 << 23) } else { (exponent, m) };
    match exponent {
        ..=0 => sign,
        255.. => sign | 0x7f80_0000,
        _ => sign | (exponent as u32) << 23 | m as u32 & 0x7f_ffff,
    }
}

/// Like [`pack`], for the high word of an f64.
fn pack_high(sign: u32, exponent: i32, m: i64) -> u32 {
    let (exponent, m) = if m == 1 << 24 { (exponent + 1, 1 << 23) } else { (exponent, m) };
    if exponent <= 0 { sign } else { sign | (exponent as u32) << 20 | (m >> 3) as u32 & 0xf_ffff }
}

/// Shifts a sum left until its highest set bit is bit `top`, and packs the sum.
fn normalised(sign: u32, mut exponent: i32, mut t: i64, top: u32) -> u32 {
    if t == 0 {
        return sign;
    }
    while t >> top & 1 == 0 {
        t <<= 1;
        exponent -= 1;
    }
    pack(sign, exponent, t >> (top - 23))
}

/// Packs a sine, given the sum `t`. In quadrants 2 and 3 the sine is negative.
fn sine(quadrant: u32, sign: u32, t: i64) -> u32 {
    normalised(sign ^ (quadrant >> 1 & 1) << 31, 127, t, 37)
}

/// Returns the integral part of `|x| * 2^scale`.
fn floor(x: u32, scale: i32) -> u64 {
    (f64::from(f32::from_bits(x & 0x7fff_ffff)) * f64::from(scale).exp2()) as u64
}

/// Computes the result for an operand from its intermediate values. [`is_ordinary`] must be true for the operand.
fn result(operation: Operation, x: u32, steps: &Steps) -> u32 {
    let t = steps.sum;
    let exponent = (x >> 23 & 0xff) as i32;
    let sign = x & 0x8000_0000;
    let high = (x >> 20 & 0x7ff) as i32;
    let is_first = steps.segment == 0 && steps.r == 0;
    // Packs 2 to the power of a number with 23 fraction bits.
    let power = |fixed: i64| {
        let n = if sign == 0 { fixed >> 23 } else { -fixed >> 23 };
        pack(0, n as i32 + 127, t >> 15)
    };
    match operation {
        Operation::Rcp => pack(sign, 253 - exponent, t >> 15),
        Operation::Rcp64h => pack_high(sign, 2045 - high, t >> 15),
        Operation::Rsq if is_first => pack(0, 127 - ((exponent - 127) >> 1), 1 << 23),
        Operation::Rsq => pack(0, 126 - ((exponent - 127) >> 1), t >> 16),
        Operation::Rsq64h if is_first => pack_high(0, 1023 - ((high - 1023) >> 1), 1 << 23),
        Operation::Rsq64h => pack_high(0, 1022 - ((high - 1023) >> 1), t >> 16),
        Operation::Sqrt => pack(0, 127 + ((exponent - 127) >> 1), t >> 17),
        Operation::Lg2 if x == ONE => 0,
        Operation::Lg2 => {
            let t = (t >> 2) + (i64::from(exponent - 127) << 36);
            if t < 0 { normalised(1 << 31, 133, !t, 42) } else { normalised(0, 133, t, 42) }
        }
        Operation::Ex2 => power(i64::from(x & 0x3fff_ffff)),
        Operation::Ex2Float => power(floor(x, 23) as i64),
        Operation::Sin => sine(x >> 23, sign, t),
        Operation::SinFloat => sine((floor(x, 25) >> 23) as u32 & 3, sign, t),
        Operation::Cos => sine((x >> 23) + 1, 0, t),
        Operation::CosFloat => sine(((floor(x, 25) >> 23) as u32 + 1) & 3, 0, t),
        Operation::Tanh => {
            // The number of bits of the sum below the 24 bits of the significand, for each binade from 2^-8 on.
            let below = [8, 8, 8, 10, 10, 12, 12, 12, 13, 15, 13][exponent as usize - 119];
            normalised(sign, exponent.min(126), t, below + 23)
        }
    }
}

/// Returns whether an operand is ordinary: its result follows from the intermediate values. Zeros, infinities and NaNs,
/// for example, are not ordinary.
fn is_ordinary(operation: Operation, x: u32) -> bool {
    let normal = |least: u32, infinity: u32| (least..infinity).contains(&(x & 0x7fff_ffff));
    match operation {
        Operation::Rcp64h => normal(0x0010_0000, 0x7ff0_0000),
        Operation::Rsq64h => normal(0x0010_0000, 0x7ff0_0000) && x >> 31 == 0,
        Operation::Ex2 | Operation::Sin | Operation::Cos => x & 0x4000_0000 == 0,
        // For the next two kinds of operations, `result` calls the function [`floor`]. The accepted operands are so
        // small that the product in `floor` is below 2^53 and exact. From 128 on, EX2 overflows.
        Operation::Ex2Float => normal(0, 0x4300_0000),
        Operation::SinFloat | Operation::CosFloat => normal(0, 0x4c00_0000),
        Operation::Rcp => normal(0x0080_0000, 0x7f80_0000),
        Operation::Tanh => normal(TANH_FIRST, TANH_END),
        _ => normal(0x0080_0000, 0x7f80_0000) && x >> 31 == 0,
    }
}

#[track_caller]
fn check(case: Case, x: u32) -> Steps {
    let steps = steps(case.0, x);
    assert_eq!(steps.sum, steps.terms.iter().sum::<i64>() + steps.bias, "{:?} {x:08x}", case.0);
    assert_eq!(result(case.0, x, &steps), (case.1)(x), "{:?} {x:08x}: {steps:x?}", case.0);
    steps
}

/// Tests TANH on evenly spaced operands: the packed sum must equal the result of the function. The segments of TANH
/// have different widths, so an operand cannot be computed from the index of its segment.
#[test]
fn tanh_gives_the_functions_result() {
    let case = (Operation::Tanh, mufu::tanh as fn(u32) -> u32, TANH_FIRST, 51, 17);
    let words = (TANH_FIRST..TANH_END).step_by(97).flat_map(|x| [x, x | 1 << 31]);
    let segments: BTreeSet<_> = words.map(|x| check(case, x).segment).collect();
    assert!(segments.into_iter().eq(0..51));
}

#[test]
fn every_segment_gives_the_functions_result() {
    for case in CASES {
        let (operation, _, first, segments, r_bits) = case;
        let is_reduced =
            matches!(operation, Operation::SinFloat | Operation::CosFloat | Operation::Ex2Float);
        let mut seen = BTreeSet::new();
        if is_reduced {
            // Operands from 1 to 2 cover every segment. For SIN and COS, the operands are one full turn; for EX2, the
            // results are one binade.
            let words = (ONE..ONE + 0x80_0000).step_by(997);
            seen.extend(words.map(|x| check(case, x).segment));
        }
        for segment in 0..segments {
            let start = first + (segment << r_bits);
            for r in [0, 1, 1 << (r_bits - 1), (1 << r_bits) - 1] {
                let steps = check(case, start + r);
                if !is_reduced {
                    seen.insert(steps.segment);
                }
            }
        }
        assert_eq!(seen.len() as u32, segments, "{operation:?}");
    }
}

#[test]
fn a_million_operands_give_the_functions_result() {
    for case in CASES {
        let mut x = 0x9a71_8bcd_u32;
        let mut checked = 0;
        while checked < 1_000_000 {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if is_ordinary(case.0, x) {
                check(case, x);
                checked += 1;
            }
        }
    }
}

#[test]
fn the_squares_and_terms_are_those_of_the_description() {
    for case in CASES {
        let steps = steps(case.0, case.2 + 0x1234);
        let width = if matches!(case.0, Operation::Rcp | Operation::Rcp64h) { 1 } else { 0 };
        let wide = steps.r << width;
        let sum: u32 = (0..17).filter(|i| wide >> i & 1 == 1).map(|i| wide >> (18 - i)).sum();
        assert_eq!(steps.square, sum >> 1, "{:?}", case.0);
        assert_eq!(steps.terms[1], i64::from(steps.row[1]) * i64::from(steps.r), "{:?}", case.0);
    }
}
