//! The interchange formats of IEEE 754, bfloat16 and tf32: their widths, limits and masks, and exact conversions
//! between them.

/// A binary interchange format: a sign, an exponent, a fraction.
///
/// Methods could compute the fields after `fraction_bits` from the widths of exponent and fraction. The struct stores
/// these fields instead, because calls take most of the time of const evaluation. Functions with a `Format` parameter
/// are always inlined, so that the fields become constants.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    /// The width of the fraction field: one less than the precision.
    pub(crate) fraction_bits: u32,
    /// The exponent bias, and also the largest exponent of a finite number.
    pub(crate) bias: i32,
    /// The exponent of the smallest normal number.
    pub(crate) min_exponent: i32,
    /// The sign bit.
    pub(crate) sign: u64,
    /// The bits of +inf, and also the mask of the exponent field.
    pub(crate) infinity: u64,
    /// The bits of the smallest normal number, and also the leading bit of a significand.
    pub(crate) min_normal: u64,
    /// The bits of 1.0.
    pub(crate) one: u64,
    /// The word with all bits set except the sign. It serves as a mask, and in formats shorter than binary64 it is also
    /// the canonical NaN.
    pub(crate) nan: u64,
    /// The fraction bit that is set in a quiet NaN and clear in a signalling NaN.
    pub(crate) quiet: u64,
}

/// IEEE 754 binary16: `.f16` in PTX.
pub(crate) const BINARY16: Format = Format::of(5, 10);

/// bfloat16: `.bf16` in PTX, the high half of a binary32.
pub(crate) const BFLOAT16: Format = Format::of(8, 7);

/// `.tf32` in PTX: the exponent field of binary32 and the fraction field of binary16.
pub(crate) const TF32: Format = Format::of(8, 10);

/// IEEE 754 binary32: `.f32` in PTX.
pub(crate) const BINARY32: Format = Format::of(8, 23);

/// IEEE 754 binary64: `.f64` in PTX.
pub(crate) const BINARY64: Format = Format::of(11, 52);

impl Format {
    /// Returns the format whose exponent and fraction fields have these widths in bits.
    #[inline]
    pub(crate) const fn of(exponent_bits: u32, fraction_bits: u32) -> Format {
        let bias = (1 << (exponent_bits - 1)) - 1;
        let sign = 1 << (exponent_bits + fraction_bits);
        Format {
            fraction_bits,
            bias,
            min_exponent: 1 - bias,
            sign,
            infinity: ((1 << exponent_bits) - 1) << fraction_bits,
            min_normal: 1 << fraction_bits,
            one: (bias as u64) << fraction_bits,
            nan: sign - 1,
            quiet: 1 << (fraction_bits - 1),
        }
    }

    /// Returns whether `bits` encode a NaN of this format.
    #[inline(always)]
    pub(crate) const fn is_nan(self, bits: u64) -> bool {
        bits & self.nan > self.infinity
    }

    /// Returns whether `bits` encode zero or a subnormal number of this format.
    #[inline(always)]
    pub(crate) const fn is_small(self, bits: u64) -> bool {
        bits & self.infinity == 0
    }
}

/// Returns `2^exponent` as a binary64. The result must be a normal number.
#[inline(always)]
pub(crate) const fn power(exponent: i32) -> f64 {
    let field = exponent.wrapping_add(BINARY64.bias) as u64;
    f64::from_bits(field << BINARY64.fraction_bits)
}

/// The magnitude `sig * 2^exp` of a finite binary64.
#[derive(Clone, Copy)]
pub(crate) struct Unpacked {
    pub(crate) sig: u64,
    pub(crate) exp: i32,
}

/// Unpacks the magnitude of a finite binary64. The significand `sig` has 53 bits for a normal number and fewer for a
/// subnormal number.
#[inline]
pub(crate) const fn unpack(x: f64) -> Unpacked {
    let leading = BINARY64.min_normal;
    let fraction = x.to_bits() & (leading - 1);
    let field = ((x.to_bits() & BINARY64.infinity) >> BINARY64.fraction_bits) as i32;
    let unit = BINARY64.bias + BINARY64.fraction_bits as i32;
    if field == 0 {
        Unpacked { sig: fraction, exp: 1 - unit }
    } else {
        Unpacked { sig: fraction | leading, exp: field - unit }
    }
}

/// Unpacks the magnitude of a finite nonzero binary64. The significand `sig` always has 53 bits: a subnormal
/// significand is shifted left.
#[inline]
pub(crate) const fn normalised(x: f64) -> Unpacked {
    let Unpacked { sig, exp } = unpack(x);
    let shift = sig.leading_zeros().wrapping_sub(63 - BINARY64.fraction_bits);
    Unpacked { sig: sig.wrapping_shl(shift), exp: exp - shift as i32 }
}

/// Returns the exponent field of a binary64.
#[inline]
pub(crate) const fn field(x: f64) -> u32 {
    (magnitude(x) >> BINARY64.fraction_bits) as u32
}

