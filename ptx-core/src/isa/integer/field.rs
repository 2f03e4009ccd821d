//! `bfe` and `bfi`: extract and insert a bit field, which is given by its position and length.

use super::by_type::by_type;

/// Returns the bits of `x` that the instruction uses. `x` is the position or the length of a field, and `bits` is the
/// width of the instruction's type. The 32-bit instructions use the low eight bits of `x`, as the manual specifies. The
/// 64-bit instructions use all bits of `x`, unlike the manual.
#[inline]
const fn effective(x: u32, bits: u32) -> u32 {
    if bits == 64 { x } else { x & 0xff }
}

by_type! {
    {
        /// The 32-bit form uses the low eight bits of `b` and `c`, the 64-bit form all bits. Bits of the field above
        /// the top bit of `a` are 0. An empty field gives 0.
        ///
        /// Source: PTX ISA, `bfe`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the 64-bit form uses all
        /// bits of `b` and `c` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    }
    "bfe" "the field of `c` bits of `a` from bit `b` on" (a, b: u32, c: u32) = {
        let (pos, len) = (effective(b, T::BITS), effective(c, T::BITS));
        let down = if pos < T::BITS { a.wrapping_shr(pos) } else { 0 };
        if len < T::BITS { down & !T::MAX.wrapping_shl(len) } else { down }
    }, "0xabc, 4, 8" = "0xab":
        bfe_u32 "u32" u32, bfe_u64 "u64" u64;

    {
        /// The 32-bit form uses the low eight bits of `b` and `c`, the 64-bit form all bits. Bits of the field above
        /// the top bit of `a` are copies of its sign bit, even if the whole field is above the top. An empty field
        /// gives 0.
        ///
        /// Source: PTX ISA, `bfe`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the 64-bit form uses all
        /// bits of `b` and `c` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    }
    "bfe" "the field of `c` bits of `a` from bit `b` on, sign-extended" (a, b: u32, c: u32) = {
        let (pos, len) = (effective(b, T::BITS), effective(c, T::BITS));
        let down = a.wrapping_shr(if pos < T::BITS { pos } else { T::BITS - 1 });
        let above = if len < T::BITS { T::BITS.wrapping_sub(len) } else { 0 };
        if len == 0 { 0 } else { down.wrapping_shl(above).wrapping_shr(above) }
    }, "0xabc, 4, 8" = "-0x55":
        bfe_s32 "s32" i32, bfe_s64 "s64" i64;

    {
        /// The 32-bit form uses the low eight bits of `c` and `d`, the 64-bit form all bits. Bits of the field above
        /// the top bit of `b` are dropped. An empty field gives `b`.
        ///
        /// Source: PTX ISA, `bfi`; machine code of ptxas. [Grade](crate#grades) \[D\]; that the 64-bit form uses all
        /// bits of `c` and `d` \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    }
    "bfi" "`b`, with `d` bits from bit `c` on replaced by the low `d` bits of `a`" (a, b, c: u32, d: u32) = {
        let (pos, len) = (effective(c, T::BITS), effective(d, T::BITS));
        let ones = if len < T::BITS { !T::MAX.wrapping_shl(len) } else { T::MAX };
        let field = if pos < T::BITS { ones.wrapping_shl(pos) } else { 0 };
        (a.wrapping_shl(pos) & field) | (b & !field)
    }, "0x12, 0xfff, 4, 8" = "0x12f":
        bfi_b32 "b32" u32, bfi_b64 "b64" u64;
}
