//! The unsigned integers that hold the bits of registers and of memory elements.

use crate::lanes::registers::Column;

/// An unsigned integer of 8 to 64 bits.
pub(crate) trait Bits: Copy + Default + PartialEq {
    const BYTES: usize;

    /// Reads a little-endian value from the start of `bytes`.
    fn read(bytes: &[u8]) -> Self;
    /// Writes the value to the start of `bytes`, little-endian.
    fn write(self, bytes: &mut [u8]);
    /// Returns the zero-extended value.
    fn wide(self) -> u64;
    /// Returns the sign-extended value.
    fn wide_signed(self) -> u64;
    /// Returns the low bits of a value.
    fn narrow(wide: u64) -> Self;
}

macro_rules! bits {
    ($($ty:ident $signed:ident)*) => { $(
        impl Bits for $ty {
            const BYTES: usize = size_of::<$ty>();

            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                let (bytes, _) = bytes.split_first_chunk().unwrap_or((&[0; size_of::<$ty>()], &[]));
                Self::from_le_bytes(*bytes)
            }

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                if let Some((to, _)) = bytes.split_first_chunk_mut() {
                    *to = self.to_le_bytes();
                }
            }

            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }

            #[inline(always)]
            fn wide_signed(self) -> u64 {
                i64::from(self.cast_signed()).cast_unsigned()
            }

            #[inline(always)]
            fn narrow(wide: u64) -> Self {
                wide as $ty
            }
        }
    )* };
}
bits! { u8 i8 u16 i16 u32 i32 u64 i64 }

/// Converts the first `count` elements to another width. Narrowing truncates. Widening sign-extends if `is_signed`, and
/// zero-extends otherwise.
pub(crate) fn convert(from: &Column, to: &mut Column, count: usize, is_signed: bool) {
    match from {
        Column::B8(from) => convert_to(&from[..count], to, is_signed),
        Column::B16(from) => convert_to(&from[..count], to, is_signed),
        Column::B32(from) => convert_to(&from[..count], to, is_signed),
        Column::B64(from) => convert_to(&from[..count], to, is_signed),
    }
}

fn convert_to<F: Bits>(from: &[F], to: &mut Column, is_signed: bool) {
    match to {
        Column::B8(to) => each(from, to, is_signed),
        Column::B16(to) => each(from, to, is_signed),
        Column::B32(to) => each(from, to, is_signed),
        Column::B64(to) => each(from, to, is_signed),
    }
}

fn each<F: Bits, T: Bits>(from: &[F], to: &mut [T], is_signed: bool) {
    let pairs = to.iter_mut().zip(from);
    match is_signed && F::BYTES < T::BYTES {
        true => pairs.for_each(|(to, from)| *to = T::narrow(from.wide_signed())),
        false => pairs.for_each(|(to, from)| *to = T::narrow(from.wide())),
    }
}
