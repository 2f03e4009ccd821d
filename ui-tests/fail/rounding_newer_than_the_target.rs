use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .version 1.4
        .target sm_13
        add.rm.f32 d, a, a;
    }
}
