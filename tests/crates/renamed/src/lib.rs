//! Uses all features of `ptx!` in edition 2021, with the crate `ptx` renamed to `gpu`.
#![no_std]
#![deny(warnings, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code, unused)]

use gpu::ptx as asm;

gpu::dialect! { my_asm = .version 8.6 .target sm_100 }

/// Uses registers, ranges, guards, literals, and Rust expressions as destinations.
#[must_use]
pub fn everything(x: f32, flag: bool) -> (f32, u64, [f32; 2], i32) {
    let mut out = [0.0; 2];
    let d;
    let (lo, hi): (u32, u32);
    let (v, s) = asm! {
        .version 8.6; .target sm_90
        /// A documentation comment inside the macro.
        .reg .f32 %f<4>; .reg .b64 v; .reg .pred p; .reg .s32 s; .reg .u16 h;
        rcp.rn.f32 %f0, x;
        fma.rz.ftz.sat.f32 %f1, %f0, -2.5e-3, (x + 1.0);
        mov.pred p, flag;
        @p mov.f32 (out[0]), %f1;
        @!(flag) mov.f32 (out[1]), 1.00000005960464477539062500001;
        @flag mov.u32 s, 0xFFFFFFFF;
        mov.b64 v, {%f0, 0f3F800000};
        mov.b64 {lo, hi}, v;
        mov.f32 d, %f0;
        mov.s16 h, -32768;
        { .reg .f32 unused; mov.f32 %f2, 017.5; }
        (v, s)
    };
    let packed = my_asm! { .reg .b64 t; fma.rn.f32x2 t, v, v, v; t };
    let _ = (lo, hi, packed);
    (d, v, out, s)
}

gpu::include_ptx! {
    "lib.ptx"
    /// Returns x / 3.
    #[must_use]
    pub fn third(x: f32) -> f32;
    /// Multiplies the element of this thread by `factor`.
    pub fn scale(thread: gpu::Thread, x: &mut [f32], factor: f32);
}

/// 1/3, computed at compile time.
pub const THIRD: f32 = asm! { .reg .f32 t; rcp.rn.f32 t, 3.0; t };

/// Uses the renamed macro in a generic function, a closure and a loop.
pub fn sum<T: Into<f64> + Copy>(values: &[T]) -> f64 {
    let mut sum = 0.0;
    let mut add = |value: T| asm! { fma.rn.f64 sum, (value.into()), 1.0, sum; };
    if let Some(first) = values.first() {
        add(*first);
    }
    for value in values {
        asm!(fma.rn.f64 sum, ((*value).into()), 1.0, sum;);
    }
    sum
}

#[test]
fn values() {
    let (d, v, out, s) = everything(4.0, true);
    assert_eq!((d.to_bits(), v), (0x3e80_0000, 0x3f80_0000_3e80_0000));
    assert_eq!((out.map(f32::to_bits), s), ([0x3f80_0000, 0], -1));
    assert_eq!(everything(4.0, false).2.map(f32::to_bits), [0, 0x3f80_0000]);
    assert_eq!((THIRD.to_bits(), third(1.0).to_bits()), (0x3eaa_aaab, 0x3eaa_aaab));
    let mut x = [1.0, 2.0];
    for thread in gpu::grid([1; 3], [2, 1, 1]) {
        scale(thread, &mut x, 1.5);
    }
    assert_eq!(x.map(f32::to_bits), [1.5_f32, 3.0].map(f32::to_bits));
    assert_eq!(sum(&[1.0_f32, 2.0]).to_bits(), 4.0_f64.to_bits());
}
