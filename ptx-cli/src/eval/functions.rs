//! The functions of `ptx-core` by name, on operands and modes that are known at run time.

use ptx_core::{
    Amount, Combination, Comparison, Limit, Nans, Permutation, Property, Rectification, Rounding,
    Saturation, Signs, Sm, Subnormals,
};
use ptx_isa::{Call, Results};
use std::slice::Iter;

/// What a call is made of: the bits of its sources, the names of its modes, the architecture.
struct Arguments<'a> {
    sources: Iter<'a, u64>,
    modes: Iter<'a, &'static str>,
    sm: Option<u16>,
}

/// A parameter of a function of `ptx-core`.
trait Parameter: Sized {
    fn take(arguments: &mut Arguments<'_>) -> Option<Self>;
}

/// What a function of `ptx-core` returns, as bits.
trait Returned {
    fn bits(self) -> u64;
}

macro_rules! operands {
    ($($ty:ty: |$bits:ident| $from:expr, |$value:ident| $to:expr;)*) => { $(
        impl Parameter for $ty {
            fn take(arguments: &mut Arguments<'_>) -> Option<Self> {
                let $bits = *arguments.sources.next()?;
                Some($from)
            }
        }

        impl Returned for $ty {
            fn bits(self) -> u64 {
                let $value = self;
                $to
            }
        }
    )* };
}

operands! {
    bool: |bits| bits & 1 == 1, |value| u64::from(value);
    [bool; 2]: |bits| [bits & 1 == 1, bits & 2 == 2], |value| u64::from(value[0]) | u64::from(value[1]) << 1;
    u8: |bits| bits as u8, |value| u64::from(value);
    u16: |bits| bits as u16, |value| u64::from(value);
    u32: |bits| bits as u32, |value| u64::from(value);
    u64: |bits| bits, |value| value;
    i8: |bits| bits as i8, |value| u64::from(value as u8);
    i16: |bits| bits as i16, |value| u64::from(value as u16);
    i32: |bits| bits as i32, |value| u64::from(value as u32);
    i64: |bits| bits as i64, |value| value as u64;
    f32: |bits| f32::from_bits(bits as u32), |value| u64::from(value.to_bits());
    f64: |bits| f64::from_bits(bits), |value| value.to_bits();
}

macro_rules! modes {
    ($($mode:ident: $($variant:ident)+;)*) => { $(
        impl Parameter for $mode {
            fn take(arguments: &mut Arguments<'_>) -> Option<Self> {
                match *arguments.modes.next()? {
                    $(stringify!($variant) => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    )*
        /// The enum of `ptx-core` that has this variant.
        #[must_use]
        pub fn mode(variant: &str) -> Option<&'static str> {
            $(
                if [$(stringify!($variant)),+].contains(&variant) {
                    return Some(stringify!($mode));
                }
            )*
            None
        }
    };
}

modes! {
    Rounding: Rn Rz Rm Rp;
    Subnormals: Keep Flush;
    Saturation: Off Sat;
    Rectification: Linear Relu;
    Limit: Unlimited Satfinite;
    Amount: Clamp Wrap;
    Permutation: Selected F4e B4e Rc8 Ecl Ecr Rc16;
    Nans: Ignored Propagated;
    Signs: Signed Abs;
    Comparison: Eq Ne Lt Le Gt Ge Equ Neu Ltu Leu Gtu Geu Num Nan;
    Combination: And Or Xor;
    Property: Finite Infinite Number NotANumber Normal Subnormal;
}

impl Parameter for Sm {
    fn take(arguments: &mut Arguments<'_>) -> Option<Self> {
        arguments.sm.take().map(Self)
    }
}

/// A function of `ptx-core` with any parameters.
trait Function<Parameters> {
    fn call(self, arguments: &mut Arguments<'_>) -> Option<u64>;
}

macro_rules! arities {
    ($($($parameter:ident)+;)*) => { $(
        impl<F, R: Returned, $($parameter: Parameter),+> Function<($($parameter,)+)> for F
        where
            F: Fn($($parameter),+) -> R,
        {
            fn call(self, arguments: &mut Arguments<'_>) -> Option<u64> {
                Some(self($($parameter::take(arguments)?),+).bits())
            }
        }
    )* };
}

arities! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E G;
    A B C D E G H;
    A B C D E G H I;
}

macro_rules! functions {
    ($($name:ident)* ; $($generic:ident)*) => {
        fn by_name(name: &str, arguments: &mut Arguments<'_>) -> Option<u64> {
            match name {
                $(stringify!($name) => Function::call(ptx_core::$name, arguments),)*
                $(stringify!($generic) => Function::call(ptx_core::$generic::<u64>, arguments),)*
                _ => None,
            }
        }
    };
}

functions! {
    abs_bf16 abs_bf16x2 abs_f16 abs_f16x2 abs_f32 abs_f64 abs_s16 abs_s32 abs_s64 add_bf16
    add_bf16x2 add_f16 add_f16x2 add_f32 add_f32_bf16 add_f32_f16 add_f32x2 add_f64 add_s16 add_s32
    add_s64 add_u16 add_u32 add_u64 and_b16 and_b32 and_b64 and_pred bfe_s32 bfe_s64 bfe_u32 bfe_u64
    bfi_b32 bfi_b64 bfind_s32 bfind_s64 bfind_shiftamt_s32 bfind_shiftamt_s64 bfind_shiftamt_u32
    bfind_shiftamt_u64 bfind_u32 bfind_u64 bmsk_b32 boolop brev_b32 brev_b64 clz_b32 clz_b64
    cnot_b16 cnot_b32 cnot_b64 copysign_f32 copysign_f64 cos_approx_f32 cvt_bf16_bf16 cvt_bf16_f16
    cvt_bf16_f32 cvt_bf16_f64 cvt_bf16_s16 cvt_bf16_s32 cvt_bf16_s64 cvt_bf16_s8 cvt_bf16_u16
    cvt_bf16_u32 cvt_bf16_u64 cvt_bf16_u8 cvt_f16_bf16 cvt_f16_f16 cvt_f16_f32 cvt_f16_f64
    cvt_f16_s16 cvt_f16_s32 cvt_f16_s64 cvt_f16_s8 cvt_f16_u16 cvt_f16_u32 cvt_f16_u64 cvt_f16_u8
    cvt_f32_bf16 cvt_f32_f16 cvt_f32_f32 cvt_f32_f64 cvt_f32_s16 cvt_f32_s32 cvt_f32_s64 cvt_f32_s8
    cvt_f32_u16 cvt_f32_u32 cvt_f32_u64 cvt_f32_u8 cvt_f64_bf16 cvt_f64_f16 cvt_f64_f32 cvt_f64_f64
    cvt_f64_s16 cvt_f64_s32 cvt_f64_s64 cvt_f64_s8 cvt_f64_u16 cvt_f64_u32 cvt_f64_u64 cvt_f64_u8
    cvt_frnd2_bf16_f32 cvt_frnd2_bf16x2_f32 cvt_frnd2_f16_f32 cvt_frnd2_f16x2_f32 cvt_frnd2_tf32_f32
    cvt_irnd_bf16_bf16 cvt_irnd_f16_f16 cvt_irnd_f32_f32 cvt_irnd_f64_f64 cvt_rna_tf32_f32
    cvt_s16_bf16 cvt_s16_f16 cvt_s16_f32 cvt_s16_f64 cvt_s16_s16 cvt_s16_s32 cvt_s16_s64 cvt_s16_s8
    cvt_s16_u16 cvt_s16_u32 cvt_s16_u64 cvt_s16_u8 cvt_s32_bf16 cvt_s32_f16 cvt_s32_f32 cvt_s32_f64
    cvt_s32_s16 cvt_s32_s32 cvt_s32_s64 cvt_s32_s8 cvt_s32_u16 cvt_s32_u32 cvt_s32_u64 cvt_s32_u8
    cvt_s64_bf16 cvt_s64_f16 cvt_s64_f32 cvt_s64_f64 cvt_s64_s16 cvt_s64_s32 cvt_s64_s64 cvt_s64_s8
    cvt_s64_u16 cvt_s64_u32 cvt_s64_u64 cvt_s64_u8 cvt_s8_bf16 cvt_s8_f16 cvt_s8_f32 cvt_s8_f64
    cvt_s8_s16 cvt_s8_s32 cvt_s8_s64 cvt_s8_s8 cvt_s8_u16 cvt_s8_u32 cvt_s8_u64 cvt_s8_u8
    cvt_sat_s16_s32 cvt_sat_s16_s64 cvt_sat_s16_u16 cvt_sat_s16_u32 cvt_sat_s16_u64 cvt_sat_s32_s64
    cvt_sat_s32_u32 cvt_sat_s32_u64 cvt_sat_s64_u64 cvt_sat_s8_s16 cvt_sat_s8_s32 cvt_sat_s8_s64
    cvt_sat_s8_u16 cvt_sat_s8_u32 cvt_sat_s8_u64 cvt_sat_s8_u8 cvt_sat_u16_s16 cvt_sat_u16_s32
    cvt_sat_u16_s64 cvt_sat_u16_s8 cvt_sat_u16_u32 cvt_sat_u16_u64 cvt_sat_u32_s16 cvt_sat_u32_s32
    cvt_sat_u32_s64 cvt_sat_u32_s8 cvt_sat_u32_u64 cvt_sat_u64_s16 cvt_sat_u64_s32 cvt_sat_u64_s64
    cvt_sat_u64_s8 cvt_sat_u8_s16 cvt_sat_u8_s32 cvt_sat_u8_s64 cvt_sat_u8_s8 cvt_sat_u8_u16
    cvt_sat_u8_u32 cvt_sat_u8_u64 cvt_u16_bf16 cvt_u16_f16 cvt_u16_f32 cvt_u16_f64 cvt_u16_s16
    cvt_u16_s32 cvt_u16_s64 cvt_u16_s8 cvt_u16_u16 cvt_u16_u32 cvt_u16_u64 cvt_u16_u8 cvt_u32_bf16
    cvt_u32_f16 cvt_u32_f32 cvt_u32_f64 cvt_u32_s16 cvt_u32_s32 cvt_u32_s64 cvt_u32_s8 cvt_u32_u16
    cvt_u32_u32 cvt_u32_u64 cvt_u32_u8 cvt_u64_bf16 cvt_u64_f16 cvt_u64_f32 cvt_u64_f64 cvt_u64_s16
    cvt_u64_s32 cvt_u64_s64 cvt_u64_s8 cvt_u64_u16 cvt_u64_u32 cvt_u64_u64 cvt_u64_u8 cvt_u8_bf16
    cvt_u8_f16 cvt_u8_f32 cvt_u8_f64 cvt_u8_s16 cvt_u8_s32 cvt_u8_s64 cvt_u8_s8 cvt_u8_u16
    cvt_u8_u32 cvt_u8_u64 cvt_u8_u8 div_approx_f32 div_f32 div_f64 div_full_f32 div_s16 div_s32
    div_s64 div_u16 div_u32 div_u64 dp2a_hi_s32_s32 dp2a_hi_s32_u32 dp2a_hi_u32_s32 dp2a_hi_u32_u32
    dp2a_lo_s32_s32 dp2a_lo_s32_u32 dp2a_lo_u32_s32 dp2a_lo_u32_u32 dp4a_s32_s32 dp4a_s32_u32
    dp4a_u32_s32 dp4a_u32_u32 ex2_approx_f16 ex2_approx_f16x2 ex2_approx_f32 ex2_approx_ftz_bf16
    ex2_approx_ftz_bf16x2 fma_bf16 fma_bf16x2 fma_f16 fma_f16x2 fma_f32 fma_f32_bf16 fma_f32_f16
    fma_f32x2 fma_f64 fma_oob_bf16 fma_oob_bf16x2 fma_oob_f16 fma_oob_f16x2 fma_oob_sat_f16
    fma_oob_sat_f16x2 fma_relu_f16 fma_relu_f16x2 fns_b32 lg2_approx_f32 lop3_b32 mad24_hi_s32
    mad24_hi_sat_s32 mad24_hi_u32 mad24_lo_s32 mad24_lo_u32 mad_f32 mad_hi_s16 mad_hi_s32 mad_hi_s64
    mad_hi_sat_s32 mad_hi_u16 mad_hi_u32 mad_hi_u64 mad_lo_s16 mad_lo_s32 mad_lo_s64 mad_lo_u16
    mad_lo_u32 mad_lo_u64 mad_map_f64 mad_wide_s16 mad_wide_s32 mad_wide_u16 mad_wide_u32 max3_f32
    max_bf16 max_bf16x2 max_f16 max_f16x2 max_f32 max_f64 max_s16 max_s32 max_s64 max_u16 max_u32
    max_u64 max_xorsign_abs_bf16 max_xorsign_abs_bf16x2 max_xorsign_abs_f16 max_xorsign_abs_f16x2
    max_xorsign_abs_f32 min3_f32 min_bf16 min_bf16x2 min_f16 min_f16x2 min_f32 min_f64 min_s16
    min_s32 min_s64 min_u16 min_u32 min_u64 min_xorsign_abs_bf16 min_xorsign_abs_bf16x2
    min_xorsign_abs_f16 min_xorsign_abs_f16x2 min_xorsign_abs_f32 mul24_hi_s32 mul24_hi_u32
    mul24_lo_s32 mul24_lo_u32 mul_bf16 mul_bf16x2 mul_f16 mul_f16x2 mul_f32 mul_f32x2 mul_f64
    mul_hi_s16 mul_hi_s32 mul_hi_s64 mul_hi_u16 mul_hi_u32 mul_hi_u64 mul_lo_s16 mul_lo_s32
    mul_lo_s64 mul_lo_u16 mul_lo_u32 mul_lo_u64 mul_wide_s16 mul_wide_s32 mul_wide_u16 mul_wide_u32
    neg_bf16 neg_bf16x2 neg_f16 neg_f16x2 neg_f32 neg_f64 neg_s16 neg_s32 neg_s64 not_b16 not_b32
    not_b64 not_pred or_b16 or_b32 or_b64 or_pred popc_b32 popc_b64 prmt_b32 rcp_approx_f32
    rcp_approx_ftz_f64 rcp_f32 rcp_f64 rem_s16 rem_s32 rem_s64 rem_u16 rem_u32 rem_u64
    rsqrt_approx_f32 rsqrt_approx_f64 rsqrt_approx_ftz_f64 sad_s16 sad_s32 sad_s64 sad_u16 sad_u32
    sad_u64 set_bf16 set_f16 set_f32 set_pair_bf16x2 set_pair_f16x2 set_pair_s32 set_pair_u32
    set_s16 set_s32 set_u16 set_u32 setp_b16 setp_b32 setp_b64 setp_bf16 setp_bf16x2 setp_f16
    setp_f16x2 setp_f32 setp_f64 setp_s16 setp_s32 setp_s64 setp_u16 setp_u32 setp_u64 shf_l_b32
    shf_r_b32 shl_b16 shl_b32 shl_b64 shr_b16 shr_b32 shr_b64 shr_s16 shr_s32 shr_s64 shr_u16
    shr_u32 shr_u64 sin_approx_f32 sqrt_approx_f32 sqrt_f32 sqrt_f64 sub_bf16 sub_bf16x2 sub_f16
    sub_f16x2 sub_f32 sub_f32_bf16 sub_f32_f16 sub_f32x2 sub_f64 sub_s16 sub_s32 sub_s64 sub_u16
    sub_u32 sub_u64 szext_s32 szext_u32 tanh_approx_bf16 tanh_approx_bf16x2 tanh_approx_f16
    tanh_approx_f16x2 tanh_approx_f32 testp_f32 testp_f64 xor_b16 xor_b32 xor_b64 xor_pred
    ; selp slct_f32 slct_s32
}

/// The bits that a call gives on these sources, of a pair of predicates the first one lowest; `None`
/// if its function, modes and sources are not those of a function of `ptx-core`.
#[must_use]
pub fn compute(call: &Call, sources: &[u64]) -> Option<u64> {
    let (sources, combined) = match (call.combination, sources) {
        (Some(op), [sources @ .., c]) => (sources, Some((op, *c))),
        _ => (sources, None),
    };
    let narrow = |&bits: &u64| ptx_core::narrow_map_f64(f64::from_bits(bits)).bits();
    let narrowed: Vec<u64> = sources.iter().map(narrow).collect();
    let sources = if call.narrowed { &narrowed } else { sources };
    let mut result = called(&call.function, sources, &call.modes, call.sm)?;
    if let Some((op, c)) = combined {
        result = called("boolop", &[result, c], &[op], None)?;
    }
    match &call.results {
        Results::Value if call.narrowed => {
            Some(ptx_core::widen_map_f64(f32::from_bits(result as u32)).to_bits())
        }
        Results::Value | Results::Both => Some(result),
        Results::Set(set) => called(set, &[result], &[], None),
    }
}

/// What a function gives on exactly these arguments.
fn called(name: &str, sources: &[u64], modes: &[&'static str], sm: Option<u16>) -> Option<u64> {
    let mut arguments = Arguments { sources: sources.iter(), modes: modes.iter(), sm };
    let result = by_name(name, &mut arguments)?;
    let all_used =
        arguments.sources.len() == 0 && arguments.modes.len() == 0 && arguments.sm.is_none();
    all_used.then_some(result)
}
