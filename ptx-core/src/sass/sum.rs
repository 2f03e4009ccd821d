//! IADD3, IMAD and LEA: integer sums of several sources, with their carries.

use crate::mode::Signedness;

/// Extends an integer source of [`iadd3`], without a sign.
///
/// Source: machine code of 64-bit `add` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::extended(7), 7);
/// ```
#[inline]
#[must_use]
pub const fn extended(x: u32) -> u64 {
    x as u64
}

/// Applies `-` to an integer source of [`iadd3`]: the complement of `x`, plus 1, in 33 bits. So the difference of equal
/// numbers has a carry, also if both are 0.
///
/// Source: machine code of 64-bit `sub` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::negate_extended(0), 1 << 32);
/// ```
#[inline]
#[must_use]
pub const fn negate_extended(x: u32) -> u64 {
    !x as u64 + 1
}

/// Returns a sum modulo 2^32, and whether its carry is at least 1, and at least 2.
#[inline]
const fn carries(sum: u64) -> (u32, bool, bool) {
    (sum as u32, sum >> 32 != 0, sum >> 33 != 0)
}

/// Computes `IADD3`: the sum of three integers modulo 2^32, and whether the carry is at least 1, and at least 2.
///
/// The sources are the results of [`extended`] or, with `-`, of [`negate_extended`]; greater ones are taken modulo
/// 2^33. Source: machine code of 64-bit `add` and `sub` for sm_75 to sm_120. [Grade](crate#grades) \[D\] for the sum;
/// \[S\] for the carries.
///
/// ```
/// use ptx_core::sass::{extended, iadd3, negate_extended};
/// assert_eq!(iadd3(extended(u32::MAX), extended(u32::MAX), extended(2)), (0, true, true));
/// assert_eq!(iadd3(extended(5), negate_extended(7), 0), (5u32.wrapping_sub(7), false, false));
/// ```
#[inline]
#[must_use]
pub const fn iadd3(a: u64, b: u64, c: u64) -> (u32, bool, bool) {
    const BITS: u64 = (1 << 33) - 1;
    carries((a & BITS) + (b & BITS) + (c & BITS))
}

/// Computes `IADD3.X`: the sum of three integers and two carries modulo 2^32, and whether the carry is at least 1, and
/// at least 2.
///
/// `~` on a source is [`negate_with_carry`](super::negate_with_carry). Source: machine code of 64-bit `add` and `sub`
/// for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::iadd3_x;
/// assert_eq!(iadd3_x(u32::MAX, 0, 0, true, false), (0, true, false));
/// ```
#[inline]
#[must_use]
pub const fn iadd3_x(a: u32, b: u32, c: u32, p: bool, q: bool) -> (u32, bool, bool) {
    carries(a as u64 + b as u64 + c as u64 + p as u64 + q as u64)
}

/// Computes `IMAD.X`: `a * b + c` and a carry, modulo 2^32.
///
/// `~` on a source is [`negate_with_carry`](super::negate_with_carry). Source: machine code of 64-bit `add` for sm_75
/// to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::imad_x(2, 3, 4, true), 11);
/// ```
#[inline]
#[must_use]
pub const fn imad_x(a: u32, b: u32, c: u32, p: bool) -> u32 {
    a.wrapping_mul(b).wrapping_add(c).wrapping_add(p as u32)
}

/// Returns the product of two words as 64 bits.
#[inline]
const fn product(a: u32, b: u32, signedness: Signedness) -> u64 {
    match signedness {
        Signedness::Unsigned => a as u64 * b as u64,
        Signedness::Signed => {
            (a.cast_signed() as i64).wrapping_mul(b.cast_signed() as i64).cast_unsigned()
        }
    }
}

