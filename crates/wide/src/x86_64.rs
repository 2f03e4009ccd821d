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
        Some(avx512::run)
    } else {
        Some(avx2::run)
    }
}

// The compiler places the instances of a generic function by its module. With each function in its own module, the
// compiler inlines the closure into both, and vectorises loops.

mod avx2 {
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt")]
    pub(super) fn run<F: FnOnce() -> R, R>(f: F) -> R {
        f()
    }
}

mod avx512 {
    #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,avx512f,avx512vl,avx512dq")]
    pub(super) fn run<F: FnOnce() -> R, R>(f: F) -> R {
        f()
    }
}
