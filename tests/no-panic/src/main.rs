//! Every public function of ptx-core on arguments that the optimiser does not know. The panic
//! handler calls a function that does not exist, so this links only if no path to it is left.
//!
//! ptx-core/tests/no_panic.rs builds this, and sees that no function is forgotten.
#![no_std]
#![no_main]

use core::hint::black_box;
use ptx_core::sass::{self, Combination, Comparison, Signedness};
use ptx_core::{Nans, Property, Rectification, Rounding, Saturation, Signs, Sm, Subnormals, mufu};

unsafe extern "C" {
    safe fn a_path_to_a_panic_is_left() -> !;
}

// The start files' own needs; core, built to unwind, names the personality and never calls it.
#[link(name = "c")]
unsafe extern "C" {}

#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    a_path_to_a_panic_is_left()
}

/// A value of a type.
macro_rules! some {
    (f32) => {
        1.0_f32
    };
    (f64) => {
        1.0_f64
    };
    (u16) => {
        1_u16
    };
    (u32) => {
        1_u32
    };
    (u64) => {
        1_u64
    };
    (Rounding) => {
        Rounding::Rn
    };
    (Subnormals) => {
        Subnormals::Keep
    };
    (Saturation) => {
        Saturation::Off
    };
    (Rectification) => {
        Rectification::Linear
    };
    (Nans) => {
        Nans::Ignored
    };
    (Signs) => {
        Signs::Signed
    };
    (Property) => {
        Property::Finite
    };
    (Sm) => {
        Sm(90)
    };
    (bool) => {
        true
    };
    (Results) => {
        [true, false]
    };
    (i16) => {
        1_i16
    };
    (i32) => {
        1_i32
    };
    (i64) => {
        1_i64
    };
    (Combination) => {
        Combination::And
    };
    (Comparison) => {
        Comparison::Geu
    };
    (Signedness) => {
        Signedness::Signed
    };
}

