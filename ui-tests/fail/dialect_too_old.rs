ptx::dialect! { old_ptx = .version 1.5 .target sm_13 }

fn main() {
    let a = 1.0_f32;
    let d: f32;
    old_ptx! { rcp.rn.f32 d, a; }
}
