//! A program that uses `ptx!` without std, alloc, libc and start files. The expected bits are the exact results,
//! rounded. The exit status is 0 if all bits are correct. Otherwise the exit status is the number of the first wrong
//! result, or 100 if a test in the function `language` fails.
//!
//! The program needs unsafe code to start and to end its process.
#![no_std]
#![no_main]

use core::arch::{asm, global_asm};
use core::hint::black_box;
use ptx::{ptx, sass};

// The crate `core` is built with unwinding, so `core` refers to this function. Nothing calls the function.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// Tests that const evaluation does not need std.
const THIRD: f32 = ptx! { .reg .f32 t; rcp.rn.f32 t, 3.0; t };

ptx::dialect! { sm_80 = .version 7.8 .target sm_80 }

/// Tests further features of the `ptx!` language.
fn language(x: f32, below_two: bool) -> bool {
    let (low, high) = (black_box(1_u32), black_box(2_u32));
    let swapped: u64;
    let mut guarded = [0.0_f32; 2];
    let (half, flag) = sm_80! {
        .reg .pred %p;
        .reg .b64 $v;
        .reg .f32 t<2>;
        mov.pred %p, below_two;
        mov.b64 $v, {low, high};
        { .reg .b32 a, b; mov.b64 {a, b}, $v; mov.b64 swapped, {b, a}; }
        @%p mov.f32 (guarded[0]), 0f3f800000;
        @!%p mov.f32 (guarded[1]), (x);
        sqrt.approx.ftz.f32 t0, 4.0;
        rcp.approx.f32 t1, t0;
        (t1, %p)
    };
    // Adds 2^64 - 1 and 1 in 32-bit words.
    let (sum, carry): (u32, u32) = ptx! {
        .reg .u32 t, %s, %c;
        add.cc.u32 t, 0xFFFFFFFF, (low);
        addc.cc.u32 %s, 0xFFFFFFFF, 0;
        addc.u32 %c, 0, 0;
        (%s, %c)
    };
    let machine = sass! { MUFU.RCP R0, (x.to_bits()); R0 };
    machine == 0x3f80_0000
        && swapped == 0x1_0000_0002
        && guarded == [1.0, 0.0]
        && half == 0.5
        && flag
        && (sum, carry) == (0, 1)
}

fn first_wrong() -> u8 {
    if !language(black_box(1.0), black_box(true)) {
        return 100;
    }
    let (one, two, three) = (black_box(1.0_f32), black_box(2.0_f32), black_box(3.0_f32));
    let (one64, two64, three64) = (black_box(1.0_f64), black_box(2.0_f64), black_box(3.0_f64));
    let tiny = black_box(f32::from_bits(0x0080_0000));
    let (a, b, c, d, e, f, g, h);
    let (p, q, r, s);
    ptx! {
        rcp.rn.f32      a, three;
        rcp.rz.ftz.f32  b, three;
        fma.rn.f32      c, one, three, 0f33800000;  // 3 + 2^-24
        fma.rp.f32      d, one, three, 0f33800000;
        div.rm.f32      e, two, three;
        div.rn.ftz.f32  f, tiny, two;
        sqrt.rn.f32     g, two;
        sqrt.rp.f32     h, two;
        rcp.rn.f64      p, three64;
        fma.rp.f64      q, one64, three64, 0d3ca0000000000000;  // 3 + 2^-53
        div.rz.f64      r, two64, three64;
        sqrt.rn.f64     s, two64;
    }
    let singles: [(f32, u32); 9] = [
        (a, 0x3eaa_aaab),
        (b, 0x3eaa_aaaa),
        (c, 0x4040_0000),
        (d, 0x4040_0001),
        (e, 0x3f2a_aaaa),
        (f, 0x0000_0000),
        (g, 0x3fb5_04f3),
        (h, 0x3fb5_04f4),
        (THIRD, 0x3eaa_aaab),
    ];
    let doubles: [(f64, u64); 4] = [
        (p, 0x3fd5_5555_5555_5555),
        (q, 0x4008_0000_0000_0001),
        (r, 0x3fe5_5555_5555_5555),
        (s, 0x3ff6_a09e_667f_3bcd),
    ];
    let mut number = 0;
    for (result, bits) in singles {
        number += 1;
        if result.to_bits() != bits {
            return number;
        }
    }
    for (result, bits) in doubles {
        number += 1;
        if result.to_bits() != bits {
            return number;
        }
    }
    0
}

// The kernel jumps to this entry point with an aligned stack and without a return address.
#[cfg(target_arch = "x86_64")]
global_asm!(".globl _start", "_start:", "and rsp, -16", "call {}", sym start);
#[cfg(target_arch = "aarch64")]
global_asm!(".globl _start", "_start:", "bl {}", sym start);

extern "C" fn start() -> ! {
    exit(first_wrong())
}

/// Ends the process with the system call `exit`.
fn exit(status: u8) -> ! {
    // SAFETY: the system call has one integer argument, accesses no memory and does not return.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!("syscall", in("rax") 60, in("rdi") u64::from(status), options(noreturn, nomem, nostack));
        #[cfg(target_arch = "aarch64")]
        asm!("svc 0", in("x8") 93, in("x0") u64::from(status), options(noreturn, nomem, nostack));
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    exit(101)
}
