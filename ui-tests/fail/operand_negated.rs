use ptx::ptx;

fn main() {
    let (a, b) = (1.0_f32, 1.0_f64);
    let (d, e): (f32, f64);
    ptx! {
        fma.rn.f32 d, -a, a, a;
        add.f32 d, a, -inf;
        add.f64 e, b, -INFINITY;
        add.f32 d, a, +inf;
        .reg .f32 %t;
        mov.f32 %t, a;
        mov.f32 d, -%t;
        mov.f32 d, -[a];
        mov.f32 d, -{a, a};
        mov.f32 d, - -a;
    }
}
