use ptx::ptx;

fn main() {
    let d: u32;
    ptx! {
        .reg .f32 t;
        mov.u32 d, t;
    }
}
