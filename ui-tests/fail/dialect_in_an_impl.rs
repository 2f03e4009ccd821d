struct Kernel;

impl Kernel {
    ptx::dialect! { my_ptx = .version 7.8 .target sm_80 }
}

fn main() {
    let _ = Kernel;
}
