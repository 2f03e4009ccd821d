//! Runs a closure that is compiled for the widest vectors.

#[cfg(target_arch = "x86_64")]
use crate::x86_64;
#[cfg(target_arch = "x86_64")]
use std::hint::black_box;

/// Runs `f` inside a function that is compiled for AVX2, FMA, BMI and LZCNT, and for AVX-512F, VL and DQ if the
/// processor has them. Without AVX2, or on an architecture other than x86-64, calls `f` directly.
///
/// A loop inside `f`, including its `ptx!` calls, is vectorised for these features only if the compiler inlines the loop
/// into this function. Otherwise the loop is compiled only for the features of the build. `wide` calls `f` in three
/// places, so the compiler may decide against inlining, especially with `codegen-units = 1`. Therefore write
/// `#[inline(always)]` before the closure, and before the definition of each function with a loop that it calls.
///
/// `ptx!` gives the same bits in any case. Rust does not specify which NaN its own float operations return, so these
/// NaNs may differ.
///
/// Detecting the features takes a few nanoseconds, so put whole loops into the closure. With several threads, call
/// `wide` in each thread.
///
/// ```
/// # use ptx_wide::wide;
/// let x = [1.0f32, 2.0, 3.0, 4.0];
/// let mut y = [0.0f32; 4];
/// // `ptx::wide`, with the feature `wide` of ptx.
/// wide(#[inline(always)] || {
///     for (x, y) in x.iter().zip(&mut y) {
///         *y = x * x;
///     }
/// });
/// assert_eq!(y, [1.0, 4.0, 9.0, 16.0]);
/// ```
#[inline]
pub fn wide<F: FnOnce() -> R, R>(f: F) -> R {
    run(f, true)
}

/// Does the same as [`wide`], but without AVX-512. The benchmarks measure both on one processor.
#[doc(hidden)]
#[inline]
pub fn __wide_avx2<F: FnOnce() -> R, R>(f: F) -> R {
    run(f, false)
}

/// Runs `f` inside a function that is compiled for the widest vectors that the processor supports. Uses AVX-512 only if
/// `avx512` is true.
#[inline]
fn run<F: FnOnce() -> R, R>(f: F, avx512: bool) -> R {
    #[cfg(target_arch = "x86_64")]
    if let Some(run) = x86_64::runner(avx512) {
        // Hides the called function from the optimiser. Otherwise the optimiser would pass the captured variables one
        // by one and lose their aliasing information. Loops with table lookups would then not be vectorised.
        #[expect(
            unsafe_code,
            reason = "the function requires features of the processor, which were detected"
        )]
        // SAFETY: `runner` returns a function only if the processor has all features that the function is compiled for.
        return unsafe { black_box(run)(f) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = avx512;
    f()
}
