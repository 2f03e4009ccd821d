//! A replacement for the crate `ptx` with the entry points for the device.
#![feature(no_core)]
#![no_core]
#![crate_name = "ptx"]
#![crate_type = "rlib"]

extern crate core;
extern crate ptx_macros;

#[path = "../../../../src/device.rs"]
mod device;
#[path = "../../../../src/operands.rs"]
mod operands;

#[macro_export]
macro_rules! ptx {
    ($($t:tt)*) => { $crate::__private::__ptx! { [$crate] [] $($t)* } };
}

pub mod __private {
    pub use core::primitive::{
        bool as Bool, f32 as F32, f64 as F64, i8 as I8, i16 as I16, i32 as I32, i64 as I64,
        i128 as I128, str as Str, u8 as U8, u16 as U16, u32 as U32, u64 as U64, u128 as U128,
    };

    pub use core::{arch::asm, compile_error};
    pub use crate::__device_ptx as __ptx;
    pub use crate::operands::*;
    pub use ptx_macros::__ptx_on_device;
}
