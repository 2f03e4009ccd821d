ptx::dialect! { .version 8.6 .target sm_90 }

fn main() {}
