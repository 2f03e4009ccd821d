//! The device crate. It exports each function of `kernel.rs` as a PTX function.
#![feature(no_core, asm_experimental_arch)]
#![forbid(unsafe_op_in_unsafe_fn)]
#![no_core]
#![crate_type = "lib"]

extern crate core;
#[macro_use]
extern crate ptx;

#[macro_use]
#[path = "functions.rs"]
mod functions;
#[path = "kernel.rs"]
mod kernel;

macro_rules! exported {
    ($($function:ident as $name:ident($($x:ident: $t:ty),*) -> $r:ty;)*) => { $(
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($x: $t),*) -> $r {
            kernel::$function($($x),*)
        }
    )* };
}
functions!(exported);
