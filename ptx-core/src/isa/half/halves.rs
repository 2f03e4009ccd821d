//! A macro that defines a function for one number and a function for a pair of numbers.

/// Defines an instruction for one half-precision number, and for a pair of numbers in 32 bits.
macro_rules! halves {
    ($(
        $(#[$doc:meta])*
        $form:literal: $name:ident, $pair:ident(
            $($x:ident),+ $(; $($mode:ident: $Mode:ident = $usual:ident),+)?
        ) = $result:expr;
    )*) => { $(
        $(#[$doc])*
        #[inline]
        #[must_use]
        pub const fn $name($($x: u16,)+ $($($mode: $Mode),+)?) -> u16 {
            $result
        }

        #[doc = concat!("`", $form, "x2`: [`", stringify!($name), "`] of two lanes; lane 0 is in bits 0-15.")]
        ///
        /// Special values, source and grade are those of the function for one lane.
        ///
        /// ```
        $( #[doc = concat!("use ptx_core::{", $(stringify!($Mode), "::*, ",)+ "};")] )?
        #[doc = concat!("use ptx_core::{", stringify!($name), ", ", stringify!($pair), "};")]
        ///
        #[doc = concat!("let [", $(stringify!($x), ", ",)+ "] = [0x3f40; _];")]
        #[doc = concat!("let lane = ", stringify!($name), "(", $(stringify!($x), ", ",)+ $($(stringify!($usual), ", ",)+)? ");")]
        #[doc = concat!("let [", $(stringify!($x), ", ",)+ "] = [0x3f40_3f40; _];")]
        #[doc = concat!("let pair = ", stringify!($pair), "(", $(stringify!($x), ", ",)+ $($(stringify!($usual), ", ",)+)? ");")]
        /// assert_eq!(pair, u32::from(lane) * 0x1_0001);
        /// ```
        #[inline(always)]
        #[must_use]
        pub const fn $pair($($x: u32,)+ $($($mode: $Mode),+)?) -> u32 {
            let low = $name($($x as u16,)+ $($($mode),+)?);
            let high = $name($(($x >> 16) as u16,)+ $($($mode),+)?);
            (high as u32) << 16 | low as u32
        }
    )* };
}
pub(super) use halves;
