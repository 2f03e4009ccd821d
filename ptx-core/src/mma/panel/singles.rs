//! Panels of floats whose products are exact in binary32.

use super::{MOST_SCALES, Steps, Unit};
use crate::format::{BINARY32, BINARY64};
use crate::mma::decode::Terms;
use crate::mma::float::canonical;
use crate::mma::form::Form;
use crate::mma::parameters::{Parameters, Rounded};
use crate::mma::sparse::Chunk;
use crate::mode::Sm;

/// The operands with the same index k: N elements of row k of B, or one element of column k of A.
#[derive(Clone, Copy, Debug)]
pub struct Factors<const N: usize> {
    /// The exact values.
    pub value: [f32; N],
    /// The exponent of each value, [`Factors::ZERO`] or [`Factors::SPECIAL`].
    pub exponent: [i16; N],
}

impl<const N: usize> Factors<N> {
    /// The exponent of ±0. The sum of this exponent and a finite one is below -5000.
    pub const ZERO: i16 = -8000;
    /// The exponent of infinities and NaNs. The sum of this exponent and any other is above 5000.
    pub const SPECIAL: i16 = 16000;

    const NONE: Self = Self { value: [0.0; N], exponent: [Self::ZERO; N] };

    /// Splits off the exponents. Exponents below `least` become `least`, as for subnormal numbers.
    #[inline(always)]
    fn new(value: [f32; N], least: i32) -> Self {
        let mut exponent = [0; N];
        let mut j = 0;
        while j < N {
            exponent[j] = Self::exponent(value[j], least);
            j += 1;
        }
        Self { value, exponent }
    }

    /// Returns the exponent of a value.
    #[inline(always)]
    const fn exponent(value: f32, least: i32) -> i16 {
        let field = (value.to_bits() & BINARY32.infinity as u32) >> BINARY32.fraction_bits;
        let exponent = (field as i32).wrapping_sub(BINARY32.bias);
        let exponent = if exponent < least { least } else { exponent };
        let exponent = if exponent > BINARY32.bias { Self::SPECIAL } else { exponent as i16 };
        if value.to_bits() << 1 == 0 { Self::ZERO } else { exponent }
    }
}

/// The sums of a step, computed by vector instructions.
pub trait Sums<const N: usize>: Copy + Send + Sync {
    /// Returns `accumulator + sum of a[k] * b[k]` for each of N columns, where each term is truncated to a multiple of
    /// the unit of the step. A sum is zero or has the exponent of a normal binary32 number. Returns `None` where the sums need a wider range than binary32 has; then [`Steps`] computes
    /// the instruction.
    ///
    /// `a` and `b` have the same length, which is at most the number of products in a step.
    fn sums(
        self,
        parameters: &Parameters,
        a: &[Factors<1>],
        b: &[Factors<N>],
        accumulator: &[f32; N],
    ) -> Option<[f64; N]>;
}

/// Rounds a number towards zero to `fraction` fraction bits. Like the sums of [`Sums::sums`], the number is zero or has the
/// exponent of a normal binary32 number. So no bits need to be counted, as in [`Parameters::round`].
#[inline(always)]
const fn truncated(sum: f64, fraction: i32) -> f32 {
    let below =
        (1_u64.wrapping_shl(BINARY64.fraction_bits.wrapping_sub(fraction as u32))).wrapping_sub(1);
    f64::from_bits(sum.to_bits() & !below) as f32
}

/// The float forms of [`Steps`] without block scales, with sums computed by `S`.
#[derive(Clone, Copy)]
pub struct Singles<S> {
    steps: Steps,
    sums: S,
}

impl<S> Singles<S> {
    /// Returns the unit of a form on a target, or `None` if only [`Steps`] computes the form.
    #[inline]
    #[must_use]
    pub fn new(form: Form, sm: Sm, sums: S) -> Option<Self> {
        let steps = Steps::new(form, sm)?;
        // A factor of sparse tf32 can consist of halves of two elements.
        let has_halves = matches!(steps.chunk, Some(Chunk::Two));
        let is_other = has_halves || steps.scales.is_some() || steps.method.scalar;
        (!is_other).then_some(Self { steps, sums })
    }

    /// Computes a chain of steps of `products` products each.
    #[inline(always)]
    fn chain<const N: usize>(
        &self,
        products: usize,
        a: &[Factors<1>],
        b: &[Factors<N>],
        accumulator: [f32; N],
    ) -> Option<[f32; N]>
    where
        S: Sums<N>,
    {
        let parameters = &self.steps.method.parameters;
        let (mut result, mut row, mut columns) = (accumulator, a, b);
        while !row.is_empty() {
            let length = if row.len() < products { row.len() } else { products };
            let ((x, row_rest), (y, columns_rest)) =
                (row.split_at_checked(length)?, columns.split_at_checked(length)?);
            let sums = self.sums.sums(parameters, x, y, &result)?;
            match parameters.rounded {
                Rounded::Single(fraction) => {
                    let mut j = 0;
                    while j < N {
                        result[j] = truncated(sums[j], fraction);
                        j += 1;
                    }
                }
                Rounded::Half => result = parameters.round(sums),
            }
            (row, columns) = (row_rest, columns_rest);
        }
        Some(result)
    }

