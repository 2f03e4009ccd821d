//! The functions of the Runtime API that programs of `nvcc -cudart shared` call. Most call a function of the Driver API.

mod device;
pub(crate) mod error;
mod event;
pub(crate) mod execution;
mod graph;
mod library;
pub(crate) mod memory;
mod missing;
mod node;
pub(crate) mod properties;
pub(crate) mod registration;
mod stream;
mod symbol;
mod version;

use crate::border::guarded;
use crate::code::Outcome;
use crate::state::{CURRENT, PRIMARY, any, current};
use std::cell::Cell;

thread_local! {
    /// The last error of the thread, which `cudaGetLastError` returns.
    static LAST: Cell<i32> = const { Cell::new(0) };
}

/// Defines exported functions that return a `cudaError_t`. Each makes the primary context current if there is none.
///
/// A group of functions has a suffix. See [`crate::border::per_thread`].
macro_rules! exported_runtime {
    ($(fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $body:block)*
     $($suffix:literal { $(fn $also:ident($($parameter:ident: $type:ty),* $(,)?) $content:block)* })*) => {
        $( $crate::runtime::exported_runtime!(@one $name($($argument: $ty),*) $body); )*
        $($( $crate::runtime::exported_runtime!(@one $also($($parameter: $type),*) $content); )*)*
        $crate::border::per_thread!($($suffix { $($also($($parameter: $type),*))* })*);

        /// The exported functions of this file.
        #[cfg(test)]
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
            $crate::runtime::noted(|| -> $crate::code::Outcome { unsafe { $body } })
        }
    };
}
use exported_runtime;

/// The functions of all files that return a `cudaError_t`.
#[cfg(test)]
pub(crate) fn functions() -> impl Iterator<Item = &'static crate::border::Function> + Clone {
    let all = [
        device::FUNCTIONS,
        event::FUNCTIONS,
        execution::FUNCTIONS,
        graph::FUNCTIONS,
        library::FUNCTIONS,
        memory::FUNCTIONS,
        missing::FUNCTIONS,
        node::FUNCTIONS,
        stream::FUNCTIONS,
        symbol::FUNCTIONS,
    ];
    all.into_iter().flatten()
}

/// Runs the body of a function of the Runtime API. Keeps its error for `cudaGetLastError`.
fn noted(body: impl FnOnce() -> Outcome) -> i32 {
    let code = guarded(|| {
        start();
        body()
    });
    if code != 0 {
        LAST.set(code);
    }
    code
}

/// Initialises the driver, and makes the primary context current if the thread has no context.
fn start() {
    {
        let mut state = any();
        state.is_initialised = true;
        if !state.contexts.contains_key(&PRIMARY) {
            state.primary_count += 1;
            state.contexts.entry(PRIMARY).or_default();
        }
    }
    if current() == 0 {
        CURRENT.with_borrow_mut(|stack| stack.push(PRIMARY));
    }
}

/// Returns the result of a function of the Driver API.
fn of(code: i32) -> Outcome {
    if code == 0 { Ok(()) } else { Err(code) }
}
