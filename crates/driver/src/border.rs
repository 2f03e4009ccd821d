//! The border to C: exported functions, which never unwind.

use crate::code::{Outcome, UNKNOWN};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// An exported function: its name, its address, and the types of its parameters.
pub(crate) struct Function(
    pub(crate) &'static str,
    pub(crate) *const (),
    #[cfg_attr(not(test), expect(dead_code, reason = "only the tests of handles use the types"))]
    pub(crate) &'static [&'static str],
);

// SAFETY: the address of a function is the same on all threads, and nothing is read from it.
unsafe impl Sync for Function {}

/// Defines exported functions that return a `CUresult`, and `FUNCTIONS`, the list of their names and addresses.
///
/// A group of functions has a suffix. See [`per_thread`].
macro_rules! exported {
    ($(fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $body:block)*
     $($suffix:literal { $(fn $also:ident($($parameter:ident: $type:ty),* $(,)?) $content:block)* })*) => {
        $( $crate::border::exported!(@one $name($($argument: $ty),*) $body); )*
        $($( $crate::border::exported!(@one $also($($parameter: $type),*) $content); )*)*
        $crate::border::per_thread!($($suffix { $($also($($parameter: $type),*))* })*);

        /// The exported functions of this file.
        pub(crate) static FUNCTIONS: &[$crate::border::Function] = &[
            $( $crate::border::Function(stringify!($name), $name as *const (), &[$(stringify!($ty)),*]), )*
            $($(
                $crate::border::Function(stringify!($also), $also as *const (), &[$(stringify!($type)),*]),
                $crate::border::Function(
                    concat!(stringify!($also), $suffix),
                    per_thread::$also as *const (),
                    &[$(stringify!($type)),*],
                ),
            )*)*
        ];
    };
    (@one $name:ident($($argument:ident: $ty:ty),*) $body:block) => {
        #[unsafe(no_mangle)]
        #[allow(unused_unsafe, reason = "some bodies take no pointers")]
        pub(crate) unsafe extern "C" fn $name($($argument: $ty),*) -> i32 {
            // SAFETY: the caller passes pointers that are null, or valid as the documentation of the function demands.
            $crate::border::guarded(|| -> $crate::code::Outcome { unsafe { $body } })
        }
    };
}
pub(crate) use exported;

/// Defines the functions that programs of `nvcc --default-stream per-thread` call, under names with a suffix. Stream 0 is the
/// default stream of the thread for them.
macro_rules! per_thread {
    () => {};
    ($($suffix:literal { $($name:ident($($argument:ident: $ty:ty),*))* })*) => {
        #[allow(non_snake_case, reason = "the names are those of CUDA")]
        mod per_thread {
            #[allow(unused_imports, reason = "some files have only functions of primitive types")]
            use super::*;

            $($(
                #[unsafe(export_name = concat!(stringify!($name), $suffix))]
                pub(super) unsafe extern "C" fn $name($($argument: $ty),*) -> i32 {
                    // SAFETY: the caller's guarantees are those of the function.
                    $crate::capture::with_stream_of_thread(|| unsafe { super::$name($($argument),*) })
                }
            )*)*
        }
    };
}
pub(crate) use per_thread;

/// Runs the body of an exported function. A panic becomes the result "unknown error".
pub(crate) fn guarded(body: impl FnOnce() -> Outcome) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(code)) => code,
        Err(_) => UNKNOWN,
    }
}
