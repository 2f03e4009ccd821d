// `links.md` must come before the README: Markdown uses the first of two definitions of a link. So the links of
// `links.md`, which point into rustdoc, replace the links of the README.
#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

/// The functions that the macros call: each instruction as a `const fn`. [`ops::mufu`] is the multi-function unit.
#[doc(inline)]
pub use ptx_core as ops;

/// The default `.version` of `ptx!`, `include_ptx!` and the command.
///
/// The default is part of the interface: support for a newer PTX ISA does not change it.
pub const DEFAULT_VERSION: &str = "9.5";

/// The default `.target` of `ptx!`, `include_ptx!` and the command.
///
/// The default is part of the interface: support for a newer architecture does not change it.
pub const DEFAULT_TARGET: &str = "sm_121";

/// Every PTX instruction, in the order of the manual, with the functions of [`ops`] that compute it.
///
/// Forms are written as in the manual: modifiers in braces are optional.
#[cfg(doc)]
#[doc = ptx_macros::__index!(crate::ops)]
pub mod index {}

#[cfg(doctest)]
mod book;

#[cfg(all(target_arch = "nvptx64", feature = "std"))]
compile_error!("the feature `std` of ptx is not available on nvptx64, which has no std");

#[cfg(all(target_arch = "nvptx64", feature = "wide"))]
compile_error!("the feature `wide` of ptx is not available on nvptx64, which has no std");

#[cfg(feature = "wide")]
pub use ptx_wide::wide;

#[doc = include_str!("ptx.md")]
#[macro_export]
macro_rules! ptx {
    ($($t:tt)*) => { $crate::__private::__ptx! { [$crate] [] $($t)* } };
}

#[doc = include_str!("dialect.md")]
#[macro_export]
macro_rules! dialect {
    ($($t:tt)*) => { $crate::__private::__dialect! { [$crate] $($t)* } };
}

#[doc = include_str!("include.md")]
#[macro_export]
macro_rules! include_ptx {
    ($($t:tt)*) => { $crate::__private::__include_ptx! { [$crate] $($t)* } };
}

/// Expands `include_ptx!` without the feature `include` to an error.
#[cfg(not(feature = "include"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __absent_include_ptx {
    ($($tokens:tt)*) => {
        $crate::__private::compile_error!(
            "`include_ptx!` needs the feature `include` of the crate `ptx`\n\
             help: in Cargo.toml, remove `default-features = false`, or write `features = [\"include\"]`"
        );
    };
}

#[doc = include_str!("sass.md")]
#[macro_export]
macro_rules! sass {
    ($($t:tt)*) => { $crate::__private::__sass! { [$crate] $($t)* } };
}

mod constant;
#[cfg(target_arch = "nvptx64")]
mod device;
#[doc(hidden)]
pub mod memory;
mod operands;
mod thread;

pub use thread::{Grid, Thread, grid};

/// The items that macro expansions name. These items are not part of the interface.
#[doc(hidden)]
pub mod __private {
    pub use ::core::primitive::{
        bool as Bool, f32 as F32, f64 as F64, i8 as I8, i16 as I16, i32 as I32, i64 as I64,
        i128 as I128, str as Str, u8 as U8, u16 as U16, u32 as U32, u64 as U64, u128 as U128,
    };
    pub use ::core::slice::{from_mut, from_ref};
    pub use ::core::{assert, include_bytes};

    pub use crate::constant::integer;
    pub use crate::operands::*;
    pub use crate::{Thread, memory};
    pub use ptx_core::*;
    pub use ptx_macros::{__dialect, __dialect_import, __every_form, __every_opcode};

    #[cfg(all(feature = "include", not(target_arch = "nvptx64")))]
    pub use ptx_macros::__include_ptx;
    #[cfg(not(target_arch = "nvptx64"))]
    pub use ptx_macros::{__ptx, __sass};
    #[cfg(not(any(feature = "include", target_arch = "nvptx64")))]
    pub use {crate::__absent_include_ptx as __include_ptx, ::core::compile_error};

    #[cfg(target_arch = "nvptx64")]
    pub use {
        crate::{
            __device_include_ptx as __include_ptx, __device_ptx as __ptx, __device_sass as __sass,
        },
        ::core::{arch::asm, compile_error},
        ptx_macros::__ptx_on_device,
    };
}
