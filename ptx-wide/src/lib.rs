//! [`wide`] runs a closure that is compiled for the widest vectors that the processor supports.
//!
//! This is the only crate of ptx with unsafe code. The crate first detects certain features of the processor. The
//! unsafe code then calls a function that requires these features.

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

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    /// Returns the function for the widest vectors that the processor supports, or `None` without AVX2. Returns the
    /// function for AVX-512 only if `avx512` is true.
    #[inline]
    pub(super) fn runner<F: FnOnce() -> R, R>(avx512: bool) -> Option<unsafe fn(F) -> R> {
        macro_rules! has {
            ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
        }
        if !has!("avx2" "fma" "bmi1" "bmi2" "lzcnt") {
            None
        } else if avx512 && has!("avx512f" "avx512vl" "avx512dq") {
            Some(super::avx512::run)
        } else {
            Some(super::avx2::run)
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_vectors_give_the_results_of_the_plain_loop() {
        let x: Vec<u32> = (0..1000).map(|i: u32| i.wrapping_mul(0x9e37_79b9)).collect();
        let results = |run: fn(&[u32], &mut [u32])| {
            let mut y = vec![0; x.len()];
            run(&x, &mut y);
            y
        };
        fn fold(x: &[u32], y: &mut [u32]) {
            x.iter().zip(y).for_each(|(x, y)| *y = x.rotate_left(7) ^ x);
        }
        let plain = results(fold);
        assert_eq!(results(|x, y| super::wide(|| fold(x, y))), plain);
        assert_eq!(results(|x, y| super::__wide_avx2(|| fold(x, y))), plain);
    }
}
