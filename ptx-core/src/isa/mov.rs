//! `mov` with vector operands: packs several values into one wider register, or unpacks them.

macro_rules! packing {
    ($(
        $pack:ident($($x:ident = $example:literal),+) -> $whole:ident,
        $unpack:ident -> [$element:ident; $count:literal], $form:literal;
    )*) => { $(
        #[doc = concat!("`mov.", $form, "`: packs values into one register, the first value into the low bits.")]
        ///
        /// Bits are moved unchanged (PTX ISA, "mov"). \[D\]
        ///
        /// ```
        #[doc = concat!("let whole = ptx_core::", stringify!($pack), "(", $($example, ", ",)+ ");")]
        #[doc = concat!("assert_eq!(ptx_core::", stringify!($unpack), "(whole), [", $($example, ", ",)+ "]);")]
        /// ```
        #[doc(hidden)]
        #[inline]
        #[must_use]
        pub const fn $pack($($x: $element),+) -> $whole {
            let elements = [$($x),+];
            let mut whole = 0;
            let mut i = 0;
            while i < $count {
                whole |= (elements[i] as $whole) << (i as u32 * <$element>::BITS);
                i += 1;
            }
            whole
        }

        #[doc = concat!("The inverse of `mov.", $form, "`: unpacks the values of one register, the first value from the low bits.")]
        ///
        /// Bits are moved unchanged (PTX ISA, "mov"). \[D\]
        ///
        /// ```
        #[doc = concat!("assert_eq!(ptx_core::", stringify!($unpack), "(5)[0], 5);")]
        /// ```
        #[doc(hidden)]
        #[inline]
        #[must_use]
        #[expect(clippy::cast_possible_truncation, reason = "the cast keeps the bits of one element")]
        pub const fn $unpack(whole: $whole) -> [$element; $count] {
            let mut elements = [0; $count];
            let mut i = 0;
            while i < $count {
                elements[i] = (whole >> (i as u32 * <$element>::BITS)) as $element;
                i += 1;
            }
            elements
        }
    )* };
}

packing! {
    pack_b128_b64(low = 1, high = 2) -> u128, unpack_b128_b64 -> [u64; 2], "b128 d, {a, b}";
    pack_b128_b32(a = 1, b = 2, c = 3, d = 4) -> u128, unpack_b128_b32 -> [u32; 4], "b128 d, {a, b, c, d}";
    pack_b64_b32(low = 1, high = 2) -> u64, unpack_b64_b32 -> [u32; 2], "b64 d, {a, b}";
    pack_b64_b16(a = 1, b = 2, c = 3, d = 4) -> u64, unpack_b64_b16 -> [u16; 4], "b64 d, {a, b, c, d}";
    pack_b32_b16(low = 1, high = 2) -> u32, unpack_b32_b16 -> [u16; 2], "b32 d, {a, b}";
    pack_b32_b8(a = 1, b = 2, c = 3, d = 4) -> u32, unpack_b32_b8 -> [u8; 4], "b32 d, {a, b, c, d}";
    pack_b16_b8(low = 1, high = 2) -> u16, unpack_b16_b8 -> [u8; 2], "b16 d, {a, b}";
}
