//! Matrix products of floats, on tiles and on single elements. A tensor core adds the products in steps ([`step`]). The
//! functions of this module call the steps in the order in which each target computes them.

use super::convert::{half_bits, half_value};
use super::decode::{Encoding, Terms};
use super::form::Form;
use super::parameters::{LEAST_F16, Order, Parameters, Unit, parameters};
use super::sparse::{Chunk, select, select_halves, selects_columns};
use super::types::{Instruction, Type};
use super::{quad, step};
use crate::format::BINARY32;
use crate::mode::Sm;
use crate::nan;

/// The method by which a target computes a form: the parameters of the step, and the formats of A and B.
#[derive(Clone, Copy)]
pub(super) struct Method {
    pub(super) parameters: Parameters,
    pub(super) a: Encoding,
    pub(super) b: Encoding,
    /// Whether D is f16 instead of f32.
    half: bool,
    /// Whether scalar instructions, not the tensor core, compute the form: `m8n8k4` with f16 operands from sm_80 on.
    pub(super) scalar: bool,
}

impl Method {
    /// Returns the method of `mma`, given the types of D, A and B. C has the type of D.
    #[inline(always)]
    pub(super) const fn new(d: Type, a: Type, b: Type, sm: Sm) -> Self {
        Self::of_unit(d, a, b, Unit::of(a, Instruction::Mma, false), sm)
    }

    /// Returns the method for a unit of the tensor core, given the types of D, A and B.
    #[inline(always)]
    pub(super) const fn of_unit(d: Type, a: Type, b: Type, unit: Unit, sm: Sm) -> Self {
        let half = matches!(d, Type::F16);
        let parameters = parameters(unit, half, sm);
        let (mut a, mut b) = (Encoding::of(a), Encoding::of(b));
        if matches!(parameters.order, Order::Halves) {
            (a.least, b.least) = (LEAST_F16, LEAST_F16);
        }
        Self { parameters, a, b, half, scalar: false }
    }

    /// Returns the method of `m8n8k4` with f16 operands, given the types of D and C.
    #[inline(always)]
    pub(super) const fn quad(d: Type, c: Type, sm: Sm) -> Self {
        let mut method = Self::new(d, Type::F16, Type::F16, sm);
        if matches!(c, Type::F16) {
            method.parameters.least = LEAST_F16;
        }
        Self { scalar: sm.0 >= quad::SCALAR_SINCE, ..method }
    }

    /// Returns the method by which the target `sm` computes a form.
    #[inline(always)]
    pub(super) const fn of(form: Form, sm: Sm) -> Self {
        let [d, a, b, c] = form.types;
        if form.is_quad() {
            return Self::quad(d, c, sm);
        }
        if matches!(form.instruction, Instruction::Wmma) {
            return Self::wmma(d, a, c, sm);
        }
        Self::of_unit(d, a, b, Unit::of(a, form.instruction, form.scales.is_some()), sm)
    }

    /// Returns the method of `wmma`. A and B have the type `a`. If C is f16 and D is f32, C is widened first. If C is
    /// f32 and D is f16, the f32 result is rounded at the end.
    #[inline(always)]
    pub(super) const fn wmma(d: Type, a: Type, c: Type, sm: Sm) -> Self {
        let d = if matches!(c, Type::F32) { c } else { d };
        let mut method = Self::new(d, a, a, sm);
        if matches!(a, Type::Tf32) {
            method.parameters.products = WMMA_TF32;
        }
        method
    }

    /// Returns the position of product `k` in the order of summation, among the `count` products of an instruction.
    #[inline(always)]
    pub(super) const fn place(&self, k: usize, count: usize) -> usize {
        match self.parameters.order {
            Order::Ascending => k,
            Order::Halves => (k >> 1 & 1) * (count >> 1) + (k >> 2) * 2 + (k & 1),
        }
    }

    /// Returns the element at a place: the inverse of [`Self::place`].
    #[inline(always)]
    pub(super) const fn element(&self, place: usize, count: usize) -> usize {
        match self.parameters.order {
            Order::Ascending => place,
            Order::Halves => {
                let is_second = place >= count >> 1;
                let place = if is_second { place.wrapping_sub(count >> 1) } else { place };
                (place >> 1) * 4 + if is_second { 2 } else { 0 } + (place & 1)
            }
        }
    }

