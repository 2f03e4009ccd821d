use ptx::ptx;

fn main() {
    let a = 1.0_f32;
    let d: f32;
    ptx! {
        .address_size 64
        .address_size 64
        rcp.rn.f32 d, a;
    }
}
