//! Checks constants that are part of an instruction, such as the table of `lop3`.

/// The types that a constant in an instruction may have: all integer types.
#[diagnostic::on_unimplemented(
    message = "expected a constant of an integer type, found `{Self}`",
    label = "expected an integer"
)]
pub trait Integer: Copy {}

macro_rules! integers {
    ($($ty:ty)*) => { $(impl Integer for $ty {})* };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// Returns `value`. The trait bound rejects a constant whose type is not an integer type.
#[inline]
#[must_use]
pub const fn integer<T: Integer>(value: T) -> T {
    value
}
