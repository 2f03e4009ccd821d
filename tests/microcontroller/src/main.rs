//! Calls one function on 64 operands. Calls `begin` before and `end` after each call, so that the script `run` finds
//! the call in the trace of QEMU.
//!
//! A feature selects the function. Without a feature, the function only returns its operand. To get the cost of a
//! function, the script `run` subtracts the measurements of the program without a feature.
#![no_std]
#![no_main]

use core::arch::asm;
use core::hint::black_box;

/// The second word of the vector table: the address of the first instruction. The linker script writes the first
/// word.
#[unsafe(link_section = ".vector")]
#[used]
static RESET: unsafe extern "C" fn() -> ! = reset;

#[cfg(feature = "rcp")]
#[inline(never)]
fn measured(a: f32) -> f32 {
    ptx_core::rcp_approx_f32(a, ptx_core::Subnormals::Flush)
}

#[cfg(feature = "sin")]
#[inline(never)]
fn measured(a: f32) -> f32 {
    ptx_core::sin_approx_f32(a, ptx_core::Subnormals::Keep, ptx_core::Sm(90))
}

#[cfg(feature = "fma")]
#[inline(never)]
fn measured(a: f32) -> f32 {
    use ptx_core::{Rounding, Saturation, Subnormals, fma_f32};
    fma_f32(a, black_box(1.618_034), -1.0, Rounding::Rn, Subnormals::Keep, Saturation::Off)
}

#[cfg(not(any(feature = "rcp", feature = "sin", feature = "fma")))]
#[inline(never)]
fn measured(a: f32) -> f32 {
    black_box(a)
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn begin() {
    black_box(1);
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn end() {
    black_box(2);
}

/// Runs the program, and then ends QEMU with a semihosting call.
///
/// # Safety
///
/// Only the processor may call this function.
#[unsafe(no_mangle)]
unsafe extern "C" fn reset() -> ! {
    for i in 0..64_u32 {
        // Operands from 1 to about 4, with changing fractions.
        let a = f32::from_bits(0x3f80_0000 + i * 0x4_1f35);
        begin();
        black_box(measured(black_box(a)));
        end();
    }
    // SAFETY: the semihosting call SYS_EXIT (0x18) with the reason ADP_Stopped_ApplicationExit ends QEMU and does not
    // return.
    unsafe { asm!("bkpt 0xab", in("r0") 0x18, in("r1") 0x20026, options(noreturn)) }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