/// Computes `IMAD.WIDE{.U32}`: the product of two words as 64 bits, plus `c`, modulo 2^64, and the carry of the sum.
///
/// Source: machine code of `mad.wide` and `mul.hi.u64` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, imad_wide};
/// assert_eq!(imad_wide(u32::MAX, 2, 5, Signed), (3, true));
/// assert_eq!(imad_wide(u32::MAX, 2, 5, Unsigned), (0x2_0000_0003, false));
/// ```
#[inline]
#[must_use]
pub const fn imad_wide(a: u32, b: u32, c: u64, signedness: Signedness) -> (u64, bool) {
    product(a, b, signedness).overflowing_add(c)
}

/// Computes `IMAD.WIDE{.U32}` with `-` before `c`: the product of two words as 64 bits, minus `c`, modulo 2^64, and true if
/// there is no borrow.
///
/// Source: machine code of `mul.wide` and `sub.cc.u64` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, imad_wide_minus};
/// assert_eq!(imad_wide_minus(2, 3, 0, Unsigned), (6, true));
/// assert_eq!(imad_wide_minus(2, 3, 7, Unsigned), (u64::MAX, false));
/// ```
#[inline]
#[must_use]
pub const fn imad_wide_minus(a: u32, b: u32, c: u64, signedness: Signedness) -> (u64, bool) {
    super::isub_64(product(a, b, signedness), c)
}

/// Computes `IMAD.WIDE{.U32}.X`: the product of two words as 64 bits, plus `c` and a carry, modulo 2^64, and the carry of
/// the sum.
///
/// `~` on `c` is [`complement_long`](super::complement_long). Source: machine code of `mul.hi.u64` for sm_75 to sm_120.
/// [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, imad_wide_x};
/// assert_eq!(imad_wide_x(1, 1, u64::MAX - 1, true, Unsigned), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn imad_wide_x(a: u32, b: u32, c: u64, p: bool, signedness: Signedness) -> (u64, bool) {
    super::iadd_64_x(product(a, b, signedness), c, p)
}

/// Computes `IMAD.HI{.U32}`: the high word of the product of two words plus `c`, which is 64 bits, and the carry of the sum.
///
/// Source: machine code of integer `div` for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, imad_hi};
/// assert_eq!(imad_hi(u32::MAX, u32::MAX, u64::MAX, Unsigned), (u32::MAX - 1, true));
/// ```
#[inline]
#[must_use]
pub const fn imad_hi(a: u32, b: u32, c: u64, signedness: Signedness) -> (u32, bool) {
    let (sum, is_carried) = imad_wide(a, b, c, signedness);
    ((sum >> 32) as u32, is_carried)
}

/// Returns the sum of two words and a carry, and the carry of the sum.
#[inline]
const fn with_carry(a: u32, b: u32, carry: bool) -> (u32, bool) {
    let (sum, is_carried, _) = carries(a as u64 + b as u64 + carry as u64);
    (sum, is_carried)
}

/// Computes `LEA`: `(a << n) + b` modulo 2^32, and the carry of the sum. Bits of `a` that the shift drops are not part
/// of the sum. `n` is taken modulo 32.
///
/// `b` is the result of [`extended`] or, with `-`, of [`negate_extended`]. Source: machine code of 64-bit addresses for
/// sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{extended, lea, negate_extended};
/// assert_eq!(lea(0x4000_0001, extended(u32::MAX - 3), 2), (0, true));
/// assert_eq!(lea(1, negate_extended(5), 2), (u32::MAX, false));
/// ```
#[inline]
#[must_use]
pub const fn lea(a: u32, b: u64, n: u32) -> (u32, bool) {
    iadd2(extended(a << (n & 31)), b)
}

/// Computes `LEA` with `-` before `a`: `b - (a << n)` modulo 2^32, and the carry of the sum.
///
/// `b` is the result of [`extended`]. Source: machine code of 64-bit `sub` of a shifted integer for sm_75 to sm_90.
/// [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{extended, lea_minus};
/// assert_eq!(lea_minus(1, extended(5), 2), (1, true));
/// assert_eq!(lea_minus(0x8000_0000, extended(0), 1), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn lea_minus(a: u32, b: u64, n: u32) -> (u32, bool) {
    iadd2(negate_extended(a << (n & 31)), b)
}

