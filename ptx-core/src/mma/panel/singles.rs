//! Panels of floats whose products are exact in binary32.

use super::{MOST_SCALES, Steps, Unit};
use crate::format::{BINARY32, BINARY64, power};
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
    ///
    /// The products of column j are multiplied by 2^`scales[j]`, if there are block scales.
    fn sums(
        self,
        parameters: &Parameters,
        a: &[Factors<1>],
        b: &[Factors<N>],
        scales: Option<&[i32; N]>,
        accumulator: &[f32; N],
    ) -> Option<[f64; N]>;
}

/// The exponent of a block scale that is NaN. It exceeds all other exponents, also together with [`Factors::ZERO`] twice.
const NAN: i16 = i16::MAX;

/// Returns the exponent of a block scale, which is a power of two or NaN.
#[inline(always)]
const fn exponent_of(scale: f64) -> i16 {
    let field = scale.to_bits() >> BINARY64.fraction_bits;
    if scale.is_nan() { NAN } else { (field as i32).wrapping_sub(BINARY64.bias) as i16 }
}

/// Returns the block scale with an exponent.
#[inline(always)]
const fn power_of(exponent: i16) -> f64 {
    if exponent == NAN { f64::NAN } else { power(exponent as i32) }
}

/// Rounds a number towards zero to `fraction` fraction bits. Like the sums of [`Sums::sums`], the number is zero or has the
/// exponent of a normal binary32 number. So no bits need to be counted, as in [`Parameters::round`].
#[inline(always)]
const fn truncated(sum: f64, fraction: i32) -> f32 {
    let below =
        (1_u64.wrapping_shl(BINARY64.fraction_bits.wrapping_sub(fraction as u32))).wrapping_sub(1);
    f64::from_bits(sum.to_bits() & !below) as f32
}

/// The float forms of [`Steps`], with sums computed by `S`. In a form with block scales, the exponents of the scales come
/// before the elements of a row and of a panel.
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
        let is_other = has_halves || steps.method.scalar;
        (!is_other).then_some(Self { steps, sums })
    }

    /// Computes a chain of steps of `products` products each.
    #[inline(always)]
    fn chain<const N: usize>(
        &self,
        products: usize,
        a: &[Factors<1>],
        b: &[Factors<N>],
        scales: Option<&[i32; N]>,
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
            let sums = self.sums.sums(parameters, x, y, scales, &result)?;
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
        scales: Option<&[i32; N]>,
        c: [f32; N],
    ) -> Option<[f32; N]>
    where
        S: Sums<N>,
    {
        let method = &self.steps.method;
        match method.products_of_half(a.len()) {
            None => self.chain(method.parameters.products, a, b, scales, c),
            Some(products) => {
                Some(canonical(method.add(c, self.chain(products, a, b, scales, [0.0; N])?)))
            }
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
        scales: Option<&[i32; N]>,
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
        self.dense(a, &selected, scales, c)
    }

    /// Splits off the exponents of the block scales. Without scales, they are 0.
    #[inline(always)]
    fn split<'a, const M: usize>(&self, all: &'a [Factors<M>]) -> ([i16; M], &'a [Factors<M>]) {
        match all {
            [scales, rest @ ..] if self.steps.scales.is_some() => (scales.exponent, rest),
            _ => ([0; M], all),
        }
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
        let (scale_a, a) = self.split(a);
        let (scale_b, b) = self.split(b);
        for (to, from) in row.iter_mut().zip(a) {
            *to = Terms::of(from.value, method.a.least).scaled(&scale_a.map(power_of));
        }
        for (to, from) in columns.iter_mut().zip(b) {
            *to = Terms::of(from.value, method.b.least).scaled(&scale_b.map(power_of));
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
    fn row(&self, a: &[u64], scales: &[u8], mut put: impl FnMut(Factors<1>)) {
        let encoding = self.steps.method.a;
        if let Some(scale) = scales.first().and_then(|bits| self.steps.scale(*bits)) {
            put(Factors { value: [0.0], exponent: [exponent_of(scale)] });
        }
        self.steps.in_order(
            a,
            Factors::NONE,
            #[inline(always)]
            |bits| Factors::new([encoding.value(*bits as u32)], encoding.least),
            put,
        );
    }

    #[inline(always)]
    fn columns(
        &self,
        b: &[[u64; N]],
        scales: &[[u8; MOST_SCALES]; N],
        mut put: impl FnMut(Factors<N>),
    ) {
        let encoding = self.steps.method.b;
        if self.steps.scales.is_some() {
            let exponent = scales.map(|[bits, ..]| self.steps.scale(bits).map_or(0, exponent_of));
            put(Factors { value: [0.0; N], exponent });
        }
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
        let ((scale, x), (scales, y)) = (self.split(a), self.split(b));
        let scales = self.steps.scales.map(|_| {
            let mut exponent = [0; N];
            let mut j = 0;
            while j < N {
                exponent[j] = i32::from(scale[0]).wrapping_add(scales[j].into());
                j += 1;
            }
            exponent
        });
        let scales = scales.as_ref();
        let d = match (self.steps.chunk, x.len()) {
            (None, _) => self.dense(x, y, scales, *sums),
            (Some(chunk), 32) => self.sparse::<N, 32>(chunk, x, digits, y, scales, *sums),
            (Some(chunk), 16) => self.sparse::<N, 16>(chunk, x, digits, y, scales, *sums),
            (Some(chunk), _) => self.sparse::<N, 8>(chunk, x, digits, y, scales, *sums),
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