    /// Computes one instruction. The operands are in the order of summation. Returns `None` like [`Sums::sums`].
    #[inline(always)]
    fn dense<const N: usize>(
        &self,
        a: &[Factors<1>],
        b: &[Factors<N>],
        c: [f32; N],
    ) -> Option<[f32; N]>
    where
        S: Sums<N>,
    {
        let method = &self.steps.method;
        match method.products_of_half(a.len()) {
            None => self.chain(method.parameters.products, a, b, c),
            Some(products) => Some(canonical(method.add(c, self.chain(products, a, b, [0.0; N])?))),
        }
    }

    /// Computes one instruction of a sparse form with S stored elements. Returns `None` like [`Sums::sums`].
    #[inline(always)]
    fn sparse<const N: usize, const K: usize>(
        &self,
        chunk: Chunk,
        a: &[Factors<1>],
        digits: &[u8],
        b: &[Factors<N>],
        c: [f32; N],
    ) -> Option<[f32; N]>
    where
        S: Sums<N>,
    {
        let mut selected = [Factors::NONE; K];
        for k in 0..K {
            let digit = digits.get(chunk.chunk(k)).copied().unwrap_or(0);
            selected[self.steps.place(k) & (K - 1)] = *b.get(chunk.column(k, digit))?;
        }
        self.dense(a, &selected, c)
    }

    /// Computes one instruction with the steps of [`Steps`].
    #[cold]
    #[inline(never)]
    fn wider<const N: usize>(
        &self,
        a: &[Factors<1>],
        digits: &[u8],
        b: &[Factors<N>],
        sums: &mut [f32; N],
    ) {
        /// The largest number of rows of B: a sparse form has twice as many as stored elements.
        const MOST: usize = 64;
        let Steps { method, .. } = self.steps;
        let mut row = [Terms::ZERO; MOST];
        let mut columns = [Terms::ZERO; MOST];
        for (to, from) in row.iter_mut().zip(a) {
            *to = Terms::of(from.value, method.a.least);
        }
        for (to, from) in columns.iter_mut().zip(b) {
            *to = Terms::of(from.value, method.b.least);
        }
        if let (Some(row), Some(columns)) = (row.get(..a.len()), columns.get(..b.len())) {
            self.steps.multiply(row, digits, columns, sums);
        }
    }
}

impl<const N: usize, S: Sums<N>> Unit<N> for Singles<S> {
    type A = Factors<1>;
    type B = Factors<N>;
    type Sum = f32;

    #[inline(always)]
    fn row(&self, a: &[u64], _: &[u8], put: impl FnMut(Factors<1>)) {
        let encoding = self.steps.method.a;
        self.steps.in_order(
            a,
            Factors::NONE,
            #[inline(always)]
            |bits| Factors::new([encoding.value(*bits as u32)], encoding.least),
            put,
        );
    }

    #[inline(always)]
    fn columns(&self, b: &[[u64; N]], _: &[[u8; MOST_SCALES]; N], put: impl FnMut(Factors<N>)) {
        let encoding = self.steps.method.b;
        let decoded = |bits: &[u64; N]| {
            let mut value = [0.0; N];
            let mut j = 0;
            while j < N {
                value[j] = encoding.value(bits[j] as u32);
                j += 1;
            }
            Factors::new(value, encoding.least)
        };
        match self.steps.chunk {
            Some(_) => b.iter().map(decoded).for_each(put),
            None => self.steps.in_order(b, Factors::NONE, decoded, put),
        }
    }

    #[inline(always)]
    fn multiply(&self, a: &[Factors<1>], digits: &[u8], b: &[Factors<N>], sums: &mut [f32; N]) {
        let d = match (self.steps.chunk, a.len()) {
            (None, _) => self.dense(a, b, *sums),
            (Some(chunk), 32) => self.sparse::<N, 32>(chunk, a, digits, b, *sums),
            (Some(chunk), 16) => self.sparse::<N, 16>(chunk, a, digits, b, *sums),
            (Some(chunk), _) => self.sparse::<N, 8>(chunk, a, digits, b, *sums),
        };
        match d {
            Some(d) => *sums = d,
            None => self.wider(a, digits, b, sums),
        }
    }

    #[inline(always)]
    fn load(&self, bits: u64) -> f32 {
        Unit::<N>::load(&self.steps, bits)
    }

    #[inline(always)]
    fn store(&self, sum: f32) -> u64 {
        Unit::<N>::store(&self.steps, sum)
    }
}
