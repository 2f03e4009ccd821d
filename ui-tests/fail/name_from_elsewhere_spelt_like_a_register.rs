use ptx::ptx;

macro_rules! doubled {
    ($x:ident) => {
        ptx! { .reg .f32 t; mov.f32 t, 2.0; fma.rn.f32 t, t, $x, 0.0; t }
    };
}

fn main() {
    let t = 3.0_f32;
    let _ = doubled!(t);
}
