ptx::dialect! { new_ptx = .version 8.6 .target sm_100 }

fn main() {
    let a = 1.0_f32;
    let d: f32;
    new_ptx! { .version 7.0 rcp.rn.f32 d, a; }
}
