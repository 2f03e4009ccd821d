//! Panels of floats whose products are exact in binary32.

use super::factors::{Factors, Sums, exponent_of, power_of, truncated};
use super::steps::Steps;
use super::{MOST_ELEMENTS, MOST_SCALES, Unit, of_word};
use crate::mma::decode::Terms;
use crate::mma::float::canonical;
use crate::mma::form::Form;
use crate::mma::parameters::Rounded;
use crate::mma::sparse::Chunk;
use crate::mode::Sm;

/// The number of elements of rows that are decoded at once.
const AT_ONCE: usize = 16;
/// The largest number of elements of rows of words: eight rows of 32 elements.
const MOST_FACTORS: usize = 256;

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
        // A factor of sparse tf32 can consist of halves of two elements. The chunks of all other floats have four columns.
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
            None => Some(canonical(self.chain(method.parameters.products, a, b, scales, c)?)),
            Some(products) => {
                Some(canonical(method.add(c, self.chain(products, a, b, scales, [0.0; N])?)))
            }
        }
    }

    /// Computes one instruction of a sparse form with S stored elements. Returns `None` like [`Sums::sums`].
    #[inline(always)]
    fn sparse<const N: usize, const K: usize>(
        &self,
        a: &[Factors<1>],
        digits: &[u8],
        b: &[Factors<N>],
        scales: Option<&[i32; N]>,
        c: [f32; N],
    ) -> Option<[f32; N]>
    where
        S: Sums<N>,
    {
        // A constant, so that the loop has no branches for other chunks.
        const CHUNK: Chunk = Chunk::Four;
        let mut selected = [Factors::NONE; K];
        let mut k = 0;
        while k < K {
            let digit = digits.get(CHUNK.chunk(k)).copied().unwrap_or(0);
            selected[self.steps.place(k) & (K - 1)] = *b.get(CHUNK.column(k, digit))?;
            k += 1;
        }
        self.dense(a, &selected, scales, c)
    }

    /// Returns the exponents of the block scales of columns.
    #[inline(always)]
    fn scale_factors<const N: usize>(&self, scales: &[[u8; MOST_SCALES]; N]) -> Factors<N> {
        let exponent = scales.map(|[bits, ..]| self.steps.scale(bits).map_or(0, exponent_of));
        Factors { value: [0.0; N], exponent }
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
    ) where
        S: Sums<N>,
    {
        self.sums.widely(
            #[inline(always)]
            || match b.len() {
                // The exponents of scales are one more.
                ..=17 => self.wider_of::<N, 16>(a, digits, b, sums),
                18..=33 => self.wider_of::<N, 32>(a, digits, b, sums),
                _ => self.wider_of::<N, 64>(a, digits, b, sums),
            },
        );
    }

    /// Does the same for at most K rows of B: a sparse form has twice as many as stored elements.
    #[inline(always)]
    fn wider_of<const N: usize, const K: usize>(
        &self,
        a: &[Factors<1>],
        digits: &[u8],
        b: &[Factors<N>],
        sums: &mut [f32; N],
    ) {
        let Steps { method, .. } = self.steps;
        let (scale_a, a) = self.split(a);
        let (scale_b, b) = self.split(b);
        let mut row = [Terms::ZERO; K];
        let mut columns = [Terms::ZERO; K];
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
        let mut factors = [Factors::NONE; MOST_ELEMENTS];
        for (factors, some) in factors.as_chunks_mut().0.iter_mut().zip(a.chunks(AT_ONCE)) {
            let mut bits = [0; AT_ONCE];
            bits.iter_mut().zip(some).for_each(|(to, bits)| *to = *bits as u32);
            *factors = Factors::single(encoding, &bits);
        }
        self.steps.in_order(
            a.len(),
            #[inline(always)]
            |k| put(factors[k % MOST_ELEMENTS]),
        );
    }

    #[inline(always)]
    fn rows_of_words(
        &self,
        a: &[u32],
        count: usize,
        bits: u32,
        scales: &[u8],
        mut put: impl FnMut(&[Factors<1>]),
    ) {
        let each = 32 / bits as usize;
        let mut factors = [Factors::NONE; MOST_FACTORS];
        let words = a.chunks(AT_ONCE / each);
        for (factors, words) in factors.as_chunks_mut().0.iter_mut().zip(words) {
            let mut elements = [0; AT_ONCE];
            for (elements, word) in elements.chunks_mut(each).zip(words) {
                for (i, element) in elements.iter_mut().enumerate() {
                    *element = of_word(*word, bits, i);
                }
            }
            *factors = Factors::single(self.steps.method.a, &elements);
        }
        let factors = factors.get(..a.len() * each).unwrap_or(&factors);
        if self.steps.is_in_order() && self.steps.scales.is_none() {
            return put(factors);
        }
        for (i, row) in factors.chunks((factors.len() / count).max(1)).enumerate() {
            if let Some(scale) = scales.get(i).and_then(|bits| self.steps.scale(*bits)) {
                put(&[Factors { value: [0.0], exponent: [exponent_of(scale)] }]);
            }
            self.steps.in_order(
                row.len(),
                #[inline(always)]
                |k| put(row.get(k..k + 1).unwrap_or_default()),
            );
        }
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
            put(self.scale_factors(scales));
        }
        let decoded = |bits: &[u64; N]| Factors::decoded(encoding, &bits.map(|bits| bits as u32));
        match self.steps.chunk {
            Some(_) => b.iter().map(decoded).for_each(put),
            None => self.steps.in_order(
                b.len(),
                #[inline(always)]
                |k| put(decoded(b.get(k).unwrap_or(&[0; N]))),
            ),
        }
    }

    #[inline(always)]
    fn columns_of_words(
        &self,
        b: &[[u32; N]],
        bits: u32,
        scales: &[[u8; MOST_SCALES]; N],
        mut put: impl FnMut(Factors<N>),
    ) {
        if self.steps.scales.is_some() {
            put(self.scale_factors(scales));
        }
        let each = 32 / bits as usize;
        let decoded = |k: usize| {
            let words = b.get(k / each).unwrap_or(&[0; N]);
            Factors::decoded(self.steps.method.b, &words.map(|word| of_word(word, bits, k % each)))
        };
        // With one call of `decoded`, LLVM inlines it, and vectorises the columns.
        let is_sparse = self.steps.chunk.is_some();
        let mut place = 0;
        while place < b.len() * each {
            put(decoded(if is_sparse { place } else { self.steps.element(place) }));
            place += 1;
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
            (Some(_), 32) => self.sparse::<N, 32>(x, digits, y, scales, *sums),
            (Some(_), 16) => self.sparse::<N, 16>(x, digits, y, scales, *sums),
            (Some(_), _) => self.sparse::<N, 8>(x, digits, y, scales, *sums),
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
