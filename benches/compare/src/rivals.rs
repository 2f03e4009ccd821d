//! The competitors' operations on plain floats and bits.

use rug::float::Round as MpfrRound;
use rug::ops::{AddAssignRound, DivAssignRound, MulAssignRound};
use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};
use softfloat_sys::{float16_t, float32_t, float64_t};

/// SoftFloat's rounding mode for each of `.rn .rz .rm .rp`: it is the thread's.
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
            add_f32 f32_add(a, b) mul_f32 f32_mul(a, b) div_f32 f32_div(a, b) sqrt_f32 f32_sqrt(a)
            fma_f32 f32_mulAdd(a, b, c);
        f64, float64_t, f64::from_bits, f64::to_bits =>
            add_f64 f64_add(a, b) mul_f64 f64_mul(a, b) div_f64 f64_div(a, b) sqrt_f64 f64_sqrt(a)
            fma_f64 f64_mulAdd(a, b, c);
        u16, float16_t, core::convert::identity, core::convert::identity =>
            add_f16 f16_add(a, b) mul_f16 f16_mul(a, b) fma_f16 f16_mulAdd(a, b, c);
    }

    #[inline(always)]
    pub fn cvt_f16_f32(a: f32) -> u16 {
        unsafe { softfloat_sys::f32_to_f16(float32_t { v: a.to_bits() }) }.v
    }
    #[inline(always)]
    pub fn cvt_bf16_f32(a: f32) -> u16 {
        unsafe { softfloat_sys::f32_to_bf16(float32_t { v: a.to_bits() }) }.v
    }
    #[inline(always)]
    pub fn cvt_f32_f64(a: f64) -> f32 {
        f32::from_bits(unsafe { softfloat_sys::f64_to_f32(float64_t { v: a.to_bits() }) }.v)
    }
    #[inline(always)]
    pub fn cvt_f32_f16(a: u16) -> f32 {
        f32::from_bits(unsafe { softfloat_sys::f16_to_f32(float16_t { v: a }) }.v)
    }
    #[inline(always)]
    pub fn cvt_rni_s32_f32(a: f32) -> i32 {
        let mode = softfloat_sys::softfloat_round_near_even;
        unsafe { softfloat_sys::f32_to_i32(float32_t { v: a.to_bits() }, mode, true) as i32 }
    }
    #[inline(always)]
    pub fn cvt_rni_f32_f32(a: f32) -> f32 {
        let mode = softfloat_sys::softfloat_round_near_even;
        f32::from_bits(
            unsafe { softfloat_sys::f32_roundToInt(float32_t { v: a.to_bits() }, mode, true) }.v,
        )
    }
    #[inline(always)]
    pub fn cvt_f32_s32(a: i32) -> f32 {
        f32::from_bits(unsafe { softfloat_sys::i32_to_f32(a) }.v)
    }
}

pub const RN: Round = Round::NearestTiesToEven;
pub const RZ: Round = Round::TowardZero;
pub const RP: Round = Round::TowardPositive;

/// rustc_apfloat, through bits.
pub mod apfloat {
    use super::{Double, Float, FloatConvert, Half, Round, Single};

    macro_rules! operations {
        ($($t:ty, $F:ident, $of:expr, $bits:expr => $add:ident $mul:ident $fma:ident $($div:ident)?;)*) => { $(
            #[inline(always)]
            pub fn $add(a: $t, b: $t, r: Round) -> $t {
                $of($F::from_bits($bits(a).into()).add_r($F::from_bits($bits(b).into()), r).value.to_bits() as _)
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
        f32, Single, f32::from_bits, f32::to_bits => add_f32 mul_f32 fma_f32 div_f32;
        f64, Double, f64::from_bits, f64::to_bits => add_f64 mul_f64 fma_f64 div_f64;
        u16, Half, core::convert::identity::<u16>, core::convert::identity::<u16> => add_f16 mul_f16 fma_f16;
    }

    pub fn cvt_f16_f32(a: f32, r: Round) -> u16 {
        let half: Half = Single::from_bits(a.to_bits().into()).convert_r(r, &mut false).value;
        half.to_bits() as u16
    }
    pub fn cvt_f32_f64(a: f64, r: Round) -> f32 {
        let single: Single = Double::from_bits(a.to_bits().into()).convert_r(r, &mut false).value;
        f32::from_bits(single.to_bits() as u32)
    }
    pub fn cvt_s32_f32(a: f32, r: Round) -> i32 {
        Single::from_bits(a.to_bits().into()).to_i128_r(32, r, &mut false).value as i32
    }
    pub fn cvt_f32_s32(a: i32, r: Round) -> f32 {
        f32::from_bits(Single::from_i128_r(a.into(), r).value.to_bits() as u32)
    }
}

/// MPFR, with numbers of 53 and 24 bits, subnormals not rounded as such.
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
