//! Floating-point formats of eight bits or fewer, and conversions to and from them.
//!
//! [`Single::shifted`] rounds a significand, with a rounding mode or with random bits. [`quantized`] rounds a magnitude
//! to a format without checking for overflow. On overflow, [`down`] returns the largest finite number and
//! [`down_to_half`] returns ±inf.

use crate::format::{BINARY16, BINARY64, Format, widen};
use crate::mode::{Limit, NegativeZero, Rectification, Rounding, Subnormals};
use crate::round::double_to_short;
use crate::saturate::{limit, rectify};

/// A floating-point format of eight bits or fewer.
#[derive(Clone, Copy)]
pub(crate) struct Narrow {
    format: Format,
    /// The code (the bits in this format) of the largest finite number.
    greatest: u64,
    /// Whether the next larger code, `greatest + 1`, is an infinity.
    infinite: bool,
}

impl Narrow {
    const fn new(exponent_bits: u32, fraction_bits: u32, greatest: u64, infinite: bool) -> Self {
        Self { format: Format::of(exponent_bits, fraction_bits), greatest, infinite }
    }
}

/// `.e4m3`: up to 448, a NaN, no infinity.
pub(crate) const E4M3: Narrow = Narrow::new(4, 3, 0x7e, false);

/// `.e5m2`: up to 57344, an infinity, three NaNs.
pub(crate) const E5M2: Narrow = Narrow::new(5, 2, 0x7b, true);

/// `.e2m3`: up to 7.5, no NaN, no infinity.
pub(crate) const E2M3: Narrow = Narrow::new(2, 3, 0x1f, false);

/// `.e3m2`: up to 28, no NaN, no infinity.
pub(crate) const E3M2: Narrow = Narrow::new(3, 2, 0x1f, false);

/// `.e2m1`: up to 6, no NaN, no infinity.
pub(crate) const E2M1: Narrow = Narrow::new(2, 1, 0x07, false);

/// How a conversion uses the significand bits that the narrower format does not keep.
#[derive(Clone, Copy)]
pub(crate) enum Discarded {
    /// The discarded bits are rounded with this mode.
    Round(Rounding),
    /// `.rs`: `random`, a number of `bits` bits, is added to the highest discarded bits, and the sum is truncated.
    Add { random: u32, bits: u32 },
}

/// A binary32 with the magnitude `sig * 2^(exponent - 23)`. Infinity is represented as 2^128, which exceeds every
/// format.
#[derive(Clone, Copy)]
pub(crate) struct Single {
    pub(crate) negative: bool,
    pub(crate) exponent: i32,
    sig: u64,
}

impl Single {
    /// The number of fraction bits of `sig`.
    pub(crate) const FRACTION_BITS: i32 = 23;

    /// The leading bit of a normal significand.
    const LEADING: u64 = 1 << Self::FRACTION_BITS;

    /// The exponent that represents infinity.
    const INFINITE: i32 = 128;

    /// Unpacks a binary32.
    #[inline]
    pub(crate) const fn of(x: f32) -> Self {
        let negative = x.is_sign_negative();
        let fraction = (x.to_bits() & 0x7f_ffff) as u64;
        match x.to_bits() >> Self::FRACTION_BITS & 0xff {
            0 => Self { negative, exponent: -126, sig: fraction },
            field => Self { negative, exponent: field as i32 - 127, sig: fraction | Self::LEADING },
        }
    }

    /// Divides the number by the power of two that the `.ue8m0` code `by` encodes. A subnormal number is flushed to
    /// zero first, and infinity stays infinity. The exponent of the quotient may be outside the range of binary32.
    #[inline]
    const fn divided(self, by: u8) -> Self {
        let exponent = self.exponent.wrapping_sub(by as i32 - UE8M0_ONE as i32);
        match self.sig {
            ..Self::LEADING => Self { sig: 0, ..self },
            _ if self.exponent == Self::INFINITE => self,
            _ => Self { exponent, ..self },
        }
    }

    /// Rounds the significand to a multiple of `2^lost` and shifts it right by `lost` bits. A negative `lost` acts as
    /// 0.
    #[inline]
    pub(crate) const fn shifted(self, lost: i32, discarded: Discarded) -> u64 {
        // The significand has 24 bits, and there are at most 16 random bits. Every shift by more than 40 bits therefore
        // gives the same result as a shift by 40 bits.
        const ALL: u32 = 24 + 16;
        let lost = if lost < 0 { 0 } else { lost as u32 };
        let lost = if lost < ALL { lost } else { ALL };
        let unit = 1_u64 << lost;
        let addend = match discarded {
            // Adds half a unit, so that a tie rounds up. If the kept bits are even, adds 1 less, so that a tie rounds
            // down.
            Discarded::Round(Rounding::Rn) => (unit >> 1).saturating_sub(!self.sig >> lost & 1),
            Discarded::Round(rounding) if rounding.is_away(self.negative) => unit - 1,
            Discarded::Round(_) => 0,
            Discarded::Add { random, bits } => {
                (random as u64).wrapping_shl(lost.wrapping_sub(bits))
            }
        };
        self.sig.wrapping_add(addend) >> lost
    }
}

