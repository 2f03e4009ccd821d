//! The operations of the competitors, on floats or on bits.

use rug::float::Round as MpfrRound;
use rug::ops::{AddAssignRound, DivAssignRound, MulAssignRound};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};
use softfloat_sys::{float16_t, float32_t, float64_t};

/// SoftFloat's rounding modes for `.rn .rz .rm .rp`. SoftFloat stores the mode in a thread-local variable.
pub mod mode {
    use softfloat_sys::*;

    fn set(mode: u8) {
        unsafe { softfloat_roundingMode_write_helper(mode) }
    }
    pub fn rn() {
        set(softfloat_round_near_even);
    }
    pub fn rz() {
        set(softfloat_round_minMag);
    }
    pub fn rm() {
        set(softfloat_round_min);
    }
    pub fn rp() {
        set(softfloat_round_max);
    }
}

/// Berkeley SoftFloat 3.
pub mod softfloat {
    use super::{float16_t, float32_t, float64_t};
    use core::convert::identity;

    macro_rules! operations {
        ($($t:ty, $word:ident, $of:expr, $bits:expr => $($name:ident $function:ident($($x:ident),+))*;)*) => { $( $(
            #[inline(always)]
            pub fn $name($($x: $t),+) -> $t {
                $of(unsafe { softfloat_sys::$function($($word { v: $bits($x) }),+) }.v)
            }
        )* )* };
    }
    operations! {
        f32, float32_t, f32::from_bits, f32::to_bits =>
            add_f32 f32_add(a, b) sub_f32 f32_sub(a, b) mul_f32 f32_mul(a, b) div_f32 f32_div(a, b) sqrt_f32 f32_sqrt(a)
            fma_f32 f32_mulAdd(a, b, c);
        f64, float64_t, f64::from_bits, f64::to_bits =>
            add_f64 f64_add(a, b) sub_f64 f64_sub(a, b) mul_f64 f64_mul(a, b) div_f64 f64_div(a, b) sqrt_f64 f64_sqrt(a)
            fma_f64 f64_mulAdd(a, b, c);
        u16, float16_t, identity, identity =>
            add_f16 f16_add(a, b) sub_f16 f16_sub(a, b) mul_f16 f16_mul(a, b) fma_f16 f16_mulAdd(a, b, c);
    }

    /// Defines conversions between float formats.
    macro_rules! conversions {
        ($($name:ident($a:ty, $word:ident, $bits:expr) -> $t:ty, $of:expr, $function:ident;)*) => { $(
            #[inline(always)]
            pub fn $name(a: $a) -> $t {
                $of(unsafe { softfloat_sys::$function($word { v: $bits(a) }) }.v)
            }
        )* };
    }
    conversions! {
        cvt_f16_f32(f32, float32_t, f32::to_bits) -> u16, identity, f32_to_f16;
        cvt_bf16_f32(f32, float32_t, f32::to_bits) -> u16, identity, f32_to_bf16;
        cvt_f64_f32(f32, float32_t, f32::to_bits) -> f64, f64::from_bits, f32_to_f64;
        cvt_f16_f64(f64, float64_t, f64::to_bits) -> u16, identity, f64_to_f16;
        cvt_f32_f64(f64, float64_t, f64::to_bits) -> f32, f32::from_bits, f64_to_f32;
        cvt_f32_f16(u16, float16_t, identity) -> f32, f32::from_bits, f16_to_f32;
        cvt_f64_f16(u16, float16_t, identity) -> f64, f64::from_bits, f16_to_f64;
    }

    pub use softfloat_sys::{
        softfloat_round_max as RPI, softfloat_round_min as RMI, softfloat_round_minMag as RZI,
        softfloat_round_near_even as RNI,
    };

