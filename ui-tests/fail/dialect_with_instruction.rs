ptx::dialect! { my_ptx = .version 8.6 rcp.rn.f32 d, a; }

fn main() {}
