//! The forms of `mma` and `wgmma`: shape, types and modifiers.

use crate::mode::{Limit, Rounding, Sm};

/// The type of an operand's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `.f16`: IEEE 754 binary16.
    F16,
    /// `.bf16`: bfloat16.
    Bf16,
    /// `.tf32`: the high 19 bits of an f32.
    Tf32,
    /// `.f32`: IEEE 754 binary32.
    F32,
    /// `.f64`: IEEE 754 binary64.
    F64,
    /// `.e4m3`: 8 bits, no infinity, NaN 7f and ff.
    E4m3,
    /// `.e5m2`: 8 bits, as IEEE 754 makes formats.
    E5m2,
    /// `.e3m2`: bits 5 to 0 of a byte; neither infinity nor NaN.
    E3m2,
    /// `.e2m3`: bits 5 to 0 of a byte; neither infinity nor NaN.
    E2m3,
    /// `.e2m1`: bits 5 to 2 of a byte; neither infinity nor NaN.
    E2m1,
    /// `.s8`
    S8,
    /// `.u8`
    U8,
    /// `.s4`
    S4,
    /// `.u4`
    U4,
    /// `.b1`
    B1,
    /// `.s32`
    S32,
}

impl Type {
    /// How many bits an element takes in a register.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::B1 => 1,
            Self::S4 | Self::U4 => 4,
            Self::E4m3
            | Self::E5m2
            | Self::E3m2
            | Self::E2m3
            | Self::E2m1
            | Self::S8
            | Self::U8 => 8,
            Self::F16 | Self::Bf16 => 16,
            Self::Tf32 | Self::F32 | Self::S32 => 32,
            Self::F64 => 64,
        }
    }

    /// The logarithm of how many elements are in a register.
    #[inline]
    pub(super) const fn per_register_log(self) -> u32 {
        match self.bits() {
            1 => 5,
            4 => 3,
            8 => 2,
            16 => 1,
            _ => 0,
        }
    }
}

/// The types of 8-bit floats, where a function takes them as arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fp8 {
    /// `.e4m3`
    E4m3,
    /// `.e5m2`
    E5m2,
}

impl Fp8 {
    #[inline]
    pub(super) const fn element_type(self) -> Type {
        match self {
            Self::E4m3 => Type::E4m3,
            Self::E5m2 => Type::E5m2,
        }
    }
}

/// The types of `.kind::f8f6f4`, where a function takes them as arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum F8f6f4 {
    /// `.e4m3`
    E4m3,
    /// `.e5m2`
    E5m2,
    /// `.e3m2`
    E3m2,
    /// `.e2m3`
    E2m3,
    /// `.e2m1`
    E2m1,
}

impl F8f6f4 {
    #[inline]
    pub(super) const fn element_type(self) -> Type {
        match self {
            Self::E4m3 => Type::E4m3,
            Self::E5m2 => Type::E5m2,
            Self::E3m2 => Type::E3m2,
            Self::E2m3 => Type::E2m3,
            Self::E2m1 => Type::E2m1,
        }
    }
}

/// How a matrix lies in memory. Only the fragments of `m8n8k4` of f16 depend on it; every other form
/// has A by rows and B by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `.row`: row by row.
    Row,
    /// `.col`: column by column.
    Col,
}

/// What `mma` makes of single bits before it counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOperation {
    /// `.xor.popc`
    Xor,
    /// `.and.popc`
    And,
}

/// An operand of `mma`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The left factor, M x K.
    A,
    /// The right factor, K x N.
    B,
    /// The accumulator, M x N.
    C,
    /// The result, M x N.
    D,
}

/// A dense form of `mma.sync` or of `wgmma`: its shape, types and modifiers.
///
/// ```
/// use ptx_core::Sm;
/// use ptx_core::mma::{Form, Operand, Type};
///
/// let form = Form::parse("m16n8k16.row.col.f32.bf16.bf16.f32").unwrap();
/// assert_eq!(form.shape(), [16, 8, 16]);
/// assert_eq!(form.element_type(Operand::A), Type::Bf16);
/// assert_eq!(form.since(), Sm(80));
/// assert_eq!(form.to_string(), "m16n8k16.row.col.f32.bf16.bf16.f32");
/// assert_eq!(Form::parse("m16n8k16.row.col.f32.bf16.f16.f32"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    pub(super) wgmma: bool,
    pub(super) shape: [u16; 3],
    pub(super) layouts: [Layout; 2],
    pub(super) limit: Limit,
    pub(super) rounding: Rounding,
    /// `.kind::f8f6f4`
    pub(super) kind: bool,
    /// Of D, A, B and C.
    pub(super) types: [Type; 4],
    pub(super) bits: Option<BitOperation>,
    pub(super) since: Sm,
}

impl Form {
    /// M, N and K: D and C are M x N, A is M x K, B is K x N.
    #[inline]
    #[must_use]
    pub const fn shape(self) -> [u16; 3] {
        self.shape
    }

    /// The type of an operand's elements.
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

    /// The layouts of A and B.
    #[inline]
    #[must_use]
    pub const fn layouts(self) -> [Layout; 2] {
        self.layouts
    }

    /// The rounding of the forms of `.f64`; `Rn` for every other.
    #[inline]
    #[must_use]
    pub const fn rounding(self) -> Rounding {
        self.rounding
    }

    /// Whether the sums of a form of integers are clamped.
    #[inline]
    #[must_use]
    pub const fn limit(self) -> Limit {
        self.limit
    }

    /// Whether the instruction is `wgmma`.
    #[inline]
    #[must_use]
    pub const fn is_wgmma(self) -> bool {
        self.wgmma
    }

    /// The first target that has the form.
    #[inline]
    #[must_use]
    pub const fn since(self) -> Sm {
        self.since
    }

    /// Whether a target has the form: `mma` from the first on, `wgmma` that one alone.
    ///
    /// ```
    /// use ptx_core::{Sm, mma::Form};
    /// let form = Form::parse("m16n8k8.row.col.f32.f16.f16.f32").unwrap();
    /// assert!(!form.runs_on(Sm(70)) && form.runs_on(Sm(75)) && form.runs_on(Sm(121)));
    /// ```
    #[inline]
    #[must_use]
    pub const fn runs_on(self, sm: Sm) -> bool {
        sm.0 >= self.since.0 && (!self.wgmma || sm.0 < WGMMA_UNTIL)
    }

    /// Whether the form is `m8n8k4` of f16, which computes four products.
    #[inline]
    pub(super) const fn is_quad(self) -> bool {
        let [_, a, ..] = self.types;
        matches!((self.shape, a), ([8, 8, 4], Type::F16))
    }
}

/// The first target after those that have `wgmma`.
const WGMMA_UNTIL: u16 = 100;
