use ptx::ptx;

fn main() {
    let (d, e): (f32, f32);
    ptx! {
        add.f32 d|e, 1.0, 2.0;
    }
}
