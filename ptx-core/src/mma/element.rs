//! Computes one element of D.

use super::convert::{half_bits, half_value};
use super::float::{self, LONGEST, Method};
use super::form::Form;
use super::fp4;
use super::integer::{accumulate, count, extend};
use super::scale::Scale;
use super::sparse::{Chunk, halves};
use super::types::{Instruction, Kind, Operand, Type};
use crate::fpu::fma;
use crate::mode::Sm;

/// Operands of [`element_with`] that only some forms have. The default is [`Extras::NONE`].
///
/// ```
/// use ptx_core::mma::Extras;
/// let extras = Extras { metadata: &[0x4, 0xe], ..Extras::NONE };
/// assert!(extras.scales_a.is_empty() && !extras.ignore_c);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras<'a> {
    /// The metadata of a sparse form, one hexadecimal digit in each byte, in the order of the columns of A. Each
    /// instruction needs [`Form::chunks`] metadata digits.
    pub metadata: &'a [u8],
    /// The block scales of the row of A, in the order of the elements that they scale. If the row is longer than K,
    /// several instructions compute the element of D. The scales of the first instruction then come first.
    pub scales_a: &'a [u8],
    /// The block scales of the column of B, in the same order as `scales_a`.
    pub scales_b: &'a [u8],
    /// Whether the elements of A are negated. `imm-scale-a` of `wgmma` and the instruction descriptor of `tcgen05.mma`
    /// can negate them.
    pub negate_a: bool,
    /// Whether the elements of B are negated. `imm-scale-b` of `wgmma` and the instruction descriptor of `tcgen05.mma`
    /// can negate them.
    pub negate_b: bool,
    /// Whether C is replaced by +0, because `scale-d` of `wgmma` or `enable-input-d` of `tcgen05.mma` is false.
    pub ignore_c: bool,
}

impl Extras<'_> {
    /// No optional operands: no metadata, no scales, no negation, and C is added.
    pub const NONE: Self = Self {
        metadata: &[],
        scales_a: &[],
        scales_b: &[],
        negate_a: false,
        negate_b: false,
        ignore_c: false,
    };
}

/// Computes one element of D: the product of a row of A and a column of B, plus an element of C.
///
/// `a[k]` and `b[k]` are the factors of product k. The low bits of each `u64` are the bits of its element. A `.tf32` is
/// an f32 whose low 13 bits are ignored, and an `.e2m1` occupies bits 5 to 2. If `a` and `b` are longer than K, a chain
/// of instructions computes the element, in the order of k. The result of one instruction is then the C of the next.
///
/// Returns `None` if
///
/// * the lengths of `a` and `b` differ or are not multiples of K,
/// * the target does not have the form,
/// * the lengths require several instructions, and C and D differ in type.
///
/// Grades: see [`mma`](crate::mma).
///
/// ```
/// use ptx_core::Sm;
/// use ptx_core::mma::{Form, Type::*, element};
///
/// let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().unwrap();
/// // 1 · 1 + 2^-12 · 2^-12 + 1 is rounded towards zero: the small product is lost.
/// let a = [0x3c00, 0x0c00, 0, 0, 0, 0, 0, 0];
/// assert_eq!(element(form, &a, &a, 0x3f80_0000, Sm(80)), Some(0x4000_0000));
/// // 1 · 1 + 2^-12 · 2^-12 - 1 is exact: a step keeps 24 bits below the largest exponent.
/// assert_eq!(element(form, &a, &a, 0xbf80_0000, Sm(80)), Some(0x3380_0000));
/// assert_eq!(element(form, &a, &a, 0, Sm(70)), None);
/// ```
#[inline]
#[must_use]
pub const fn element(form: Form, a: &[u64], b: &[u64], c: u64, sm: Sm) -> Option<u64> {
    element_with(form, a, b, c, &Extras::NONE, sm)
}

