//! [`wide`] runs a closure that is compiled for the wider vectors of the processor it runs on.
//!
//! This is the only crate of ptx with unsafe code: it calls a function that requires certain
//! features of the processor, after detecting them.

#[cfg(target_arch = "x86_64")]
use std::hint::black_box;

/// Runs `f` inside a function that is compiled for AVX2, FMA, BMI and LZCNT, and for AVX-512F, VL
/// and DQ if the processor has them. Without AVX2, or on another architecture, it calls `f`
/// directly.
///
/// A loop inside `f`, including its `ptx!` calls, is vectorised for these features as far as the
/// compiler inlines it. In optimised builds the compiler inlines closures; the functions that they
/// call, if small, generic or `#[inline]`; and loops of some dozens of instructions. Code that is
/// not inlined runs as it was compiled.
///
/// `ptx!` gives the same bits in any case. For Rust's own float operations, the language does not
/// specify which NaN is the result, so NaNs may differ.
///
/// Detecting the features takes a few nanoseconds, so put whole loops inside. With several threads,
/// call `wide` in each thread.
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
        // If the optimiser knew the called function, it would pass the captured variables one by
        // one and lose what it knows of their aliasing. Loops with table look-ups would then stay
        // scalar.
        #[expect(
            unsafe_code,
            reason = "the features were asked for: this is what the crate is for"
        )]
        // SAFETY: `runner` returns a function only if the processor has the features that the
        // function is compiled for.
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
    /// Returns the widest of the functions below that the processor can run.
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
