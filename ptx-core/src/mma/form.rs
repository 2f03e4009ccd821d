//! The forms of `mma` and `wgmma`: shape, types and modifiers.

use super::types::{BitOperation, Kind, Layout, Operand, Type};
use crate::mode::{Limit, Rounding, Sm};

/// A dense form of `mma.sync` or of `wgmma`: its shape, types and modifiers.
///
/// [`Form::mma`] and [`Form::wgmma`] build one of the forms that PTX has; [`Form::all`] lists them.
///
/// ```
/// use ptx_core::Sm;
/// use ptx_core::mma::{Form, Operand, Type::*};
///
/// // mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
/// const FORM: Form = Form::mma([16, 8, 16], [F32, Bf16, Bf16, F32]).build().unwrap();
/// assert_eq!(FORM.shape(), [16, 8, 16]);
/// assert_eq!(FORM.element_type(Operand::A), Bf16);
/// assert_eq!(FORM.since(), Sm(80));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    pub(super) wgmma: bool,
    pub(super) shape: [u16; 3],
    pub(super) layouts: [Layout; 2],
    pub(super) limit: Limit,
    pub(super) rounding: Rounding,
    pub(super) kind: Option<Kind>,
    /// The types of D, A, B and C.
    pub(super) types: [Type; 4],
    pub(super) bits: Option<BitOperation>,
    pub(super) since: Sm,
}

impl Form {
    /// Returns M, N and K: D and C are M x N, A is M x K, B is K x N.
    #[inline]
    #[must_use]
    pub const fn shape(self) -> [u16; 3] {
        self.shape
    }

    /// Returns the type of an operand's elements.
    #[inline]
    #[must_use]
    pub const fn element_type(self, operand: Operand) -> Type {
        let [d, a, b, c] = self.types;
        match operand {
            Operand::A => a,
            Operand::B => b,
            Operand::C => c,
            Operand::D => d,
        }
    }

    /// Returns the layouts of A and B.
    #[inline]
    #[must_use]
    pub const fn layouts(self) -> [Layout; 2] {
        self.layouts
    }

    /// Returns the rounding of an `.f64` form; `Rn` for every other form.
    #[inline]
    #[must_use]
    pub const fn rounding(self) -> Rounding {
        self.rounding
    }

    /// Returns whether the sums of an integer form are clamped.
    #[inline]
    #[must_use]
    pub const fn limit(self) -> Limit {
        self.limit
    }

    /// Returns the modifier `.kind`, if the form has one.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        self.kind
    }

    /// Returns the operation on single bits, if the form has one.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> Option<BitOperation> {
        self.bits
    }

    /// Returns whether the instruction is `wgmma`.
    #[inline]
    #[must_use]
    pub const fn is_wgmma(self) -> bool {
        self.wgmma
    }

    /// Returns the first target that has the form.
    #[inline]
    #[must_use]
    pub const fn since(self) -> Sm {
        self.since
    }

    /// Returns whether a target has the form: targets from [`Form::since`] on have `mma`, sm_90 alone
    /// has `wgmma`.
    ///
    /// ```
    /// use ptx_core::{Sm, mma::{Form, Type::*}};
    /// let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().unwrap();
    /// assert!(!form.runs_on(Sm(70)) && form.runs_on(Sm(75)) && form.runs_on(Sm(121)));
    /// ```
    #[inline]
    #[must_use]
    pub const fn runs_on(self, sm: Sm) -> bool {
        sm.0 >= self.since.0 && (!self.wgmma || sm.0 < WGMMA_UNTIL)
    }

    /// Returns whether the form is `m8n8k4` with f16 operands, which computes four products.
    #[inline]
    pub(super) const fn is_quad(self) -> bool {
        let [_, a, ..] = self.types;
        matches!((self.shape, a), ([8, 8, 4], Type::F16))
    }
}

/// The first target after sm_90 without `wgmma`.
const WGMMA_UNTIL: u16 = 100;