/// Like [`element`], with the optional operands in [`Extras`].
///
/// A call can compute a chain of instructions. For each instruction of the chain, `a` has [`Form::stored`] elements and
/// `b` has K elements. In forms that have `.e2m1` in four bits, an element occupies bits 3 to 0. Returns `None` in the
/// cases of [`element`], and also if
///
/// * the number of metadata digits or scales is not the number that the form needs,
/// * `extras` contains an operand that the form does not have.
///
/// For metadata digits that PTX does not define (see [`Form::has_digit`]), the function follows the rule in the
/// documentation of [`mma`](crate::mma).
///
/// Source: the measurements that [`mma`](crate::mma) lists; for block scales, and for `mma.sp` of e4m3 and of e2m1, the
/// measurements on RTX 5090 and RTX PRO 6000. Grades: see [`mma`](crate::mma).
///
/// ```
/// use ptx_core::Sm;
/// use ptx_core::mma::{Extras, Form, Kind, Type::*, element_with};
///
/// let form = Form::mma([16, 8, 64], [F32, E2m1, E2m1, F32]).kind(Kind::Mxf4).build().unwrap();
/// // In e2m1, 3 is 1.5 and 4 is 2. There are 64 products 1.5 · 2; the scale doubles half of them (128 is 2, 127 is 1).
/// let extras = Extras { scales_a: &[127, 128], scales_b: &[127, 127], ..Extras::NONE };
/// let d = element_with(form, &[3; 64], &[4; 64], 0, &extras, Sm(120));
/// assert_eq!(d, Some(f32::to_bits(288.0).into()));
/// ```
#[inline]
#[must_use]
pub const fn element_with(
    form: Form,
    a: &[u64],
    b: &[u64],
    c: u64,
    extras: &Extras<'_>,
    sm: Sm,
) -> Option<u64> {
    let [_, _, k] = form.shape;
    let (stored, k) = (form.stored() as usize, k as usize);
    let [d_type, _, _, c_type] = form.types;
    let Some(instructions) = b.len().checked_div(k) else { return None };
    let scales = match form.scales {
        Some(scales) => scales.vector.count(),
        None => 0,
    };
    if !b.len().is_multiple_of(k)
        || !is_product(a.len(), instructions, stored)
        || !is_product(extras.metadata.len(), instructions, form.chunks())
        || !is_product(extras.scales_a.len(), instructions, scales)
        || !is_product(extras.scales_b.len(), instructions, scales)
        || !form.runs_on(sm)
        || instructions > 1 && d_type as u8 != c_type as u8
        || (extras.negate_a || extras.negate_b) && !form.negates()
        || extras.ignore_c && !form.ignores()
    {
        return None;
    }
    let mut sum = if extras.ignore_c { 0 } else { c };
    let mut i = 0;
    while i < instructions {
        let one = One {
            form,
            a: part(a, i, stored),
            b: part(b, i, k),
            digits: part(extras.metadata, i, form.chunks()),
            flip_a: if extras.negate_a { form.sign(Operand::A) } else { 0 },
            flip_b: if extras.negate_b { form.sign(Operand::B) } else { 0 },
            scales_a: part(extras.scales_a, i, scales),
            scales_b: part(extras.scales_b, i, scales),
        };
        sum = one.sum(sum, sm);
        i += 1;
    }
    Some(sum)
}

/// Returns whether `length` equals `x * y`, without overflow.
const fn is_product(length: usize, x: usize, y: usize) -> bool {
    match x.checked_mul(y) {
        Some(product) => length == product,
        None => false,
    }
}

/// Returns part `i` of a slice that is divided into parts of `length` elements. The last part may be shorter.
const fn part<T>(slice: &[T], i: usize, length: usize) -> &[T] {
    match slice.split_at_checked(i.wrapping_mul(length)) {
        Some((_, rest)) => match rest.split_at_checked(length) {
            Some((part, _)) => part,
            None => rest,
        },
        None => &[],
    }
}

/// Evaluates to element `$i` of a slice, or to 0 past the end of the slice.
macro_rules! at {
    ($slice:expr, $i:expr) => {
        match $slice.split_at_checked($i) {
            Some((_, [x, ..])) => *x,
            _ => 0,
        }
    };
}

impl Form {
    /// Returns whether the instruction can negate the elements of A and B.
    const fn negates(self) -> bool {
        let [d, ..] = self.types;
        matches!(self.instruction, Instruction::Wgmma | Instruction::Tcgen05)
            && !matches!(d, Type::S32)
    }

    /// Returns whether the instruction can ignore C.
    const fn ignores(self) -> bool {
        matches!(self.instruction, Instruction::Wgmma | Instruction::Tcgen05)
    }

    /// Returns the mask of the sign bit of an element.
    #[doc(hidden)]
    #[must_use]
    pub const fn sign(self, operand: Operand) -> u64 {
        if self.is_fp4() {
            return 8;
        }
        match self.element_type(operand) {
            Type::E3m2 | Type::E2m3 | Type::E2m1 => 1 << 5,
            element => 1_u64.wrapping_shl(element.bits().wrapping_sub(1)),
        }
    }
}

/// One instruction, and its operands for one element of D.
struct One<'a> {
    form: Form,
    a: &'a [u64],
    b: &'a [u64],
    digits: &'a [u8],
    /// A mask of the bits to invert in each element of A: the sign bit if A is negated, otherwise 0.
    flip_a: u64,
    flip_b: u64,
    scales_a: &'a [u8],
    scales_b: &'a [u8],
}

