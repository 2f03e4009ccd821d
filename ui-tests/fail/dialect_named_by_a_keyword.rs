ptx::dialect! { fn = .version 7.8 .target sm_80 }

fn main() {}