    /// Computes N elements of one row of D. The operands must be in the order of [`Self::place`]. Results of type f16
    /// are returned as f32.
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
        match self.products_of_half(a.len()) {
            None => step::chain(&self.parameters, self.parameters.products, a, b, c),
            Some(products) => self.add(c, step::chain(&self.parameters, products, a, b, [0.0; N])),
        }
    }

    /// Returns the number of products in a step of an instruction with `count` products, if the steps add to +0 and
    /// [`Self::add`] adds the accumulator at the end.
    #[inline(always)]
    pub(super) const fn products_of_half(&self, count: usize) -> Option<usize> {
        let (half, longest) = (count / 2, self.parameters.products);
        match self.parameters.order {
            Order::Ascending => None,
            Order::Halves if half < longest => Some(half),
            Order::Halves => Some(longest),
        }
    }

    /// Adds accumulators to the sums of the steps.
    #[inline(always)]
    pub(super) const fn add<const N: usize>(&self, c: [f32; N], sum: [f32; N]) -> [f32; N] {
        let mut result = sum;
        let mut j = 0;
        while j < N {
            result[j] = add(c[j], sum[j], self.half);
            j += 1;
        }
        result
    }
}

impl Form {
    /// Returns the parameters of the steps that compute the form on a target. Returns `None` if the target does not
    /// have the form. Also returns `None` if the target computes the form without steps: `.f64`, integers, single bits,
    /// `.e2m1` with four bits, and `m8n8k4` with f16 operands from sm_80 on.
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
        if !is_float || self.is_fp4() || !self.runs_on(sm) {
            return None;
        }
        let method = Method::of(self, sm);
        if method.scalar { None } else { Some(method.parameters) }
    }
}

/// Adds two numbers and rounds the sum to the nearest f32, or to the nearest f16 if `half` is true.
#[inline(always)]
const fn add(a: f32, b: f32, half: bool) -> f32 {
    if half { half_value(half_bits(a as f64 + b as f64) as u32) } else { a + b }
}

/// Computes D = A · B + C on a tile of M rows and N columns.
///
/// The function is always inlined, so that it is compiled with the vector width of its caller. Unit tests call the
/// function for every form. In unit tests, the attribute `inline(always)` is therefore omitted to save compile time.
#[cfg_attr(not(test), inline(always))]
pub(super) const fn tile<const M: usize, const K: usize, const N: usize>(
    method: &Method,
    a: &[[u32; K]; M],
    b: &[[u32; N]; K],
    c: &[[f32; N]; M],
) -> [[f32; N]; M] {
    block(method, a, &decoded(method.b, b), c, None)
}

/// Like [`tile`], with a block scale for each row of A and for each column of B. A scale is a power of two or NaN.
#[inline(always)]
pub(super) const fn scaled_tile<const M: usize, const K: usize, const N: usize>(
    method: &Method,
    a: &[[u32; K]; M],
    b: &[[u32; N]; K],
    c: &[[f32; N]; M],
    rows: &[f64; M],
    columns: &[f64; N],
) -> [[f32; N]; M] {
    let mut b = decoded(method.b, b);
    let mut k = 0;
    while k < K {
        b[k] = b[k].scaled(columns);
        k += 1;
    }
    block(method, a, &b, c, Some(rows))
}

/// Like [`tile`] with a sparse A: `a` has the S stored elements of each row, and `digits` has the metadata. `scales`
/// has the block scales of the rows and columns.
#[inline(always)]
pub(super) const fn sparse_tile<
    const M: usize,
    const S: usize,
    const K: usize,
    const N: usize,
    const C: usize,
