//! Calls one function on 64 operands, between calls of `begin` and `end`, which `run` finds in the trace of QEMU.
//!
//! A feature selects the function. Without a feature, the function only returns its operand. `run` subtracts the
//! measurements of that program, and so gets the cost of each function.
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

/// Starts the program. It ends with a call of the debugger, which QEMU understands.
///
/// # Safety
///
/// Only the processor may call this function.
#[unsafe(no_mangle)]
unsafe extern "C" fn reset() -> ! {
    for i in 0..64_u32 {
        // From 1 to about 4, with changing fractions.
        let a = f32::from_bits(0x3f80_0000 + i * 0x4_1f35);
        begin();
        black_box(measured(black_box(a)));
        end();
    }
    // SAFETY: the call SYS_EXIT with the reason ADP_Stopped_ApplicationExit ends QEMU.
    unsafe { asm!("bkpt 0xab", in("r0") 0x18, in("r1") 0x20026, options(noreturn)) }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
