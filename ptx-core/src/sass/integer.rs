//! MOV, SEL, IADD and LOP32I.

/// Computes `MOV`, `MOV32I`: returns `a`.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::mov(7), 7);
/// ```
#[inline]
#[must_use]
pub const fn mov(a: u32) -> u32 {
    a
}

/// Computes `SEL`: returns `a` if the predicate holds, else `b`.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::sel(1, 2, false), 2);
/// ```
#[inline]
#[must_use]
pub const fn sel(a: u32, b: u32, p: bool) -> u32 {
    if p { a } else { b }
}

/// Computes `IADD`, `IADD32I`: `a + b` modulo 2^32.
///
/// This function has no carry. [`iadd_x`](super::iadd_x) computes the forms with `.CC`, which write the carry.
/// [Grade](crate#grades) \[D\]; \[S\] for the carry.
///
/// ```
/// assert_eq!(ptx_core::sass::iadd(1, u32::MAX), 0);
/// ```
#[inline]
#[must_use]
pub const fn iadd(a: u32, b: u32) -> u32 {
    a.wrapping_add(b)
}

/// Computes `LOP32I.AND`: `a & b`.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::lop_and(0b1100, 0b1010), 0b1000);
/// ```
#[inline]
#[must_use]
pub const fn lop_and(a: u32, b: u32) -> u32 {
    a & b
}

/// Computes `LOP32I.OR`: `a | b`.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::lop_or(0b1100, 0b1010), 0b1110);
/// ```
#[inline]
#[must_use]
pub const fn lop_or(a: u32, b: u32) -> u32 {
    a | b
}

/// Computes `LOP32I.XOR`: `a ^ b`.
///
/// [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::lop_xor(0b1100, 0b1010), 0b0110);
/// ```
#[inline]
#[must_use]
pub const fn lop_xor(a: u32, b: u32) -> u32 {
    a ^ b
}