/// Calls each function of a module, written with the types of its arguments.
macro_rules! call {
    ($module:ident: $($name:ident($($type:tt),*);)*) => {
        $( black_box($module::$name($(black_box(some!($type))),*)); )*
    };
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    call! { ptx_core:
        abs_bf16(u16);
        abs_bf16x2(u32);
        abs_f16(u16, Subnormals);
        abs_f16x2(u32, Subnormals);
        abs_f32(f32, Subnormals);
        abs_f64(f64);
        add_bf16(u16, u16, Rounding);
        add_bf16x2(u32, u32, Rounding);
        add_f16(u16, u16, Rounding, Subnormals, Saturation);
        add_f16x2(u32, u32, Rounding, Subnormals, Saturation);
        add_f32(f32, f32, Rounding, Subnormals, Saturation);
        add_f32_bf16(u16, f32, Rounding, Saturation);
        add_f32_f16(u16, f32, Rounding, Saturation);
        add_f32x2(u64, u64, Rounding, Subnormals);
        add_f64(f64, f64, Rounding);
        and_pred(bool, bool);
        boolop(Results, bool, Combination);
        copysign_f32(f32, f32);
        copysign_f64(f64, f64);
        cos_approx_f32(f32, Subnormals, Sm);
        div_approx_f32(f32, f32, Subnormals);
        div_f32(f32, f32, Rounding, Subnormals);
        div_f64(f64, f64, Rounding);
        div_full_f32(f32, f32, Subnormals);
        ex2_approx_f16(u16);
        ex2_approx_f16x2(u32);
        ex2_approx_f32(f32, Subnormals, Sm);
        ex2_approx_ftz_bf16(u16);
        ex2_approx_ftz_bf16x2(u32);
        fma_bf16(u16, u16, u16, Rounding, Rectification);
        fma_bf16x2(u32, u32, u32, Rounding, Rectification);
        fma_f16(u16, u16, u16, Rounding, Subnormals, Saturation);
        fma_f16x2(u32, u32, u32, Rounding, Subnormals, Saturation);
        fma_f32(f32, f32, f32, Rounding, Subnormals, Saturation);
        fma_f32_bf16(u16, u16, f32, Rounding, Saturation);
        fma_f32_f16(u16, u16, f32, Rounding, Saturation);
        fma_f32x2(u64, u64, u64, Rounding, Subnormals);
        fma_f64(f64, f64, f64, Rounding);
        fma_oob_bf16(u16, u16, u16, Rounding, Rectification);
        fma_oob_bf16x2(u32, u32, u32, Rounding, Rectification);
        fma_oob_f16(u16, u16, u16, Rounding, Rectification);
        fma_oob_f16x2(u32, u32, u32, Rounding, Rectification);
        fma_relu_f16(u16, u16, u16, Rounding, Subnormals);
        fma_relu_f16x2(u32, u32, u32, Rounding, Subnormals);
        lg2_approx_f32(f32, Subnormals);
        mad_f32(f32, f32, f32, Subnormals, Saturation);
        mad_map_f64(f32, f32, f32, Rounding, Subnormals);
        max3_f32(f32, f32, f32, Subnormals, Nans, Signs);
        max_bf16(u16, u16, Nans);
        max_bf16x2(u32, u32, Nans);
        max_f16(u16, u16, Subnormals, Nans);
        max_f16x2(u32, u32, Subnormals, Nans);
        max_f32(f32, f32, Subnormals, Nans);
        max_f64(f64, f64);
        max_xorsign_abs_bf16(u16, u16, Nans);
        max_xorsign_abs_bf16x2(u32, u32, Nans);
        max_xorsign_abs_f16(u16, u16, Subnormals, Nans);
        max_xorsign_abs_f16x2(u32, u32, Subnormals, Nans);
        max_xorsign_abs_f32(f32, f32, Subnormals, Nans);
        min3_f32(f32, f32, f32, Subnormals, Nans, Signs);
        min_bf16(u16, u16, Nans);
        min_bf16x2(u32, u32, Nans);
        min_f16(u16, u16, Subnormals, Nans);
        min_f16x2(u32, u32, Subnormals, Nans);
        min_f32(f32, f32, Subnormals, Nans);
        min_f64(f64, f64);
        min_xorsign_abs_bf16(u16, u16, Nans);
        min_xorsign_abs_bf16x2(u32, u32, Nans);
        min_xorsign_abs_f16(u16, u16, Subnormals, Nans);
        min_xorsign_abs_f16x2(u32, u32, Subnormals, Nans);
        min_xorsign_abs_f32(f32, f32, Subnormals, Nans);
        mul_bf16(u16, u16, Rounding);
        mul_bf16x2(u32, u32, Rounding);
        mul_f16(u16, u16, Rounding, Subnormals, Saturation);
        mul_f16x2(u32, u32, Rounding, Subnormals, Saturation);
        mul_f32(f32, f32, Rounding, Subnormals, Saturation);
        mul_f32x2(u64, u64, Rounding, Subnormals);
        mul_f64(f64, f64, Rounding);
        narrow_map_f64(f64);
        neg_bf16(u16);
        neg_bf16x2(u32);
        neg_f16(u16, Subnormals);
        neg_f16x2(u32, Subnormals);
        neg_f32(f32, Subnormals);
        neg_f64(f64);
        not_pred(bool);
        or_pred(bool, bool);
        rcp_approx_f32(f32, Subnormals);
        rcp_approx_ftz_f64(f64);
        rcp_f32(f32, Rounding, Subnormals);
        rcp_f64(f64, Rounding);
        rsqrt_approx_f32(f32, Subnormals);
        rsqrt_approx_f64(f64);
        rsqrt_approx_ftz_f64(f64);
        selp(u32, u32, bool);
        set_bf16(Results);
        set_f16(Results);
        set_f32(Results);
        set_pair_bf16x2(Results);
        set_pair_f16x2(Results);
        set_pair_s32(Results);
        set_pair_u32(Results);
        set_s16(Results);
        set_s32(Results);
        set_u16(Results);
        set_u32(Results);
        setp_b16(u16, u16, Comparison);
        setp_b32(u32, u32, Comparison);
        setp_b64(u64, u64, Comparison);
        setp_bf16(u16, u16, Comparison);
        setp_bf16x2(u32, u32, Comparison);
        setp_f16(u16, u16, Comparison, Subnormals);
        setp_f16x2(u32, u32, Comparison, Subnormals);
        setp_f32(f32, f32, Comparison, Subnormals);
        setp_f64(f64, f64, Comparison);
        setp_s16(i16, i16, Comparison);
        setp_s32(i32, i32, Comparison);
        setp_s64(i64, i64, Comparison);
        setp_u16(u16, u16, Comparison);
        setp_u32(u32, u32, Comparison);
        setp_u64(u64, u64, Comparison);
        sin_approx_f32(f32, Subnormals, Sm);
        slct_f32(u32, u32, f32, Subnormals);
        slct_s32(u32, u32, i32);
        sqrt_approx_f32(f32, Subnormals, Sm);
        sqrt_f32(f32, Rounding, Subnormals);
        sqrt_f64(f64, Rounding);
        sub_bf16(u16, u16, Rounding);
        sub_bf16x2(u32, u32, Rounding);
        sub_f16(u16, u16, Rounding, Subnormals, Saturation);
        sub_f16x2(u32, u32, Rounding, Subnormals, Saturation);
        sub_f32(f32, f32, Rounding, Subnormals, Saturation);
        sub_f32_bf16(u16, f32, Rounding, Saturation);
        sub_f32_f16(u16, f32, Rounding, Saturation);
        sub_f32x2(u64, u64, Rounding, Subnormals);
        sub_f64(f64, f64, Rounding);
        tanh_approx_bf16(u16);
        tanh_approx_bf16x2(u32);
        tanh_approx_f16(u16);
        tanh_approx_f16x2(u32);
        tanh_approx_f32(f32);
        testp_f32(f32, Property);
        testp_f64(f64, Property);
        widen_map_f64(f32);
        xor_pred(bool, bool);
    }
    call! { mufu:
        cos(u32);
        cos_float(u32);
        ex2(u32);
        ex2_float(u32);
        lg2(u32);
        rcp(u32);
        rcp64h(u32);
        rro_ex2(u32);
        rro_sincos(u32);
        rsq(u32);
        rsq64h(u32);
        sat(u32);
        sin(u32);
        sin_float(u32);
        sqrt(u32);
    }
    call! { sass:
        absolute(u32);
        absolute_double(u64);
        dadd(u64, u64, Rounding);
        dfma(u64, u64, u64, Rounding);
        dmul(u64, u64, Rounding);
        dsetp(u64, u64, bool, Comparison, Combination);
        fadd(u32, u32, Subnormals, Rounding, Saturation);
        ffma(u32, u32, u32, Subnormals, Rounding, Saturation);
        fmul(u32, u32, Subnormals, Rounding, Saturation);
        fsel(u32, u32, bool, Subnormals);
        fsetp(u32, u32, bool, Comparison, Subnormals, Combination);
        iadd(u32, u32);
        isetp(u32, u32, bool, Comparison, Signedness, Combination);
        lop_and(u32, u32);
        lop_or(u32, u32);
        lop_xor(u32, u32);
        mov(u32);
        mufu_cos(u32, Saturation);
        mufu_cos_float(u32, Saturation);
        mufu_ex2(u32, Saturation);
        mufu_ex2_float(u32, Saturation);
        mufu_lg2(u32, Saturation);
        mufu_rcp(u32, Saturation);
        mufu_rcp64h(u32, Saturation);
        mufu_rsq(u32, Saturation);
        mufu_rsq64h(u32, Saturation);
        mufu_sin(u32, Saturation);
        mufu_sin_float(u32, Saturation);
        mufu_sqrt(u32, Saturation);
        negate(u32);
        negate_double(u64);
        negate_integer(u32);
        sel(u32, u32, bool);
    }
    0
}
