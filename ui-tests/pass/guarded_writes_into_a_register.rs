//! A register is zero until it is written. So all writes to a register may be guarded.
#![deny(warnings)]

use ptx::ptx;

const fn sign(x: f32) -> f32 {
    ptx! { .reg .f32 t; .reg .pred p; mov.pred p, (x < 0.0); @p mov.f32 t, -1.0; @!p mov.f32 t, 1.0; t }
}

fn main() {
    const MINUS: f32 = sign(-3.0);
    assert_eq!((MINUS, sign(3.0)), (-1.0, 1.0));
}
