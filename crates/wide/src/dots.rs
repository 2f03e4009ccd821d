//! Adds products of bytes for 16 columns at a time.

use core::arch::x86_64::*;
use ptx_core::mma::panel::Dots;

/// The number of columns.
const N: usize = 16;

/// The vector instructions of AVX-512 that add four products of bytes (VNNI).
#[derive(Clone, Copy, Debug)]
pub struct ByteColumns(());

impl ByteColumns {
    /// Returns `None` if the processor does not have AVX-512F and VNNI.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        let is_supported =
            is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vnni");
        is_supported.then_some(Self(()))
    }
}

impl Dots<N> for ByteColumns {
    #[inline]
    fn dots(self, a: &[u32], b: &[[u32; N]], sums: &mut [i32; N]) {
        #[expect(unsafe_code, reason = "the function requires features of the processor")]
        // SAFETY: `ByteColumns::new` returned this value, so the processor has AVX-512F and VNNI.
        unsafe {
            dots(a, b, sums);
        }
    }
}

#[target_feature(enable = "avx512f,avx512vnni")]
fn dots(a: &[u32], b: &[[u32; N]], sums: &mut [i32; N]) {
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `sums` has the 64 bytes that the intrinsic reads. The address may have any alignment.
    let mut sum = unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) };
    for (a, b) in a.iter().zip(b) {
        #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
        // SAFETY: `b` has the 64 bytes that the intrinsic reads. The address may have any alignment.
        let b = unsafe { _mm512_loadu_si512(b.as_ptr().cast()) };
        sum = _mm512_dpbusd_epi32(sum, _mm512_set1_epi32(*a as i32), b);
    }
    #[expect(unsafe_code, reason = "the intrinsic writes through a raw pointer")]
    // SAFETY: `sums` has the 64 bytes that the intrinsic writes. The address may have any alignment.
    unsafe {
        _mm512_storeu_si512(sums.as_mut_ptr().cast(), sum);
    }
}
