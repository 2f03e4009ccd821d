//! Panels of f64.

use super::{MOST_SCALES, Unit};
use crate::fpu::{chain, fma, host};
use crate::mma::form::Form;
use crate::mma::types::{Operand, Type};
use crate::mode::Rounding;

/// Chains of `fma`, computed by vector instructions.
pub trait Chains<const N: usize>: Copy + Send + Sync {
    /// Returns `sums + a[0] * b[0] + a[1] * b[1] + …` for each of N columns, rounded after each product. A NaN may have
    /// other bits than the instruction returns. Returns `None` if an operand or a sum has an exponent that the vector
    /// instructions do not compute.
    fn chains(
        self,
        a: &[f64],
        b: &[[f64; N]],
        sums: &[f64; N],
        rounding: Rounding,
    ) -> Option<[f64; N]>;
}

/// The instructions that the compiler chooses.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl<const N: usize> Chains<N> for Portable {
    /// LLVM vectorises only loops without the rules for NaN.
    #[inline(always)]
    fn chains(
        self,
        a: &[f64],
        b: &[[f64; N]],
        sums: &[f64; N],
        rounding: Rounding,
    ) -> Option<[f64; N]> {
        if !host::FUSED {
            return None;
        }
        if !matches!(rounding, Rounding::Rn) {
            return chain::chains(a, b, sums, rounding);
        }
        let mut fused = *sums;
        for (x, row) in a.iter().zip(b) {
            let mut j = 0;
            while j < N {
                fused[j] = host::mul_add(*x, row[j], fused[j]);
                j += 1;
            }
        }
        Some(fused)
    }
}

/// The forms on f64, with chains computed by `C`.
#[derive(Clone, Copy, Debug)]
pub struct Doubles<C> {
    rounding: Rounding,
    chains: C,
}

impl<C> Doubles<C> {
    /// Returns the unit of a form, or `None` if its operands are not f64.
    #[inline]
    #[must_use]
    pub fn new(form: Form, chains: C) -> Option<Self> {
        let is_double = matches!(form.element_type(Operand::A), Type::F64);
        is_double.then_some(Self { rounding: form.rounding(), chains })
    }
}

impl<const N: usize, C: Chains<N>> Unit<N> for Doubles<C> {
    type A = f64;
    type B = [f64; N];
    type Sum = f64;

    #[inline(always)]
    fn row(&self, a: &[u64], _: &[u8], put: impl FnMut(f64)) {
        a.iter().map(|bits| f64::from_bits(*bits)).for_each(put);
    }

    #[inline(always)]
    fn columns(&self, b: &[[u64; N]], _: &[[u8; MOST_SCALES]; N], put: impl FnMut([f64; N])) {
        b.iter().map(|row| row.map(f64::from_bits)).for_each(put);
    }

    /// Computes a chain of `fma`. A NaN stays a NaN in the chain, so only a sum that is a NaN is computed again, with the
    /// rules for NaN.
    #[inline(always)]
    fn multiply(&self, a: &[f64], _: &[u8], b: &[[f64; N]], sums: &mut [f64; N]) {
        let chains = self.chains.chains(a, b, sums, self.rounding).unwrap_or([f64::NAN; N]);
        if !chains.iter().fold(false, |any, sum| any | sum.is_nan()) {
            *sums = chains;
            return;
        }
        for (x, row) in a.iter().zip(b) {
            for ((sum, y), _) in sums.iter_mut().zip(row).zip(chains).filter(|(_, c)| c.is_nan()) {
                // No rounding changes a NaN, and rounding to nearest takes the least time.
                let rounding = if sum.is_nan() { Rounding::Rn } else { self.rounding };
                *sum = fma::binary64(*x, *y, *sum, rounding);
            }
        }
        for (sum, chain) in sums.iter_mut().zip(chains).filter(|(_, chain)| !chain.is_nan()) {
            *sum = chain;
        }
    }

    #[inline(always)]
    fn load(&self, bits: u64) -> f64 {
        f64::from_bits(bits)
    }

    #[inline(always)]
    fn store(&self, sum: f64) -> u64 {
        sum.to_bits()
    }
}
