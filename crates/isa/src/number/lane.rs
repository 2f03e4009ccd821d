//! The numbers that a type consists of.

use super::format::{Format, Layout};
use crate::types::Type;

/// The number of a scalar type, or a lane of a packed type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// An integer, or bits without a numeric meaning, in the range of a type.
    Integer(Type),
    /// A float or a fixed-point number.
    Float(Format),
}

impl Lane {
    /// Returns what the bits of a type represent, and the number of lanes. A scalar type has one.
    ///
    /// ```
    /// use ptx_isa::{Type, number::{Format, Lane}};
    ///
    /// assert_eq!(Lane::of(Type::S16x2), (Lane::Integer(Type::S16), 2));
    /// assert_eq!(Lane::of(Type::F32), (Lane::Float(Format::BINARY32), 1));
    /// ```
    #[must_use]
    pub fn of(ty: Type) -> (Self, u32) {
        use Layout::{Exponent, Fixed, Ieee, NanAlone, Numbers, Unsigned};
        let (bits, fraction, layout, lanes) = match ty {
            Type::F16 => return (Self::Float(Format::BINARY16), 1),
            Type::F16x2 => return (Self::Float(Format::BINARY16), 2),
            Type::Bf16 => return (Self::Float(Format::BFLOAT16), 1),
            Type::Bf16x2 => return (Self::Float(Format::BFLOAT16), 2),
            // The value of a `.tf32` is that of the `.f32` with the same bits.
            Type::F32 | Type::Tf32 => return (Self::Float(Format::BINARY32), 1),
            Type::F32x2 => return (Self::Float(Format::BINARY32), 2),
            Type::F64 => return (Self::Float(Format::BINARY64), 1),
            Type::U16x2 => return (Self::Integer(Type::U16), 2),
            Type::S16x2 => return (Self::Integer(Type::S16), 2),
            Type::U8x4 => return (Self::Integer(Type::U8), 4),
            Type::S8x4 => return (Self::Integer(Type::S8), 4),
            Type::E4m3x2 => (8, 3, NanAlone, 2),
            Type::E4m3x4 => (8, 3, NanAlone, 4),
            Type::E5m2x2 => (8, 2, Ieee, 2),
            Type::E5m2x4 => (8, 2, Ieee, 4),
            Type::E2m3x2 => (6, 3, Numbers, 2),
            Type::E2m3x4 => (6, 3, Numbers, 4),
            Type::E3m2x2 => (6, 2, Numbers, 2),
            Type::E3m2x4 => (6, 2, Numbers, 4),
            Type::E2m1x2 => (4, 1, Numbers, 2),
            Type::E2m1x4 => (4, 1, Numbers, 4),
            Type::Ue5m3x2 => (8, 3, Unsigned, 2),
            Type::Ue8m0x2 => (8, 0, Exponent, 2),
            Type::S2f6x2 => (8, 6, Fixed, 2),
            _ => return (Self::Integer(ty), 1),
        };
        (Self::Float(Format::new(bits, fraction, layout)), lanes)
    }

    /// Returns the number of bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Self::Integer(ty) => ty.bits(),
            Self::Float(format) => format.bits,
        }
    }

    /// Returns the distance between lanes in bits. A number of six bits occupies a byte.
    #[must_use]
    pub fn stride(self) -> u32 {
        self.bits().next_power_of_two()
    }

    /// Returns the bits of one lane.
    ///
    /// ```
    /// use ptx_isa::{Type, number::Lane};
    ///
    /// let (lane, _) = Lane::of(Type::U16x2);
    /// assert_eq!(lane.extract(0x0005_0001, 1), 5);
    /// ```
    #[must_use]
    pub fn extract(self, bits: u128, index: u32) -> u128 {
        bits >> (index * self.stride()) & (u128::MAX >> (u128::BITS - self.bits()))
    }
}
