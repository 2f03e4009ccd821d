//! Every public function of ptx-core on arguments that the optimiser does not know. The panic
//! handler calls a function that does not exist, so this links only if no path to it is left.
//!
//! ptx-core/tests/no_panic.rs builds this, and sees that no function is forgotten.
#![no_std]
#![no_main]

use core::hint::black_box;
use ptx_core::{Rounding, Saturation, Sm, Subnormals, mufu};

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
    (Sm) => {
        Sm(90)
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
        add_f32(f32, f32, Rounding, Subnormals, Saturation);
        add_f64(f64, f64, Rounding);
        cos_approx_f32(f32, Subnormals, Sm);
        div_approx_f32(f32, f32, Subnormals);
        div_f32(f32, f32, Rounding, Subnormals);
        div_f64(f64, f64, Rounding);
        div_full_f32(f32, f32, Subnormals);
        ex2_approx_f32(f32, Subnormals, Sm);
        fma_f32(f32, f32, f32, Rounding, Subnormals, Saturation);
        fma_f32x2(u64, u64, u64, Rounding, Subnormals);
        fma_f64(f64, f64, f64, Rounding);
        lg2_approx_f32(f32, Subnormals);
        mul_f32(f32, f32, Rounding, Subnormals, Saturation);
        mul_f64(f64, f64, Rounding);
        narrow_map_f64(f64);
        rcp_approx_f32(f32, Subnormals);
        rcp_approx_ftz_f64(f64);
        rcp_f32(f32, Rounding, Subnormals);
        rcp_f64(f64, Rounding);
        rsqrt_approx_f32(f32, Subnormals);
        rsqrt_approx_f64(f64);
        rsqrt_approx_ftz_f64(f64);
        sin_approx_f32(f32, Subnormals, Sm);
        sqrt_approx_f32(f32, Subnormals, Sm);
        sqrt_f32(f32, Rounding, Subnormals);
        sqrt_f64(f64, Rounding);
        sub_f32(f32, f32, Rounding, Subnormals, Saturation);
        sub_f64(f64, f64, Rounding);
        tanh_approx_f32(f32);
        widen_map_f64(f32);
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
    0
}
