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
macro_rules! exported {
    ($(fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            #[allow(unused_unsafe, reason = "some bodies take no pointers")]
            pub(crate) unsafe extern "C" fn $name($($argument: $ty),*) -> i32 {
                // SAFETY: the caller passes pointers that are null, or valid as the documentation of the function demands.
                $crate::border::guarded(|| -> $crate::code::Outcome { unsafe { $body } })
            }
        )*

        /// The exported functions of this file.
        pub(crate) static FUNCTIONS: &[$crate::border::Function] =
            &[$( $crate::border::Function(stringify!($name), $name as *const (), &[$(stringify!($ty)),*]), )*];
    };
}
pub(crate) use exported;

/// Runs the body of an exported function. A panic becomes the result "unknown error".
pub(crate) fn guarded(body: impl FnOnce() -> Outcome) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => 0,
        Ok(Err(code)) => code,
        Err(_) => UNKNOWN,
    }
}
