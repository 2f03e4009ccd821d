//! Names in the caller, in a macro and in the macro's registers do not conflict.
#![deny(warnings)]

use ptx::ptx;

macro_rules! doubled {
    ($x:expr) => {
        ptx! { .reg .f32 t; mov.f32 t, 2.0; fma.rn.f32 t, t, $x, 0.0; t }
    };
}

fn main() {
    let t = 3.0_f32;
    assert_eq!(doubled!(t), 6.0);
    let nested = ptx! { .reg .f32 t, u; mov.f32 t, 1.0; mov.f32 u, (doubled!(t)); fma.rn.f32 t, t, u, 0.0; t };
    assert_eq!(nested, 6.0);
}
