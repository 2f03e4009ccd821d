ptx::dialect! { my_ptx = .version 7.8 .target sm_80 }
ptx::dialect! { my_ptx = .version 8.0 .target sm_90 }

fn main() {}
