//! Compares the functions of machine instructions on integers with exact arithmetic in wider integers and with shifts by
//! one place.

use ptx_core::Amount::{self, Clamp, Wrap};
use ptx_core::Combination::{And, Or};
use ptx_core::mode::ResultWord::{High, Low};
use ptx_core::mode::ShiftType::{self, S32, S64, U32, U64};
use ptx_core::sass::Signedness::{Signed, Unsigned};
use ptx_core::sass::*;

/// Returns words near the limits, and random words.
fn words() -> Vec<u32> {
    let mut all =
        vec![0, 1, 2, 31, 32, 33, 63, 64, 65, 0x7fff_ffff, 0x8000_0000, u32::MAX - 1, u32::MAX];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    all.extend((0..8).map(|_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 32) as u32
    }));
    all
}

/// Returns the low word of a sum, and whether the sum is at least 2^32 and 2^33.
fn split(sum: u128) -> (u32, bool, bool) {
    (sum as u32, sum >= 1 << 32, sum >= 1 << 33)
}

#[test]
fn sums_have_the_carries_of_the_exact_sum() {
    for a in words() {
        for b in words() {
            for c in words() {
                let exact = u128::from(a) + u128::from(b) + u128::from(c);
                assert_eq!(iadd3(extended(a), extended(b), extended(c)), split(exact));
                let difference = u128::from(a) + ((1 << 32) - u128::from(b)) + u128::from(c);
                assert_eq!(iadd3(extended(a), negate_extended(b), extended(c)), split(difference));
                for (p, q) in [(false, false), (true, false), (true, true)] {
                    let exact = exact + u128::from(p) + u128::from(q);
                    assert_eq!(iadd3_x(a, b, c, p, q), split(exact));
                }
            }
        }
    }
}

/// The difference of two 64-bit integers in two instructions, as NVIDIA's assembler writes it.
#[test]
fn a_difference_of_two_words_borrows() {
    for a in words() {
        for b in words() {
            let [x, y] = [u64::from(a) << 32 | u64::from(b), u64::from(b) << 32 | u64::from(a)];
            let (low, carry, _) = iadd3(extended(x as u32), negate_extended(y as u32), 0);
            let (high, ..) =
                iadd3_x((x >> 32) as u32, negate_with_carry((y >> 32) as u32), 0, carry, false);
            assert_eq!(u64::from(high) << 32 | u64::from(low), x.wrapping_sub(y));
        }
    }
}

#[test]
fn products_are_those_of_wider_integers() {
    for a in words() {
        for b in words() {
            for c in words() {
                let pair = u64::from(c) << 32 | u64::from(b ^ 0x5555);
                let unsigned = u128::from(a) * u128::from(b);
                let [x, y] = [a, b].map(|word| i128::from(word.cast_signed()));
                for (product, sign) in [(unsigned, Unsigned), (u128::from((x * y) as u64), Signed)]
                {
                    let carried = |sum: u128| (sum as u64, sum >> 64 != 0);
                    let sum = carried(product + u128::from(pair));
                    assert_eq!(imad_wide(a, b, pair, sign), sum);
                    assert_eq!(imad_hi(a, b, pair, sign), ((sum.0 >> 32) as u32, sum.1));
                    let next = carried(product + u128::from(pair) + 1);
                    assert_eq!(imad_wide_x(a, b, pair, true, sign), next);
                    let difference = carried(product + (1 << 64) - u128::from(pair));
                    assert_eq!(imad_wide_minus(a, b, pair, sign), difference);
                    assert_eq!(imad_wide_x(a, b, complement_long(pair), true, sign), difference);
                    assert_eq!(isub_64(product as u64, pair), difference);
                    assert_eq!(iadd_64(product as u64, pair), sum);
                    let words = (sum.0 as u32, (sum.0 >> 32) as u32, sum.1);
                    assert_eq!(unpack_with_flag(iadd_64(product as u64, pair)), words);
                    assert_eq!(iadd_64_x(product as u64, pair, true), next);
                }
                let exact = u128::from(a) * u128::from(b) + u128::from(c) + 1;
                assert_eq!(imad_x(a, b, c, true), exact as u32);
            }
        }
    }
}

