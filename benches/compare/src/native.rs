//! One `fma` instruction where the harness is compiled for processors without it: written as
//! assembly, since the intrinsic is not inlined into functions compiled without the feature.

use core::arch::asm;

#[inline(always)]
pub fn fma_f32(mut a: f32, b: f32, c: f32) -> f32 {
    unsafe {
        asm!("vfmadd213ss {a}, {b}, {c}", a = inout(xmm_reg) a, b = in(xmm_reg) b,
            c = in(xmm_reg) c, options(pure, nomem, nostack, preserves_flags));
    }
    a
}

#[inline(always)]
pub fn fma_f64(mut a: f64, b: f64, c: f64) -> f64 {
    unsafe {
        asm!("vfmadd213sd {a}, {b}, {c}", a = inout(xmm_reg) a, b = in(xmm_reg) b,
            c = in(xmm_reg) c, options(pure, nomem, nostack, preserves_flags));
    }
    a
}

/// The f16 of an f32, to nearest.
#[inline(always)]
pub fn cvt_f16_f32(a: f32) -> u16 {
    let bits: u32;
    unsafe {
        asm!("vcvtps2ph {t}, {a}, 0", "vmovd {bits:e}, {t}", a = in(xmm_reg) a, t = out(xmm_reg) _,
            bits = out(reg) bits, options(pure, nomem, nostack, preserves_flags));
    }
    bits as u16
}
