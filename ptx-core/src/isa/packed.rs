//! `add`, `sub`, `mul` and `fma` of `.f32x2`: two independent `.f32` lanes.

use crate::isa::add::add_f32;
use crate::isa::fma::fma_f32;
use crate::isa::mul::mul_f32;
use crate::isa::sub::sub_f32;
use crate::mode::{Rounding, Saturation, Subnormals};

macro_rules! packed {
    ($($form:literal: $pair:ident($($x:ident),+) by $lane:ident $flush:literal;)*) => { $(
        #[doc = concat!("`", $form, ".f32x2`: [`", stringify!($lane), "`] of two lanes; lane 0 is in bits 0-31.")]
        ///
        #[doc = concat!("Source: PTX ISA. [Grade](crate#grades) \\[D\\]; \\[M\\] that the NaN of a lane is 7fffffff", $flush, ".")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::{Rounding::*, Saturation::*, Subnormals::*, ", stringify!($lane), ", ", stringify!($pair), "};")]
        ///
        #[doc = concat!("let [", $(stringify!($x), ", ",)+ "] = [0x40000000_3fc00000; _];")]
        #[doc = concat!("let d = ", stringify!($pair), "(", $(stringify!($x), ", ",)+ "Rn, Keep);")]
        #[doc = concat!("let [", $(stringify!($x), ", ",)+ "] = [1.5; _];")]
        #[doc = concat!("assert_eq!(d as u32, ", stringify!($lane), "(", $(stringify!($x), ", ",)+ "Rn, Keep, Off).to_bits());")]
        #[doc = concat!("let [", $(stringify!($x), ", ",)+ "] = [2.0; _];")]
        #[doc = concat!("assert_eq!((d >> 32) as u32, ", stringify!($lane), "(", $(stringify!($x), ", ",)+ "Rn, Keep, Off).to_bits());")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $pair($($x: u64,)+ rounding: Rounding, subnormals: Subnormals) -> u64 {
            let low = $lane($(f32::from_bits($x as u32),)+ rounding, subnormals, Saturation::Off);
            let high = $lane($(f32::from_bits(($x >> 32) as u32),)+ rounding, subnormals, Saturation::Off);
            (high.to_bits() as u64) << 32 | low.to_bits() as u64
        }
    )* };
}

packed! {
    "add{.rn,.rz,.rm,.rp}{.ftz}": add_f32x2(a, b) by add_f32 "";
    "sub{.rn,.rz,.rm,.rp}{.ftz}": sub_f32x2(a, b) by sub_f32 "";
    "mul{.rn,.rz,.rm,.rp}{.ftz}": mul_f32x2(a, b) by mul_f32 ", and for the results that `.ftz` flushes";
    "fma.{rn,rz,rm,rp}{.ftz}": fma_f32x2(a, b, c) by fma_f32 ", and for the results that `.ftz` flushes";
}
