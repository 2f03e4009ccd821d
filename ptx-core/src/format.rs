//! The interchange formats of IEEE 754 as numbers: where the fields lie and what bounds them.

/// A binary interchange format: a sign, an exponent, a fraction. The values that follow from the
/// widths are fields, since const evaluation spends its time on calls. Functions that take a format
/// are always inlined, so that its fields are constants.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    /// Width of the fraction field: the precision without its leading bit.
    pub(crate) fraction_bits: u32,
    /// The exponent bias, which is also the largest exponent of a finite number.
    pub(crate) bias: i32,
    /// The exponent of the least normal number.
    pub(crate) min_exponent: i32,
    /// The sign bit.
    pub(crate) sign: u64,
    /// +infinity: also the mask of the exponent field.
    pub(crate) infinity: u64,
    /// The least normal number: also the leading bit of a significand.
    pub(crate) min_normal: u64,
    /// The number 1.
    pub(crate) one: u64,
    /// All bits but the sign: the one NaN of results in formats shorter than binary64.
    pub(crate) nan: u64,
    /// The fraction bit that tells a quiet NaN from a signalling one.
    pub(crate) quiet: u64,
}

/// IEEE 754 binary16, the `.f16` of PTX.
pub(crate) const BINARY16: Format = Format::of(5, 10);

/// bfloat16, the `.bf16` of PTX: binary32 without its low half.
pub(crate) const BFLOAT16: Format = Format::of(8, 7);

/// The `.tf32` of PTX: binary32 with a fraction as short as that of binary16.
pub(crate) const TF32: Format = Format::of(8, 10);

/// IEEE 754 binary32, the `.f32` of PTX.
pub(crate) const BINARY32: Format = Format::of(8, 23);

/// IEEE 754 binary64, the `.f64` of PTX.
pub(crate) const BINARY64: Format = Format::of(11, 52);

impl Format {
    /// A format of these widths.
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

    /// Whether bits of this format are a NaN's.
    #[inline(always)]
    pub(crate) const fn is_nan(self, bits: u64) -> bool {
        bits & self.nan > self.infinity
    }

    /// Whether bits of this format are a zero's or a subnormal number's.
    #[inline(always)]
    pub(crate) const fn is_small(self, bits: u64) -> bool {
        bits & self.infinity == 0
    }
}

/// Two to an exponent of binary64's normal range.
#[inline(always)]
pub(crate) const fn power(exponent: i32) -> f64 {
    let field = exponent.wrapping_add(BINARY64.bias) as u64;
    f64::from_bits(field << BINARY64.fraction_bits)
}

/// A finite binary64 as an integer: its magnitude is `sig * 2^exp`.
///
/// Not normalised: `sig` has 53 bits for a normal number, fewer for a subnormal one.
#[derive(Clone, Copy)]
pub(crate) struct Unpacked {
    pub(crate) sig: u64,
    pub(crate) exp: i32,
}

/// Takes a finite binary64 apart.
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

/// [`unpack`] of a number that is not zero, with 53 bits in the significand of a subnormal one too.
#[inline]
pub(crate) const fn normalised(x: f64) -> Unpacked {
    let Unpacked { sig, exp } = unpack(x);
    let shift = sig.leading_zeros().wrapping_sub(63 - BINARY64.fraction_bits);
    Unpacked { sig: sig.wrapping_shl(shift), exp: exp - shift as i32 }
}

/// The exponent field of a binary64.
#[inline]
pub(crate) const fn field(x: f64) -> u32 {
    (magnitude(x) >> BINARY64.fraction_bits) as u32
}

/// The significand of a normal binary64, 53 bits.
#[inline]
pub(crate) const fn significand(x: f64) -> u64 {
    x.to_bits() & (BINARY64.min_normal - 1) | BINARY64.min_normal
}

/// Whether the exponent field is that of a normal number.
#[inline]
pub(crate) const fn normal(field: u32) -> bool {
    field.wrapping_sub(1) < 2046
}

/// A number of a half-precision format as a binary64, exactly; a NaN stays one.
#[inline(always)]
pub(crate) const fn widen(f: Format, bits: u16) -> f64 {
    if f.bias == BINARY32.bias { widen_single(f, bits) as f64 } else { binary16(bits) }
}

/// A number of a half-precision format as a binary32, exactly; a NaN keeps its sign and payload.
#[inline(always)]
pub(crate) const fn widen_single(f: Format, bits: u16) -> f32 {
    if f.bias == BINARY32.bias {
        f32::from_bits((bits as u32) << 16)
    } else {
        binary16_single(bits)
    }
}

/// Defines a binary16 as one of the host's numbers, exactly; a NaN keeps its sign and payload. Subnormal numbers
/// are `kept`, or zeros of their sign. Infinities and NaNs have another bias, which is added `first`, or `last`:
/// LLVM makes the selection between subnormal and other numbers a branch in a chain of operations only if another
/// follows, and the selections of a pair a vector only if none does.
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
    // Zeros and subnormal numbers are integers times 2^-24: as the low bits of the power of two whose last
    // place that is, they are what is left when it is taken off.
    (@kept $magnitude:ident, $float:ident $bits:ident $format:ident) => {{
        const POWER: $bits = (($format.bias + $format.fraction_bits as i32 - 24) as $bits)
            << $format.fraction_bits;
        $float::from_bits(POWER | $magnitude) - $float::from_bits(POWER)
    }};
    (@zero $magnitude:ident, $float:ident $($of:ident)*) => {
        0.0 as $float
    };
    (@first $is_subnormal:ident $subnormal:ident, $is_special:ident $rebias:ident, $normal:ident) => {{
        let normal = $normal.wrapping_add(if $is_special { $rebias } else { 0 });
        if $is_subnormal { $subnormal.to_bits() } else { normal }
    }};
    (@last $is_subnormal:ident $subnormal:ident, $is_special:ident $rebias:ident, $normal:ident) => {{
        let size = if $is_subnormal { $subnormal.to_bits() } else { $normal };
        if $is_special { $normal.wrapping_add($rebias) } else { size }
    }};
}

binary16! {
    f64 u64 BINARY64:
        binary16 kept last;
        flushed zero last;
}
binary16! {
    f32 u32 BINARY32:
        binary16_single kept last;
        binary16_factor kept first;
        flushed_single zero last;
}

/// The magnitude of a binary64: its bits without the sign.
#[inline]
pub(crate) const fn magnitude(x: f64) -> u64 {
    x.to_bits() & !BINARY64.sign
}

/// Whether the sign bit of a binary64 is set.
#[inline]
pub(crate) const fn negative(x: f64) -> bool {
    x.to_bits() & BINARY64.sign != 0
}

/// Whether a binary64 is an infinity.
#[inline]
pub(crate) const fn infinite(x: f64) -> bool {
    magnitude(x) == BINARY64.infinity
}
