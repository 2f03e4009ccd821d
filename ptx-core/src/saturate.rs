//! `.sat`: the rounded result clamped to [0.0, 1.0].

use crate::format::BINARY32;
use crate::mode::Saturation;

/// Clamps a result if so asked; a NaN and -0 become +0.
#[inline]
pub(crate) const fn saturate(x: f32, sat: Saturation) -> f32 {
    const ONE: u32 = 1.0_f32.to_bits();
    let bits = x.to_bits();
    match sat {
        Saturation::Off => x,
        // Negative, or a NaN: neither orders as an unsigned number up to infinity.
        Saturation::Sat if bits > BINARY32.infinity() as u32 => 0.0,
        Saturation::Sat if bits > ONE => 1.0,
        Saturation::Sat => x,
    }
}
