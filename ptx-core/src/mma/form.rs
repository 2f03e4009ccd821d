//! The forms of matrix instructions: shape, types and modifiers.

use super::types::{BitOperation, Instruction, Kind, Layout, Operand, Scales, Type};
use crate::mode::{Limit, Rounding, Sm};

/// A form of a matrix instruction: its shape, types and modifiers.
///
/// [`Form::mma`], [`Form::wgmma`], [`Form::tcgen05`] and [`Form::wmma`] return a builder of a form. Its method
/// [`build`](crate::mma::FormBuilder::build) rejects forms that PTX does not have. [`Form::all`] lists the forms.
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
    pub(super) instruction: Instruction,
    pub(super) sparse: bool,
    pub(super) shape: [u16; 3],
    pub(super) layouts: [Layout; 2],
    pub(super) limit: Limit,
    pub(super) rounding: Rounding,
    pub(super) kind: Option<Kind>,
    pub(super) scales: Option<Scales>,
    /// The types of D, A, B and C.
    pub(super) types: [Type; 4],
    pub(super) bits: Option<BitOperation>,
    pub(super) since: Sm,
}

impl Form {
    /// Returns M, N and K: D and C are M x N, A is M x K, B is K x N. For a sparse form, K counts the columns of A
    /// before compression.
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

    /// Returns whether an integer form clamps its sums.
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

    /// Returns how a form on single bits combines two bits, or `None` for all other forms.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> Option<BitOperation> {
        self.bits
    }

    /// Returns the block scales, if the form has them.
    #[inline]
    #[must_use]
    pub const fn scales(self) -> Option<Scales> {
        self.scales
    }

    /// Returns the instruction of the form.
    #[inline]
    #[must_use]
    pub const fn instruction(self) -> Instruction {
        self.instruction
    }

    /// Returns whether the instruction is `wgmma`.
    #[inline]
    #[must_use]
    pub const fn is_wgmma(self) -> bool {
        matches!(self.instruction, Instruction::Wgmma)
    }

    /// Returns whether A is sparse (`.sp`). Only half of the elements of each row of A are then stored, and the
    /// metadata tells which half.
    #[inline]
    #[must_use]
    pub const fn is_sparse(self) -> bool {
        self.sparse
    }

    /// Returns the number of stored elements of a row of A: K, or K/2 for a sparse form.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Type::*};
    /// let form = Form::mma([16, 8, 32], [F32, F16, F16, F32]).sparse().build().unwrap();
    /// assert_eq!((form.shape()[2], form.stored()), (32, 16));
    /// ```
    #[inline]
    #[must_use]
    pub const fn stored(self) -> u16 {
        let [_, _, k] = self.shape;
        if self.sparse { k / 2 } else { k }
    }

    /// Returns the number of register bits that an element of an operand occupies.
    ///
    /// ```
    /// use ptx_core::mma::{Form, Kind, Operand, Type::*};
    /// let form = Form::mma([16, 8, 64], [F32, E2m1, E2m1, F32]).kind(Kind::Mxf4).build().unwrap();
    /// assert_eq!(form.element_bits(Operand::A), 4);
    /// ```
    #[inline]
    #[must_use]
    pub const fn element_bits(self, operand: Operand) -> u32 {
        match (operand, self.kind) {
            (Operand::A | Operand::B, Some(Kind::Mxf4 | Kind::Mxf4nvf4)) => 4,
            _ => self.element_type(operand).bits(),
        }
    }

    /// Returns the first target that has the form.
    #[inline]
    #[must_use]
    pub const fn since(self) -> Sm {
        self.since
    }

    /// Returns whether a target has the form.
    ///
    /// | instruction | targets |
    /// |---|---|
    /// | `mma`, `wmma` | from [`Form::since`] on |
    /// | `wgmma` | sm_90 |
    /// | `tcgen05.mma` | sm_100 to sm_110; with integers not sm_103 |
    ///
    /// ```
    /// use ptx_core::{Sm, mma::{Form, Type::*}};
    /// let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().unwrap();
    /// assert!(!form.runs_on(Sm(70)) && form.runs_on(Sm(75)) && form.runs_on(Sm(121)));
    /// ```
    #[inline]
    #[must_use]
    pub const fn runs_on(self, sm: Sm) -> bool {
        sm.0 >= self.since.0
            && match self.instruction {
                Instruction::Wgmma => sm.0 < WGMMA_UNTIL,
                Instruction::Tcgen05 => {
                    sm.0 < TCGEN05_UNTIL && !(sm.0 == 103 && matches!(self.kind, Some(Kind::I8)))
                }
                Instruction::Mma | Instruction::Wmma => true,
            }
    }

    /// Returns whether the form is `m8n8k4` with f16 operands, one instruction that computes four matrix products.
    #[inline]
    pub(super) const fn is_quad(self) -> bool {
        let [_, a, ..] = self.types;
        matches!((self.shape, a), ([8, 8, 4], Type::F16))
    }

    /// Returns whether A and B are `.e2m1` in four bits, with block scales.
    #[inline]
    pub(super) const fn is_fp4(self) -> bool {
        matches!(self.kind, Some(Kind::Mxf4 | Kind::Mxf4nvf4))
    }
}

/// Targets from this number on do not have `wgmma`.
const WGMMA_UNTIL: u16 = 100;

/// Targets from this number on do not have `tcgen05`.
const TCGEN05_UNTIL: u16 = 120;
