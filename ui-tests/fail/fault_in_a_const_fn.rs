#![deny(warnings)]

use ptx::ptx;

const fn third(x: f32) -> f32 {
    let mut y: f32;
    ptx! { .reg .f32 t; div.f32 t, 1.0, x; mov.f32 y, t; rcp.rn.f32 y, y; }
    y
}

const THIRD: f32 = third(3.0);

fn main() {
    println!("{THIRD}");
}
