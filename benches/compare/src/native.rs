//! Native scalar instructions as inline assembly, so that LLVM cannot vectorise the loops. For `fma` there is
//! another reason for inline assembly: its intrinsic is not inlined into functions that are compiled for
//! processors without `fma`.

use crate::data::Range;
use crate::harness::Bench;
use core::arch::asm;

macro_rules! instructions {
    ($($name:ident $ty:ident $word:literal;)*) => { $(
        #[inline(always)]
        fn $name(mut a: $ty, b: $ty) -> $ty {
            unsafe {
                asm!(concat!($word, " {a}, {b}"), a = inout(xmm_reg) a, b = in(xmm_reg) b,
                    options(pure, nomem, nostack, preserves_flags));
            }
            a
        }
    )* };
}
instructions! {
    add_f32 f32 "addss";
    mul_f32 f32 "mulss";
    div_f32 f32 "divss";
    sqrt_f32 f32 "sqrtss";
    add_f64 f64 "addsd";
    mul_f64 f64 "mulsd";
    div_f64 f64 "divsd";
    sqrt_f64 f64 "sqrtsd";
}

/// Returns a benchmark of native scalar instructions that round to nearest. The bounds in `aims` refer to its times.
#[rustfmt::skip]
pub fn scalar() -> Bench {
    const SINGLE: Range = Range::Moderate(20);
    const DOUBLE: Range = Range::Moderate(60);
    let mut bench = Bench::default();
    bench.operation::<f32>("add.f32", SINGLE).by("scalar", |a, b, _| add_f32(a, b));
    bench.operation::<f32>("mul.f32", SINGLE).by("scalar", |a, b, _| mul_f32(a, b));
    bench.operation::<f32>("div.f32", SINGLE).by("scalar", |a, b, _| div_f32(a, b));
    bench.operation::<f32>("sqrt.f32", Range::Positive(20)).by("scalar", |a, _, _| sqrt_f32(a, a));
    bench.operation::<f32>("fma.f32", SINGLE).by("scalar", fma_f32);
    bench.operation::<f64>("add.f64", DOUBLE).by("scalar", |a, b, _| add_f64(a, b));
    bench.operation::<f64>("mul.f64", DOUBLE).by("scalar", |a, b, _| mul_f64(a, b));
    bench.operation::<f64>("div.f64", DOUBLE).by("scalar", |a, b, _| div_f64(a, b));
    bench.operation::<f64>("sqrt.f64", Range::Positive(60)).by("scalar", |a, _, _| sqrt_f64(a, a));
    bench.operation::<f64>("fma.f64", DOUBLE).by("scalar", fma_f64);
    bench
}

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

/// Converts an f32 to f16, rounded to nearest.
#[inline(always)]
pub fn cvt_f16_f32(a: f32) -> u16 {
    let bits: u32;
    unsafe {
        asm!("vcvtps2ph {t}, {a}, 0", "vmovd {bits:e}, {t}", a = in(xmm_reg) a, t = out(xmm_reg) _,
            bits = out(reg) bits, options(pure, nomem, nostack, preserves_flags));
    }
    bits as u16
}
