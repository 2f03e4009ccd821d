//! Minima and maxima. A predicate chooses: true is the minimum.

use crate::isa::{
    add_u16x2, max_f32, max_s8x4, max_s16x2, max_s32, max_s64, max_u8x4, max_u16x2, max_u32,
    max_u64, max_xorsign_abs_f32, max3_f32, min_f32, min_s8x4, min_s16x2, min_s32, min_s64,
    min_u8x4, min_u16x2, min_u32, min_u64, min_xorsign_abs_f32, min3_f32,
};
use crate::mode::{Combination, Nans, Rectification, Saturation, Signedness, Signs, Subnormals};

#[inline]
const fn float(x: u32) -> f32 {
    f32::from_bits(x)
}

/// Computes `FMNMX{.FTZ}{.NAN}`: the minimum of two f32 if `p` holds, else the maximum.
///
/// Special values and source are those of [`min_f32`]. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Nans::*, Subnormals::*, sass::fmnmx};
/// assert_eq!(fmnmx(0x3f800000, 0x40000000, true, Keep, Ignored), 0x3f800000);
/// assert_eq!(fmnmx(0x3f800000, 0x40000000, false, Keep, Ignored), 0x40000000);
/// ```
#[inline]
#[must_use]
pub const fn fmnmx(a: u32, b: u32, p: bool, subnormals: Subnormals, nans: Nans) -> u32 {
    let (a, b) = (float(a), float(b));
    if p { min_f32(a, b, subnormals, nans) } else { max_f32(a, b, subnormals, nans) }.to_bits()
}

/// Computes `FMNMX{.FTZ}{.NAN}.XORSIGN`: the minimum of two magnitudes if `p` holds, else the maximum, with the sign of the
/// product. The sources are the words before `|…|`.
///
/// Special values and source are those of [`min_xorsign_abs_f32`]. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Nans::*, Subnormals::*, sass::fmnmx_xorsign};
/// assert_eq!(fmnmx_xorsign(0x3f800000, 0xc0000000, true, Keep, Ignored), 0xbf800000);
/// ```
#[inline]
#[must_use]
pub const fn fmnmx_xorsign(a: u32, b: u32, p: bool, subnormals: Subnormals, nans: Nans) -> u32 {
    let (a, b) = (float(a), float(b));
    match p {
        true => min_xorsign_abs_f32(a, b, subnormals, nans),
        false => max_xorsign_abs_f32(a, b, subnormals, nans),
    }
    .to_bits()
}

/// Computes `FMNMX3{.FTZ}{.NAN}`: the minimum of three f32 if `p` holds, else the maximum.
///
/// Special values and source are those of [`min3_f32`]. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Nans::*, Subnormals::*, sass::fmnmx3};
/// assert_eq!(fmnmx3(0x3f800000, 0x40000000, 0, true, Keep, Ignored), 0);
/// ```
#[inline]
#[must_use]
pub const fn fmnmx3(a: u32, b: u32, c: u32, p: bool, subnormals: Subnormals, nans: Nans) -> u32 {
    let (a, b, c) = (float(a), float(b), float(c));
    match p {
        true => min3_f32(a, b, c, subnormals, nans, Signs::Signed),
        false => max3_f32(a, b, c, subnormals, nans, Signs::Signed),
    }
    .to_bits()
}

/// Computes `IMNMX{.U32}`, `VIMNMX`: the minimum of two integers if `p` holds, else the maximum.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, imnmx};
/// assert_eq!(imnmx(u32::MAX, 1, true, Signed), u32::MAX);
/// assert_eq!(imnmx(u32::MAX, 1, true, Unsigned), 1);
/// ```
#[inline]
#[must_use]
pub const fn imnmx(a: u32, b: u32, p: bool, signedness: Signedness) -> u32 {
    match signedness {
        Signedness::Signed => {
            let (a, b) = (a.cast_signed(), b.cast_signed());
            let linear = Rectification::Linear;
            if p { min_s32(a, b, linear) } else { max_s32(a, b, linear) }.cast_unsigned()
        }
        Signedness::Unsigned => {
            if p {
                min_u32(a, b)
            } else {
                max_u32(a, b)
            }
        }
    }
}

