//! The types of elements, and the modifiers that only matrix instructions have.

/// The type of an operand's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `.f16`: IEEE 754 binary16.
    F16,
    /// `.bf16`: bfloat16.
    Bf16,
    /// `.tf32`: an f32 whose low 13 bits are ignored.
    Tf32,
    /// `.f32`: IEEE 754 binary32.
    F32,
    /// `.f64`: IEEE 754 binary64.
    F64,
    /// `.e4m3`: 8 bits, without infinities; 7f and ff are NaN.
    E4m3,
    /// `.e5m2`: 8 bits, with infinities and NaN as in IEEE 754.
    E5m2,
    /// `.e3m2`: bits 5 to 0 of a byte, without infinities and NaN.
    E3m2,
    /// `.e2m3`: bits 5 to 0 of a byte, without infinities and NaN.
    E2m3,
    /// `.e2m1`: bits 5 to 2 of a byte, or four bits in `.kind::mxf4` and `.kind::mxf4nvf4`; without infinities and
    /// NaN.
    E2m1,
    /// `.s8`: 8-bit signed integers.
    S8,
    /// `.u8`: 8-bit unsigned integers.
    U8,
    /// `.s4`: 4-bit signed integers.
    S4,
    /// `.u4`: 4-bit unsigned integers.
    U4,
    /// `.b1`: single bits.
    B1,
    /// `.s32`: 32-bit signed integers.
    S32,
}

impl Type {
    /// Returns the number of register bits that an element occupies. For `.e2m1` the result is 8, although some forms
    /// store `.e2m1` in four bits; [`Form::element_bits`] returns the width in one form.
    ///
    /// [`Form::element_bits`]: super::Form::element_bits
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

    /// Returns the binary logarithm of the number of elements in a register.
    #[inline]
    pub(super) const fn per_register_log(self) -> u32 {
        per_register_log(self.bits())
    }
}

/// Returns the binary logarithm of the number of elements in a register, for elements of `bits` bits.
#[inline]
pub(super) const fn per_register_log(bits: u32) -> u32 {
    match bits {
        1 => 5,
        4 => 3,
        8 => 2,
        16 => 1,
        _ => 0,
    }
}

/// The types of 8-bit floats, as function arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fp8 {
    /// `.e4m3`: 4 exponent bits, 3 fraction bits.
    E4m3,
    /// `.e5m2`: 5 exponent bits, 2 fraction bits.
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

/// The types of `.kind::f8f6f4`, as function arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum F8f6f4 {
    /// `.e4m3`: 4 exponent bits, 3 fraction bits.
    E4m3,
    /// `.e5m2`: 5 exponent bits, 2 fraction bits.
    E5m2,
    /// `.e3m2`: 3 exponent bits, 2 fraction bits.
    E3m2,
    /// `.e2m3`: 2 exponent bits, 3 fraction bits.
    E2m3,
    /// `.e2m1`: 2 exponent bits, 1 fraction bit.
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

/// The order of a matrix's elements in memory. The order affects the fragments of `m8n8k4` with f16 operands, but never
/// the results. `wmma` supports all layouts. In all other forms A is stored by rows and B by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// `.row`: row by row.
    Row,
    /// `.col`: column by column.
    Col,
}

/// A matrix instruction of PTX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// `mma` and `mma.sp`
    Mma,
    /// `wgmma.mma_async` and `wgmma.mma_async.sp`
    Wgmma,
    /// `tcgen05.mma` and `tcgen05.mma.sp`
    Tcgen05,
    /// `wmma.mma`
    Wmma,
}

/// The modifier `.kind` of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `.kind::f8f6f4`: each of A and B has one of the types of [`F8f6f4`](enum@F8f6f4).
    F8f6f4,
    /// `.kind::mxf8f6f4`: the types of `.kind::f8f6f4`, with block scales.
    Mxf8f6f4,
    /// `.kind::mxf4`: `.e2m1` in four bits, with block scales.
    Mxf4,
    /// `.kind::mxf4nvf4`: `.e2m1` in four bits, with block scales of type `.ue8m0` or `.ue4m3`.
    Mxf4nvf4,
    /// `.kind::f16` of `tcgen05.mma`: f16 or bf16.
    F16,
    /// `.kind::tf32` of `tcgen05.mma`: tf32.
    Tf32,
    /// `.kind::i8` of `tcgen05.mma`: 8-bit integers.
    I8,
}

/// `.scale_vec`: the number of block scales for each row of A and for each column of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScaleVector {
    /// `.scale_vec::1X`: one scale.
    X1,
    /// `.scale_vec::2X`: two scales.
    X2,
    /// `.scale_vec::4X`: four scales.
    X4,
}

impl ScaleVector {
    /// Returns the number of scales.
    #[inline]
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::X1 => 1,
            Self::X2 => 2,
            Self::X4 => 4,
        }
    }
}

/// The type of block scales.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScaleType {
    /// `.ue8m0`: 2^(byte - 127); ff is NaN.
    Ue8m0,
    /// `.ue4m3`: an e4m3 whose sign bit is ignored. The code 7f is NaN.
    Ue4m3,
}

/// The block scales of a form: their number (`.scale_vec`) and their type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scales {
    /// The number of scales.
    pub vector: ScaleVector,
    /// The type of a scale.
    pub element: ScaleType,
}

/// How `mma` on single bits combines a bit of A and a bit of B. The result counts the combined bits that are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOperation {
    /// `.xor.popc`: counts positions whose bits differ.
    Xor,
    /// `.and.popc`: counts positions whose bits are both set.
    And,
}

/// An operand of a matrix instruction. The instruction computes D = A · B + C.
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
