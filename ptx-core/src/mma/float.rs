//! Matrix products on floats, on whole matrices and on single elements. Each target sums products in steps ([`step`]);
//! this module applies the steps in the order of the target.

use super::convert::{half_bits, half_value};
use super::decode::{Encoding, Terms};
use super::form::Form;
use super::parameters::{LEAST_F16, Order, Parameters, Unit, parameters};
use super::types::Type;
use super::{quad, step};
use crate::mode::Sm;
use crate::nan;

/// The method that computes a form on a target.
#[derive(Clone, Copy)]
pub(super) struct Method {
    pub(super) parameters: Parameters,
    pub(super) a: Encoding,
    pub(super) b: Encoding,
    /// Whether the results are f16.
    half: bool,
    /// Whether scalar instructions compute the form: `m8n8k4` with f16 operands from sm_80 on.
    pub(super) scalar: bool,
}

impl Method {
    /// Returns the method for results D and operands A and B, with an accumulator of the type of D.
    #[inline(always)]
    pub(super) const fn new(d: Type, a: Type, b: Type, wgmma: bool, sm: Sm) -> Self {
        let half = matches!(d, Type::F16);
        let parameters = parameters(Unit::of(a, wgmma), half, sm);
        let (mut a, mut b) = (Encoding::of(a), Encoding::of(b));
        if matches!(parameters.order, Order::Halves) {
            (a.least, b.least) = (LEAST_F16, LEAST_F16);
        }
        Self { parameters, a, b, half, scalar: false }
    }

    /// Returns the method of `m8n8k4` with f16 operands, results D and accumulators C.
    #[inline(always)]
    pub(super) const fn quad(d: Type, c: Type, sm: Sm) -> Self {
        let mut method = Self::new(d, Type::F16, Type::F16, false, sm);
        if matches!(c, Type::F16) {
            method.parameters.least = LEAST_F16;
        }
        Self { scalar: sm.0 >= quad::SCALAR_SINCE, ..method }
    }

    /// Returns the method of a form.
    #[inline(always)]
    pub(super) const fn of(form: Form, sm: Sm) -> Self {
        let [d, a, b, c] = form.types;
        if form.is_quad() { Self::quad(d, c, sm) } else { Self::new(d, a, b, form.wgmma, sm) }
    }

    /// Returns the index of product `k` in the order of the steps, among the `count` products of an
    /// instruction.
    #[inline(always)]
    pub(super) const fn place(&self, k: usize, count: usize) -> usize {
        match self.parameters.order {
            Order::Ascending => k,
            Order::Halves => (k >> 1 & 1) * (count >> 1) + (k >> 2) * 2 + (k & 1),
        }
    }

    /// Computes N elements of one row of D, from operands in the order of [`Self::place`]. The values of f16
    /// results are returned as f32.
    #[inline(always)]
    pub(super) const fn multiply<const N: usize>(
        &self,
        a: &[Terms<1>],
        b: &[Terms<N>],
        c: [f32; N],
    ) -> [f32; N] {
        if self.scalar {
            return quad::multiply(a, b, c, self.half);
        }
        if matches!(self.parameters.order, Order::Ascending) {
            return step::chain(&self.parameters, self.parameters.products, a, b, c);
        }
        let (half, longest) = (a.len() / 2, self.parameters.products);
        let products = if half < longest { half } else { longest };
        let mut sum = step::chain(&self.parameters, products, a, b, [0.0; N]);
        let mut j = 0;
        while j < N {
            sum[j] = add(c[j], sum[j], self.half);
            j += 1;
        }
        sum
    }
}

impl Form {
    /// Returns the parameters of the form's steps on a target. Returns `None` if the target does not have
    /// the form or computes it without steps: `.f64`, integers, bits, and `m8n8k4` with f16 operands from
    /// sm_80 on.
    ///
    /// Grades: see [`mma`](crate::mma).
    ///
    /// ```
    /// use ptx_core::{Sm, mma::{Form, Type::*}};
    /// let form = Form::mma([16, 8, 16], [F32, F16, F16, F32]).build().unwrap();
    /// let [ampere, hopper] = [Sm(80), Sm(90)].map(|sm| form.parameters(sm).unwrap());
    /// assert_eq!((ampere.products, ampere.kept, ampere.floor), (8, 24, -132));
    /// assert_eq!((hopper.products, hopper.kept, hopper.floor), (16, 25, -133));
    /// ```
    #[inline]
    #[must_use]
    pub const fn parameters(self, sm: Sm) -> Option<Parameters> {
        let [_, a, ..] = self.types;
        let is_float =
            !matches!(a, Type::F64 | Type::S8 | Type::U8 | Type::S4 | Type::U4 | Type::B1);
        if !is_float || !self.runs_on(sm) {
            return None;
        }
        let method = Method::of(self, sm);
        if method.scalar { None } else { Some(method.parameters) }
    }
}

/// Adds two numbers, rounded to the nearest f32 or f16.
#[inline(always)]
const fn add(a: f32, b: f32, half: bool) -> f32 {
    if half { half_value(half_bits(a as f64 + b as f64) as u32) } else { a + b }
}

/// Computes D = A · B + C on a tile of M rows and N columns.
///
/// It is always inlined, so that it is compiled for wider vectors where its caller is. The unit tests call it
/// for every form and share one copy.
#[cfg_attr(not(test), inline(always))]
pub(super) const fn tile<const M: usize, const K: usize, const N: usize>(
    method: &Method,
    a: &[[u32; K]; M],
    b: &[[u32; N]; K],
    c: &[[f32; N]; M],
) -> [[f32; N]; M] {
    let mut columns = [Terms::ZERO; K];
    let mut k = 0;
    while k < K {
        columns[method.place(k, K) & (K - 1)] = Terms::new(method.b, &b[k]);
        k += 1;
    }
    let mut d = *c;
    let mut i = 0;
    while i < M {
        let elements = Terms::new(method.a, &a[i]);
        let mut row = [Terms::ZERO; K];
        let mut k = 0;
        while k < K {
            row[method.place(k, K) & (K - 1)] =
                Terms { value: [elements.value[k]], power: [elements.power[k]] };
            k += 1;
        }
        d[i] = canonical(method.multiply(&row, &columns, c[i]));
        i += 1;
    }
    d
}

/// Replaces every NaN by the canonical f32 NaN, 7fffffff.
#[inline(always)]
pub(super) const fn canonical<const N: usize>(row: [f32; N]) -> [f32; N] {
    let mut row = row;
    let mut j = 0;
    while j < N {
        row[j] = nan::canonical(row[j]);
        j += 1;
    }
    row
}

/// Computes one element by a chain of instructions with `count` products each.
#[inline(always)]
pub(super) const fn element(method: &Method, count: usize, a: &[u64], b: &[u64], c: f32) -> f32 {
    let mut result = [c];
    let (mut a, mut b) = (a, b);
    while !a.is_empty() {
        let mut row = [Terms::ZERO; LONGEST];
        let mut column = [Terms::ZERO; LONGEST];
        let mut k = 0;
        while k < count
            && let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b)
        {
            let place = method.place(k, count) & (LONGEST - 1);
            row[place] = Terms::new(method.a, &[*x as u32]);
            column[place] = Terms::new(method.b, &[*y as u32]);
            (a, b) = (a_rest, b_rest);
            k += 1;
        }
        if let (Some((row, _)), Some((column, _))) =
            (row.split_at_checked(k), column.split_at_checked(k))
        {
            result = method.multiply(row, column, result);
        }
    }
    let [result] = canonical(result);
    result
}

/// The largest K of a float form.
const LONGEST: usize = 32;
