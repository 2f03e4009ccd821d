//! Rounds a binary64 to binary32, to odd.

/// Returns the binary32 that compares with every shorter number like `wide` does; a NaN stays one.
#[inline]
pub(crate) const fn to_binary32_odd(wide: f64) -> f32 {
    let nearest = wide as f32;
    let (size, rounded) = (wide.abs(), (nearest as f64).abs());
    let (above, below) = (rounded < size, rounded > size);
    f32::from_bits(nearest.to_bits().wrapping_sub(below as u32) | (above | below) as u32)
}
