use ptx::ptx;

fn main() {
    let address = 0_u64;
    let d: f32;
    ptx! {
        ld.global.f32 d, address;
        ld.global.f32 d, [address];
        ld.global.f32 d [address];
        red.global.add.f32 [address], d;
    }
}
