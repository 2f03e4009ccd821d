use ptx::ptx;

fn main() {
    ptx! {
        .reg .pred p;
        .reg .f32 t;
        setp.lt.f32 p|t, 1.0, 2.0;
    }
}