/// Returns the high word of `c:a << n`. `n` is taken modulo 32.
#[inline]
const fn shifted(a: u32, c: u32, n: u32) -> u32 {
    ((((c as u64) << 32 | a as u64) << (n & 31)) >> 32) as u32
}

/// Returns the sign of `x` in all bits.
#[inline]
const fn sign(x: u32) -> u32 {
    (x.cast_signed() >> 31).cast_unsigned()
}

/// Computes `LEA.HI.X`: the high word of `c:a << n`, plus `b`, plus a carry, and the carry of the sum. `n` is taken
/// modulo 32.
///
/// `~` on `b` is [`negate_with_carry`](super::negate_with_carry). Source: machine code of 64-bit addresses for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::lea_hi_x(0xc000_0000, 1, 0x10, 2, true), (0x45, false));
/// ```
#[inline]
#[must_use]
pub const fn lea_hi_x(a: u32, b: u32, c: u32, n: u32, p: bool) -> (u32, bool) {
    with_carry(shifted(a, c, n), b, p)
}

/// Computes `LEA.HI.X.SX32`: like [`lea_hi_x`], where `c` is the sign of `a`.
///
/// Source: machine code of 64-bit addresses for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::lea_hi_x_sx32(u32::MAX, 1, 2, false), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn lea_hi_x_sx32(a: u32, b: u32, n: u32, p: bool) -> (u32, bool) {
    lea_hi_x(a, b, sign(a), n, p)
}

/// Computes `LEA.HI`: [`lea_hi_x`] without a carry.
///
/// `b` is the result of [`extended`] or, with `-`, of [`negate_extended`]. Source: machine code of integer division for
/// sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{extended, lea_hi};
/// assert_eq!(lea_hi(0xc000_0000, extended(1), 0x10, 2), (0x44, false));
/// ```
#[inline]
#[must_use]
pub const fn lea_hi(a: u32, b: u64, c: u32, n: u32) -> (u32, bool) {
    iadd2(extended(shifted(a, c, n)), b)
}

/// Computes `LEA.HI.SX32`: [`lea_hi_x_sx32`] without a carry.
///
/// `b` is the result of [`extended`] or, with `-`, of [`negate_extended`]. Source: machine code of integer division for
/// sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{extended, lea_hi_sx32};
/// assert_eq!(lea_hi_sx32(u32::MAX, extended(1), 2), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn lea_hi_sx32(a: u32, b: u64, n: u32) -> (u32, bool) {
    lea_hi(a, b, sign(a), n)
}

/// Computes `LEA.X`: [`lea`] plus a carry.
///
/// `~` on `b` is [`negate_with_carry`](super::negate_with_carry). Source: machine code of 64-bit addresses for sm_75 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::lea_x(1, 2, 3, true), (11, false));
/// ```
#[inline]
#[must_use]
pub const fn lea_x(a: u32, b: u32, n: u32, p: bool) -> (u32, bool) {
    with_carry(a << (n & 31), b, p)
}

/// Computes `IADD` of sm_100 and later: the sum of two integers modulo 2^32, and its carry. The sources are those of
/// [`iadd3`].
///
/// Source: machine code of 64-bit `add` and `sub` for sm_100 and sm_120. [Grade](crate#grades) \[D\]; \[S\] for the carry.
///
/// ```
/// use ptx_core::sass::{extended, iadd2, negate_extended};
/// assert_eq!(iadd2(extended(5), negate_extended(5)), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn iadd2(a: u64, b: u64) -> (u32, bool) {
    let (sum, is_carried, _) = iadd3(a, b, 0);
    (sum, is_carried)
}

/// Computes `IADD.X` of sm_100 and later: the sum of two integers and a carry modulo 2^32, and its carry.
///
/// Source: machine code of 64-bit `add` and `sub` for sm_100 and sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::iadd2_x(u32::MAX, 0, true), (0, true));
/// ```
#[inline]
#[must_use]
pub const fn iadd2_x(a: u32, b: u32, p: bool) -> (u32, bool) {
    with_carry(a, b, p)
}