/// Computes `VIMNMX.RELU`: the minimum of two signed integers if `p` holds, else the maximum; a negative result becomes
/// 0.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::imnmx_relu(u32::MAX, 1, true), 0);
/// ```
#[inline]
#[must_use]
pub const fn imnmx_relu(a: u32, b: u32, p: bool) -> u32 {
    let (a, b) = (a.cast_signed(), b.cast_signed());
    let relu = Rectification::Relu;
    if p { min_s32(a, b, relu) } else { max_s32(a, b, relu) }.cast_unsigned()
}

/// Computes `IMNMX.{S64,U64}`: the minimum of two integers of 64 bits if `p` holds, else the maximum.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, imnmx_64};
/// assert_eq!(imnmx_64(u64::MAX, 1, true, Signed), u64::MAX);
/// assert_eq!(imnmx_64(u64::MAX, 1, true, Unsigned), 1);
/// ```
#[inline]
#[must_use]
pub const fn imnmx_64(a: u64, b: u64, p: bool, signedness: Signedness) -> u64 {
    match (signedness, p) {
        (Signedness::Signed, true) => min_s64(a.cast_signed(), b.cast_signed()).cast_unsigned(),
        (Signedness::Signed, false) => max_s64(a.cast_signed(), b.cast_signed()).cast_unsigned(),
        (Signedness::Unsigned, true) => min_u64(a, b),
        (Signedness::Unsigned, false) => max_u64(a, b),
    }
}

/// Computes `VIMNMX.{U16x2,S16x2}`: the minima of two pairs of halves if `p` holds, else the maxima, and whether the low
/// and the high half of the result are those of `a`.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\]. The predicates are \[S\]: machine code of `max.s16x2` and two
/// comparisons for sm_90.
///
/// ```
/// use ptx_core::sass::{Signedness::*, imnmx_16x2};
/// assert_eq!(imnmx_16x2(0xffff_0003, 0x0001_0002, true, Signed), (0xffff_0002, false, true));
/// assert_eq!(imnmx_16x2(0xffff_0003, 0x0001_0002, true, Unsigned), (0x0001_0002, false, false));
/// ```
#[inline]
#[must_use]
pub const fn imnmx_16x2(a: u32, b: u32, p: bool, signedness: Signedness) -> (u32, bool, bool) {
    let found = lanes(a, b, p, signedness);
    (found, (found ^ a) & 0xffff == 0, (found ^ a) >> 16 == 0)
}

/// Returns the minima of two pairs of halves if `p` holds, else the maxima.
#[inline]
const fn lanes(a: u32, b: u32, p: bool, signedness: Signedness) -> u32 {
    let linear = Rectification::Linear;
    match (signedness, p) {
        (Signedness::Signed, true) => min_s16x2(a, b, linear),
        (Signedness::Signed, false) => max_s16x2(a, b, linear),
        (Signedness::Unsigned, true) => min_u16x2(a, b),
        (Signedness::Unsigned, false) => max_u16x2(a, b),
    }
}

/// Computes `VIMNMX.S16x2.RELU`: the minima of two pairs of signed halves if `p` holds, else the maxima; a negative half
/// becomes 0.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::imnmx_16x2_relu(0xffff_0003, 0x0001_0002, true), 2);
/// ```
#[inline]
#[must_use]
pub const fn imnmx_16x2_relu(a: u32, b: u32, p: bool) -> u32 {
    let relu = Rectification::Relu;
    if p { min_s16x2(a, b, relu) } else { max_s16x2(a, b, relu) }
}

/// Computes `VIMNMX.{U8x4,S8x4}`: the minima of four pairs of bytes if `p` holds, else the maxima.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, imnmx_8x4};
/// assert_eq!(imnmx_8x4(0xff03_0201, 0x0102_0304, true, Unsigned), 0x0102_0201);
/// assert_eq!(imnmx_8x4(0xff03_0201, 0x0102_0304, true, Signed), 0xff02_0201);
/// ```
#[inline]
#[must_use]
pub const fn imnmx_8x4(a: u32, b: u32, p: bool, signedness: Signedness) -> u32 {
    let linear = Rectification::Linear;
    match (signedness, p) {
        (Signedness::Signed, true) => min_s8x4(a, b, linear),
        (Signedness::Signed, false) => max_s8x4(a, b, linear),
        (Signedness::Unsigned, true) => min_u8x4(a, b),
        (Signedness::Unsigned, false) => max_u8x4(a, b),
    }
}

