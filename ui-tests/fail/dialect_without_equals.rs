ptx::dialect! { my_ptx .version 8.6 }

fn main() {}
