use ptx::ptx;

fn main() {
    let x = 2.0_f32;
    let y: f32;
    ptx! {
        .reg .f32 t, %u;
        t = 1.0 / x;
        %u += x;
        mov.f32 t, x;
    }
    ptx! {
        y = x * x;
        (x) = 2.0;
    }
}