    /// Defines rounding to integral numbers, conversions to and from integers, and comparisons.
    macro_rules! integers {
        ($($a:ty, $word:ident, $of:expr, $bits:expr => $integral:ident $round:ident, $lt:ident $less:ident {
            $($t:ty: $to:ident $to_function:ident $from:ident $from_function:ident;)*
        })*) => { $(
            #[inline(always)]
            pub fn $integral(a: $a, mode: u8) -> $a {
                $of(unsafe { softfloat_sys::$round($word { v: $bits(a) }, mode, true) }.v)
            }
            #[inline(always)]
            pub fn $lt(a: $a, b: $a) -> bool {
                unsafe { softfloat_sys::$less($word { v: $bits(a) }, $word { v: $bits(b) }) }
            }
            $(
                #[inline(always)]
                pub fn $to(a: $a, mode: u8) -> $t {
                    unsafe { softfloat_sys::$to_function($word { v: $bits(a) }, mode, true) as $t }
                }
                #[inline(always)]
                pub fn $from(a: $t) -> $a {
                    $of(unsafe { softfloat_sys::$from_function(a) }.v)
                }
            )*
        )* };
    }
    integers! {
        f32, float32_t, f32::from_bits, f32::to_bits => integral_f32 f32_roundToInt, lt_f32 f32_lt_quiet {
            i32: cvt_s32_f32 f32_to_i32 cvt_f32_s32 i32_to_f32;
            u32: cvt_u32_f32 f32_to_ui32 cvt_f32_u32 ui32_to_f32;
            i64: cvt_s64_f32 f32_to_i64 cvt_f32_s64 i64_to_f32;
            u64: cvt_u64_f32 f32_to_ui64 cvt_f32_u64 ui64_to_f32;
        }
        f64, float64_t, f64::from_bits, f64::to_bits => integral_f64 f64_roundToInt, lt_f64 f64_lt_quiet {
            i32: cvt_s32_f64 f64_to_i32 cvt_f64_s32 i32_to_f64;
            u32: cvt_u32_f64 f64_to_ui32 cvt_f64_u32 ui32_to_f64;
            i64: cvt_s64_f64 f64_to_i64 cvt_f64_s64 i64_to_f64;
            u64: cvt_u64_f64 f64_to_ui64 cvt_f64_u64 ui64_to_f64;
        }
        u16, float16_t, identity, identity => integral_f16 f16_roundToInt, lt_f16 f16_lt_quiet {
            i32: cvt_s32_f16 f16_to_i32 cvt_f16_s32 i32_to_f16;
            u32: cvt_u32_f16 f16_to_ui32 cvt_f16_u32 ui32_to_f16;
            i64: cvt_s64_f16 f16_to_i64 cvt_f16_s64 i64_to_f16;
            u64: cvt_u64_f16 f16_to_ui64 cvt_f16_u64 ui64_to_f16;
        }
    }
}

pub const RN: Round = Round::NearestTiesToEven;
pub const RZ: Round = Round::TowardZero;
pub const RM: Round = Round::TowardNegative;
pub const RP: Round = Round::TowardPositive;

/// rustc_apfloat, with operands and results as bits.
pub mod apfloat {
    use super::{BFloat, Double, Float, FloatConvert, Half, Round, Single};
    use core::convert::identity;

    macro_rules! operations {
        ($($t:ty, $F:ident, $of:expr, $bits:expr => $add:ident $sub:ident $mul:ident $fma:ident $($div:ident)?;)*) => { $(
            #[inline(always)]
            pub fn $add(a: $t, b: $t, r: Round) -> $t {
                $of($F::from_bits($bits(a).into()).add_r($F::from_bits($bits(b).into()), r).value.to_bits() as _)
            }
            #[inline(always)]
            pub fn $sub(a: $t, b: $t, r: Round) -> $t {
                $of($F::from_bits($bits(a).into()).sub_r($F::from_bits($bits(b).into()), r).value.to_bits() as _)
            }
            #[inline(always)]
            pub fn $mul(a: $t, b: $t, r: Round) -> $t {
                $of($F::from_bits($bits(a).into()).mul_r($F::from_bits($bits(b).into()), r).value.to_bits() as _)
            }
            $(#[inline(always)]
            pub fn $div(a: $t, b: $t, r: Round) -> $t {
                $of($F::from_bits($bits(a).into()).div_r($F::from_bits($bits(b).into()), r).value.to_bits() as _)
            })?
            #[inline(always)]
            pub fn $fma(a: $t, b: $t, c: $t, r: Round) -> $t {
                let [a, b, c] = [a, b, c].map(|x| $F::from_bits($bits(x).into()));
                $of(a.mul_add_r(b, c, r).value.to_bits() as _)
            }
        )* };
    }
    operations! {
        f32, Single, f32::from_bits, f32::to_bits => add_f32 sub_f32 mul_f32 fma_f32 div_f32;
        f64, Double, f64::from_bits, f64::to_bits => add_f64 sub_f64 mul_f64 fma_f64 div_f64;
        u16, Half, identity::<u16>, identity::<u16> => add_f16 sub_f16 mul_f16 fma_f16;
        u16, BFloat, identity::<u16>, identity::<u16> => add_bf16 sub_bf16 mul_bf16 fma_bf16;
    }

