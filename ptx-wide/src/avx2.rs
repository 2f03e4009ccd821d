//! Runs a closure in a function that is compiled for AVX2.

#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt")]
pub(crate) fn run<F: FnOnce() -> R, R>(f: F) -> R {
    f()
}
