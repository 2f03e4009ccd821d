//! Computes chains of `fma` on f64 with instructions that round in a direction.

use core::arch::x86_64::*;
use ptx_core::Rounding;
use ptx_core::mma::panel::Chains;

/// The number of columns in a vector.
const LANES: usize = 8;

/// The vector instructions of AVX-512 with a rounding.
#[derive(Clone, Copy, Debug)]
pub struct DoubleColumns(());

impl DoubleColumns {
    /// Returns `None` if the processor does not have AVX-512F.
    #[inline]
    #[must_use]
    pub fn new() -> Option<Self> {
        is_x86_feature_detected!("avx512f").then_some(Self(()))
    }
}

impl<const N: usize> Chains<N> for DoubleColumns {
    #[inline]
    fn chains(
        self,
        a: &[f64],
        b: &[[f64; N]],
        sums: &[f64; N],
        rounding: Rounding,
    ) -> Option<[f64; N]> {
        const RN: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
        const RZ: i32 = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
        const RM: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        const RP: i32 = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;
        let mut result = *sums;
        #[expect(unsafe_code, reason = "the function requires features of the processor")]
        // SAFETY: `DoubleColumns::new` returned this value, so the processor has AVX-512F.
        unsafe {
            match rounding {
                Rounding::Rn => chains::<N, RN>(a, b, &mut result),
                Rounding::Rz => chains::<N, RZ>(a, b, &mut result),
                Rounding::Rm => chains::<N, RM>(a, b, &mut result),
                Rounding::Rp => chains::<N, RP>(a, b, &mut result),
            }
        }
        N.is_multiple_of(LANES).then_some(result)
    }
}

/// Adds the products of `a` and each column of `b` to `sums`, for columns that fill a vector.
#[target_feature(enable = "avx512f")]
fn chains<const N: usize, const ROUNDING: i32>(a: &[f64], b: &[[f64; N]], sums: &mut [f64; N]) {
    for (i, sums) in sums.as_chunks_mut().0.iter_mut().enumerate() {
        let mut sum = load(sums);
        for (a, b) in a.iter().zip(b) {
            let Some(b) = b.as_chunks().0.get(i) else { return };
            sum = _mm512_fmadd_round_pd::<ROUNDING>(_mm512_set1_pd(*a), load(b), sum);
        }
        #[expect(unsafe_code, reason = "the intrinsic writes through a raw pointer")]
        // SAFETY: `sums` has the 64 bytes that the intrinsic writes. The address may have any alignment.
        unsafe {
            _mm512_storeu_pd(sums.as_mut_ptr(), sum);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(values: &[f64; LANES]) -> __m512d {
    #[expect(unsafe_code, reason = "the intrinsic reads through a raw pointer")]
    // SAFETY: `values` has the 64 bytes that the intrinsic reads. The address may have any alignment.
    unsafe {
        _mm512_loadu_pd(values.as_ptr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let word = *state ^ *state >> 29;
        // Exponents from -8 to 7.
        f64::from_bits((word & !(0x7ff << 52)) | (1015 + (word >> 40) % 16) << 52)
    }

    #[test]
    fn chains_are_those_of_single_products() {
        let Some(columns) = DoubleColumns::new() else { return };
        let mut state = 1;
        for rounding in [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp] {
            for length in [0, 1, 2, 7] {
                let a: Vec<_> = (0..length).map(|_| random(&mut state)).collect();
                let b: Vec<_> = a.iter().map(|_| [(); 16].map(|()| random(&mut state))).collect();
                let sums = [(); 16].map(|()| random(&mut state));
                let expected = std::array::from_fn(|j| {
                    a.iter()
                        .zip(&b)
                        .fold(sums[j], |sum, (a, b)| ptx_core::fma_f64(*a, b[j], sum, rounding))
                });
                assert_eq!(columns.chains(&a, &b, &sums, rounding), Some(expected));
            }
        }
        assert_eq!(columns.chains(&[], &[], &[0.0; 4], Rounding::Rn), None);
    }
}
