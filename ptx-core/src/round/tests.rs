//! Compares every rounding function with [`pack`], the definition, on operands at and next to rounding boundaries.

use super::*;
use crate::format::{
    BFLOAT16, BINARY16, BINARY32, BINARY64, Format, TF32, Unpacked, infinite, negative, normalised,
};
use crate::mode::{Rounding, Subnormals};

const ROUNDINGS: [Rounding; 4] = [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp];
const SUBNORMALS: [Subnormals; 2] = [Subnormals::Keep, Subnormals::Flush];

/// Rounds `wide` with [`pack`]. With `.ftz`, the function flushes a result whose magnitude is below the smallest normal
/// number after rounding with unbounded exponent.
fn defined(format: Format, wide: f64, rounding: Rounding, subnormals: Subnormals) -> u64 {
    let sign = if negative(wide) { format.sign } else { 0 };
    if wide.is_nan() {
        return format.nan;
    }
    if wide == 0.0 || infinite(wide) {
        return sign | if wide == 0.0 { 0 } else { format.infinity };
    }
    let Unpacked { sig, exp } = normalised(wide);
    let (sig, exp) = (sig << 11, exp + 52);
    // Rounds the significand with the smallest normal exponent instead of `exp`. The function `pack` then keeps the
    // full precision even if the result is subnormal.
    let full = pack(
        format,
        false,
        format.min_exponent,
        sig,
        match rounding {
            Rounding::Rm | Rounding::Rp if !rounding.is_away(negative(wide)) => Rounding::Rz,
            Rounding::Rm | Rounding::Rp => Rounding::Rp,
            _ => rounding,
        },
    );
    let reaches = exp + (full >= 2 * format.min_normal) as i32;
    if matches!(subnormals, Subnormals::Flush) && reaches < format.min_exponent {
        return sign;
    }
    pack(format, negative(wide), exp, sig, rounding)
}

/// Calls `check` with doubles of both signs for every exponent of `format` and a few exponents outside its range. The
/// doubles are numbers of the format, midpoints, and the doubles next to these numbers and midpoints. The function also
/// calls `check` with zeros, infinities, NaNs and the limits of binary64.
fn doubles(format: Format, mut check: impl FnMut(f64)) {
    let least = format.min_exponent - format.fraction_bits as i32 - 4;
    for exponent in least..=format.bias + 2 {
        let shorter = (format.min_exponent - exponent).clamp(0, format.fraction_bits as i32 + 1);
        // Below the smallest subnormal number, rounding discards all 52 fraction bits and the leading bit. `lost`
        // counts only fraction bits, so it is at most 52.
        let lost = (52 - format.fraction_bits + shorter as u32).min(52);
        let half_unit = 1_u64 << (lost - 1);
        let (most, rests) = ((1_u64 << lost) - 1, [0, 1, half_unit - 1, half_unit, half_unit + 1]);
        for kept in [0_u64, 1, 2, 5, !0 - 2, !0 - 1, !0] {
            for rest in rests.into_iter().chain([most - 1, most]) {
                let fraction = (kept << lost | rest) & (BINARY64.min_normal - 1);
                let field = ((exponent + BINARY64.bias) as u64) << BINARY64.fraction_bits;
                let x = f64::from_bits(field | fraction);
                check(x);
                check(-x);
            }
        }
    }
    for x in [0.0, f64::from_bits(1), f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f64::NAN] {
        check(x);
        check(-x);
    }
}

/// Rounds each double of [`doubles`] to binary32 and calls `check` with the result and its two neighbours.
fn singles(format: Format, mut check: impl FnMut(f32)) {
    doubles(format, |x| {
        let bits = (x as f32).to_bits();
        for neighbour in [bits.wrapping_sub(1), bits, bits.wrapping_add(1)] {
            check(f32::from_bits(neighbour));
        }
    });
}

/// Calls `check` with every rounding, with and without `.ftz`.
fn modes(mut check: impl FnMut(Rounding, Subnormals)) {
    for rounding in ROUNDINGS {
        for subnormals in SUBNORMALS {
            check(rounding, subnormals);
        }
    }
}

#[test]
fn doubles_round_to_binary32_as_defined() {
    doubles(BINARY32, |x| {
        modes(|rounding, subnormals| {
            let expected = defined(BINARY32, x, rounding, subnormals) as u32;
            let found = to_binary32(x, rounding, subnormals).to_bits();
            assert_eq!(found, expected, "{x:e} {rounding:?} {subnormals:?}");
            let signs = (x.to_bits() >> 32) as u32;
            let found = to_binary32_signed(x, signs, rounding, subnormals).to_bits();
            assert_eq!(found, expected, "signed: {x:e} {rounding:?} {subnormals:?}");
        });
    });
}

