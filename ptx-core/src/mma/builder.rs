//! Builds a form from its shape and types, and checks that PTX has the form.

use super::form::Form;
use super::list::FORMS;
use super::types::{BitOperation, Instruction, Kind, Layout, ScaleType, ScaleVector, Scales, Type};
use crate::mode::{Limit, Rounding, Sm};

/// A form that is not yet checked. [`FormBuilder::build`] returns the form if PTX has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "call `build` to make the form"]
pub struct FormBuilder {
    pub(super) form: Form,
}

impl Form {
    /// Returns a builder for a form of `mma` with the shape M, N, K and the types of D, A, B and C. Unless the
    /// builder's methods set other values, the layouts are `.row.col`, the rounding is `.rn`, and there is no
    /// `.satfinite`.
    ///
    /// ```
    /// use ptx_core::mma::{BitOperation, Form, Kind, Type::*};
    /// use ptx_core::{Limit, Rounding};
    ///
    /// let doubles = Form::mma([8, 8, 4], [F64; 4]).rounding(Rounding::Rm);
    /// let integers = Form::mma([16, 8, 32], [S32, U8, S8, S32]).limit(Limit::Satfinite);
    /// let short = Form::mma([16, 8, 32], [F32, E2m1, E4m3, F32]).kind(Kind::F8f6f4);
    /// let bits = Form::mma([16, 8, 256], [S32, B1, B1, S32]).bits(BitOperation::And);
    /// assert!([doubles, integers, short, bits].iter().all(|form| form.build().is_some()));
    /// // A and B must have the same type here.
    /// assert_eq!(Form::mma([16, 8, 16], [F32, Bf16, F16, F32]).build(), None);
    /// ```
    #[inline]
    pub const fn mma(shape: [u16; 3], types: [Type; 4]) -> FormBuilder {
        let form = Self {
            instruction: Instruction::Mma,
            sparse: false,
            shape,
            layouts: [Layout::Row, Layout::Col],
            limit: Limit::Unlimited,
            rounding: Rounding::Rn,
            kind: None,
            scales: None,
            types,
            bits: None,
            since: Sm(0),
        };
        FormBuilder { form }
    }

    /// Returns a builder for a form of `wgmma` with the shape M, N, K and the types of D, A and B. C has the type of D.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Type::*};
    ///
    /// // wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e5m2
    /// assert!(Form::wgmma([64, 128, 32], [F32, E4m3, E5m2]).build().is_some());
    /// // N is a multiple of 8 and at most 256.
    /// assert!(Form::wgmma([64, 264, 32], [F32, E4m3, E5m2]).build().is_none());
    /// ```
    #[inline]
    pub const fn wgmma(shape: [u16; 3], types: [Type; 3]) -> FormBuilder {
        let [d, a, b] = types;
        let FormBuilder { form } = Self::mma(shape, [d, a, b, d]);
        FormBuilder { form: Self { instruction: Instruction::Wgmma, ..form } }
    }

    /// Returns a builder for a form of `tcgen05.mma` with the shape M, N, K, the kind, and the types of D, A and B. C
    /// has the type of D. M is 64, 128 or 256. N is a multiple of 8 and at most 256.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Kind, Type::*};
    ///
    /// assert!(Form::tcgen05([128, 256, 32], Kind::F8f6f4, [F32, E4m3, E2m1]).build().is_some());
    /// assert!(Form::tcgen05([128, 8, 64], Kind::Mxf4, [F32, E2m1, E2m1]).build().is_some());
    /// ```
    #[inline]
    pub const fn tcgen05(shape: [u16; 3], kind: Kind, types: [Type; 3]) -> FormBuilder {
        let [d, a, b] = types;
        let FormBuilder { form } = Self::mma(shape, [d, a, b, d]);
        FormBuilder { form: Self { instruction: Instruction::Tcgen05, kind: Some(kind), ..form } }
    }

    /// Returns a builder for a form of `wmma.mma` with the shape M, N, K and the types of D, A, B and C.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Type::*};
    ///
    /// // wmma.mma.sync.aligned.row.col.m16n16k16.f16.f32
    /// assert!(Form::wmma([16, 16, 16], [F16, F16, F16, F32]).build().is_some());
    /// ```
    #[inline]
    pub const fn wmma(shape: [u16; 3], types: [Type; 4]) -> FormBuilder {
        let FormBuilder { form } = Self::mma(shape, types);
        FormBuilder { form: Self { instruction: Instruction::Wmma, ..form } }
    }
}

impl FormBuilder {
    /// Sets the layouts of A and B.
    #[inline]
    pub const fn layouts(mut self, layouts: [Layout; 2]) -> Self {
        self.form.layouts = layouts;
        self
    }

    /// Sets whether an integer form clamps its sums (`.satfinite`).
    #[inline]
    pub const fn limit(mut self, limit: Limit) -> Self {
        self.form.limit = limit;
        self
    }

    /// Sets the rounding of an `.f64` form.
    #[inline]
    pub const fn rounding(mut self, rounding: Rounding) -> Self {
        self.form.rounding = rounding;
        self
    }

    /// Sets the modifier `.kind`.
    #[inline]
    pub const fn kind(mut self, kind: Kind) -> Self {
        self.form.kind = Some(kind);
        self
    }

