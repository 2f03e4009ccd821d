use ptx::ptx;

fn main() {
    let (a, d): (f32, f32);
    ptx! {
        add f32 d, a, a;
        add.rn f32 d, a, a;
    }
}
