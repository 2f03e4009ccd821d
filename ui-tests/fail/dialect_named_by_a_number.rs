ptx::dialect! { 80 = .version 7.8 .target sm_80 }

fn main() {}
