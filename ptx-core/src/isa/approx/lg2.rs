//! `lg2.approx`: binary logarithm.

use super::unit::scaled;
use crate::format::BINARY32;
use crate::mode::Subnormals;
use crate::mufu;

/// `lg2.approx{.ftz}.f32`: the binary logarithm of `a`, approximately.
///
/// With `.ftz`, the instruction is MUFU.LG2 alone. Without `.ftz`, a subnormal `a` is multiplied by 2^24 first, and 24
/// is subtracted from the result.
///
/// | a | ±0 (`.ftz`: or subnormal) | below zero | +infinity | NaN |
/// |---|---|---|---|---|
/// | result | -infinity | `7fffffff` | +infinity | `7fffffff` |
///
/// Source: PTX ISA, `lg2`; machine code of ptxas. [Grade](crate#grades) MUFU.LG2 \[H\] on sm_5x to sm_75 and on sm_90
/// (NVIDIA H100 80GB HBM3), presumed elsewhere; the sequence \[H\] on sm_90, \[S\] on other targets from sm_50 on,
/// \[M\] before. Largest error for `a` in [0.5, 2]: 2^-22.1476 absolute, at `3f075fff`, else 2^-22.0566 relative, at
/// `3ef3ffde` (PTX ISA: 2^-22 both).
///
/// ```
/// use ptx_core::{Subnormals::*, lg2_approx_f32};
/// assert_eq!(lg2_approx_f32(8.0, Flush), 3.0);
/// assert_eq!(lg2_approx_f32(f32::from_bits(1 << 9), Keep), -140.0);
/// ```
#[inline(always)] // so that loops in `ptx::wide` are vectorised
#[must_use]
pub const fn lg2_approx_f32(a: f32, subnormals: Subnormals) -> f32 {
    let bits = a.to_bits();
    if matches!(subnormals, Subnormals::Flush) {
        return f32::from_bits(mufu::lg2(bits));
    }
    let logarithm = f32::from_bits(mufu::lg2(scaled(a).to_bits()));
    // ±0 needs no test, since -inf minus 24 is -inf. A negative `a` needs no test either: its bits exceed the bits of
    // every positive number. The code then returns `logarithm`, which is the canonical NaN.
    if bits < BINARY32.min_normal as u32 { logarithm - 24.0 } else { logarithm }
}