    /// Converts a float to another format.
    #[inline(always)]
    pub fn convert<F: Float + FloatConvert<T>, T: Float>(bits: impl Into<u128>, r: Round) -> u64 {
        F::from_bits(bits.into()).convert_r(r, &mut false).value.to_bits() as u64
    }

    /// Converts a float to a signed integer of `width` bits.
    #[inline(always)]
    pub fn to_signed<F: Float>(bits: impl Into<u128>, width: usize, r: Round) -> i64 {
        F::from_bits(bits.into()).to_i128_r(width, r, &mut false).value as i64
    }

    /// Converts a float to an unsigned integer of `width` bits.
    #[inline(always)]
    pub fn to_unsigned<F: Float>(bits: impl Into<u128>, width: usize, r: Round) -> u64 {
        F::from_bits(bits.into()).to_u128_r(width, r, &mut false).value as u64
    }

    /// Converts an integer to a float.
    #[inline(always)]
    pub fn from<F: Float>(integer: impl Into<i128>, r: Round) -> u64 {
        F::from_i128_r(integer.into(), r).value.to_bits() as u64
    }

    #[inline(always)]
    pub fn integral<F: Float>(bits: impl Into<u128>, r: Round) -> u64 {
        F::from_bits(bits.into()).round_to_integral(r).value.to_bits() as u64
    }

    #[inline(always)]
    pub fn min<F: Float>(a: impl Into<u128>, b: impl Into<u128>) -> u64 {
        F::from_bits(a.into()).min(F::from_bits(b.into())).to_bits() as u64
    }

    #[inline(always)]
    pub fn lt<F: Float>(a: impl Into<u128>, b: impl Into<u128>) -> bool {
        F::from_bits(a.into()) < F::from_bits(b.into())
    }
}

/// MPFR, with a precision of 53 or 24 bits. This module does not round subnormal results to their lower precision.
pub mod mpfr {
    use super::{AddAssignRound, DivAssignRound, MpfrRound, MulAssignRound};
    use rug::Float;

    pub const RN: MpfrRound = MpfrRound::Nearest;
    pub const RZ: MpfrRound = MpfrRound::Zero;

    macro_rules! operations {
        ($($t:ty, $precision:literal, $to:ident: $add:ident $mul:ident $div:ident $sqrt:ident $fma:ident;)*) => { $(
            pub fn $add(a: $t, b: $t, r: MpfrRound) -> $t {
                let mut x = Float::with_val($precision, a);
                x.add_assign_round(b, r);
                x.$to()
            }
            pub fn $mul(a: $t, b: $t, r: MpfrRound) -> $t {
                let mut x = Float::with_val($precision, a);
                x.mul_assign_round(b, r);
                x.$to()
            }
            pub fn $div(a: $t, b: $t, r: MpfrRound) -> $t {
                let mut x = Float::with_val($precision, a);
                x.div_assign_round(b, r);
                x.$to()
            }
            pub fn $sqrt(a: $t, r: MpfrRound) -> $t {
                let mut x = Float::with_val($precision, a);
                x.sqrt_round(r);
                x.$to()
            }
            pub fn $fma(a: $t, b: $t, c: $t, r: MpfrRound) -> $t {
                let mut x = Float::with_val($precision, a);
                let [b, c] = [b, c].map(|y| Float::with_val($precision, y));
                x.mul_add_round(&b, &c, r);
                x.$to()
            }
        )* };
    }
    operations! {
        f32, 24, to_f32: add_f32 mul_f32 div_f32 sqrt_f32 fma_f32;
        f64, 53, to_f64: add_f64 mul_f64 div_f64 sqrt_f64 fma_f64;
    }
}
