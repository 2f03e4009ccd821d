//! MUFU with `.SAT`, and RRO: the multi-function unit.

use crate::mode::Saturation;
use crate::mufu;

pub use mufu::{rro_ex2, rro_sincos};

/// Clamps `result` to [0, 1] if the instruction has `.SAT`.
#[inline]
const fn clamped(result: u32, saturation: Saturation) -> u32 {
    match saturation {
        Saturation::Off => result,
        Saturation::Sat => mufu::sat(result),
    }
}

macro_rules! operations {
    ($($name:ident, $unit:ident, $instruction:literal, $takes:literal, $x:literal, $result:literal;)*) => { $(
        #[doc = concat!("Computes `", $instruction, "{.SAT}`: ", $takes, ".")]
        ///
        #[doc = concat!("Special values, source, grade and worst error are those of [`mufu::", stringify!($unit), "`]. `.SAT` applies")]
        /// [`mufu::sat`].
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Saturation, sass::", stringify!($name), "};")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(", $x, ", Saturation::Off), ", $result, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name(x: u32, saturation: Saturation) -> u32 {
            clamped(mufu::$unit(x), saturation)
        }
    )* };
}

operations! {
    mufu_rcp, rcp, "MUFU.RCP", "the reciprocal", "0x40000000", "0x3f000000";
    mufu_rsq, rsq, "MUFU.RSQ", "the reciprocal of the square root", "0x40800000", "0x3f000000";
    mufu_sqrt, sqrt, "MUFU.SQRT", "the square root", "0x40800000", "0x40000000";
    mufu_lg2, lg2, "MUFU.LG2", "the logarithm to base 2", "0x41000000", "0x40400000";
    mufu_ex2, ex2, "MUFU.EX2", "2 to the power of the word of RRO.EX2, before sm_70", "0x00800000", "0x40000000";
    mufu_sin, sin, "MUFU.SIN", "the sine of the word of RRO.SINCOS, before sm_70", "0", "0";
    mufu_cos, cos, "MUFU.COS", "the cosine of the word of RRO.SINCOS, before sm_70", "0", "0x3f800000";
    mufu_ex2_float, ex2_float, "MUFU.EX2", "2 to the power of a float, from sm_70 on", "0x3f800000", "0x40000000";
    mufu_sin_float, sin_float, "MUFU.SIN", "the sine of a float in turns, from sm_70 on", "0", "0";
    mufu_cos_float, cos_float, "MUFU.COS", "the cosine of a float in turns, from sm_70 on", "0", "0x3f800000";
}

/// Computes `MUFU.RCP64H{.SAT}`: the high word of a double's reciprocal, given the high word of the double.
///
/// Special values, source, grade and worst error are those of [`mufu::rcp64h`]. `.SAT` is ignored.
///
/// ```
/// use ptx_core::{Saturation, sass::mufu_rcp64h};
/// assert_eq!(mufu_rcp64h(0x40140000, Saturation::Sat), 0x3fc99999);
/// ```
#[inline]
#[must_use]
pub const fn mufu_rcp64h(x: u32, _saturation: Saturation) -> u32 {
    mufu::rcp64h(x)
}

/// Computes `MUFU.RSQ64H{.SAT}`: the high word of a double's reciprocal square root, given the high word of the double.
///
/// Special values, source, grade and worst error are those of [`mufu::rsq64h`]. `.SAT` is ignored.
///
/// ```
/// use ptx_core::{Saturation, sass::mufu_rsq64h};
/// assert_eq!(mufu_rsq64h(0x40100000, Saturation::Off), 0x3fe00000);
/// ```
#[inline]
#[must_use]
pub const fn mufu_rsq64h(x: u32, _saturation: Saturation) -> u32 {
    mufu::rsq64h(x)
}