    /// Selects the sparse form (`.sp`).
    #[inline]
    pub const fn sparse(mut self) -> Self {
        self.form.sparse = true;
        self
    }

    /// Sets the block scales. By default, each row of A and each column of B has one `.ue8m0` scale with
    /// `.kind::mxf8f6f4`, and two with `.kind::mxf4`, as in PTX.
    #[inline]
    pub const fn scales(mut self, vector: ScaleVector, element: ScaleType) -> Self {
        self.form.scales = Some(Scales { vector, element });
        self
    }

    /// Sets how a `.b1` form combines two bits: `.xor` or `.and`.
    #[inline]
    pub const fn bits(mut self, operation: BitOperation) -> Self {
        self.form.bits = Some(operation);
        self
    }

    /// Returns the form, or `None` if PTX does not have it.
    #[inline]
    #[must_use]
    pub const fn build(mut self) -> Option<Form> {
        let [_, a, ..] = self.form.types;
        let default = match self.form.kind {
            Some(Kind::Mxf8f6f4) => Some(ScaleVector::X1),
            Some(Kind::Mxf4) => Some(ScaleVector::X2),
            _ => None,
        };
        if let (Some(vector), None) = (default, self.form.scales) {
            self.form.scales = Some(Scales { vector, element: ScaleType::Ue8m0 });
        }
        let clamps = matches!(a, Type::S8 | Type::U8 | Type::S4 | Type::U4);
        if !clamps && !matches!(self.form.limit, Limit::Unlimited)
            || !matches!(a, Type::F64) && !matches!(self.form.rounding, Rounding::Rn)
        {
            return None;
        }
        let mut forms: &[Form] = &FORMS;
        while let [listed, rest @ ..] = forms {
            if is_listed_as(&self.form, listed) {
                return Some(Form { since: listed.since, ..self.form });
            }
            forms = rest;
        }
        None
    }
}

/// Returns whether the list entry `listed` covers `form`. One entry covers several forms:
///
/// | instruction | an entry covers |
/// |---|---|
/// | all | every limit and rounding |
/// | `wgmma` | every N that is a multiple of 8 and at most 256; for integers, every N that [`has_integer_columns`] accepts |
/// | `tcgen05.mma` | every M that is 64, 128 or 256, and every N that is a multiple of 8 and at most 256 |
/// | `wmma` | every layout |
const fn is_listed_as(form: &Form, listed: &Form) -> bool {
    let ([m, n, k], [listed_m, listed_n, listed_k]) = (form.shape, listed.shape);
    let [d, a, b, c] = form.types;
    let [listed_d, listed_a, listed_b, listed_c] = listed.types;
    let (rows, columns) = match listed.instruction {
        Instruction::Mma | Instruction::Wmma => (m == listed_m, n == listed_n),
        Instruction::Wgmma if matches!(d, Type::S32) => (m == listed_m, has_integer_columns(n)),
        Instruction::Wgmma => (m == listed_m, n > 0 && n % 8 == 0 && n <= 256),
        Instruction::Tcgen05 => (matches!(m, 64 | 128 | 256), n > 0 && n % 8 == 0 && n <= 256),
    };
    let [layout_a, layout_b] = form.layouts;
    let [listed_layout_a, listed_layout_b] = listed.layouts;
    let layouts = matches!(listed.instruction, Instruction::Wmma)
        || layout_a as u8 == listed_layout_a as u8 && layout_b as u8 == listed_layout_b as u8;
    form.instruction as u8 == listed.instruction as u8
        && form.sparse == listed.sparse
        && kind_number(form.kind) == kind_number(listed.kind)
        && scales_number(form.scales) == scales_number(listed.scales)
        && operation_number(form.bits) == operation_number(listed.bits)
        && rows
        && columns
        && k == listed_k
        && layouts
        && d as u8 == listed_d as u8
        && a as u8 == listed_a as u8
        && b as u8 == listed_b as u8
        && c as u8 == listed_c as u8
}

/// Returns whether `wgmma` with integers supports `n` columns: 8, 24, and the multiples of 16 up to 256.
const fn has_integer_columns(n: u16) -> bool {
    n > 0 && n <= 256 && (n.is_multiple_of(16) || n == 8 || n == 24)
}

/// Returns a number that identifies the kind. A const function can compare numbers, but not enums, with `==`.
const fn kind_number(kind: Option<Kind>) -> u8 {
    match kind {
        None => 0,
        Some(kind) => kind as u8 + 1,
    }
}

/// Returns a number that identifies the scales. Like [`kind_number`], the function makes a comparison with `==`
/// possible.
const fn scales_number(scales: Option<Scales>) -> u8 {
    match scales {
        None => 0,
        Some(scales) => (scales.vector as u8) << 1 | scales.element as u8 | 8,
    }
}

/// Returns a number that identifies the operation. Like [`kind_number`], the function makes a comparison with `==`
/// possible.
const fn operation_number(operation: Option<BitOperation>) -> u8 {
    match operation {
        None => 0,
        Some(BitOperation::Xor) => 1,
        Some(BitOperation::And) => 2,
    }
}
