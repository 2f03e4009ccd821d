//! The floating-point environment of the host.

use core::hint::black_box;

/// Whether this thread computes with floats as Rust and the functions here expect: rounding to the
/// nearest, with subnormal operands and results.
///
/// Rust calls it undefined behaviour to run its code in another environment, and then other bits come
/// out of functions that use the host's floats: `add`, `mul`, `fma`, `div`, `rcp` and most approximate
/// ones, but not integers, `min`, `max`, `setp`, `neg`, `abs`, `sin` and `cos`. On x86 the
/// bits of MXCSR that do it are FTZ, DAZ and the rounding mode, on Arm those of FPCR. They are usually
/// set by start files of programs that are compiled with `-ffast-math`, and by audio and physics
/// engines for their threads; a library that is loaded later can do it, too.
///
/// The function computes known results in `f32` and `f64`. It does not change anything, takes a few
/// nanoseconds, and can be asked once for each thread, or where a result is a surprise.
///
/// ```
/// assert!(ptx_core::environment_is_default());
/// ```
#[inline(never)]
#[must_use]
pub fn environment_is_default() -> bool {
    is_default_f32() && is_default_f64()
}

macro_rules! is_default {
    ($name:ident, $float:ident) => {
        #[inline]
        fn $name() -> bool {
            const LEAST: $float = $float::from_bits(1);
            const HALF: $float = $float::MIN_POSITIVE / 2.0;
            const LARGE: $float = 1.0 / $float::EPSILON;
            const SMALL: $float = $float::EPSILON / 8.0;
            let [one, small] = [1.0, SMALL].map(black_box);
            // Upwards changes the first sum, downwards the others, towards zero the last.
            let rounds_to_nearest = black_box(one + small) == 1.0
                && black_box(-one - small) == -1.0
                && black_box(one - small) == 1.0;
            let takes_subnormals = black_box(black_box(LEAST) * black_box(LARGE)) == LEAST * LARGE;
            // Compared as bits, since a comparison may take both for zero.
            let gives_subnormals = black_box(black_box($float::MIN_POSITIVE) * black_box(0.5))
                .to_bits()
                == HALF.to_bits();
            rounds_to_nearest && takes_subnormals && gives_subnormals
        }
    };
}

is_default!(is_default_f32, f32);
is_default!(is_default_f64, f64);
