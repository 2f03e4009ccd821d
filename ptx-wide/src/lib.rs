//! [`wide`]: a closure, compiled for the wider vectors of the processor at hand.
//!
//! The one crate of ptx that has unsafe code: a call of a function that may only run where the
//! processor has certain features, after it was asked for them.

#[cfg(target_arch = "x86_64")]
use std::hint::black_box;

/// Runs `f` inside a function that is compiled for AVX2, FMA, BMI and LZCNT, or for AVX-512F, VL and DQ
/// too, if the processor has them; elsewhere it just runs `f`.
///
/// A loop inside `f` is then vectorised for these, `ptx!` and all, as far as the compiler inlines it,
/// which is its choice: it does so for closures, for what they call if that is small, generic or
/// `#[inline]`, and for loops of some dozens of instructions, in optimised builds. What it does not
/// inline runs as it was compiled. `ptx!` gives the same bits in any case; which NaN a result of Rust's own floats is,
/// Rust leaves open.
///
/// Asking for the features takes a few nanoseconds, so put whole loops inside. With several threads
/// call it in each.
///
/// ```
/// # use ptx_wide::wide;
/// let x = [1.0f32, 2.0, 3.0, 4.0];
/// let mut y = [0.0f32; 4];
/// // `ptx::wide`, with the feature `wide` of ptx.
/// wide(|| {
///     for (x, y) in x.iter().zip(&mut y) {
///         *y = x * x;
///     }
/// });
/// assert_eq!(y, [1.0, 4.0, 9.0, 16.0]);
/// ```
#[inline]
pub fn wide<F: FnOnce() -> R, R>(f: F) -> R {
    #[cfg(target_arch = "x86_64")]
    if let Some(run) = x86_64::runner() {
        // The optimiser must not know which function it is: it would pass what the closure captures one by
        // one, without what is known of their aliasing, and loops that look into tables stay scalar.
        #[expect(
            unsafe_code,
            reason = "the features were asked for: this is what the crate is for"
        )]
        // SAFETY: `runner` gives a function only if the processor has the features that it is
        // compiled for.
        return unsafe { black_box(run)(f) };
    }
    f()
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    /// The widest of the functions below that the processor can run.
    #[inline]
    pub(super) fn runner<F: FnOnce() -> R, R>() -> Option<unsafe fn(F) -> R> {
        macro_rules! has {
            ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
        }
        if !has!("avx2" "fma" "bmi1" "bmi2" "lzcnt") {
            None
        } else if has!("avx512f" "avx512vl" "avx512dq") {
            Some(super::avx512::run)
        } else {
            Some(super::avx2::run)
        }
    }
}
