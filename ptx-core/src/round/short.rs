//! Rounds a binary64 or binary32 to a shorter format.
//!
//! - Same bits as: [`pack`](super::pack) of the number. With `.ftz`, the result is then flushed if [`flush::result`]
//!   returns true.
//! - Test: `doubles_round_to_short_formats_as_defined` and `singles_round_to_short_formats_as_defined` in
//!   `round/tests.rs`.
//! - Times in nanoseconds per operation (`wide` is a loop inside `ptx::wide`):
//!
//! | operation | plain loop | `wide` | dependency chain |
//! |---|---|---|---|
//! | `cvt.rn.f16.f64` | 1.35 | | 3.44 |
//! | the same by `pack` | 2.93 | | 5.90 |
//! | `cvt.rz.f16.f64` | 3.19 | | 3.50 |
//! | the same by `pack` | 2.35 | | 4.94 |
//! | `cvt.rn.f16.f32` | 0.84 | 0.26 | 2.48 |
//! | the same by `pack` | 3.23 | 3.92 | 8.51 |
//! | the same by way of binary64 | 1.21 | | 6.04 |
//! | `cvt.rz.f16.f32` | 1.17 | 0.21 | 3.07 |
//! | the same by `pack` | 2.44 | 2.76 | 7.58 |
//!
//! # To nearest
//!
//! The code adds a power of two to the magnitude. The power is chosen so that the sum has the same unit in the last
//! place as the result. The native addition therefore rounds to nearest, ties to even, at the last bit of the result.
//! The bits of the sum minus the bits of the power are the result, counted in units of its last place.
//!
//! For a magnitude in the range of the format, the added power of two is at most 2^n. The exponent n is the largest
//! exponent of the format plus the number of discarded bits. For binary16, this bound is finite in binary32. For all
//! other formats used here, the bound is finite in binary64. For a larger magnitude the sum is meaningless, and a later
//! step replaces the result by infinity.
//!
//! A binary32 operand whose result is a normal number is rounded with integers instead, as in `fraction.rs`. For
//! `mul.rn.f16` the integers save 26 % of the time in a dependency chain and cost 11 % in a plain loop
//! (benches/RESULTS.md).
//!
//! # With a directed rounding
//!
//! The significand is shifted right, so that its unit becomes the unit in the last place of the result. To round away
//! from zero, the code subtracts 1 before the shift and adds 1 after it: `ceil(s / 2^n) = floor((s - 1) / 2^n) + 1` for
//! `s > 0`.

use crate::flush;
use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::{Rounding, Subnormals};

/// Defines a function that rounds a native float to a shorter format and returns the same bits as
/// [`pack`](super::pack).
macro_rules! to_short {
    ($(#[$doc:meta])* $name:ident, $float:ident, $from:ident, $bits:ident) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) const fn $name(
            format: Format,
            wide: $float,
            rounding: Rounding,
            subnormals: Subnormals,
        ) -> u64 {
            const SIGN: $bits = $from.sign as $bits;
            const INFINITY: $bits = $from.infinity as $bits;
            const FRACTION_BITS: u32 = $from.fraction_bits;
            let lost = FRACTION_BITS - format.fraction_bits;
            // Exponent fields in the operand's format. `least` is the field of the smallest normal number of `format`.
            // `beyond` is the field of the smallest power of two above the largest number of `format`.
            let least = ($from.bias + format.min_exponent) as u32;
            let beyond = ($from.bias + format.bias + 1) as u32;
            let (size, minus) = (wide.to_bits() & !SIGN, wide.to_bits() & SIGN != 0);
            let nearest = matches!(rounding, Rounding::Rn);
            // `normal` is always false for a binary64 operand: if binary64 operands could take the branch for `normal`,
            // LLVM would not vectorise loops.
            let normal = (size >= (least as $bits) << FRACTION_BITS)
                & (size < (beyond as $bits) << FRACTION_BITS)
                & (FRACTION_BITS == BINARY32.fraction_bits);
            let (field, units) = if nearest && normal {
                let carry = (((1 << lost) - 1) >> 1) + ((size >> lost) & 1);
                let rebias = ((least - 1) as $bits) << format.fraction_bits;
                (0, (size.wrapping_add(carry) >> lost).wrapping_sub(rebias))
            } else if nearest {
                let least = $float::from_bits((least as $bits) << FRACTION_BITS);
                // `power` is the largest power of two that does not exceed the magnitude, but at least `least`, the
                // smallest normal number of `format`.
                let power = $float::from_bits(wide.to_bits() & INFINITY);
                let power = if wide.abs() > least { power } else { least };
                let great = power.to_bits().wrapping_add((lost as $bits) << FRACTION_BITS);
                let sum = wide.abs() + $float::from_bits(great);
                let field = power.to_bits().wrapping_sub(least.to_bits()) >> FRACTION_BITS;
                (field, sum.to_bits().wrapping_sub(great))
            } else {
                let field = (size >> FRACTION_BITS) as u32;
                let below = if field < least { least.wrapping_sub(field) } else { 0 };
                let most = $bits::BITS - 1 - lost;
                let right = lost + if below < most { below } else { most };
                let leading = $from.min_normal as $bits;
                let significand = size & (leading - 1) | leading;
                let one = (rounding.is_away(minus) & (size != 0)) as $bits;
                let units = (significand.wrapping_sub(one) >> right).wrapping_add(one);
                (field.wrapping_sub(least).wrapping_add(below) as $bits, units)
            };
            // The exponent field of a normal result is `field + 1`. The leading bit of `units` is just above the
            // fraction, so the addition increments the field. A carry out of the fraction increments the field, too.
            let bits = (field << format.fraction_bits).wrapping_add(units);
            let most = if nearest || rounding.is_away(minus) || size == INFINITY {
                format.infinity as $bits
            } else {
                format.infinity as $bits - 1
            };
            // If the number exceeds the range of the format, `bits` exceeds `most`. For a binary64 with `.rn`, the code
            // instead compares the magnitude with `first`, as floats. The float comparison is faster in SSE2 loops, but
            // slower in a dependency chain.
            let first = $float::from_bits((beyond as $bits) << FRACTION_BITS);
            let by_floats = nearest && $bits::BITS > 32;
            let exceeds = if by_floats { wide.abs() >= first } else { bits > most };
            let bits = if exceeds { most } else { bits };
            let flushed = matches!(subnormals, Subnormals::Flush)
                && flush::result(format, wide as f64, rounding);
            let bits = if flushed { 0 } else { bits };
            let sign = if minus { format.sign } else { 0 };
            let nan = if by_floats { wide.is_nan() } else { size > INFINITY };
            if nan { format.nan } else { sign | bits as u64 }
        }
    };
}

to_short! {
    /// Returns the bits of a binary64 rounded to a format shorter than binary32.
    double_to_short, f64, BINARY64, u64
}

to_short! {
    /// Returns the bits of a binary32 rounded to binary16.
    single_to_short, f32, BINARY32, u32
}
