//! A parameter that is used as an address cannot be declared as a number.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn second(p: u64) -> f32;
}

fn main() {}
