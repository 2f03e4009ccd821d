//! `.SAT` of a MUFU instruction.

use crate::mode::Saturation;
use crate::saturate;

/// Applies `.SAT`: clamps a result of the unit to [0, 1].
///
/// NaN, negative values and -0 become +0; values above 1.0 become 1.0. RCP64H and RSQ64H ignore `.SAT`.
///
/// [Grade](crate#grades) \[D\]; \[M\] for -0.
///
/// ```
/// use ptx_core::mufu;
/// assert_eq!(mufu::sat(mufu::lg2(8.0f32.to_bits())), 1.0f32.to_bits());
/// assert_eq!(mufu::sat(0x7fff_ffff), 0);
/// ```
#[inline]
#[must_use]
pub const fn sat(result: u32) -> u32 {
    saturate::binary32(f32::from_bits(result), Saturation::Sat).to_bits()
}
