use ptx::ptx;

fn main() {
    let d: f32;
    ptx! { .target sm90 rcp.rn.f32 d, 3.0; }
    ptx! { .target compute_80 rcp.rn.f32 d, 3.0; }
}