>(
    method: &Method,
    chunk: Chunk,
    a: &[[u32; S]; M],
    digits: &[[u8; C]; M],
    b: &[[u32; N]; K],
    c: &[[f32; N]; M],
    scales: Option<(&[f64; M], &[f64; N])>,
) -> [[f32; N]; M] {
    let bits = b;
    let mut b = decoded(method.b, bits);
    if let Some((_, columns)) = scales {
        let mut k = 0;
        while k < K {
            b[k] = b[k].scaled(columns);
            k += 1;
        }
    }
    let mut d = *c;
    let mut i = 0;
    while i < M {
        // With metadata digits that PTX does not define, a tf32 factor can consist of halves of two elements. The code
        // must therefore select the bits first and decode them afterwards.
        let selected: [Terms<N>; S] = match chunk {
            Chunk::Two if !selects_columns(&digits[i]) => {
                decoded(method.b, &select_halves(&digits[i], bits))
            }
            _ => select(chunk, &digits[i], &b, Terms::ZERO),
        };
        let scale = match scales {
            Some((rows, _)) => Some([rows[i]]),
            None => None,
        };
        [d[i]] = block(method, &[a[i]], &selected, &[c[i]], scale.as_ref());
        i += 1;
    }
    d
}

/// Decodes all rows of B.
#[inline(always)]
const fn decoded<const K: usize, const N: usize>(
    encoding: Encoding,
    b: &[[u32; N]; K],
) -> [Terms<N>; K] {
    let mut decoded = [Terms::ZERO; K];
    let mut k = 0;
    while k < K {
        decoded[k] = Terms::new(encoding, &b[k]);
        k += 1;
    }
    decoded
}

/// Computes D = A · B + C with decoded rows of B. `scales` has a block scale for each row of A.
#[inline(always)]
const fn block<const M: usize, const K: usize, const N: usize>(
    method: &Method,
    a: &[[u32; K]; M],
    b: &[Terms<N>; K],
    c: &[[f32; N]; M],
    scales: Option<&[f64; M]>,
) -> [[f32; N]; M] {
    let mut columns = [Terms::ZERO; K];
    let mut k = 0;
    while k < K {
        columns[method.place(k, K) & (K - 1)] = b[k];
        k += 1;
    }
    let mut d = *c;
    let mut i = 0;
    while i < M {
        let elements = Terms::new(method.a, &a[i]);
        let mut row = [Terms::ZERO; K];
        let mut k = 0;
        while k < K {
            let term = Terms { value: [elements.value[k]], power: [elements.power[k]] };
            row[method.place(k, K) & (K - 1)] = match scales {
                Some(scales) => term.scaled(&[scales[i]]),
                None => term,
            };
            k += 1;
        }
        d[i] = canonical(method.multiply(&row, &columns, c[i]));
        i += 1;
    }
    d
}

/// Replaces every NaN by the canonical f32 NaN, 7fffffff. Unlike [`nan::canonical`], this function has no branch, so that LLVM
/// vectorises the loop.
#[inline(always)]
pub(super) const fn canonical<const N: usize>(mut row: [f32; N]) -> [f32; N] {
    let mut j = 0;
    while j < N {
        let bits = row[j].to_bits();
        let is_nan = bits << 1 >> 1 > BINARY32.infinity as u32;
        row[j] = f32::from_bits(if is_nan { nan::F32.to_bits() } else { bits });
        j += 1;
    }
    row
}

/// Computes one element with an instruction that has at most [`LONGEST`] products. `scale` is the product of both block
/// scales, or 1 if the form has no block scales.
#[inline(always)]
pub(super) const fn element(
    method: &Method,
    a: &[u32; LONGEST],
    b: &[u32; LONGEST],
    count: usize,
    c: f32,
    scale: f64,
) -> f32 {
    let mut row = [Terms::ZERO; LONGEST];
    let mut column = [Terms::ZERO; LONGEST];
    let mut k = 0;
    while k < LONGEST && k < count {
        let place = method.place(k, count) & (LONGEST - 1);
        row[place] = Terms::new(method.a, &[a[k]]).scaled(&[scale]);
        column[place] = Terms::new(method.b, &[b[k]]);
        k += 1;
    }
    let (Some((row, _)), Some((column, _))) = (row.split_at_checked(k), column.split_at_checked(k))
    else {
        return c;
    };
    let [result] = method.multiply(row, column, [c]);
    nan::canonical(result)
}

/// The largest number of products of an instruction that is computed in steps. In a sparse form, only the products with
/// stored elements of A count.
pub(super) const LONGEST: usize = 32;

/// The number of products in a step of `wmma` with tf32 operands: the hardware executes two instructions of four
/// products.
const WMMA_TF32: usize = 4;
