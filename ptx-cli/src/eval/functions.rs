//! The functions of `ptx-core` by name, on operands and modes that are known at run time.

use ptx_core::{
    Combination, Comparison, Nans, Property, Rectification, Rounding, Saturation, Signs, Sm,
    Subnormals,
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
    abs_bf16 abs_bf16x2 abs_f16 abs_f16x2 abs_f32 abs_f64 add_bf16 add_bf16x2 add_f16 add_f16x2
    add_f32 add_f32_bf16 add_f32_f16 add_f32x2 add_f64 and_pred boolop copysign_f32 copysign_f64
    cos_approx_f32 div_approx_f32 div_f32 div_f64 div_full_f32 ex2_approx_f16 ex2_approx_f16x2
    ex2_approx_f32 ex2_approx_ftz_bf16 ex2_approx_ftz_bf16x2 fma_bf16 fma_bf16x2 fma_f16 fma_f16x2
    fma_f32 fma_f32_bf16 fma_f32_f16 fma_f32x2 fma_f64 fma_oob_bf16 fma_oob_bf16x2 fma_oob_f16
    fma_oob_f16x2 fma_relu_f16 fma_relu_f16x2 lg2_approx_f32 mad_f32 mad_map_f64 max3_f32 max_bf16
    max_bf16x2 max_f16 max_f16x2 max_f32 max_f64 max_xorsign_abs_bf16 max_xorsign_abs_bf16x2
    max_xorsign_abs_f16 max_xorsign_abs_f16x2 max_xorsign_abs_f32 min3_f32 min_bf16 min_bf16x2
    min_f16 min_f16x2 min_f32 min_f64 min_xorsign_abs_bf16 min_xorsign_abs_bf16x2
    min_xorsign_abs_f16 min_xorsign_abs_f16x2 min_xorsign_abs_f32 mul_bf16 mul_bf16x2 mul_f16
    mul_f16x2 mul_f32 mul_f32x2 mul_f64 neg_bf16 neg_bf16x2 neg_f16 neg_f16x2 neg_f32 neg_f64
    not_pred or_pred rcp_approx_f32 rcp_approx_ftz_f64 rcp_f32 rcp_f64 rsqrt_approx_f32
    rsqrt_approx_f64 rsqrt_approx_ftz_f64 set_bf16 set_f16 set_f32 set_pair_bf16x2 set_pair_f16x2
    set_pair_s32 set_pair_u32 set_s16 set_s32 set_u16 set_u32 setp_b16 setp_b32 setp_b64 setp_bf16
    setp_bf16x2 setp_f16 setp_f16x2 setp_f32 setp_f64 setp_s16 setp_s32 setp_s64 setp_u16 setp_u32
    setp_u64 sin_approx_f32 sqrt_approx_f32 sqrt_f32 sqrt_f64 sub_bf16 sub_bf16x2 sub_f16 sub_f16x2
    sub_f32 sub_f32_bf16 sub_f32_f16 sub_f32x2 sub_f64 tanh_approx_bf16 tanh_approx_bf16x2
    tanh_approx_f16 tanh_approx_f16x2 tanh_approx_f32 testp_f32 testp_f64 xor_pred
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