/// Computes `VIMNMX.S8x4.RELU`: the minima of four pairs of signed bytes if `p` holds, else the maxima; a negative byte
/// becomes 0.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::imnmx_8x4_relu(0xff03_0201, 0x0102_0304, true), 0x0002_0201);
/// ```
#[inline]
#[must_use]
pub const fn imnmx_8x4_relu(a: u32, b: u32, p: bool) -> u32 {
    let relu = Rectification::Relu;
    if p { min_s8x4(a, b, relu) } else { max_s8x4(a, b, relu) }
}

/// Computes `VIMNMX3`: the minimum of three integers if `p` holds, else the maximum.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, vimnmx3};
/// assert_eq!(vimnmx3(3, 1, 2, true, Signed), 1);
/// ```
#[inline]
#[must_use]
pub const fn vimnmx3(a: u32, b: u32, c: u32, p: bool, signedness: Signedness) -> u32 {
    imnmx(imnmx(a, b, p, signedness), c, p, signedness)
}

/// Computes `VIMNMX3.RELU`: the minimum of three signed integers if `p` holds, else the maximum; a negative result becomes
/// 0.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::vimnmx3_relu(3, 1, u32::MAX, true), 0);
/// ```
#[inline]
#[must_use]
pub const fn vimnmx3_relu(a: u32, b: u32, c: u32, p: bool) -> u32 {
    imnmx_relu(imnmx(a, b, p, Signedness::Signed), c, p)
}

/// Computes `VIMNMX3.{U16x2,S16x2}`: the minima of three pairs of halves if `p` holds, else the maxima.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, vimnmx3_16x2};
/// assert_eq!(vimnmx3_16x2(0x3_0001, 0x2_0002, 0x1_ffff, true, Unsigned), 0x1_0001);
/// assert_eq!(vimnmx3_16x2(0x3_0001, 0x2_0002, 0x1_ffff, true, Signed), 0x1_ffff);
/// ```
#[inline]
#[must_use]
pub const fn vimnmx3_16x2(a: u32, b: u32, c: u32, p: bool, signedness: Signedness) -> u32 {
    lanes(lanes(a, b, p, signedness), c, p, signedness)
}

/// Computes `VIMNMX3.S16x2.RELU`: the minima of three pairs of signed halves if `p` holds, else the maxima; a negative half
/// becomes 0.
///
/// Source: PTX ISA, `min`. [Grade](crate#grades) \[D\].
///
/// ```
/// assert_eq!(ptx_core::sass::vimnmx3_16x2_relu(0x3_0001, 0x2_0002, 0x1_ffff, true), 0x1_0000);
/// ```
#[inline]
#[must_use]
pub const fn vimnmx3_16x2_relu(a: u32, b: u32, c: u32, p: bool) -> u32 {
    imnmx_16x2_relu(lanes(a, b, p, Signedness::Signed), c, p)
}

/// Computes `VIADDMNMX.RELU`: the sum of `a` and `b` modulo 2^32, then its minimum with `c` if `p` holds, else the maximum;
/// a negative result becomes 0.
///
/// Source: machine code of `add` and `min.relu` for sm_90. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::viaddmnmx_relu(3, 1, u32::MAX, true), 0);
/// ```
#[inline]
#[must_use]
pub const fn viaddmnmx_relu(a: u32, b: u32, c: u32, p: bool) -> u32 {
    imnmx_relu(a.wrapping_add(b), c, p)
}

/// Computes `VIADDMNMX.{U16x2,S16x2}`: the sums of the halves of `a` and `b` modulo 2^16, then their minima with those of
/// `c` if `p` holds, else the maxima.
///
/// Source: machine code of `add.s16x2` and `min.s16x2` for sm_90. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, viaddmnmx_16x2};
/// assert_eq!(viaddmnmx_16x2(0x1_ffff, 0x1_0001, 0x7_0007, false, Unsigned), 0x7_0007);
/// assert_eq!(viaddmnmx_16x2(0x1_ffff, 0x1_0001, 0x7_0007, true, Unsigned), 0x2_0000);
/// ```
#[inline]
#[must_use]
pub const fn viaddmnmx_16x2(a: u32, b: u32, c: u32, p: bool, signedness: Signedness) -> u32 {
    lanes(add_u16x2(a, b, Saturation::Off), c, p, signedness)
}

