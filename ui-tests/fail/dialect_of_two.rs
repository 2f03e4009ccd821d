ptx::dialect! {
    old = .version 1.4 .target sm_13
    new = .version 7.8 .target sm_80
}

fn main() {}
