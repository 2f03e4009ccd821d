#![deny(warnings)]

use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let b = 2.0_f64;
    let mut unchanged = 1.0_f32;
    let (c, d, e, f);
    let (lo, hi);
    ptx! {
        .reg .f32 t;
        rcp.rnn.f32 c, a;
        rcp.rn.f32 d, %x;
        .reg .f34 u;
        fma.rn.f32 e, u, t, a;
        mov.b64 {lo, hi}, {a, a};
        sqrt.rn.f64 f, b;
        div.rn.f32 t, a;
        @%q mov.f32 t, a;
        mov.f32 t, u;
        rcp.rn.sat.f32 unchanged, t;
    }
    let z = c.to_bits() + 1;
    let y: f32 = [d, e][0] + 2.0;
    println!("{z} {y} {f} {lo} {hi} {unchanged} {}", u32::pow(lo, 2));
}

fn closure() -> impl Fn(f32) -> f32 {
    |x| {
        let y;
        ptx! { rcp.f32 y, x; }
        f32::max(y, y.abs())
    }
}

const fn constant() -> f32 {
    let y: f32;
    ptx! { rcp.f32 y, 1.0; }
    y
}

const ONE: f32 = constant();
static TWO: f32 = ptx! { .reg .f32 t; rcp.f32 t, ONE; t };
