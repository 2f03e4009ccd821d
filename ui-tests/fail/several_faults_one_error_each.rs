use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let b = 2.0_f64;
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
    }
    println!("{c} {d} {e} {f} {lo} {hi}");
}
