//! Exports the digests of the results of all functions of `ptx-core` to C. The program `main.c` prints the digests.
#![cfg_attr(not(test), no_std)]

#[cfg(test)]
mod check;

use core::ffi::c_char;
use digests::FUNCTIONS;

#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

// The crate `core` is built with unwinding, so `core` refers to this function. Nothing calls the function.
#[cfg(not(test))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Returns the number of functions.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_functions() -> u32 {
    FUNCTIONS.len() as u32
}

/// Returns the name of a function as a C string.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_name(index: u32) -> *const c_char {
    FUNCTIONS.get(index as usize).map_or(c"".as_ptr(), |function| function.0.as_ptr().cast())
}

/// Returns the digest of a function's results.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_digest(index: u32) -> u64 {
    FUNCTIONS.get(index as usize).map_or(0, |function| function.1())
}