/// Computes `VIADDMNMX.S16x2.RELU`: the sums of the halves of `a` and `b` modulo 2^16, then their minima with those of `c`
/// if `p` holds, else the maxima; a negative half becomes 0.
///
/// Source: machine code of `add.s16x2` and `min.s16x2.relu` for sm_90. [Grade](crate#grades) \[S\].
///
/// ```
/// assert_eq!(ptx_core::sass::viaddmnmx_16x2_relu(0x1_fffe, 0x1_0001, 0x7_0007, true), 0x2_0000);
/// ```
#[inline]
#[must_use]
pub const fn viaddmnmx_16x2_relu(a: u32, b: u32, c: u32, p: bool) -> u32 {
    imnmx_16x2_relu(add_u16x2(a, b, Saturation::Off), c, p)
}

/// Computes `VIADDMNMX`: the sum of `a` and `b` modulo 2^32, then its minimum with `c` if `p` holds, else the maximum.
///
/// Source: machine code of `div.rn.f64` and `min` for sm_90 to sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Signedness::*, viaddmnmx};
/// assert_eq!(viaddmnmx(3, 1, 2, true, Signed), 2);
/// ```
#[inline]
#[must_use]
pub const fn viaddmnmx(a: u32, b: u32, c: u32, p: bool, signedness: Signedness) -> u32 {
    imnmx(a.wrapping_add(b), c, p, signedness)
}

/// Returns whether the first operand is chosen and whether both are NaNs, each combined with `c`.
#[inline]
const fn chosen(a: u64, b: u64, c: bool, combination: Combination, is_least: bool) -> [bool; 2] {
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let is_first = match (x.is_nan(), y.is_nan()) {
        (true, _) => false,
        (false, true) => true,
        // -0 and +0 differ in the sign only.
        _ if x == y => a != b && (a >> 63 == 1) == is_least,
        _ => (x < y) == is_least,
    };
    crate::compare::boolop([is_first, x.is_nan() && y.is_nan()], c, combination)
}

/// Computes `DSETP.MIN.{AND,OR,XOR}`: returns whether the minimum of two doubles is `a`, and whether both are NaNs, each
/// combined with the predicate `c`.
///
/// -0 is less than +0. A NaN is not the minimum of a NaN and a number. Source: machine code of `min.f64` for sm_75 to
/// sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Combination::*, dsetp_min};
/// let [one, two, nan] = [1.0f64, 2.0, f64::NAN].map(f64::to_bits);
/// assert_eq!(dsetp_min(one, two, true, And), [true, false]);
/// assert_eq!(dsetp_min(nan, two, true, And), [false, false]);
/// assert_eq!(dsetp_min(nan, nan, true, And), [false, true]);
/// ```
#[inline]
#[must_use]
pub const fn dsetp_min(a: u64, b: u64, c: bool, combination: Combination) -> [bool; 2] {
    chosen(a, b, c, combination, true)
}

/// Computes `DSETP.MAX.{AND,OR,XOR}`: returns whether the maximum of two doubles is `a`, and whether both are NaNs, each
/// combined with the predicate `c`.
///
/// -0 is less than +0. A NaN is not the maximum of a NaN and a number. Source: machine code of `max.f64` for sm_75 to
/// sm_120. [Grade](crate#grades) \[S\].
///
/// ```
/// use ptx_core::sass::{Combination::*, dsetp_max};
/// let [one, two] = [1.0f64, 2.0].map(f64::to_bits);
/// assert_eq!(dsetp_max(one, two, true, And), [false, false]);
/// ```
#[inline]
#[must_use]
pub const fn dsetp_max(a: u64, b: u64, c: bool, combination: Combination) -> [bool; 2] {
    chosen(a, b, c, combination, false)
}