#[test]
fn addresses_are_those_of_wider_integers() {
    for a in words() {
        for b in words() {
            for n in 0..32 {
                let exact = u128::from((u128::from(a) << n) as u32) + u128::from(b);
                assert_eq!(lea(a, extended(b), n), (exact as u32, exact >> 32 != 0));
                let minus = u128::from((u128::from(a) << n) as u32) + (1 << 32) - u128::from(b);
                let minus = (minus as u32, minus >> 32 != 0);
                assert_eq!(lea(a, negate_extended(b), n), minus);
                assert_eq!(lea_x(a, negate_with_carry(b), n, true), minus);
                let minus = (1 << 32) + u128::from(b) - u128::from((u128::from(a) << n) as u32);
                assert_eq!(lea_minus(a, extended(b), n), (minus as u32, minus >> 32 != 0));
                assert_eq!(lea_x(a, b, n, true), ((exact + 1) as u32, (exact + 1) >> 32 != 0));
                let wide = (u128::from(b) << 32 | u128::from(a)) << n;
                let exact = u128::from((wide >> 32) as u32) + u128::from(a);
                assert_eq!(lea_hi(a, extended(a), b, n), (exact as u32, exact >> 32 != 0));
                assert_eq!(
                    lea_hi_x(a, a, b, n, true),
                    ((exact + 1) as u32, (exact + 1) >> 32 != 0)
                );
                let wide = i128::from(a.cast_signed()) << n;
                let exact = u128::from((wide >> 32) as u32) + u128::from(b);
                assert_eq!(lea_hi_sx32(a, extended(b), n), (exact as u32, exact >> 32 != 0));
                assert_eq!(
                    lea_hi_x_sx32(a, b, n, true),
                    ((exact + 1) as u32, (exact + 1) >> 32 != 0)
                );
            }
        }
    }
}

/// Shifts by one place at a time.
fn shifted(both: u64, n: u32, is_left: bool, is_signed: bool) -> u64 {
    (0..n).fold(both, |both, _| match is_left {
        true => both << 1,
        false => both >> 1 | if is_signed { both & 1 << 63 } else { 0 },
    })
}

#[test]
fn shifts_are_repeated_shifts_by_one() {
    let types: [(ShiftType, u32, bool); 4] =
        [(S32, 32, true), (U32, 32, false), (S64, 64, true), (U64, 64, false)];
    for a in words() {
        for b in words() {
            for n in words().into_iter().chain(0..66) {
                for (ty, width, is_signed) in types {
                    for amount in [Clamp, Wrap] as [Amount; 2] {
                        let places = if amount == Wrap { n % width } else { n.min(width) };
                        let both = u64::from(b) << 32 | u64::from(a);
                        let left = shifted(both, places, true, is_signed);
                        let right = shifted(both, places, false, is_signed);
                        for (part, down) in [(Low, 0), (High, 32)] {
                            assert_eq!(shf_l(a, n, b, amount, ty, part), (left >> down) as u32);
                            assert_eq!(shf_r(a, n, b, amount, ty, part), (right >> down) as u32);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn tables_are_indexed_by_the_bits() {
    for table in 0..256_u32 {
        for index in 0..8_u32 {
            let [a, b, c] = [4, 2, 1].map(|bit| index & bit != 0);
            let expected = table >> index & 1 == 1;
            assert_eq!(plop3(a, b, c, table, !table), [expected, !expected]);
            let [x, y, z] = [a, b, c].map(|bit| if bit { 0x10 } else { 0 });
            let (found, is_set) = lop3(x, y, z, table, false, Or);
            assert_eq!(found & 0x10 != 0, expected);
            assert_eq!(is_set, found != 0);
            assert!(lop3(x, y, z, table, true, Or).1);
            assert_eq!(lop3(x, y, z, table, true, And), (found, found != 0));
            assert_eq!(lop3(x, y, z, table, false, And), (found, false));
        }
    }
}

#[test]
fn extremes_are_those_of_sorted_numbers() {
    for a in words() {
        for b in words() {
            let mut unsigned = [a, b];
            unsigned.sort_unstable();
            let mut signed = [a.cast_signed(), b.cast_signed()];
            signed.sort_unstable();
            for (p, at) in [(true, 0), (false, 1)] {
                assert_eq!(imnmx(a, b, p, Unsigned), unsigned[at]);
                assert_eq!(imnmx(a, b, p, Signed).cast_signed(), signed[at]);
                assert_eq!(imnmx_relu(a, b, p).cast_signed(), signed[at].max(0));
                assert_eq!(vimnmx3(a, b, a, p, Unsigned), unsigned[at]);
                let sum = a.wrapping_add(b);
                assert_eq!(viaddmnmx(a, b, sum, p, Signed), sum);
            }
        }
    }
}

/// The minimum and maximum of doubles as NVIDIA's assembler writes them: the quiet second operand if both are NaNs.
#[test]
fn comparisons_choose_the_extremes_of_doubles() {
    let special = [0.0, -0.0, 1.0, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324, 7.0];
    for a in special.map(f64::to_bits) {
        for b in special.map(f64::to_bits) {
            let select = |[first, nans]: [bool; 2]| match (first, nans) {
                (_, true) => b | 1 << 51,
                (true, _) => a,
                (false, _) => b,
            };
            let [x, y] = [a, b].map(f64::from_bits);
            // With total order, -0 is less than +0.
            let expected = |is_least: bool| match (x.is_nan(), y.is_nan()) {
                (true, true) => b,
                (true, false) => b,
                (false, true) => a,
                _ if (x.total_cmp(&y).is_le()) == is_least => a,
                _ => b,
            };
            assert_eq!(select(dsetp_min(a, b, true, Combination::And)), expected(true));
            assert_eq!(select(dsetp_max(a, b, true, Combination::And)), expected(false));
        }
    }
}
