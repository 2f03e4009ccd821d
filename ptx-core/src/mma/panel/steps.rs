//! Panels of floats that the target adds in steps.

use super::{MOST_SCALES, Unit};
use crate::mma::convert::{half_bits, half_value};
use crate::mma::decode::Terms;
use crate::mma::float::{Method, canonical};
use crate::mma::form::Form;
use crate::mma::parameters::Order;
use crate::mma::scale::Scale;
use crate::mma::sparse::{Chunk, halves, selects_columns};
use crate::mma::types::{Operand, Scales, Type};
use crate::mode::Sm;
use core::array::from_fn;

/// The float forms, except f64 and `.e2m1` in four bits.
#[derive(Clone, Copy)]
pub struct Steps {
    pub(super) method: Method,
    /// The number of stored elements of A in a row.
    stored: usize,
    pub(super) chunk: Option<Chunk>,
    pub(super) scales: Option<Scales>,
    /// Whether C and D are f16.
    halves: [bool; 2],
}

impl Steps {
    /// Returns the unit of a form on a target, or `None` if the form is not computed in this way.
    #[inline]
    #[must_use]
    pub fn new(form: Form, sm: Sm) -> Option<Self> {
        let a = form.element_type(Operand::A);
        let is_other =
            matches!(a, Type::F64 | Type::S8 | Type::U8 | Type::S4 | Type::U4 | Type::B1);
        if is_other || form.is_fp4() {
            return None;
        }
        let is_half = |operand| matches!(form.element_type(operand), Type::F16);
        Some(Self {
            method: Method::of(form, sm),
            stored: form.stored().into(),
            chunk: form.is_sparse().then(|| form.chunk()),
            scales: form.scales(),
            halves: [Operand::C, Operand::D].map(is_half),
        })
    }

    /// Returns the value of a block scale, or `None` if the form has none.
    #[inline(always)]
    pub(super) fn scale(&self, bits: u8) -> Option<f64> {
        self.scales.map(|scales| Scale::new(scales.element, bits).value)
    }

    /// Returns the position of a stored element in the order of summation.
    #[inline(always)]
    pub(super) fn place(&self, k: usize) -> usize {
        self.method.place(k, self.stored)
    }

    /// Returns whether the order of summation is that of the elements.
    #[inline(always)]
    pub(super) fn is_in_order(&self) -> bool {
        matches!(self.method.parameters.order, Order::Ascending)
    }

    /// Returns the stored element at a position in the order of summation.
    #[inline(always)]
    pub(super) fn element(&self, place: usize) -> usize {
        self.method.element(place, self.stored)
    }

    /// Calls `put` with the index of each of `count` elements, in the order of summation.
    #[inline(always)]
    pub(super) fn in_order(&self, count: usize, mut put: impl FnMut(usize)) {
        let mut place = 0;
        while place < count {
            put(self.element(place));
            place += 1;
        }
    }

    /// Returns the factors of the stored element `k` of a row of sparse tf32: each consists of halves of two elements
    /// of B. The second half of `b` has the bits of the elements.
    #[inline(always)]
    fn joined<const N: usize>(&self, digit: u8, b: &[Terms<N>], k: usize) -> Terms<N> {
        let bits = |k: usize| {
            let row = b.get(b.len() / 2 + k).copied().unwrap_or(Terms::ZERO);
            row.value.map(|bits| bits as u32)
        };
        let (first, second) = (bits(2 * k), bits(2 * k + 1));
        Terms::new(self.method.b, &from_fn(|j| halves(digit, [first[j], second[j]])))
    }

    /// Like [`Unit::multiply`], for a sparse form with S stored elements.
    #[inline(always)]
    fn multiply_sparse<const N: usize, const S: usize>(
        &self,
        chunk: Chunk,
        a: &[Terms<1>],
        digits: &[u8],
        b: &[Terms<N>],
        c: [f32; N],
    ) -> [f32; N] {
        let mut selected = [Terms::ZERO; S];
        for k in 0..S {
            let digit = digits.get(chunk.chunk(k)).copied().unwrap_or(0);
            let to = &mut selected[self.place(k) & (S - 1)];
            if matches!(chunk, Chunk::Two) && !selects_columns(&[digit]) {
                *to = self.joined(digit, b, k);
            } else if let Some(row) = b.get(chunk.column(k, digit)) {
                *to = *row;
            }
        }
        self.method.multiply(a, &selected, c)
    }
}

impl<const N: usize> Unit<N> for Steps {
    type A = Terms<1>;
    type B = Terms<N>;
    type Sum = f32;

    #[inline(always)]
    fn row(&self, a: &[u64], scales: &[u8], mut put: impl FnMut(Terms<1>)) {
        let scale = scales.first().and_then(|bits| self.scale(*bits));
        let decoded = |bits: &u64| {
            let term = Terms::new(self.method.a, &[*bits as u32]);
            match scale {
                Some(scale) => term.scaled(&[scale]),
                None => term,
            }
        };
        self.in_order(
            a.len(),
            #[inline(always)]
            |k| put(decoded(a.get(k).unwrap_or(&0))),
        );
    }

    /// Passes the rows of a dense form in the order of summation. For a sparse form of tf32, passes the bits of the
    /// elements after the decoded elements.
    #[inline(always)]
    fn columns(
        &self,
        b: &[[u64; N]],
        scales: &[[u8; MOST_SCALES]; N],
        mut put: impl FnMut(Terms<N>),
    ) {
        let scales = self.scales.map(|_| scales.map(|[bits, ..]| self.scale(bits).unwrap_or(1.0)));
        let decoded = |row: &[u64; N]| {
            let terms = Terms::new(self.method.b, &row.map(|bits| bits as u32));
            match &scales {
                Some(scales) => terms.scaled(scales),
                None => terms,
            }
        };
        if let Some(chunk) = self.chunk {
            b.iter().map(decoded).for_each(&mut put);
            if matches!(chunk, Chunk::Two) {
                let bits = |row: &[u64; N]| Terms {
                    value: row.map(|bits| f64::from(bits as u32)),
                    power: [0.0; N],
                };
                b.iter().map(bits).for_each(&mut put);
            }
            return;
        }
        self.in_order(
            b.len(),
            #[inline(always)]
            |k| put(decoded(b.get(k).unwrap_or(&[0; N]))),
        );
    }

    #[inline(always)]
    fn multiply(&self, a: &[Terms<1>], digits: &[u8], b: &[Terms<N>], sums: &mut [f32; N]) {
        let c = *sums;
        let d = match (self.chunk, a.len()) {
            (None, _) => self.method.multiply(a, b, c),
            (Some(chunk), 32) => self.multiply_sparse::<N, 32>(chunk, a, digits, b, c),
            (Some(chunk), 16) => self.multiply_sparse::<N, 16>(chunk, a, digits, b, c),
            (Some(chunk), 8) => self.multiply_sparse::<N, 8>(chunk, a, digits, b, c),
            (Some(chunk), _) => self.multiply_sparse::<N, 4>(chunk, a, digits, b, c),
        };
        *sums = canonical(d);
    }

    #[inline(always)]
    fn load(&self, bits: u64) -> f32 {
        if self.halves[0] { half_value(bits as u32) } else { f32::from_bits(bits as u32) }
    }

    #[inline(always)]
    fn store(&self, sum: f32) -> u64 {
        if self.halves[1] { half_bits(sum.into()).into() } else { sum.to_bits().into() }
    }
}
