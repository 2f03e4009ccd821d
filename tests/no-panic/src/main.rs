//! Every public function of ptx-core on arguments that the optimiser does not know. The panic
//! handler calls a function that does not exist, so this links only if no path to it is left.
//!
//! ptx-core/tests/no_panic.rs builds this, and sees that no function is forgotten.
#![no_std]
#![no_main]

#[macro_use]
mod functions;
mod matrices;

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
    every_function!(call);
    matrices::call();
    0
}