#[test]
fn doubles_round_to_odd_as_defined() {
    doubles(BINARY32, |x| {
        let truncated = f32::from_bits(defined(BINARY32, x, Rounding::Rz, Subnormals::Keep) as u32);
        let inexact = f64::from(truncated) != x;
        let found = to_binary32_odd(x);
        if x.is_nan() {
            assert!(found.is_nan());
        } else {
            assert_eq!(found.to_bits(), truncated.to_bits() | inexact as u32, "{x:e}");
        }
    });
}

#[test]
fn doubles_round_to_short_formats_as_defined() {
    for format in [BINARY16, BFLOAT16, TF32] {
        doubles(format, |x| {
            modes(|rounding, subnormals| {
                let found = double_to_short(format, x, rounding, subnormals);
                let expected = defined(format, x, rounding, subnormals);
                assert_eq!(found, expected, "{x:e} {rounding:?} {subnormals:?}");
            });
        });
    }
}

#[test]
fn singles_round_to_short_formats_as_defined() {
    for format in [BINARY16, BFLOAT16] {
        singles(format, |x| {
            modes(|rounding, subnormals| {
                let found = single_to_half(format, x, rounding, subnormals);
                let expected = defined(format, x.into(), rounding, subnormals);
                assert_eq!(u64::from(found), expected, "{x:e} {rounding:?} {subnormals:?}");
            });
        });
    }
    singles(TF32, |x| {
        for rounding in ROUNDINGS {
            let expected = defined(TF32, x.into(), rounding, Subnormals::Keep);
            assert_eq!(shorten_fraction(TF32, x, rounding), expected, "{x:e} {rounding:?}");
        }
    });
}

#[test]
fn the_nearest_double_is_adjusted_as_defined() {
    let significands = [0_u64, 1, 2, BINARY64.min_normal / 2, BINARY64.min_normal - 1];
    for field in [0, 1, 2, 1022, 1023, 1024, 2045, 2046_u64] {
        for fraction in significands {
            let bits = field << BINARY64.fraction_bits | fraction;
            for above in [true, false] {
                check_adjusted(bits, above);
            }
        }
    }
    check_adjusted(BINARY64.infinity, false);
}

/// Checks every rounding of an exact magnitude that is close to `nearest`, the bits of a magnitude. If `above` is true,
/// the exact magnitude is just above `nearest`, otherwise just below.
fn check_adjusted(nearest: u64, above: bool) {
    let (exp, sig) = match nearest {
        0 if above => (-2000, 1 << 63),
        0 => return,
        _ => {
            // Treats infinity as 2^1024, the number that would follow the largest finite binary64.
            let Unpacked { sig, exp } = match nearest == BINARY64.infinity {
                true => Unpacked { sig: BINARY64.min_normal, exp: 1024 - 52 },
                false => normalised(f64::from_bits(nearest)),
            };
            let (sig, exp) = (sig << 11, exp + 52);
            match above {
                true => (exp, sig | 1),
                false if sig == 1 << 63 => (exp - 1, !0),
                false => (exp, sig - 1),
            }
        }
    };
    for (rounding, minus) in ROUNDINGS.into_iter().flat_map(|r| [(r, false), (r, true)]) {
        // `exp` and `sig` describe a number much closer to `nearest` than half a unit. With `.rn` the result is
        // therefore `nearest`.
        let expected = match rounding {
            Rounding::Rn => nearest | if minus { BINARY64.sign } else { 0 },
            _ => pack(BINARY64, minus, exp, sig, rounding),
        };
        let number = f64::from_bits(nearest);
        let number = if minus { -number } else { number };
        let found = adjusted_by_magnitude(number, above, !above, rounding).to_bits();
        assert_eq!(found, expected, "{nearest:x} {rounding:?} {minus}");
        let is_less = above != minus;
        for (less, more) in [(0.0, 1.0), (-2.0, -1.0), (1.0, 2.0)] {
            let (found, exact) = if is_less { (less, more) } else { (more, less) };
            let bits = adjusted(number, found, exact, rounding);
            assert_eq!(bits, expected, "{nearest:x} {rounding:?} {minus}");
        }
    }
}

/// Compares the numbers of a format with the float types of Rust. The widths are not constants, so that the code runs.
#[test]
fn formats_are_those_of_rust() {
    let [single, double] = [(8, 23), (11, 52)].map(std::hint::black_box);
    macro_rules! check {
        ($widths:expr, $float:ident) => {
            let f = Format::of($widths.0, $widths.1);
            let bits = |x: $float| u64::from(x.to_bits());
            assert_eq!(f.fraction_bits, $float::MANTISSA_DIGITS - 1);
            assert_eq!((f.bias, f.min_exponent), ($float::MAX_EXP - 1, $float::MIN_EXP - 1));
            assert_eq!((f.sign, f.infinity), (bits(-0.0), bits($float::INFINITY)));
            assert_eq!((f.min_normal, f.one), (bits($float::MIN_POSITIVE), bits(1.0)));
            assert_eq!((f.nan, f.quiet), (bits(-0.0) - 1, bits($float::MIN_POSITIVE) / 2));
        };
    }
    check!(single, f32);
    check!(double, f64);
}
