//! Quotients and remainders.

use super::by_type::by_type;

by_type! {
    {
        /// A division by zero gives all ones; the manual does not specify this result. The smallest number divided by
        /// -1 overflows; the result is the smallest number.
        ///
        /// Source: PTX ISA, integer `div`; machine code of ptxas. [Grade](crate#grades) \[D\]; for a division by zero
        /// and for an overflow \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    }
    "div" "`a / b`, rounded towards zero" (a, b) = if b == 0 { !0 } else { a.wrapping_div(b) }, "7, 5" = "1":
        div_u16 "u16" u16, div_u32 "u32" u32, div_u64 "u64" u64, div_s16 "s16" i16,
        div_s32 "s32" i32, div_s64 "s64" i64;

    {
        /// The result has the sign of `a`, and a division by zero gives all ones. The manual does not specify these
        /// results.
        ///
        /// Source: PTX ISA, integer `rem`; machine code of ptxas. [Grade](crate#grades) \[D\]; for a division by zero
        /// and for negative operands \[H\] on sm_90 (NVIDIA H100 80GB HBM3), \[S\] elsewhere.
    }
    "rem" "the remainder of `a / b`" (a, b) = if b == 0 { !0 } else { a.wrapping_rem(b) }, "7, 5" = "2":
        rem_u16 "u16" u16, rem_u32 "u32" u32, rem_u64 "u64" u64, rem_s16 "s16" i16,
        rem_s32 "s32" i32, rem_s64 "s64" i64;
}
