//! `ex2.approx`: 2 to the power of a number.

use crate::format::{BINARY32, BINARY64};
use crate::mode::{Sm, Subnormals};
use crate::mufu;

/// `ex2.approx{.ftz}.f32`: 2 to the power of `a`, approximately.
///
/// With `.ftz`, the instruction is MUFU.EX2. Before sm_70, a separate instruction, RRO.EX2, reduces the range of `a`
/// first. From sm_70 on, MUFU.EX2 does the reduction itself. The results are the same on every target. Without `.ftz`,
/// an `a` below -126 is halved first, and the result is squared.
///
/// | a | ±0, subnormal | 128 and more | -infinity | NaN |
/// |---|---|---|---|---|
/// | result | 1 | +infinity | +0 | `7fffffff` |
///
/// Source: PTX ISA, `ex2`; machine code of ptxas. [Grade](crate#grades) MUFU.EX2 \[H\] on sm_5x to sm_75, sm_89, sm_90
/// (NVIDIA H100 80GB HBM3) and sm_121, presumed elsewhere; the sequence \[H\] on sm_90, \[S\] on other targets from
/// sm_50 on, \[M\] before. The result is at most 2 ulp from the f32 nearest to the power (PTX ISA: 2 ulp), and without
/// `.ftz` 2.383436 ulp from the power itself, at `c2fc500a`.
///
/// ```
/// use ptx_core::{Sm, Subnormals::*, ex2_approx_f32};
/// assert_eq!(ex2_approx_f32(-1.0, Flush, Sm(50)), 0.5);
/// assert_eq!(ex2_approx_f32(-140.0, Keep, Sm(90)).to_bits(), 1 << 9);
/// ```
#[inline(always)] // so that loops in `ptx::wide` are vectorised
#[must_use]
pub const fn ex2_approx_f32(a: f32, subnormals: Subnormals, _sm: Sm) -> f32 {
    let bits = a.to_bits();
    let halved = matches!(subnormals, Subnormals::Keep) & (a < -126.0);
    // Decrementing the exponent field halves `a`. The decrement turns -inf into -2^127, but 2 to the power of either
    // number is +0.
    let half = (halved as u32) << BINARY32.fraction_bits;
    let power = f32::from_bits(mufu::ex2_float(bits.wrapping_sub(half)));
    // The code computes the square in binary64 and adds `GREAT`, which is 2^-97. Near 2^-97 the unit in the last place
    // of binary64 is 2^-149, as in subnormal binary32 numbers. The low bits of the sum are therefore the bits of the
    // rounded square. A multiplication in binary32 would be slow where it underflows, even in a vector lane whose
    // result is not used.
    const GREAT: f64 = f64::from_bits((1023 - 97) << BINARY64.fraction_bits);
    let root = power as f64;
    let square = f32::from_bits((root * root + GREAT).to_bits() as u32);
    if halved { square } else { power }
}