/// Rounds a magnitude to a format. Returns the bits of the exponent field and the fraction as one number, which may
/// exceed the largest code of the format.
#[inline]
const fn quantized(format: Format, x: Single, discarded: Discarded) -> u64 {
    // A subnormal result has the same unit in the last place as the smallest normal number.
    let least = format.min_exponent;
    let exponent = if x.exponent > least { x.exponent } else { least };
    // The code uses wrapping operations, since LLVM can remove the overflow checks of `-` only if the widths of the
    // format are constants.
    let longer = Single::FRACTION_BITS.wrapping_sub(format.fraction_bits as i32);
    let kept = x.shifted(exponent.wrapping_sub(x.exponent).wrapping_add(longer), discarded);
    // The exponent field of a normal result is `field + 1`. The leading bit of `kept` is just above the fraction, so
    // the addition increments the field. A carry out of the fraction increments the field, too.
    let field = exponent.wrapping_sub(least) as u64;
    field.wrapping_shl(format.fraction_bits).wrapping_add(kept)
}

/// Limits `magnitude` to `greatest` and adds the sign of `x`.
#[inline]
const fn signed(format: Format, x: Single, magnitude: u64, greatest: u64) -> u64 {
    let sign = if x.negative { format.sign } else { 0 };
    sign | if magnitude < greatest { magnitude } else { greatest }
}

/// Converts a binary32 to a narrow format. On overflow, the function returns the largest finite number. A NaN becomes
/// the positive NaN, or the largest number of a format without a NaN.
#[inline(always)] // makes the widths constants, so that no shift can panic
pub(crate) const fn down(
    narrow: Narrow,
    x: f32,
    discarded: Discarded,
    rectification: Rectification,
    negative_zero: NegativeZero,
) -> u8 {
    if x.is_nan() {
        return narrow.format.nan as u8;
    }
    limited(narrow, Single::of(x), discarded, rectification, negative_zero)
}

/// Divides a binary32 by a `.ue8m0` scale, then does [`down`]. A scale of ff acts as a NaN.
#[inline(always)] // makes the widths constants, so that no shift can panic
pub(crate) const fn down_scaled(
    narrow: Narrow,
    x: f32,
    by: u8,
    discarded: Discarded,
    rectification: Rectification,
    negative_zero: NegativeZero,
) -> u8 {
    if x.is_nan() || by == UE8M0_NAN {
        return narrow.format.nan as u8;
    }
    limited(narrow, Single::of(x).divided(by), discarded, rectification, negative_zero)
}

/// Rounds a number to a narrow format and limits its magnitude to the largest finite number.
#[inline(always)] // makes the widths constants, so that no shift can panic
const fn limited(
    narrow: Narrow,
    x: Single,
    discarded: Discarded,
    rectification: Rectification,
    negative_zero: NegativeZero,
) -> u8 {
    let format = narrow.format;
    let bits = signed(format, x, quantized(format, x, discarded), narrow.greatest);
    let negative = bits >= format.sign;
    match (rectification, negative_zero) {
        (Rectification::Relu, _) if negative => 0,
        (_, NegativeZero::Positive) if bits == format.sign => 0,
        _ => bits as u8,
    }
}

/// Converts a binary32 to a half-precision format with stochastic rounding (`.rs`). A NaN becomes the canonical NaN.
#[inline]
pub(crate) const fn down_to_half(
    format: Format,
    x: f32,
    discarded: Discarded,
    rectification: Rectification,
    limited: Limit,
) -> u16 {
    if x.is_nan() {
        return format.nan as u16;
    }
    let x = Single::of(x);
    let bits = signed(format, x, quantized(format, x, discarded), format.infinity);
    rectify(format, limit(format, bits, limited) as u16, rectification)
}

/// Returns 2^n as a binary64. The result must be a normal number.
#[inline]
const fn power_of_two(n: i32) -> f64 {
    f64::from_bits((n.wrapping_add(BINARY64.bias) as u64) << BINARY64.fraction_bits)
}

/// Returns the exact value of a narrow code, or `None` for a NaN.
#[inline(always)] // makes the widths constants, so that no shift can panic
pub(crate) const fn value(narrow: Narrow, code: u8) -> Option<f64> {
    let format = narrow.format;
    let (code, magnitude) = (code as u64, code as u64 & format.nan);
    if magnitude > narrow.greatest + narrow.infinite as u64 {
        return None;
    }
    // Reads the code as a binary16. The multiplication by a power of two corrects for the different bias.
    let sign = if code & format.sign == 0 { 0 } else { BINARY16.sign };
    let half = sign | magnitude << (BINARY16.fraction_bits - format.fraction_bits);
    Some(widen(BINARY16, half as u16) * power_of_two(BINARY16.bias - format.bias))
}