impl One<'_> {
    /// Returns the `k`-th stored element of A, and its factor: the element of B by which it is multiplied.
    const fn factors(&self, k: usize) -> (u64, u64) {
        let y = if self.form.sparse {
            let chunk = self.form.chunk();
            let digit = at!(self.digits, chunk.chunk(k));
            match chunk {
                Chunk::Two => {
                    let [first, second] =
                        [at!(self.b, k << 1) as u32, at!(self.b, k << 1 | 1) as u32];
                    halves(digit, [first, second]) as u64
                }
                _ => at!(self.b, chunk.column(k, digit)),
            }
        } else {
            at!(self.b, k)
        };
        (at!(self.a, k) ^ self.flip_a, y ^ self.flip_b)
    }

    /// Returns the element of D for the element `c` of C.
    const fn sum(&self, c: u64, sm: Sm) -> u64 {
        let [d_type, a_type, _, c_type] = self.form.types;
        match a_type {
            Type::F64 => return self.double(c),
            Type::B1 => return self.bits(c),
            Type::S8 | Type::U8 | Type::S4 | Type::U4 => return self.integer(c),
            _ => {}
        }
        let c = match c_type {
            Type::F16 => half_value(c as u32),
            _ => f32::from_bits(c as u32),
        };
        let d = match self.form.kind {
            Some(Kind::Mxf4 | Kind::Mxf4nvf4) => self.fp4(c),
            _ => self.float(c, sm),
        };
        match d_type {
            Type::F16 => half_bits(d as f64) as u64,
            _ => d.to_bits() as u64,
        }
    }

    const fn float(&self, c: f32, sm: Sm) -> f32 {
        let method = Method::of(self.form, sm);
        let (mut a, mut b) = ([0; LONGEST], [0; LONGEST]);
        let mut k = 0;
        while k < LONGEST {
            let (x, y) = self.factors(k);
            (a[k], b[k]) = (x as u32, y as u32);
            k += 1;
        }
        let scale = match self.form.scales {
            Some(scales) => {
                let x = Scale::new(scales.element, at!(self.scales_a, 0));
                let y = Scale::new(scales.element, at!(self.scales_b, 0));
                x.value * y.value
            }
            None => 1.0,
        };
        float::element(&method, &a, &b, self.form.stored() as usize, c, scale)
    }

    const fn fp4(&self, c: f32) -> f32 {
        let (mut a, mut b) = ([0; fp4::LENGTH], [0; fp4::LENGTH]);
        let mut k = 0;
        while k < fp4::LENGTH {
            let (x, y) = self.factors(k);
            (a[k], b[k]) = (x as u32, y as u32);
            k += 1;
        }
        let Some(scales) = self.form.scales else { return c };
        let (mut rows, mut columns) = ([0; fp4::GROUPS], [0; fp4::GROUPS]);
        let mut group = 0;
        while group < fp4::GROUPS {
            let scale = group.wrapping_mul(scales.vector.count()) / fp4::GROUPS;
            rows[group] = at!(self.scales_a, scale);
            columns[group] = at!(self.scales_b, scale);
            group += 1;
        }
        let row = fp4::of_groups(scales.element, &rows);
        let column = [fp4::of_groups(scales.element, &columns)];
        let [d] = fp4::multiply(&fp4::row(&a), &fp4::row(&b), &[c], &row, &column);
        d
    }

    const fn double(&self, c: u64) -> u64 {
        let mut sum = f64::from_bits(c);
        let mut k = 0;
        while k < self.a.len() {
            let (x, y) = self.factors(k);
            sum = fma::binary64(f64::from_bits(x), f64::from_bits(y), sum, self.form.rounding);
            k += 1;
        }
        sum.to_bits()
    }

    const fn integer(&self, c: u64) -> u64 {
        let [_, a_type, b_type, _] = self.form.types;
        let mut sum = 0_i64;
        let mut k = 0;
        while k < self.a.len() {
            let (x, y) = self.factors(k);
            let product = extend(a_type, x as u32).wrapping_mul(extend(b_type, y as u32));
            sum = sum.wrapping_add(product as i64);
            k += 1;
        }
        accumulate(c as i32, sum, self.form.limit) as u32 as u64
    }

    const fn bits(&self, c: u64) -> u64 {
        let Some(operation) = self.form.bits else { return c };
        let mut sum = c as u32;
        let mut k = 0;
        while k < self.a.len() {
            let (x, y) = self.factors(k);
            sum = sum.wrapping_add(count(x as u32 & 1, y as u32 & 1, operation));
            k += 1;
        }
        sum as u64
    }
}
