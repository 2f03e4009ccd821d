//! Every public function of ptx-core on arguments that the optimiser does not know. The panic
//! handler calls a function that does not exist, so this links only if no path to it is left.
//!
//! ptx-core/tests/no_panic.rs builds this, and sees that no function is forgotten.
#![no_std]
#![no_main]

use core::hint::black_box;
use ptx_core::sass::{self, Combination, Comparison, Signedness};
use ptx_core::{
    Amount, Limit, Nans, Permutation, Property, Rectification, Rounding, Saturation, Signs, Sm,
    Subnormals, mufu,
};

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
    (u8) => {
        1_u8
    };
    (i8) => {
        1_i8
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
    (Limit) => {
        Limit::Unlimited
    };
    (Amount) => {
        Amount::Clamp
    };
    (Permutation) => {
        Permutation::Selected
    };
    ([$t:tt; $n:literal]) => {
        [some!($t); $n]
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
        abs_s16(i16);
        abs_s32(i32);
        abs_s64(i64);
        add_bf16(u16, u16, Rounding);
        add_bf16x2(u32, u32, Rounding);
        add_f16(u16, u16, Rounding, Subnormals, Saturation);
        add_f16x2(u32, u32, Rounding, Subnormals, Saturation);
        add_f32(f32, f32, Rounding, Subnormals, Saturation);
        add_f32_bf16(u16, f32, Rounding, Saturation);
        add_f32_f16(u16, f32, Rounding, Saturation);
        add_f32x2(u64, u64, Rounding, Subnormals);
        add_f64(f64, f64, Rounding);
        add_s16(i16, i16);
        add_s32(i32, i32, Saturation);
        add_s64(i64, i64);
        add_u16(u16, u16);
        add_u32(u32, u32);
        add_u64(u64, u64);
        and_b16(u16, u16);
        and_b32(u32, u32);
        and_b64(u64, u64);
        and_pred(bool, bool);
        bfe_s32(i32, u32, u32);
        bfe_s64(i64, u32, u32);
        bfe_u32(u32, u32, u32);
        bfe_u64(u64, u32, u32);
        bfi_b32(u32, u32, u32, u32);
        bfi_b64(u64, u64, u32, u32);
        bfind_s32(i32);
        bfind_s64(i64);
        bfind_shiftamt_s32(i32);
        bfind_shiftamt_s64(i64);
        bfind_shiftamt_u32(u32);
        bfind_shiftamt_u64(u64);
        bfind_u32(u32);
        bfind_u64(u64);
        boolop(Results, bool, Combination);
        brev_b32(u32);
        brev_b64(u64);
        clz_b32(u32);
        clz_b64(u64);
        cnot_b16(u16);
        cnot_b32(u32);
        cnot_b64(u64);
        copysign_f32(f32, f32);
        copysign_f64(f64, f64);
        cos_approx_f32(f32, Subnormals, Sm);
        cvt_bf16_bf16(u16);
        cvt_bf16_f16(u16, Rounding);
        cvt_bf16_f32(f32, Rounding, Subnormals);
        cvt_bf16_f64(f64, Rounding);
        cvt_bf16_s16(i16, Rounding);
        cvt_bf16_s32(i32, Rounding);
        cvt_bf16_s64(i64, Rounding);
        cvt_bf16_s8(i8, Rounding);
        cvt_bf16_u16(u16, Rounding);
        cvt_bf16_u32(u32, Rounding);
        cvt_bf16_u64(u64, Rounding);
        cvt_bf16_u8(u8, Rounding);
        cvt_f16_bf16(u16, Rounding);
        cvt_f16_f16(u16, Saturation);
        cvt_f16_f32(f32, Rounding, Subnormals, Saturation);
        cvt_f16_f64(f64, Rounding, Saturation);
        cvt_f16_s16(i16, Rounding, Saturation);
        cvt_f16_s32(i32, Rounding, Saturation);
        cvt_f16_s64(i64, Rounding, Saturation);
        cvt_f16_s8(i8, Rounding, Saturation);
        cvt_f16_u16(u16, Rounding, Saturation);
        cvt_f16_u32(u32, Rounding, Saturation);
        cvt_f16_u64(u64, Rounding, Saturation);
        cvt_f16_u8(u8, Rounding, Saturation);
        cvt_f32_bf16(u16, Subnormals);
        cvt_f32_f16(u16, Subnormals, Saturation);
        cvt_f32_f32(f32, Subnormals, Saturation);
        cvt_f32_f64(f64, Rounding, Subnormals, Saturation);
        cvt_f32_s16(i16, Rounding, Subnormals, Saturation);
        cvt_f32_s32(i32, Rounding, Subnormals, Saturation);
        cvt_f32_s64(i64, Rounding, Subnormals, Saturation);
        cvt_f32_s8(i8, Rounding, Subnormals, Saturation);
        cvt_f32_u16(u16, Rounding, Subnormals, Saturation);
        cvt_f32_u32(u32, Rounding, Subnormals, Saturation);
        cvt_f32_u64(u64, Rounding, Subnormals, Saturation);
        cvt_f32_u8(u8, Rounding, Subnormals, Saturation);
        cvt_f64_bf16(u16);
        cvt_f64_f16(u16, Saturation);
        cvt_f64_f32(f32, Subnormals, Saturation);
        cvt_f64_f64(f64, Saturation);
        cvt_f64_s16(i16, Rounding, Saturation);
        cvt_f64_s32(i32, Rounding, Saturation);
        cvt_f64_s64(i64, Rounding, Saturation);
        cvt_f64_s8(i8, Rounding, Saturation);
        cvt_f64_u16(u16, Rounding, Saturation);
        cvt_f64_u32(u32, Rounding, Saturation);
        cvt_f64_u64(u64, Rounding, Saturation);
        cvt_f64_u8(u8, Rounding, Saturation);
        cvt_frnd2_bf16_f32(f32, Rounding, Rectification, Limit);
        cvt_frnd2_bf16x2_f32(f32, f32, Rounding, Rectification, Limit);
        cvt_frnd2_f16_f32(f32, Rounding, Rectification, Limit);
        cvt_frnd2_f16x2_f32(f32, f32, Rounding, Rectification, Limit);
        cvt_frnd2_tf32_f32(f32, Rounding, Limit, Rectification);
        cvt_irnd_bf16_bf16(u16, Rounding);
        cvt_irnd_f16_f16(u16, Rounding, Saturation);
        cvt_irnd_f32_f32(f32, Rounding, Subnormals, Saturation);
        cvt_irnd_f64_f64(f64, Rounding, Saturation);
        cvt_rna_tf32_f32(f32, Limit);
        cvt_s16_bf16(u16, Rounding);
        cvt_s16_f16(u16, Rounding, Saturation);
        cvt_s16_f32(f32, Rounding, Subnormals, Saturation);
        cvt_s16_f64(f64, Rounding, Saturation);
        cvt_s16_s16(i16);
        cvt_s16_s32(i32);
        cvt_s16_s64(i64);
        cvt_s16_s8(i8);
        cvt_s16_u16(u16);
        cvt_s16_u32(u32);
        cvt_s16_u64(u64);
        cvt_s16_u8(u8);
        cvt_s32_bf16(u16, Rounding);
        cvt_s32_f16(u16, Rounding, Saturation);
        cvt_s32_f32(f32, Rounding, Subnormals, Saturation);
        cvt_s32_f64(f64, Rounding, Saturation);
        cvt_s32_s16(i16);
        cvt_s32_s32(i32);
        cvt_s32_s64(i64);
        cvt_s32_s8(i8);
        cvt_s32_u16(u16);
        cvt_s32_u32(u32);
        cvt_s32_u64(u64);
        cvt_s32_u8(u8);
        cvt_s64_bf16(u16, Rounding);
        cvt_s64_f16(u16, Rounding, Saturation);
        cvt_s64_f32(f32, Rounding, Subnormals, Saturation);
        cvt_s64_f64(f64, Rounding, Saturation);
        cvt_s64_s16(i16);
        cvt_s64_s32(i32);
        cvt_s64_s64(i64);
        cvt_s64_s8(i8);
        cvt_s64_u16(u16);
        cvt_s64_u32(u32);
        cvt_s64_u64(u64);
        cvt_s64_u8(u8);
        cvt_s8_bf16(u16, Rounding);
        cvt_s8_f16(u16, Rounding, Saturation);
        cvt_s8_f32(f32, Rounding, Subnormals, Saturation);
        cvt_s8_f64(f64, Rounding, Saturation);
        cvt_s8_s16(i16);
        cvt_s8_s32(i32);
        cvt_s8_s64(i64);
        cvt_s8_s8(i8);
        cvt_s8_u16(u16);
        cvt_s8_u32(u32);
        cvt_s8_u64(u64);
        cvt_s8_u8(u8);
        cvt_sat_s16_s32(i32);
        cvt_sat_s16_s64(i64);
        cvt_sat_s16_u16(u16);
        cvt_sat_s16_u32(u32);
        cvt_sat_s16_u64(u64);
        cvt_sat_s32_s64(i64);
        cvt_sat_s32_u32(u32);
        cvt_sat_s32_u64(u64);
        cvt_sat_s64_u64(u64);
        cvt_sat_s8_s16(i16);
        cvt_sat_s8_s32(i32);
        cvt_sat_s8_s64(i64);
        cvt_sat_s8_u16(u16);
        cvt_sat_s8_u32(u32);
        cvt_sat_s8_u64(u64);
        cvt_sat_s8_u8(u8);
        cvt_sat_u16_s16(i16);
        cvt_sat_u16_s32(i32);
        cvt_sat_u16_s64(i64);
        cvt_sat_u16_s8(i8);
        cvt_sat_u16_u32(u32);
        cvt_sat_u16_u64(u64);
        cvt_sat_u32_s16(i16);
        cvt_sat_u32_s32(i32);
        cvt_sat_u32_s64(i64);
        cvt_sat_u32_s8(i8);
        cvt_sat_u32_u64(u64);
        cvt_sat_u64_s16(i16);
        cvt_sat_u64_s32(i32);
        cvt_sat_u64_s64(i64);
        cvt_sat_u64_s8(i8);
        cvt_sat_u8_s16(i16);
        cvt_sat_u8_s32(i32);
        cvt_sat_u8_s64(i64);
        cvt_sat_u8_s8(i8);
        cvt_sat_u8_u16(u16);
        cvt_sat_u8_u32(u32);
        cvt_sat_u8_u64(u64);
        cvt_u16_bf16(u16, Rounding);
        cvt_u16_f16(u16, Rounding, Saturation);
        cvt_u16_f32(f32, Rounding, Subnormals, Saturation);
        cvt_u16_f64(f64, Rounding, Saturation);
        cvt_u16_s16(i16);
        cvt_u16_s32(i32);
        cvt_u16_s64(i64);
        cvt_u16_s8(i8);
        cvt_u16_u16(u16);
        cvt_u16_u32(u32);
        cvt_u16_u64(u64);
        cvt_u16_u8(u8);
        cvt_u32_bf16(u16, Rounding);
        cvt_u32_f16(u16, Rounding, Saturation);
        cvt_u32_f32(f32, Rounding, Subnormals, Saturation);
        cvt_u32_f64(f64, Rounding, Saturation);
        cvt_u32_s16(i16);
        cvt_u32_s32(i32);
        cvt_u32_s64(i64);
        cvt_u32_s8(i8);
        cvt_u32_u16(u16);
        cvt_u32_u32(u32);
        cvt_u32_u64(u64);
        cvt_u32_u8(u8);
        cvt_u64_bf16(u16, Rounding);
        cvt_u64_f16(u16, Rounding, Saturation);
        cvt_u64_f32(f32, Rounding, Subnormals, Saturation);
        cvt_u64_f64(f64, Rounding, Saturation);
        cvt_u64_s16(i16);
        cvt_u64_s32(i32);
        cvt_u64_s64(i64);
        cvt_u64_s8(i8);
        cvt_u64_u16(u16);
        cvt_u64_u32(u32);
        cvt_u64_u64(u64);
        cvt_u64_u8(u8);
        cvt_u8_bf16(u16, Rounding);
        cvt_u8_f16(u16, Rounding, Saturation);
        cvt_u8_f32(f32, Rounding, Subnormals, Saturation);
        cvt_u8_f64(f64, Rounding, Saturation);
        cvt_u8_s16(i16);
        cvt_u8_s32(i32);
        cvt_u8_s64(i64);
        cvt_u8_s8(i8);
        cvt_u8_u16(u16);
        cvt_u8_u32(u32);
        cvt_u8_u64(u64);
        cvt_u8_u8(u8);
        div_approx_f32(f32, f32, Subnormals);
        div_f32(f32, f32, Rounding, Subnormals);
        div_f64(f64, f64, Rounding);
        div_full_f32(f32, f32, Subnormals);
        div_s16(i16, i16);
        div_s32(i32, i32);
        div_s64(i64, i64);
        div_u16(u16, u16);
        div_u32(u32, u32);
        div_u64(u64, u64);
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
        fma_oob_sat_f16(u16, u16, u16, Rounding);
        fma_oob_sat_f16x2(u32, u32, u32, Rounding);
        fma_relu_f16(u16, u16, u16, Rounding, Subnormals);
        fma_relu_f16x2(u32, u32, u32, Rounding, Subnormals);
        lg2_approx_f32(f32, Subnormals);
        lop3_b32(u32, u32, u32, u8);
        mad_f32(f32, f32, f32, Subnormals, Saturation);
        mad24_hi_s32(i32, i32, i32);
        mad24_hi_sat_s32(i32, i32, i32);
        mad24_hi_u32(u32, u32, u32);
        mad24_lo_s32(i32, i32, i32);
        mad24_lo_u32(u32, u32, u32);
        mad_hi_s16(i16, i16, i16);
        mad_hi_s32(i32, i32, i32);
        mad_hi_s64(i64, i64, i64);
        mad_hi_sat_s32(i32, i32, i32);
        mad_hi_u16(u16, u16, u16);
        mad_hi_u32(u32, u32, u32);
        mad_hi_u64(u64, u64, u64);
        mad_lo_s16(i16, i16, i16);
        mad_lo_s32(i32, i32, i32);
        mad_lo_s64(i64, i64, i64);
        mad_lo_u16(u16, u16, u16);
        mad_lo_u32(u32, u32, u32);
        mad_lo_u64(u64, u64, u64);
        mad_map_f64(f32, f32, f32, Rounding, Subnormals);
        mad_wide_s16(i16, i16, i32);
        mad_wide_s32(i32, i32, i64);
        mad_wide_u16(u16, u16, u32);
        mad_wide_u32(u32, u32, u64);
        max3_f32(f32, f32, f32, Subnormals, Nans, Signs);
        max_bf16(u16, u16, Nans);
        max_bf16x2(u32, u32, Nans);
        max_f16(u16, u16, Subnormals, Nans);
        max_f16x2(u32, u32, Subnormals, Nans);
        max_f32(f32, f32, Subnormals, Nans);
        max_f64(f64, f64);
        max_s16(i16, i16);
        max_s32(i32, i32, Rectification);
        max_s64(i64, i64);
        max_u16(u16, u16);
        max_u32(u32, u32);
        max_u64(u64, u64);
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
        min_s16(i16, i16);
        min_s32(i32, i32, Rectification);
        min_s64(i64, i64);
        min_u16(u16, u16);
        min_u32(u32, u32);
        min_u64(u64, u64);
        min_xorsign_abs_bf16(u16, u16, Nans);
        min_xorsign_abs_bf16x2(u32, u32, Nans);
        min_xorsign_abs_f16(u16, u16, Subnormals, Nans);
        min_xorsign_abs_f16x2(u32, u32, Subnormals, Nans);
        min_xorsign_abs_f32(f32, f32, Subnormals, Nans);
        mul24_hi_s32(i32, i32);
        mul24_hi_u32(u32, u32);
        mul24_lo_s32(i32, i32);
        mul24_lo_u32(u32, u32);
        mul_bf16(u16, u16, Rounding);
        mul_bf16x2(u32, u32, Rounding);
        mul_f16(u16, u16, Rounding, Subnormals, Saturation);
        mul_f16x2(u32, u32, Rounding, Subnormals, Saturation);
        mul_f32(f32, f32, Rounding, Subnormals, Saturation);
        mul_f32x2(u64, u64, Rounding, Subnormals);
        mul_f64(f64, f64, Rounding);
        mul_hi_s16(i16, i16);
        mul_hi_s32(i32, i32);
        mul_hi_s64(i64, i64);
        mul_hi_u16(u16, u16);
        mul_hi_u32(u32, u32);
        mul_hi_u64(u64, u64);
        mul_lo_s16(i16, i16);
        mul_lo_s32(i32, i32);
        mul_lo_s64(i64, i64);
        mul_lo_u16(u16, u16);
        mul_lo_u32(u32, u32);
        mul_lo_u64(u64, u64);
        mul_wide_s16(i16, i16);
        mul_wide_s32(i32, i32);
        mul_wide_u16(u16, u16);
        mul_wide_u32(u32, u32);
        narrow_map_f64(f64);
        neg_bf16(u16);
        neg_bf16x2(u32);
        neg_f16(u16, Subnormals);
        neg_f16x2(u32, Subnormals);
        neg_f32(f32, Subnormals);
        neg_f64(f64);
        neg_s16(i16);
        neg_s32(i32);
        neg_s64(i64);
        not_b16(u16);
        not_b32(u32);
        not_b64(u64);
        not_pred(bool);
        or_b16(u16, u16);
        or_b32(u32, u32);
        or_b64(u64, u64);
        or_pred(bool, bool);
        pack_b16_b8([u8; 2]);
        pack_b32_b16([u16; 2]);
        pack_b32_b8([u8; 4]);
        pack_b64_b16([u16; 4]);
        pack_b64_b32([u32; 2]);
        popc_b32(u32);
        popc_b64(u64);
        prmt_b32(u32, u32, u32, Permutation);
        rcp_approx_f32(f32, Subnormals);
        rcp_approx_ftz_f64(f64);
        rcp_f32(f32, Rounding, Subnormals);
        rcp_f64(f64, Rounding);
        rem_s16(i16, i16);
        rem_s32(i32, i32);
        rem_s64(i64, i64);
        rem_u16(u16, u16);
        rem_u32(u32, u32);
        rem_u64(u64, u64);
        rsqrt_approx_f32(f32, Subnormals);
        rsqrt_approx_f64(f64);
        rsqrt_approx_ftz_f64(f64);
        sad_s16(i16, i16, i16);
        sad_s32(i32, i32, i32);
        sad_s64(i64, i64, i64);
        sad_u16(u16, u16, u16);
        sad_u32(u32, u32, u32);
        sad_u64(u64, u64, u64);
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
        shf_l_b32(u32, u32, u32, Amount);
        shf_r_b32(u32, u32, u32, Amount);
        shl_b16(u16, u32);
        shl_b32(u32, u32);
        shl_b64(u64, u32);
        shr_b16(u16, u32);
        shr_b32(u32, u32);
        shr_b64(u64, u32);
        shr_s16(i16, u32);
        shr_s32(i32, u32);
        shr_s64(i64, u32);
        shr_u16(u16, u32);
        shr_u32(u32, u32);
        shr_u64(u64, u32);
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
        sub_s16(i16, i16);
        sub_s32(i32, i32, Saturation);
        sub_s64(i64, i64);
        sub_u16(u16, u16);
        sub_u32(u32, u32);
        sub_u64(u64, u64);
        tanh_approx_bf16(u16);
        tanh_approx_bf16x2(u32);
        tanh_approx_f16(u16);
        tanh_approx_f16x2(u32);
        tanh_approx_f32(f32);
        testp_f32(f32, Property);
        testp_f64(f64, Property);
        unpack_b16_b8(u16);
        unpack_b32_b16(u32);
        unpack_b32_b8(u32);
        unpack_b64_b16(u64);
        unpack_b64_b32(u64);
        widen_map_f64(f32);
        xor_b16(u16, u16);
        xor_b32(u32, u32);
        xor_b64(u64, u64);
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