/// Returns the 53-bit significand of a normal binary64.
#[inline]
pub(crate) const fn significand(x: f64) -> u64 {
    x.to_bits() & (BINARY64.min_normal - 1) | BINARY64.min_normal
}

/// Returns whether a binary64 with this exponent field is a normal number.
#[inline]
pub(crate) const fn normal(field: u32) -> bool {
    field.wrapping_sub(1) < 2046
}

/// Converts the bits of a binary16 or bfloat16 to binary64, exactly. A NaN stays a NaN.
#[inline(always)]
pub(crate) const fn widen(format: Format, bits: u16) -> f64 {
    if format.bias == BINARY32.bias {
        widen_single(format, bits) as f64
    } else {
        binary16_to_double(bits)
    }
}

/// Converts the bits of a binary16 or bfloat16 to binary32, exactly. A NaN keeps its sign and payload.
#[inline(always)]
pub(crate) const fn widen_single(format: Format, bits: u16) -> f32 {
    if format.bias == BINARY32.bias {
        f32::from_bits((bits as u32) << 16)
    } else {
        binary16_to_single(bits)
    }
}

/// Defines exact conversions from binary16 to a native float. A NaN keeps its sign and payload.
///
/// Two words follow the name of each function. The first word is `kept` or `zero`: a `kept` function converts subnormal
/// numbers, and a `zero` function flushes them to sign-preserving zero. Both kinds add the difference of the biases to
/// the exponent field. For ±inf and NaN they add the difference a second time, so that the exponent field becomes all
/// ones.
///
/// The code makes two selections: one for ±inf and NaN, one for subnormal numbers. The second word tells whether the
/// selection for ±inf and NaN comes first (`special_first`) or last (`special_last`). With `special_first`, but
/// not with `special_last`, LLVM vectorises the conversion of a pair of operands. In a dependency chain, `special_last`
/// lets LLVM compile the selection for subnormal numbers to a branch.
macro_rules! binary16 {
    ($float:ident $bits:ident $format:ident: $($name:ident $subnormal:ident $special:ident;)*) => { $(
        #[inline(always)]
        pub(crate) const fn $name(x: u16) -> $float {
            const LONGER: u32 = $format.fraction_bits - BINARY16.fraction_bits;
            const REBIAS: $bits =
                (($format.bias - BINARY16.bias) as $bits) << $format.fraction_bits;
            let magnitude = x as $bits & BINARY16.nan as $bits;
            let subnormal = binary16!(@$subnormal magnitude, $float $bits $format);
            let sign = (x as $bits & BINARY16.sign as $bits) << ($bits::BITS - 16);
            let normal = (magnitude << LONGER).wrapping_add(REBIAS);
            let is_subnormal = magnitude < BINARY16.min_normal as $bits;
            let is_special = magnitude >= BINARY16.infinity as $bits;
            let size = binary16!(@$special is_subnormal subnormal, is_special REBIAS, normal);
            $float::from_bits(sign | size)
        }
    )* };
    // A zero or subnormal binary16 number is `magnitude * 2^-24`. The constant `POWER` holds the bits of p, the power
    // of two whose unit in the last place is 2^-24. Therefore `POWER | magnitude` holds the bits of
    // `p + magnitude * 2^-24`, and subtracting p is exact.
    (@kept $magnitude:ident, $float:ident $bits:ident $format:ident) => {{
        const POWER: $bits = (($format.bias + $format.fraction_bits as i32 - 24) as $bits)
            << $format.fraction_bits;
        $float::from_bits(POWER | $magnitude) - $float::from_bits(POWER)
    }};
    (@zero $magnitude:ident, $float:ident $($of:ident)*) => {
        0.0 as $float
    };
    (@special_first $is_subnormal:ident $subnormal:ident, $is_special:ident $rebias:ident, $normal:ident) => {{
        let normal = $normal.wrapping_add(if $is_special { $rebias } else { 0 });
        if $is_subnormal { $subnormal.to_bits() } else { normal }
    }};
    (@special_last $is_subnormal:ident $subnormal:ident, $is_special:ident $rebias:ident, $normal:ident) => {{
        let size = if $is_subnormal { $subnormal.to_bits() } else { $normal };
        if $is_special { $normal.wrapping_add($rebias) } else { size }
    }};
}

binary16! {
    f64 u64 BINARY64:
        binary16_to_double kept special_last;
        binary16_to_double_flushed zero special_last;
}
binary16! {
    f32 u32 BINARY32:
        binary16_to_single kept special_last;
        binary16_to_single_special_first kept special_first;
        binary16_to_single_flushed zero special_last;
}

/// Returns the bits of a binary64 with the sign bit cleared.
#[inline]
pub(crate) const fn magnitude(x: f64) -> u64 {
    x.to_bits() & !BINARY64.sign
}

/// Returns whether the sign bit of a binary64 is set.
#[inline]
pub(crate) const fn negative(x: f64) -> bool {
    x.to_bits() & BINARY64.sign != 0
}

/// Returns whether a binary64 is ±inf.
#[inline]
pub(crate) const fn infinite(x: f64) -> bool {
    magnitude(x) == BINARY64.infinity
}
