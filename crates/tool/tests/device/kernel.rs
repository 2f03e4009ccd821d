//! Functions that the host crate and the device crate share. Together they cover each kind of operand and
//! each family of instructions.

pub(crate) fn exp_minus(x: f32, max: f32) -> f32 {
    ptx! { .reg .f32 t; sub.rn.ftz.f32 t, x, max; mul.rn.ftz.f32 t, t, 0f3FB8AA3B; ex2.approx.ftz.f32 t, t; t }
}

pub(crate) fn saxpy(a: f32, x: f32, y: f32) -> f32 {
    let d: f32;
    ptx! { fma.rz.ftz.f32 d, a, x, y; }
    d
}

pub(crate) fn sum_high(a: u64, b: u64, c: u64, d: u64) -> u64 {
    let (lo, hi): (u64, u64);
    ptx! { add.cc.u64 lo, a, c; addc.u64 hi, b, d; }
    let _ = lo;
    hi
}

pub(crate) fn difference_high(a: u32, b: u32, c: u32, d: u32) -> u32 {
    ptx! { .reg .u32 lo, hi; sub.cc.u32 lo, a, c; subc.u32 hi, b, d; hi }
}

pub(crate) fn mixed(a: u32, b: u32, c: u32, d: u32) -> u32 {
    ptx! {
        .reg .u32 t, u, v;
        sub.cc.u32 t, a, b;
        addc.cc.u32 u, c, d;
        madc.lo.cc.u32 v, t, c, u;
        subc.u32 v, v, b;
        v
    }
}

pub(crate) fn product_high(a: u32, b: u32, c: u32) -> u32 {
    ptx! { .reg .u32 lo, hi; mad.lo.cc.u32 lo, a, b, c; madc.hi.u32 hi, a, b, 0; hi }
}

pub(crate) fn is_nan(x: f32) -> bool {
    ptx! { .reg .pred p; testp.notanumber.f32 p, x; p }
}

pub(crate) fn between(x: u32, low: u32, high: u32, q: bool) -> bool {
    ptx! { .reg .pred p; setp.ge.and.u32 p, x, low, !q; setp.lt.and.u32 p, x, high, p; p }
}

pub(crate) fn majority(a: u32, b: u32, c: u32) -> u32 {
    ptx! { .reg .b32 t; lop3.b32 t, a, b, c, 0xE8; t }
}

pub(crate) fn high_half(x: u32) -> u16 {
    ptx! { .reg .b16 l, h; mov.b32 {l, h}, x; h }
}

pub(crate) fn byte(x: f32) -> u8 {
    let d: u8;
    ptx! { cvt.rzi.sat.u8.f32 d, x; }
    d
}

pub(crate) fn fp8(a: f32, b: f32) -> u16 {
    let d: u16;
    ptx! { cvt.rn.satfinite.e4m3x2.f32 d, a, b; }
    d
}

pub(crate) fn halves(a: u32, b: u32, c: u32) -> u32 {
    let d: u32;
    ptx! { fma.rn.relu.f16x2 d, a, b, c; }
    d
}

pub(crate) fn guarded(p: bool, x: f64, y: f64) -> f64 {
    ptx! { .reg .f64 %d<2>; mov.f64 %d0, x; @p add.rp.f64 %d0, %d0, y; %d0 }
}

pub(crate) fn select(a: f32, b: f32, x: f32, y: f32) -> f32 {
    ptx! { .reg .pred p; setp.gtu.f32 p, a, b; .reg .f32 d; selp.f32 d, x, y, p; d }
}

pub(crate) fn bits(x: f32) -> u32 {
    ptx! { .reg .f32 u; .reg .b32 t; mov.f32 u, x; mov.b32 t, u; shr.u32 t, t, 23; t }
}

pub(crate) fn signed(x: i32, y: i32) -> i32 {
    let d: i32;
    ptx! { mad.lo.s32 d, x, y, -7; }
    d
}

pub(crate) fn root(x: f32) -> f32 {
    ptx! { .reg .f32 t; sqrt.approx.f32 t, x; rcp.rn.f32 t, t; t }
}

pub(crate) fn wide(x: i16, y: i16) -> i32 {
    let d: i32;
    ptx! { mul.wide.s16 d, x, y; }
    d
}

pub(crate) fn lanes(a: u32, b: u32, c: u32) -> u32 {
    let d: u32;
    ptx! { vadd4.u32.u32.u32.sat d, a.b7610, b.b3210, c; }
    d
}

pub(crate) fn quotient(a: f64, b: f64) -> f64 {
    ptx! { .reg .f64 t; div.rz.f64 t, a, b; max.f64 t, t, -1.0; t }
}

pub(crate) fn extremum(a: f32, b: f32) -> f32 {
    let d: f32;
    ptx! { min.NaN.xorsign.abs.f32 d, a, b; }
    d
}

pub(crate) fn permuted(a: u32, b: u32, selector: u32) -> u32 {
    let d: u32;
    ptx! { prmt.b32 d, a, b, selector; }
    d
}
