use ptx::ptx;

fn main() {
    let d: f32;
    ptx! {
        .reg .f64 t;
        rcp.rn.f32 d, t;
    }
}
