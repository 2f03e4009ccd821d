//! Forbids lints that the expansion of a macro might trigger.
#![deny(warnings)]
#![forbid(unsafe_code, unused, nonstandard_style, future_incompatible, rust_2018_idioms)]
#![forbid(trivial_casts, trivial_numeric_casts, unused_qualifications, unused_lifetimes)]
#![forbid(let_underscore_drop, single_use_lifetimes, unreachable_pub, variant_size_differences)]

use ptx::ptx;

ptx::dialect! { my_ptx = .version 8.6 .target sm_90 }

fn main() {
    let x = 4.0_f32;
    let (d, lo, hi);
    let mut out = [0.0_f32; 2];
    let flag = true;
    let v = ptx! {
        .reg .f32 t, unused; .reg .b64 v; .reg .s32 s; .reg .u16 h; .reg .pred p;
        rcp.rn.f32 t, (x);
        mov.f32 d, t;
        mov.b64 v, {t, (u32::MAX)};
        mov.b64 {lo, hi}, v;
        mov.u32 s, 0xFFFFFFFF;
        mov.s16 h, -1;
        @flag mov.f32 (out[0]), (x + 1.0);
        @!(flag) mov.f32 (out[1]), 1.0;
        mov.pred p, !flag;
        { .reg .f32 t; mov.f32 t, 1.0; }
        (t, s, h, p)
    };
    assert_eq!(v, (0.25, -1, 0xffff, false));
    assert_eq!((d, lo, hi, out), (0.25, 0.25_f32.to_bits(), u32::MAX, [5.0, 0.0]));
    assert_eq!(my_ptx! { .reg .f64 t; sqrt.rn.f64 t, 4.0; t }, 2.0);
}
