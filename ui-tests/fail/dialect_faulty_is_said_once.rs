ptx::dialect! { my_ptx = .version 8.9 .target sm_99 }

fn main() {
    let a = 1.0_f32;
    let (b, c): (f32, f32);
    my_ptx! { rcp.rn.f32 b, a; }
    my_ptx! { rcp.rn.f32 c, a; }
    println!("{b} {c}");
}
