//! The floating-point environment of the thread.

use core::hint::black_box;

/// Returns whether this thread is in Rust's default floating-point environment. In the default environment, native
/// operations round to nearest and keep subnormal operands and results.
///
/// Running Rust code in another environment is undefined behaviour. In a changed environment, functions that use native
/// floats can return wrong bits: `add`, `mul`, `fma`, `div`, `rcp` and most approximate functions. Integer functions,
/// `min`, `max`, `setp`, `neg`, `abs`, `sin` and `cos` are not affected.
///
/// On x86 the register MXCSR holds the environment (FTZ, DAZ and the rounding mode), on Arm the register FPCR. The
/// startup code of programs compiled with `-ffast-math` usually changes this register. Audio and physics engines
/// change it for their threads, and a library that is loaded later can change it too.
///
/// The function computes known results in `f32` and `f64`. The call changes nothing and takes a few nanoseconds. Call
/// the function once in each thread, or when a result is unexpected.
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
            // Every directed rounding changes at least one of the three sums. Rounding up changes the first sum.
            // Rounding down changes the second and the third. Rounding towards zero changes the third.
            let rounds_to_nearest = black_box(one + small) == 1.0
                && black_box(-one - small) == -1.0
                && black_box(one - small) == 1.0;
            let takes_subnormals = black_box(black_box(LEAST) * black_box(LARGE)) == LEAST * LARGE;
            // Compares bits, since a comparison of floats may flush both operands to zero.
            let gives_subnormals = black_box(black_box($float::MIN_POSITIVE) * black_box(0.5))
                .to_bits()
                == HALF.to_bits();
            rounds_to_nearest && takes_subnormals && gives_subnormals
        }
    };
}

is_default!(is_default_f32, f32);
is_default!(is_default_f64, f64);
