//! `ex2.approx`: power of two.

use super::unit::mul;
use crate::mode::{Sm, Subnormals};
use crate::mufu;

/// `ex2.approx{.ftz}.f32`: 2 to the power of `a`, approximately.
///
/// `.ftz` is MUFU.EX2. Before sm_70 the unit takes the word that RRO.EX2 makes; from sm_70 on it makes that
/// word itself, so that the results are the same on every target. Without `.ftz`, an `a` below -126 is
/// halved first and the result squared.
///
/// | a | ±0, subnormal | 128 and more | -infinity | NaN |
/// |---|---|---|---|---|
/// | result | 1 | +infinity | +0 | `7fffffff` |
///
/// Source: PTX ISA, `ex2`; machine code of ptxas. Grade MUFU.EX2 \[H\] on sm_5x to sm_75, sm_89 and
/// sm_121, presumed elsewhere; the sequence \[S\] from sm_50 on, \[M\] before. The result is at
/// most 2 ulp from the f32 nearest to the power (PTX ISA: 2 ulp), and without `.ftz` 2.383436 ulp
/// from the power itself, at `c2fc500a`.
///
/// ```
/// use ptx_core::{Sm, Subnormals::*, ex2_approx_f32};
/// assert_eq!(ex2_approx_f32(-1.0, Flush, Sm(50)), 0.5);
/// assert_eq!(ex2_approx_f32(-140.0, Keep, Sm(90)).to_bits(), 1 << 9);
/// ```
#[inline]
#[must_use]
pub const fn ex2_approx_f32(a: f32, subnormals: Subnormals, _sm: Sm) -> f32 {
    let halved = matches!(subnormals, Subnormals::Keep) & (a < -126.0);
    let power = ex2(if halved { a * 0.5 } else { a });
    if halved { mul(power, power, subnormals) } else { power }
}

#[inline]
const fn ex2(a: f32) -> f32 {
    f32::from_bits(mufu::ex2_float(a.to_bits()))
}
