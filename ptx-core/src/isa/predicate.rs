//! `and`, `or`, `xor`, `not` of predicates.

macro_rules! logic {
    ($($name:ident $word:literal ($($x:ident),+) $result:expr, $example:literal;)*) => { $(
        #[doc = concat!("`", $word, ".pred`: `", stringify!($result), "`.")]
        ///
        #[doc = concat!("Source: PTX ISA, `", $word, "`. [Grade](crate#grades) \\[D\\].")]
        ///
        /// ```
        #[doc = concat!("use ptx_core::", stringify!($name), ";")]
        #[doc = concat!("assert!(", $example, ");")]
        /// ```
        #[inline]
        #[must_use]
        pub const fn $name($($x: bool),+) -> bool {
            $result
        }
    )* };
}

logic! {
    and_pred "and" (a, b) a & b, "!and_pred(true, false)";
    or_pred "or" (a, b) a | b, "or_pred(true, false)";
    xor_pred "xor" (a, b) a ^ b, "xor_pred(true, false)";
    not_pred "not" (a) !a, "not_pred(false)";
}
