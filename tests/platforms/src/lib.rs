//! One digest per function of `ptx-core`, over operands that it makes from a seed. The functions are
//! those of the instruction tables; `main.c` prints the digests.
#![cfg_attr(not(test), no_std)]

#[cfg(test)]
mod check;
mod functions;
mod operands;

use core::ffi::c_char;
use functions::FUNCTIONS;

#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

// core, built to unwind, names it and never calls it.
#[cfg(not(test))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// How many functions there are.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_functions() -> u32 {
    FUNCTIONS.len() as u32
}

/// The name of a function, which ends with a zero.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_name(index: u32) -> *const c_char {
    FUNCTIONS.get(index as usize).map_or(c"".as_ptr(), |function| function.0.as_ptr().cast())
}

/// The digest of a function.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_digest(index: u32) -> u64 {
    FUNCTIONS.get(index as usize).map_or(0, |function| function.1())
}
