//! Runs a closure in a function that is compiled for AVX-512.

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,avx512f,avx512vl,avx512dq")]
pub(crate) fn run<F: FnOnce() -> R, R>(f: F) -> R {
    f()
}