/// The format `.ue5m3` has no sign. Its largest number is 114688 (code fe), and its only NaN is code ff. The type
/// `Format` always has a sign bit; for `.ue5m3` the sign bit is bit 8, outside the byte.
const UE5M3: Format = Format::of(5, 3);

/// The `.ue5m3` code of the largest finite number, 114688.
const UE5M3_LARGEST: u64 = 0xfe;

/// Rounds `|x|` to `.ue5m3`. A NaN stays a NaN. If the rounded magnitude exceeds 114688, the result is the NaN. With
/// `.satfinite`, or with `.rz` and a finite `x`, the result is 114688 instead.
#[inline(always)] // makes the widths constants, so that no shift can panic
pub(crate) const fn ue5m3(x: f32, rounding: Rounding, limit: Limit) -> u8 {
    if x.is_nan() {
        return UE5M3.nan as u8;
    }
    ue5m3_code(Single::of(x.abs()), rounding, saturates(x, rounding, limit))
}

/// Divides a binary32 by a `.ue8m0` scale, then does [`ue5m3`]. A scale of ff acts as a NaN.
#[inline(always)] // makes the widths constants, so that no shift can panic
pub(crate) const fn ue5m3_scaled(x: f32, by: u8, rounding: Rounding, limit: Limit) -> u8 {
    if x.is_nan() || by == UE8M0_NAN {
        return UE5M3.nan as u8;
    }
    ue5m3_code(Single::of(x.abs()).divided(by), rounding, saturates(x, rounding, limit))
}

/// Returns whether a conversion that overflows returns the largest finite number instead of the NaN. The result is true
/// with `.satfinite`, and with `.rz` for a finite operand.
#[inline]
const fn saturates(x: f32, rounding: Rounding, limit: Limit) -> bool {
    matches!(limit, Limit::Satfinite) || matches!(rounding, Rounding::Rz) && x.abs() < f32::INFINITY
}

/// Rounds a magnitude to `.ue5m3`. If the rounded magnitude exceeds the largest finite number, the result depends on
/// `saturates`: the largest finite number if `saturates` is true, otherwise the NaN.
#[inline(always)] // makes the widths constants, so that no shift can panic
const fn ue5m3_code(x: Single, rounding: Rounding, saturates: bool) -> u8 {
    match quantized(UE5M3, x, Discarded::Round(rounding)) {
        code @ ..=UE5M3_LARGEST => code as u8,
        _ if saturates => UE5M3_LARGEST as u8,
        _ => UE5M3.nan as u8,
    }
}

/// Returns the exact value of a `.ue5m3` code, or `None` for its NaN.
#[inline]
pub(crate) const fn ue5m3_value(code: u8) -> Option<f64> {
    let (field, fraction) =
        ((code >> UE5M3.fraction_bits) as i32, code as u64 & (UE5M3.min_normal - 1));
    let (leading, exponent) = match field {
        0 => (0, UE5M3.min_exponent),
        _ => (UE5M3.min_normal, field - UE5M3.bias),
    };
    let unit = power_of_two(exponent - UE5M3.fraction_bits as i32);
    if code == UE5M3.nan as u8 { None } else { Some((leading | fraction) as f64 * unit) }
}

/// The `.ue8m0` code of NaN.
pub(crate) const UE8M0_NAN: u8 = 0xff;

/// The `.ue8m0` code of the scale 1.0.
pub(crate) const UE8M0_ONE: u8 = 0x7f;

/// Returns the value of a `.ue8m0` code: a power of two, or `None` for the NaN.
#[inline]
pub(crate) const fn scale(code: u8) -> Option<f64> {
    if code == UE8M0_NAN { None } else { Some(power_of_two(code as i32 - UE8M0_ONE as i32)) }
}

/// Multiplies `value` by a `.ue8m0` scale and rounds the product once to a half-precision format. If `value` is `None`
/// or the scale is the NaN, the result is the canonical NaN.
///
/// The product is exact in binary64. A narrow value has at most 8 significant bits, each worth 2^-17 to 2^16, and a
/// scale is between 2^-127 and 2^127.
#[inline]
pub(crate) const fn up(
    format: Format,
    value: Option<f64>,
    by: u8,
    rectification: Rectification,
    limited: Limit,
) -> u16 {
    let (Some(value), Some(scale)) = (value, scale(by)) else {
        return format.nan as u16;
    };
    let rounded = double_to_short(format, value * scale, Rounding::Rn, Subnormals::Keep) as u16;
    rectify(format, limit(format, rounded as u64, limited) as u16, rectification)
}
