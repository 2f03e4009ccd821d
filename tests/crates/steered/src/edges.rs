//! Lists of edge cases: zeros, subnormals, limits with their neighbours, infinities and NaNs.

/// Returns edge cases of `.f32` with both signs.
#[must_use]
pub fn edges_f32() -> Vec<u32> {
    #[rustfmt::skip]
    let magnitudes = [
        0, 1, 2, 0x003f_ffff, 0x0040_0000, 0x007f_ffff, 0x0080_0000, 0x0080_0001, 0x00ff_ffff,
        0x0100_0000, 0x1a00_0000, 0x2000_0001, 0x337f_ffff, 0x3380_0000, 0x3380_0001, 0x3400_0000,
        0x3eff_ffff, 0x3f00_0000, 0x3f7f_ffff, 0x3f80_0000, 0x3f80_0001, 0x3fc0_0000, 0x3fff_ffff,
        0x4000_0000, 0x4040_0000, 0x4b7f_ffff, 0x5f80_0000, 0x7e7f_ffff, 0x7e80_0001, 0x7f00_0000,
        0x7f7f_fffe, 0x7f7f_ffff, 0x7f80_0000, 0x7f80_0001, 0x7fc0_0000, 0x7fff_ffff,
    ];
    magnitudes.iter().flat_map(|x| [*x, x | 1 << 31]).collect()
}

/// Returns edge cases of `.f64` with both signs.
#[must_use]
pub fn edges_f64() -> Vec<u64> {
    #[rustfmt::skip]
    let magnitudes = [
        0, 1, 2, 0x0007_ffff_ffff_ffff, 0x0008_0000_0000_0000, 0x000f_ffff_ffff_ffff,
        0x0010_0000_0000_0000, 0x0010_0000_0000_0001, 0x001f_ffff_ffff_ffff, 0x0020_0000_0000_0000,
        0x0360_0000_0000_0000, 0x1ff0_0000_0000_0001, 0x3c9f_ffff_ffff_ffff, 0x3ca0_0000_0000_0000,
        0x3ca0_0000_0000_0001, 0x3cb0_0000_0000_0000, 0x3fdf_ffff_ffff_ffff, 0x3fe0_0000_0000_0000,
        0x3fef_ffff_ffff_ffff, 0x3ff0_0000_0000_0000, 0x3ff0_0000_0000_0001, 0x3ff8_0000_0000_0000,
        0x3fff_ffff_ffff_ffff, 0x4000_0000_0000_0000, 0x4008_0000_0000_0000, 0x433f_ffff_ffff_ffff,
        0x5ff0_0000_0000_0000, 0x7fcf_ffff_ffff_ffff, 0x7fd0_0000_0000_0001, 0x7fe0_0000_0000_0000,
        0x7fef_ffff_ffff_fffe, 0x7fef_ffff_ffff_ffff, 0x7ff0_0000_0000_0000, 0x7ff0_0000_0000_0001,
        0x7ff8_0000_0000_0000, 0x7fff_dead_beef_0123,
    ];
    magnitudes.iter().flat_map(|x| [*x, x | 1 << 63]).collect()
}
