//! Runs a closure in a function that is compiled for AVX2 or AVX-512.

/// Returns the function for the widest vectors that the processor supports, or `None` without AVX2. Returns the
/// function for AVX-512 only if `avx512` is true.
#[inline]
pub(crate) fn runner<F: FnOnce() -> R, R>(avx512: bool) -> Option<unsafe fn(F) -> R> {
    macro_rules! has {
        ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
    }
    if !has!("avx2" "fma" "bmi1" "bmi2" "lzcnt") {
        None
    } else if avx512 && has!("avx512f" "avx512vl" "avx512dq") {
        Some(with_avx512)
    } else {
        Some(with_avx2)
    }
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt")]
fn with_avx2<F: FnOnce() -> R, R>(f: F) -> R {
    f()
}

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,avx512f,avx512vl,avx512dq")]
fn with_avx512<F: FnOnce() -> R, R>(f: F) -> R {
    f()
}
